"""Every story holds, every house option has one, and a wrong story is reported."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rule_ids import OWNERS
from said import fails, said

from appliance.__main__ import main
from bluffing.actions import Play
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame
from lab.scenario import Scenario, load, run
from lab.scenario.load import ScenarioError
from lab.scenario.steps import STEPS

HERE = Path(__file__).parents[1] / "scenarios"


AWAY = tuple(name for name in OWNERS.values() if name not in RULESETS)


def told(folder: Path) -> Iterator[Any]:
    """Every story in `folder`; those of a game that is not there are skipped, and seen to be."""
    for path in sorted(folder.glob("*.toml")):
        for story in load(path):
            if isinstance(story, Scenario):
                yield pytest.param(story, id=story.where)
                continue
            assert isinstance(story, ScenarioError)
            why = said(story.says)
            away = [name for name in AWAY if f"unknown ruleset {name!r}" in why]
            marks = [pytest.mark.skip(f"{name} is not among the games") for name in away]
            yield pytest.param(story, marks=marks, id=why.partition(":")[0])


OURS = list(told(HERE))


@pytest.mark.parametrize("story", OURS)
def test_our_stories_hold(story: object) -> None:
    assert isinstance(story, Scenario), story
    assert run(story) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_house_option_has_a_story_for_each_of_its_words(ruleset: str) -> None:
    stories = [name.values[0] for name in OURS]
    set_to = {
        (key, value)
        for story in stories
        if isinstance(story, Scenario) and story.ruleset == ruleset
        for key, value in story.options.items()
    }
    untold = [
        f"{option.key} = {allowed}"
        for option in RULESETS[ruleset].options
        for allowed in option.allowed
        if not any(
            key == option.key
            and (
                type(value) is int and value in allowed
                if isinstance(allowed, range)
                else value == allowed
            )
            for key, value in set_to
        )
    ]
    assert "; ".join(untold) == ""


def _cards() -> str:
    """A game in which the seat on the dealer's left may lay two cards without naming a rank."""
    return next(
        name
        for name, game in RULESETS.items()
        if not isinstance(game, WagerGame)
        and game.refusal(game.start(Setup(4), {}), Play(1, 2)) is None
    )


STORY = f"""
[[scenario]]
id = "X"
title = "t"
ruleset = "{_cards()}"
given = {{ players = 4, dealer = 0 }}
steps = [{{ seat = 1, play = 2 }}]
expect = {{ table = 2 }}
"""
STEP = "{ seat = 1, play = 2 }"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (f'"{_cards()}"', '"snap"', "unknown ruleset 'snap'"),
        ("title", "titel", "unknown key 'titel'"),
        ('"t"', "3", "title: must be a text, not 3"),
        ("title", "basis = 'Q'\ntitle", "basis: must be S or S+R or R, not 'Q'"),
        ("title", "rules = 'B1'\ntitle", "rules: must be a list, not 'B1'"),
        ("dealer = 0", "dealer = 9", "given.dealer: no seat 9; seats are 0 to 3"),
        ("dealer = 0", "deeler = 0", "given has no key 'deeler'"),
        ("dealer = 0", "starter = 0", "given has no key 'starter'"),
        ("dealer = 0", "rank = 'joker'", "given.rank: unknown rank 'joker'"),
        ("dealer = 0", "hands = [1, -1]", "given.hands: must be a whole number from 0, not -1"),
        ("dealer = 0", "table = true", "given.table: must be a whole number from 0, not True"),
        ("players = 4", "players = 'four'", "given.players must be a whole number"),
        ("given = {", "given = 4 # {", "given.players must be a whole number"),
        ("given", "options = { colour = 2 }\ngiven", "unknown house option 'colour'"),
        ("given", "options = { tie_window_ms = 900 }\ngiven", "allowed is 0 to 250"),
        ("given", "options = 3\ngiven", "options must be a table, not 3"),
        (f"[{STEP}]", "3", "steps must be a list of tables"),
        ("seat = 1", "seat = 4", "step 1.seat: no seat 4"),
        ("play = 2", "plays = 2", "no step has the keys plays, seat"),
        ("play = 2", "play = 2, pass = true", "no step has the keys pass, play, seat"),
        ("seat = 1, play = 2", "play = 2", "step 1: play needs the key 'seat' too"),
        ("play = 2", "play = 2, ad = 3", "step 1 has no key 'ad'"),
        ("play = 2", "play = 2, at = -1", "step 1.at: must be a whole number from 0"),
        ("play = 2", "play = '2'", "step 1.play: must be a whole number, not '2'"),
        ("play = 2", 'play = 2, rank = "1"', "unknown rank '1'"),
        ("play = 2", "play = 2, refused = 'yes'", "step 1.refused: must be true or false"),
        (STEP, "{ seat = 1, pass = false }", "step 1.pass: must be true, not False"),
        (STEP, "{ press = [] }", "step 1.press: must not be empty"),
        (STEP, "{ press = [{ seat = 1 }] }", "step 1.press: must be { seat, at }"),
        (STEP, "{ press = [{ seat = 5, at = 1 }] }", "step 1.press: seat: no seat 5"),
        (STEP, "{ force = { seat = 1, at = 'now' } }", "step 1.force: at: must be a whole number"),
        (STEP, "{ reveal = ['A', '1'] }", "step 1.reveal: unknown rank '1'"),
        (STEP, "{ produce = '1' }", "step 1.produce: unknown rank '1'"),
        (STEP, "{ seat = 1, show = [] }", "step 1.show: unknown rank []"),
        (STEP, "{ seat = 1, doubt = true, answer = 4 }", "this game asks no questions"),
        (STEP, "{ settle = 'maybe' }", "step 1.settle: must be truth or lie or nobody"),
        (STEP, "{ adjust = { giver = 0 } }", "step 1.adjust: must be { giver, taker }"),
        (STEP, "{ audit = { hands = 3, table = 0 } }", "step 1.audit: hands: must be a list"),
        ("table = 2", "tabel = 2", "expect has no key 'tabel'"),
        ("table = 2", "points = [1, 2, 3, 4]", "expect has no key 'points'"),
        ("table = 2", "turn = 7", "expect.turn: no seat 7"),
        ("table = 2", "winner = 'nobody'", "expect.winner: no seat 'nobody'"),
        ("table = 2", "verdict = 'truth'", "expect.verdict: must be true or lie or"),
        ("table = 2", "hands = [1, 2]", "expect.hands: must have one number for each of 4 seats"),
        (
            "expect",
            "setup_refused = true\nexpect",
            "needs either steps and expect, or setup_refused",
        ),
        ("expect", "setup_refused = false\nexpect", "setup_refused can only be true"),
    ],
)
def test_a_story_with_a_mistake_is_named_and_never_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str
) -> None:
    path = tmp_path / "story.toml"
    assert old in STORY
    path.write_text(STORY.replace(old, new, 1))
    assert main(["scenario", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "story.toml X: " in printed
    assert says in printed
    assert "0 hold, 1 failed" in printed


@pytest.mark.parametrize(
    "name", [name for name, game in RULESETS.items() if isinstance(game, WagerGame)]
)
def test_what_belongs_to_cards_is_unknown_without_cards(tmp_path: Path, name: str) -> None:
    for key, given in (
        ("hands", "hands = [3, 3, 3]"),
        ("lead", "lead = 0"),
        ("rank", "rank = '3'"),
    ):
        path = tmp_path / "story.toml"
        path.write_text(
            f"[[scenario]]\nruleset = '{name}'\nsteps = []\ngiven = {{ players = 3, {given} }}"
        )
        [error] = load(path)
        assert isinstance(error, ScenarioError)
        assert f"given has no key {key!r}" in said(error.says)


def test_every_step_of_the_format_is_told_in_a_story_of_ours() -> None:
    used = {
        key
        for path in HERE.glob("*.toml")
        for story in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
        for step in story.get("steps", ())
        for key in step
    }
    assert sorted(set(STEPS) - used) == []


def test_an_id_is_used_once_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY + STORY)
    first, second = load(path)
    assert isinstance(first, Scenario)
    assert isinstance(second, ScenarioError)
    assert "story.toml X: another scenario of this file has the same id" in said(second.says)


def test_a_game_is_understood_by_its_aliases(tmp_path: Path) -> None:
    for name, game in RULESETS.items():
        for alias in game.aliases:
            path = tmp_path / "story.toml"
            path.write_text(
                f"[[scenario]]\nruleset = '{alias}'\ngiven = {{ players = 4 }}\nsteps = []"
            )
            [story] = load(path)
            assert isinstance(story, Scenario)
            assert story.ruleset == name


def test_only_the_stories_of_one_ruleset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY)
    assert main(["scenario", str(path), "--ruleset", _cards()]) == 0
    assert "1 hold, 0 failed\n" in capsys.readouterr().out
    other = next(name for name in RULESETS if name != _cards())
    assert main(["scenario", str(path), "--ruleset", other]) == 0
    assert "0 hold, 0 failed, 1 of other rulesets left out" in capsys.readouterr().out
    assert main(["scenario", str(path), "--ruleset", "snap"]) == 6
    assert "unknown ruleset 'snap'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("play = 2 }", "play = 2, refused = true }", "step 1 should be refused, and was not"),
        ("play = 2", "play = 0", "step 1 was refused: "),
        ("players = 4", "players = 100", "the set-up was refused: "),
    ],
)
def test_a_story_that_cannot_go_on_says_where(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY.replace(old, new))
    [story] = load(path)
    assert isinstance(story, Scenario)
    [difference] = run(story)
    assert said(difference).startswith(says)


def test_a_set_up_that_should_be_refused_and_is_not(tmp_path: Path) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY[: STORY.index("steps")] + "setup_refused = true")
    [story] = load(path)
    assert isinstance(story, Scenario)
    assert list(map(said, run(story))) == ["the set-up should be refused, and was not"]


@pytest.mark.parametrize("wrong", ["table = 3", 'rank = "A"', "turn = 1", "hands = [9, 9, 9, 9]"])
def test_a_story_that_does_not_hold_says_what_differs(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY.replace("table = 2", wrong))
    [story] = load(path)
    assert isinstance(story, Scenario)
    [difference] = run(story)
    assert said(difference).startswith(wrong.split(maxsplit=1)[0])


def test_a_file_that_is_no_story_at_all(tmp_path: Path) -> None:
    path = tmp_path / "story.toml"
    for text in ("[[scenario", "x = 1", "[scenario]\n"):
        path.write_text(text)
        with fails(ScenarioError, r"story\.toml"):
            load(path)
    with fails(ScenarioError, "can't read"):
        load(tmp_path / "none.toml")

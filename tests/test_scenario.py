"""Every story of ours holds, every house option has one, and a wrong story is told so."""

from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.errors import ScenarioError
from appliance.rules import RULESETS
from appliance.scenario import Scenario, load, run

HERE = Path(__file__).parent / "scenarios"
SHARED = Path(__file__).parents[2] / "shared" / "scenarios"
OURS = [story for path in sorted(HERE.glob("*.toml")) for story in load(path)]


@pytest.mark.parametrize("story", OURS, ids=lambda story: getattr(story, "where", str(story)))
def test_our_stories_hold(story: Scenario) -> None:
    assert isinstance(story, Scenario)
    assert run(story) == []


@pytest.mark.parametrize("name", ["bicycle", "catsatcards", "timing"])
def test_the_shared_stories_hold(name: str) -> None:
    path = SHARED / f"{name}.toml"
    if not path.exists():
        pytest.skip("needs ../shared/scenarios beside the project")
    for story in load(path, list(RULESETS)):
        if story is not None:
            assert isinstance(story, Scenario)
            assert run(story) == [], story.where


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_house_option_has_a_story_for_each_of_its_words(ruleset: str) -> None:
    told = {
        (key, value)
        for story in OURS
        if isinstance(story, Scenario) and story.ruleset == ruleset
        for key, value in story.options.items()
    }
    for option in RULESETS[ruleset].options:
        for allowed in option.allowed:
            if isinstance(allowed, range):
                assert any(key == option.key and value in allowed for key, value in told)
            else:
                assert (option.key, allowed) in told


STORY = """
[[scenario]]
id = "X"
title = "t"
ruleset = "bicycle"
given = { players = 4, dealer = 0 }
steps = [{ seat = 1, play = 2 }]
expect = { table = 2 }
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"bicycle"', '"snap"', "unknown ruleset 'snap'"),
        ("title", "titel", "unknown key 'titel'"),
        ("seat = 1", "seat = 4", "no seat 4"),
        ("play = 2", "plays = 2", "no step has the keys plays, seat"),
        ("play = 2", 'play = 2, rank = "1"', "unknown rank '1'"),
        ("table = 2", "tabel = 2", "expect has no key 'tabel'"),
        ("dealer = 0", "dealer = 9", "no seat 9"),
        ("dealer = 0", "deeler = 0", "given has no key 'deeler'"),
        ("given", "options = { jokers = 2 }\ngiven", "unknown house option 'jokers'"),
        ("players = 4", "players = 'four'", "given.players must be a whole number"),
    ],
)
def test_a_story_with_a_mistake_is_named_and_never_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str
) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY.replace(old, new))
    assert main(["scenario", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "story.toml X" in printed
    assert says in printed
    assert "0 hold, 1 failed" in printed


@pytest.mark.parametrize("wrong", ["table = 3", 'rank = "A"', "turn = 1", "hands = [9, 9, 9, 9]"])
def test_a_story_that_does_not_hold_says_what_differs(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "story.toml"
    path.write_text(STORY.replace("table = 2", wrong))
    [story] = load(path)
    assert isinstance(story, Scenario)
    [difference] = run(story)
    assert difference.startswith(wrong.split(maxsplit=1)[0])


def test_a_file_that_is_no_story_at_all(tmp_path: Path) -> None:
    path = tmp_path / "story.toml"
    for text in ("[[scenario", "x = 1", "[scenario]\n"):
        path.write_text(text)
        with pytest.raises(ScenarioError, match=r"story\.toml"):
            load(path)
    with pytest.raises(ScenarioError, match="can't read"):
        load(tmp_path / "none.toml")

"""No English is left where the table speaks another language.

The language is `pseudo`. `said.said`, which tests say every refusal, notice and question with, and
`conftest`, which sees every error of ours, say it in this language too; here is the rest.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pseudo import LANGUAGE, assert_in_catalogue, english_in, pseudo, translated, write_language

from appliance.__main__ import main
from appliance.commands.rules import written
from bluffing.cards import Rank
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset
from bluffing.message import AtSeat, message
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS

ROOT = Path(__file__).parents[2]
GAMES = pytest.mark.parametrize("name", RULESETS)


def houses(game: AnyRuleset) -> Iterator[dict[str, Value]]:
    """The plain game, the game with each preset, and with every value of every option once."""
    yield {}
    yield from (dict(preset.options) for preset in game.presets)
    for option in game.options:
        for allowed in option.allowed:
            for value in (allowed[0], allowed[-1]) if isinstance(allowed, range) else (allowed,):
                yield {option.key: value}


def test_the_language_keeps_values_and_is_longer() -> None:
    odd = translated("{seat.first} has {n} cards")
    assert "{seat.first}" in odd
    assert "{n}" in odd
    assert len(odd) >= 1.35 * len("{seat.first} has {n} cards")
    assert english_in("⟦Ána lives⟧", ("lives",)) == ["na"]


def test_a_message_that_no_catalogue_knows_is_found() -> None:
    with pytest.raises(AssertionError, match="no-such"):
        assert_in_catalogue(message("rules.no-such-message"))


def test_seats_ranks_lists_and_plurals_are_in_the_language() -> None:
    for rank in Rank:
        for given in (rank, message("rules.no-rank")):
            assert_in_catalogue(message("stack.name-a-rank", seat=AtSeat(3), given=given))
        for n in (1, 2):
            assert_in_catalogue(rank.counted(n))
    assert_in_catalogue(message("list.last", left=AtSeat(0), right=Rank.SIX), ("Ana",))


@GAMES
def test_a_game_is_told_in_the_language(name: str) -> None:
    game = RULESETS[name]
    for house in houses(game):
        try:
            rules = game.explain(house)
        except SettingError as error:
            assert_in_catalogue(error.why)
            continue
        for rule in rules:
            assert_in_catalogue(rule.text)


@GAMES
def test_doubtit_rules_speaks_the_language(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = RULESETS[name]
    assert main(["rules", name], pseudo()) == 0
    keys = [*(option.key for option in game.options), *(rule.id for rule in game.explain({}))]
    values = [
        written(value)
        for option in game.options
        for value in (*option.allowed, option.default, True, False)
        if not isinstance(value, range)
    ]
    names = [name, *game.aliases, *(preset.name for preset in game.presets)]
    printed = " ".join(capsys.readouterr().out.split())  # the text before wrapping
    assert not english_in(printed, (*keys, *values, *names))


def test_the_list_of_games_is_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"], pseudo()) == 0
    names = [word for name, game in RULESETS.items() for word in (name, *game.aliases)]
    names += [word for name, named in NAMED_GAMES.items() for word in (name, named.preset.title)]
    assert not english_in(capsys.readouterr().out, tuple(names))


def test_stories_are_checked_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "story.toml"
    path.write_text(
        "[[scenario]]\nid = 'A1'\nruleset = 'x'\n"
        f"[[scenario]]\nid = 'A2'\nruleset = '{next(iter(RULESETS))}'\n"
        "given = { players = 4 }\nsteps = [ { seat = 1, play = 'four' } ]\n"
    )
    assert main(["scenario", str(path)], pseudo()) == 1
    data = ("story.toml", "step", "play", "'four'", "'x'", *RULESETS, *NAMED_GAMES)
    assert not english_in(capsys.readouterr().out, data)


@pytest.mark.thorough
def test_a_language_is_one_folder(tmp_path: Path) -> None:
    for package in ("appliance", "bluffing", "lab"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=_large)
    write_language(tmp_path / "appliance" / "words")
    ran = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "appliance", "--language", LANGUAGE, "rules"],
        cwd=tmp_path, capture_output=True, check=False, encoding="utf-8",
        env={"PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    names = [word for name, game in RULESETS.items() for word in (name, *game.aliases)]
    names += [word for name, named in NAMED_GAMES.items() for word in (name, named.preset.title)]
    assert not english_in(ran.stdout, tuple(names))


def _large(folder: str, names: list[str]) -> list[str]:
    """Return what the language doesn't need: networks, sounds, fonts and compiled files."""
    del folder
    return [name for name in names if Path(name).suffix in {".onnx", ".ttf", ".pyc", ".png"}]

"""Every numbered rule is named by a scenario or a test of ours, and none names a missing rule."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rule_ids import OWNERS, RULES, letters
from said import said

from bluffing.errors import SettingError
from bluffing.options import Value
from bluffing.rulesets import RULESETS

HERE = Path(__file__).parent
GAMES = pytest.mark.parametrize("name", RULESETS)


def named_by_stories() -> Iterator[tuple[str, str]]:
    """Return what the scenarios name, and where."""
    for path in sorted((HERE / "scenarios").glob("*.toml")):
        for story in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            where = f"{path.name} {story['id']}"
            yield from ((rule, where) for rule in story.get("rules", ()))
            if re.fullmatch(r"[A-Z]+\d+", story["id"]):
                yield story["id"], where


def named_by_tests() -> Iterator[tuple[str, str]]:
    """Return what the markers name, and where; the tests need not be able to run."""
    for path in sorted(HERE.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "mark.rule(" in text else ():
            if isinstance(node, ast.Call) and _marks_a_rule(node.func):
                where = f"{path.relative_to(HERE)} line {node.lineno}"
                assert not node.keywords, where
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{where}: name rules as they are"
                    yield str(argument.value), where


def _marks_a_rule(called: ast.expr) -> bool:
    named = isinstance(called, ast.Attribute) and called.attr == "rule"
    return named and ast.unparse(called) == "pytest.mark.rule"


OPTIONS = {option.key for game in RULESETS.values() for option in game.options}
AWAY = [name for name in OWNERS.values() if name not in RULESETS]
"""Missing games: their house options are unknown."""


@cache
def named() -> list[tuple[str, str]]:
    """Return what stories and tests name, and where."""
    return [*named_by_stories(), *named_by_tests()]


def own(name: str) -> set[str]:
    """The rules of one game."""
    return {rule for rule in RULES if OWNERS.get(letters(rule)) == name}


def variations(name: str) -> Iterator[dict[str, Value]]:
    """House options, one away from the game as its source has it, and the presets."""
    game = RULESETS[name]
    yield from (dict(preset.options) for preset in game.presets)
    for option in game.options:
        for allowed in option.allowed:
            values = (allowed[0], allowed[-1]) if isinstance(allowed, range) else (allowed,)
            for value in values:
                try:
                    game.house({option.key: value})
                except SettingError:
                    continue  # it asks for another option beside it
                yield {option.key: value}


@pytest.mark.untraced
def test_only_rules_and_house_options_that_there_are_are_named() -> None:
    unknown = [(name, where) for name, where in named() if name not in {*RULES, *OPTIONS}]
    assert [(name, where) for name, where in unknown if not (AWAY and name.islower())] == []


@pytest.mark.untraced
def test_every_rule_of_every_game_is_named() -> None:
    known = {rule for rule in RULES if OWNERS.get(letters(rule), "") in {"", *RULESETS}}
    assert " ".join(sorted(known - {rule for rule, _ in named()})) == ""


@GAMES
def test_what_is_told_to_people_is_a_rule_or_a_house_option_and_told_once(name: str) -> None:
    game = RULESETS[name]
    for options in variations(name):
        told = [rule.id for rule in game.explain(options)]
        assert {rule for rule in told if rule not in RULES} <= set(game.house({})), options
        assert len(told) == len(set(told)), options


@GAMES
def test_people_are_told_every_rule_of_the_game(name: str) -> None:
    told = {rule.id for options in variations(name) for rule in RULESETS[name].explain(options)}
    assert " ".join(sorted(own(name) - told)) == ""


@GAMES
def test_people_are_told_what_each_house_option_changes(name: str) -> None:
    game = RULESETS[name]
    for option in game.options:
        if option.key.startswith("tie_") and not game.races:
            continue  # only one seat may doubt: nothing can tie
        texts = {
            tuple(said(rule.text) for rule in game.explain(options))
            for options in variations(name)
            if set(options) <= {option.key}
        }
        if len(option.allowed) > 1 or isinstance(option.allowed[0], range):
            assert len(texts) > 1, option.key

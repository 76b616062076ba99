"""No game knows another one, and nothing but the table of games knows any."""

import ast
import re
from collections.abc import Iterator

import pytest
from independence import ROOT, RULES, place_of, without

from bluffing.rulesets import RULESETS

GAMES = {f"bluffing.games.{name}": name for name in RULESETS}
CODE = ("appliance", "bluffing", "lab", "bench", "tests", "training")
TABLE = RULES / "rulesets.py"


def modules_named(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, or named in a string."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Constant(value=str(text)) if text.startswith("bluffing."):
                yield text


@pytest.mark.untraced
def test_only_the_table_of_games_and_its_own_tests_know_a_game() -> None:
    wrong = []
    for path in (path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        file = path.relative_to(ROOT)
        text = path.read_text(encoding="utf-8")
        if file == TABLE or "games" not in text:
            continue
        named = set(modules_named(ast.parse(text)))
        games = {
            name
            for module, name in GAMES.items()
            if any(name == module or name.startswith(f"{module}.") for name in named)
        }
        own = {path.stem.removeprefix("test_"), path.parent.name}
        wrong += [f"{file} knows {name}" for name in games - own]
    assert not wrong


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_one_file_or_folder_and_its_lines_in_the_table(name: str) -> None:
    assert place_of(ROOT, name).exists()
    left = without(name, (ROOT / TABLE).read_text(encoding="utf-8"))
    assert not re.search(rf"\b{name}\b", left)


def test_a_game_that_is_not_in_the_table_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="no import of whist"):
        without("whist", (ROOT / TABLE).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "more", ["FIRST = WHIST\n", "        WHIST,\n"], ids=["used again", "listed twice"]
)
def test_a_game_that_is_used_twice_cannot_be_taken_out(more: str) -> None:
    table = "from bluffing.games.whist import WHIST\nGAMES = (\n        WHIST,\n)\n"
    assert without("whist", table) == "GAMES = (\n)\n"
    with pytest.raises(ValueError, match="in other places"):
        without("whist", table + more)

"""The order of the whole house, read off its syntax: one direction, one word a thing, real types.

house_still.toml lists the exceptions.
"""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from house import (
    Module,
    ambiguous,
    bags,
    circle,
    classes,
    constants,
    hardware_checks,
    imports,
    modules,
    stage_checks,
    unexplained,
)

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[1]
HOUSE = [
    room
    for name in ("appliance", "bluffing", "board", "lab", "venue")
    for room in modules(ROOT / name)
]
WIDEST = 15
"""Maximum number of modules of ours that one module imports."""

ROOTS = {"appliance.service.appliance": 16}
"""Modules that put all parts together, with the maximum number that each imports."""

TABLES = {"appliance.table.parts", "appliance.table.course", "appliance.display.screens"}
"""Modules that only list others."""

STILL = tomllib.loads((ROOT / "tests/house_still.toml").read_text(encoding="utf-8"))


# --- the house -----------------------------------------------------------------------------------


def test_no_module_knows_itself_through_others() -> None:
    assert circle(imports(HOUSE)) == []


def test_no_two_classes_have_one_name() -> None:
    found = classes(HOUSE)
    new = ambiguous(found) - set(STILL["classes"])
    assert not new, {name: sorted(found[name]) for name in new}


def test_no_constant_has_two_values() -> None:
    found = constants(HOUSE)
    new = ambiguous(found) - set(STILL["constants"])
    assert not new, {name: sorted(found[name]) for name in new}


def test_no_function_takes_keywords_of_any_name() -> None:
    assert bags(HOUSE) <= set(STILL["bags"])


def test_nobody_asks_of_which_class_a_driver_is() -> None:
    assert _more(hardware_checks(HOUSE), STILL["hardware"]) == {}


def test_nobody_asks_of_which_class_a_stage_is() -> None:
    """A stage answers for itself; its own folder and the engine may tell stages apart."""
    assert _more(stage_checks(HOUSE), STILL["stages"]) == {}


def test_each_any_says_why() -> None:
    assert _more(unexplained(HOUSE), STILL["any"]) == {}


def test_what_is_in_order_is_on_no_list() -> None:
    """A list that is longer than need be would let things come back."""
    assert ambiguous(classes(HOUSE)) >= set(STILL["classes"])
    assert ambiguous(constants(HOUSE)) >= set(STILL["constants"])
    assert bags(HOUSE) >= set(STILL["bags"])
    assert _more(STILL["hardware"], hardware_checks(HOUSE)) == {}
    assert _more(STILL["stages"], stage_checks(HOUSE)) == {}
    assert _more(STILL["any"], unexplained(HOUSE)) == {}
    assert _more(STILL["imports"], _wide()) == {}


def _more(found: dict[str, int], still: dict[str, int]) -> dict[str, int]:
    return {where: count for where, count in found.items() if count > still.get(where, 0)}


def test_no_module_imports_too_many() -> None:
    assert _more(_wide(), STILL["imports"]) == {}


def _wide() -> dict[str, int]:
    """Return the number of imports of each module that has more than it may."""
    counts = {name: len(known) for name, known in imports(HOUSE).items() if name not in TABLES}
    return {name: count for name, count in counts.items() if count > ROOTS.get(name, WIDEST)}


# --- the vocabulary ------------------------------------------------------------------------------


def test_whatever_the_vocabulary_has_as_code_exists() -> None:
    """A `Class` or a `CONSTANT` is defined in the house, and a `file.py` is in it."""
    words = re.findall(r"`([^`]+)`", (ROOT / "docs/vocabulary.md").read_text(encoding="utf-8"))
    assert words
    known = set(classes(HOUSE)) | set(constants(HOUSE))
    for word in words:
        if word.endswith(".py"):
            assert any(
                (folder / word).exists()
                for folder in (ROOT / "appliance", ROOT / "bluffing", ROOT / "lab", ROOT)
            ), word
        elif re.fullmatch(r"[A-Z]\w*", word):
            assert word in known, word


# --- the measure ---------------------------------------------------------------------------------


def _house(folder: Path, **files: str) -> tuple[Module, ...]:
    for name, text in files.items():
        path = folder / "appliance" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return modules(folder / "appliance")


def test_a_circle_is_seen_wherever_its_imports_stand(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        a="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from appliance.b import B\n",
        b="def late():\n    from . import c\n",
        c="import appliance.a\n",
    )
    found = imports(house)
    assert found["appliance.a"] == {"appliance.b"}
    assert found["appliance.b"] == {"appliance.c"}
    assert len(circle(found)) == 4
    assert circle({name: to - {"appliance.a"} for name, to in found.items()}) == []


def test_a_second_meaning_of_a_name_is_seen(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        a="class One:\n    class Two: ...\nFAR, NEAR = 1, 2\nSAME: int = 3\n",
        b="class Two: ...\nFAR: float = 1.5\nNEAR = 2\nif True:\n    SAME = 4\n",
        drivers__x="class Settings: ...\n",
        drivers__y="class Settings: ...\n",
    )
    assert ambiguous(classes(house)) == {"Two"}
    assert ambiguous(constants(house)) == {"FAR", "SAME"}


def test_types_that_say_nothing_are_seen(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        a="from typing import Any\ndef f(**x: Any): ...\ndef g(x: Any): ...  # a reason\n",
        b="async def h(**x): ...\ndef k(**x: int): ...\n",
    )
    assert bags(house) == {"appliance.a.f", "appliance.b.h"}
    assert unexplained(house) == {"appliance.a": 1}


def test_questions_about_the_class_of_a_driver_are_seen(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        drivers__knob="class Knob:\n    def open(self): ...\n    def close(self): ...\n",
        a="isinstance(x, (int, drivers.Knob))\nisinstance(x, int)\nissubclass(x, FooCamera)\n",
        b="match x:\n    case Knob(): ...\n    case int(): ...\n",
    )
    assert hardware_checks(house) == {"appliance.a": 2, "appliance.b": 1}


def test_questions_about_the_class_of_a_stage_are_seen(tmp_path: Path) -> None:
    house = _house(
        tmp_path,
        table__standing="class AnyTime: ...\nclass Dealt(AnyTime): ...\n",
        table__stages__deal__state="class Deal(Dealt):\n    x = isinstance(y, Deal)\n",
        table__stages__deal__play="match x:\n    case Deal(): ...\n",
        table__step="isinstance(x, Deal)\n",
        table__windows="isinstance(x, stages.Deal | int)\nisinstance(x, int)\n",
    )
    assert stage_checks(house) == {"appliance.table.windows": 1}


def test_the_whole_house_is_measured() -> None:
    assert len(HOUSE) > 200
    assert all(isinstance(room.tree, ast.Module) for room in HOUSE)

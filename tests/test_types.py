"""A field that does not exist, or of another type, must not pass mypy: one run over wrong lines."""

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parent.parent

GIVEN = """\
from dataclasses import replace

from bluffing.message import message
from bluffing.cardstate import CardState
from bluffing.changed import changed
from bluffing.house import House
from appliance.table.elements import Match
from appliance.table.stages import Asking, Judged, Over, Revealing, Ruling, Turns
from appliance.table.work import Work


def lines(work: Work, match: Match, ruling: Ruling, turns: Turns, state: CardState[House]) -> None:
"""

RIGHT = (
    'work.set(notice=message("table.not-now"))',
    "work.put(replace(turns, floor=2))",
    "work.enter(Judged(5, match=match, ruling=ruling))",
    "changed(state, turn=2)",
)

WRONG = (
    'work.set(notcie="x")',
    "work.set(games=None)",
    "work.put(replace(turns, flor=2))",
    'work.put(replace(turns, floor="two"))',
    "work.enter(Over(5, match=match, reading=None))",
    "work.enter(Revealing(5, turns=None))",
    "work.enter(Judged(5, match=match))",
    "work.enter(Asking(5, match=match, undo=turns))",
    "work.enter(match)",
    "work.table.inner.closes_at",
    "changed(state, trun=2)",
    'changed(state, turn="two")',
    "changed(state, top=None)",
    "state.terms.house.zero_cliam",
)


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The lines that mypy refuses."""
    source = tmp_path_factory.mktemp("types") / "lines.py"
    source.write_text(GIVEN + "".join(f"    {line}\n" for line in RIGHT + WRONG))
    options = ["--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    said, trouble, _ = api.run([*options, str(source)])
    assert not trouble, trouble
    lines = source.read_text().splitlines()
    found = (line.split(":") for line in said.splitlines() if ": error:" in line)
    return {lines[int(number) - 1].strip() for _, number, *_ in found}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_refused(line: str, refused: set[str]) -> None:
    assert line in refused


def test_right_lines_pass(refused: set[str]) -> None:
    assert not refused & {*RIGHT, *GIVEN.splitlines()}

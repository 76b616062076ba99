"""Evenings are listed, exported, and removed when they are old; never the running one."""

import csv
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from at_table import seated
from hypothesis import given
from hypothesis import strategies as st
from older_journal import older_journal
from said import said

from appliance.__main__ import main
from appliance.config import Evenings
from appliance.core.signals import SECOND, Edge
from appliance.runtime.aside import ENDED, set_aside
from appliance.runtime.journal import Journal
from appliance.service.evenings import MB, RowCheck, remove_old
from appliance.service.past import evenings_of
from appliance.table import Table, TableSettings, step


def evening(path: Path, began: int = 0) -> None:
    """An evening at `path` in which one buzzer was pressed and let go, 90 seconds later."""
    table, steps = Table(TableSettings()), []
    for down, at in ((True, SECOND), (False, 91 * SECOND)):
        edge = Edge(0, down=down, at=at)
        table, _ = step(table, edge, at)
        steps.append((at, edge, table))
    with closing(Journal.open(path, TableSettings(), began)) as journal:
        journal.append(steps)


def test_evenings_are_listed_with_what_can_be_read_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    assert main(["evenings", "--journal", str(path)]) == 0
    assert "no evening has been kept beside" in capsys.readouterr().out
    older_journal(path, 3)
    set_aside(path, "other-version")
    evening(path)
    set_aside(path, "evening")
    path.write_bytes(b"x" * 5000)
    set_aside(path, "broken")
    evening(path, began=12 * 3600 + 365 * 86_400)
    assert main(["evenings", "--journal", str(path)]) == 0
    now, broken, before, older = capsys.readouterr().out.splitlines()
    assert now == "1971-01-01  e.journal  2 min, 2 steps  no game played to its end"
    assert "e.journal.evening-2  2 min, 2 steps" in before
    assert "e.journal.other-version-1  0 min, 51 steps" in older
    assert "has format 3" in older
    assert "e.journal.broken-3  0 min, 0 steps" in broken


def test_the_steps_of_an_evening_are_json_lines_or_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path)
    assert main(["evenings", "e.journal", "--json", "--journal", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    down = {"step": 1, "seconds": 0.0, "signal": "Edge", "fields": [0, True, SECOND]}
    up = {"step": 2, "seconds": 90.0, "signal": "Edge", "fields": [0, False, 91 * SECOND]}
    assert lines == [down, up]
    assert main(["evenings", str(path), "--csv", "--journal", "elsewhere"]) == 0
    head, *rows = csv.reader(capsys.readouterr().out.splitlines())
    assert head == ["step", "seconds", "signal", "fields"]
    assert [json.loads(row[3]) for row in rows] == [down["fields"], up["fields"]]


def test_a_question_of_another_version_is_told_without_its_fields(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER signals_stay")
        odd = '{"QuestionDrawn":{"percent":7}}'
        database.execute("UPDATE signals SET signal = ?", (odd,))
    assert main(["evenings", str(path), "--json"]) == 0
    first, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["fields"], last["fields"]) == ({"percent": 7}, [])


def test_the_games_of_an_evening_are_written_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, games = tmp_path / "e.journal", tmp_path / "e.games"
    people = seated()
    people.hold(0)
    people.lay(1, 2)
    with closing(Journal.open(path, people.first.settings)) as journal:
        journal.append(people.handled)
    assert main(["evenings", str(path), "--notation"]) == 0
    games.write_text(capsys.readouterr().out)
    assert "\n1 play 2 A @" in games.read_text()
    assert main(["replay", str(games)]) == 0
    row, last = capsys.readouterr().out.splitlines()
    assert row == "   1  I Doubt It (Bicycle), 3 seats, 1 moves: unfinished"
    assert last == f"{games}: 1 games, 1 moves, all by the rules"
    assert main(["replay", "--quiet", str(games)]) == 0
    assert capsys.readouterr().out == f"{last}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"game bicycle\nseats 3\n2 pass\n", "e.games, line 3, column 1: "),
        (b"\xff", "can't read the games in"),
        (None, "can't read the games in"),
    ],
)
def test_what_is_no_game_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes | None, says: str
) -> None:
    path = tmp_path / "e.games"
    if text is not None:
        path.write_bytes(text)
    assert main(["replay", str(path)]) == 14
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("version", [1, 2, 3])
def test_what_an_older_version_wrote_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], version: int
) -> None:
    path = tmp_path / "e.journal"
    whole = older_journal(path, version)
    assert main(["evenings", str(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    with closing(sqlite3.connect(path)) as database:
        [(count,)] = database.execute("SELECT count(*) FROM signals")
    assert len(lines) == count > 30
    assert lines[0]["fields"] == [0, True, SECOND]
    assert path.read_bytes() == whole


@pytest.mark.parametrize(("name", "says"), [("nothing", "no evening nothing"), ("odd", "is not a")])
def test_what_is_no_evening_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    path = tmp_path / "odd"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE somebodys (letter)")
    given_name = str(path) if name == "odd" else name
    assert main(["evenings", given_name, "--journal", str(tmp_path / "e.journal")]) == 5
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


@given(
    count=st.integers(1, 12),
    keep=st.integers(1, 15),
    keep_mb=st.integers(1, 6),
    chance=st.randoms(use_true_random=False),
)
def test_old_evenings_go_and_the_running_one_stays(
    tmp_path_factory: pytest.TempPathFactory, count: int, keep: int, keep_mb: int, chance: Random
) -> None:
    path = tmp_path_factory.mktemp("evenings") / "e.journal"
    for number in range(1, count + 1):
        evening = path.with_name(f"e.journal.evening-{number}")
        with evening.open("wb") as file:
            file.truncate(MB // 2)
        evening.with_name(f"{evening.name}-bookmark").touch()
        os.utime(evening, (moment := chance.randrange(2**32), moment))
    path.touch()
    os.utime(path, (0, 0))
    before = evenings_of(path)[1:]
    gone = remove_old(path, Evenings(keep, keep_mb))
    running, *left = evenings_of(path)
    assert running == path
    assert left == before[: len(left)], "the oldest go"
    assert gone == len(before) - len(left)
    assert len(list(path.parent.glob("*-bookmark"))) == len(left)
    assert len(left) == min(count, keep, keep_mb * 2), "whatever a clock says"


def checked(path: Path) -> list[str]:
    lines = list[str]()
    check = RowCheck(path, lambda what: lines.append(said(what)))
    check.open()
    check.join()
    return lines


def test_damage_of_the_evening_that_a_start_keeps_is_told(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    older_journal(path, 3)
    set_aside(path, ENDED)
    evening(path)
    assert checked(path) == []
    set_aside(path, ENDED)
    Journal.open(path, TableSettings()).close()
    assert checked(path) == []
    with closing(sqlite3.connect(f"{path}.{ENDED}-2")) as database, database:
        database.execute("DROP TRIGGER signals_stay")
        database.execute("UPDATE signals SET now = now + 1 WHERE number = 1")
    [line] = checked(path)
    assert f"{path}.{ENDED}-2" in line


def test_a_list_of_evenings_loads_no_library_for_pictures() -> None:
    """Loading them takes longer than some hundred evenings."""
    code = "import sys, appliance.commands.evenings; print(*sys.modules)"
    line = [sys.executable, "-c", code]
    loaded = subprocess.run(line, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert {"numpy", "cv2", "pygame"}.isdisjoint(loaded.stdout.split())

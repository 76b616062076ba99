"""The file of statistics: each game once, rebuilt, merged; a name can leave nothing behind."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.errors import StatisticsError
from appliance.statistics.store import STATISTICS, Store
from appliance.statistics.tally import TalliedGame, Tally


def game(number: int, *names: str, ruleset: str = "bicycle", began: int = 0) -> TalliedGame:
    tallies = tuple(Tally(seat + 1, won=number) for seat, _ in enumerate(names))
    return TalliedGame(number, began, ruleset, names, tallies)


def filled(path: Path, evening: str, *games: TalliedGame, steps: int = 7) -> None:
    with Store.open(path, write=True) as store:
        store.put(evening, steps, games)


def test_what_is_put_is_read(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "statistics.sqlite"
    names, counts = ("Ana", "Ana's aunt"), (Tally(1, 2, 3, 4, 5, None, 6, 7), Tally(slap_us=9))
    game = TalliedGame(1, 1_790_000_000, "idi", names, counts)
    filled(path, "a.1", game)
    with Store.open(path) as store:
        assert store.steps_of("a.1") == 7
        assert store.steps_of("b") == 0
        rows = store.rows()
    assert [(row.seat, row.name, row.tally) for row in rows] == [
        (seat, name, tally) for seat, (name, tally) in enumerate(zip(names, counts, strict=True))
    ]
    assert {(row.evening, row.number, row.began, row.ruleset) for row in rows} == {
        ("a.1", 1, 1_790_000_000, "idi")
    }


def test_an_evening_that_is_counted_again_is_there_once(tmp_path: Path) -> None:
    path = tmp_path / "s"
    filled(path, "a", game(1, "Ana", "Ben"))
    filled(path, "b", game(1, "Eva"))
    filled(path, "a", game(1, "Ana", "Ben"), game(2, "Ben"), steps=9)
    with Store.open(path) as store:
        assert [(row.evening, row.number, row.name) for row in store.rows()] == [
            ("a", 1, "Ana"),
            ("a", 1, "Ben"),
            ("a", 2, "Ben"),
            ("b", 1, "Eva"),
        ]
        assert store.steps_of("a") == 9


def test_merging_counts_no_game_twice(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    filled(ours, "a", game(1, "Ana", "Ben"))
    filled(theirs, "a", game(1, "Other"), game(2, "Eva"))
    filled(theirs, "c", game(1, "Eva", "Ana"))
    for added in (2, 0):
        with Store.open(ours, write=True) as store, Store.open(theirs) as other:
            assert store.merge(other) == added
            rows = store.rows()
            assert len({(row.evening, row.number, row.seat) for row in rows}) == len(rows) == 5
            assert not [row for row in rows if row.name == "Other"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tallies SET claims = -1",
        "UPDATE tallies SET claims = 'many'",
        "UPDATE tallies SET name = 'a' || char(10)",
        "UPDATE games SET ruleset = zeroblob(9)",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
        "DROP TABLE tallies",
    ],
)
def test_a_file_that_holds_what_none_can_is_not_merged(tmp_path: Path, change: str) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    filled(ours, "a", game(1, "Ana"))
    filled(theirs, "b", game(1, "Eva"))
    with closing(sqlite3.connect(theirs)) as database, database:
        database.execute(change)
    with (
        pytest.raises(StatisticsError),
        Store.open(ours, write=True) as store,
        Store.open(theirs) as other,
    ):
        store.merge(other)
    with Store.open(ours) as store:
        assert [row.name for row in store.rows()] == ["Ana"]


DAMAGE = {
    "a column less": "ALTER TABLE tallies DROP COLUMN innocent",
    "a column more": "ALTER TABLE tallies ADD COLUMN more",
    "another name": "ALTER TABLE games RENAME COLUMN ruleset TO game",
    "a table less": "DROP TABLE games",
    "a table more": "CREATE TABLE more (one)",
    "no table": "DROP TABLE games; DROP TABLE tallies; DROP TABLE evenings",
    "text for a number": "UPDATE tallies SET claims = 'many'",
    "bytes for a name": "UPDATE tallies SET name = x'ff00'",
    "no text": "UPDATE tallies SET name = CAST(x'ff' AS TEXT)",
    "nothing for a number": "UPDATE tallies SET lies = NULL",
    "a fraction": "UPDATE tallies SET won = 0.5",
    "a huge number": "UPDATE tallies SET claims = 9223372036854775807",
    "a huge seat": "UPDATE tallies SET seat = 9223372036854775807",
    "a day that is none": "UPDATE games SET began = 999999999999",
    "a huge name": "UPDATE tallies SET name = CAST(zeroblob(200000) AS TEXT)",
    "steps that are none": "UPDATE evenings SET steps = 'seven'",
    "a view without end": "DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(i) AS"
    " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'b' AS evening, 1 AS number, i AS began,"
    " 'idi' AS ruleset FROM n",
    "a trigger": "CREATE TRIGGER slow BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no'); END",
    "the schema's text": "PRAGMA writable_schema = ON;"
    " UPDATE sqlite_schema SET sql = 'CREATE TABLE games (evening)' WHERE name = 'games'",
    "no schema": "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = x'00ff'",
}


MENDED = {("rebuild", name) for name, sql in DAMAGE.items() if sql.startswith("UPDATE")} | {
    ("rebuild", "no table"),
    ("merge", "no table"),
}
"""Where no damaged row is read: the file is refilled from the evenings, or from the other."""


@pytest.mark.parametrize("action", ["show", "rebuild", "export", "merge", "merged"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_said_in_one_line_and_stays(
    damage: str,
    action: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / STATISTICS, tmp_path / "other"):
        filled(path, path.name, game(1, "Ana", began=1_790_000_000))
    wrong = tmp_path / ("other" if action == "merged" else STATISTICS)
    with closing(sqlite3.connect(wrong)) as database:
        database.executescript(DAMAGE[damage])
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    line = ("merge", "other") if action.startswith("merge") else (action,)
    code = main(["statistics", *line])
    said = capsys.readouterr().err.splitlines()
    if (action, damage) in MENDED or damage == "steps that are none":  # they are not needed there
        assert code == 0
        return
    assert (code, len(said)) == (StatisticsError.exit_code, 1), said
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_a_journal_says_of_its_day_is_counted_all_the_same(tmp_path: Path) -> None:
    for began in (10**15, 2**70, -1):
        filled(tmp_path / "s", "a", game(1, "Ana", began=began))
        with Store.open(tmp_path / "s") as store:
            assert [row.began for row in store.rows()] == [0]


def test_a_name_that_sqlite_cannot_hold_is_said(tmp_path: Path) -> None:
    with pytest.raises(StatisticsError):
        filled(tmp_path / "s", "a", game(1, "\ud800"))


@pytest.mark.parametrize("data", [None, b"", b"no database at all" * 100])
def test_what_is_no_file_of_statistics_is_said(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "s"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(StatisticsError), Store.open(path) as store:
        store.rows()
    with pytest.raises(StatisticsError), Store.open(tmp_path, write=True):
        pass


def test_a_name_that_is_erased_is_nowhere_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "s"
    games = [game(number, "Zbigniewa", "Ben") for number in range(1, 200)]
    filled(path, "a", *games)
    filled(path, "b", game(1, "Ben", "zbigniewa"))
    assert b"Zbigniewa" in path.read_bytes()
    with Store.open(path, write=True) as store:
        assert store.rename("Zbigniewa", lambda seat: f"Seat {seat + 1}") == 200
        assert {row.name for row in store.rows()} == {"Seat 1", "Seat 2", "Ben"}
        assert store.rename("Zbigniewa", lambda seat: f"Seat {seat + 1}") == 0
    assert [path.name for path in tmp_path.iterdir()] == ["s"]
    assert b"bigniew" not in path.read_bytes()

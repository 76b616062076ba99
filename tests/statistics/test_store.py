"""The file of statistics: each game once, made anew, merged; a name can leave nothing behind."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from appliance.errors import StatisticsError
from appliance.statistics.store import Store
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
    one = TalliedGame(1, 1_790_000_000, "idi", names, counts)
    filled(path, "a.1", one)
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
    assert [one.name for one in tmp_path.iterdir()] == ["s"]
    assert b"bigniew" not in path.read_bytes()

"""Leagues, names and their erasure: from finished games alone, and gone without a trace."""

import io
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from board_client import Board
from hypothesis import given
from hypothesis import strategies as st

from board.__main__ import main
from board.access import has_password
from board.facts import BoardFacts
from board.people import PeopleError, add_season, erase, seat_person, stored_of
from board.ratings import RatedGame, standings
from venue.database import Database

PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eve")


@st.composite
def rated_games(draw: st.DrawFn) -> RatedGame:
    players = draw(st.lists(st.sampled_from((*PEOPLE, None, None)), min_size=2, max_size=6))
    names = tuple(name if name not in players[:at] else None for at, name in enumerate(players))
    ranks = draw(st.lists(st.integers(0, 3), min_size=len(names), max_size=len(names)))
    return RatedGame(names, tuple(1 + sum(each < rank for each in ranks) for rank in ranks))


@given(st.lists(rated_games(), max_size=8))
def test_standings_follow_from_the_games(games: list[RatedGame]) -> None:
    rows = standings(games)
    assert rows == standings(games)
    played = [name for game in games for name in game.players if name]
    assert {row.name: row.games for row in rows} == {name: played.count(name) for name in played}
    wins = sum(row.wins for row in rows)
    won = [name for game in games for name, at in zip(game.players, game.places, strict=True)
           if name and at == 1]  # fmt: skip
    assert wins == len(won)
    assert [row.ordinal for row in rows] == sorted((row.ordinal for row in rows), reverse=True)
    for row in rows:
        assert row.place == 1 + sum(each.ordinal > row.ordinal for each in rows)


def test_who_wins_more_stands_higher_and_ties_stay_ties() -> None:
    games = [RatedGame(("Ana", "Ben", "Cleo", "Dan"), (1, 2, 2, 4))] * 12
    rows = standings(games)
    assert [row.name for row in rows] == ["Ana", "Ben", "Cleo", "Dan"]
    assert [row.place for row in rows] == [1, 2, 2, 4]
    assert not any(row.provisional for row in rows)
    one_loser = standings([RatedGame(("Ana", "Ben", "Cleo"), (1, 1, 3))])
    assert [row.place for row in one_loser] == [1, 1, 3]
    assert all(row.provisional for row in one_loser)


def test_a_game_of_guests_alone_changes_nothing() -> None:
    assert standings([RatedGame((None, None), (1, 2))]) == []
    assert standings([RatedGame(("Ana", "Ana"), (1, 2))]) == []


@pytest.fixture
def database(board: Board) -> Iterator[Database]:
    with closing(Database(board.path)) as known:
        yield known


def test_a_season_has_the_games_of_its_days_and_its_game(board: Board, database: Database) -> None:
    add_season(database, "Club", "Spring", "2027-03-01", "2027-05-31")
    add_season(database, "Club", "Bullshit", "2026-12-01", "2027-02-28", ruleset="bullshit")
    facts = BoardFacts(board.database)
    rows = {each.season: facts.standings(each) for each in facts.seasons()}
    assert [row.name for row in rows["Winter"]] == ["Ana", "<Bo & Co>"]
    assert rows["Spring"] == rows["Bullshit"] == []


@pytest.mark.parametrize(
    ("first", "last"),
    [("2027-02-30", "2027-03-01"), ("soon", "later"), ("2027-02-02", "2027-02-01")],
)
def test_days_that_are_none_are_refused(database: Database, first: str, last: str) -> None:
    with pytest.raises(PeopleError):
        add_season(database, "Club", "Odd", first, last)


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb\x07", "\u202e"])
def test_a_name_can_be_printed(database: Database, name: str) -> None:
    with pytest.raises(PeopleError):
        seat_person(database, "t1", 1, name)


def test_a_person_changes_seats_and_takes_another_s(board: Board, database: Database) -> None:
    seat_person(database, "t3", 2, "Ana")
    seat_person(database, "t3", 3, "Ana")
    seat_person(database, "t3", 3, "Ben")
    [names] = [
        each.names for each in BoardFacts(board.database).tables(1_798_800_100) if each.name == "t3"
    ]
    assert names == {2: "Ben"}
    for table, seat in (("t9", 1), ("t1", 0), ("t1", 13)):
        with pytest.raises(PeopleError):
            seat_person(database, table, seat, "Ben")


def test_all_of_a_person_is_listed_and_erased(board: Board, database: Database) -> None:
    lines = [*stored_of(database, "Ana")]
    assert len(lines) == 2
    assert all(line.startswith("Ana: ") for line in lines)
    assert len([*stored_of(database)]) == 4
    standing = board.ask("/standings").text
    assert "Ana" in standing
    assert erase(database, "Ana") == 2
    assert [*stored_of(database, "Ana")] == []
    for path in ("/", "/games", "/catches", "/standings", "/tables/t1"):
        assert "Ana" not in board.ask(path).text
    assert "Seat 4" in board.ask("/games").text, "the game stays"
    with closing(sqlite3.connect(board.path)) as file:
        assert not [text for text in file.iterdump() if "Ana" in text]
    assert erase(database, "Ana") == 0


def test_the_commands_list_and_erase(
    board: Board, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = board.path.with_name("venue.toml")
    settings.write_text(f'store = "{board.path}"\n', encoding="utf-8")

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["doubtit-board", "--config", str(settings), *words])
        code = main()
        out, err = capsys.readouterr()
        assert err.count("\n") <= 1
        return code, out + err

    assert run("seat", "t3", "1", "Eve") == (0, "")
    code, text = run("people", "Eve")
    assert (code, text.count("Eve: ")) == (0, 2)
    assert run("erase", "Eve") == (0, "2 entries of Eve erased\n")
    assert run("people", "Eve") == (0, "")
    assert run("erase", "Eve")[0] == 1
    assert run("season", "Club", "Odd", "then", "now")[0] == 1
    assert run("season", "Club", "Summer", "2027-06-01", "2027-08-31") == (0, "")
    assert run("seat", "t3", "1", "Anna") == run("merge", "Anna", "Ana") == (0, "")
    assert run("merge", "Anna", "Ana")[0] == 1
    code, text = run("pair", "--tables", "2", "--league", "Club", "Ana", "<Bo & Co>", "Dan", "Eve")
    assert (code, text.splitlines()[0]) == (0, "round 1")
    assert not any("Ana" in row and "<Bo" in row for row in text.splitlines()), "they have met"
    assert run("pair", "--tables", "3", "Ana", "Ben")[0] == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\ncorrect horse\n"))
    assert run("password")[0] == 1
    assert run("password") == (0, "")
    assert has_password(board.database)
    settings.write_text("x = 1", encoding="utf-8")
    assert run("people")[0] == 2
    settings.write_text(f'store = "{Path("/nowhere/x.sqlite")}"', encoding="utf-8")
    assert run("people")[0] == 1

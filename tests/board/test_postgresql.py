"""The store and the board in a real PostgreSQL, which may go away and come back."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from board_client import NOW, messages, recorded

from bench.venue.real_postgresql import PostgreSql, cluster, programs
from board.facts import BoardFacts
from board.people import add_season, erase, seat_person, stored_of
from venue.database import Database, StorageError
from venue.store import EventStore

pytestmark = pytest.mark.thorough


@pytest.fixture
def server() -> Iterator[PostgreSql]:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    tools = programs()
    if tools is None:
        pytest.skip("PostgreSQL is not installed, or this is not root: apt install postgresql")
    with cluster(tools) as started:
        yield started


def shown(database: Database) -> list[object]:
    facts = BoardFacts(database)
    ratings = [facts.standings(season) for season in facts.seasons()]
    return [facts.tables(NOW + 9), facts.catches(NOW + 9), facts.games(), ratings]


def test_both_databases_keep_and_show_the_same(server: PostgreSql, tmp_path: Path) -> None:
    seen = []
    for address in (server.address, str(tmp_path / "s.sqlite")):
        with closing(EventStore(address)) as store, closing(Database(address)) as database:
            store.take(messages("t1", recorded("bluff")[:100]), NOW)
            seat_person(database, "t1", 4, "Ana")
            add_season(database, "Club", "Winter", "2026-12-01", "2027-02-28")
            acks = store.take(messages("t1", recorded("bluff")[98:]), NOW + 1)
            acks += store.take(messages("t2", recorded("bullshit")), NOW + 2)
            before = shown(database)
            store.rebuild()
            facts = shown(database)
            assert [*map(str, facts[1:])] == [*map(str, before[1:])]
            people = [*stored_of(database)]
            assert erase(database, "Ana") == 2
            again = [*stored_of(database)]
            events = store.events("t1", "6929f3a1.1"), len(store.events("t2", "6929f3ab.1"))
            seen.append([acks, facts, people, again, events])
    assert seen[0] == seen[1]


def test_programs_that_start_at_once_make_the_database_once(server: PostgreSql) -> None:
    together = Barrier(8)

    def open_it(_: int) -> int:
        together.wait()
        with closing(Database(server.address)) as database:
            return int(database.execute("SELECT count FROM changes")[0][0])

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(open_it, range(8))] == [0] * 8


def test_the_stores_of_several_venues_share_a_database(server: PostgreSql) -> None:
    events, tables = recorded("bullshit"), [f"cafe{number}-t1" for number in range(4)]
    together = Barrier(len(tables))

    def store_them(table: str) -> int:
        with closing(EventStore(server.address)) as store:
            together.wait()
            for start in range(0, len(events), 20):
                store.take(messages(table, events[start : start + 20]), NOW)
            return len(store.events(table, "6929f3ab.1"))

    with ThreadPoolExecutor(len(tables)) as pool:
        assert [*pool.map(store_them, tables)] == [len(events)] * len(tables)
    with closing(Database(server.address, read_only=True)) as database:
        assert {game.table for game in BoardFacts(database).games()} == {*tables}
        changes = database.execute("SELECT count FROM changes")[0][0]
    assert changes == len(tables) * -(-len(events) // 20)


def test_events_are_dropped_by_months_and_what_follows_stays(
    server: PostgreSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    events, month = recorded("bullshit"), 31 * 24 * 3600
    monkeypatch.setattr("venue.database.time.time", lambda: NOW)
    with closing(EventStore(server.address)) as store:
        for number in range(3):
            store.take(messages(f"t{number}", events), NOW + 2 * number * month)
        games = len(BoardFacts(store._database).games())
        kept = []
        for number in range(4):
            store.drop(NOW + (2 * number - 1) * month)
            kept.append([len(store.events(f"t{each}", "6929f3ab.1")) for each in range(3)])
        whole = len(events)
        assert kept == [[whole] * 3, [0, whole, whole], [0, 0, whole], [0, 0, whole]]
        assert store.take(messages("t0", events), NOW + 4 * month)
        assert store.events("t0", "6929f3ab.1") == []
        store.rebuild()
        assert len(BoardFacts(store._database).games()) == games == 3


def test_a_server_that_comes_back_goes_on_without_a_loss(server: PostgreSql) -> None:
    events = recorded("bullshit")
    with closing(EventStore(server.address)) as store, closing(
        Database(server.address, read_only=True)
    ) as database:  # fmt: skip
        facts = BoardFacts(database)
        for part in range(4):
            batch = messages("t1", events[part * 50 : part * 50 + 50])
            [ack] = store.take(batch, NOW)
            assert json.loads(ack.payload)["n"] == part * 50 + 50
            assert len(facts.tables(NOW + 9)) == 1
            server.stop()
            later = messages("t1", events[part * 50 + 50 : part * 50 + 60])
            for _ in range(2):
                with pytest.raises(StorageError):
                    store.take(later, NOW)
                with pytest.raises(StorageError):
                    facts.tables(NOW + 9)
            server.start()
        assert store.count("t1", events[0]["evening"]) == 200


def test_a_reader_writes_nothing(server: PostgreSql) -> None:
    with closing(Database(server.address, read_only=True)) as database:
        for statement in ("DELETE FROM people", "UPDATE changes SET count = 7"):
            with pytest.raises(StorageError, match="read-only"):
                database.execute(statement)

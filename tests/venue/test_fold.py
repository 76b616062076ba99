"""The fold of an evening: what follows from its events, whatever values they have."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from public_lines import TABLE, line

from venue.database import EVENINGS_AT_ONCE, MIGRATIONS, Database, Row, StorageError
from venue.fold import Catch, EveningFold, Result, Undone, places_of
from venue.store import EventStore
from venue.topics import of_table

RECORDED = Path(__file__).parents[2] / "board" / "evenings"
KINDS = (
    "agreement", "dealt", "decided", "played", "taken-back", "cut", "went-out", "came-back",
    "doubted", "forced", "finish", "verdict", "ended", "fault", "unheard-of",
)  # fmt: skip
FIELDS = (
    "public", "game", "index", "count", "entry", "seat", "doubter", "slap_us", "places", "truth",
    "certain", "winner", "loser", "tied", "hands", "points", "turn", "over", "part", "code",
)  # fmt: skip
VALUES: tuple[object, ...] = (
    None, True, False, 0, 1, 5, -1, 11, 12, 1 << 60, 1e300, "", "bluff", "\ud800", "x" * 500,
    [], [0, 1, 2], [5, 5, 5, 5], ["a"], {}, [{"seat": 1, "behind_us": 5, "tied": False}], [[]],
)  # fmt: skip


def events(name: str) -> list[dict[str, Any]]:
    text = (RECORDED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(each) for each in text.splitlines()]


@pytest.mark.parametrize(
    ("name", "places", "catches"),
    [
        ("bluff", (2, 2, 2, 1, 2), 10),
        ("bullshit", (6, 3, 2, 1, 4, 5), 16),
        ("doubt_it", (2, 2, 1, 4), 0),
    ],
)
def test_a_recorded_evening_has_its_result(
    name: str, places: tuple[int, ...], catches: int
) -> None:
    fold = EveningFold()
    facts = [fact for event in events(name) for fact in fold.follow(event)]
    assert facts[-1] == Result(name, places)
    assert sum(isinstance(fact, Catch) for fact in facts) == catches
    assert EveningFold.of_text(fold.text) == fold


@given(
    st.integers(2, 12), st.permutations(range(12)), st.integers(0, 6),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
)  # fmt: skip
def test_a_place_counts_those_who_are_better(
    players: int, order: list[int], gone: int, how: tuple[bool, bool, bool]
) -> None:
    points, wins, loses = how
    seats = [seat for seat in order if seat < players]
    winner, loser = (seats[0] if wins else None), (seats[-1] if loses else None)
    out = seats[:gone]
    places = places_of(
        players, winner, loser, tied=[], rid=[] if points else out, broke=out if points else []
    )
    if not (wins or loses):
        assert places == ()
        return
    assert all(place == 1 + sum(each < place for each in places) for place in places)
    assert winner is None or places.count(1) == 1 == places[winner]
    assert loser is None or places[loser] == max(places)


def hostile(rng: random.Random, n: int) -> dict[str, Any]:
    data = {rng.choice(FIELDS): rng.choice(VALUES) for _ in range(rng.randrange(8))}
    return {**json.loads(line("e.1", n, rng.choice(KINDS), **data)), "table": TABLE, "game": n // 9}


@pytest.mark.examples
def test_no_value_stops_the_store_and_its_facts_follow_from_its_events(tmp_path: Path) -> None:
    rng = random.Random("fold")
    batches = [[hostile(rng, 20 * batch + n + 1) for n in range(20)] for batch in range(20)]
    topic = of_table(TABLE, "event")
    with closing(EventStore(tmp_path / "s.sqlite")) as store:
        store._database.execute("PRAGMA synchronous = OFF")
        for batch in batches:
            store.take([(topic, json.dumps(event).encode()) for event in batch], 7)
        assert store.count(TABLE, "e.1") == 400
        before = facts_of(store)
        store.rebuild()
        assert facts_of(store) == before


def facts_of(store: EventStore) -> list[list[Row]]:
    asked = ("games", "catches", "(SELECT table_name, evening, n, state FROM evenings)")
    return [store._database.execute(f"SELECT * FROM {each} ORDER BY 1, 2, 3, 4") for each in asked]  # noqa: S608


def test_old_events_are_dropped_and_what_follows_stays(tmp_path: Path) -> None:
    topic, played = of_table(TABLE, "event"), events("bluff")
    with closing(EventStore(tmp_path / "s.sqlite")) as store:
        store._database.execute("PRAGMA synchronous = OFF")
        for number in range(EVENINGS_AT_ONCE + 2):
            batch = [{**each, "table": TABLE, "evening": f"e.{number}"} for each in played]
            store.take([(topic, json.dumps(event).encode()) for event in batch], 1000 + number)
        before = facts_of(store)
        newest = f"e.{EVENINGS_AT_ONCE + 1}"
        assert not store.drop(2000)  # the clock is wrong, or nobody has played since
        assert [store.drop(1001 + EVENINGS_AT_ONCE) for _ in range(3)] == [True, False, False]
        kept = [store.events(TABLE, name) for name in ("e.0", f"e.{EVENINGS_AT_ONCE}", newest)]
        assert [len(each) for each in kept] == [0, 0, len(played)]
        assert facts_of(store) == before
        store.rebuild()
        assert facts_of(store) == before


def test_what_is_taken_back_is_kept_no_more(tmp_path: Path) -> None:
    played = events("bluff")
    topic = of_table(TABLE, "event")
    with closing(EventStore(tmp_path / "s.sqlite")) as store:

        def take(*taken: dict[str, Any]) -> tuple[int, int]:
            store.take(
                [(topic, json.dumps({**each, "table": TABLE}).encode()) for each in taken], 7
            )
            games, catches, _ = facts_of(store)
            return len(games), len(catches)

        assert take(*played) == (1, 10)
        back = {**played[-1], "n": 201, "type": "taken-back", "data": {"count": 8}}
        assert take(back) == (0, 8), "the result, and the catches of the last 8 actions"
        cut = {**back, "n": 202, "type": "cut", "data": {"entry": 20}}
        assert take(cut) == (0, 0)


def test_facts_behind_an_action_or_an_entry_are_undone() -> None:
    fold = EveningFold()
    for event in events("bluff")[:30]:
        [*fold.follow(event)]
    back = json.loads(line("6929f3a1.1", 31, "taken-back", count=2))
    assert [*fold.follow(back)] == [Undone(action=7)]


def test_a_database_of_the_first_form_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    old = Database(path)
    for name in (
        "events",
        "evenings",
        "changes",
        "games",
        "catches",
        "seatings",
        "people",
        "seasons",
        "organiser",
        "sessions",
    ):
        old.execute(f"DROP TABLE {name}")
    for statement in filter(str.strip, MIGRATIONS[0].split(";")):
        old.execute(statement)
    old.execute("PRAGMA user_version = 1")
    for event in events("bluff"):
        row = (TABLE, event["evening"], event["n"], 7, json.dumps({**event, "table": TABLE}))
        old.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
    old.execute("INSERT INTO evenings VALUES (?, ?, ?)", (TABLE, "6929f3a1.1", 200))
    old.close()
    with closing(EventStore(path)) as store:
        assert store.count(TABLE, "6929f3a1.1") == 200
        games, catches, _ = facts_of(store)
        assert (len(games), len(catches)) == (1, 10)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    new = Database(path)
    new.execute("PRAGMA user_version = 99")
    new.close()
    with pytest.raises(StorageError, match="form 99"):
        Database(path)

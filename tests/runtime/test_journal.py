"""The journal keeps what was shown, replays it bit for bit, and never loses a broken file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from at_table import People, playing
from hypothesis import given
from hypothesis import strategies as st
from older_journal import older_journal
from said import fails

from appliance.core.reading import Reading, SeenCard
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    Chosen,
    Edge,
    LetterTyped,
    RowTouched,
    Tick,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.errors import JournalError
from appliance.message import Message
from appliance.rules.actions import Play, Reveal
from appliance.rules.cards import Rank
from appliance.runtime.codec import decode, encode
from appliance.runtime.journal import VERSION, Journal, digest
from appliance.runtime.loop import Loop
from appliance.table import Table, TableSettings
from appliance.table.stages import Lobby, Turns

SETTINGS = TableSettings(
    buzzers=4, options=(("count_mismatch", "correct_only"), ("tie_window_ms", 40))
)


def execute(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(statement)
        database.commit()


def tables(path: Path) -> list[Table]:
    with closing(Journal.read(path)) as journal:
        return [table for _, table in journal.replay()]


def evening(journal: Journal) -> People:
    """Three people sit down, deal and play, written down step by step."""
    people = People(Table(journal.settings), now=SECOND)
    for buzzer in (0, 1, 2):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    people.wait(100 * MS)
    people.hold(0)
    people.lay(1, 2)
    journal.append(people.handled)
    return people


def test_an_evening_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    with closing(Journal.open(path, SETTINGS)) as journal:
        people = evening(journal)
    assert people.at(Turns)
    assert tables(path) == [table for _, _, table in people.handled]
    with closing(Journal.open(path, TableSettings())) as journal:
        loop = Loop(journal, ())
        assert loop.resume() == people.handled[-1][0]
    assert loop.table.game == people.game
    assert loop.table.settings == SETTINGS, "an evening goes on as it began"
    assert loop.table.paused is not None


def test_what_the_loop_did_is_on_disk_before_anybody_is_told(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    seen: list[int] = []

    def perform(_effect: object) -> None:
        seen.append(len(tables(path)))

    journal = Journal.open(path, SETTINGS)
    loop = Loop(journal, (perform,))
    loop.post(Edge(0, down=True, at=SECOND))
    loop.turn(SECOND)
    assert not loop.turn(SECOND + MS), "a tick that changes nothing is not written down"
    loop.turn(SECOND + 5 * MS)
    assert isinstance(loop.table.inner, Lobby)
    journal.close()
    assert seen
    assert all(count == 2 for count in seen)


def test_a_full_disk_stops_the_step_from_being_shown(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "e.journal", SETTINGS)
    shown: list[object] = []
    loop = Loop(journal, (shown.append,))
    before = loop.table
    journal.close()
    loop.post(Edge(0, down=True, at=SECOND))
    with fails(JournalError, "can't write the journal"):
        loop.turn(SECOND)
    assert loop.table is before
    assert not shown


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"not a database, but somebody's letter"),
        lambda path: path.write_bytes(path.read_bytes()[:3000]),
        lambda path: execute(path, "PRAGMA application_id = 7"),
        lambda path: execute(path, "DROP TABLE evening"),
    ],
)
def test_a_broken_journal_is_named_and_set_aside_and_never_overwritten(
    tmp_path: Path, damage: object
) -> None:
    path = tmp_path / "e.journal"
    journal = Journal.open(path, SETTINGS)
    evening(journal)
    journal.close()
    assert callable(damage)
    damage(path)
    broken = path.read_bytes()
    with fails(JournalError, r"set aside as .*e\.journal\.broken-1"):
        Journal.open(path, SETTINGS)
    assert (tmp_path / "e.journal.broken-1").read_bytes() == broken
    assert not path.exists()
    Journal.open(path, SETTINGS).close()
    damage(path)
    with fails(JournalError, "broken-2"):
        Journal.open(path, SETTINGS)


@pytest.mark.parametrize("column", ["now = now + 1", "signal = '{\"Tick\":[5]}'", "digest = x'00'"])
def test_one_changed_row_is_noticed(tmp_path: Path, column: str) -> None:
    path = tmp_path / "e.journal"
    journal = Journal.open(path, SETTINGS)
    evening(journal)
    journal.close()
    database = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        database.execute(f"UPDATE signals SET {column} WHERE number = 9")  # noqa: S608
    database.execute("DROP TRIGGER signals_stay")
    database.execute(f"UPDATE signals SET {column} WHERE number = 9")  # noqa: S608
    database.close()
    with fails(JournalError, "row 9"):
        tables(path)
    assert path.exists(), "who only reads moves nothing"
    with fails(JournalError, r"row 9.*set aside as .*broken-1"):
        Loop(Journal.open(path, SETTINGS), ()).resume()
    assert not path.exists()


@pytest.mark.parametrize(("version", "age"), [(1, "an older"), (VERSION + 1, "a newer")])
def test_a_journal_of_another_version_is_said_to_be_one_and_kept(
    tmp_path: Path, version: int, age: str
) -> None:
    path = tmp_path / "e.journal"
    whole = older_journal(path, version)
    says = rf"written by {age} version .* \(its format is {version}, this version's is {VERSION}\)"
    with fails(JournalError, says):
        Journal.read(path)
    assert path.read_bytes() == whole, "who only reads moves nothing"
    with fails(JournalError, rf"{says}.*set aside as .*e\.journal\.other-version-1.*Start again"):
        Journal.open(path, SETTINGS)
    assert (tmp_path / "e.journal.other-version-1").read_bytes() == whole
    assert not path.exists()


def test_reading_a_journal_that_is_not_there(tmp_path: Path) -> None:
    with fails(JournalError, "no journal"):
        Journal.read(tmp_path / "none.journal")


RANKS = st.sampled_from(Rank)
CARDS = st.builds(SeenCard, st.none() | RANKS, st.floats(0, 1), st.just(((0.5, 1.0), (2.0, 3.25))))
SIGNALS = (
    st.builds(Edge, st.integers(0, 11), st.booleans(), st.integers(0, 1 << 62))
    | st.builds(
        Chosen,
        st.builds(Play, st.integers(0, 5), st.integers(0, 9), st.none() | RANKS)
        | st.builds(Reveal, st.lists(RANKS, max_size=6).map(tuple)),
        st.integers(),
    )
    | st.builds(Wished, st.sampled_from(Wish), st.integers())
    | st.builds(
        CardsSeen,
        st.integers(),
        st.builds(
            Reading, st.lists(CARDS, max_size=4).map(tuple), st.just(640), st.just(480), st.text()
        ),
        st.integers(),
    )
    | st.builds(
        Told,
        st.sampled_from(Task),
        st.lists(st.builds(Message, st.text()), max_size=3).map(tuple),
        st.booleans(),
        st.integers(),
    )
    | st.builds(RowTouched, st.integers(0, 40), st.integers())
    | st.builds(LetterTyped, st.text(max_size=1), st.integers())
    | st.builds(Tick, st.integers())
)


@given(SIGNALS)
def test_every_signal_comes_back_equal_and_of_its_type(signal: object) -> None:
    back = decode(encode(signal))
    assert back == signal
    assert repr(back) == repr(signal)


@given(st.text() | st.sampled_from(['{"os.system":["x"]}', '{"Edge":[1]}', "[1,", '{"Rank":"Z"}']))
def test_nothing_but_our_own_values_is_ever_made(text: str) -> None:
    try:
        value = decode(text)
    except ValueError:
        return
    assert value is None or isinstance(value, (int, float, str, tuple))


def test_the_digest_sees_a_single_nanosecond() -> None:
    people = playing()
    before = digest(people.table)
    people.down(0, at=5)
    other = playing()
    other.down(0, at=6)
    assert len({before, digest(people.table), digest(other.table)}) == 3

"""The journal keeps what was shown, replays it bit for bit, and never loses a broken file."""

import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from at_table import People, playing
from hypothesis import given
from hypothesis import strategies as st
from older_journal import older_journal
from said import fails, noticed, said

from appliance.core.question import CardCode
from appliance.core.reading import Reading, SeenCard
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    Chosen,
    CodeSeen,
    Edge,
    LetterTyped,
    RowTouched,
    Tick,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.errors import JournalError, UnreachableError
from appliance.runtime.bookmark import SLOT, bookmark_of
from appliance.runtime.codec import decode, encode, encode_named
from appliance.runtime.database import VERSION
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.runtime.rows import digest
from appliance.table import Table, TableSettings
from appliance.table.stages import Lobby, Turns
from bluffing.actions import Play, Reveal
from bluffing.cards import Rank, Suit
from bluffing.message import Message

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


def written(path: Path) -> int:
    """An evening at `path`; gives the number of its steps."""
    with closing(Journal.open(path, SETTINGS)) as journal:
        return len(evening(journal).handled)


def resumed(path: Path) -> tuple[Loop, Journal]:
    """Return the table after a start; the journal is closed."""
    with closing(Journal.open(path, SETTINGS)) as journal:
        loop = Loop(journal, ())
        loop.resume()
        return loop, journal


def why(journal: Journal) -> str:
    assert journal.loss is not None
    return said(journal.loss.why)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"not a database, but somebody's letter"),
        lambda path: path.write_bytes(b""),
        lambda path: execute(path, "PRAGMA application_id = 7"),
        lambda path: execute(path, "DROP TABLE evening"),
        lambda path: execute(path, "UPDATE evening SET settings = '{}'"),
    ],
)
def test_what_is_no_journal_is_set_aside_and_a_new_evening_begins(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    damage(path)
    broken = path.read_bytes()
    with pytest.raises(JournalError):
        Journal.read(path)
    loop, journal = resumed(path)
    assert re.search(r"set aside as .*e\.journal\.broken-1, nothing was deleted", why(journal))
    assert journal.loss is not None
    assert journal.loss.steps == steps
    assert (tmp_path / "e.journal.broken-1").read_bytes() == broken
    assert (tmp_path / "e.journal.broken-1-bookmark").exists()
    assert noticed(loop.table) == "the last evening can't be read any more; its file is kept"
    damage(path)
    assert "broken-2" in why(resumed(path)[1])
    assert resumed(path)[1].loss is None


CHANGES = pytest.mark.parametrize(
    "change",
    [
        "now = now + 1",
        "signal = '{\"Tick\":[5]}'",
        "digest = x'00'",
        "signal = replace(hex(zeroblob(20000)), '00', '[')",
        "signal = x'ff'",
        "number = 1000",
    ],
)


def alter(path: Path, change: str) -> None:
    """Change row 9 as nothing of ours does."""
    update = f"UPDATE signals SET {change} WHERE number = 9"  # noqa: S608 - our own words
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        execute(path, update)
    execute(path, "DROP TRIGGER signals_stay")
    execute(path, update)


@CHANGES
def test_a_row_that_is_not_as_it_was_written_ends_the_evening_there(
    tmp_path: Path, change: str
) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    execute(path, "DELETE FROM states")  # the table was last kept before the row
    alter(path, change)
    before = path.read_bytes()
    with fails(JournalError, rf"row 9.*{steps - 8} steps after that are missing"):
        tables(path)
    assert path.read_bytes() == before, "who only reads changes nothing"
    loop, journal = resumed(path)
    assert re.search(r"row 9.*8 whole steps; a copy of all was kept as .*broken-1", why(journal))
    assert noticed(loop.table) == f"{steps - 8} steps at the end are missing: check the counts"
    execute(tmp_path / "e.journal.broken-1", "SELECT 1")
    assert len(tables(path)) == 10, "the start and what was lost are steps, too"
    assert resumed(path)[1].loss is None


@pytest.mark.parametrize("change", ["now = now + 1", "signal = x'ff'", "digest = x'00'"])
def test_a_row_before_the_kept_table_is_told_and_the_evening_goes_on(
    tmp_path: Path, change: str
) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    alter(path, change)
    with fails(JournalError, rf"row 9.*{steps - 8} steps after that are missing"):
        tables(path)
    with closing(Journal.read(path)) as journal, fails(JournalError, "row 9"):
        journal.verify()
    loop, journal = resumed(path)
    assert journal.loss is None
    assert isinstance(loop.table.inner, Turns), "the game stands where it stood"


def test_a_kept_table_that_is_not_as_it_was_written_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    written(path)
    loop, _ = resumed(path)
    for other in (
        b"x",
        zlib.compress(b"{}"),
        zlib.compress(encode_named(Table(SETTINGS)).encode()),
    ):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE states SET state = ?", (other,))
        again, journal = resumed(path)
        assert journal.loss is None
        assert again.table.game == loop.table.game


def test_an_end_that_is_missing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    execute(path, "DROP TRIGGER signals_last")
    execute(path, f"DELETE FROM signals WHERE number > {steps - 12}")  # noqa: S608
    with fails(JournalError, "has lost its end: 12 steps are missing"):
        tables(path)
    loop, journal = resumed(path)
    assert noticed(loop.table) == "12 steps at the end are missing: check the counts"
    assert loop.table.paused is not None
    assert "has lost its end: 12 steps are missing" in why(journal)
    assert len(tables(path)) == steps - 10


def test_another_evening_in_the_place_of_one_is_told(tmp_path: Path) -> None:
    path, other = tmp_path / "e.journal", tmp_path / "other.journal"
    steps = written(path)
    with closing(Journal.open(other, TableSettings())) as journal:
        evening(journal)
    other.replace(path)
    with fails(JournalError, f"does not match its bookmark, which has another step {steps}"):
        tables(path)
    loop, journal = resumed(path)
    assert "another step" in why(journal)
    assert loop.table.settings == TableSettings(), "it goes on all the same"
    assert resumed(path)[1].loss is None


@pytest.mark.parametrize(("spoilt", "told"), [((0,), False), ((1,), False), ((0, 1), True)])
def test_a_power_cut_spoils_one_slot_of_the_mark_and_the_other_tells(
    tmp_path: Path, spoilt: tuple[int, ...], *, told: bool
) -> None:
    path = tmp_path / "e.journal"
    written(path)
    with bookmark_of(path).open("r+b") as file:
        for slot in spoilt:
            file.seek(slot * SLOT)
            file.write(b"\xff" * SLOT)
    assert (resumed(path)[1].loss is not None) is told


def test_a_journal_without_a_mark_is_as_good_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    bookmark_of(path).unlink()
    with closing(Journal.read(path)) as journal:
        assert not journal.bookmarked
    assert len(tables(path)) == steps
    assert resumed(path)[1].loss is None
    with closing(Journal.read(path)) as journal:
        assert journal.bookmarked, "whoever writes makes one"


def test_a_copy_of_the_main_file_alone_is_bounded_behind_and_its_bookmark_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "e.journal", tmp_path / "copy.journal"
    monkeypatch.setattr("appliance.runtime.journal.LOG_ROWS", 4)
    people = People(Table(SETTINGS), now=SECOND)
    people.press(0)
    people.press(1)
    with closing(Journal.open(path, SETTINGS)) as journal:
        for number, step in enumerate(people.handled):
            journal.append([step])
            shutil.copy(path, copy)
            rows = len(tables(copy))
            assert number + 1 - 6 <= rows <= number + 1
            shutil.copy(bookmark_of(path), bookmark_of(copy))
            if rows < number:
                with fails(JournalError, "has lost its end"):
                    tables(copy)
            bookmark_of(copy).unlink()


def test_one_process_writes_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    with closing(Journal.open(path, SETTINGS)) as journal:
        steps = len(evening(journal).handled)
        with fails(UnreachableError, rf"written by another program \(process {os.getpid()}\)"):
            Journal.open(path, SETTINGS)
        assert len(tables(path)) == steps, "others may read"
    Journal.open(path, SETTINGS).close()


def test_a_reading_that_was_left_off_is_no_fault_once_the_journal_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    written(path)
    journal = Journal.read(path)
    steps = journal.replay()
    next(steps)
    journal.close()
    del steps


@pytest.mark.parametrize(
    "kind",
    [
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY_DIRECTORY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
    ],
)
def test_an_error_that_is_not_the_journals_sets_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: int
) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("the disk")
        error.sqlite_errorcode = kind
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("appliance.runtime.database.rows_of", fail)
        with (
            fails(UnreachableError, "can't read the journal"),
            closing(Journal.open(path, SETTINGS)) as journal,
        ):
            journal.resume()
        patch.setattr("appliance.runtime.database.end_of", fail)
        with fails(UnreachableError, "can't read the journal"):
            Journal.open(path, SETTINGS)
    assert not list(tmp_path.glob("*.broken-*"))
    assert len(tables(path)) == steps


def test_a_journal_of_a_newer_version_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    whole = older_journal(path, VERSION + 1)
    says = rf"a newer version .* \(its format is {VERSION + 1}, this version's is {VERSION}\)"
    for use in (Journal.read, lambda path: Journal.open(path, SETTINGS)):
        with fails(JournalError, rf"{says}.*: install that version again; or rename the file"):
            use(path)
    assert path.read_bytes() == whole
    assert not list(tmp_path.glob("*version*"))


@pytest.mark.parametrize("version", [1, 3])
def test_a_journal_of_an_older_version_is_said_to_be_one_and_kept(
    tmp_path: Path, version: int
) -> None:
    path = tmp_path / "e.journal"
    whole = older_journal(path, version)
    says = (
        rf"written by an older version .* \(its format is {version}, this version's is {VERSION}\)"
    )
    with fails(JournalError, says):
        Journal.read(path)
    assert path.read_bytes() == whole, "who only reads moves nothing"
    with closing(Journal.open(path, SETTINGS)) as journal:
        told = why(journal)
    assert re.search(rf"{says}.*set aside as .*e\.journal\.other-version-1.*A new evening", told)
    assert (tmp_path / "e.journal.other-version-1").read_bytes() == whole
    with KeptEvening.open(tmp_path / "e.journal.other-version-1") as kept:
        assert [row.kind for row in kept.rows()][:2] == ["Edge", "Tick"]


def test_reading_a_journal_that_is_not_there(tmp_path: Path) -> None:
    with fails(JournalError, "no journal"):
        Journal.read(tmp_path / "none.journal")


RANKS = st.sampled_from(Rank)
QUAD = ((0.5, 1.0), (2.0, 3.25))
SUITS = st.none() | st.sampled_from(Suit)
CARDS = st.builds(SeenCard, st.none() | RANKS, st.floats(0, 1), st.just(QUAD), SUITS)
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
        CodeSeen,
        st.integers(),
        st.none() | st.builds(CardCode, st.text(), st.text(), st.floats(0, 100)),
        st.integers(),
    )
    | st.builds(
        Told,
        st.sampled_from(Task),
        st.lists(st.builds(Message, st.text()), max_size=3).map(tuple),
        st.booleans(),
        st.integers(),
    )
    | st.builds(RowTouched, st.integers(0, 40), st.integers(), st.booleans())
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


def test_a_file_that_no_table_wrote_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "passwd"
    path.write_text("root:x:0:0\n")
    with fails(UnreachableError, "no table wrote it: name another place"):
        Journal.open(path, SETTINGS)
    assert path.read_text() == "root:x:0:0\n"
    bookmark_of(path).write_bytes(b"x")
    with closing(Journal.open(path, SETTINGS)) as journal:
        assert "broken-1" in why(journal), "a bookmark says that it was a journal"


@pytest.mark.parametrize("suffix", ["", "-wal", "-bookmark"])
def test_nothing_but_regular_files_is_touched(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "e.journal"
    special = path.with_name(path.name + suffix)
    if suffix:
        written(path)
        special.unlink(missing_ok=True)
    os.mkfifo(special)
    for use in (Journal.read, lambda path: Journal.open(path, SETTINGS)):
        with fails(UnreachableError, f"{special.name} is no regular file: remove it"):
            use(path)
    assert special.is_fifo()


def test_settings_of_a_table_that_there_can_not_be_are_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    for wrong in (replace(SETTINGS, buzzers=10**9), replace(SETTINGS, names=()), 7, None):
        written(path)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE evening SET settings = ?", (encode(wrong),))
        with fails(JournalError, "is broken"):
            Journal.read(path)
        assert resumed(path)[1].loss is not None


def spoil(path: Path, table: str) -> None:
    """Overwrite the root page of a table."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        [(page,)] = database.execute("PRAGMA page_size")
        root = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        [(number,)] = database.execute(root, (table,))
    with path.open("r+b") as file:
        file.seek((number - 1) * page)
        file.write(b"\xff" * page)


@pytest.mark.parametrize("table", ["record", "names", "states"])
def test_a_damaged_page_of_what_the_rows_imply_costs_no_row(tmp_path: Path, table: str) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    whole, _ = resumed(path)
    with KeptEvening.open(path) as kept:
        record = list(kept.record())
    spoil(path, table)
    loop, journal = resumed(path)
    assert loop.table.game == whole.table.game
    assert len(tables(path)) >= steps
    if journal.loss is not None:  # the copy is reported, and no step is lost
        assert journal.loss.steps == 0
    with KeptEvening.open(path) as kept:
        assert list(kept.record())[: len(record)] == record


def test_a_record_that_has_its_next_entries_already_is_made_again(tmp_path: Path) -> None:
    """A damaged index counts fewer entries than there are."""
    path = tmp_path / "e.journal"
    steps = written(path)
    with KeptEvening.open(path) as kept:
        record = list(kept.record())
    execute(path, "DELETE FROM states")
    with closing(sqlite3.connect(path)) as database, database:
        [(newest,)] = database.execute("SELECT max(number) FROM record")
        database.execute("DROP TRIGGER record_stays")
        database.execute("UPDATE record SET number = -number WHERE number = ?", (newest,))
        database.execute("CREATE UNIQUE INDEX damaged ON record (abs(number))")
    loop, journal = resumed(path)
    assert "UNIQUE constraint failed" in why(journal)
    assert journal.loss is not None
    assert journal.loss.steps == 0
    assert isinstance(loop.table.inner, Turns)
    assert len(tables(path)) > steps
    with KeptEvening.open(path) as kept:
        assert list(kept.record())[: len(record)] == record


def test_a_loss_is_reported_again_where_the_start_went_no_further(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    path.unlink()
    Journal.open(path, SETTINGS).close()  # no part has heard of it yet
    loop, journal = resumed(path)
    assert journal.loss is not None
    assert journal.loss.steps == steps
    assert loop.table.notice is not None
    assert resumed(path)[1].loss is None


def test_a_journal_whose_main_file_is_gone_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    steps = written(path)
    path.unlink()
    loop, journal = resumed(path)
    assert "is gone, and only files that belong to it are left" in why(journal)
    assert journal.loss is not None
    assert journal.loss.steps == steps
    assert loop.table.notice is not None
    assert resumed(path)[1].loss is None

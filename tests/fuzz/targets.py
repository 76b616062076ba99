"""Readers of bytes from anyone, each as a function of bytes: its promise.

Whatever the bytes, a target gives nothing or the error that its module documents, within bounded
time and memory. What it reads is also told, written and read again where that can be done.
`test_corpus.py` gives it each file of `corpus/TARGET`, and `make fuzz` inputs that Atheris breeds.

An archive, a journal and a file of statistics have checksums that chance seldom hits. Their inputs
are such a whole file, or else the content of a valid one.
"""

import sqlite3
import warnings
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from zipfile import ZipFile

from appliance.bounded_files import toml_of
from appliance.commands.statistics import _plain
from appliance.config import config_of
from appliance.core.effects import CountVotes
from appliance.core.signals import Edge
from appliance.errors import DoubtItError, JournalError, QuestionError, UnfitFileError
from appliance.kept import KEPT_NAME, in_force, mend, save
from appliance.questions.house import VOTES, Ballots
from appliance.questions.memory import NAME, Memory
from appliance.questions.pack import Contents, contents, pack_of, refuse_unreadable
from appliance.questions.sheet import csv_of, pack_text, sheet_of
from appliance.questions.shelf import FOLDER
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.runtime.records import played_games
from appliance.service.archive import MANIFEST, opened
from appliance.service.backup import BACKUP
from appliance.statistics.store import Store
from appliance.statistics.tally import TalliedGame, Tally, by_name, liars
from appliance.table import Table, TableSettings, step
from bluffing.errors import NotationError
from bluffing.message import Message
from bluffing.notation.read import read
from bluffing.notation.record import result
from bluffing.notation.write import write
from lab.scenario import load, run
from lab.words import words_of

MAGIC = b"SQLite format 3\0"


Target: TypeAlias = Callable[[bytes, Path], None]
"""A promise, which is given bytes and an empty folder."""


def told(what: Message) -> str:
    """Return a message in words that can be printed."""
    said = words_of("en").say(what)
    said.encode()
    return said


def kept_promise(target: Target, data: bytes, folder: Path) -> DoubtItError | NotationError | None:
    """Keep the promise of `target`; return the error that it documents, or None.

    Any other exception is a broken promise.
    """
    try:
        target(data, folder)
    except DoubtItError as error:
        told(error.says)
        return error
    except NotationError as error:
        told(error.why)
        return error
    return None


# --- archives and databases ----------------------------------------------------------------------


def archive(data: bytes, folder: Path) -> None:
    """A whole archive, or its manifest, names and members, with zeros between.

    `@1` in the manifest is the checksum of the first member.
    """
    path = folder / "archive.zip"
    if data.startswith(b"PK"):
        path.write_bytes(data)
    else:
        manifest, *parts = data.split(b"\0")
        members = list(zip(parts[::2], parts[1::2], strict=False))
        for number, (_, member) in enumerate(members, 1):
            manifest = manifest.replace(b"@%d" % number, sha256(member).hexdigest().encode())
        with warnings.catch_warnings(), ZipFile(path, "w") as packed:
            warnings.simplefilter("ignore")  # a name may come twice
            packed.writestr(MANIFEST, manifest)
            for name, member in members:
                if name:  # zipfile writes no other
                    packed.writestr(name.decode("utf-8", "replace"), member)
    read_archive(path)


def read_archive(path: Path) -> None:
    """Read all of an archive as `restore` does."""
    with opened(path, BACKUP) as held:
        for name in held.sums:
            held.copy(name, BytesIO())


ROW = """
DROP TRIGGER signals_stay;
UPDATE signals SET signal = CAST(:text AS TEXT) WHERE number = :number;
"""
SETTINGS = "UPDATE evening SET settings = CAST(:text AS TEXT)"


def journal(data: bytes, folder: Path) -> None:
    """A whole journal; or a digit and another signal for that row, or settings for the row 0."""
    path = folder / "evening.journal"
    if data.startswith(MAGIC):
        path.write_bytes(data)
    else:
        path.write_bytes(whole(write_journal))
        number, text = data[:1], data[1:]
        row = int(number) if number.isdigit() else 1
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA synchronous = OFF")
            for part in (ROW if row else SETTINGS).split(";"):
                values = {"text": text, "number": row} if ":" in part else {}
                database.execute(part, values)
            database.commit()
    read_journal(path)


@cache
def whole(make: Callable[[Path], None]) -> bytes:
    """Return the database that `make` writes, in one file without a log."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "whole")
        make(path)
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def write_journal(path: Path) -> None:
    """Write a short evening."""
    settings = TableSettings(buzzers=4)
    with closing(Journal.open(path, settings)) as made:
        table = Table(settings)
        for number in range(1, 5):
            edge = Edge(number % 2, number % 3 != 0, number * 10**8)
            table, _ = step(table, edge, number * 10**8)
            made.append([(number * 10**8, edge, table)])


def read_journal(path: Path) -> None:
    """Read all of a journal as lists, stories and replays do, and go on from it."""
    with suppress(JournalError), KeptEvening.open(path) as evening:
        tuple(evening.record())
        evening.names()
        played_games(evening, 3)
    with suppress(JournalError), closing(Journal.read(path)) as made:
        for _ in made.replay():
            pass
    with closing(Journal.open(path, TableSettings())) as made:
        made.resume()


COLUMNS = (
    "evenings.evening", "evenings.steps", "games.evening", "games.number", "games.began",
    "games.ruleset", "tallies.number", "tallies.seat", "tallies.name", "tallies.claims",
    "tallies.slap_us", "tallies.won",
)  # fmt: skip


def statistics(data: bytes, folder: Path) -> None:
    """A whole file; or a column's letter, a type's and its value; or `!` and SQL."""
    path, other = folder / "statistics.sqlite", folder / "other.sqlite"
    for made in (path, other):
        made.write_bytes(whole(write_statistics))
    if data.startswith(MAGIC):
        path.write_bytes(data)
    else:
        with closing(sqlite3.connect(path)) as database, suppress(sqlite3.Error, ValueError):
            database.execute("PRAGMA synchronous = OFF")
            spoil(database, data)
            database.commit()
    _read_statistics(path, other)


def write_statistics(path: Path) -> None:
    """Write what one game comes to."""
    with Store.open(path, write=True) as store:
        store.put("a.1", 7, [TalliedGame(1, 1_790_000_000, "idi", ("Ana",), (Tally(1),))])


def spoil(database: sqlite3.Connection, data: bytes) -> None:
    """Write a value into a column, or a statement into the schema.

    Raises:
        sqlite3.Error, ValueError: that can't be done.
    """
    if data.startswith(b"!"):
        database.set_authorizer(_only_schema)
        database.execute(data[1:].decode())
        database.set_authorizer(None)
        return
    if len(data) < 2:
        raise ValueError(data)
    kind, text = chr(data[1]), data[2:]
    table, column = COLUMNS[data[0] % len(COLUMNS)].split(".")
    value: int | float | bytes | None = text
    match kind:
        case "i":
            value = int(text[:20]) % 2**64 - 2**63 if len(text) > 18 else int(text)
        case "f":
            value = float(text)
        case "n":
            value = None
    cast = "CAST(? AS TEXT)" if kind == "t" else "?"
    database.execute(f"UPDATE {table} SET {column} = {cast}", (value,))  # noqa: S608 - ours


def _only_schema(action: int, *_: str | None) -> int:
    """Let a statement change the schema, and neither run for long nor reach other files."""
    slow = action in {sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_FUNCTION}
    return sqlite3.SQLITE_DENY if slow else sqlite3.SQLITE_OK


def _read_statistics(path: Path, other: Path) -> None:
    errors = []
    try:
        with Store.open(path) as store:
            store.steps_of("a.1")
            rows = store.rows()
        tallies = by_name((row.name, row.tally) for row in rows)
        liars(tallies)
        for row in rows:
            _plain(row)
    except DoubtItError as error:
        errors.append(error)
    try:
        with Store.open(path) as store, Store.open(other, write=True) as here:
            here.merge(store)
    except DoubtItError as error:
        errors.append(error)
    with Store.open(other) as here:
        here.rows()  # what was merged can be read
    if errors:
        raise errors[0]


# --- texts ---------------------------------------------------------------------------------------


def settings(data: bytes, _folder: Path) -> None:
    """The text of a settings file."""
    try:
        tables = toml_of(data.decode("utf-8", "replace"))
    except UnfitFileError:
        return
    config_of(tables).table(60)


def kept(data: bytes, folder: Path) -> None:
    """The changes made at the table: whatever they hold, the table starts, and nothing is lost."""
    path, evening = folder / KEPT_NAME, folder / "evening.journal"
    path.write_bytes(data)
    found = mend(in_force(None, evening))
    for why in found.wrong:
        told(why)
    aside = path.with_name(f"{KEPT_NAME}.broken-1")
    assert (aside if found.wrong else path).read_bytes() == data
    save(found.kept, path)
    again = in_force(None, evening)
    assert (again.config, again.wrong) == (found.config, ())


def memory(data: bytes, folder: Path) -> None:
    """The asked questions: the table starts, whatever the file holds, and nothing is lost."""
    path = folder / NAME
    path.write_bytes(data)
    lines: list[Message] = []
    found = Memory(path, lines.append)
    for line in lines:
        told(line)
    assert (path.with_name(f"{NAME}.broken-1") if lines else path).read_bytes() == data
    found.remember(found.asked)
    again = Memory(path, lines.append)
    assert (again.asked, again.flagged) == (found.asked, found.flagged)


def votes(data: bytes, folder: Path) -> None:
    """The votes: the table starts, whatever they hold, and nothing is lost."""
    path = folder / VOTES
    path.write_bytes(data)
    lines: list[Message] = []
    found = _ballots(folder, lines)
    for line in lines:
        told(line)
    assert (path.with_name(f"{VOTES}.broken-1") if lines else path).read_bytes() == data
    found.perform(CountVotes("ghost", 1, 1))
    assert _ballots(folder, lines).counted == found.counted
    for made in (folder / FOLDER).glob("*.toml"):
        made.unlink()
    with suppress(FileNotFoundError):
        (folder / FOLDER).rmdir()


def _ballots(folder: Path, lines: list[Message]) -> Ballots:
    return Ballots(
        folder, lambda _: None, lambda: 7, today=lambda: date(2026, 11, 28), say=told,
        tell=lines.append, language="en",
    )  # fmt: skip


def pack(data: bytes, folder: Path) -> None:
    """A pack of questions, which can be written as a sheet."""
    path = folder / "pack.toml"
    path.write_bytes(data)
    _told_pack(contents(str(path)))


def sheet(data: bytes, folder: Path) -> None:
    """A sheet of questions, which is a pack."""
    path, made = folder / "sheet.csv", folder / "sheet.toml"
    path.write_bytes(data)
    found = sheet_of(path, "en", wrong := list[QuestionError]())
    for error in wrong:
        raise error
    text = pack_text("Ours", "en", found.rows)
    refuse_unreadable(text, made)
    made.write_text(text, encoding="utf-8")
    _told_pack(contents(str(made)))


def _told_pack(found: Contents) -> None:
    csv_of(found)
    for entry in found.entries:
        told(Message("text", (("text", entry.question.text),)))
    pack_of(found, found.drawn())


def scenario(data: bytes, folder: Path) -> None:
    """Stories, which are played."""
    path = folder / "story.toml"
    path.write_bytes(data)
    for story in load(path):
        if isinstance(story, DoubtItError):
            told(story.says)
        elif story is not None:
            for difference in run(story):
                told(difference)


def notation(data: bytes, _folder: Path) -> None:
    """Games as text, which are the same once they are written and read again."""
    records = read(data.decode("utf-8", "replace"))
    text = write(records)
    assert read(text) == records
    assert write(read(text)) == text
    for record in records:
        *_, state = record.states()
        result(state).encode()


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        archive, journal, statistics, settings, kept, memory, votes, pack, sheet, scenario,
        notation,
    )
}  # fmt: skip
"""Each target by its name, which is that of its folder in `corpus`."""

"""Opens the present evening: resumes it, or keeps it beside a new one. A venue may follow it."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from appliance.config import Evenings
from appliance.core.signals import DISK, SECOND, Wish, Wished
from appliance.drivers import opened
from appliance.drivers.pulse import lower_priority
from appliance.errors import JournalError, UnreachableError
from appliance.runtime.aside import (
    ENDED,
    FILES,
    OTHER,
    kept,
    part,
    put_back,
    set_aside,
    word_of,
)
from appliance.runtime.journal import NEWER, Journal
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.public_file import PublicFile
from appliance.runtime.starts import Start
from appliance.service.context import TableContext
from appliance.service.log import Log
from appliance.service.manager import Manager
from appliance.table import Table, TableSettings
from bluffing.message import Message, message

OVER_FOR = 6 * 3600
"""Seconds after which an evening whose last game is over counts as ended."""

MB = 1_000_000

OTHER_FORMATS = ("journal.older", NEWER)
"""The codes for journals of another version: nothing is wrong with them."""


@dataclass(frozen=True, slots=True)
class BootClock:
    """The machine's `boot`, as a name of its own ("": unknown), and its `monotonic` time (ns)."""

    boot: Callable[[], str]
    monotonic: Callable[[], int]


def _boot() -> str:
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


BOOT_CLOCK = BootClock(_boot, time.monotonic_ns)
"""Clock of this machine."""


class RowCheck:
    """Compares the rows of an evening with their digests, on a thread of its own.

    A start reads only the newest rows. This check reads all rows of the resumed evening, and of the
    one that the start has kept as ended. `tell` receives a message about each row that has changed
    since it was written.
    """

    def __init__(self, path: Path, tell: Callable[[Message], object]) -> None:
        self._path, self._tell = path, tell
        self._stop = Event()
        self._thread = Thread(target=self._work, name="row check", daemon=True)

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()

    def join(self) -> None:
        """Wait until all rows are compared."""
        self._thread.join()

    def close(self) -> None:
        """Stop the thread after the rows in hand."""
        self._stop.set()
        self._thread.join()

    def _work(self) -> None:
        lower_priority()
        if damage := self._damage(self._path):
            self._tell(message("journal.damaged-before", error=damage))
        for path in kept(self._path)[:1]:
            if word_of(path, self._path) == ENDED and (damage := self._damage(path)):
                self._tell(damage)

    def _damage(self, path: Path) -> Message | None:
        try:
            with closing(Journal.read(path)) as journal:
                journal.verify(self._stop.is_set)
        except UnreachableError:
            return None  # the next commit reports a failing disk
        except JournalError as error:
            return None if error.seen.code in OTHER_FORMATS else error.seen
        return None


@contextmanager
def keep_evening(
    context: TableContext, settings: TableSettings, *, undone: bool
) -> Iterator[Journal]:
    """Open the resumed evening, or a new one; the clock continues from its end.

    After an `undone` update, the evening from before it returns.

    Raises: JournalError: the journal can't be written, or the evening began with more precise
    buzzers.
    """
    path, log = context.journal, context.log
    if undone and (back := take_back(path)) is not None:
        log.say(back)
    beat, keep = Manager(os.environ).extends, context.config.evenings
    journal, context.loop, at = begin(
        path, settings, keep, context.performers, time.time, log, beat=beat, ahead=True
    )
    with published(journal, context), closing(journal):
        was = context.loop.table.settings
        if was.settle_ms < settings.settle_ms or was.tie_ms < settings.tie_ms:
            before = {"within": was.settle_ms, "off": was.tie_ms}
            now = {"needs": settings.settle_ms, "are_off": settings.tie_ms}
            raise JournalError.of("run.other-buzzers", path=str(path), **before, **now)
        context.clock.go_on_from(at)
        yield journal


@contextmanager
def check_rows(journal: Journal, context: TableContext) -> Iterator[None]:
    """Compare the rows of `journal` with their digests meanwhile."""
    with opened(RowCheck(journal.path, lambda what: context.note(DISK, what))):
        yield


def take_back(path: Path) -> Message | None:
    """Set aside the newer version's journal at `path`, and bring back the evening that it kept.

    The newer version could not resume the evening of this version, and kept it. Returns a message;
    None if no newer version has written at `path`. Raises OSError.
    """
    if _unfit(path) != NEWER:
        return None
    aside = set_aside(path, OTHER)
    for candidate in kept(path):
        if f".{OTHER}-" in candidate.name and not _unfit(candidate):
            put_back(candidate, path)
            return message("journal.taken-back", aside=str(aside))
    return message("journal.of-the-newer", aside=str(aside))


def _unfit(path: Path) -> str:
    """Return the code of the reason why this version can't read the journal at `path`, or ""."""
    try:
        Journal.read(path).close()
    except JournalError as error:
        return error.seen.code
    return ""


def begin(  # noqa: PLR0917 - all that an evening begins with
    path: Path,
    settings: TableSettings,
    keep: Evenings,
    performers: list[Perform],
    wall: Callable[[], float],
    log: Log,
    *,
    machine: BootClock = BOOT_CLOCK,
    beat: Callable[[], None] = lambda: None,
    ahead: bool = False,
) -> tuple[Journal, Loop, int]:
    """Resume the evening at `path`, or keep it beside and begin a new one.

    A game that is not over is resumed, however old it is. `wall` gives the time in seconds since
    1970, which is only recorded. `log` receives lost and removed data, `beat` is called regularly
    during a long start, and `ahead` is the loop's. The last value is the time of the newest step
    (ns), or 0.

    Raises:
        UnreachableError: the journal can't be read or written.
    """
    journal = Journal.open(path, settings, int(wall()))
    try:
        loop = Loop(journal, performers, log.hear, ahead=ahead)
        before = journal.last_start
        at = loop.resume(beat)
        if journal.loss is not None:  # a start that ends before this line is noted repeats it
            log.say(journal.loss.why)
        journal.started(Start(journal.steps, at, machine.boot(), machine.monotonic()))
    except BaseException:
        journal.close()
        raise
    if at and _is_over(loop.table, _idle_s(before, at, machine)):
        journal.close()
        set_aside(path, ENDED)
        return begin(
            path, settings, keep, performers, wall, log, machine=machine, beat=beat, ahead=ahead
        )
    if gone := remove_old(path, keep):
        log.say(message("run.evenings-removed", n=gone))
    return journal, loop, at


def _idle_s(before: Start | None, at: int, machine: BootClock) -> float | None:
    """Return the seconds since the step at `at` (ns); None: the machine was switched off since.

    After a boot without a network the wall clock is wrong; within one boot the monotonic clock is
    right.
    """
    if before is None or not before.boot or before.boot != machine.boot():
        return None
    return (machine.monotonic() - before.monotonic - (at - before.now)) / SECOND


def _is_over(table: Table, idle_s: float | None) -> bool:
    """Return True if the evening of `table` is over after `idle_s` seconds without a step."""
    if table.inner.gathers:
        return True
    return table.inner.over and (idle_s is None or idle_s > OVER_FOR)


def remove_old(journal: Path, keep: Evenings) -> int:
    """Remove surplus evenings that were kept beside `journal`; return their number.

    The oldest go first. The journal itself stays.
    """
    room, gone = keep.keep_mb * MB, 0
    for place, path in enumerate(kept(journal)):
        paths = [part(path, suffix) for suffix in FILES if part(path, suffix).is_file()]
        room -= sum(file.stat().st_size for file in paths)
        if room >= 0 and place < keep.keep:
            continue
        with suppress(OSError):
            for file in paths:
                file.unlink()
            gone += 1
    return gone


# --- the venue's side: the public file goes out, and a pause may come in -------------------------
#
# Both are off unless the settings switch them on. Programs of a venue run as other users, behind a
# folder that everybody may read: docs/venue.md describes the files, the socket and the topics.

PUBLIC = "public"
"""Folder of the public files, beside the journal."""

COMMANDS_SOCKET = "commands"
"""Name of the socket in that folder."""

VENUE_WISHES = {b"pause": Wish.PAUSE}
"""The commands of a venue: none decides anything in a game."""

COMMAND_BYTES = 16
"""Bytes that are read of a datagram; a command is shorter."""


COMMAND_EVERY_S = 1.0
"""Seconds for one datagram: who sends more of them waits, and never the table."""


class CommandSocket:
    """Posts the wishes that come as datagrams to a socket in `folder`. Implements Openable.

    Whatever is no command is dropped, and a socket that can't be made is missing: the game goes on.
    """

    def __init__(self, folder: Path, context: TableContext) -> None:
        self._path, self._context = folder / COMMANDS_SOCKET, context
        self._socket: socket.socket | None = None
        self._stop = Event()
        self._thread = Thread(target=self._work, name="venue commands", daemon=True)

    def open(self) -> None:
        """Make the socket, for every user of the machine."""
        endpoint = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            endpoint.bind(str(self._path))
            self._path.chmod(0o666)
        except OSError:
            endpoint.close()
            return
        self._socket = endpoint
        self._thread.start()

    def close(self) -> None:
        """Remove the socket."""
        if self._socket is None:
            return
        self._stop.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def _work(self) -> None:
        assert self._socket is not None  # noqa: S101 - as `open` has made it
        while not self._stop.is_set():
            try:
                wish = VENUE_WISHES.get(self._socket.recv(COMMAND_BYTES))
            except OSError:
                return
            if wish is not None and not self._stop.is_set():
                self._context.post(Wished(wish, self._context.clock()))
            self._stop.wait(COMMAND_EVERY_S)


@contextmanager
def published(journal: Journal, context: TableContext) -> Iterator[None]:
    """Have the evening's public file written meanwhile, and take commands, as the settings say."""
    venue = context.config.venue
    folder = Path(venue.folder) if venue.folder else journal.path.with_name(PUBLIC)
    with ExitStack() as stack:
        if venue.publish:
            public = PublicFile(journal.path, folder)
            journal.recorded = public.ring
            stack.enter_context(opened(public))
        if venue.commands:
            stack.enter_context(opened(CommandSocket(folder, context)))
        yield

"""Opens the present evening: resumes it, or keeps it beside a new one."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from appliance.config import Evenings
from appliance.core.signals import DISK, SECOND
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
from appliance.runtime.starts import Start
from appliance.service.context import TableContext
from appliance.service.log import Log
from appliance.service.manager import Manager
from appliance.service.publishing import published
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

"""The evenings that are kept: each is a journal, and a journal knows what was played."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event

from appliance.config import Evenings
from appliance.core.signals import SECOND
from appliance.errors import JournalError
from appliance.message import Message, message
from appliance.runtime.aside import FILES, OTHER, kept, part, put_back, set_aside
from appliance.runtime.journal import NEWER, Journal
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.raw import raw_rows
from appliance.service.jobs import Tell
from appliance.service.log import Log
from appliance.table import Table, TableSettings
from appliance.table.facts import facts_of
from appliance.table.stages import Attract, Lobby, Over

EVENINGS_LISTED = 20
"""How many evenings are listed: what a page has room for, and the newest are asked for."""

OVER_FOR = 6 * 3600
"""Seconds after which nobody goes on with an evening whose last game is over."""

ALWAYS_KEPT = 5
"""So many of the newest are kept whatever their age: the clock of a Pi may be wrong."""

DAY, MB = 86_400, 1_000_000


@dataclass(frozen=True, slots=True)
class PastEvening:
    """What a journal tells of its evening.

    `played_s` is how long the table was on, in seconds. `wrong` says why its games can't be told.
    """

    path: Path
    date: date
    steps: int
    played_s: float
    games: tuple[Message, ...] = ()
    wrong: Message | None = None


def take_back(path: Path) -> Message | None:
    """What an update that was put back has written at `path` is kept beside, and what it had kept.

    The newer version could not go on with the evening of this one, and kept it: now it goes on.
    Gives what to say of it; None where no newer version has written. Raises OSError.
    """
    if _unfit(path) != NEWER:
        return None
    aside = set_aside(path, OTHER)
    for one in _newest_first(kept(path)):
        if f".{OTHER}-" in one.name and not _unfit(one):
            put_back(one, path)
            return message("journal.taken-back", aside=str(aside))
    return message("journal.of-the-newer", aside=str(aside))


def _unfit(path: Path) -> str:
    """Why this version can't read the journal at `path`, as a code; "": it can."""
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
) -> tuple[Journal, Loop, int]:
    """Go on with the evening at `path`, or keep it beside and begin a new one.

    A game that is not over goes on, however old it is. `wall` gives the time in seconds since 1970,
    `log` is told what was lost or removed. The last value is the moment of the newest step (ns),
    or 0.

    Raises:
        UnreachableError: the journal can't be read or written.
    """
    quiet_s = 0.0
    with suppress(OSError):
        quiet_s = wall() - path.stat().st_mtime
    journal = Journal.open(path, settings, int(wall()))
    try:
        loop = Loop(journal, performers, log.hear)
        at = loop.resume()
    except BaseException:
        journal.close()
        raise
    if journal.loss is not None:
        log.say(journal.loss.why)
    if at and _ended(loop.table, quiet_s):
        journal.close()
        set_aside(path, "evening")
        return begin(path, settings, keep, performers, wall, log)
    if gone := remove_old(path, keep, wall()):
        log.say(message("run.evenings-removed", n=gone))
    return journal, loop, at


def _ended(table: Table, quiet_s: float) -> bool:
    """Whether nobody plays on at `table`, at which nothing has happened for so many seconds."""
    if isinstance(table.inner, Attract | Lobby):
        return True
    return isinstance(table.inner, Over) and quiet_s > OVER_FOR


def remove_old(journal: Path, keep: Evenings, now: float) -> int:
    """Remove what was kept beside `journal` for too long, or is too much; gives how many.

    `now` is in seconds since 1970. The journal itself is never removed; what can't be, stays.
    """
    room, gone = keep.keep_mb * MB, 0
    for place, path in enumerate(_newest_first(kept(journal))):
        files = [part(path, suffix) for suffix in FILES if part(path, suffix).exists()]
        room -= sum(one.stat().st_size for one in files)
        old = now - path.stat().st_mtime > keep.keep_days * DAY
        if room >= 0 and (place < ALWAYS_KEPT or not old):
            continue
        with suppress(OSError):
            for one in files:
                one.unlink()
            gone += 1
    return gone


def evenings_of(journal: Path) -> list[Path]:
    """The journal, if there is one, and those that were kept beside it; the newest first."""
    return _newest_first([*(one for one in (journal,) if one.is_file()), *kept(journal)])


def told_of(path: Path, stop: Event) -> PastEvening:
    """What the journal at `path` tells of its evening; it takes a second or so.

    Of one that is broken or of another version it tells what can be read. `stop` ends it early.
    """
    games, wrong, began = list[Message](), None, 0
    try:
        with closing(Journal.read(path)) as journal:
            began = journal.began
            before = Table(journal.settings)
            for entry, table in journal.replay():
                if stop.is_set():
                    break
                if isinstance(table.inner, Over) and not isinstance(before.inner, Over):
                    games.append(_game(table, entry.now))
                before = table
    except JournalError as error:
        wrong = error.seen
    steps, first, last = 0, 0, 0
    with suppress(JournalError):
        for row in raw_rows(path):
            steps, last = row.number, row.now
            first = first or row.now
    day = datetime.fromtimestamp(began or path.stat().st_mtime, UTC).astimezone().date()
    return PastEvening(path, day, steps, (last - first) / SECOND, tuple(games), wrong)


def list_evenings(journal: Path, tell: Tell, stop: Event) -> None:
    """Tell of the evenings beside `journal`, the newest first; it takes a second for each or so.

    What is broken, or of another version, is no evening to show at the table.
    """
    lines: list[Message] = []
    for path in evenings_of(journal):
        if len(lines) == EVENINGS_LISTED:
            return
        evening = told_of(path, stop)
        if stop.is_set():
            return
        if evening.games and evening.wrong is None:
            day, games = str(evening.date), evening.games
            lines.append(message("job.evening", date=day, n=len(games), games=games))
            tell(tuple(lines))
    if not lines:
        tell((message("job.no-evening"),))


def _newest_first(paths: list[Path]) -> list[Path]:
    return sorted(paths, key=lambda one: one.stat().st_mtime, reverse=True)


def _game(table: Table, now: int) -> Message:
    """A game that was played to its end, and who won it."""
    facts = facts_of(table, now)
    winner = None if facts.game is None else facts.game.winner
    title = table.ruleset.title
    if winner is None:
        return message("job.game", title=title)
    return message("job.game-won", title=title, who=facts.names[winner])

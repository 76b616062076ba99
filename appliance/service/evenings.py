"""The evenings that are kept: each is a journal, and a journal knows what was played."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from appliance.errors import JournalError
from appliance.message import Message, message
from appliance.runtime.journal import Journal
from appliance.service.jobs import Tell
from appliance.table import Table
from appliance.table.facts import facts_of
from appliance.table.stages import Over

EVENINGS_LISTED = 20
"""How many evenings are listed: what a page has room for, and the newest are asked for."""


def list_evenings(journal: Path, tell: Tell, stop: Event) -> None:
    """Tell of the evenings beside `journal`, the newest first; it takes a second for each or so."""
    lines: list[Message] = []
    kept = (one for one in journal.parent.glob(f"{journal.name}*") if _is_journal(one))
    newest = sorted(kept, key=lambda one: one.stat().st_mtime, reverse=True)
    for path in newest:
        if stop.is_set() or len(lines) == EVENINGS_LISTED:
            return
        try:
            games = list(_games(path, stop))
        except JournalError:  # broken, or of another version: set aside, and no evening to show
            continue
        if games:
            date = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone().date()
            said = message("job.evening", date=str(date), n=len(games), games=tuple(games))
            lines.append(said)
            tell(tuple(lines))
    if not lines:
        tell((message("job.no-evening"),))


def _is_journal(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(("-wal", "-shm"))


def _games(path: Path, stop: Event) -> Iterator[Message]:
    """Each game that was played to its end, and who won it."""
    with closing(Journal.read(path)) as journal:
        before = Table(journal.settings)
        for entry, table in journal.replay():
            if stop.is_set():
                return
            if isinstance(table.inner, Over) and not isinstance(before.inner, Over):
                yield _game(table, entry.now)
            before = table


def _game(table: Table, now: int) -> Message:
    facts = facts_of(table, now)
    winner = None if facts.game is None else facts.game.winner
    title = table.ruleset.title
    if winner is None:
        return message("job.game", title=title)
    return message("job.game-won", title=title, who=facts.names[winner])

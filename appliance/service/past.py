"""Lists the kept evenings: each is a journal with its games."""

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Event

from appliance.errors import JournalError
from appliance.runtime.aside import kept
from appliance.runtime.evening import KeptEvening
from appliance.runtime.records import PlayedGame, played_games
from appliance.service.jobs import Tell
from bluffing.message import Message, Spoken, message
from bluffing.rulesets import ruleset_named

EVENINGS_LISTED = 20
"""Maximum number of listed evenings, the newest: a page has room for them."""

GAMES_LISTED = 3
"""Maximum number of listed games of an evening, the newest, with their winners."""


@dataclass(frozen=True, slots=True)
class PastEvening:
    """Summary of the evening in a journal.

    `played_s` is the time that the table was on, in seconds, `over` the number of finished games,
    and `games` are the last of these. `wrong` describes damage, or states that only the version
    that wrote it can replay the evening.
    """

    path: Path
    date: date
    steps: int
    played_s: float
    games: tuple[Message, ...] = ()
    wrong: Message | None = None
    over: int = 0

    @property
    def listed(self) -> Spoken:
        """The last games in a row, after an ellipsis if there were more."""
        more = (message("text", text="..."),) if self.over > len(self.games) else ()
        return (*more, *self.games)


def evenings_of(journal: Path) -> list[Path]:
    """Return the journal, if it exists, and those kept beside it, the newest first."""
    running = [journal] if journal.is_file() else []
    return [*running, *kept(journal)]


def past_evening(path: Path) -> PastEvening:
    """Return the summary of the evening in the journal at `path`.

    A longer evening takes no longer, unless it is of an older version and not counted yet. Of a
    broken journal the summary covers the readable part.
    """
    try:
        with KeptEvening.open(path) as evening:
            count, games, wrong = 0, list[PlayedGame](), evening.note
            try:
                count, games = played_games(evening, GAMES_LISTED)
            except JournalError as error:
                wrong = error.seen
            return PastEvening(
                path, _day(evening.began, path), evening.steps, evening.played_s,
                tuple(map(_game, games)), wrong, over=count,
            )  # fmt: skip
    except JournalError as error:
        return PastEvening(path, _day(0, path), 0, 0.0, (), error.seen)


def _day(began: int, path: Path) -> date:
    """Return the date of a time in seconds since 1970, or that of the file if it is unknown."""
    with suppress(OSError, OverflowError, ValueError):
        return date(*time.localtime(began or path.stat().st_mtime)[:3])
    return date.min


def list_evenings(journal: Path, tell: Tell, stop: Event) -> None:
    """List the evenings beside `journal`, the newest first.

    Evenings without a finished game are left out.
    """
    lines: list[Message] = []
    for path in evenings_of(journal):
        if len(lines) == EVENINGS_LISTED:
            return
        if stop.is_set():
            return
        evening = past_evening(path)
        if evening.games:
            day = str(evening.date)
            lines.append(message("job.evening", date=day, n=evening.over, games=evening.listed))
            tell(tuple(lines))
    if not lines:
        tell((message("job.no-evening"),))


def _game(game: PlayedGame) -> Message:
    """Return a finished game with its winner."""
    ruleset = ruleset_named(game.ruleset)
    title = message("text", text=game.ruleset) if ruleset is None else ruleset.title
    if game.winner is None:
        return message("job.game", title=title)
    return message("job.game-won", title=title, who=game.names[game.winner])

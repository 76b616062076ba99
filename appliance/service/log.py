"""The service's log: one line each on standard error, in the table's language."""

import select
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock

from appliance.core.signals import BUZZERS, DriverBack, DriverLost, LineIn, LineOut, Noted, Signal
from appliance.drivers import Post
from appliance.words import Words
from bluffing.message import Message, message


@dataclass(slots=True)
class Log:
    """The service's log, in the table's language.

    A game never waits for it: while the log's pipe is full, lines are dropped, and the next written
    line follows their number. Safe from any thread.
    """

    words: Words
    _dropped: int = 0
    _writing: Lock = field(default_factory=Lock)

    def say(self, what: Message) -> None:
        """Write a line, or drop it."""
        with self._writing, suppress(OSError):  # a log that is full or gone ends no game
            if not _takes_a_line():
                self._dropped += 1
                return
            dropped = [message("run.lines-dropped", n=self._dropped)] if self._dropped else []
            lines = (f"doubtit: {self.words.line(line)}\n" for line in (*dropped, what))
            sys.stderr.write("".join(lines))
            sys.stderr.flush()
            self._dropped = 0

    def hear(self, signal: Signal) -> None:
        """Log news of a driver or of one of its lines."""
        match signal:
            case DriverLost(driver, news) | Noted(driver, news):
                pass
            case DriverBack(driver):
                news = message("run.back")
            case LineOut(buzzer):
                driver, news = BUZZERS, message("table.line-out", number=buzzer + 1)
            case LineIn(buzzer):
                driver, news = BUZZERS, message("table.line-in", number=buzzer + 1)
            case _:
                return
        self.say(message("run.driver", driver=driver, what=news))
        for exact in _exact(news):
            self.say(message("run.driver", driver=driver, what=message("text", text=exact)))

    def heard(self, post: Post) -> Post:
        """Return a `post` that also logs messages about drivers."""

        def tell(signal: Signal) -> None:
            self.hear(signal)
            post(signal)

        return tell


def _exact(news: Message) -> Iterator[str]:
    """Yield what the system says itself, which people at the table are not shown."""
    for name, value in news.values:
        if isinstance(value, Message):
            yield from _exact(value)
        elif name == "exact":
            yield str(value)


def _takes_a_line() -> bool:
    """Return True if standard error takes a line (4 KiB at most) at once.

    Linux calls a pipe and a socket writable while they have room for as much. Raises OSError where
    standard error is closed.
    """
    try:
        number = sys.stderr.fileno()
    except (OSError, ValueError):  # it is no file: a test's
        return True
    return bool(select.select([], [number], [], 0)[1])

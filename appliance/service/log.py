"""The service's log: one line each on standard error, in the table's language."""

import select
import sys
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

    A game never waits for it: while nobody reads the log and what lies between is full, lines are
    dropped, and the next line that is written comes after their number. Safe from any thread.
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
            said = [message("run.lines-dropped", n=self._dropped)] if self._dropped else []
            lines = (f"doubtit: {self.words.line(one)}\n" for one in (*said, what))
            sys.stderr.write("".join(lines))
            sys.stderr.flush()
            self._dropped = 0

    def hear(self, signal: Signal) -> None:
        """Log a driver's news, or that of one of its lines."""
        match signal:
            case DriverLost(driver, what) | Noted(driver, what):
                pass
            case DriverBack(driver):
                what = message("run.back")
            case LineOut(buzzer):
                driver, what = BUZZERS, message("table.line-out", number=buzzer + 1)
            case LineIn(buzzer):
                driver, what = BUZZERS, message("table.line-in", number=buzzer + 1)
            case _:
                return
        self.say(message("run.driver", driver=driver, what=what))

    def heard(self, post: Post) -> Post:
        """A `post` that also logs what people are told of a driver."""

        def tell(signal: Signal) -> None:
            self.hear(signal)
            post(signal)

        return tell


def _takes_a_line() -> bool:
    """Return whether standard error takes a line (4 KiB at most) at once.

    Linux calls a pipe and a socket writable while they have room for as much. Raises OSError where
    standard error is closed.
    """
    try:
        number = sys.stderr.fileno()
    except (OSError, ValueError):  # it is no file: a test's
        return True
    return bool(select.select([], [number], [], 0)[1])

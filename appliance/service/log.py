"""What the service's log is told: one line each on standard error, in the table's language."""

import sys
from contextlib import suppress
from dataclasses import dataclass

from appliance.core.signals import BUZZERS, DriverBack, DriverLost, LineIn, LineOut, Noted, Signal
from appliance.drivers import Post
from appliance.message import Message, message
from appliance.words import Words


@dataclass(slots=True)
class Log:
    """What the service's log is told, in the table's language."""

    words: Words

    def say(self, what: Message) -> None:
        """One line."""
        with suppress(OSError):  # a log that is full or gone is no reason to end a game
            print(f"doubtit: {self.words.line(what)}", file=sys.stderr)

    def hear(self, signal: Signal) -> None:
        """What people are told of a driver, or of one of its lines."""
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

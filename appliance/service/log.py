"""What the service's log is told: one line each on standard error, in the table's language."""

import sys
from dataclasses import dataclass

from appliance.core.signals import DriverBack, DriverLost, Noted, Signal
from appliance.drivers import Post
from appliance.message import Message, message
from appliance.words import Words


@dataclass(slots=True)
class Log:
    """What the service's log is told, in the table's language."""

    words: Words

    def say(self, what: Message) -> None:
        """One line."""
        print(f"doubtit: {self.words.say(what)}", file=sys.stderr)

    def heard(self, post: Post) -> Post:
        """A `post` that also logs what people are told of a driver."""

        def tell(signal: Signal) -> None:
            match signal:
                case DriverLost(driver, what) | Noted(driver, what):
                    self.say(message("run.driver", driver=driver, what=what))
                case DriverBack(driver):
                    self.say(message("run.driver", driver=driver, what=message("run.back")))
                case _:
                    pass
            post(signal)

        return tell

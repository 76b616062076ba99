"""The room of a self-test: the table's hardware, the people around it, and time."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from select import select
from typing import TextIO

from appliance.config import Config
from appliance.core.signals import SECOND
from appliance.drivers import Hardware
from appliance.words import Words
from bluffing.message import Spoken


class Terminal:
    """A person at this terminal who presses, looks and listens; requests are written to `out`."""

    def __init__(self, out: TextIO, words: Words) -> None:
        self._out, self._words = out, words

    def say(self, line: str) -> None:
        """Print a line at once."""
        print(line, file=self._out, flush=True)

    def yes(self, question: str) -> bool | None:
        """Return the answer: Enter is yes, as are the language's own words; None: no answer."""
        print(f"{question} {self._words('selftest.keys')} ", end="", file=self._out, flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if line and word in ("", *self._words("selftest.keys.yes").split()):
            return True
        return False if word in self._words("selftest.keys.no").split() else None

    def skips(self) -> bool:
        """Return True if Enter was pressed: the person skips."""
        ready, _, _ = select([sys.stdin], [], [], 0)
        if ready:
            sys.stdin.readline()
        return bool(ready)


@dataclass(frozen=True, slots=True)
class Room:
    """The resources of a part's test. `pause` waits for seconds, `clock` is the table's (ns).

    Without `people` the test asks nothing. `patience` is the deadline of one press (ns), `env` the
    process's environment, `words` the catalogue of the people's language.
    """

    config: Config
    hardware: Hardware
    clock: Callable[[], int]
    pause: Callable[[float], None]
    env: dict[str, str]
    words: Words
    people: Terminal | None = None
    patience: int = 10 * SECOND

    def say(self, code: str, /, **values: Spoken) -> None:
        """Tell people, if any, the catalogue's sentence `code`."""
        if self.people is not None:
            self.people.say(f"      {self.words(code, **values)}")

    def yes(self, code: str, /, **values: Spoken) -> bool | None:
        """Ask people, if any, the question `code` and return their answer."""
        if self.people is None:
            return None
        return self.people.yes(f"      {self.words(code, **values)}")

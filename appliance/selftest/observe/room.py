"""Where a self-test takes place: the table's hardware, the people around it, and time."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from select import select
from typing import Protocol, TextIO

from appliance.config import Config
from appliance.core.signals import SECOND
from appliance.drivers import Camera, Lamps, Source, Switch


class People(Protocol):
    """Whoever is there to press, look and listen."""

    def say(self, line: str) -> None:
        """Tell them."""

    def yes(self, question: str) -> bool | None:
        """What they answer; None where they would rather not."""

    def skips(self) -> bool:
        """Whether they want to go on with the next, asked again and again."""


@dataclass(frozen=True, slots=True)
class Room:
    """All that a part may look at. `pause` waits for seconds, `clock` is the table's (ns).

    `boards` are what drivers share, by class. Without `people` nobody is asked anything.
    `patience` is how long one press is waited for (ns); `env` the process's environment.
    """

    config: Config
    clock: Callable[[], int]
    pause: Callable[[float], None]
    env: dict[str, str]
    people: People | None = None
    source: Source | None = None
    lamps: Lamps | None = None
    camera: Camera | None = None
    power: Switch | None = None
    boards: dict[type, object] = field(default_factory=dict)
    patience: int = 10 * SECOND

    @property
    def buzzer_places(self) -> tuple[str, ...]:
        """Where each buzzer is."""
        return () if self.source is None else self.source.places

    def say(self, line: str) -> None:
        """Tell people, if there are any."""
        if self.people is not None:
            self.people.say(line)

    def yes(self, question: str) -> bool | None:
        """What people answer, if there are any."""
        return None if self.people is None else self.people.yes(question)


class Terminal:
    """People at a terminal. Implements People; what is said goes to `out`."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def say(self, line: str) -> None:
        """Print it, at once."""
        print(line, file=self._out, flush=True)

    def yes(self, question: str) -> bool | None:
        """Enter or y is yes, n is no; anything else leaves it open."""
        print(f"{question} [Enter: yes, n: no, s: skip] ", end="", file=self._out, flush=True)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if line and word in ("", "y", "yes"):
            return True
        return False if word in ("n", "no") else None

    def skips(self) -> bool:
        """Whether Enter was pressed since."""
        ready, _, _ = select([sys.stdin], [], [], 0)
        if ready:
            sys.stdin.readline()
        return bool(ready)

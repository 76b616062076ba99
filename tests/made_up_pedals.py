"""A driver of buzzers that no table has: pedals on a bus, as another package would add it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from said import told

from appliance.core.hardware import Need, Receiver, Stamp, Timekeeping
from appliance.core.signals import MS, Edge
from appliance.drivers import Context, Found, Machine, Post, Source
from appliance.errors import DriverError
from bluffing.message import Message

PLUGGED = {"/dev/pedals0"}
"""The buses that there are."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The bus, how hard a pedal is, and which side it is on."""

    bus: str
    newton: Annotated[int, range(5, 51)] = 20
    side: Literal["left", "right"] = "left"


class PedalBuzzers(Source):
    """Pedals. Pedal 0 is pressed once while it opens, and pedal 2 is held."""

    timekeeping = Timekeeping(Stamp.DEVICE, worst_delay=12 * MS, uncertainty=3 * MS)
    needs = (
        Need(told("pedals"), "pedalists", ("/dev/pedals*",), missing=told("plug the pedals in")),
    )

    @classmethod
    def found(cls, machine: Machine) -> Found | Message:
        """The first bus of this machine."""
        for bus in sorted((machine.root / "dev").glob("pedals*")):
            seen = told(f"pedals on {bus.name}")
            return Found(seen, Settings(f"/dev/{bus.name}"), buzzers=3)
        return told("no pedals")

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The pedals of a table."""
        return cls(settings, context)

    def __init__(self, settings: Settings, context: Context) -> None:
        self._settings, self._context = settings, context
        side, count = settings.side, context.buzzers
        self.places = tuple(
            told(f"{side} pedal {number + 1} of {count}") for number in range(count)
        )

    def open(self, post: Post) -> None:
        """Raises DriverError where the bus is not there."""
        if self._settings.bus not in PLUGGED:
            raise DriverError(told(f"no pedals on {self._settings.bus}: plug them in"))
        now = self._context.clock()
        post(Edge(0, down=True, at=now))
        post(Edge(0, down=False, at=now + 60 * MS))

    def held(self) -> tuple[int, ...]:
        """Report pedals under a resting foot."""
        return (2,)

    def warnings(self) -> Iterator[Message]:
        """Return what the settings make of them."""
        newton = self._settings.newton
        yield told(f"these pedals take {newton} N: children can't press them")

    def receivers(self) -> tuple[Receiver, ...]:
        """The bus."""
        return (Receiver("pedal bus", self._settings.bus, 3 * MS),)

    def close(self) -> None:
        """Nothing is open."""

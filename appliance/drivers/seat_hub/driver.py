"""Buzzers and lamps on a serial seat hub: a board that stamps edges itself, on a USB cable.

`protocol` has the messages on the cable, `link` their meaning; `serial_line` moves the bytes. One
Hub serves the buzzers and the lamps.

The driver looks for an unplugged hub until it is back, ever more slowly but at least each second.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from appliance.core.effects import Rhythm
from appliance.core.hardware import Need, Stamp, Timekeeping
from appliance.core.signals import MS, SECOND
from appliance.drivers import (
    Clock,
    Context,
    Found,
    Lamps,
    Machine,
    NoSettings,
    Post,
    Source,
)
from appliance.drivers.pulse import Pauses, Pulse
from appliance.drivers.seat_hub.link import HUB_WORST_DELAY, HubLink
from appliance.drivers.seat_hub.protocol import PERIOD, RHYTHMS, SEATS
from appliance.drivers.seat_hub.serial_line import BY_ID, SerialLine, SerialWire, hubs
from appliance.errors import DriverError
from bluffing.message import Message, message

ANSWERS_WITHIN = 3 * SECOND
"""Deadline of a hub's answer when the table opens it; a board takes a second to start."""

HUB_UNCERTAINTY = 15_000
"""Stamps of one board are a microsecond long; over 40 ms two crystals add 10 us to that (ns)."""

RETRY, RETRY_MOST = 50 * MS, SECOND
"""First and longest pause between two looks for a lost hub: it doubles, also for a loose cable."""


HUB_NEEDED = (Need(message("driver.need.serial"), "dialout", ("/dev/ttyACM*",)),)
"""Device nodes that the hub's driver has to open."""

FIRST_LAMP = 11
"""The board's GPIO of lamp 0, as its firmware is shipped; buzzer 0 is on GP0."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`port` is the hub's device; "" takes the only hub that is plugged in."""

    port: str = ""


class Hub(Source):
    """A seat hub: its buzzers, whose edges it stamps to the microsecond, and its other users.

    The first user opens it, the last closes it. `seats` is the table's number of buzzers, `clock`
    its clock (ns); `users` has the `post` of each user that has it open. A `given` line is a
    simulated one.
    """

    timekeeping = Timekeeping(Stamp.HUB, HUB_WORST_DELAY, HUB_UNCERTAINTY)
    needs = HUB_NEEDED

    @classmethod
    def found(cls, machine: Machine) -> Found | Message:
        """Find the only board that may be a hub, by its USB name.

        Nothing is sent to it: the serial port may belong to another device.
        """
        ports = hubs(machine.root / BY_ID.relative_to("/"))
        if len(ports) != 1:
            return message("driver.hub.found-none" if not ports else "driver.hub.found-several")
        if not machine.installed("serial"):
            return message("driver.found.library", library="pyserial")
        if shut := machine.shut(*ports):
            return shut
        return Found(message("driver.hub.found", port=ports[0].name), Settings(str(ports[0])))

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The hub of a table, which its lamps may share."""
        return context.shared(cls, lambda: cls(settings, context.buzzers, context.clock))

    def __init__(
        self, settings: Settings, seats: int, clock: Clock, given: SerialLine | None = None
    ) -> None:
        if not 1 <= seats <= SEATS:
            raise DriverError(message("driver.hub.seats", seats=seats, most=SEATS))
        self.link = HubLink(seats)
        self.places = _places(0, seats)
        self.port = settings.port
        self.pulse: Pulse = Pulse()
        self.users: dict[str, Post | None] = {}
        self._line: SerialLine = given if given is not None else SerialWire(settings.port)
        self._clock = clock
        self._serving = False
        self._retry_at: int | None = None  # when a hub that is gone is looked for again, ns
        self._pauses = Pauses(RETRY, RETRY_MOST)

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError: no hub, no answer, or it can't serve this table."""
        self.close()
        self.take("buzzers", post)

    def held(self) -> tuple[int, ...]:
        """Return the buzzers whose contact was closed at start: they are stuck or miswired."""
        return self.link.held()

    def warnings(self) -> Iterator[Message]:
        """Yield warnings about the open hub for a host, before the first game."""
        return self.link.warnings()

    def close(self) -> None:
        """Stop posting; without other users let the board go."""
        self.give_back("buzzers")

    def take(self, user: str, post: Post | None = None) -> None:
        """Open the hub for `user`; `post`, if given, receives the signals.

        A user with `post` gets a new session: the table's clock may have been set since. Raises
        DriverError: there is no hub, it does not answer, or it can't serve this table.
        """
        if not self._serving or post is not None:
            self._stop()
            self._start()
        self.users[user] = post

    def give_back(self, user: str) -> None:
        """Release the hub for this user."""
        self.users.pop(user, None)
        if not self.users:
            self._stop()

    def shine(self, rhythms: bytes, at: int) -> None:
        """Let the lamps show this, in step with the table's time `at` (ns)."""
        self.link.light = rhythms, (at // MS - self._clock() // MS) % PERIOD

    def _stop(self) -> None:
        if not self._serving:
            return
        self._serving = False
        self._line.serve(None)
        self.pulse.rest()
        with suppress(OSError):  # dark lamps, if a hub is connected
            if self._retry_at is None:
                self._exchange()
        self._line.close()

    def _start(self) -> None:
        self._line.open()
        began, wrong = self._clock(), None
        link = self.link = HubLink(self.link.seats)
        link.opened(began)
        self._retry_at = None
        while not (link.ready or link.refused or wrong):
            try:
                self._exchange()
            except OSError as error:
                wrong = DriverError(message("driver.hub.gone-at-open", error=str(error)))
            if self._clock() - began > ANSWERS_WITHIN:
                wrong = wrong or DriverError.of("driver.hub.no-answer")
        if wrong and link.fault:
            fails = message("driver.hub.fails-each-time", fault=link.fault)
            wrong = DriverError(fails, message("driver.hub.install-again"))
        refused = link.refused or wrong
        if refused:
            self._line.close()
            raise refused
        link.signals()  # no user listens yet
        self._serving = True
        self._line.serve(self._turn)

    def _turn(self) -> None:
        """Run one round of the thread; look for a lost hub if it is time."""
        self.pulse.beat()
        try:
            if self._retry_at is None:
                self._exchange()
            elif self._clock() >= self._retry_at:
                self._line.open()
                self._retry_at = None
                self.link.opened(self._clock())
        except Exception as error:  # noqa: BLE001 - a fault of ours must not leave the table deaf
            self._away(error)
        listeners = [post for post in list(self.users.values()) if post is not None]
        for signal in self.link.signals():
            for post in listeners:
                post(signal)

    def _away(self, why: Exception) -> None:
        """The hub is gone, or can't be served: it is looked for again after a pause."""
        now = self._clock()
        if self._retry_at is None:
            self._line.close()
            self.link.closed(why, now)
        self._retry_at = now + self._pauses.after(now)

    def _exchange(self) -> None:
        """Pass received bytes to the link, and send its own."""
        data = self._line.read()
        now = self._clock()
        if data:
            self.link.received(data, now)
        self.link.tick(now)
        frames = self.link.frames()
        if frames:
            self._line.write(frames)


class HubLamps(Lamps):
    """The hub's lamps: the board runs the rhythms, only changes are sent."""

    needs = HUB_NEEDED

    @classmethod
    def of(cls, _settings: NoSettings, context: Context) -> Self:
        """The lamps of a table, on the hub of its buzzers."""
        return cls(context.shared(Hub, lambda: Hub(Settings(), context.buzzers, context.clock)))

    def __init__(self, hub: Hub) -> None:
        self.places = _places(FIRST_LAMP, hub.link.seats)
        self._hub = hub
        self.rhythms = {}

    def open(self) -> None:
        """Take the lamps, all dark. Raises DriverError as the buzzers do."""
        self.close()
        self._hub.take("lamps")
        self._hub.shine(bytes(SEATS), 0)

    def beat(self, at: int) -> None:
        """Let the board show it, in step with the table's time `at` (ns)."""
        if "lamps" in self._hub.users:
            shown = [self.rhythms.get(buzzer, Rhythm.OFF) for buzzer in range(SEATS)]
            self._hub.shine(bytes(RHYTHMS.index(rhythm.value) for rhythm in shown), at)

    def close(self) -> None:
        """Darken the lamps and let the hub go; without a word from the table they go dark too."""
        if "lamps" in self._hub.users:
            self._hub.shine(bytes(SEATS), 0)
            self._hub.give_back("lamps")


def _places(first: int, seats: int) -> tuple[Message, ...]:
    """Return the places of `seats` pins of a board; the `first` has seat 0."""
    return tuple(message("driver.place.hub", pin=first + seat) for seat in range(seats))

"""Buzzers and lamps on a serial seat hub: a board that stamps edges itself, on a USB cable.

What is said on the cable is `protocol`, what it means `link`; here bytes are moved. One
Hub serves the buzzers and the lamps. pyserial is imported when it opens.

A hub that is unplugged is looked for until it is back, ever more slowly but at least each second.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.drivers import Post
from appliance.drivers.seat_hub.firmware import SHIPPED, version_of
from appliance.drivers.seat_hub.link import WORST_DELAY, HubLink, Light
from appliance.drivers.seat_hub.protocol import PERIOD, RHYTHMS, SEATS
from appliance.drivers.seat_hub.restart import UNWANTED, why
from appliance.errors import DriverError

BY_ID = Path("/dev/serial/by-id")
"""Names that stay the same when a hub comes back as another ttyACM."""

LIKELY = ("*seat*hub*", "*micropython*", "*pico*")
"""What the hub's name looks like there, the likeliest first."""

ANSWERS_WITHIN = 3 * SECOND
"""How long a hub has to answer when the table opens it; a board takes a second to start."""

PATIENCE = 0.005
"""How long a read waits for the first byte (s): the link's own duties wait as long."""

UNCERTAINTY = 15_000
"""Stamps of one board are a microsecond long; over 40 ms two crystals add 10 us to that (ns)."""

RETRY, RETRY_MOST = 50 * MS, SECOND
"""The pause between two looks for a hub that is gone: it doubles from the one to the other."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`port` is the hub's device; "" takes the only hub that is plugged in."""

    port: str = ""
    seats: int = 6


class Wire(Protocol):
    """What moves the bytes. An OSError anywhere means that the hub is gone."""

    def open(self) -> None:
        """Open the port. Raises DriverError for a reason that a person can put right."""

    def read(self) -> bytes:
        """What has come; waits a few ms for the first byte."""

    def write(self, data: bytes) -> None:
        """Send `data`."""

    def close(self) -> None:
        """Let the port go. May be called twice."""

    def serve(self, turn: Callable[[], bool]) -> None:
        """Call `turn` again and again, from now until it says False."""

    def rest(self) -> None:
        """Wait a few ms: there is no port to wait for."""

    def join(self) -> None:
        """Return when `turn` is not called any more; it has said False or will."""


def find_port(folder: Path = BY_ID) -> str:
    """The one hub that is plugged in.

    Raises:
        DriverError: there is none, or more than one.
    """
    for pattern in LIKELY:
        found = sorted(one for one in folder.glob("*") if fnmatch(one.name.lower(), pattern))
        if len(found) > 1:
            names = ", ".join(one.name for one in found)
            raise DriverError(f"more than one seat hub is plugged in ({names}): set drivers.port")
        if found:
            return str(found[0])
    raise DriverError(
        f"no seat hub in {folder}: plug it in, or set drivers.port to its device; new boards "
        "need the firmware first (doubtit hub install)"
    )


class SerialWire:
    """A serial port through pyserial, served by a thread of its own. Implements Wire."""

    def __init__(self, port: str = "") -> None:
        self._port = port
        self._serial: Any = None
        self._late: type[Exception] = TimeoutError  # pyserial's own, once it is imported
        self._thread: Thread | None = None

    def open(self) -> None:
        """Open the port, for nobody else."""
        try:
            import serial  # noqa: PLC0415 - the table must start without it
        except ImportError as error:
            raise DriverError("the seat hub needs pyserial: install python3-serial") from error
        self._late = serial.SerialTimeoutException
        port = self._port or find_port()
        try:
            self._serial = serial.Serial(
                port, 115200, timeout=PATIENCE, write_timeout=0.05, exclusive=True
            )
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise DriverError(
                f"the seat hub on {port} can't be opened ({error}): plug it in, stop what else "
                "uses it, and join the group dialout"
            ) from error

    def read(self) -> bytes:
        """What has come."""
        first: bytes = self._serial.read(1)
        return first + self._serial.read(self._serial.in_waiting) if first else b""

    def write(self, data: bytes) -> None:
        """Send `data`, if it goes; the link says again what did not arrive.

        A busy machine may wake too late for pyserial's own deadline: no hub is gone for that, and
        one that takes nothing falls silent.
        """
        with suppress(self._late):
            self._serial.write(data)

    def close(self) -> None:
        """Let the port go."""
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    def serve(self, turn: Callable[[], bool]) -> None:
        """Call `turn` on a thread."""
        self._thread = Thread(target=_until_false, args=(turn,), name="seat hub", daemon=True)
        self._thread.start()

    def rest(self) -> None:
        """Wait as long as a read does."""
        time.sleep(PATIENCE)

    def join(self) -> None:
        """Wait for the thread."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None


class Hub:
    """One seat hub for several drivers: the first to open opens it, the last closes it.

    `clock` is the table's, ns. A `given` wire is a simulated one.
    """

    def __init__(
        self, settings: Settings, clock: Callable[[], int], given: Wire | None = None
    ) -> None:
        if not 1 <= settings.seats <= SEATS:
            raise DriverError(f"seat hub: seats = {settings.seats}: allowed is 1 to {SEATS}")
        self.link = HubLink(settings.seats)
        self.port = settings.port
        self._wire: Wire = given if given is not None else SerialWire(settings.port)
        self._clock = clock
        self._post: Post | None = None
        self._users = 0
        self._serving: object = None  # the turns of this opening; another one ends them
        self._gone = False
        self._retry_at = 0
        self._pause = RETRY

    def take(self, post: Post | None = None) -> None:
        """One more driver uses the hub; one that hands in `post` is told the signals.

        Whoever listens gets a session of his own: the table's clock may have been set since.

        Raises:
            DriverError: there is no hub, it does not answer, or it can't serve this table.
        """
        if self._serving is None or post is not None:
            self._stop()
            self._start()
            self._post = post
        self._users += 1

    def give_back(self, *, listened: bool = False) -> None:
        """One driver is done with the hub, and with listening to it."""
        self._users = max(0, self._users - 1)
        if listened:
            self._post = None
        if self._users == 0:
            self._stop()

    def _stop(self) -> None:
        if self._serving is None:
            return
        self._serving = None
        self._wire.join()
        with suppress(OSError):  # dark lamps, if there is a hub to tell
            if not self._gone:
                self._exchange()
        self._wire.close()

    def _start(self) -> None:
        self._wire.open()
        began = self._clock()
        self.link = HubLink(self.link.seats)
        self.link.opened(began)
        self._gone, self._pause = False, RETRY
        while not self.link.ready:
            try:
                self._exchange()
            except OSError as error:
                self._wire.close()
                raise DriverError(
                    _no_answer(self.link.fault)
                    if self.link.fault
                    else f"the seat hub went away while it was opened: {error}"
                ) from error
            if self.link.refused or self._clock() - began > ANSWERS_WITHIN:
                self._wire.close()
                raise DriverError(self.link.refused or _no_answer(self.link.fault))
        self.link.signals()  # nobody listens yet
        serving = self._serving = object()
        self._wire.serve(lambda: self._turn(serving))

    def _turn(self, serving: object) -> bool:
        """One round of what the thread does; False when it is to end."""
        if self._serving is not serving:
            return False
        if self._gone:
            self._look()
        else:
            try:
                self._exchange()
            except OSError as error:
                self._lost(str(error))
        self._tell()
        return self._serving is serving

    def _exchange(self) -> None:
        """Hand the link what has come, and send what it says."""
        data = self._wire.read()
        now = self._clock()
        if data:
            self.link.received(data, now)
        self.link.tick(now)
        frames = self.link.frames()
        if frames:
            self._wire.write(frames)

    def _lost(self, why: str) -> None:
        self._wire.close()
        now = self._clock()
        self.link.closed(f"{why}: plug it in again", now)
        self._gone, self._pause, self._retry_at = True, RETRY, now + RETRY

    def _look(self) -> None:
        """Try to open a hub that is gone, if it is time."""
        now = self._clock()
        if now < self._retry_at:
            self._wire.rest()
            return
        try:
            self._wire.open()
        except (DriverError, OSError):
            self._pause = min(2 * self._pause, RETRY_MOST)
            self._retry_at = now + self._pause
        else:
            self._gone = False
            self.link.opened(self._clock())

    def _tell(self) -> None:
        post = self._post
        for signal in self.link.signals():
            if post is not None:
                post(signal)


class HubBuzzers:
    """The hub's buzzers. Implements Source: edges are stamped by the board, to the microsecond."""

    exact = True
    worst_delay = WORST_DELAY
    uncertainty = UNCERTAINTY

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open = False

    def open(self, post: Post) -> None:
        """Start posting. A buzzer that is down already posts nothing until it is let go.

        Raises:
            DriverError: there is no hub, it does not answer, or it can't serve this table.
        """
        self.close()
        self._hub.take(post)
        self._open = True

    def held(self) -> tuple[int, ...]:
        """The buzzers whose contact was closed at start: they are stuck or miswired."""
        return self._hub.link.held()

    def warnings(self) -> Iterator[str]:
        """What a host should know of the open hub before the first game."""
        hello, restart = self._hub.link.hello, self._hub.link.restart
        if hello is not None and version_of(hello.firmware) != SHIPPED:
            yield (
                f"the seat hub has firmware {version_of(hello.firmware)}, this table brings "
                f"{SHIPPED}: stop the table, and install it with doubtit hub install"
            )
        if restart is not None and restart.cause in UNWANTED:
            yield f"the seat hub {why(restart)}"

    def close(self) -> None:
        """Stop posting and let the hub go."""
        if self._open:
            self._open = False
            self._hub.give_back(listened=True)


class HubLamps:
    """The hub's lamps. Implements Lamps; the board runs the rhythms, only changes are sent."""

    def __init__(self, hub: Hub, clock: Callable[[], int]) -> None:
        self._hub = hub
        self._clock = clock
        self._open = False
        self._codes = bytearray(SEATS)

    def open(self) -> None:
        """Take the lamps, all dark.

        Raises:
            DriverError: there is no hub, it does not answer, or it can't serve this table.
        """
        self.close()
        self._hub.take()
        self._open = True
        self._shine(bytes(SEATS), 0)

    def show(self, buzzer: int, rhythm: Rhythm) -> None:
        """Remember what the lamp of `buzzer` shows; a buzzer without a lamp is no error."""
        if 0 <= buzzer < SEATS:
            self._codes[buzzer] = RHYTHMS.index(rhythm.value)

    def beat(self, at: int) -> None:
        """Let the board show it, in step with the table's time `at` (ns)."""
        if self._open:
            self._shine(bytes(self._codes), at)

    def close(self) -> None:
        """Darken the lamps and let the hub go; without a word from the table they go dark too."""
        if self._open:
            self._shine(bytes(SEATS), 0)
            self._open = False
            self._hub.give_back()

    def _shine(self, codes: bytes, at: int) -> None:
        self._hub.link.light(Light(codes, at // MS % PERIOD, self._clock()))


def _no_answer(fault: str) -> str:
    if fault:
        return (
            f"the seat hub's program fails each time it begins ({fault}): install the firmware "
            "again (doubtit hub install)"
        )
    return "the seat hub does not answer: is its firmware on it (doubtit hub install)?"


def _until_false(turn: Callable[[], bool]) -> None:
    while turn():
        pass

"""The serial port that a seat hub is on: finding it, and moving bytes through pyserial."""

import termios
import time
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from appliance.errors import DriverError

BY_ID = Path("/dev/serial/by-id")
"""Names that stay the same when a hub comes back as another ttyACM."""

LIKELY = ("*seat*hub*", "*micropython*", "*pico*")
"""Patterns of the hub's name there, the likeliest first."""

SEVERAL = "driver.hub.several"
"""The code of the error where more than one hub is plugged in."""

READ_WAIT = 0.005
"""Time (s) that a read waits for the first byte: the link's own duties wait as long."""


class SerialLine(Protocol):
    """Transport of the bytes. An OSError anywhere means that the hub is gone."""

    def open(self) -> None:
        """Open the port. Raises DriverError for a reason that a person can put right."""

    def read(self) -> bytes:
        """Return the received bytes; waits a few ms for the first."""

    def write(self, data: bytes) -> None:
        """Send `data`."""

    def close(self) -> None:
        """Let the port go. May be called twice."""

    def serve(self, turn: Callable[[], None] | None) -> None:
        """Begin to call `turn` repeatedly; with None stop, and wait for its last call to return."""


def find_port(folder: Path = BY_ID) -> str:
    """Find the one hub that is plugged in. Raises DriverError: no hub, or more than one."""
    ports = hubs(folder)
    if len(ports) > 1:
        raise DriverError.of(SEVERAL, names=", ".join(port.name for port in ports))
    if not ports:
        raise DriverError.of("driver.hub.none", folder=str(folder))
    return str(ports[0])


def hubs(folder: Path) -> list[Path]:
    """Return the likeliest device files of a hub, by name."""
    for pattern in LIKELY:
        ports = sorted(port for port in folder.glob("*") if fnmatch(port.name.lower(), pattern))
        if ports:
            return ports
    return []


class SerialWire:
    """A serial port through pyserial, served by a thread of its own. Implements SerialLine."""

    def __init__(self, port: str = "") -> None:
        self._port = port
        self._serial: Any = None  # pyserial has no types
        self._late: type[Exception] = TimeoutError  # pyserial's own, once it is imported
        self._thread: Thread | None = None
        self._turn: Callable[[], None] | None = None

    def open(self) -> None:
        """Open the port exclusively."""
        try:
            import serial  # noqa: PLC0415 - the table must start without it
        except ImportError as error:
            raise DriverError.of("driver.hub.no-library") from error
        self._late = serial.SerialTimeoutException
        port = self._port or find_port()
        try:
            self._serial = serial.Serial(
                port, 115200, timeout=READ_WAIT, write_timeout=0.05, exclusive=True
            )
        except (OSError, ValueError, termios.error) as error:  # SerialException is an OSError
            raise DriverError.of("driver.hub.not-opened", port=port, error=str(error)) from error

    def read(self) -> bytes:
        """Return the received bytes."""
        first: bytes = self._serial.read(1)
        return first + self._serial.read(self._serial.in_waiting) if first else b""

    def write(self, data: bytes) -> None:
        """Send `data` if possible; the link repeats lost messages.

        A busy machine may wake too late for pyserial's own deadline: that is no sign of a lost hub,
        and a hub that takes no bytes becomes silent.
        """
        with suppress(self._late):
            self._serial.write(data)

    def close(self) -> None:
        """Let the port go."""
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    def serve(self, turn: Callable[[], None] | None) -> None:
        """Call `turn` on a thread."""
        self._turn = turn
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if turn is not None:
            self._thread = Thread(target=self._serve, name="seat hub", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        while (turn := self._turn) is not None:
            turn()
            if self._serial is None:
                time.sleep(READ_WAIT)  # as long as a read waits

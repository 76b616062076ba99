"""The way over the seat hub once more, with a real pseudo-terminal between driver and board.

Every byte goes through the kernel: the host opens, reads and writes a device with pyserial, and a
pulled cable is a terminal that hangs up. Time stays virtual, for it is in the stamps and not in
the terminal: what is under way in virtual time is put on the terminal when it arrives, and is
then read at once.
"""

import os
import select
import tempfile
import tty
from pathlib import Path
from random import Random

from appliance.drivers.seat_hub.mock import LOOK_STEP, Faults, MockHub
from appliance.drivers.seat_hub.serial_line import SerialWire
from bench.hubroad import HubRoad
from bench.raceway import Clock

PATIENCE = 10.0
"""The kernel hands bytes on in microseconds, but on a busy machine it may take its time (s)."""


class PtyHub(MockHub):
    """A mock hub at the other end of a pseudo-terminal; the host's wire is the real SerialWire.

    Its device is a link, as in /dev/serial/by-id: a hub that comes back is another terminal.
    """

    def __init__(
        self, now: int, *, seats: int, chance: Random, faults: Faults, drift: int, micros: int
    ) -> None:
        super().__init__(now, seats=seats, chance=chance, faults=faults, drift=drift, micros=micros)
        self._folder = tempfile.TemporaryDirectory(prefix="hub-")
        self._device = Path(self._folder.name) / "usb-Doubt_It_Seat_Hub"
        self._wire = SerialWire(str(self._device))
        self._line = -1
        self._unread = 0  # bytes that were put on the terminal, and that the host has not read
        self._attach()

    def unplug(self) -> None:
        """Pull the cable: the terminal hangs up."""
        if self.plugged:
            self._device.unlink()
            os.close(self._line)
        super().unplug()

    def plug(self) -> None:
        """Put the cable back: another terminal under the same name."""
        if not self.plugged:
            self._attach()
        super().plug()

    def open(self) -> None:
        """Open the device, as the table does."""
        self._wire.open()
        self._to_table.clear()
        self._unread = 0
        self._opened = True

    def read(self) -> bytes:
        """Return the bytes of the terminal, without waiting for an empty one."""
        if not self.plugged:
            return self._wire.read()
        self._put(self._take_arrived(self._to_table))
        if not self._unread and self._turn is None:
            self.now += LOOK_STEP
            self._board_turn()
            self._put(self._take_arrived(self._to_table))
        data = b""
        while self._unread:
            part = self._wire.read()
            self._unread -= len(part)
            data += part
        return data

    def write(self, data: bytes) -> None:
        """Write to the device, and let the board have what comes out at the other end."""
        self._wire.write(data)
        heard = b""
        while len(heard) < len(data):
            heard += self._take()
        self._send(self._to_board, heard)
        self._board_turn()

    def close(self) -> None:
        """Close the device."""
        self._wire.close()
        self._opened = False

    def throw_away(self) -> None:
        """Close the terminal, which is not needed any more."""
        self.unplug()
        self._folder.cleanup()

    def _attach(self) -> None:
        self._line, device = os.openpty()
        tty.setraw(device)
        self._device.symlink_to(os.ttyname(device))
        os.close(device)

    def _put(self, data: bytes) -> None:
        self._unread += len(data)
        while data:
            data = data[os.write(self._line, data) :]

    def _take(self) -> bytes:
        if not select.select([self._line], [], [], PATIENCE)[0]:
            raise OSError("the terminal hands nothing on")
        return os.read(self._line, 4096)


class PtyRoad(HubRoad):
    """Hub on a hub at a pseudo-terminal."""

    def __init__(self, clock: Clock, seed: int = 0) -> None:
        super().__init__(clock, seed, PtyHub)

    def close(self) -> None:
        """Let the hub go, and the terminal."""
        super().close()
        assert isinstance(self._board, PtyHub)  # noqa: S101 - it was made above
        self._board.throw_away()

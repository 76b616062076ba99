"""A seat hub that is nearly real: our firmware on MicroPython on an emulated RP2040.

`ChipHub` is the table's end of its USB cable (a Wire), in the chip's own time: it can be as slow as
it likes.
"""

from collections.abc import Callable
from pathlib import Path

from chip_room import FIRMWARE, Room

from appliance.core.signals import MS

STEP = 1 * MS
"""The table reads so often (ns)."""

BOOT = 400
"""From power to the prompt (ms), the first time with a file system to be made."""


class ChipHub:
    """The board, its cable and its clock. `now` is the table's time, ns, and the chip's."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.now = 0
        self._heard = b""
        self._said = b""
        self._turn: Callable[[], None] | None = None
        room.call("board", str(FIRMWARE))
        self.run(BOOT * MS)

    def clock(self) -> int:
        """The table's clock, ns."""
        return self.now

    def move(self, edges: list[tuple[float, int]]) -> None:
        """Drive the pins: levels of all from a moment (us) on."""
        self.room.call("drive", edges)

    def run(self, until: int) -> None:
        """Let time go on until `until` (ns); each client has a turn each ms."""
        while self.now < until:
            before = self.now
            if self._turn is not None:
                self._turn()
            if self.now == before:  # unread, as without a port
                self._pass()

    def install(self, folder: Path) -> None:
        """Copy our firmware onto the board's file system through MicroPython's raw REPL."""
        self.python("import os\nif 'seat_hub' not in os.listdir(): os.mkdir('seat_hub')")
        for path in sorted(folder.rglob("*.py")):
            self.python(f"f = open({str(path.relative_to(folder))!r}, 'wb')")
            data = path.read_bytes()
            for at in range(0, len(data), 1024):
                self.python(f"f.write({data[at : at + 1024]!r})")
            self.python("f.close()")

    def python(self, code: str) -> str:
        """Let the board's MicroPython run `code`; gives what it printed."""
        self._said += b"\x03\x03\x01"
        self._wait_for(b"raw REPL; CTRL-B to exit\r\n>")
        self._said += code.encode() + b"\x04"
        answer = self._wait_for(b"\x04>")
        assert answer.startswith(b"OK"), answer
        printed, error = answer[2:].split(b"\x04")[:2]
        assert not error, error.decode()
        return printed.decode()

    def _wait_for(self, end: bytes) -> bytes:
        began = self.now
        found = b""
        while end not in found:
            assert self.now - began < 5000 * MS, (end, found)
            found += self.read()
        return found

    def _pass(self) -> None:
        self.now += STEP
        said, self._said = self._said, b""
        self._heard += bytes.fromhex(self.room.call("talk", self.now / 1000, said.hex()))

    # --- the port ---------------------------------------------------------------------------

    def open(self) -> None:
        """Open the port."""
        self._heard = b""

    def read(self) -> bytes:
        """Return the bytes of the last ms."""
        self._pass()
        found, self._heard = self._heard, b""
        return found

    def write(self, data: bytes) -> None:
        """Send `data`."""
        self._said += data

    def close(self) -> None:
        """Nothing to let go."""

    def serve(self, turn: Callable[[], None] | None) -> None:
        """Let `run` call `turn`."""
        self._turn = turn

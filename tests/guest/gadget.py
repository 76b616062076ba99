"""A seat hub on a simulated USB port: the firmware's own program behind a serial gadget.

The kernel's dummy_hcd is both ends of a cable. The firmware runs as in tests/drivers, under
CPython, with its pins moved by the test; what differs is the wire, which is USB's.
"""

import os
import runpy
import socket
import subprocess
import sys
import time
from pathlib import Path

GADGET = Path("/sys/kernel/config/usb_gadget/hub")
TREE = Path(__file__).parents[2]
BOARD = TREE / "tests" / "drivers" / "board_process.py"
WIRE = TREE / "tests" / "guest" / "wire.py"


class UsbHub:
    """A board and its cable. Both are apart until `power` and `plug`."""

    port = ""
    """Whichever it is: the table finds a hub by its name."""

    def __init__(self, folder: Path) -> None:
        self._firmware = folder / "board"
        runpy.run_path(str(TREE / "hardware/firmware/seat_hub/assemble.py"))["assemble"](
            self._firmware
        )
        self._processes: tuple[subprocess.Popen[bytes], ...] = ()
        self._pins = -1
        if not GADGET.exists():
            _describe()

    def power(self) -> None:
        """Start the firmware."""
        board, wire = socket.socketpair()
        pins, self._pins = os.pipe()
        with board, wire:
            self._processes = (
                _start([BOARD, self._firmware, str(pins)], (pins,), board.fileno()),
                _start([WIRE, str(wire.fileno())], (wire.fileno(),)),
            )
        os.close(pins)

    def plug(self) -> None:
        """Plug the cable in."""
        (GADGET / "UDC").write_text("dummy_udc.0")

    def unplug(self) -> None:
        """Pull the cable; the board goes on, as one with a supply of its own would."""
        (GADGET / "UDC").write_text("\n")

    def cut(self) -> None:
        """Take the board's power."""
        if self._processes:
            for process in self._processes:
                process.kill()
                process.wait()
            os.close(self._pins)
            self._processes = ()

    def move(self, *changes: tuple[int, int]) -> None:
        """Changes of the pins: how long ago (us), and the mask."""
        os.write(self._pins, b"".join(b"%d %d\n" % change for change in changes))

    def close(self) -> None:
        """Pull everything."""
        self.unplug()
        self.cut()


def _start(
    words: list[str | Path], files: tuple[int, ...], line: int | None = None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own scripts
        [sys.executable, *words], stdin=line, stdout=line, pass_fds=files
    )


def _describe() -> None:
    """Say what a board with MicroPython on it says of itself."""
    function = GADGET / "functions" / "acm.0"
    for folder in (GADGET, GADGET / "strings/0x409", GADGET / "configs/c.1", function):
        folder.mkdir()
    (GADGET / "idVendor").write_text("0x2e8a")
    (GADGET / "idProduct").write_text("0x0005")
    for name, text in (
        ("manufacturer", "MicroPython"),
        ("product", "Board in FS mode"),
        ("serialnumber", "e660583883724a28"),
    ):
        (GADGET / "strings/0x409" / name).write_text(text)
    (GADGET / "configs/c.1/acm.0").symlink_to(function)
    for _ in range(100):
        if Path("/dev/ttyGS0").exists():
            return
        time.sleep(0.05)

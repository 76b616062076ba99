"""Sony's Buzz! receivers on simulated USB ports: HID gadgets that the kernel's hid-sony takes.

What they report is ours, from the layout that hid-sony expects: a collection of 20 buttons inside
that of the device, and seven bytes of output; bytes 1 to 4 are the lamps. All between their end of
the cable and the table is the kernel's own: dummy_hcd, usbhid, hid-sony, its keys and its LEDs.
"""

import os
import select
from pathlib import Path

GADGETS = Path("/sys/kernel/config/usb_gadget")
BUTTONS = 20

LAYOUT = bytes.fromhex(
    "05010904a101"  # a joystick
    "a102"  # and in it, for hid-sony looks for the buttons there:
    "09300931150026ff00750895028102"  # X and Y, a byte each
    "05091901291415002501750195148102"  # 20 buttons, a bit each
    "750495018103"  # four bits of nothing
    "c0"
    "0600ff0902150026ff00750895079102"  # seven bytes for the lamps
    "c0"
)


class Receiver:
    """A receiver at USB port `number`; apart until `plug`."""

    def __init__(self, number: int) -> None:
        self._gadget = GADGETS / f"buzz{number}"
        self._port = f"dummy_udc.{number}"
        self._down = 0
        self._line = -1
        self.lamps = bytes(7)
        if not self._gadget.exists():
            _describe(self._gadget)

    def plug(self) -> None:
        """Plug it in."""
        self._down = 0
        (self._gadget / "UDC").write_text(self._port)
        minor = (self._gadget / "functions/hid.0/dev").read_text().strip().partition(":")[2]
        self._line = os.open(f"/dev/hidg{minor}", os.O_RDWR)

    def unplug(self) -> None:
        """Pull it."""
        if self._line >= 0:
            os.close(self._line)
            self._line = -1
            (self._gadget / "UDC").write_text("\n")

    def move(self, button: int, down: bool) -> None:
        """Press or let go a button, 0 to 19; waits until the host has asked for it."""
        self._down = self._down | 1 << button if down else self._down & ~(1 << button)
        os.write(self._line, b"\x7f\x7f" + self._down.to_bytes(3, "little"))

    def told(self) -> bytes:
        """The newest report of what the lamps shall show."""
        while select.select([self._line], [], [], 0.2)[0]:
            self.lamps = os.read(self._line, 64)
        return self.lamps


def _describe(gadget: Path) -> None:
    """Say what a wireless receiver says of itself."""
    function = gadget / "functions" / "hid.0"
    for folder in (gadget, gadget / "strings/0x409", gadget / "configs/c.1", function):
        folder.mkdir()
    (gadget / "idVendor").write_text("0x054c")
    (gadget / "idProduct").write_text("0x1000")
    (gadget / "strings/0x409/manufacturer").write_text("Logitech")
    (gadget / "strings/0x409/product").write_text("Logitech Buzz(tm) Controller V1")
    (function / "report_length").write_text("8")
    (function / "report_desc").write_bytes(LAYOUT)
    (gadget / "configs/c.1/hid.0").symlink_to(function)

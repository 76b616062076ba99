"""A USB camera (UVC 1.1) as a program, on the kernel's USB host for remote devices (usbip).

The kernel's own gadget of a camera needs isochronous transfers, which dummy_hcd refuses. This one
has MJPEG in bulk transfers, as some real cameras do, and each picture is one payload.

Sources: USB Device Class Definition for Video Devices 1.1; usbip_protocol.rst of Linux.
"""

import select
import socket
import struct
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

HOST = Path("/sys/devices/platform/vhci_hcd.0")
HIGH_SPEED, DEVICE = 3, 0x10002
UNLINK, RET_SUBMIT, RET_UNLINK = 2, 3, 4
WIDTH, HEIGHT, INTERVAL = 640, 480, 333_333
"""Size of a picture, and the time between two in units of 100 ns."""

MOST = 1 << 18
"""The largest picture, with its header (bytes)."""

CAMERA, UNIT, STREAM = 1, 2, 1
"""The terminal with the exposure, the unit with the colours, the interface with the pictures."""

SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = (
    0x01, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
)  # fmt: skip
STALLED, RESET = -32, -104


@dataclass
class Value:
    """A control: its size in bytes, its range and what it is set to."""

    size: int
    least: int
    most: int
    usual: int
    step: int = 1
    now: int = field(init=False)

    def __post_init__(self) -> None:
        self.now = self.usual

    def answer(self, asked: int) -> bytes:
        """Return what a request for the control gets."""
        if asked == GET_LEN:
            return self.size.to_bytes(2, "little")
        if asked == GET_INFO:
            return b"\3"
        values = {
            GET_CUR: self.now, GET_MIN: self.least, GET_MAX: self.most, GET_DEF: self.usual,
            GET_RES: self.step,
        }  # fmt: skip
        return values[asked].to_bytes(self.size, "little")


def _described(*fields: tuple[int, int]) -> bytes:
    """Return a descriptor without its length: values, each in so many bytes."""
    text = b"".join(value.to_bytes(size, "little") for value, size in fields)
    return bytes([len(text) + 1]) + text


def _configuration() -> bytes:
    """Return the descriptors of a camera with one unit and one format."""
    inside = _described(
        (0x24, 1), (2, 1), (CAMERA, 1), (0x0201, 2), (0, 1), (0, 1), (0, 6), (3, 1), (0x0A, 3)
    )
    unit = _described(
        (0x24, 1), (5, 1), (UNIT, 1), (CAMERA, 1), (0, 2), (2, 1), (0x1640, 2), (0, 1), (0, 1)
    )
    out = _described((0x24, 1), (3, 1), (3, 1), (0x0101, 2), (0, 1), (UNIT, 1), (0, 1))
    length = 13 + len(inside + unit + out)
    control = _described(
        (0x24, 1), (1, 1), (0x0110, 2), (length, 2), (48_000_000, 4), (1, 1), (STREAM, 1)
    )
    frame = _described(
        (0x24, 1), (7, 1), (1, 1), (0, 1), (WIDTH, 2), (HEIGHT, 2), (8 * MOST, 4), (240 * MOST, 4),
        (MOST, 4), (INTERVAL, 4), (1, 1), (INTERVAL, 4),
    )  # fmt: skip
    form = _described(
        (0x24, 1), (6, 1), (1, 1), (1, 1), (1, 1), (1, 1), (0, 1), (0, 1), (0, 1), (0, 1)
    )
    length = 14 + len(form + frame)
    stream = _described(
        (0x24, 1), (1, 1), (1, 1), (length, 2), (0x81, 1), (0, 1), (3, 1), (0, 1), (0, 1), (0, 1),
        (1, 1), (0, 1),
    )  # fmt: skip
    both = _described((11, 1), (0, 1), (2, 1), (14, 1), (3, 1), (0, 1), (0, 1))
    first = _described((4, 1), (0, 1), (0, 1), (0, 1), (14, 1), (1, 1), (0, 1), (0, 1))
    second = _described((4, 1), (STREAM, 1), (0, 1), (1, 1), (14, 1), (2, 1), (0, 1), (0, 1))
    end = _described((5, 1), (0x81, 1), (2, 1), (512, 2), (0, 1))
    rest = both + first + control + inside + unit + out + second + stream + form + frame + end
    return (
        _described((2, 1), (9 + len(rest), 2), (2, 1), (1, 1), (0, 1), (0x80, 1), (250, 1)) + rest
    )


DESCRIPTORS = {
    0x0100: _described(
        (1, 1), (0x0200, 2), (0xEF, 1), (2, 1), (1, 1), (64, 1), (0x1D6B, 2), (0x0102, 2),
        (0x10, 2), (1, 1), (2, 1), (3, 1), (1, 1),
    ),
    0x0200: _configuration(),
    0x0300: b"\4\3\x09\x04",
    **{
        0x0300 + number: bytes([2 + 2 * len(text), 3]) + text.encode("utf-16-le")
        for number, text in ((1, "Doubt It"), (2, "Cardboard Camera"), (3, "0001"))
    },
    0x0600: _described((6, 1), (0x0200, 2), (0xEF, 1), (2, 1), (1, 1), (64, 1), (1, 1), (0, 1)),
}  # fmt: skip


class UsbCamera:
    """A camera that shows `pictures` (JPEG files) in turn, as long as it is plugged in."""

    def __init__(self, *pictures: bytes) -> None:
        self.pictures = pictures
        self.controls = {
            (CAMERA, 2): Value(1, 1, 15, 8, step=9),  # exposure: set, or automatic
            (CAMERA, 4): Value(4, 1, 5000, 166),
            (UNIT, 4): Value(2, 0, 255, 32),  # gain
            (UNIT, 5): Value(1, 0, 2, 1),  # mains
            (UNIT, 10): Value(2, 2800, 6500, 4600),  # white balance
            (UNIT, 11): Value(1, 0, 1, 1),
        }
        self._agreed = struct.pack(
            "<HBBIHHHHHIIIBBBB",
            1,
            1,
            1,
            INTERVAL,
            0,
            0,
            0,
            0,
            0,
            MOST,
            MOST,
            48_000_000,
            0,
            0,
            0,
            0,
        )[:34]
        self._line: socket.socket | None = None

    def plug(self) -> None:
        """Plug it into the first port."""
        kernel, self._line = socket.socketpair()
        with kernel:
            (HOST / "attach").write_text(f"0 {kernel.fileno()} {DEVICE} {HIGH_SPEED}")
        Thread(target=self._serve, args=(self._line,), daemon=True).start()

    def unplug(self) -> None:
        """Pull it out."""
        (HOST / "detach").write_text("0")
        if self._line is not None:
            self._line.close()

    def _serve(self, line: socket.socket) -> None:
        """Answer the kernel until the cable is pulled, which closes `line` at any moment."""
        waiting, payload, shown, next_at = deque[tuple[int, int]](), b"", 0, 0.0
        with suppress(OSError, ValueError):
            while True:
                while select.select([line], [], [], 0.005)[0]:
                    if not self._hear(line, waiting):
                        return
                if not waiting or (not payload and time.monotonic() < next_at):
                    continue
                if not payload:
                    next_at = time.monotonic() + INTERVAL / 1e7
                    picture, shown = self.pictures[shown % len(self.pictures)], shown + 1
                    payload = bytes([2, 0x82 | shown % 2]) + picture
                number, room = waiting.popleft()
                part, payload = payload[:room], payload[room:]
                self._reply(line, number, part)

    def _hear(self, line: socket.socket, waiting: deque[tuple[int, int]]) -> bool:
        """Take a message of the kernel; return False at their end."""
        head = line.recv(48, socket.MSG_WAITALL)
        if len(head) < 48:
            return False
        command, number, _, inward, end = struct.unpack_from(">5I", head)
        if command == UNLINK:
            [gone] = struct.unpack_from(">I", head, 20)
            status = 0
            for pair in list(waiting):
                if pair[0] == gone:
                    waiting.remove(pair)
                    status = RESET
            line.sendall(struct.pack(">5Ii24x", RET_UNLINK, number, 0, 0, 0, status))
        elif end == 0:
            self._control(line, head, number, inward)
        else:
            waiting.append((number, struct.unpack_from(">I", head, 24)[0]))
        return True

    def _control(self, line: socket.socket, head: bytes, number: int, inward: int) -> None:
        """Answer a request to the device itself."""
        kind, asked, value, index, length = struct.unpack_from("<BBHHH", head, 40)
        told = b"" if inward else line.recv(length, socket.MSG_WAITALL) if length else b""
        answer: bytes | None = b""
        if kind == 0x80 and asked == 6:
            answer = DESCRIPTORS.get(value)
        elif kind & 0x60 == 0x20:
            answer = self._asked(asked, value >> 8, index, told)
        elif inward:
            answer = bytes(length)
        if answer is None:
            self._reply(line, number, b"", STALLED)
        elif inward:
            self._reply(line, number, answer[:length])
        else:
            self._reply(line, number, b"", sent=length)

    def _asked(self, asked: int, selector: int, index: int, told: bytes) -> bytes | None:
        """Answer a request of the camera's class; None: it has no such thing."""
        unit, interface = index >> 8, index & 0xFF
        if interface == STREAM and unit == 0:
            if asked == GET_LEN:
                return b"\x22\0"
            return b"\3" if asked == GET_INFO else self._agreed
        control = self.controls.get((unit, selector))
        if control is None:
            return None
        if asked == SET_CUR:
            control.now = int.from_bytes(told, "little")
            return b""
        return control.answer(asked)

    @staticmethod
    def _reply(
        line: socket.socket, number: int, data: bytes, status: int = 0, sent: int = 0
    ) -> None:
        length = len(data) or sent
        head = struct.pack(">5IiIIII8x", RET_SUBMIT, number, 0, 0, 0, status, length, 0, 0, 0)
        line.sendall(head + data)

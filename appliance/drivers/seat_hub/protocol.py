"""The protocol between the table and its serial seat hub: the frames and the messages in them.

The board runs this very file, so it keeps to what CPython and MicroPython have in common and
imports nothing that only one of them has.

A frame is a message in COBS, four bytes of check, and 0x00, which occurs nowhere else. The check
is a CRC-16 and a sum of 12 bits, both over the encoded bytes, not the decoded ones: a flipped bit
in a COBS code moves whole blocks about, and a CRC over those would be no better than chance. This
way one to three flipped bits are always detected. The sum is for the others: of a million damaged
frames the CRC alone let one through. The 28 bits are spread over four bytes whose high bit is set,
so that none of them is 0x00.
"""

# ruff: noqa: PYI024 - MicroPython has no typing.NamedTuple

from collections import namedtuple
from struct import calcsize, pack, unpack

PROTOCOL = 1
"""Both sides must speak the same. The first two bytes of a Hello never change their meaning."""

SEATS = 12
"""Maximum number of seats in a message."""

TICKS = 1 << 30
"""Period (us) of the board's clock, that of MicroPython's `ticks_us`: 17.9 minutes."""

RHYTHMS = ("off", "dim", "breathe", "flash", "solid", "next", "walk", "lose", "win")
"""Rhythms of a lamp; a Lamps message has the index in this list."""

PERIOD = 4000
"""Period in milliseconds after which every rhythm repeats."""

Hello = namedtuple(  # the board: its identity, and the number of its first edge
    "Hello",
    ("protocol", "firmware", "board", "nonce", "seats", "token", "sequence", "micros", "mask"),
)
Edge = namedtuple("Edge", ("sequence", "micros", "mask"))  # the board: all seats' levels, from now
Pong = namedtuple("Pong", ("number", "micros", "oldest", "sequence", "lamps"))  # the board
Heartbeat = namedtuple("Heartbeat", ("nonce", "micros", "oldest", "sequence", "mask"))  # the board
Ask = namedtuple("Ask", ("protocol", "token"))  # the table: begin a session
Ack = namedtuple("Ack", ("nonce", "sequence"))  # the table: every edge before this one is here
Ping = namedtuple("Ping", ("number",))  # the table: what time is it, and what is the next edge?
Lamps = namedtuple("Lamps", ("revision", "micros", "phase", "rhythms"))  # the table
Foreign = namedtuple("Foreign", ("protocol",))  # the Hello of a board that speaks another protocol
Restart = namedtuple("Restart", ("number", "cause", "text"))  # the board: the cause of its restart
Why = namedtuple("Why", ("number",))  # the table, to firmware 1.1.0 or newer: why did you begin?
Leave = namedtuple("Leave", ("word",))  # the table: end the program, for MicroPython's prompt

FORMATS = {
    1: (Hello, "<B3s8sIBIIIH"),
    2: (Edge, "<IIH"),
    3: (Pong, "<HIIIB"),
    4: (Heartbeat, "<IIIIH"),
    5: (Ask, "<BI"),
    6: (Ack, "<II"),
    7: (Ping, "<H"),
    8: (Lamps, "<BIH12s"),
    9: (Restart, "<HB96s"),
    10: (Why, "<H"),
    11: (Leave, "<8s"),
}
"""Every message by its first byte, and what follows that."""

HELLO = 1
KINDS = {cls: (kind, fields) for kind, (cls, fields) in FORMATS.items()}
SIZES = {kind: calcsize(fields) for kind, (cls, fields) in FORMATS.items()}
TEXT = 96
"""Bytes of UTF-8 in a Restart's text; unused ones are 0x00."""

POWER, ASKED, WATCHDOG, FAULT = 0, 1, 2, 3
"""A Restart's cause: power-on, a reset by hand, a program that hung, a program that failed."""

WORD = b"to REPL\n"
"""The word that a Leave must have, so that no damaged frame is one."""

UNASKED, ASKED_FOR = 0, 1
"""The number of a Restart: no answer, for the program has just failed; or one to a Why."""

LONGEST = 106
"""Maximum length of a frame (bytes, without the 0x00); longer ones are dropped."""

CHECK = 4


def ticks_diff(later: int, earlier: int) -> int:
    """Return the time from `earlier` to `later` (us), if they are less than half a wrap apart."""
    return ((later - earlier + TICKS // 2) & (TICKS - 1)) - TICKS // 2


# --- frames -------------------------------------------------------------------------------------


def _table() -> "tuple[int, ...]":
    """The CRC of each byte: CCITT's polynomial, 0x1021."""
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return tuple(table)


_CRC = _table()


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE; of b"123456789" it is 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ _CRC[(crc >> 8) ^ byte]
    return crc


def check(data: bytes) -> bytes:
    """Return the four check bytes that follow `data` in a frame; none of them is 0x00."""
    first = second = 0
    for byte in data:
        first += byte
        second += first
    bits = crc16(data) << 12 | second & 0xFFF
    return bytes(
        (0x80 | bits >> 21, 0x80 | bits >> 14 & 127, 0x80 | bits >> 7 & 127, 0x80 | bits & 127)
    )


def cobs(data: bytes) -> bytes:
    """Encode `data`, of fewer than 254 bytes, without a 0x00 and one byte longer."""
    out = bytearray(1)
    code = 0
    for byte in data:
        if byte:
            out.append(byte)
        else:
            out[code] = len(out) - code
            code = len(out)
            out.append(0)
    out[code] = len(out) - code
    return bytes(out)


def uncobs(data: bytes) -> "bytes | None":
    """Decode the output of `cobs` to its input, or return None for other bytes."""
    out = bytearray()
    place, end = 0, len(data)
    while place < end:
        code = data[place]
        if code == 0 or place + code > end:
            return None
        if place:
            out.append(0)
        out += data[place + 1 : place + code]
        place += code
    return bytes(out) if end else None


# --- messages -----------------------------------------------------------------------------------


def encode(message: "tuple[object, ...]") -> bytes:
    """A whole frame, the 0x00 at its end included."""
    kind, fields = KINDS[type(message)]
    data = cobs(bytes((kind,)) + pack(fields, *message))
    return data + check(data) + b"\0"


def decode(frame: bytes) -> "tuple[object, ...] | None":
    """Return the message in a frame (without its 0x00), or None if it is damaged or unknown."""
    data = frame[:-CHECK]
    if frame[-CHECK:] != check(data):
        return None
    payload = uncobs(data)
    if not payload or payload[0] not in FORMATS:
        return None
    kind = payload[0]
    if kind == HELLO and len(payload) > 1 and payload[1] != PROTOCOL:
        return Foreign(payload[1])
    if len(payload) != 1 + SIZES[kind]:
        return None
    cls, fields = FORMATS[kind]
    message: tuple[object, ...] = cls(*unpack(fields, payload[1:]))
    return message if getattr(message, "micros", 0) < TICKS else None


class Deframer:
    """Bytes in, messages out. It takes any bytes, keeps at most one frame, and never raises.

    Damaged frames are counted (`damaged`) and dropped; the next 0x00 begins a new frame.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._frame = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> "list[tuple[object, ...]]":
        """Return the messages that `data` completes."""
        messages = []
        for part_no, part in enumerate(data.split(b"\0")):
            if part_no:
                message = None if self._skipping else decode(bytes(self._frame))
                if message is not None:
                    messages.append(message)
                elif self._skipping or self._frame:
                    self.damaged += 1
                self._frame = bytearray()
                self._skipping = False
            if len(self._frame) + len(part) > LONGEST:
                self._skipping = True
                self._frame = bytearray()
            elif not self._skipping:
                self._frame += part
        return messages

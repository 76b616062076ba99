"""What belongs on a seat hub's board: its files, which version they are, and why it began.

The board runs two files of the table's own sources, byte for byte. They are kept once and put
beside the board's own here, so that they can't differ.
"""

from pathlib import Path

from appliance.drivers.seat_hub import board
from appliance.drivers.seat_hub import protocol as wire
from appliance.message import Message, message

OURS = Path(__file__).resolve().parent

PLACES = (
    OURS.parents[2] / "hardware" / "firmware" / "seat_hub",  # a checkout
    OURS.parents[1]
    / "firmware"
    / "seat_hub",  # an installed package (pyproject.toml puts it there)
)

SHARED = ("board.py", "protocol.py")

PROGRAM = "main.py"
"""What MicroPython runs at each start; it belongs on the board last, when all else is there."""

UNWANTED = (wire.WATCHDOG, wire.FAULT)
"""The causes of a start that people should know of."""

_CAUSES = {wire.POWER: "power", wire.ASKED: "asked", wire.WATCHDOG: "watchdog", wire.FAULT: "fault"}


def board_files() -> dict[str, bytes]:
    """Every file of the board by its path there; the program comes last.

    Raises:
        FileNotFoundError: this installation has no firmware: a packaging bug.
    """
    source = next((one for one in PLACES if (one / PROGRAM).is_file()), PLACES[-1])
    package = {one.name: one for one in (source / "seat_hub").glob("*.py")}
    package |= {name: OURS / name for name in SHARED}
    files = {f"seat_hub/{name}": package[name].read_bytes() for name in sorted(package)}
    return files | {PROGRAM: (source / PROGRAM).read_bytes()}


def version_of(firmware: bytes) -> str:
    """A firmware's version, as people write it: the bytes 1, 2 and 3 are 1.2.3."""
    return ".".join(str(one) for one in firmware)


SHIPPED = version_of(board.FIRMWARE)
"""The version that this table brings along."""


def text_of(restart: wire.Restart) -> str:
    """The words in a Restart; whatever is no text is replaced."""
    said: str = restart.text.rstrip(b"\0").decode(errors="replace")
    return "".join(one if one.isprintable() else "?" for one in said)


def why(restart: wire.Restart) -> Message:
    """Why a board began; it is said after "the seat hub"."""
    values = {"fault": text_of(restart)} if restart.cause == wire.FAULT else {}
    return message(f"driver.hub.began.{_CAUSES.get(restart.cause, 'restarted')}", **values)


def told(restart: wire.Restart) -> Message:
    """The same as a whole sentence."""
    return message("driver.hub.began", why=why(restart))

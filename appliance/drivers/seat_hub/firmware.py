"""What belongs on a seat hub's board: its whole file system, and which version that is.

The board runs two files of the table's own sources, byte for byte. They are kept once and put
beside the board's own here, so that they can't differ.
"""

from pathlib import Path

from appliance.drivers.seat_hub import board

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

"""Bookmarks: the progress of a journal in a small file beside it, to detect a missing end.

The journal is on the disk before its bookmark. A bookmark behind the journal is normal; one ahead
of it means that the journal has lost its end. It is written after each commit without a wait, and
waits for the disk when the journal's main file is brought up to date. The file has two slots of one
sector each. Only one of them is written until the disk has confirmed it: a power cut damages at
most one slot.
"""

import os
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from appliance.whole_file import write_whole

SLOT = 512
"""Bytes of a slot: a sector, the least that a disk writes."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A journal had `rows` rows, and `digest` was that of the last."""

    rows: int
    digest: bytes


def bookmark_of(path: Path) -> Path:
    """The bookmark of the journal at `path`."""
    return path.with_name(f"{path.name}-bookmark")


def read_bookmark(path: Path) -> Reached | None:
    """Return the progress of the journal at `path`, or None without a bookmark.

    Raises:
        ValueError: both slots are damaged.
        OSError: the file can't be read.
    """
    try:
        data = bookmark_of(path).read_bytes()
    except FileNotFoundError:
        return None
    slots = [slot for slot in _slots(data) if slot is not None]
    if not slots:
        raise ValueError(f"{bookmark_of(path)} is damaged")
    return max(slots, key=lambda slot: slot.rows)


class Bookmark:
    """The bookmark of a journal that is being written."""

    def __init__(self, path: Path, reached: Reached) -> None:
        """Write a new file with `reached`. Raises OSError."""
        write_whole(_slot(reached) * 2, bookmark_of(path))
        self._file = os.open(bookmark_of(path), os.O_RDWR)
        self._next = 0  # the slot that may be spoilt

    def set(self, reached: Reached) -> None:
        """Record the progress of the journal, without a wait for the disk. Raises OSError."""
        os.pwrite(self._file, _slot(reached), self._next * SLOT)

    def sync(self) -> None:
        """Wait until it is on the disk. Raises OSError."""
        os.fdatasync(self._file)
        self._next = 1 - self._next

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _slot(reached: Reached) -> bytes:
    text = f"{reached.rows} {reached.digest.hex() or '-'} "
    return f"{text}{_check(text)}\n".encode().ljust(SLOT)


def _slots(data: bytes) -> list[Reached | None]:
    return [_read(data[at : at + SLOT]) for at in (0, SLOT)]


def _read(slot: bytes) -> Reached | None:
    try:
        rows, last, check = slot.decode("ascii").split()
        good = check == _check(f"{rows} {last} ")
        return Reached(int(rows), bytes.fromhex(last.strip("-"))) if good else None
    except ValueError:
        return None


def _check(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()

"""A process's writes to a folder, by its calls to the kernel, and the files after a power cut.

`strace` records every write, sync, truncation, rename and removal, and in between the steps that
were shown. `Disk` rebuilds what the disk may hold after a cut at any of these moments: all that
had been synced by then; and of the rest any sectors, whole, torn or not at all. Names change on
the disk when their folder is synced, or at any earlier moment, in their order.
"""

import random
import re
import shutil
import subprocess
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
"""Bytes that a disk writes at once; a power cut can tear them all the same."""

CALLS = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,rename,dup,close"


@dataclass(frozen=True, slots=True)
class Call:
    """A system call: its `name`, its arguments as text, and its result."""

    name: str
    given: str
    gave: int


_LINE = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\)\s+= (-?\d+)")
_BEGUN = re.compile(r"^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$")
_ENDED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+)")


def recorded(command: Sequence[str], log: Path) -> list[Call]:
    """Run `command` and give its calls, in order: a call counts when it has ended.

    Raises:
        ArgumentTypeError: there is no strace.
    """
    strace = shutil.which("strace")
    if strace is None:
        raise ArgumentTypeError("strace is missing: sudo apt install strace")
    options = ("-f", "-qq", "-xx", "-s", "200000", "-e", f"trace={CALLS}", "-o", str(log))
    subprocess.run(  # noqa: S603 - our own code
        [strace, *options, *command],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return list(_calls(log.read_text("ascii", "replace").splitlines()))


def _calls(lines: Sequence[str]) -> Iterator[Call]:
    begun: dict[str, str] = {}
    for line in lines:
        if match := _BEGUN.match(line):
            begun[match[1]] = match[3]
        elif match := _ENDED.match(line):
            yield Call(match[2], begun.pop(match[1], "") + match[3], int(match[4]))
        elif match := _LINE.match(line):
            yield Call(match[1], match[2], int(match[3]))


def text_of(quoted: str) -> bytes:
    """The bytes of a string as `strace -xx` prints it."""
    return bytes.fromhex(quoted.replace("\\x", ""))


_QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(slots=True)
class Stored:
    """A file: what is on the disk for sure, and what was written since it was synced."""

    synced: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def survives(self, rng: random.Random) -> bytes:
        """Return the bytes that a power cut may leave."""
        data = bytearray(self.synced)
        kind = rng.choice(("none", "all", "some", "some", "torn"))
        for at, written in self.pending:
            if kind == "none":
                break
            if written is None:  # truncated to `at`
                if kind == "all" or rng.random() < 0.5:
                    _truncate(data, at)
                continue
            for start in range(0, len(written), SECTOR):
                if kind == "all" or rng.random() < 0.6:
                    piece = written[start : start + SECTOR]
                    if kind == "torn" and rng.random() < 0.3:
                        cut = rng.randrange(len(piece))
                        piece = piece[:cut] + rng.randbytes(len(piece) - cut)
                    _put(data, at + start, piece)
        return bytes(data)

    def sync(self) -> None:
        """All that was written is on the disk."""
        data = bytearray(self.synced)
        for at, written in self.pending:
            if written is None:
                _truncate(data, at)
            else:
                _put(data, at, written)
        self.synced, self.pending = bytes(data), []


def _put_name(names: dict[str, Stored], name: str, there: Stored | None) -> None:
    if there is None:
        names.pop(name, None)
    else:
        names[name] = there


def _put(data: bytearray, at: int, piece: bytes) -> None:
    if len(data) < at:
        data.extend(bytes(at - len(data)))
    data[at : at + len(piece)] = piece


def _truncate(data: bytearray, at: int) -> None:
    del data[at:]
    data.extend(bytes(at - len(data)))


class Disk:
    """A folder on a disk, call by call; `shown` has the words that its program has printed by then.

    SQLite's index (-shm) is mapped and not written, and a lock means nothing after a power cut:
    neither is rebuilt.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._open: dict[int, tuple[str, Stored, int]] = {}
        self._names: dict[str, Stored] = {}  # as the program sees them
        self._synced: dict[str, Stored] = {}  # surely on the disk
        self._changes: list[tuple[str, Stored | None]] = []  # of names, since they were synced
        self.shown: list[str] = []

    def apply(self, call: Call) -> bool:
        """Apply one call; True if the disk, or what is shown, has changed."""
        if call.gave < 0:
            return False
        change = getattr(self, f"_{call.name}", None)
        return change is not None and bool(change(call))

    def _openat(self, call: Call) -> bool:
        [name] = [text_of(text).decode() for text in _QUOTED.findall(call.given)]
        if name == self._folder:
            self._open[call.gave] = name, Stored(), 0
        elif name.startswith(f"{self._folder}/"):
            if name not in self._names:
                self._rename_to(name, Stored())
            path = self._names[name]
            if "O_TRUNC" in call.given:
                path.pending.append((0, None))
            self._open[call.gave] = name, path, 0
            return True
        else:
            self._open.pop(call.gave, None)
        return False

    def _pwrite64(self, call: Call) -> bool:
        number, at = int(call.given.split(",")[0]), int(call.given.rsplit(",", 1)[1])
        return self._write_at(number, at, call)

    def _write(self, call: Call) -> bool:
        number = int(call.given.split(",")[0])
        if number == 1:
            text = text_of(_QUOTED.findall(call.given)[0]).decode()
            self.shown += text.split()
            return True
        if number not in self._open:
            return False
        name, path, at = self._open[number]
        self._open[number] = name, path, at + call.gave
        return self._write_at(number, at, call)

    def _write_at(self, number: int, at: int, call: Call) -> bool:
        if number not in self._open:
            return False
        data = text_of(_QUOTED.findall(call.given)[0])[: call.gave]
        self._open[number][1].pending.append((at, data))
        return True

    def _ftruncate(self, call: Call) -> bool:
        number, size = (int(text) for text in call.given.split(","))
        if number in self._open:
            self._open[number][1].pending.append((size, None))
        return number in self._open

    def _fsync(self, call: Call) -> bool:
        number = int(call.given)
        if number not in self._open:
            return False
        name, path, _ = self._open[number]
        if name == self._folder:
            self._synced, self._changes = dict(self._names), []
        else:
            path.sync()
        return True

    _fdatasync = _fsync

    def _unlink(self, call: Call) -> bool:
        [name] = [text_of(text).decode() for text in _QUOTED.findall(call.given)]
        if name in self._names:
            self._rename_to(name, None)
            return True
        return False

    def _rename(self, call: Call) -> bool:
        old, new = (text_of(text).decode() for text in _QUOTED.findall(call.given))
        if old in self._names:
            self._rename_to(new, self._names[old])
            self._rename_to(old, None)
            return True
        return False

    def _close(self, call: Call) -> bool:
        self._open.pop(int(call.given), None)
        return False

    def _rename_to(self, name: str, there: Stored | None) -> None:
        _put_name(self._names, name, there)
        self._changes.append((name, there))

    def after_a_cut(self, rng: random.Random, folder: Path) -> None:
        """Write into the empty `folder` what a power cut may leave at this moment."""
        names = dict(self._synced)
        for name, content in self._changes[: rng.randint(0, len(self._changes))]:
            _put_name(names, name, content)
        for name, content in names.items():
            if not name.endswith(("-shm", "-lock")):
                (folder / Path(name).name).write_bytes(content.survives(rng))

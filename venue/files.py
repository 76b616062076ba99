"""The public files that a table writes, read while they grow.

The table may cut a torn end off and write the same lines again. So a reader takes whole lines in
their order, and nothing behind a line that it can't read.
"""

import json
import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any  # JSON's own types

FORM = 1
"""Number of the form of lines that this version reads."""

SUFFIX = ".jsonl"

COUNTS_BELOW = 1 << 53
"""Numbers of events are smaller: JSON's readers agree on them."""

CHUNK_BYTES = 1 << 20
"""Bytes that are read at once of a file that has grown."""

Line = dict[str, Any]  # JSON's own types


class EveningFile:
    """The public file of one evening; `count` lines of it are known, numbered from 1."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.evening = path.name.removesuffix(SUFFIX)
        self._starts = array("Q")
        self._end = 0

    @property
    def count(self) -> int:
        """The number of known lines."""
        return len(self._starts)

    def restart(self) -> None:
        """Read the file from its start again."""
        self._starts, self._end = array("Q"), 0

    def grow(self) -> Iterator[Line]:
        """Yield the lines that are new. Raises OSError."""
        with self.path.open("rb") as file:
            if file.seek(0, os.SEEK_END) < self._end:  # cut: the same lines will come again
                self.restart()
            file.seek(self._end)
            for text in file.read(CHUNK_BYTES).splitlines(keepends=True):
                line = line_of(text)
                if line is None or line["n"] != self.count + 1 or line["evening"] != self.evening:
                    return
                self._starts.append(self._end)
                self._end += len(text)
                yield line

    def line(self, n: int) -> bytes:
        """Return the text of line `n`. Raises OSError."""
        end = self._starts[n] if n < self.count else self._end
        with self.path.open("rb") as file:
            file.seek(self._starts[n - 1])
            return file.read(end - self._starts[n - 1]).rstrip(b"\n")


def line_of(text: bytes) -> Line | None:
    """Return the values of a whole line, or None."""
    try:
        line = json.loads(text) if text.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and is_event(line) else None


def is_event(line: Line) -> bool:
    """Return True if a JSON object has what every event has. Further fields are allowed."""
    return (
        line.get("v") == FORM
        and all(_is_count(line.get(name)) for name in ("n", "entry", "at_ms", "game"))
        and all(isinstance(line.get(name), str) for name in ("evening", "type"))
        and isinstance(line.get("data"), dict)
        and line["n"] > 0
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < COUNTS_BELOW


class PublicFolder:
    """The folder of a table's public files; the newest evening is the last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, EveningFile] = {}

    def evenings(self) -> list[EveningFile]:
        """Return the evenings in the folder, by the time of their newest line."""
        try:
            paths = list(self._path.glob(f"*{SUFFIX}"))
            dated = [(path.stat().st_mtime_ns, path.name, path) for path in paths]
        except OSError:
            return []
        known = {name: self._known.get(name) or EveningFile(path) for _, name, path in dated}
        self._known = known
        return [known[name] for _, name, _ in sorted(dated)]

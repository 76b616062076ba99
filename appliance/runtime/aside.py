"""The files of a journal, and how they are kept under another name: nothing is overwritten."""

import shutil
from functools import reduce
from glob import escape
from pathlib import Path

FILES = ("", "-wal", "-shm", "-bookmark")
"""Suffixes of one journal's files: the database, SQLite's log and its index, the bookmark."""

ENDED = "evening"
"""The word for journals of evenings that are over."""

OTHER = "other-version"
"""The word for journals that another version of the table wrote."""

SET_ASIDE = "broken"
"""The word for unreadable journals, and for copies of partly readable ones."""

NEW = ".new"
"""Suffix of a journal that is not complete yet."""


def kept(path: Path) -> list[Path]:
    """Return the journals that were kept beside the one at `path`, without it; the newest first.

    Their order is that of the numbers in their names, not of a clock.
    """
    ends = (*FILES[1:], NEW)
    journals = [
        file
        for file in path.parent.glob(f"{escape(path.name)}.*")
        if file.is_file() and not file.name.endswith(ends)
    ]
    return sorted(journals, key=lambda file: number_of(file, path), reverse=True)


def part(path: Path, suffix: str) -> Path:
    """The file of the journal at `path` that ends in `suffix`."""
    return path.with_name(path.name + suffix)


def set_aside(path: Path, word: str) -> Path:
    """Rename a journal and the files beside it to a free name with `word`; return that name."""
    aside = _free(path, word)
    for suffix in FILES:  # the database first: so its other files never belong to another one
        if part(path, suffix).exists():
            part(path, suffix).rename(part(aside, suffix))
    return aside


def put_back(aside: Path, path: Path) -> None:
    """Undo `set_aside`: the journal at `aside`, with the files beside it, is at `path` again."""
    for suffix in FILES:
        if part(aside, suffix).exists():
            part(aside, suffix).rename(part(path, suffix))


def copied_aside(path: Path, word: str) -> Path:
    """Copy as `set_aside` renames: the files stay. Raises OSError."""
    aside = _free(path, word)
    for suffix in ("", "-wal", "-bookmark"):
        if part(path, suffix).exists():
            shutil.copy2(part(path, suffix), part(aside, suffix))
    return aside


def leftovers(path: Path) -> bool:
    """Return True if files of a journal that no longer exists are there."""
    return not path.exists() and any(part(path, suffix).exists() for suffix in FILES)


def number_of(kept_path: Path, path: Path) -> int:
    """Return the number in the name of a journal kept beside `path`: it grows with time.

    It is 0 for a name without a number.
    """
    digits = kept_path.name.removeprefix(path.name).rpartition("-")[2]
    return int(digits) if digits.isdecimal() and len(digits) < _DIGITS else 0


def word_of(kept_path: Path, path: Path) -> str:
    """Return the word in the name of a journal kept beside `path`."""
    return kept_path.name.removeprefix(f"{path.name}.").rpartition("-")[0]


def _free(path: Path, word: str) -> Path:
    """Return the name with the next number: numbers grow with time."""
    newest = max((number_of(sibling, path) for sibling in beside(path)), default=0)
    return path.with_name(f"{path.name}.{word}-{newest + 1}")


def beside(path: Path) -> list[Path]:
    """Return the names of the journals kept beside `path`, even if only a bookmark is left."""
    names = {
        reduce(str.removesuffix, FILES[1:], sibling.name)
        for sibling in path.parent.glob(f"{escape(path.name)}.*")
    }
    return [path.with_name(name) for name in names]


_DIGITS = 10  # a number of more is no name of ours

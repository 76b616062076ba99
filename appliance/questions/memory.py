"""Remembers across evenings the questions that a table has asked, and those that are flagged.

The memory is a small TOML file beside the journal. The table starts even if the file is damaged: it
renames the file, and questions may come again. If it is not a regular file, it stays, and the table
remembers nothing.
"""

from collections.abc import Callable
from pathlib import Path

from appliance.bounded_files import read_toml
from appliance.core.effects import Effect, FlagQuestion
from appliance.errors import UnfitFileError, reason
from appliance.questions.drawer import Key
from appliance.questions.sheet import as_toml
from appliance.whole_file import is_file, rename_broken, write_whole
from bluffing.message import Message, Spoken, message

NAME = "questions.toml"
"""The file's name."""

_TOP = "# Written by the table: questions that were asked, and those that people found wrong.\n"
_LARGEST = 4 * 2**20  # bytes
_KEYS = ("asked", "flagged")


class Memory:
    """The file at `path`. `tell` reports once if it can't be read or written."""

    def __init__(self, path: Path, tell: Callable[[Message], object]) -> None:
        self.path, self._tell = path, tell
        self._told = False
        self.asked: frozenset[Key] = frozenset()
        self.flagged: frozenset[Key] = frozenset()
        self._read()

    def remember(self, asked: frozenset[Key]) -> None:
        """Save `asked` as all questions that were asked."""
        self.asked = asked
        self._write()

    def perform(self, effect: Effect) -> None:
        """Take FlagQuestion; leave the rest to others."""
        if isinstance(effect, FlagQuestion):
            self.flagged |= {(effect.pack, effect.id)}
            self._write()

    def _read(self) -> None:
        try:
            if not is_file(self.path):
                return
            table = read_toml(self.path, _LARGEST)
            if not set(table) <= set(_KEYS):
                raise ValueError(min(table))  # noqa: TRY301 - as what is no TOML
            self.asked, self.flagged = (_keys(table.get(key, [])) for key in _KEYS)
        except OSError as error:
            self._cannot_write(error)
        except UnfitFileError as error:
            self._aside(error.why)
        except ValueError as error:
            self._aside(" ".join(str(error).split())[:200])

    def _aside(self, why: Spoken) -> None:
        try:
            rename_broken(self.path)
        except OSError as error:
            self._cannot_write(error)
        else:
            self._say(message("questions.memory-broken", path=str(self.path), error=why))

    def _write(self) -> None:
        lists = zip(_KEYS, (self.asked, self.flagged), strict=True)
        text = _TOP + "".join(f"{key} = {_listed(keys)}\n" for key, keys in lists)
        try:
            write_whole(text.encode(), self.path)
        except OSError as error:
            self._cannot_write(error)

    def _cannot_write(self, error: OSError) -> None:
        if not self._told:
            self._told = True
            why = reason(error)
            self._say(message("questions.memory-unwritable", path=str(self.path), error=why))

    def _say(self, what: Message) -> None:
        self._tell(what)


def _keys(names: object) -> frozenset[Key]:
    """Parse a list of names. Raises ValueError: it is none."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(repr(names)[:60])
    pairs = [name.rpartition("/") for name in names]
    if not all(slash and pack and id_ for pack, slash, id_ in pairs):
        raise ValueError(repr(names)[:60])
    return frozenset((pack, id_) for pack, _, id_ in pairs)


def _listed(keys: frozenset[Key]) -> str:
    names = (as_toml(f"{pack}/{id_}") for pack, id_ in sorted(keys))
    return f"[{', '.join(names)}]"

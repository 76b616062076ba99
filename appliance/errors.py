"""Errors that a person can put right.

An error has a fault, its place, and a remedy, as messages of the catalogue. The command line prints
it as one line and exits with `exit_code`; no traceback reaches a user.
"""

from errno import EINVAL
from typing import Self

from bluffing.errors import NotationError
from bluffing.message import Message, Spoken, message


class DoubtItError(Exception):
    """Base class of all our errors.

    `seen` is the fault and its place, `todo` the remedy if that is a sentence of its own.
    """

    exit_code = 1

    def __init_subclass__(cls, exit_code: int = 1) -> None:
        cls.exit_code = exit_code

    def __init__(self, seen: Message, todo: Message | None = None) -> None:
        super().__init__(seen, todo)
        self.seen, self.todo = seen, todo

    @classmethod
    def of(cls, code: str, /, **values: Spoken) -> Self:
        """Return the error of the catalogue's `code`, with the remedy of `code`.todo."""
        return cls(message(code, **values), message(f"{code}.todo"))

    @property
    def says(self) -> Message:
        """The fault and its remedy as one message."""
        if self.todo is None:
            return self.seen
        return message("error.todo", seen=self.seen, todo=self.todo)

    def __str__(self) -> str:
        """Return a text for tracebacks and tests; people read `Words.say` of `says`."""
        return str(self.says)


FAULT_EXIT, SYSTEM_EXIT = 70, 71
"""Exit codes of the program's own faults, and of the system's errors."""

NOTATION_EXIT = 14
"""Exit code of a text that is no notation of games."""


def message_and_code(error: Exception) -> tuple[Message, int]:
    """Return the message for any `error`, and the exit code."""
    match error:
        case DoubtItError():
            return error.says, error.exit_code
        case NotationError():
            return error.why, NOTATION_EXIT
        case OSError(filename=None):
            return message("command.system", error=reason(error)), SYSTEM_EXIT
        case OSError():
            path = str(error.filename)
            return message("command.system-at", where=path, error=reason(error)), SYSTEM_EXIT
        case MemoryError():
            return message("command.memory"), SYSTEM_EXIT
        case _:
            return message("command.fault", error=repr(error)), FAULT_EXIT


class IrregularFileError(OSError):
    """A folder, device, pipe, socket, dangling link or another user's link is at `path`.

    A regular file should be there, so it is left unchanged.
    """

    def __init__(self, path: str) -> None:
        super().__init__(EINVAL, "Not a regular file", path)


def reason(error: OSError) -> Spoken:
    """Return the system's reason, in its own words if it has any."""
    if isinstance(error, IrregularFileError):
        return message("file.irregular")
    return error.strerror or str(error)


class ConfigError(DoubtItError, exit_code=2):
    """A setting is missing, unknown or out of range."""


class UnfitFileError(Exception):
    """A file has unfit content; `why` is the reason. The caller adds the file's name."""

    def __init__(self, why: Spoken) -> None:
        super().__init__(why)
        self.why = why


class DriverError(DoubtItError, exit_code=3):
    """A driver can't open or has stopped working."""


class LoadError(DoubtItError, exit_code=16):
    """A part of the program, or of a library, is missing or broken."""


class PictureError(DoubtItError, exit_code=4):
    """A picture can't be read."""


class JournalError(DoubtItError, exit_code=5):
    """The journal is broken or foreign, or misses something that was written."""


class UnreachableError(JournalError, exit_code=5):
    """The journal is intact, but it can't be read or written now.

    The disk is full or fails, a permission is missing, or another program has it.
    """


class QuestionError(DoubtItError, exit_code=7):
    """A pack of questions is unreadable, or has something that no pack may have."""


class CalibrationError(DoubtItError, exit_code=8):
    """The mat can't be found, or its measures are impossible or unreadable."""


class DeckError(DoubtItError, exit_code=9):
    """An enrolled deck can't be read or written, or can't be learned from the shown cards."""


class ArchiveError(DoubtItError, exit_code=13):
    """A backup or a report can't be written, read or restored."""


class StatisticsError(DoubtItError, exit_code=15):
    """The statistics can't be read or written, or a name can't be erased everywhere."""


class ModelError(DoubtItError, exit_code=12):
    """A network of the card reader can't be loaded."""

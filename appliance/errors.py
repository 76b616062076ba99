"""Everything that can go wrong and that a person can put right.

An error says what happened, where, and what to do, as messages of the catalogue. The command
line prints it as one line and exits with `exit_code`; no traceback reaches a user.
"""

from typing import Self

from appliance.message import Message, Spoken, message


class DoubtItError(Exception):
    """The root: catch this to catch all of ours.

    `seen` says what happened and where, `todo` what to do where that is a sentence of its own. A
    `str` is for code whose sentences are not in the catalogue yet.
    """

    exit_code = 1

    def __init__(self, seen: Message | str, todo: Message | None = None) -> None:
        super().__init__(seen, todo)
        self.seen = message("text", text=seen) if isinstance(seen, str) else seen
        self.todo = todo

    @classmethod
    def of(cls, code: str, /, **values: Spoken) -> Self:
        """The error of the catalogue's `code`; what to do stands there under `code`.todo."""
        return cls(message(code, **values), message(f"{code}.todo"))

    @property
    def says(self) -> Message:
        """All of it, as one message."""
        if self.todo is None:
            return self.seen
        return message("error.todo", seen=self.seen, todo=self.todo)

    def __str__(self) -> str:
        """For tracebacks and tests; people get what `Words.say` makes of `says`."""
        return str(self.says)


def reason(error: OSError) -> str:
    """Why the system did not do as it was asked, as it says it itself."""
    return error.strerror or str(error)


class ConfigError(DoubtItError):
    """A setting is missing, unknown or out of range."""

    exit_code = 2


class SettingError(ValueError):
    """Settings that don't go together; a dataclass of settings raises it when it is made."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class DriverError(DoubtItError):
    """A driver can't open or has stopped working."""

    exit_code = 3


class PictureError(DoubtItError):
    """A picture can't be read."""

    exit_code = 4


class JournalError(DoubtItError):
    """The journal is broken, foreign or can't be written."""

    exit_code = 5


class ScenarioError(DoubtItError):
    """A scenario file says something that no scenario can say."""

    exit_code = 6


class QuestionError(DoubtItError):
    """A pack of questions can't be read, or says something that no pack can say."""

    exit_code = 7


class CalibrationError(DoubtItError):
    """The mat can't be found, or what was measured of it can't be right or can't be read."""

    exit_code = 8


class DeckError(DoubtItError):
    """An enrolled deck can't be read or written, or a deck can't be learned from what was shown."""

    exit_code = 9


class ModelError(DoubtItError):
    """A network of the card reader can't be loaded."""

    exit_code = 12

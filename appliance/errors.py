"""Everything that can go wrong and that a person can put right.

Each message says what happened, where, and what to do. The command line prints it as one
line and exits with `code`; no traceback reaches a user.
"""


class DoubtItError(Exception):
    """The root: catch this to catch all of ours."""

    code = 1


class ConfigError(DoubtItError):
    """A setting is missing, unknown or out of range."""

    code = 2


class DriverError(DoubtItError):
    """A driver can't open or has stopped working."""

    code = 3


class PictureError(DoubtItError):
    """A picture can't be read."""

    code = 4


class JournalError(DoubtItError):
    """The journal is broken, foreign or can't be written."""

    code = 5


class ScenarioError(DoubtItError):
    """A scenario file says something that no scenario can say."""

    code = 6


class QuestionError(DoubtItError):
    """A pack of questions can't be read, or says something that no pack can say."""

    code = 7


class CalibrationError(DoubtItError):
    """The mat can't be found, or what was measured of it can't be right or can't be read."""

    code = 8


class DeckError(DoubtItError):
    """An enrolled deck can't be read or written, or a deck can't be learned from what was shown."""

    code = 9


class ModelError(DoubtItError):
    """A network of the card reader can't be loaded."""

    code = 12

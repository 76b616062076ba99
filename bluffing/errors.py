"""Refusals: a message that says why, and `str()` as an English sentence."""

from bluffing.message import Message
from bluffing.words import words_of


class BluffingError(Exception):
    """The base class of the library's errors; `why` is the reason, as a message."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        """Return the reason in English, with players by their seats.

        A reason that the library has no sentence for is given by its code and values.
        """
        words = words_of("en")
        known = words.catalogue.gettext(self.why.code) != self.why.code
        return words.say(self.why) if known else str(self.why)


class SettingError(BluffingError, ValueError):
    """A setting or a house option is not allowed, or contradicts another."""


class NotationError(BluffingError):
    """A text is not in the notation of games, or its game breaks its rules."""

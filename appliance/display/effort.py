"""Limit on the work of one frame: new pictures for a View are spread over several frames.

Nearly all the cost of a new View is in pictures that were never drawn before: letters of a new
size, a card, a panel. A kit keeps each of them, so drawing can stop before the next one and restart
in the next frame, where kept pictures cost next to nothing.
"""

from collections.abc import Callable
from typing import TypeAlias

Enough: TypeAlias = Callable[[], bool]
"""Function that returns True if the current frame has used its share of work."""


class EnoughError(Exception):
    """This frame has used its share of work; the next one continues."""


class Effort:
    """Stops a frame that has used its share of work, once it has made at least one picture."""

    def __init__(self) -> None:
        self._enough: Enough | None = None
        self._made = False

    def begin(self, enough: Enough | None) -> None:
        """Begin a frame; with None its time is unlimited."""
        self._enough, self._made = enough, False

    def before(self) -> None:
        """Ask for permission before a new picture.

        Raises:
            EnoughError: not in this frame.
        """
        if self._made and self.spent:
            raise EnoughError

    def after(self) -> None:
        """Note that a new picture is made and kept."""
        self._made = True

    @property
    def spent(self) -> bool:
        """True if this frame has used its share of work."""
        return self._enough is not None and self._enough()

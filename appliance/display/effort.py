"""How much work one frame may take: what is made anew for a View is spread over several frames.

Nearly all that a new View costs is pictures that were never drawn before: letters of a new size, a
card, a panel. A kit keeps each of them, so drawing can stop before the next one and begin again in
the next frame, where what is made already costs next to nothing.
"""

from collections.abc import Callable
from typing import TypeAlias

Enough: TypeAlias = Callable[[], bool]
"""Tells whether the frame that is being drawn has taken what it may."""


class EnoughError(Exception):
    """This frame has taken what it may; the next one goes on."""


class Effort:
    """Stops a frame that has taken enough, once it has made one thing at least."""

    def __init__(self) -> None:
        self._enough: Enough | None = None
        self._made = False

    def begin(self, enough: Enough | None) -> None:
        """A frame begins; None: it may take as long as it wants."""
        self._enough, self._made = enough, False

    def before(self) -> None:
        """Something is to be made anew.

        Raises:
            EnoughError: not in this frame.
        """
        if self._made and self.spent:
            raise EnoughError

    def after(self) -> None:
        """It is made, and kept."""
        self._made = True

    @property
    def spent(self) -> bool:
        """True if this frame has used its share of work."""
        return self._enough is not None and self._enough()

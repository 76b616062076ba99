"""The fields of the end of a game."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.table import elements
from appliance.table.stages.turns.state import WithVerdict


@dataclass(frozen=True, slots=True)
class Over(WithVerdict):
    """The game is over. `closed_at` is when the window for the last cards ended, if that did it."""

    name = elements.Stage.OVER
    over = opens_menu = settled = True
    closed_at: int | None = None

    def shifted(self, by: int, now: int) -> Self:
        """Begin again: the hold that ends a pause deals nothing when it is let go."""
        return replace(WithVerdict.shifted(self, by, now), since=now)

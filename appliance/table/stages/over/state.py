"""The fields of the end of a game."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.table import elements
from appliance.table.stages.turns.state import WithVerdict


@dataclass(frozen=True, slots=True)
class Over(WithVerdict):
    """The end of a game; `closed_at` is the end of the last-card window, if that ended it."""

    name = elements.Stage.OVER
    over = opens_menu = settled = True
    closed_at: int | None = None

    def shifted(self, by: int, now: int) -> Self:
        """Begin again, so that releasing the hold that ends a pause deals nothing."""
        return replace(WithVerdict.shifted(self, by, now), since=now)

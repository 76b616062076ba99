"""The fields of a reveal."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.core.reading import Reading
from appliance.core.signals import SECOND
from appliance.core.weighing import Mass
from appliance.table import elements
from appliance.table.stages.doubt.state import Interruption

UNHURRIED = 8 * SECOND
"""Time to turn the cards up, in which the table asks nothing about an empty box."""


@dataclass(frozen=True, slots=True)
class Revealing(Interruption):
    """The cards are turned up, and read by the camera or entered by hand.

    `doubted_at` is the time of the doubt's decision. `proven`: by `reading` the claim is true, and
    only a seat's confirmation that no card lies below is missing. `weight` is of that reading.
    """

    name = elements.Stage.REVEAL
    shows_cards = True
    doubted_at: int = 0
    reading: Reading | None = None
    weight: Mass | None = None
    asked: elements.Asked | None = None
    by_hand: elements.ByHand | None = None
    proven: bool = False

    @property
    def waits_since(self) -> int | None:
        """Time at which the camera began to ask."""
        return None if self.asked is None else self.asked.since

    @property
    def unhurried_until(self) -> int:
        """The moment (ns) up to which the table waits for cards without a word; 0: no wait."""
        empty = self.reading is not None and not self.reading.cards
        return self.since + UNHURRIED - 1 if empty and self.by_hand is None else 0

    def shifted(self, by: int, now: int) -> Self:
        """Shift the camera's time as well, and the time to call the doubt off."""
        asked = self.asked and replace(self.asked, since=self.asked.since + by)
        waited = Interruption.shifted(self, by, now)
        return replace(waited, doubted_at=self.doubted_at + by, asked=asked)

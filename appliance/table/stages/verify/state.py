"""The fields of a printed card that is compared."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.core.question import CardCode
from appliance.table import elements
from appliance.table.stages.doubt.state import Interruption


@dataclass(frozen=True, slots=True)
class Verifying(Interruption):
    """A guess is doubted, and the printed card of its question is turned up to be verified.

    `card` is the one in sight since `shown_at`; None: none is, or there is no camera. `agreed` are
    seats that say that the question does not count, where that card is an older print.
    """

    name = elements.Stage.VERIFY
    doubted_at: int = 0
    card: CardCode | None = None
    shown_at: int = 0
    agreed: tuple[int, ...] = ()

    @property
    def waits_since(self) -> int:
        """Time since which the card has been in sight, or looked for."""
        return self.shown_at

    def shifted(self, by: int, now: int) -> Self:
        """The card is looked for anew."""
        waited = Interruption.shifted(self, by, now)
        return replace(waited, card=None, shown_at=now, agreed=())

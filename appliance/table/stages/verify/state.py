"""The fields of a printed card that is compared."""

from dataclasses import dataclass, replace
from typing import Self

from appliance.core.question import CardCode
from appliance.table import elements
from appliance.table.stages.doubt.state import Interruption


@dataclass(frozen=True, slots=True)
class Verifying(Interruption):
    """A doubted guess, while the printed card of its question is turned up and verified.

    `card` is in sight since `shown_at`; None: no card is in sight, or there is no camera. `agreed`
    are the seats that vote against the question, if that card is an older print.
    """

    name = elements.Stage.VERIFY
    doubted_at: int = 0
    card: CardCode | None = None
    shown_at: int = 0
    agreed: tuple[int, ...] = ()

    @property
    def waits_since(self) -> int:
        """Start of the time with the card in sight, or of the search for it."""
        return self.shown_at

    def shifted(self, by: int, now: int) -> Self:
        """Return the stage with a repeated search for the card."""
        waited = Interruption.shifted(self, by, now)
        return replace(waited, card=None, shown_at=now, agreed=())

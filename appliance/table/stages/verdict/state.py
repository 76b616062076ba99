"""The fields of a verdict."""

from dataclasses import dataclass, field, replace
from typing import Self

from appliance.core.reading import Reading
from appliance.presses.arbiter import Finish
from appliance.table import elements
from appliance.table.stages.turns.state import Ruling, WithVerdict


@dataclass(frozen=True, slots=True)
class Judged(WithVerdict):
    """A verdict, after which the loser takes the cards. `told`: the verdict is public."""

    name = elements.Stage.VERDICT
    shows_cards = True
    told: bool = False
    ruling: Ruling = field(kw_only=True)
    told_at: int = 0  # since when (ns)
    extra: elements.Extra | None = None  # the requested extra
    settled = True

    @property
    def is_told(self) -> bool:
        """True if the verdict is public."""
        return self.told

    @property
    def finish(self) -> Finish | None:
        """Result of the race for the doubt that was judged."""
        return self.ruling.finish

    @property
    def reading(self) -> Reading | None:
        """The reading behind the verdict."""
        return self.ruling.reading

    def shifted(self, by: int, now: int) -> Self:
        """Repeat the unrevealed part, which the press that ends the pause does not skip."""
        if self.told:
            return replace(WithVerdict.shifted(self, by, now), told_at=now)
        return replace(self, since=now, ruling=replace(self.ruling, at=now))

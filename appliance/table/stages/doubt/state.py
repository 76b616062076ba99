"""The fields of a doubt, and of every stage that holds the turns which it interrupts."""

from dataclasses import dataclass, field, replace
from typing import Self

from appliance.presses.arbiter import Finish
from appliance.table import elements
from appliance.table.stages.turns.state import Ruling, Turns
from appliance.table.standing import AnyTime


@dataclass(frozen=True, slots=True)
class Interruption(AnyTime):
    """An interruption of the turns by a doubt, by a rule, or by the seat `showing` its hand.

    `turns` are at rest and hold the game; they go on if the doubt is called off. `raced` is the
    race that the doubter won. `mistaken` are parties that can't hold and have called the doubt an
    accident.
    """

    turns: Turns = field(kw_only=True)
    raced: elements.Raced | None = None
    showing: int | None = None
    mistaken: tuple[int, ...] = ()

    @property
    def match(self) -> elements.Match:
        """The doubted game."""
        return self.turns.match

    @property
    def ruling(self) -> Ruling | None:
        """The newest verdict before it."""
        return self.turns.ruling

    @property
    def finish(self) -> Finish | None:
        """Result of the race that the doubter won."""
        return None if self.raced is None else self.raced.finish

    def playing(self, match: elements.Match) -> Self:
        """Return the stage with the game after an action."""
        return replace(self, turns=self.turns.playing(match))

    def shifted(self, by: int, now: int) -> Self:
        """Return the stage with its turns shifted, too."""
        return replace(self, since=self.since + by, turns=self.turns.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Doubting(Interruption):
    """A doubt with its photo finish on the screen. `told`: the first seat is public."""

    name = elements.Stage.DOUBT
    told: bool = False

    def shifted(self, by: int, now: int) -> Self:
        """Return the stage with its unrevealed part started again."""
        waited = Interruption.shifted(self, by, now)
        return waited if self.told else replace(waited, since=now)

    @property
    def is_told(self) -> bool:
        """True if the first seat is public."""
        return self.told

    @property
    def tied(self) -> tuple[int, ...]:
        """Buzzers of a tie, which a rule decides: a secret while the shown race runs.

        Without a tie, the doubter is public at once; the other presses may become known only with
        the decision.
        """
        places = () if self.raced is None else self.raced.finish.places
        tied = tuple(place.buzzer for place in places if place.tied)
        return tied if len(tied) > 1 else ()

    @property
    def doubted_at(self) -> int:
        """Time of the doubt's decision."""
        return self.since

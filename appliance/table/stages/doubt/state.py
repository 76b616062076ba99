"""The fields of a doubt, and of every stage that holds the turns which it interrupts."""

from dataclasses import dataclass, field, replace
from typing import Self

from appliance.presses.arbiter import Finish
from appliance.table import elements
from appliance.table.stages.turns.state import Ruling, Turns
from appliance.table.standing import AnyTime


@dataclass(frozen=True, slots=True)
class Interruption(AnyTime):
    """The turns are interrupted: by a doubt, by a rule, or by `showing`, who shows the hand.

    `turns` are at rest and hold the game; they go on if the doubt is called off. `raced` is the
    race that made the doubter. `mistaken` are parties that can't hold and said: an accident.
    """

    turns: Turns = field(kw_only=True)
    raced: elements.Raced | None = None
    showing: int | None = None
    mistaken: tuple[int, ...] = ()

    @property
    def match(self) -> elements.Match:
        """The game as it was doubted."""
        return self.turns.match

    @property
    def ruling(self) -> Ruling | None:
        """The newest verdict before it."""
        return self.turns.ruling

    @property
    def finish(self) -> Finish | None:
        """Result of the race that made the doubter."""
        return None if self.raced is None else self.raced.finish

    def playing(self, match: elements.Match) -> Self:
        """The stage with the game as an action left it."""
        return replace(self, turns=self.turns.playing(match))

    def shifted(self, by: int, now: int) -> Self:
        """With the turns as they waited."""
        return replace(self, since=self.since + by, turns=self.turns.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Doubting(Interruption):
    """Somebody doubts: the photo finish is shown. `told`: everybody may know who was first."""

    name = elements.Stage.DOUBT
    told: bool = False

    def shifted(self, by: int, now: int) -> Self:
        """Start the untold part again."""
        waited = Interruption.shifted(self, by, now)
        return waited if self.told else replace(waited, since=now)

    @property
    def is_told(self) -> bool:
        """True if everybody may know who was first."""
        return self.told

    @property
    def tied(self) -> tuple[int, ...]:
        """The buzzers of which a rule says who was first: a secret for as long as they run.

        Else who doubts is said at once: the others may be heard of only when it has been decided.
        """
        places = () if self.raced is None else self.raced.finish.places
        tied = tuple(place.buzzer for place in places if place.tied)
        return tied if len(tied) > 1 else ()

    @property
    def doubted_at(self) -> int:
        """Time of the doubt's decision."""
        return self.since

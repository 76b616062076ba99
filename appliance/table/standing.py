"""What stages have in common: when they began, and whether a game is under way."""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from appliance.table import elements


@dataclass(frozen=True, slots=True)
class AnyTime:
    """Began at `since`, ns: a press from before says nothing. `name` is what facts call it."""

    name: ClassVar[elements.Stage]
    since: int = 0

    @property
    def inner(self) -> Self:
        """The stage itself, where no pause or dispute is around it."""
        return self

    def shifted(self, by: int, now: int) -> Self:
        """The stage as it goes on at `now` if time stood still for `by` ns."""
        return replace(self, since=self.since + by)

    def playing(self, match: elements.Match) -> Self:
        """The stage with the game as an action left it; only from the deal on."""
        raise TypeError(f"no {match} is played in {self}")


@dataclass(frozen=True, slots=True)
class FromTheDeal(AnyTime):
    """A stage of a game under way."""

    match: elements.Match = field(kw_only=True)

    def playing(self, match: elements.Match) -> Self:
        """The stage with the game as an action left it."""
        return replace(self, match=match)


@dataclass(frozen=True, slots=True)
class BeforeTheDeal(AnyTime):
    """A stage without a game."""

    match: ClassVar[None] = None
    ruling: ClassVar[None] = None

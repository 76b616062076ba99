"""The properties of every stage, with the defaults of most stages."""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from appliance.core.reading import Reading
from appliance.presses.arbiter import Finish
from appliance.table import elements


@dataclass(frozen=True, slots=True)
class AnyTime:
    """A stage that began at `since`, ns; earlier presses mean nothing. Facts call it `name`."""

    name: ClassVar[elements.Stage]
    over: ClassVar[bool] = False  # the game is over
    gathers: ClassVar[bool] = False  # people come and go: each buzzer is a seat
    opens_menu: ClassVar[bool] = False  # the table's menu can be open over it
    pauses: ClassVar[bool] = True  # it waits while a part is lost
    shows_cards: ClassVar[bool] = False  # people look at the picture of the cards
    since: int = 0

    @property
    def inner(self) -> Self:
        """The stage itself, without a pause or a dispute around it."""
        return self

    @property
    def settled(self) -> bool:
        """True if a dispute of the newest verdict would interrupt nothing."""
        return False

    @property
    def wanted(self) -> elements.Pause | None:
        """The pause that begins when no earlier doubt can still arrive."""
        return None

    @property
    def finish(self) -> Finish | None:
        """Result of the race for the newest doubt, from its decision to the verdict."""
        return None

    @property
    def raced(self) -> elements.Raced | None:
        """The race for the newest doubt, up to its verdict."""
        return None

    @property
    def showing(self) -> int | None:
        """The seat that shows its hand."""
        return None

    @property
    def reading(self) -> Reading | None:
        """The camera's reading: now, or for the shown verdict."""
        return None

    @property
    def by_hand(self) -> elements.ByHand | None:
        """The cards that people enter by hand."""
        return None

    @property
    def is_told(self) -> bool:
        """True if everybody may know the decision."""
        return True

    @property
    def waits_since(self) -> int | None:
        """Time (ns) from which people, the camera or the questions have until `due`."""
        return None

    def shifted(self, by: int, now: int) -> Self:
        """Return the stage for going on at `now`, after a pause of `by` ns."""
        return replace(self, since=self.since + by)

    def only_touched(self, before: object) -> bool:
        """Return True if a press changed the stage `before` to this one without any effect."""
        return False

    def playing(self, match: elements.Match) -> Self:
        """Return the stage with the game after an action; only once dealt."""
        raise TypeError(f"no {match} is played in {self}")


@dataclass(frozen=True, slots=True)
class FromTheDeal(AnyTime):
    """A stage of a game under way."""

    match: elements.Match = field(kw_only=True)

    def playing(self, match: elements.Match) -> Self:
        """Return the stage with the game after an action."""
        return replace(self, match=match)


@dataclass(frozen=True, slots=True)
class BeforeTheDeal(AnyTime):
    """A stage without a game."""

    match: ClassVar[None] = None
    ruling: ClassVar[None] = None

"""The public facts of how to play: the open page and its game."""

from dataclasses import dataclass
from typing import ClassVar

from appliance.presses.gestures import HOLD_AFTER
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.stages.howto.state import HowTo
from appliance.table.state import Table
from bluffing.options import Topic, Value
from bluffing.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class HowToFacts(AsideFacts):
    """A page of how to play is open, the `page`th of `pages`, from 0.

    `options` are the house options of the `game` that differ from the defaults of today's rules.
    """

    screen: ClassVar[str] = "howto"
    page: int
    pages: int
    game: str
    options: tuple[tuple[str, Value], ...]

    @property
    def about(self) -> Topic:
        """Topic of the page: the game's own lessons, the buzzer, then the page to take home."""
        lessons = RULESETS[self.game].lessons
        if self.page < len(lessons):
            return lessons[self.page].topic
        return Topic.BUZZER if self.page == len(lessons) else Topic.HOME


def front(table: Table) -> HowToFacts:
    """Return the facts of the open page."""
    page, settings = table.at(HowTo).page, table.settings
    return HowToFacts(page, pages(table), settings.ruleset, tuple(settings.house.items()))


def pages(table: Table) -> int:
    """Number of pages: the game's own, the buzzer's page, and the one to take home."""
    return len(table.ruleset.lessons) + 2


def asks() -> Prompted:
    """Ask every buzzer to turn the page; a hold leaves."""
    return Prompted(Prompt.TURN_PAGE, holds=HOLD_AFTER)

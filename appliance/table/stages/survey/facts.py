"""The public facts of a house survey, and what it asks each buzzer."""

from dataclasses import dataclass
from typing import ClassVar

from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.stages.survey.state import HouseSurvey
from appliance.table.state import Table


@dataclass(frozen=True, slots=True)
class HouseSurveyFacts(AsideFacts):
    """A house survey is on: `voted` people have in this round, and no answer is public.

    `asked` had answered before it, and `missing` more are needed; None: not counted yet. Votes are
    `seen` while a player steps through the answers: the screen shows the lit one.
    """

    screen: ClassVar[str] = "survey"
    survey: str
    voted: int
    asked: int | None
    missing: int | None
    seen: bool = False


def front(table: Table) -> HouseSurveyFacts:
    """Return the facts of the round that is open."""
    here = table.at(HouseSurvey)
    seen = table.settings.some_step
    return HouseSurveyFacts(here.survey, len(here.shown), here.asked, here.missing, seen)


def asks(table: Table, buzzer: int) -> Prompted:
    """Ask for a vote, and show no hold: its length would tell the answer."""
    return Prompted(Prompt.VOTED if buzzer in table.at(HouseSurvey).shown else Prompt.VOTE)


def voted(here: HouseSurvey, buzzer: int) -> bool:
    """Return True if `buzzer` has voted in this round, whether or not the table shows it yet."""
    return any(one.buzzer == buzzer for one in here.cast)

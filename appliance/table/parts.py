"""The stages of an evening, each with what the table does in it: the whole house at a glance."""

from appliance.core.effects import Rhythm
from appliance.core.signals import Wished
from appliance.table import (
    asking,
    dealing,
    dispute,
    doubting,
    lobby,
    pausing,
    revealing,
    stages,
    turns,
    verifying,
)
from appliance.table.menus import walking
from appliance.table.part import Behaviour
from appliance.table.stages.howto.play import InHowTo
from appliance.table.stages.howto.state import HowTo
from appliance.table.stages.practice.play import InPractice
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.survey.play import InHouseSurvey
from appliance.table.stages.survey.state import HouseSurvey
from appliance.table.state import Table
from appliance.table.work import Work


def _wish(work: Work, signal: Wished) -> None:
    """A wish from the table's menu is one of the stage that the menu was left for."""
    part_of(work.table.stage).wished(work, signal)


_PARTS: dict[type[stages.AnyStage], Behaviour] = {
    stages.Attract: lobby.InAttract(),  # a press: Lobby
    stages.Lobby: lobby.InLobby(),  # all are ready: WhoDeals; nobody is left: Attract
    stages.WhoDeals: dealing.InWhoDeals(),  # somebody says so: Deal
    stages.Deal: dealing.InDeal(),  # dealt: Turns; a long hold: Lobby
    stages.Asking: asking.InAsking(),  # a question is drawn: Turns
    stages.Turns: turns.InTurns(),  # a doubt: Doubting; a question is wanted: Asking; the end: Over
    stages.Doubting: doubting.InDoubting(),  # Revealing; an answer: Judged, Verifying; or Turns
    stages.Revealing: revealing.InRevealing(),  # the cards are known: Judged; called off: Turns
    stages.Verifying: verifying.InVerifying(),  # Judged; the question does not count: Asking
    stages.Judged: dispute.InJudged(),  # the cards are picked up: Turns or Over
    stages.Over: dealing.InOver(),  # the next game: Deal, or Lobby where too few are left
    stages.Disputed: dispute.InDisputed(),  # around Judged: so entered from Turns, Asking, Over too
    HowTo: InHowTo(),  # around Attract, Lobby, Over; after its last page: Practice
    Practice: InPractice(),  # around the same
    HouseSurvey: InHouseSurvey(),  # around the same, out of the menu
    stages.TableMenu: walking.InTableMenu(_wish),  # over the same; left for it
    stages.Paused: pausing.InPaused(),  # around any but Attract and the menu
}


def part_of(stage: stages.AnyStage) -> Behaviour:
    """Return the behaviour of the current stage."""
    return _PARTS[type(stage)]


# --- what every lamp shows -------------------------------------------------------------------


def rhythms(table: Table) -> tuple[Rhythm, ...]:
    """One rhythm a buzzer."""
    return tuple(rhythm(table, buzzer) for buzzer in range(table.settings.buzzers))


def rhythm(table: Table, buzzer: int) -> Rhythm:
    """Rhythm of a buzzer's lamp: that of the buzzer for which it presses."""
    return part_of(table.stage).light(table, table.settings.presses_for(buzzer))

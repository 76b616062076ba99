"""The stages of an evening with their behaviours, at a glance."""

from appliance.core.effects import Rhythm
from appliance.core.signals import Wished
from appliance.table import stages
from appliance.table.menus import walking
from appliance.table.part import Behaviour
from appliance.table.stages.attract.play import InAttract
from appliance.table.stages.deal.play import InDeal, InWhoDeals
from appliance.table.stages.doubt.play import InDoubting
from appliance.table.stages.howto.play import InHowTo
from appliance.table.stages.howto.state import HowTo
from appliance.table.stages.lobby.play import InLobby
from appliance.table.stages.over.play import InOver
from appliance.table.stages.pause.play import InPaused
from appliance.table.stages.practice.play import InPractice
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.question.play import InAsking
from appliance.table.stages.reveal.play import InRevealing
from appliance.table.stages.survey.play import InHouseSurvey
from appliance.table.stages.survey.state import HouseSurvey
from appliance.table.stages.turns.play import InTurns
from appliance.table.stages.verdict.play import InDisputed, InJudged
from appliance.table.stages.verify.play import InVerifying
from appliance.table.state import Table
from appliance.table.work import Work


def _wish(work: Work, signal: Wished) -> None:
    """Pass a wish from the table's menu to the stage that follows the menu."""
    part_of(work.table.stage).wished(work, signal)


_PARTS: dict[type[stages.AnyStage], Behaviour] = {
    stages.Attract: InAttract(),  # a press: Lobby
    stages.Lobby: InLobby(),  # all are ready: WhoDeals; the last player leaves: Attract
    stages.WhoDeals: InWhoDeals(),  # a player volunteers: Deal
    stages.Deal: InDeal(),  # dealt: Turns; a long hold: Lobby
    stages.Asking: InAsking(),  # a question is drawn: Turns
    stages.Turns: InTurns(),  # a doubt: Doubting; a question is wanted: Asking; the end: Over
    stages.Doubting: InDoubting(),  # Revealing; an answer: Judged, Verifying; or Turns
    stages.Revealing: InRevealing(),  # the cards are known: Judged; called off: Turns
    stages.Verifying: InVerifying(),  # Judged; the question does not count: Asking
    stages.Judged: InJudged(),  # the cards are picked up: Turns or Over
    stages.Over: InOver(),  # the next game: Deal, or Lobby where too few are left
    stages.Disputed: InDisputed(),  # around Judged: so entered from Turns, Asking, Over too
    HowTo: InHowTo(),  # around Attract, Lobby, Over; after its last page: Practice
    Practice: InPractice(),  # around the same
    HouseSurvey: InHouseSurvey(),  # around the same, out of the menu
    stages.TableMenu: walking.InTableMenu(_wish),  # over the same; left for it
    stages.Paused: InPaused(),  # around any but Attract and the menu
}


def part_of(stage: stages.AnyStage) -> Behaviour:
    """Return the behaviour of the current stage."""
    return _PARTS[type(stage)]


# --- what every lamp shows -------------------------------------------------------------------


def rhythms(table: Table) -> tuple[Rhythm, ...]:
    """Return one rhythm for each buzzer."""
    return tuple(rhythm(table, buzzer) for buzzer in range(table.settings.buzzers))


def rhythm(table: Table, buzzer: int) -> Rhythm:
    """Return the rhythm of a buzzer's lamp: that of the buzzer for which it presses."""
    return part_of(table.stage).light(table, table.settings.presses_for(buzzer))

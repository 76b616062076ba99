"""The stages of an evening, each with what the table does in it: the whole house at a glance."""

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
)
from appliance.table.part import Behaviour

_PARTS: dict[type[stages.AnyStage], Behaviour] = {
    stages.Attract: lobby.InAttract(),  # a press: Lobby
    stages.Lobby: lobby.InLobby(),  # all are ready: WhoDeals; nobody is left: Attract
    stages.WhoDeals: dealing.InWhoDeals(),  # somebody says so: Deal
    stages.Deal: dealing.InDeal(),  # dealt: Turns; a long hold: Lobby
    stages.Asking: asking.InAsking(),  # a question is drawn: Turns
    stages.Turns: turns.InTurns(),  # a doubt: Doubting; a question is wanted: Asking; the end: Over
    stages.Doubting: doubting.InDoubting(),  # Revealing; the answer: Judged; called off: Turns
    stages.Revealing: revealing.InRevealing(),  # the cards are known: Judged; called off: Turns
    stages.Judged: dispute.InJudged(),  # the cards are picked up: Turns or Over
    stages.Over: dealing.InOver(),  # the next game: Deal, or Lobby where too few are left
    stages.Disputed: dispute.InDisputed(),  # around Judged: so entered from Turns, Asking, Over too
    stages.Paused: pausing.InPaused(),  # around any but Attract
}


def part_of(stage: stages.AnyStage) -> Behaviour:
    """What the table does where the evening stands."""
    return _PARTS[type(stage)]

"""The stages of an evening, each with what the table does in it: the whole house at a glance."""

from appliance.table.asking import InAsking
from appliance.table.dealing import InDeal, InOver, InWhoDeals
from appliance.table.dispute import InDisputed, InJudged
from appliance.table.doubting import InDoubting
from appliance.table.lobby import InAttract, InLobby
from appliance.table.part import Behaviour
from appliance.table.pausing import InPaused
from appliance.table.revealing import InRevealing
from appliance.table.stages import (
    AnyStage,
    Asking,
    Attract,
    Deal,
    Disputed,
    Doubting,
    Judged,
    Lobby,
    Over,
    Paused,
    Revealing,
    Turns,
    WhoDeals,
)
from appliance.table.turns import InTurns

_PARTS: dict[type[AnyStage], Behaviour] = {
    Attract: InAttract(),  # a press: Lobby
    Lobby: InLobby(),  # all are ready: WhoDeals; nobody is left: Attract
    WhoDeals: InWhoDeals(),  # somebody says so: Deal
    Deal: InDeal(),  # dealt: Turns; a long hold: Lobby
    Asking: InAsking(),  # a question is drawn: Turns
    Turns: InTurns(),  # a doubt: Doubting; a question is wanted: Asking; the end: Over
    Doubting: InDoubting(),  # cards: Revealing; the answer: Judged; called off: Turns
    Revealing: InRevealing(),  # it is known what the cards are: Judged; called off: Turns
    Judged: InJudged(),  # the cards are picked up: Turns or Over
    Over: InOver(),  # the next game: Deal, or Lobby where too few are left
    Disputed: InDisputed(),  # around Judged: so entered from Turns, Asking and Over as well
    Paused: InPaused(),  # around any but Attract
}


def part_of(stage: AnyStage) -> Behaviour:
    """What the table does where the evening stands."""
    return _PARTS[type(stage)]

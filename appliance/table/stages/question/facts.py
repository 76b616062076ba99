"""The public facts while a question is drawn."""

from dataclasses import dataclass

from appliance.table import asking, stages
from appliance.table.answers import Prompted, ring_of
from appliance.table.codes import Prompt
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.offers import Asks
from appliance.table.stage_facts import StageFacts
from appliance.table.state import Table
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class AskingFacts(StageFacts):
    """A question is drawn."""

    chooses: bool  # the starter chooses its kind
    cursor: int = 0  # of the kinds
    request: int | None = None  # one was asked for, under this number
    failed: Message | None = None  # why none comes


def about(table: Table, _now: int) -> AskingFacts:
    """Return the facts of the question that is drawn."""
    chooses = asking.chooses(table)
    match table.at(stages.Asking).drawing:
        case Choosing(cursor):
            return AskingFacts(chooses, cursor)
        case Drawing():
            return AskingFacts(chooses, request=table.request)
        case NotDrawn(why=why):
            return AskingFacts(chooses, failed=why)


def prompted(table: Table, _about: AskingFacts, seat: int, _now: int) -> Prompted:
    """Ask the starter for the kind, or all players to try again."""
    drawing = table.at(stages.Asking).drawing
    if isinstance(drawing, NotDrawn):
        return Prompted(Prompt.TRY_AGAIN)
    if not isinstance(drawing, Choosing) or seat != table.game.turn:
        return Prompted()
    if not asking.chooses(table):
        return Prompted(Prompt.DRAW_QUESTION)
    kinds = tuple(message(f"question.{kind}") for kind in table.settings.kinds)
    return Prompted(Prompt.CHOOSE_KIND, ring=ring_of(Asks.KIND, kinds, drawing.cursor, seat))


def waits_for(table: Table) -> int | None:
    """Return the starter, who chooses the kind."""
    choosing = isinstance(table.at(stages.Asking).drawing, Choosing)
    return table.game.turn if choosing else None

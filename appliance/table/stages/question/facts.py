"""The public facts while a question is drawn."""

from dataclasses import dataclass

from appliance.table import asking, stages
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.state import Table
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class AskingFacts:
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

"""The public facts while a question is drawn."""

from dataclasses import dataclass

from appliance.core.question import Kind, Survey
from appliance.table.answers import Prompted, ring_of
from appliance.table.codes import Prompt
from appliance.table.elements import Choosing, Drawing, NotDrawn, Stage
from appliance.table.offers import Asks
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.question.state import Asking
from appliance.table.state import Table
from bluffing.message import Message, message
from bluffing.wagers import WagerGame


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    """A question. `percent` and its source are there only once the answer is turned up.

    The group of people that was asked is there from the beginning, because a guess needs it.
    `about` says that `percent` is the nearest whole number of an answer with a fraction.
    """

    id: str
    kind: Kind
    text: str
    percent: float | None = None
    source: str = ""
    date: str = ""
    note: str = ""
    survey: Survey | None = None
    about: bool = False


@dataclass(frozen=True, slots=True)
class AskingFacts(StageFacts):
    """Facts while a question is drawn."""

    chooses: bool  # the starter chooses its kind
    cursor: int = 0  # of the kinds
    request: int | None = None  # one was asked for, under this number
    failed: Message | None = None  # why none comes

    @property
    def starts(self) -> bool:
        """True: the seat on turn chooses, or guesses."""
        return True


def about(table: Table, _now: int) -> AskingFacts:
    """Return the facts of drawing a question."""
    free = chooses(table)
    match table.at(Asking).drawing:
        case Choosing(cursor):
            return AskingFacts(free, cursor)
        case Drawing():
            return AskingFacts(free, request=table.request)
        case NotDrawn(why=why):
            return AskingFacts(free, failed=why)


def prompted(table: Table, _about: AskingFacts, seat: int, _now: int) -> Prompted:
    """Ask the starter for the kind, or all players to try again."""
    drawing = table.at(Asking).drawing
    if isinstance(drawing, NotDrawn):
        return Prompted(Prompt.TRY_AGAIN)
    if not isinstance(drawing, Choosing) or seat != table.game.turn:
        return Prompted()
    if not chooses(table):
        return Prompted(Prompt.DRAW_QUESTION)
    kinds = tuple(message(f"question.{kind}") for kind in table.settings.kinds)
    return Prompted(Prompt.CHOOSE_KIND, ring=ring_of(Asks.KIND, kinds, drawing.cursor, seat))


def waits_for(table: Table) -> int | None:
    """Return the starter, who chooses the kind."""
    choosing = isinstance(table.at(Asking).drawing, Choosing)
    return table.game.turn if choosing else None


def chooses(table: Table) -> bool:
    """Return True if the starter chooses the kind, by house option."""
    return way(table) == "starter_chooses"


def way(table: Table) -> str:
    """Return the way of choosing the kind of a question, by house option."""
    return str(getattr(table.game, "question_kind", "starter_chooses"))


def question_of(table: Table) -> QuestionFacts | None:
    """Return the question; with its answer and source only once these are turned up."""
    match = table.stage.match
    one = match.question if match is not None else None
    if one is None:
        return None
    if table.inner.name is not Stage.VERDICT:
        return QuestionFacts(one.id, one.kind, one.text, survey=one.survey)
    assert isinstance(table.ruleset, WagerGame), "no other game asks questions"
    percent = table.ruleset.compared(table.game, one.percent)
    told = (percent, one.source, one.date, one.note, one.survey)
    return QuestionFacts(one.id, one.kind, one.text, *told, about=percent != one.percent)

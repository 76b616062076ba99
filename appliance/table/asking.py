"""A question is drawn before it is guessed at, and its answer turned up when somebody doubts.

The table alone knows the answer. The starter chooses the kind, or the kinds take turns, or
chance says: the nanosecond at which the starter's press began.
"""

from dataclasses import replace

from appliance.core.effects import DrawQuestion, Rhythm, Sound
from appliance.core.question import Kind
from appliance.core.signals import (
    SECOND,
    DriverBack,
    DriverLost,
    QuestionDrawn,
    Wish,
    Wished,
)
from appliance.message import Message, message
from appliance.presses.gestures import Gesture, GestureKind
from appliance.rules.actions import Answer, Discard
from appliance.rules.game import Phase
from appliance.rules.wagers import WagerGame
from appliance.table import lost
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.part import Behaviour, News
from appliance.table.stages import Asking, Turns
from appliance.table.state import Table
from appliance.table.work import Work

WAIT = 5 * SECOND
"""Maximum time to wait for a question; after it the table says that none comes."""


class InAsking(Behaviour):
    """The starter chooses, and the question comes."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """The starter taps through the kinds and holds for one; anybody holds to try once more."""
        table, asking = work.table, work.table.at(Asking)
        seat = table.seat_of(made.buzzer)
        if seat is None or not work.fresh(made):
            return
        if made.kind is GestureKind.LONG and seat != starter(table):
            work.pause(seat)
        elif made.kind is GestureKind.HOLD and (seat == starter(table) or _failed(asking)):
            _go_on(work, made.onset)
        elif made.kind is GestureKind.TAP and seat == starter(table) and _chooses(table):
            _tap(work)

    def wished(self, work: Work, signal: Wished) -> None:
        """The kind, or what a hold would do."""
        match signal.wish:
            case Wish.GO_ON:
                _go_on(work, signal.at)
            case Wish.FACT | Wish.FUN:
                _choose(work, Kind(signal.wish))
            case _:
                super().wished(work, signal)

    def heard(self, work: Work, news: News) -> None:
        """The question, or that none comes. An answer to an older request is not heard."""
        table, drawing = work.table, work.table.at(Asking).drawing
        if isinstance(drawing, Choosing):
            return
        match news:
            case QuestionDrawn(request=table.request):
                match_ = replace(table.match, question=news.question, question_of=number(table))
                ruling, now = table.ruling, work.now
                work.enter(Turns(now, match=match_, ruling=ruling, opened_at=now, counts_from=now))
            case DriverLost(driver=lost.QUESTIONS):
                _fail(work, drawing.kind, news.reason)
            case DriverBack(driver=lost.QUESTIONS) if isinstance(drawing, NotDrawn):
                draw(work, drawing.kind)
            case _:
                pass

    def advance(self, work: Work) -> None:
        """Say so when no question comes."""
        at = self.due(work.table, work.now)
        drawing = work.table.at(Asking).drawing
        if at is not None and work.now >= at and isinstance(drawing, Drawing):
            _fail(work, drawing.kind, message("table.no-question-came"))

    def due(self, table: Table, now: int) -> int | None:
        """When the table gives up waiting for the question (ns), or None."""
        del now
        return due(table)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """The starter is asked."""
        return Rhythm.WALK if seat == starter(table) else Rhythm.DIM


def begin(work: Work) -> None:
    """The starter is asked for the kind; where there is no choice a question is drawn at once."""
    table, kinds = work.table, work.table.settings.kinds
    last = table.match.question
    work.enter(Asking(work.now, match=table.match, ruling=table.ruling))
    if len(kinds) < 2:
        draw(work, kinds[0] if kinds else None)
    elif way(table) == "alternate":
        draw(work, kinds[0 if last is None else (kinds.index(last.kind) + 1) % len(kinds)])


def wanted(table: Table) -> bool:
    """Whether the game waits for a question that was not drawn yet."""
    game, match = table.game, table.match
    if game.phase is not Phase.READY or not game.points:
        return False
    if not isinstance(table.ruleset, WagerGame):
        return False
    return match.question is None or match.question_of != number(table)


def way(table: Table) -> str:
    """How the kind is found, by house option."""
    return str(getattr(table.game, "question_kind", "starter_chooses"))


def starter(table: Table) -> int:
    """The seat that chooses the kind and guesses first."""
    return table.game.turn


def number(table: Table) -> int | None:
    """The number of the question that the game is at."""
    found = getattr(table.game, "question", None)
    return found if isinstance(found, int) else None


def due(table: Table) -> int | None:
    """When the table gives up waiting for the question (ns), or None."""
    drawing = table.at(Asking).drawing
    return drawing.at + WAIT if isinstance(drawing, Drawing) else None


def answer(table: Table) -> Answer | Discard:
    """What the rules are told when a guess is doubted; chance is when the doubt was decided."""
    question = table.match.question
    return Discard() if question is None else Answer(question.percent, table.stage.since)


def draw(work: Work, kind: Kind | None) -> None:
    """Ask for a question of `kind`, under a new number."""
    request = work.table.request + 1
    _put(work, Drawing(kind, work.now))
    work.set(request=request, notice=None)
    work.effects.append(DrawQuestion(request, kind))
    work.sound(Sound.LOCK)
    reason = lost.why(work.table, lost.QUESTIONS)
    if reason is not None:
        _fail(work, kind, reason)


def again(work: Work) -> None:
    """After a pause: what was asked for is asked for once more."""
    drawing = work.table.at(Asking).drawing
    if not isinstance(drawing, Choosing):
        draw(work, drawing.kind)


def _tap(work: Work) -> None:
    drawing = work.table.at(Asking).drawing
    if isinstance(drawing, Choosing):
        _put(work, Choosing((drawing.cursor + 1) % len(work.table.settings.kinds)))
        work.sound(Sound.TICK)


def _choose(work: Work, kind: Kind) -> None:
    table = work.table
    if not isinstance(table.at(Asking).drawing, Choosing) or not _chooses(table):
        work.refuse(message("table.not-now"))
    elif kind not in table.settings.kinds:
        work.refuse(message("table.no-such-questions", kind=message(f"question.{kind}")))
    else:
        draw(work, kind)


def _go_on(work: Work, chance: int) -> None:
    """Try again, or draw: of the kind that the ring stands at, or that chance says."""
    table, drawing = work.table, work.table.at(Asking).drawing
    kinds = table.settings.kinds
    match drawing:
        case NotDrawn():
            draw(work, drawing.kind)
        case Choosing():
            draw(work, kinds[drawing.cursor if _chooses(table) else chance % len(kinds)])
        case Drawing():
            pass


def _chooses(table: Table) -> bool:
    return way(table) == "starter_chooses"


def _failed(asking: Asking) -> bool:
    return isinstance(asking.drawing, NotDrawn)


def _fail(work: Work, kind: Kind | None, why: Message) -> None:
    _put(work, NotDrawn(kind, why))
    work.set(notice=message("table.try-again", why=why))


def _put(work: Work, drawing: Choosing | Drawing | NotDrawn) -> None:
    work.put(replace(work.table.at(Asking), drawing=drawing))

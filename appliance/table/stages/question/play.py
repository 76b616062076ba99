"""The presses while a question is drawn: the starter chooses its kind, and it comes.

The table alone knows the answer. The starter chooses the kind, or the kinds take turns, or chance
decides: the nanosecond at which the starter's press began.
"""

from dataclasses import replace

from appliance.core import signals
from appliance.core.effects import DrawQuestion, Rhythm, Sound
from appliance.core.question import Kind
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Choosing, Drawing, NotDrawn
from appliance.table.outcomes import End, TurnsBegin
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.question import number
from appliance.table.stages.question.facts import chooses, way
from appliance.table.stages.question.state import Asking
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.game import Phase
from bluffing.message import Message, message

WAIT = 5 * signals.SECOND
"""Maximum time to wait for a question; then the table reports that none comes."""


class InAsking(Behaviour):
    """Behaviour while the starter chooses and the question comes."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Let the starter tap through the kinds and hold for one; any seat's hold tries again."""
        table, drawing = work.table, work.table.at(Asking).drawing
        seat, starts = table.seat_of(made.buzzer), table.game.turn
        if seat is None or not work.fresh(made):
            return
        if made.kind is GestureKind.LONG and seat != starts:
            work.pause(seat)
        elif made.kind is GestureKind.HOLD and (seat == starts or isinstance(drawing, NotDrawn)):
            self.go_on(work, made.onset)
        elif (
            made.kind is GestureKind.TAP
            and seat == starts
            and isinstance(drawing, Choosing)
            and chooses(table)
        ):
            _put(work, Choosing((drawing.cursor + 1) % len(table.settings.kinds)))
            work.sound(Sound.TICK)

    def wished(self, work: Work, signal: signals.Wished) -> None:
        """Take the kind, too."""
        if signal.wish in (signals.Wish.FACT, signals.Wish.FUN):
            _choose(work, Kind(signal.wish))
        else:
            super().wished(work, signal)

    def go_on(self, work: Work, at: int) -> None:
        """Try again, or draw a question of the kind at the ring's cursor, or by chance."""
        table, drawing = work.table, work.table.at(Asking).drawing
        kinds = table.settings.kinds
        if isinstance(drawing, NotDrawn):
            draw(work, drawing.kind)
        elif isinstance(drawing, Choosing):
            draw(work, kinds[drawing.cursor if chooses(table) else at % len(kinds)])

    def heard(self, work: Work, news: News) -> None:
        """Take the question, or the news that none comes. Answers to older requests don't count."""
        table, drawing = work.table, work.table.at(Asking).drawing
        if isinstance(drawing, Choosing):
            return
        match news:
            case signals.QuestionDrawn(request=table.request):
                match_ = replace(table.match, question=news.question, question_of=number(table))
                work.leave(TurnsBegin(match_, table.ruling))
            case signals.DriverLost(driver=signals.QUESTIONS):
                _fail(work, drawing.kind, news.reason)
            case signals.DriverBack(driver=signals.QUESTIONS) if isinstance(drawing, NotDrawn):
                draw(work, drawing.kind)
            case _:
                pass

    def resume(self, work: Work) -> None:
        """Repeat the request for a question."""
        drawing = work.table.at(Asking).drawing
        if not isinstance(drawing, Choosing):
            draw(work, drawing.kind)

    def follow(self, work: Work) -> None:
        """End the game if a procedure has."""
        if work.table.game.phase is Phase.OVER:
            work.leave(End())

    def advance(self, work: Work) -> None:
        """Say so when no question comes."""
        drawing = work.table.at(Asking).drawing
        if isinstance(drawing, Drawing) and work.now >= drawing.at + WAIT:
            _fail(work, drawing.kind, message("table.no-question-came"))

    def due(self, table: Table, now: int) -> int | None:
        """Return the time (ns) at which the table stops waiting for the question, or None."""
        drawing = table.at(Asking).drawing
        return drawing.at + WAIT if isinstance(drawing, Drawing) else None

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the starter's seat."""
        return Rhythm.WALK if seat == table.game.turn else Rhythm.DIM


def begin(work: Work) -> None:
    """Ask the starter for the kind, or draw at once without a choice."""
    table, kinds = work.table, work.table.settings.kinds
    last = table.match.question
    work.enter(Asking(work.now, match=table.match, ruling=table.ruling))
    if len(kinds) < 2:
        draw(work, kinds[0] if kinds else None)
    elif way(table) == "alternate":
        draw(work, kinds[0 if last is None else (kinds.index(last.kind) + 1) % len(kinds)])


def draw(work: Work, kind: Kind | None) -> None:
    """Ask for a question of `kind`, under a new number."""
    request = work.table.request + 1
    _put(work, Drawing(kind, work.now))
    work.set(request=request, notice=None)
    work.effects.append(DrawQuestion(request, kind))
    work.sound(Sound.LOCK)
    reason = work.table.lost.get(signals.QUESTIONS)
    if reason is not None:
        _fail(work, kind, reason)


def _choose(work: Work, kind: Kind) -> None:
    table = work.table
    if not isinstance(table.at(Asking).drawing, Choosing) or not chooses(table):
        work.refuse(NOT_NOW)
    elif kind not in table.settings.kinds:
        work.refuse(message("table.no-such-questions", kind=message(f"question.{kind}")))
    else:
        draw(work, kind)


def _fail(work: Work, kind: Kind | None, why: Message) -> None:
    _put(work, NotDrawn(kind, why))
    work.set(notice=message("table.try-again", why=why))


def _put(work: Work, drawing: Choosing | Drawing | NotDrawn) -> None:
    work.put(replace(work.table.at(Asking), drawing=drawing))

"""A question is drawn before it is guessed at, and its answer turned up when somebody doubts.

The table alone knows the answer. The starter chooses the kind, or the kinds take turns, or
chance says: the nanosecond at which the starter's press began.
"""

from dataclasses import replace

from appliance.core.effects import DrawQuestion, Sound
from appliance.core.question import Kind
from appliance.core.signals import SECOND, QuestionDrawn
from appliance.message import AtSeat, Message, message, told
from appliance.presses.gestures import Gesture
from appliance.presses.gestures import Kind as Made
from appliance.rules.actions import Answer, Discard
from appliance.rules.game import Phase
from appliance.rules.wagers import WagerGame
from appliance.table.state import Drawing, Stage, Table
from appliance.table.work import Work

WAIT = 5 * SECOND
"""So long a question may be on its way before the table says that none comes."""

DRIVER = "questions"
"""What the source of the questions is called when it is lost."""


def wanted(table: Table) -> bool:
    """Whether the game waits for a question that was not drawn yet."""
    game = table.game
    if game.phase is not Phase.READY or not game.points:
        return False
    if not isinstance(table.ruleset, WagerGame):
        return False
    return table.question is None or table.question_of != _number(table)


def begin(work: Work) -> None:
    """The starter is asked for the kind; where there is no choice a question is drawn at once."""
    last = work.table.question.kind if work.table.question is not None else None
    work.set(drawing=Drawing(), undo=None)
    work.enter(Stage.QUESTION)
    kinds = work.table.settings.kinds
    if len(kinds) < 2:
        draw(work, kinds[0] if kinds else None)
    elif way(work.table) == "alternate":
        draw(work, kinds[0 if last is None else (kinds.index(last) + 1) % len(kinds)])


def way(table: Table) -> str:
    """How the kind is found, by house option."""
    return str(getattr(table.game, "question_kind", "starter_chooses"))


def starter(table: Table) -> int:
    """The seat that chooses the kind and guesses first."""
    return table.game.turn


def gesture(work: Work, made: Gesture) -> None:
    """The starter taps through the kinds and holds for one; anybody holds to try once more."""
    table, drawing = work.table, work.table.drawing
    seat = table.seat_of(made.buzzer)
    if drawing is None or seat is None or not work.fresh(made):
        return
    kinds = table.settings.kinds
    if made.kind is Made.LONG and seat != starter(table):
        work.set(paused_at=work.now, notice=message("table.paused", seat=AtSeat(seat)))
    elif drawing.failed:
        if made.kind is Made.HOLD:
            draw(work, drawing.kind)
    elif drawing.request is None and seat == starter(table):
        chosen = way(table) == "starter_chooses"
        if made.kind is Made.TAP and chosen:
            work.set(drawing=replace(drawing, cursor=(drawing.cursor + 1) % len(kinds)))
            work.sound(Sound.TICK)
        elif made.kind is Made.HOLD:
            draw(work, kinds[drawing.cursor if chosen else made.onset % len(kinds)])


def choose(work: Work, kind: Kind) -> None:
    """The kind, by touch."""
    table = work.table
    drawing = table.drawing
    if drawing is None or drawing.request is not None or way(table) != "starter_chooses":
        work.refuse(message("table.not-now"))
    elif kind not in table.settings.kinds:
        work.refuse(message("table.no-such-questions", kind=message(f"question.{kind}")))
    else:
        draw(work, kind)


def go_on(work: Work, chance: int) -> None:
    """What a hold would do, by touch."""
    table, drawing = work.table, work.table.drawing
    kinds = table.settings.kinds
    if drawing is None:
        return
    if drawing.failed:
        draw(work, drawing.kind)
    elif drawing.request is None:
        chosen = way(table) == "starter_chooses"
        draw(work, kinds[drawing.cursor if chosen else chance % len(kinds)])


def draw(work: Work, kind: Kind | None) -> None:
    """Ask for a question of `kind`."""
    request = work.table.request + 1
    work.set(request=request, drawing=Drawing(0, kind, request, work.now), notice=None)
    work.effects.append(DrawQuestion(request, kind))
    work.sound(Sound.LOCK)
    lost = dict(work.table.lost).get(DRIVER)
    if lost is not None:
        _failed(work, told(lost))


def drawn(work: Work, signal: QuestionDrawn) -> None:
    """The question is there: the starter guesses. An answer to an older request is not heard."""
    table, drawing = work.table, work.table.drawing
    if table.stage is not Stage.QUESTION or drawing is None or signal.request != drawing.request:
        return
    work.set(drawing=None, question=signal.question, question_of=_number(table))
    work.enter(Stage.PLAY)
    work.round(opened_at=work.now, counts_from=work.now, closes_at=None)


def lost(work: Work, reason: Message) -> None:
    """The source of the questions does not work."""
    drawing = work.table.drawing
    if work.table.stage is Stage.QUESTION and drawing is not None and drawing.request is not None:
        _failed(work, reason)


def back(work: Work) -> None:
    """It works again."""
    drawing = work.table.drawing
    if work.table.stage is Stage.QUESTION and drawing is not None and drawing.failed:
        draw(work, drawing.kind)


def advance(work: Work) -> None:
    """Say so when no question comes."""
    at = due(work.table)
    if at is not None and work.now >= at:
        _failed(work, message("table.no-question-came"))


def due(table: Table) -> int | None:
    """When the table gives up waiting for the question (ns), or None."""
    drawing = table.drawing
    if drawing is None or drawing.request is None or drawing.failed:
        return None
    return drawing.asked_at + WAIT


def again(work: Work) -> None:
    """After a pause: what was asked for is asked for once more, under a new number."""
    drawing = work.table.drawing
    if work.table.stage is Stage.QUESTION and drawing is not None and drawing.request is not None:
        draw(work, drawing.kind)


def answer(table: Table) -> Answer | Discard:
    """What the rules are told when a guess is doubted; chance is when the doubt was decided."""
    if table.question is None:
        return Discard()
    return Answer(table.question.percent, table.since)


def _failed(work: Work, why: Message) -> None:
    drawing = work.table.drawing
    if drawing is not None:
        work.set(drawing=replace(drawing, failed=why), notice=message("table.try-again", why=why))


def _number(table: Table) -> int | None:
    """The number of the question that the game is at."""
    number = getattr(table.game, "question", None)
    return number if isinstance(number, int) else None

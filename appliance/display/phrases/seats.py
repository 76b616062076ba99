"""What stands at each seat: what it is, what its button does, what it chooses from."""

from appliance.core.signals import SECOND
from appliance.display.phrases import place
from appliance.display.view import KeyView, RingView
from appliance.message import AtSeat, Message, Spoken, in_a_row, message
from appliance.presses.gestures import LONG_AFTER
from appliance.table.facts import KeyFacts, RingFacts, SeatFacts, Tag
from appliance.words import Words


def prompt(seat: SeatFacts, words: Words) -> str:
    """What a press of `seat` means now."""
    if seat.prompt is None:
        return ""
    code = f"prompt.{seat.prompt}"
    if seat.entering is not None:  # a cursor stands for the units while they are missing
        tens, cursor = seat.entering.tens, seat.entering.cursor
        return words(code, number=f"{cursor}_" if tens is None else f"{tens}{cursor}")
    if seat.option:
        return words(code, option=in_a_row(option(one, words) for one in seat.option))
    return words(code, seconds=LONG_AFTER / SECOND)


def option(what: Spoken, words: Words) -> str:
    """An option of a ring; kinds of moves and of questions in capitals."""
    said = words("text", text=what)
    loud = isinstance(what, Message) and what.code.startswith(("move.", "question."))
    return said.upper() if loud else said


def tag(seat: SeatFacts) -> Message | None:
    """What the seat is called where the name of its role would not do."""
    if seat.tag is None:
        return None
    return message(f"role.{seat.tag}") if isinstance(seat.tag, Tag) else place(seat.tag)


def ring(ring: RingFacts | None, words: Words) -> RingView | None:
    """What a seat chooses from."""
    if ring is None:
        return None
    title = words(f"ring.{ring.asks}", who=AtSeat(ring.whose))
    return RingView(title, tuple(option(one, words) for one in ring.labels), ring.cursor)


def key(one: KeyFacts, words: Words) -> KeyView:
    """What a finger may take."""
    if not one.labels:
        return KeyView("", one.taps)
    first, *rest = (option(label, words) for label in one.labels)
    for label in rest:
        first = words("ring.opens", left=first, right=label)
    return KeyView(first, one.taps)

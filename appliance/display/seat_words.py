"""Words at each seat: its role, its button's action, its choices."""

from appliance.core.signals import SECOND
from appliance.presses.gestures import LONG_AFTER
from appliance.table.facts import RingFacts, SeatFacts
from appliance.words import Words
from bluffing.message import AtSeat, Message, Spoken, in_a_row, message


def prompt(seat: SeatFacts, words: Words) -> str:
    """Say the meaning of a press of `seat` now; for a moment, why a press had no effect."""
    if seat.reply is not None:
        return words.say(seat.reply)
    if seat.prompt is None:
        return ""
    code = f"prompt.{seat.prompt}"
    if seat.entering is not None and seat.stepping is None:
        # a cursor marks the missing units
        tens, cursor = seat.entering.tens, seat.entering.cursor
        return words(code, number=f"{cursor}_" if tens is None else f"{tens}{cursor}")
    if seat.option:
        return words(code, option=in_a_row(option(label, words) for label in seat.option))
    return words(code, seconds=LONG_AFTER / SECOND)


def option(what: Spoken, words: Words) -> str:
    """Return an option of a ring; moves, ways and kinds of questions in capitals."""
    text = words("text", text=what)
    loud = isinstance(what, Message) and what.code.startswith(("move.", "question.", "way."))
    return text.upper() if loud else text


def called(seat: SeatFacts) -> Message:
    """Name the seat by its tag if the name of its role would not do."""
    if isinstance(seat.tag, int):
        return message(f"screen.place.{seat.tag}")
    return message(f"role.{seat.tag or seat.role}")


def title(ring: RingFacts, words: Words) -> str:
    """Say the question of a seat's ring."""
    return words(f"ring.{ring.asks}", who=AtSeat(ring.whose))

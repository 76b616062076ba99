"""A seat that is no party confirms that no card lies below those in sight.

No picture from above shows a card exactly below another (`python -m bench.packets`). So if the
cards that the camera reads would make a claim true, a second witness confirms their number. That is
the scale, if the table has one: it weighs as many cards as the camera reads. Where it weighs
another number the table asks for the cards to be spread. Where it can't tell, or without it, a seat
confirms that nothing lies below: one that is no party, or else the owner's opponent. A lie needs no
such word, because no further card makes it true.
"""

from appliance.core.reading import Ask, Reading
from appliance.core.signals import CardsSeen
from appliance.core.weighing import count_of, renewed
from appliance.table.judge import Sought, Turn
from appliance.table.stages.reveal.state import Revealing
from appliance.table.state import Table
from appliance.table.verdict import neutrals, outcome, parties, sought, truth_of
from appliance.table.work import Work
from bluffing.actions import Action
from bluffing.message import message

NO_CARDS = message("ask.no-cards")
"""The reader's word about a picture without any card."""


def needs_witness(table: Table, cards: Sought, action: Action) -> bool:
    """Return True if a card below those in sight could make the verdict of `action` wrong.

    Produced cards and shown hands count without regard to cards below.
    """
    if cards.turn is not Turn.PLAY or table.settings.conventions.trusting:
        return False
    event = outcome(table.ruleset.apply(table.game, action)[1])
    return event is not None and truth_of(event)


def below(table: Table, cards: Sought, *, scale: bool) -> Ask:
    """Return the request to people; the `scale`, if there is one, can't tell.

    A card that is pushed along its lane leaves one below it behind.
    """
    look = "table.push-in-lanes" if lanes(table) else "table.nothing-below"
    return Ask(message("table.scale-asks" if scale else look, n=cards.count))


def lanes(table: Table) -> int:
    """Return the number of lanes below the cards; 0 if there are none or too few."""
    reading, cards = table.at(Revealing).reading, sought(table)
    enough = reading is not None and cards is not None and cards.count <= reading.lanes
    return reading.lanes if reading is not None and enough else 0


def empty(work: Work, seen: CardsSeen) -> None:
    """Renew the zero of the scale while the picture shows no card."""
    ask = seen.reading.ask
    if not seen.reading.cards and (ask is None or ask.reason == NO_CARDS):
        work.set(zero=renewed(work.table.zero, seen.weight, seen.at))


def weighed(table: Table, seen: CardsSeen) -> int | None:
    """Return the number of cards by the scale; None: it can't tell, or there is none."""
    return count_of(seen.weight, table.zero, seen.at)


def differs(number: int, reading: Reading) -> Ask:
    """Return the request to people where the scale weighs another `number` of cards."""
    return Ask(message("table.scale-differs", n=number, count=len(reading.cards)))


def witnesses(table: Table) -> tuple[int, ...]:
    """Return the seats that may confirm now."""
    revealing, between = table.at(Revealing), parties(table)
    if not revealing.proven or between is None or _said(revealing):
        return ()
    alone = () if revealing.by_hand is not None else (between.other,)
    return neutrals(table, between) or alone


def confirms(table: Table, seat: int, onset: int) -> bool:
    """Return True if a hold of `seat` that began at `onset` (ns) confirms the reading.

    Hands need no time to rest: before the question nothing was asked of a neutral seat.
    """
    asked = table.at(Revealing).asked
    return seat in witnesses(table) and asked is not None and onset > asked.since


def _said(revealing: Revealing) -> bool:
    """Return True if people are entering the cards, or have said a word."""
    by_hand = revealing.by_hand
    return by_hand is not None and (bool(by_hand.ranks) or by_hand.done)

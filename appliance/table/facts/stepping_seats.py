"""The facts of a seat whose player steps through the choices."""

from dataclasses import replace

from appliance.presses.grammar import TAKES_AFTER, Grammar
from appliance.table.answers import RingFacts, SeatFacts, SteppingFacts
from appliance.table.codes import Prompt
from appliance.table.elements import Steps
from appliance.table.facts.until import lit, moves_on
from appliance.table.facts.ways import stands
from appliance.table.offers import Asks
from appliance.table.state import Table
from appliance.table.windows import again


def stepping(table: Table, seat: SeatFacts, now: int) -> SeatFacts:
    """Return the facts of a seat, with the lit option if it steps through the choices."""
    grammar, buzzer, asks = table.settings.grammar(seat.buzzer), seat.buzzer, seat.prompt
    if grammar is Grammar.USUAL:
        return seat
    one, plain = stands(table, buzzer, now), replace(seat, button=replace(seat.button, hold=None))
    if one is None or not one.ways:
        return replace(plain, prompt=_one_press(table, asks, now))
    labels, makes = tuple(way.label for way in one.ways), tuple(way.makes for way in one.ways)
    place, until = lit(table, buzzer, now), moves_on(table, buzzer, now)
    about = seat.ring.asks if seat.ring is not None else Asks.WAY
    stepping = SteppingFacts(grammar, asks, about, labels, makes, place, until)
    plain = replace(plain, stepping=stepping, ring=None, counted=0)
    if place is None:
        if one.steps is Steps.QUIET:
            return replace(plain, prompt=_one_press(table, asks, now))
        begins = Prompt.PRESS_BEGINS if grammar is Grammar.TAPS else Prompt.SCAN_BEGINS
        return replace(plain, prompt=begins, option=(), reply=None)
    rests = grammar is Grammar.TAPS and one.steps is not Steps.AT_ONCE
    whose = seat.ring.whose if seat.ring is not None else seat.seat
    return replace(
        plain,
        prompt=Prompt.REST_TAKES if rests else Prompt.PRESS_TAKES,
        option=(labels[place],),
        ring=RingFacts(about, labels, place, whose) if len(labels) > 1 else None,
        button=replace(plain.button, hold=(one.at, one.at + TAKES_AFTER) if rests else None),
        reply=None,
    )


def _one_press(table: Table, asks: Prompt | None, now: int) -> Prompt | None:
    """Return the meaning of one press of a seat with nothing to step through."""
    turns = table.playing
    if asks is Prompt.DOUBT_OR_FORCE and turns is not None and turns.raced is not None:
        after, until = again(table, turns.raced)
        return Prompt.PRESS_AGAIN if after <= now < until else None
    return None if asks is None else _ONE_PRESS.get(asks)


_ONE_PRESS = {
    **{
        prompt: prompt
        for prompt in (
            Prompt.SIT, Prompt.PRESSES_FOR, Prompt.FREE_BUZZER, Prompt.SLAP, Prompt.BE_FIRST,
            Prompt.ANSWER, Prompt.FLIP, Prompt.AGREED, Prompt.SAID_WRONG, Prompt.TRY_PRESS,
            Prompt.TRY_DONE, Prompt.VOTED,
        )
    },
    Prompt.SLAP_OR_HOLD: Prompt.SLAP,
}  # fmt: skip
"""Prompts for a stepping seat without options, by the prompts of other seats."""

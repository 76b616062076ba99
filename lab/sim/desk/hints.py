"""Hints of the desk for a first-time player: what to do now, and how."""

from appliance.table.facts import Prompt, SeatFacts, Turn
from bluffing.message import Message, message
from lab.sim.desk.desk import Desk

_SAYS = {
    Prompt.SLAP: message("desk.hint.slap"),
    Prompt.SLAP_OR_HOLD: message("desk.hint.slap"),
    Prompt.SIT: message("desk.hint.sit"),
    Prompt.READY: message("desk.hint.ready"),
}


def advice(desk: Desk, buzzer: int, *, piled: bool) -> Message | None:
    """Return one line for the person at `buzzer`, or None if the prompt says it all.

    Cards of a rank lie on each other if the hand is `piled`.
    """
    wrong, seat, menu = _out_of_order(desk, buzzer), desk.seat(buzzer), desk.view.menu
    if wrong is None and menu is not None and desk.steering.ring is not None:
        return message("desk.hint.menu" if menu.draft is None else "desk.hint.name")
    if wrong is not None or seat is None:
        return wrong
    sought = desk.sought()
    if sought is not None and desk.evening.facts.seats[sought.seat].buzzer == buzzer:
        if sought.turn is Turn.PRODUCED:
            return message("desk.hint.produce")
        if desk.face_down():
            return message("desk.hint.turn-up")
        return message("desk.hint.spread") if desk.view.box.ask else None
    if seat.ring is not None:
        return message("desk.hint.ring")
    if desk.may_lay(seat):
        return _count(desk, seat, piled=piled)
    if seat.prompt is Prompt.COUNT_HAND:
        return message("desk.hint.count", n=len(desk.hand(buzzer)))
    if seat.prompt is Prompt.COUNT_PILE:
        return message("desk.hint.count", n=sum(desk.evening.world.people.held.heaps()))
    return _SAYS.get(seat.prompt or Prompt.GO_ON)


def _out_of_order(desk: Desk, buzzer: int) -> Message | None:
    """Say why a press does not count."""
    if desk.jamming:
        return message("desk.hint.jam")
    if desk.clock.paused:
        return message("desk.hint.paused")
    if desk.breakage.hub_out:
        return message("desk.hint.hub-out")
    return message("desk.hint.stuck") if buzzer in desk.breakage.stuck else None


def _count(desk: Desk, seat: SeatFacts, *, piled: bool) -> Message | None:
    """Say what to lay, and how."""
    lifted, most = len(desk.person.lifted(seat.buzzer, desk.hand(seat.buzzer))), desk.most(seat)
    if lifted > most:
        return message("desk.hint.most", n=most)
    if lifted and seat.counted > lifted:
        return message("desk.hint.fewer", counted=seat.counted, lifted=lifted)
    if lifted:
        return None if seat.prompt is Prompt.TOO_SOON else message("desk.hint.lay")
    return message("desk.hint.lift-rank" if piled else "desk.hint.lift")

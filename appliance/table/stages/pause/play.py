"""The presses in a pause: no time passes, and people make corrections.

Rules 6.2: misdeal, miscount, missing card, a player who leaves, a game that can't go on. The seat
that paused taps through the options and holds to take one. Others must agree to every change of the
game (see `consent`), by a hold; a tap means no. A long hold of any seat goes back to the ring.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import Chosen, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import spare
from appliance.table.elements import Item, Pause
from appliance.table.extra_time import lengthen
from appliance.table.part import NOT_NOW, PROCEDURES, Behaviour
from appliance.table.stages.pause import consent, corrections, facts
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.actions import Adjust, Leave
from bluffing.message import message

_AT_ONCE = frozenset({Item.GO_ON, Item.PRESS_FOR, Item.EACH_OWN})


class InPaused(Behaviour):
    """Behaviour of a pause."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Let people correct things, each with their own button."""
        table, pause, seat = work.table, corrections.pause_of(work.table), _speaker(work, made)
        if seat is None:
            return
        if made.kind is GestureKind.TAP and not spare.steered(table, pause, work.now):
            corrections.ring(work, seat)
        elif pause.item is None and seat != pause.seat:
            if made.kind is GestureKind.HOLD:
                corrections.go_on(work)
        elif pause.item is not None and made.kind is GestureKind.LONG:
            corrections.ring(work, pause.seat)
        elif pause.ready:
            if made.kind is GestureKind.HOLD:
                _agree(work, pause, seat, made.onset)
            elif made.kind is GestureKind.TAP:
                _decline(work, pause, seat)
        else:
            _enter(work, pause, seat, made.kind)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Let the host correct things."""
        if isinstance(signal.action, PROCEDURES) and work.table.stage.match is not None:
            corrections.apply(work, signal.action)
        else:
            work.refuse(message("table.game-is-paused"))

    def wished(self, work: Work, signal: Wished) -> None:
        """Go on with the game; or give more time, once it goes on."""
        match signal.wish:
            case Wish.GO_ON:
                corrections.go_on(work)
            case Wish.MORE_TIME if work.table.playing is not None:
                lengthen(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the seats that have a prompt."""
        pause = corrections.pause_of(table)
        if pause.seat is None:
            asked = False
        elif pause.ready:
            asked = seat in consent.asked(table, pause)
        elif pause.counts:
            asked = any(one.seat == seat and one.number is None for one in pause.counts)
        else:
            asked = seat == pause.seat
        return Rhythm.WALK if asked else Rhythm.DIM


def _speaker(work: Work, made: Gesture) -> int | None:
    """Return the seat whose gesture counts: its player is still in the game, and saw the choice."""
    table = work.table
    seat, left = table.seat_of(made.buzzer), table.stage.match is not None and table.game.gone
    early = made.onset < corrections.pause_of(table).since
    return None if early or (left and seat in left) else seat


# --- buttons --------------------------------------------------------------------------------


def _enter(work: Work, pause: Pause, seat: int, made: GestureKind) -> None:
    """Let all count, or the seat that paused go round the choices."""
    if pause.counts:
        _counting(work, pause, seat, made)
    elif seat == pause.seat:
        _round(work, pause, made)


def _round(work: Work, pause: Pause, made: GestureKind) -> None:
    """Go on to the next choice by a tap, or take the current one by a hold."""
    offered = facts.choices(work.table, pause, work.now)
    if not offered:
        corrections.ring(work, pause.seat)
        return
    place = pause.cursor % len(offered)
    if made is GestureKind.TAP:
        corrections.put(work, replace(pause, cursor=(place + 1) % len(offered)))
        work.sound(Sound.TICK)
    elif made is GestureKind.HOLD and offered[place] in _AT_ONCE:
        corrections.go_on(work)
        spare.arrange(work, pause.seat, offered[place])
    elif made is GestureKind.HOLD:
        corrections.put(work, _chosen(work.table, replace(pause, since=work.now), offered[place]))
        work.sound(Sound.LOCK)


def _chosen(table: Table, pause: Pause, choice: Item | int) -> Pause:
    """Choose the giver of a moved card, then the taker; then ask another seat to agree."""
    if not isinstance(choice, Item):
        if pause.item is Item.SCORE and pause.seat is not None:
            counts = facts.begin_score(table, pause.seat, choice)
            return replace(pause, giver=choice, counts=counts)
        if pause.giver is None:
            return replace(pause, giver=choice, cursor=0)
        return replace(pause, action=Adjust(pause.giver, choice), ready=True)
    begun = replace(pause, item=choice, cursor=0)
    if choice in (Item.MOVE, Item.SCORE) or pause.seat is None:
        return begun
    if choice is Item.RECOUNT:
        return replace(begun, counts=facts.begin_counts(table, pause.seat))
    action = Leave(pause.seat) if choice is Item.LEAVE else facts.PROPOSED.get(choice)
    return replace(begun, action=action, ready=True)


def _counting(work: Work, pause: Pause, seat: int, made: GestureKind) -> None:
    """Let seats enter their numbers: all their hands at once, or the pausing one a score."""
    entered = facts.enter(pause.counts, seat, made)
    if entered is pause.counts:
        return
    work.sound(Sound.TICK if made is GestureKind.TAP else Sound.LOCK)
    corrections.put(work, replace(pause, counts=entered))
    entry = facts.counted(work.table, pause, entered)
    if entry is None:
        return
    if facts.is_right(work.table.game, entry):
        corrections.ring(work, pause.seat)
        work.set(notice=message("table.counts-are-right"))
        return
    why = work.table.ruleset.refusal(work.table.game, entry)
    if why is not None:
        again = tuple(facts.begun(one) for one in entered)
        corrections.put(work, replace(pause, since=work.now, counts=again))
        work.refuse(why)
        return
    proposed = replace(pause, since=work.now, counts=(), action=entry, ready=True)
    if pause.seat is not None and consent.proposal(work.table, proposed).enough(pause.seat, set()):
        corrections.apply(work, entry)
    else:
        corrections.put(work, proposed)


def _agree(work: Work, pause: Pause, seat: int, chance: int) -> None:
    """Agree by a hold; with enough agreement, carry the proposal out."""
    proposed, proposer = consent.proposal(work.table, pause), pause.seat
    assert proposer is not None
    if seat not in consent.asked(work.table, pause):
        return
    pause = replace(pause, agreed=(*pause.agreed, seat))
    if proposed.enough(proposer, {*pause.agreed}):
        corrections.carry_out(work, pause, chance)
    else:
        corrections.put(work, pause)
        work.sound(Sound.LOCK)


def _decline(work: Work, pause: Pause, seat: int) -> None:
    """Decline by a tap; a player withdraws an own proposal by it."""
    proposed, proposer = consent.proposal(work.table, pause), pause.seat
    assert proposer is not None
    waiting = consent.asked(work.table, pause)
    if seat in waiting and proposed.enough(proposer, {*pause.agreed, *waiting} - {seat}):
        corrections.put(work, replace(pause, declined=(*pause.declined, seat)))
        work.sound(Sound.TICK)
    elif seat in waiting or seat == proposer:
        _drop(work, pause)


def _drop(work: Work, pause: Pause) -> None:
    """Drop the proposal."""
    corrections.ring(work, pause.seat)
    work.set(notice=message("table.not-agreed"))
    match = work.table.match
    if pause.item is Item.UNDO:  # like a verdict, it can be disputed once
        work.put(work.table.stage.playing(replace(match, amended=None)))

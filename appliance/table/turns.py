"""People play, and may doubt: what buttons, fingers, the host and the clock say meanwhile.

A finger takes what the screen shows: the same as so many taps and a hold of that seat's button.
Comfort beside the buttons, never more than they may, and never a doubt where anybody may doubt:
a screen is nearer to some hands than to others.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import Chosen, EdgesLost, Touched, Wish, Wished
from appliance.message import Message, message
from appliance.presses.gestures import Gesture, GestureKind
from appliance.rules.game import Phase
from appliance.table import dealing, play, voiding
from appliance.table.menu import Entry
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.pausing import want, wanted_at
from appliance.table.state import Table
from appliance.table.windows import first, menu_of, on_turn, race_of
from appliance.table.work import Work


class InTurns(Behaviour):
    """People play, and may doubt."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """A long hold deals anew or pauses; all else is a turn or a doubt."""
        if made.kind is GestureKind.LONG:
            _long(work, made)
        else:
            play.gesture(work, made)

    def touched(self, work: Work, signal: Touched) -> None:
        """Walk on by so many taps, and take what stands there."""
        table, turns, seat = work.table, work.turns, signal.seat
        if seat != on_turn(table) or turns.pending is not None or turns.raced is not None:
            work.refuse(NOT_NOW)
            return
        menu = menu_of(table, seat)
        made = turns.entry_of(seat)
        for kind in (*(GestureKind.TAP,) * signal.taps, GestureKind.HOLD):
            step = menu.press(made, kind)
            if isinstance(step, Message):
                work.refuse(step)
                return
            if not isinstance(step, Entry):
                play.choose(work, step, signal.at)
                return
            made = step
        work.put(replace(turns, entry=made, touched_at=max(turns.touched_at, signal.at)))
        work.sound(Sound.TICK)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """A move."""
        play.choose(work, signal.action, signal.at)

    def wished(self, work: Work, signal: Wished) -> None:
        """A pause, more time, or another deal."""
        match signal.wish:
            case Wish.PAUSE if work.turns.pending is not None:
                work.refuse(message("table.being-registered"))
            case Wish.PAUSE:
                want(work, None)
            case Wish.MORE_TIME:
                play.more_time(work, signal.at)
            case Wish.DEAL_AGAIN if dealing.may_redeal(work.table):
                dealing.redeal(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def heard(self, work: Work, news: News) -> None:
        """Edges that may be missing."""
        if isinstance(news, EdgesLost):
            voiding.in_turns(work, news)

    def cut(self, work: Work) -> None:
        """A race that was cut short is void: an edge may be lost, so nobody is declared first."""
        turns = replace(work.turns, pending=None, slap=None, entry=None, correction=None)
        work.put(turns)

    def advance(self, work: Work) -> None:
        """A doubter, a committed move, the end of a window."""
        play.advance(work)

    def due(self, table: Table, now: int) -> int | None:
        """When `advance` will have something to do (ns), or None."""
        times = (play.due(table, now), wanted_at(table, now))
        return min((at for at in times if at is not None), default=None)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Who made the claim, who may doubt it, whose turn it is, and who is next."""
        game, doubter = table.game, first(table)
        if game.claim is not None and seat == game.claim.seat:
            return Rhythm.SOLID
        if doubter is not None:  # only whether it is a force is not known yet
            return Rhythm.SOLID if seat == doubter else Rhythm.DIM
        open_play = game.phase in (Phase.OPEN, Phase.LAST_CARDS)
        races = table.ruleset.races or game.phase is Phase.LAST_CARDS
        if open_play and races and seat in table.ruleset.tie_order(game):
            return Rhythm.SOLID if table.buttons.is_down(table.buzzers[seat]) else Rhythm.FLASH
        live = table.ruleset.live(game)
        if seat in live:
            return Rhythm.BREATHE
        after = tuple((one + 1) % len(table.buzzers) for one in live)
        return Rhythm.NEXT if after == (seat,) else Rhythm.DIM


def _long(work: Work, made: Gesture) -> None:
    """A long hold in the turns; one that began before them has said what it had to say."""
    table = work.table
    if not work.fresh(made):
        return
    seat, claim = table.seat_of(made.buzzer), table.game.claim
    if seat == table.dealer and dealing.may_redeal(table):
        dealing.redeal(work, made.onset)
    elif claim is not None and seat == claim.seat and race_of(table) is not None:
        _claimant_pauses(work, made, claim.seat)
    else:
        play.gesture(work, made)


def _claimant_pauses(work: Work, made: Gesture, seat: int) -> None:
    """While every other press is a doubt, the claimant is the one who can pause by a button."""
    turns = work.turns
    if turns.pending is None and turns.raced is None and made.onset > turns.opened_at:
        work.put(replace(turns, correction=None))
        want(work, seat)

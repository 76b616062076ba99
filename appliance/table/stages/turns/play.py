"""The presses of the turns: choosing, doubting, correcting, and events that fall due meanwhile.

A finger takes an option on the screen: the same as taps and a hold of that seat's button. It is a
comfort beside the buttons and can do no more than they can. It never doubts in an open race,
because the screen is nearer to some hands than to others.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.core.signals import NEVER, Chosen, EdgesLost, Touched, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import voiding, windows
from appliance.table.challenge import DOUBTED, go_on
from appliance.table.extra_time import lengthen
from appliance.table.outcomes import Challenge, Redeal
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.stages.turns import choose, schedule
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.game import Phase
from bluffing.message import message


class InTurns(Behaviour):
    """Behaviour while people play, and may doubt."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Redeal or pause at a long hold; any other gesture is a turn or a doubt."""
        table, turns, seat = work.table, work.turns, work.table.seat_of(made.buzzer)
        claim = turns.game.claim
        if made.kind is not GestureKind.LONG:
            choose.gesture(work, made)
        elif not work.fresh(made):
            pass  # it began before the turns, and has had its effect
        elif seat == table.dealer and table.may_redeal:
            work.leave(Redeal(made.onset))
        elif claim is None or seat != claim.seat or windows.race_of(table) is None:
            choose.gesture(work, made)
        elif turns.pending is None and turns.raced is None and made.onset > turns.opened_at:
            # every other press is a doubt: the claimant is the one who can pause by a button
            work.put(replace(turns, correction=None))
            schedule.want_pause(work, seat)

    def touched(self, work: Work, signal: Touched) -> None:
        """Walk on by that number of taps, and take the option there."""
        choose.touch(work, signal)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Take a move."""
        choose.choose(work, signal.action, signal.at)

    def wished(self, work: Work, signal: Wished) -> None:
        """Take a wish for a pause, more time, or another deal."""
        match signal.wish:
            case Wish.PAUSE if work.turns.pending is not None:
                work.refuse(message("table.being-registered"))
            case Wish.PAUSE:
                schedule.want_pause(work, None)
            case Wish.MORE_TIME:
                lengthen(work, signal.at)
            case Wish.DEAL_AGAIN if work.table.may_redeal:
                work.leave(Redeal(signal.at))
            case _:
                work.refuse(NOT_NOW)

    def heard(self, work: Work, news: News) -> None:
        """Take the news of edges that may be missing."""
        if isinstance(news, EdgesLost):
            voiding.in_turns(work, news)

    def cut(self, work: Work) -> None:
        """Void a race cut short: an edge may be lost, so the table declares no winner."""
        turns = replace(work.turns, pending=None, slap=None, entry=None, correction=None)
        work.put(turns)

    def follow(self, work: Work) -> None:
        """Go on to the cards to turn up, to the end, or to the next question."""
        turns = work.turns
        if turns.pending is not None:
            return
        if turns.game.phase in DOUBTED:
            work.leave(Challenge(turns.at_rest))
        else:
            go_on(work)

    def advance(self, work: Work) -> None:
        """Handle a doubter, a committed move, a window's end, the floor, a pause, a clear pick."""
        at, comes = schedule.next_due(work.table, work.now)
        if work.now >= at:
            comes(work)

    def due(self, table: Table, now: int) -> int | None:
        """Return the time (ns) at which `advance` next has something to do, or None."""
        at, _ = schedule.next_due(table, now)
        return at if at < NEVER else None

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the windows, the race, the floor and the clock."""
        return schedule.moments(table, now)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the claimant, the possible doubters, the seat on turn and the next one."""
        game, doubter = table.game, windows.first(table)
        if game.claim is not None and seat == game.claim.seat:
            return Rhythm.SOLID
        if doubter is not None:  # only whether it is a force is not known yet
            return Rhythm.SOLID if seat == doubter else Rhythm.DIM
        open_play = game.phase.doubtable
        races = table.ruleset.races_in(game) or game.phase is Phase.LAST_CARDS
        live = table.ruleset.live(game)
        if open_play and races and seat in table.ruleset.tie_order(game):
            if table.buttons.is_down(table.buzzers[seat]):
                return Rhythm.SOLID
            return _doubts_or_moves(table, seat, live)
        if seat in live:
            return Rhythm.BREATHE
        after = tuple((one + 1) % len(table.buzzers) for one in live)
        return Rhythm.NEXT if after == (seat,) else Rhythm.DIM


def _doubts_or_moves(table: Table, seat: int, live: tuple[int, ...]) -> Rhythm:
    """Return the lamp of a seat that may doubt, by the screen's last picture."""
    race, at = windows.race_of(table), table.turns.shown_at + 1
    if race is None or table.settings.conventions.hasty:
        return Rhythm.FLASH
    if seat in live and at >= windows.turn_from(table, seat):
        return Rhythm.BREATHE
    asked = race.opened_at < at and (seat not in live or at <= windows.turn_free_at(table))
    return Rhythm.FLASH if asked else Rhythm.DIM

"""The presses at the end of a game: the next deal, how to play, or the table's menu."""

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Touched, Wish, Wished
from appliance.presses.gestures import HOLD_AFTER, Gesture, GestureKind
from appliance.table.evening import add_game
from appliance.table.menus.opening import opens
from appliance.table.outcomes import Arrival, Gathering, Lecture, MenuCall, NextDeal
from appliance.table.part import Behaviour
from appliance.table.stages.over.facts import readable_from
from appliance.table.stages.over.state import Over
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import AtSeat, message


class InOver(Behaviour):
    """Behaviour after a won, lost or void game."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Reply to a late press with its delay, deal the next game by a hold, or seat a newcomer.

        A tap opens how to play, a long hold the table's menu. So a hold deals at its release, and
        never does both.
        """
        table, closed_at = work.table, work.table.at(Over).closed_at
        if made.kind is GestureKind.PRESS and made.buzzer not in _players(table):
            work.stand_up(table.game.gone)
            work.leave(Arrival(made))
        elif made.kind is GestureKind.PRESS and closed_at is not None:
            seat, late = table.seat_of(made.buzzer), made.at - closed_at
            if seat is not None and seat != table.game.winner and 0 < late <= 500 * MS:
                work.set(notice=message("table.was-late", seat=AtSeat(seat), seconds=late / SECOND))
        elif made.kind is GestureKind.LET_GO and work.fresh(made):
            self.go_on(work, made.onset)
        elif made.kind is GestureKind.LONG and work.fresh(made):
            work.leave(MenuCall(made.buzzer))
        elif made.kind is GestureKind.TAP and made.onset > readable_from(table):
            work.leave(Lecture())

    def touched(self, work: Work, signal: Touched) -> None:
        """Deal at once for a finger, which can't hold on."""
        self.go_on(work, signal.at)

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, the menu, or the choice of players; other wishes work as everywhere."""
        if signal.wish is Wish.WHO_PLAYS:
            work.stand_up(work.table.game.gone)
            if work.table.buzzers:
                work.leave(Gathering())
        elif not opens(work, signal):
            super().wished(work, signal)

    def go_on(self, work: Work, at: int) -> None:
        """Move the deal clockwise, past players who left; with too few, ask who else plays."""
        table, seats, gone = work.table, len(work.table.buzzers), work.table.game.gone
        order = ((table.game.dealer + step) % seats for step in range(1, seats + 1))
        buzzer = next((table.buzzers[seat] for seat in order if seat not in gone), None)
        work.stand_up(gone)
        if buzzer is None:
            return
        dealer = work.table.seat_of(buzzer)
        if dealer is None or len(work.table.buzzers) not in table.ruleset.seats:
            work.leave(Gathering())
        else:
            work.leave(NextDeal(dealer, at))

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the holds that deal, and the time from which a tap opens how to play."""
        down = [one.at for one in table.buttons.presses(now) if one.until is None]
        return [*(at + HOLD_AFTER - 1 for at in down), readable_from(table)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the winner and the loser."""
        if seat == table.game.winner:
            return Rhythm.WIN
        return Rhythm.LOSE if seat == table.game.loser else Rhythm.DIM


def begin(work: Work, closed_at: int | None) -> None:
    """End the game, which is won, lost or void.

    `closed_at` is the end of the window for the last cards, if that ended the game.
    """
    add_game(work)
    table = work.table
    work.enter(Over(work.now, match=table.match, ruling=table.ruling, closed_at=closed_at))


def _players(table: Table) -> tuple[int, ...]:
    """Return the buzzers of the players who have not left the game."""
    seats = enumerate(table.buzzers)
    return tuple(buzzer for seat, buzzer in seats if seat not in table.game.gone)

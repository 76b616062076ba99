"""A second set of books: where cards and points are, by the events alone."""

from bluffing.events import (
    Adjusted,
    Audited,
    CameBack,
    Corrected,
    Drew,
    Event,
    LaidAway,
    LastCards,
    Left,
    Lost,
    LostPoints,
    Paid,
    Played,
    Produced,
    Removed,
    Rescored,
    Shown,
    SuddenDeath,
    Took,
    Verdict,
    WentOut,
    Won,
)
from bluffing.game import State
from proof.promise import hold


class Ledger:
    """The places of cards and points, by the events alone."""

    def __init__(self, state: State) -> None:
        self.before = state
        self.hands, self.heaps = list(state.hands), list(state.heaps)
        self.removed, self.stock = state.removed, state.stock
        self.points = list(state.points)
        self.won, self.lost = state.winner, state.loser

    def book(self, event: Event) -> None:
        """Believe `event`."""
        self._play(event)
        self._verdict(event)
        self._procedure(event)
        self._result(event)

    def _play(self, event: Event) -> None:
        match event:
            case Played():
                self._lay(event.seat, event.count)
            case LastCards():
                hold(not self.hands[event.seat], f"{event} with {self.hands[event.seat]} in hand")
            case Removed():
                self.removed += self._cleared(event)
            case Shown():
                hold(len(event.ranks) == self.hands[event.seat], f"{event} of {self.hands}")
            case Drew():
                self.stock -= 1
                self.hands[event.seat] += 1
            case LaidAway():
                self.hands[event.seat] -= 4
                self.removed += 4

    def _verdict(self, event: Event) -> None:
        match event:
            case Verdict() if event.ranks:
                claim = self.before.claim
                hold(claim is not None and claim.seat == event.seat, f"{event} about {claim}")
                if claim is not None and getattr(self.before, "counted", None) is None:
                    self._lay(event.seat, len(event.ranks) - claim.count)
            case Produced():
                self._lay(event.seat, int(event.rank is not None))
            case Took():
                self.hands[event.seat] += self._cleared(event)

    def _procedure(self, event: Event) -> None:
        match event:
            case Left():
                hold(event.count == self.hands[event.seat], f"{event} of {self.hands}")
                self.hands[event.seat] = 0
                if event.to_table:
                    self.heaps[event.seat] += event.count
                else:
                    self.removed += event.count
            case Corrected():
                self._lay(event.seat, event.count - self.before.lying)
            case Adjusted():
                self.hands[event.giver] -= 1
                self.hands[event.taker] += 1
            case Audited():
                hold(list(event.was) == self.hands, f"{event} with hands {self.hands}")
                self.heaps[0] += sum(event.was) - sum(event.hands)  # the table counts as one
                self.hands = list(event.hands)
            case Rescored():
                hold(self.points[event.seat] == event.was, f"{event} with {self.points}")
                self.points[event.seat] = event.points

    def _result(self, event: Event) -> None:
        match event:
            case LostPoints():
                self.points[event.seat] -= event.points
            case SuddenDeath():
                for seat in event.seats:
                    self.points[seat] = 1
            case WentOut():  # what he has shown leaves the game with him
                self.removed += self.hands[event.seat]
                self.hands[event.seat] = 0
            case Won():
                hold(self.won is None, f"{event} after seat {self.won} has won")
                self.won = event.seat
            case CameBack():
                self.won = None if self.won == event.seat else self.won
            case Lost():
                self.lost = event.seat
            case Paid():
                hold(list(event.parts) == self.hands, f"{event} with hands {self.hands}")
                hold(not event.parts[event.seat], f"{event}: the winner pays")

    def _lay(self, seat: int, count: int) -> None:
        self.hands[seat] -= count
        self.heaps[seat] += count

    def _cleared(self, event: Took | Removed) -> int:
        table = sum(self.heaps)
        hold(event.count == table, f"{event} of {table} cards")
        self.heaps = [0] * len(self.heaps)
        return table

    def check(self, after: State) -> None:
        """The cards and points of `after` are where the events say."""
        hands, table = tuple(self.hands), sum(self.heaps)
        hold(hands == after.hands, f"by the events the hands are {hands}, not {after.hands}")
        hold(table == sum(after.heaps), f"by the events {table} lie on the table")
        hold(self.removed == after.removed, f"by the events {self.removed} are removed")
        hold(self.stock == after.stock, f"by the events {self.stock} are in stock")
        hold(tuple(self.points) == after.points, f"by the events the points are {self.points}")
        hold(self.won == after.winner, f"by the events {self.won} has won, not {after.winner}")
        hold(self.lost == after.loser, f"by the events {self.lost} has lost, not {after.loser}")

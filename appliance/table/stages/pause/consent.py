"""Who must agree before something is set right: no two players can void or win a game by it alone.

To void a game takes all who are still in it, or a majority of at least three among whom are not
only those who gain by it. What ends the game otherwise, brings somebody back who was out, or gives
somebody a card takes whom it costs. Everything takes one more player than who proposed it.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from appliance.table.elements import Item, Pause
from appliance.table.state import Table
from bluffing.actions import Audit
from bluffing.game import Phase, State

LEAST_MAJORITY = 3
"""Fewer players than this never outvote another."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game and what it is to become; None: another deal. With `counted` all say their numbers."""

    before: State
    after: State | None
    counted: bool = False

    def asked(self, proposer: int) -> frozenset[int]:
        """The seats whose word counts, beside the `proposer`."""
        there = frozenset(range(len(self.before.hands))) - {*self.before.gone}
        if self.after is None:
            return there - {proposer}
        if self._voids or self._resumes:
            return (in_play(self.before) | in_play(self.after)) - {proposer}
        return (self.costs() - {proposer}) or (there - {proposer})

    def enough(self, proposer: int, agreed: AbstractSet[int]) -> bool:
        """Return True if the `proposer` and those who `agreed` are enough."""
        yes = {proposer, *agreed}
        if self.after is None:
            return len(yes) > 1
        playing = in_play(self.before)
        if self._voids:
            most = _majority(yes & playing, playing) and bool(yes & _ahead(self.before, playing))
            return playing <= yes or most
        if self._resumes:
            playing = in_play(self.after)
            return 2 * len(yes & playing) > len(playing)
        return self.costs() <= yes and (self.counted or len(yes) > 1)

    def costs(self) -> frozenset[int]:
        """The seats from which it takes something: the game, their place, or a card more to lay."""
        before, after = self.before, self.after
        if after is None:
            return frozenset()
        placed = {*after.out} - {*before.out}
        ends = after.phase is Phase.OVER is not before.phase
        spared = {*placed, after.winner, *after.gone}
        lose = in_play(before) - spared if placed or ends else frozenset()
        back = {*before.out} - {*after.out}
        hands = enumerate(zip(before.hands, after.hands, strict=True))
        more = {seat for seat, (was, now) in hands if now > was and not self.counted}
        return frozenset(lose | back | more)

    @property
    def _voids(self) -> bool:
        return self.before.phase is not Phase.OVER and self.after is not None and void(self.after)

    @property
    def _resumes(self) -> bool:
        return void(self.before)


def void(game: State) -> bool:
    """Return True if a game is over without a winner or loser."""
    nobody = game.winner is None and game.loser is None and not game.tied
    return game.phase is Phase.OVER and nobody


def in_play(game: State) -> frozenset[int]:
    """The seats that are neither out nor gone."""
    return frozenset(range(len(game.hands))) - {*game.out, *game.gone}


def proposal(table: Table, pause: Pause) -> Proposal:
    """Return the proposal of a pause."""
    game, amended = table.game, table.match.amended
    if pause.item is Item.UNDO and amended is not None:
        return Proposal(game, amended.match.game)
    if pause.action is None:
        return Proposal(game, None)
    after, _ = table.ruleset.apply(game, pause.action)
    return Proposal(game, after, isinstance(pause.action, Audit))


def asked(table: Table, pause: Pause) -> frozenset[int]:
    """The seats that have still to say whether they agree."""
    if not pause.ready or pause.seat is None:
        return frozenset()
    return proposal(table, pause).asked(pause.seat) - {*pause.agreed, *pause.declined}


def _majority(yes: AbstractSet[int], playing: AbstractSet[int]) -> bool:
    return len(yes) >= LEAST_MAJORITY and 2 * len(yes) > len(playing)


def _ahead(game: State, playing: AbstractSet[int]) -> frozenset[int]:
    """Seats that stand best and gain nothing without a winner: fewest cards, most points."""
    standing = [-points for points in game.points] or game.hands
    best = min(standing[seat] for seat in playing)
    return frozenset(seat for seat in playing if standing[seat] == best)

"""Consent to corrections: no two players alone can void or win a game by them.

To void a game needs all players still in it, or a majority of at least three that includes a player
who gains nothing by it. To give a player points needs all of them, or such a majority. To end the
game otherwise, to bring a player back who was out, to give a player a card, or to take points away
needs the players whom it costs. Every correction needs one player beside the proposer.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from appliance.table.elements import Item, Pause
from appliance.table.state import Table
from bluffing.actions import Audit
from bluffing.game import Phase, State

LEAST_MAJORITY = 3
"""Minimum number of players who can outvote another."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game before and `after` a correction; None: another deal. With `counted`, all count."""

    before: State
    after: State | None
    counted: bool = False

    def asked(self, proposer: int) -> frozenset[int]:
        """Return the seats that have a say, beside the `proposer`."""
        there = frozenset(range(len(self.before.hands))) - {*self.before.gone}
        if self.after is None:
            return there - {proposer}
        if self._voids or self._resumes or self._raises:
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
        if self._raises:
            return playing <= yes or _majority(yes & playing, playing)
        if self._resumes:
            playing = in_play(self.after)
            return 2 * len(yes & playing) > len(playing)
        return self.costs() <= yes and (self.counted or len(yes) > 1)

    def costs(self) -> frozenset[int]:
        """Return the seats that it costs the game, their place, or one more card to lay."""
        before, after = self.before, self.after
        if after is None:
            return frozenset()
        placed = {*after.out} - {*before.out}
        ends = after.phase is Phase.OVER is not before.phase
        spared = {after.winner, *after.gone} | (set() if before.points else placed)
        lose = in_play(before) - spared if placed or ends else frozenset()
        back = {*before.out} - {*after.out}
        hands = enumerate(zip(before.hands, after.hands, strict=True))
        more = {seat for seat, (was, now) in hands if now > was and not self.counted}
        fewer = {seat for seat, (was, now) in self._scores if now < was}
        return frozenset(lose | back | more | fewer)

    @property
    def _voids(self) -> bool:
        return self.before.phase is not Phase.OVER and self.after is not None and void(self.after)

    @property
    def _raises(self) -> bool:
        return self.after is not None and any(now > was for _, (was, now) in self._scores)

    @property
    def _scores(self) -> list[tuple[int, tuple[int, int]]]:
        """The points of each seat in play before and after the correction."""
        assert self.after is not None
        both = enumerate(zip(self.before.points, self.after.points, strict=True))
        playing = in_play(self.before)
        return [(seat, points) for seat, points in both if seat in playing]

    @property
    def _resumes(self) -> bool:
        return void(self.before)


def void(game: State) -> bool:
    """Return True if a game is over without a winner or loser."""
    nobody = game.winner is None and game.loser is None and not game.tied
    return game.phase is Phase.OVER and nobody


def in_play(game: State) -> frozenset[int]:
    """Return the seats that are neither out nor gone."""
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
    """Return the seats whose answer is missing."""
    if not pause.ready or pause.seat is None:
        return frozenset()
    return proposal(table, pause).asked(pause.seat) - {*pause.agreed, *pause.declined}


def _majority(yes: AbstractSet[int], playing: AbstractSet[int]) -> bool:
    return len(yes) >= LEAST_MAJORITY and 2 * len(yes) > len(playing)


def _ahead(game: State, playing: AbstractSet[int]) -> frozenset[int]:
    """Return the leading seats, which gain nothing by a void: fewest cards, most points."""
    standing = [-points for points in game.points] or game.hands
    best = min(standing[seat] for seat in playing)
    return frozenset(seat for seat in playing if standing[seat] == best)

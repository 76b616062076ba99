"""People who play at random, with some sense: most games end by play.

Each action is drawn by its kind first and then checked with the ruleset's `refusal`, so that
the huge sets (reveals, counts, guesses) are never listed.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, get_args

from bluffing.actions import (
    Action,
    Adjust,
    Answer,
    Audit,
    Believe,
    Correct,
    Discard,
    Doubt,
    Draw,
    Force,
    Guess,
    LayAway,
    Leave,
    LetStand,
    Move,
    Pass,
    Pick,
    Play,
    Procedure,
    Produce,
    Rescore,
    Reveal,
    Settle,
    Show,
    TimeUp,
    Void,
    Withdraw,
)
from bluffing.cards import RANKS, Rank
from bluffing.cardstate import CardState
from bluffing.game import Phase, Ruleset, State

MOVES: tuple[type, ...] = get_args(Move)
PROCEDURES: tuple[type, ...] = get_args(Procedure)
ALL_RANKS = tuple(Rank)
TRIES = 12
_Draw = Callable[[random.Random, State, int], Action]


class RandomPlayer:
    """Draws one legal action after the other.

    `mishaps` is how often in a thousand actions something goes wrong at the table, `endings`
    how often in a thousand a player leaves or the game is given up. How readily they doubt and
    how boldly they play differs from game to game.
    """

    def __init__(self, rng: random.Random, mishaps: int, endings: int) -> None:
        self.rng = rng
        self.distrust = rng.choice((0.02, 0.1, 0.1, 0.3))
        self.boldness = rng.choice((0.0, 0.02, 0.1))
        self.mishaps = mishaps
        self.endings = endings

    def choose(self, game: Ruleset[Any], state: State) -> Action:
        """A legal action of `state`, which is not over."""
        drawn = self._procedure(game, state) or self._likely(game, state)
        return drawn if drawn is not None else self._any(game, state)

    def _procedure(self, game: Ruleset[Any], state: State) -> Action | None:
        dice = self.rng.randrange(1000)
        if dice < self.endings:
            kinds: tuple[_Draw, ...] = (_leave, _leave, _void, _time_up)
        elif dice < self.endings + self.mishaps:
            kinds = (_correct, _correct, _withdraw, _settle, _adjust, _audit, _discard, _rescore)
        else:
            return None
        return self._first_legal(game, state, [self.rng.choice(kinds) for _ in range(TRIES)])

    def _likely(self, game: Ruleset[Any], state: State) -> Action | None:
        rng, phase = self.rng, state.phase
        kinds: list[_Draw] = []
        if phase is Phase.REVEAL:
            kinds = [_reveal] * TRIES
        elif phase is Phase.PRODUCE:
            kinds = [_produce] * TRIES
        elif phase is Phase.ANSWER:
            kinds = [_answer] * TRIES
        elif phase is Phase.LAST_CARDS:
            kinds = [_doubt, _force, _doubt] if rng.random() < 0.4 else []
            kinds.append(_let_stand)
        else:
            if rng.random() < (self.distrust if game.races_in(state) else self.distrust + 0.1):
                kinds = [_force, _doubt] if rng.random() < 0.3 else [_doubt]
            weights = (6, 2, 1, 2, 3, 6, 6)
            moves = (self._play, _pass, _show, _draw, _lay_away, _guess, _pick)
            kinds += rng.choices(moves, weights, k=3 * TRIES)
            kinds += [_doubt, _pass]
            believes = isinstance(state, CardState) and state.terms.house.believe
            if believes and rng.random() < 0.2:
                kinds = [_believe, *kinds]
        return self._first_legal(game, state, kinds)

    def _first_legal(self, game: Ruleset[Any], state: State, kinds: list[_Draw]) -> Action | None:
        live = game.live(state)
        for kind in kinds:
            seats = game.tie_order(state) if kind in (_doubt, _force) else live
            action = kind(self.rng, state, self.rng.choice(seats) if seats else state.turn)
            if game.refusal(state, action) is None:
                return action
        return None

    def _play(self, rng: random.Random, state: State, seat: int) -> Action:
        held = state.hands[seat]
        count = held if rng.random() < self.boldness else rng.randint(0, min(held, 4))
        if state.required is None:
            return Play(seat, count, rng.choice(RANKS))
        return Play(seat, count, state.required if rng.random() < 0.5 else None)

    def _any(self, game: Ruleset[Any], state: State) -> Action:
        """One of the first legal actions; none that ends the game, if there is another."""
        listed = list(islice(game.legal_actions(state), 300))
        others = [action for action in listed if not isinstance(action, (Void, Leave, TimeUp))]
        return self.rng.choice(others or listed)


def honest(state: State) -> Reveal | None:
    """The cards that were claimed."""
    claim = state.claim
    return None if claim is None else Reveal((claim.rank,) * claim.count)


def _pass(_rng: random.Random, _state: State, seat: int) -> Action:
    return Pass(seat)


def _show(rng: random.Random, state: State, seat: int) -> Action:
    rank = state.required or rng.choice(ALL_RANKS)
    return Show(seat, (rank,) * state.hands[seat])


def _draw(_rng: random.Random, _state: State, seat: int) -> Action:
    return Draw(seat)


def _lay_away(rng: random.Random, _state: State, seat: int) -> Action:
    return LayAway(seat, rng.choice(RANKS))


def _guess(rng: random.Random, state: State, seat: int) -> Action:
    bid = getattr(state, "bid", None)
    held = state.points[seat] if state.points else 0
    if bid is None:
        return Guess(seat, rng.randint(0, 60), rng.randint(0, max(1, held // 3)))
    wager = rng.choice((bid.wager, held, rng.randint(0, held), state_highest(state)))
    return Guess(seat, min(100, bid.guess + rng.choice((0, 1, rng.randint(0, 20)))), wager)


def state_highest(state: State) -> int:
    """The highest wager, in a game that has one."""
    highest: int = getattr(state, "highest_wager", 0)
    return highest


def _pick(rng: random.Random, state: State, seat: int) -> Action:
    return Pick(seat, rng.randrange(len(state.hands)))


def _doubt(_rng: random.Random, _state: State, seat: int) -> Action:
    return Doubt(seat)


def _believe(_rng: random.Random, _state: State, seat: int) -> Action:
    return Believe(seat)


def _force(_rng: random.Random, _state: State, seat: int) -> Action:
    return Force(seat)


def _let_stand(_rng: random.Random, _state: State, _seat: int) -> Action:
    return LetStand()


def _reveal(rng: random.Random, state: State, _seat: int) -> Action:
    claim = state.claim
    if claim is None or rng.random() < 0.02:
        return Settle(rng.choice((True, False, None)))
    if rng.random() < 0.5:
        return Reveal((claim.rank,) * claim.count)
    count = claim.count
    if rng.random() < 0.15:  # another number than he said
        count = max(1, count + rng.choice((-1, 1, 2)))
    if rng.random() < 0.3:
        return Reveal((*[claim.rank] * (count - 1), rng.choice(ALL_RANKS)))
    return Reveal(tuple(rng.choices(ALL_RANKS, k=count)))


def _produce(rng: random.Random, state: State, _seat: int) -> Action:
    claim = state.claim
    if claim is None or rng.random() < 0.5:
        return Produce(None)
    return Produce(claim.rank if rng.random() < 0.9 else rng.choice(ALL_RANKS))


def _answer(rng: random.Random, _state: State, _seat: int) -> Action:
    percent = rng.randint(0, 100) if rng.random() < 0.7 else rng.random() * 100
    return Answer(percent, rng.choice((None, rng.getrandbits(60))))


def _correct(rng: random.Random, state: State, _seat: int) -> Action:
    count = 1 if state.claim is None else state.claim.count
    return Correct(count + rng.choice((-1, 1)))


def _withdraw(_rng: random.Random, _state: State, _seat: int) -> Action:
    return Withdraw()


def _settle(rng: random.Random, _state: State, _seat: int) -> Action:
    return Settle(rng.choice((True, False, None)))


def _adjust(rng: random.Random, state: State, _seat: int) -> Action:
    seats = range(len(state.hands))
    return Adjust(rng.choice(seats), rng.choice(seats))


def _audit(rng: random.Random, state: State, _seat: int) -> Action:
    hands, table = list(state.hands), sum(state.heaps)
    for _ in range(rng.randint(1, 3)):
        giver, taker = rng.randrange(len(hands)), rng.randrange(len(hands) + 1)
        hands[giver] -= 1
        if taker == len(hands):
            table += 1
        else:
            hands[taker] += 1
    return Audit(tuple(hands), table)


def _discard(_rng: random.Random, _state: State, _seat: int) -> Action:
    return Discard()


def _rescore(rng: random.Random, state: State, _seat: int) -> Action:
    points = max(state.points, default=0)
    return Rescore(rng.randrange(len(state.hands)), rng.randint(0, points + 1))


def _leave(rng: random.Random, state: State, _seat: int) -> Action:
    return Leave(rng.randrange(len(state.hands)))


def _time_up(_rng: random.Random, _state: State, _seat: int) -> Action:
    return TimeUp()


def _void(_rng: random.Random, _state: State, _seat: int) -> Action:
    return Void()


def random_game(
    rng: random.Random, game: Ruleset[Any], state: State, most: int, *, mishaps: bool = True
) -> Iterator[tuple[State, Action, State, tuple[Any, ...]]]:
    """Play a game from `state`, step by step, until it is over or has had `most` actions.

    Without `mishaps` nothing goes wrong at the table; with them, much does in one game of four.
    """
    clumsy = rng.random() < 0.25
    often, endings = (30, 4) if clumsy else (6, 0)
    player = RandomPlayer(rng, *((often, endings) if mishaps else (0, 0)))
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        action = player.choose(game, state)
        after, events = game.apply(state, action)
        yield state, action, after, events
        state = after

"""One button says everything: every legal move of every game, and nothing that is not legal."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, get_args

import pytest
from extent import often, tries
from proof.random_play import RandomPlayer
from proof.random_setup import random_start
from way_to import way_to

from appliance.presses.gestures import GestureKind
from appliance.table.menu import BACK, Entry, Menu
from bluffing.actions import Action, Adjust, Audit, Move, Play, Show
from bluffing.cards import Rank
from bluffing.game import Phase, Ruleset, State
from bluffing.message import Message
from bluffing.rulesets import RULESETS

MOVES = get_args(Move)
GAMES, MOST, LOOKED_AT = tries(2, of=16), 200, tries(6, of=12)
"""Games of each ruleset, actions in one game, and its states that are checked."""


def states(game: Ruleset[Any], seed: int) -> list[State]:
    """Some states of a random game in which a player may move."""
    every = list(_states(game, seed))
    return random.Random(seed).sample(every, min(LOOKED_AT, len(every)))


def _states(game: Ruleset[Any], seed: int) -> Iterator[State]:
    rng = random.Random(f"menu/{game.name}/{seed}")
    state = random_start(rng, game, Counter(), short=seed % 2 == 0).state
    player = RandomPlayer(rng, mishaps=20, endings=2)
    for _ in range(MOST):
        if state.phase is Phase.OVER:
            return
        if game.live(state):
            yield state
        state, _ = game.apply(state, player.choose(game, state))


def moves(game: Ruleset[Any], state: State, rng: random.Random) -> list[Move]:
    """Legal moves of the live seats; of very many, some of each kind."""
    live = game.live(state)
    first = takewhile(
        lambda action: not isinstance(action, (Adjust, Audit)), game.legal_actions(state)
    )
    mine = [action for action in first if isinstance(action, MOVES) and action.seat in live]
    some = rng.sample(mine, min(12, len(mine)))
    return some + [
        next(action for action in mine if type(action) is kind) for kind in {*map(type, mine)}
    ]


def made(menu: Menu, keys: tuple[GestureKind, ...], entry: Entry | None = None) -> Action:
    """Return what the seat's button says by `keys`."""
    for place, kind in enumerate(keys, 1):
        result = menu.press(entry, kind)
        assert not isinstance(result, Message), result
        if not isinstance(result, Entry):
            assert place == len(keys), "a choice was made before the last key"
            return result
        entry = result
    raise AssertionError("no choice was made")


def as_chosen(game: State, move: Action) -> Action:
    """A move as a button makes it: with its rank, and a hand to show still unread."""
    if isinstance(move, Play) and move.rank is None:
        return Play(move.seat, move.count, game.required or Rank.THREE)  # threes begin
    return Show(move.seat, ()) if isinstance(move, Show) else move


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
def test_every_legal_move_of_every_live_seat_is_reachable_with_one_button(name: str) -> None:
    game = RULESETS[name]
    kinds: set[type] = set()
    for seed in range(GAMES):
        rng = random.Random(f"which moves/{seed}")
        for state in states(game, seed):
            for move in moves(game, state, rng):
                kinds.add(type(move))
                menu = Menu(game, state, move.seat, announced=rng.choice((None, *Rank)))
                wanted = as_chosen(state, move)
                keys = way_to(menu, wanted)
                assert keys is not None, f"no way to {move} in {state}"
                assert made(menu, keys) == wanted
    assert kinds


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.examples
def test_whatever_is_pressed_only_legal_moves_come_of_it_and_no_turning_is_final(name: str) -> None:
    game = RULESETS[name]
    for seed in range(GAMES):
        rng = random.Random(f"mash/{seed}")
        for state in states(game, seed):
            for seat in game.live(state):
                menu = Menu(game, state, seat, announced=rng.choice((None, *Rank)))
                entry: Entry | None = None
                move = rng.choice(moves(game, state, rng))
                goal = as_chosen(state, move)
                for _ in range(rng.randint(1, 30)):
                    result = menu.press(
                        entry, rng.choice((GestureKind.TAP, GestureKind.TAP, GestureKind.HOLD))
                    )
                    if isinstance(result, Message):
                        continue
                    if not isinstance(result, Entry):
                        check_legal(menu, result)
                        break
                    entry = result
                    check_question(menu, entry)
                    leads_on = isinstance(menu.press(entry, GestureKind.HOLD), Entry)
                    if move.seat == seat and (leads_on or not entry.counting):
                        keys = way_to(menu, goal, entry)
                        assert keys is not None, "a dead end"
                        assert made(menu, keys, entry) == goal


def check_legal(menu: Menu, choice: Action) -> None:
    if isinstance(choice, Show):
        assert menu.hand() is not None
    else:
        assert menu.ruleset.refusal(menu.game, choice) is None


def check_question(menu: Menu, entry: Entry) -> None:
    question = menu.question(entry)
    if question.labels:
        assert 0 <= question.cursor < len(question.labels)
        assert len({*question.labels}) == len(question.labels), question.labels
        assert (question.labels[-1] == BACK) == bool(entry.path)

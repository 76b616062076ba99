"""The moves that a program is offered: all that are legal, and nothing else."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice, takewhile
from typing import get_args

import pytest
from proof.random_play import random_game
from proof.random_setup import random_start

from bluffing.actions import Action, Adjust, Audit, Move, Play, Produce
from bluffing.game import Setup, State
from bluffing.message import Message
from bluffing.rulesets import RULESETS

MOVES = (*get_args(Move), Produce)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.untraced
def test_moves_are_all_legal_moves_and_are_carried_out_as_they_are(name: str) -> None:
    game, rng = RULESETS[name], random.Random(name)
    for _ in range(4):
        start = random_start(rng, game, Counter())
        for state, _, _, _ in random_game(rng, game, start.state, 30, mishaps=False):
            listed = list(islice(game.moves(state), 60))
            before = takewhile(
                lambda action: not isinstance(action, Adjust | Audit), game.legal_actions(state)
            )
            legal = [action for action in islice(before, 300) if isinstance(action, MOVES)]
            assert listed == legal[: len(listed)]
            assert listed == legal or len(listed) == 60
            for action in listed[::7]:
                assert game.apply(state, action) == game.carry_out(state, action)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.untraced
def test_listing_skips_little_for_every_number_of_players(name: str) -> None:
    game = RULESETS[name]
    for players in {*game.seats[:12], game.seats[-1]}:
        state = game.start(Setup(players), game.fitted(players, {}))
        play = next((move for move in game.moves(state) if isinstance(move, Play)), None)
        for listed in [state] if play is None else [state, game.apply(state, play)[0]]:
            asked, refusal = Counter[str](), game.refusal

            def count(
                _: object,
                state: State,
                action: Action,
                asked: Counter[str] = asked,
                refusal: Callable[[State, Action], Message | None] = refusal,
            ) -> Message | None:
                asked[type(action).__name__] += 1
                return refusal(state, action)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(type(game), "refusal", count)
                assert sum(1 for _ in islice(game.legal_actions(listed), 3000)) > 1
            assert sum(asked.values()) < 500, (players, asked)


def calls(actions: Iterable[Action], most: int) -> tuple[int, int]:
    """Count `most` actions at most, and the calls of functions that listing them takes."""
    made = 0

    def count(_frame: object, event: str, _of: object) -> None:
        nonlocal made
        made += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        listed = sum(1 for _ in islice(actions, most))
    finally:
        sys.setprofile(before)
    return listed, made


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.untraced
def test_actions_are_listed_with_little_work_for_the_most_players(name: str) -> None:
    game, rng = RULESETS[name], random.Random(name)
    start = game.start(Setup(game.seats[-1]), {})
    for state, _, _, _ in random_game(rng, game, start, 60):
        listed, _ = calls(game.legal_actions(state), 1000)  # fills caches
        assert calls(game.legal_actions(state), 1)[1] <= 60
        assert calls(game.legal_actions(state), 1000)[1] <= 60 + 30 * listed

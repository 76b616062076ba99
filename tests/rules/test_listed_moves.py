"""The moves that a program is offered: all that are legal, and nothing else."""

import random
from collections import Counter
from itertools import islice, takewhile
from typing import get_args

import pytest
from proof.random_play import random_game
from proof.random_setup import random_start

from appliance.rules import RULESETS
from appliance.rules.actions import Adjust, Audit, Move, Produce

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
                lambda one: not isinstance(one, Adjust | Audit), game.legal_actions(state)
            )
            legal = [one for one in islice(before, 300) if isinstance(one, MOVES)]
            assert listed == legal[: len(listed)]
            assert listed == legal or len(listed) == 60
            for action in listed[::7]:
                assert game.apply(state, action) == game.carry_out(state, action)

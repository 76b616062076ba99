"""The games as environments: PettingZoo's own tests, and the secrecy of hidden cards."""

import random
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from extent import often

pytest.importorskip("pettingzoo", reason="comes with the extra study")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of games of its own, by its own test
    from pettingzoo.test import api_test, seed_test

from bluffing.actions import Action
from bluffing.game import Outcome, Ruleset, State
from bluffing.message import Message
from bluffing.study import env
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.dealt import Dealt
from bluffing.study.env import BluffEnv

EVERY = pytest.mark.parametrize("name", STUDIED)
SOME = pytest.mark.parametrize("name", often(STUDIED))


@SOME
@pytest.mark.untraced
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    api_test(BluffEnv(name, most=300), num_cycles=25)


@SOME
@pytest.mark.untraced
def test_the_same_seed_is_the_same_game(name: str) -> None:
    seed_test(lambda: BluffEnv(name, most=300), num_cycles=25)


def a_game(name: str, seed: int, most: int = 400) -> Iterator[Dealt]:
    """One game at random; the same object after each choice, for an immediate look."""
    seats = STUDIED[name].seats
    dealt = Dealt(name, min(seat for seat in seats if seat >= min(4, seats[-1])), {}, seed)
    rng = random.Random(seed)
    for _ in range(most):
        if dealt.over:
            break
        yield dealt
        dealt.choose(rng.choice(dealt.legal()))


def test_choices_are_listed_once_and_belong_to_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt, asked = Dealt("bicycle", 4, {}, 1), 0
    refusal = type(dealt.ruleset).refusal

    def count(game: Ruleset[State], state: State, action: Action) -> Message | None:
        nonlocal asked
        asked += 1
        why: Message | None = refusal(game, state, action)
        return why

    monkeypatch.setattr(type(dealt.ruleset), "refusal", count)
    first = dealt.legal()
    dealt.legal().clear()
    before = asked
    assert dealt.legal() == first
    dealt.choose(first[0])
    assert asked == before > 0
    assert dealt.legal() != first


@SOME
@pytest.mark.untraced
def test_the_cards_are_as_many_as_the_rules_count(name: str) -> None:
    for seed in range(3):
        for dealt in a_game(name, seed):
            if not dealt.state.points:
                assert tuple(map(sum, dealt.hands)) == dealt.state.hands
                assert sum(dealt.table) == sum(dealt.state.heaps)
                assert len(dealt.stock) == dealt.state.stock


@EVERY
def test_an_observation_does_not_change_with_what_others_hold(name: str) -> None:
    for dealt in a_game(name, 7, most=60):
        asked = dealt.asked[0]
        seat = (asked + 1) % dealt.seats
        before = env.observed(dealt, seat)
        hidden = [other for other in range(dealt.seats) if other != seat]
        kept, hunches = [[*hand] for hand in dealt.hands], dealt.hunches
        for other in hidden:
            dealt.hands[other] = dealt.hands[other][::-1]
        dealt.hunches = tuple(
            hunch if place == seat else 100 - hunch for place, hunch in enumerate(hunches)
        )
        table, dealt.table = dealt.table, [0] * len(ORDER)
        assert np.array_equal(before, env.observed(dealt, seat))
        dealt.hands, dealt.hunches, dealt.table = kept, hunches, table


@pytest.mark.parametrize("name", often(STUDIED, {"valepaska", "doubt_it"}))
def test_rewards_add_up_to_nothing_and_one_wins(name: str) -> None:
    env = BluffEnv(name, most=3000)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = random.Random(3)
    for agent in env.agent_iter():
        observed, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        done = terminated or truncated
        legal = np.flatnonzero(observed["action_mask"])
        env.step(None if done else int(rng.choice(legal)))
    assert sum(total.values()) == pytest.approx(0)
    assert truncated or max(total.values()) > 0


def test_what_is_not_legal_is_refused() -> None:
    env = BluffEnv("bicycle")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no legal choice"):
        env.step(29)


@EVERY
@pytest.mark.untraced
def test_what_is_carried_out_unchecked_is_legal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = STUDIED[name]
    carry_out = type(game).carry_out

    def checked(self: Ruleset[State], state: State, action: Action) -> Outcome[State]:
        assert self.refusal(state, action) is None
        done: Outcome[State] = carry_out(self, state, action)
        return done

    monkeypatch.setattr(type(game), "carry_out", checked)
    for _ in a_game(name, 1):
        pass

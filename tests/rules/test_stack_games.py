"""Properties of every game that follows a leader's rank, over all players and house options."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from extent import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from proof.random_play import random_game
from proof.random_setup import random_start
from said import refuses, said

from bluffing.actions import Action, LayAway, Pass, Play, Produce, Reveal, Show
from bluffing.cards import Rank
from bluffing.events import Event, Lost, Passed, Played, Produced, Removed, Took, Verdict
from bluffing.game import Phase, Setup
from bluffing.pagat import PagatGame
from bluffing.rulesets import RULESETS
from bluffing.stack import StackGame, StackState

GAMES = [game for game in RULESETS.values() if isinstance(game, StackGame)]
EVERY = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
RELAXED = settings(max_examples=tries(20, of=60))
SEEDS = st.integers(0, 10**9)
Step = tuple[StackState[Any], Action, StackState[Any], tuple[Event, ...]]


def played(game: StackGame[Any], seed: int, most: int = 150) -> Iterator[Step]:
    rng = random.Random(seed)
    steps: Iterator[Any] = random_game(rng, game, random_start(rng, game, Counter()).state, most)
    yield from steps


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_a_rank_is_followed_until_the_leader_is_free(game: StackGame[Any], seed: int) -> None:
    for before, action, after, events in played(game, seed):
        if isinstance(action, Play):
            laid = events[0]
            assert isinstance(laid, Played)
            assert laid.rank == (before.required or action.rank)
            if action.seat in after.out:  # by last cards that lie open
                continue
            assert (after.required, after.last) == (laid.rank, action.seat)
            others = [rank for rank in Rank if rank is not laid.rank]
            for seat in game.live(after):
                for rank in others:
                    assert game.refusal(after, Play(seat, 1, rank)) is not None
        if after.required is None and after.phase is not Phase.OVER:
            leader = after.turn
            assert game.refusal(after, Play(leader, 1)) is not None
            assert game.refusal(after, Pass(leader)) is not None


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_a_doubt_says_who_takes_the_stack_and_who_leads(game: StackGame[Any], seed: int) -> None:
    for before, action, after, events in played(game, seed):
        if not isinstance(action, Reveal | Produce) or before.doubter is None or before.believed:
            continue
        claim, doubter = before.claim, before.doubter
        assert claim is not None
        if isinstance(events[0], Produced):
            truth = events[0].rank is not None
        else:
            assert isinstance(events[0], Verdict)
            truth = events[0].truth
        right, wrong = (claim.seat, doubter) if truth else (doubter, claim.seat)
        took = events[1]
        if isinstance(took, Took):
            assert took.seat == wrong
        else:
            assert isinstance(took, Removed)
            assert before.terms.house.loser_takes == "none"
        assert sum(after.heaps) == 0
        if after.phase is Phase.OVER:
            continue
        assert (after.required, after.claim, after.passed) == (None, None, ())
        leads = {"winner_leads": right, "taker_leads": wrong}
        lead = leads.get(before.terms.house.after_challenge, after.turn)
        assert after.turn == lead or not after.hands[lead]
        assert after.hands[after.turn]


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_a_true_pile_that_was_believed_leaves_or_else_the_believer_takes_it(
    game: StackGame[Any], seed: int
) -> None:
    for before, action, after, events in played(game, seed):
        if not isinstance(action, Reveal) or not before.believed:
            continue
        verdict, believer = events[0], before.doubter
        assert isinstance(verdict, Verdict)
        assert verdict.doubter is None
        assert believer is not None
        assert before.terms.house.believe
        assert isinstance(events[1], Removed if verdict.truth else Took)
        assert verdict.truth == (after.hands[believer] == before.hands[believer])
        assert sum(after.heaps) == 0
        if not after.over and after.hands[believer]:
            assert (after.turn == believer) == verdict.truth


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_passes_end_a_round_only_when_all_have_passed(game: StackGame[Any], seed: int) -> None:
    for before, action, after, events in played(game, seed):
        if not isinstance(action, Pass):
            continue
        assert events[0] == Passed(action.seat)
        in_game = set(range(len(before.hands))) - {*before.out, *before.gone}
        passed = {*before.passed, action.seat}
        last = set() if before.terms.house.idi_passes_to_end == "n" else {before.last}
        if isinstance(game, PagatGame):
            assert bool(last) == (before.terms.house.idi_passes_to_end == "n-1")
        else:
            assert last
        ended = in_game - last <= passed
        assert (after.required is None) == ended
        if ended and (isinstance(game, PagatGame) or LayAway in game.turn_moves):
            assert events[1] == Removed(sum(before.heaps))
            assert after.removed == before.removed + sum(before.heaps)
        else:
            assert after.heaps == before.heaps


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_who_may_move_and_doubt(game: StackGame[Any], seed: int) -> None:
    for _, _, state, _ in played(game, seed):
        live = game.live(state)
        for seat in live:
            assert state.hands[seat]
            if state.terms.house.passing == "round" and state.required is not None:
                assert seat not in state.passed
        if not game.races_in(state) and state.phase is Phase.OPEN:
            assert set(game.tie_order(state)) <= set(live)
        if state.claim is not None:
            assert state.claim.seat not in game.tie_order(state)


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_cards_leave_the_game_only_openly(game: StackGame[Any], seed: int) -> None:
    for before, action, after, events in played(game, seed):
        for state in (before, after):
            assert all(not state.hands[seat] for seat in state.gone)
        if after.removed > before.removed:
            removed = any(isinstance(event, Removed) for event in events)
            left = before.terms.house.leaver != "joins_table" and after.gone != before.gone
            assert removed or left or isinstance(action, LayAway | Show)
        assert after.stock == before.stock
        if any(isinstance(event, Lost) for event in events):
            rest = set(range(len(after.hands))) - {*after.out, *after.gone}
            assert rest == {after.loser}


@EVERY
@RELAXED
@given(seed=SEEDS)
def test_one_card_on_lead_never_waits_where_it_wins(game: StackGame[Any], seed: int) -> None:
    for _, _, state, _ in played(game, seed):
        wins = isinstance(game, PagatGame) and state.terms.house.idi_one_card_lead_wins
        if wins and state.required is None:
            assert state.phase is Phase.OVER or state.hands[state.turn] > 1


@EVERY
@pytest.mark.untraced
def test_a_game_is_told_in_whole_sentences_whatever_the_house(game: StackGame[Any]) -> None:
    rng = random.Random(game.name)
    starts = (random_start(rng, game, Counter[str]()) for _ in range(40))
    for options in ({}, *(dict(preset.options) for preset in game.presets)):
        assert game.house(options)
    for options in ({}, *(start.options for start in starts)):
        told = game.explain(options)
        assert len({rule.id for rule in told}) == len(told)
        for rule in told:
            words = said(rule.text)
            assert words[0].isupper() or words[0].isdigit()
            assert words.endswith(".")


@EVERY
def test_presets_have_names_of_their_own_and_begin_with_the_source(game: StackGame[Any]) -> None:
    names = [preset.name for preset in game.presets]
    assert len(set(names)) == len(names)
    assert game.presets[0].options == ()
    assert all(preset.options for preset in game.presets[1:])


@EVERY
def test_a_middle_of_a_game_that_cannot_be_is_refused(game: StackGame[Any]) -> None:
    players = max(3, game.seats[0])
    state = game.start(Setup(players), {})
    led = game.traits[-1]
    midway = game.midgame(state, turn=1, rank=led, table=3)
    assert (midway.turn, midway.required, midway.last, sum(midway.heaps)) == (1, led, 0, 3)
    with refuses("before a rank is led"):
        game.midgame(state, passed=(2,))
    for wrong in ((0,), (1,), (2, 2), (players,)):
        with refuses("can't have passed"):
            game.midgame(state, turn=1, rank=led, passed=wrong)

"""Doubt/it!, rule by rule and over everything that can be played; each test names its rule."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
from extent import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("bluffing.games.doubt_it", reason="the game was taken out")

from said import refuses, said, wrong_option

from bluffing.actions import (
    Action,
    Answer,
    Discard,
    Doubt,
    Draw,
    Guess,
    Leave,
    Pick,
    Play,
    Rescore,
    Settle,
    TimeUp,
    Void,
    Withdraw,
)
from bluffing.errors import SettingError
from bluffing.events import (
    Answered,
    Discarded,
    Doubted,
    Event,
    Guessed,
    Left,
    LostPoints,
    Picked,
    SuddenDeath,
    Verdict,
    Voided,
    WentOut,
    Won,
)
from bluffing.game import Phase, Refused, Setup
from bluffing.games.doubt_it import DOUBT_IT
from bluffing.games.doubt_it.state import DoubtItState
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

RELAXED = settings(max_examples=tries(20, of=60))
Step = tuple[DoubtItState, Action, DoubtItState, tuple[Event, ...]]


def start(*points: int, starter: int = 0, **options: Value) -> DoubtItState:
    setup = Setup(len(points), points=points, lead=starter)
    return DOUBT_IT.start(setup, options)


def sudden(*points: int, starter: int = 0, **options: Value) -> DoubtItState:
    begun = DOUBT_IT.start(Setup(len(points)), options)
    return DOUBT_IT.midgame(begun, points=points, starter=starter, sudden_death=True)


def told(state: DoubtItState, *actions: Action) -> tuple[DoubtItState, tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = DOUBT_IT.apply(state, action)
    return state, events


def after(state: DoubtItState, *actions: Action) -> DoubtItState:
    return told(state, *actions)[0]


def refused(state: DoubtItState, action: Action, says: str) -> None:
    with refuses(says):
        DOUBT_IT.apply(state, action)


# --- rule by rule --------------------------------------------------------------------------


@pytest.mark.rule("D1")
@pytest.mark.parametrize("players", [3, 4, 12, 40])
def test_d1_three_or_more_play(players: int) -> None:
    assert len(DOUBT_IT.start(Setup(players), {}).in_play) == players
    for few in (0, 1, 2):
        with refuses("3 or more players"):
            DOUBT_IT.start(Setup(few), {})


@pytest.mark.rule("D2")
def test_d2_everybody_starts_with_a_hundred_points_or_what_the_house_says() -> None:
    assert DOUBT_IT.start(Setup(4), {}).points == (100,) * 4
    assert DOUBT_IT.start(Setup(3), {"start_points": 10}).points == (10,) * 3
    for wrong in ((100, 100), (100, 100, 0), (100, 100, 101)):
        with refuses("1 to 100 points"):
            DOUBT_IT.start(Setup(3, points=wrong), {})


@pytest.mark.rule("D3")
def test_d3_no_state_before_the_doubt_knows_an_answer() -> None:
    state = start(100, 100, 100)
    for action in (Guess(0, 50, 5), Pick(0, 1)):
        refused(state, Answer(50), "There is no doubt: keep the answer hidden")
        state = after(state, action)
    refused(state, Answer(50), "keep the answer hidden")
    assert after(state, Doubt(1)).phase is Phase.ANSWER


@pytest.mark.rule("D4")
def test_d4_the_starter_opens_by_vote_chance_or_from_the_dealers_left() -> None:
    assert DOUBT_IT.start(Setup(4, dealer=3), {}).starter == 0
    assert DOUBT_IT.start(Setup(4, dealer=3, lead=2), {}).starter == 2
    state, events = told(start(100, 100, 100, starter=2), Guess(2, 33, 4))
    assert events == (Guessed(2, 33, 4),)
    assert state.bid == Guess(2, 33, 4)
    assert (state.bid, state.confident, state.highest_wager) == (Guess(2, 33, 4), 2, 4)
    for guess in (-1, 101):
        refused(start(100, 100, 100), Guess(0, guess, 4), "0 to 100 percent")
    refused(start(100, 100, 100), Guess(1, 33, 4), "Seat 0 guesses first")
    refused(start(100, 100, 100), Guess(0, 3.5, 4), "whole number")  # type: ignore[arg-type]


@pytest.mark.rule("D5")
def test_d5_wagers_at_least_the_minimum_and_at_most_all_his_points() -> None:
    state = start(30, 100, 100)
    assert DOUBT_IT.wagers(state, 50) == (range(1, 31),)
    refused(state, Guess(0, 50, 0), "must wager 1 to 30, not 0")
    refused(state, Guess(0, 50, 31), "has 30 points")
    assert DOUBT_IT.wagers(start(30, 100, 100, min_wager=0), 50) == (range(31),)


@pytest.mark.rule("D5", "D15")
def test_d5_a_wager_of_nothing_costs_nothing_and_still_ends_the_question() -> None:
    state = after(start(100, 100, 100, min_wager=0), Guess(0, 50, 0), Pick(0, 1), Doubt(1))
    state, events = told(state, Answer(10))
    assert events == (Answered(0, 1, 10, truth=False), LostPoints(0, 0))
    assert (state.points, state.starter, state.question) == ((100, 100, 100), 1, 2)


@pytest.mark.rule("D6", "D7")
def test_d6_d7_picks_anybody_but_himself_and_who_has_just_picked_him() -> None:
    state = after(start(100, 100, 100, 100), Guess(0, 5, 5))
    assert DOUBT_IT.picks(state) == (1, 2, 3)
    refused(state, Pick(0, 0), "can't pick the same seat")
    refused(state, Pick(0, 4), "no seat 4")
    refused(state, Pick(1, 2), "Seat 0 picks")
    state, events = told(state, Pick(0, 2))
    assert events == (Picked(0, 2),)
    assert DOUBT_IT.picks(state) == ()
    refused(state, Pick(2, 1), "Seat 2 must raise or doubt")
    state = after(state, Guess(2, 6, 5))
    assert DOUBT_IT.picks(state) == (3, 1)
    refused(state, Pick(2, 0), "No tag-backs")


@pytest.mark.rule("D7")
def test_d7_three_players_go_round_one_way() -> None:
    state = after(start(100, 100, 100), Guess(0, 5, 5), Pick(0, 2))
    for seat, guess in ((2, 6), (1, 7), (0, 8), (2, 9)):
        state = after(state, Guess(seat, guess, 5))
        assert DOUBT_IT.picks(state) == ((seat - 1) % 3,)
        state = after(state, Pick(seat, (seat - 1) % 3))


@pytest.mark.rule("D7")
def test_d7_two_left_pick_each_other() -> None:
    state = after(sudden(1, 0, 1), Guess(0, 5, 1), Pick(0, 2), Guess(2, 6, 1))
    assert DOUBT_IT.picks(state) == (0,)
    assert after(state, Pick(2, 0)).new_player == 0


@pytest.mark.rule("D8")
@pytest.mark.untraced
def test_d8_a_higher_guess_a_larger_wager_or_both_and_what_is_not_raised_stays() -> None:
    state = after(start(100, 100, 100), Guess(0, 40, 20), Pick(0, 1))
    legal = {
        (guess, wager)
        for guess in range(102)
        for wager in range(102)
        if DOUBT_IT.refusal(state, Guess(1, guess, wager)) is None
    }
    assert legal == {
        (guess, wager)
        for guess in range(40, 101)
        for wager in range(20, 101)
        if (guess, wager) != (40, 20)
    }
    refused(state, Guess(1, 39, 30), "must guess 40 to 100%, not 39%")
    refused(state, Guess(1, 50, 19), "must wager 20 to 100, not 19")
    refused(state, Guess(2, 50, 20), "Seat 1 raises or doubts")


@pytest.mark.rule("D8", "min_raise_guess", "min_raise_wager")
def test_d8_what_is_raised_goes_up_by_its_own_step() -> None:
    state = start(100, 100, 100, min_raise_guess=20, min_raise_wager=5)
    state = after(state, Guess(0, 79, 20), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == (range(79, 80), range(99, 101))
    assert DOUBT_IT.wagers(state, 79) == (range(25, 101),)
    assert DOUBT_IT.wagers(state, 99) == (range(20, 21), range(25, 101))
    assert DOUBT_IT.wagers(state, 80) == ()
    state = after(state, Guess(1, 99, 98), Pick(1, 2))
    assert DOUBT_IT.guesses(state) == ()
    assert [type(move) for move in islice(DOUBT_IT.legal_actions(state), 2)] == [Doubt, Discard]


@pytest.mark.rule("D9", "short_must_raise_guess")
def test_d9_short_of_points_all_of_them_with_a_higher_guess_or_a_doubt() -> None:
    state = start(100, 30, 100, short_must_raise_guess=True)
    state = after(state, Guess(0, 20, 50), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == (range(21, 101),)
    assert DOUBT_IT.wagers(state, 21) == (range(30, 31),)
    refused(state, Guess(1, 25, 29), "has 30 points and the highest wager is 50: wager all 30")
    refused(state, Guess(1, 20, 30), "guess of 21 to 100%, or doubt")
    state = after(state, Guess(1, 21, 30))
    assert (state.bid, state.highest_wager) == (Guess(1, 21, 30), 50)


@pytest.mark.rule("D9")
def test_d9_exactly_enough_points_is_not_short() -> None:
    state = after(start(100, 50, 100), Guess(0, 20, 50), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == (range(21, 101),)
    assert DOUBT_IT.wagers(state, 21) == (range(50, 51),)
    refused(state, Guess(1, 20, 50), "can't raise the wager, and must guess 21 to 100%")


@pytest.mark.rule("D9", "short_must_raise_guess")
def test_d9_the_guess_of_a_short_player_may_stay() -> None:
    state = start(100, 30, 100, min_raise_guess=20)
    state = after(state, Guess(0, 80, 50), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == (range(80, 81), range(100, 101))
    assert DOUBT_IT.wagers(state, 80) == DOUBT_IT.wagers(state, 100) == (range(30, 31),)


@pytest.mark.rule("D10")
def test_d10_after_a_short_wager_the_highest_one_is_the_floor() -> None:
    short = after(start(100, 30, 100, 60), Guess(0, 20, 50), Pick(0, 1), Guess(1, 25, 30))
    state = after(short, Pick(1, 2))
    assert DOUBT_IT.wagers(state, 25) == (range(50, 101),)
    refused(state, Guess(2, 26, 40), "must wager 50 to 100, not 40")
    refused(state, Guess(2, 24, 50), "must guess 25 to 100%")
    again = after(state, Guess(2, 25, 50), Pick(2, 3))
    assert DOUBT_IT.wagers(again, 25) == (range(51, 61),)


@pytest.mark.rule("D10", "resume_equal_is_raise")
def test_d10_strictly_more_than_the_highest_wager_or_a_higher_guess() -> None:
    state = start(100, 30, 100, 50, resume_equal_is_raise=False, min_raise_wager=5)
    short = after(state, Guess(0, 20, 50), Pick(0, 1), Guess(1, 25, 30))
    state = after(short, Pick(1, 2))
    assert DOUBT_IT.wagers(state, 25) == (range(55, 101),)
    assert DOUBT_IT.wagers(state, 26) == (range(50, 51), range(55, 101))
    broke = after(short, Pick(1, 3))
    assert DOUBT_IT.guesses(broke) == (range(26, 101),)


@pytest.mark.rule("D10")
def test_d10_nobody_makes_the_same_bid_twice_in_one_question() -> None:
    state = after(start(100, 10, 5), Guess(0, 40, 50), Pick(0, 1), Guess(1, 40, 10), Pick(1, 2))
    state = after(state, Guess(2, 40, 5), Pick(2, 0))
    refused(state, Guess(0, 40, 50), "has wagered 50 on 40% in this question already")
    assert DOUBT_IT.wagers(state, 40) == (range(51, 101),)
    assert DOUBT_IT.wagers(state, 41) == (range(50, 101),)
    assert Guess(0, 40, 50) not in [*DOUBT_IT.moves(state)]
    state = after(state, Guess(0, 40, 70), Pick(0, 1))
    refused(state, Guess(1, 40, 10), "has wagered 10 on 40% in this question already")
    assert DOUBT_IT.guesses(state) == (range(41, 101),)


@pytest.mark.rule("D10")
def test_d10_another_seat_may_make_the_same_bid_and_only_a_bid_that_stood_counts() -> None:
    state = after(start(100, 10, 10), Guess(0, 40, 50), Pick(0, 1), Guess(1, 41, 10))
    state = after(state, Guess(1, 40, 10), Pick(1, 2))
    refused(state, Guess(2, 40, 9), "wager all 10")
    state = after(state, Guess(2, 40, 10), Pick(2, 0), Guess(0, 41, 50), Pick(0, 1))
    assert DOUBT_IT.wagers(state, 41) == (range(10, 11),)


@pytest.mark.rule("D10", "D13")
def test_d10_a_hole_in_the_wagers_and_nothing_left_at_a_hundred() -> None:
    state = start(100, 10, 5, min_wager=0)
    state = after(state, Guess(0, 100, 50), Pick(0, 1), Guess(1, 100, 10), Pick(1, 2))
    state = after(state, Guess(2, 100, 5), Pick(2, 0), Guess(0, 100, 51), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == ()
    refused(state, Guess(1, 100, 10), "only a doubt is left")
    assert [*DOUBT_IT.moves(state)] == [Doubt(1)]


@pytest.mark.rule("D9", "D10")
def test_d10_short_wagers_in_a_row_are_measured_against_the_highest() -> None:
    state = after(start(100, 30, 40, 20), Guess(0, 20, 50), Pick(0, 1), Guess(1, 21, 30))
    state = after(state, Pick(1, 2), Guess(2, 22, 40), Pick(2, 3))
    assert DOUBT_IT.wagers(state, 21) == ()
    assert DOUBT_IT.wagers(state, 22) == (range(20, 21),)
    state = after(state, Guess(3, 100, 20), Pick(3, 0))
    assert (state.bid, state.highest_wager) == (Guess(3, 100, 20), 50)
    assert DOUBT_IT.guesses(state) == (range(100, 101),)
    assert DOUBT_IT.wagers(state, 100) == (range(50, 101),)


@pytest.mark.rule("D11")
@pytest.mark.parametrize(("answer", "loser"), [(25, 2), (26, 2), (24.499, 1), (0, 1), (100, 2)])
def test_d11_the_stake_is_the_confident_players_own_wager(answer: float, loser: int) -> None:
    state = after(start(100, 30, 80), Guess(0, 20, 50), Pick(0, 1), Guess(1, 25, 30), Pick(1, 2))
    state, events = told(state, Doubt(2))
    assert events == (Doubted(2, 1),)
    assert (state.doubter, DOUBT_IT.live(state)) == (2, ())
    state, events = told(state, Answer(answer))
    assert events[:2] == (Answered(1, 2, answer, truth=loser == 2), LostPoints(loser, 30))
    assert state.last_loss == LostPoints(loser, 30)
    assert state.points[0] == 100 if loser == 2 else state.winner == 0


@pytest.mark.rule("D12")
def test_d12_nobody_loses_more_than_he_has() -> None:
    state = after(start(100, 20, 90), Guess(0, 10, 80), Pick(0, 1), Doubt(1))
    state, events = told(state, Answer(10))
    assert events == (Answered(0, 1, 10, truth=True), LostPoints(1, 20), Won(0))
    assert state.points == (100, 0, 90)


@pytest.mark.rule("D13")
def test_d13_a_guess_of_100_leaves_a_larger_wager_or_a_doubt() -> None:
    state = after(start(100, 51, 50), Guess(0, 100, 50), Pick(0, 1))
    assert DOUBT_IT.wagers(state, 100) == (range(51, 52),)
    state = after(start(100, 51, 50), Guess(0, 100, 50), Pick(0, 2))
    assert DOUBT_IT.guesses(state) == ()
    refused(state, Guess(2, 100, 50), "only a doubt is left")


@pytest.mark.rule("D13")
def test_d13_a_guess_of_0_cannot_lose() -> None:
    state = after(start(100, 100, 100), Guess(0, 0, 50), Pick(0, 1), Doubt(1), Answer(0))
    assert state.points == (100, 50, 100)


@pytest.mark.rule("D14", "fact_answer_rounding")
@pytest.mark.parametrize(
    ("rounding", "answer", "loser"),
    [
        ("none", 20.95, 0),
        ("none", 21.0, 1),
        ("nearest", 20.95, 1),
        ("nearest", 20.5, 1),
        ("nearest", 20.499999999999996, 0),
    ],
)
def test_d14_fractions_are_compared_exactly_or_rounded(
    rounding: str, answer: float, loser: int
) -> None:
    state = start(100, 100, 100, fact_answer_rounding=rounding)
    state, events = told(state, Guess(0, 21, 5), Pick(0, 1), Doubt(1), Answer(answer))
    assert events == (Answered(0, 1, answer, truth=loser == 1), LostPoints(loser, 5))


@pytest.mark.rule("D15")
def test_d15_the_next_starter_is_left_of_the_starter_whoever_lost() -> None:
    state = start(100, 100, 100, 100, starter=2)
    for turn in range(9):
        seat = (2 + turn) % 4
        assert (state.starter, state.turn, state.question) == (seat, seat, turn + 1)
        state = after(state, Guess(seat, 0, 1), Pick(seat, 0 if seat else 1))
        state = after(state, Doubt(state.turn), Answer(50))
        assert state.bid is None


@pytest.mark.rule("D16")
def test_d16_most_points_at_the_first_elimination_wins_and_the_others_are_ranked() -> None:
    state = start(55, 5, 80, 55, 79, starter=3)
    state = after(state, Guess(3, 10, 5), Pick(3, 1), Doubt(1), Answer(90))
    assert (state.winner, state.phase, state.points) == (2, Phase.OVER, (55, 0, 80, 55, 79))
    assert state.ranking == ((2,), (4,), (0, 3), (1,))
    assert state.out == (1,)
    assert list(DOUBT_IT.legal_actions(state)) == []
    refused(state, Guess(0, 1, 1), "The game is over: seat 2 has won")


@pytest.mark.rule("D17")
def test_d17_a_tie_for_the_lead_is_played_out_with_one_point_each() -> None:
    state = start(10, 70, 70, 60, 70, starter=2)
    state, events = told(state, Guess(2, 10, 10), Pick(2, 0), Doubt(0), Answer(10))
    assert events[1:] == (LostPoints(0, 10), SuddenDeath((1, 2, 4)))
    assert (state.points, state.in_play) == ((0, 1, 1, 60, 1), (1, 2, 4))
    assert (state.sudden_death, state.winner, state.starter) == (True, None, 4)
    assert state.ranking == ((1, 2, 4), (3,), (0,))
    assert state.out == (0, 3)
    assert DOUBT_IT.wagers(state, 30) == (range(1, 2),)
    refused(state, Guess(4, 30, 0), "the wager is 1 point, not 0")
    state = after(state, Guess(4, 30, 1), Pick(4, 1))
    refused(state, Guess(1, 31, 2), "the wager is 1 point, not 2")
    refused(state, Guess(1, 30, 1), "must guess 31 to 100%")
    state, events = told(state, Doubt(1), Answer(30))
    assert events[1:] == (LostPoints(1, 1), WentOut(1))
    assert (state.in_play, state.starter, state.out) == ((2, 4), 2, (0, 3, 1))
    state, events = told(state, Guess(2, 30, 1), Pick(2, 4), Doubt(4), Answer(29))
    assert events[1:] == (LostPoints(2, 1), WentOut(2), Won(4))
    assert (state.winner, state.points) == (4, (0, 0, 0, 60, 1))
    assert state.ranking == ((4,), (2,), (1,), (3,), (0,))
    assert state.out == (0, 3, 1, 2)


@pytest.mark.rule("D17")
def test_d17_even_a_house_that_lets_wager_nothing_plays_sudden_death_for_the_point() -> None:
    state = sudden(1, 1, 1, min_wager=0, min_raise_guess=20)
    assert DOUBT_IT.wagers(state, 0) == (range(1, 2),)
    state = after(state, Guess(0, 81, 1), Pick(0, 1))
    assert DOUBT_IT.guesses(state) == ()


@pytest.mark.rule("D17", "sudden_death_starter")
@pytest.mark.parametrize(
    ("way", "chance", "starter"),
    [
        ("rotation", 7, 1),
        ("loser", 7, 4),
        ("random", 4, 0),
        ("random", 7, 4),
        ("random", None, 1),
    ],
)
def test_d17_who_starts_the_sudden_death(way: str, chance: int | None, starter: int) -> None:
    state = start(100, 100, 100, 100, 100, sudden_death_starter=way)
    state = after(state, Guess(0, 10, 100), Pick(0, 3), Doubt(3))
    assert after(state, Answer(50, chance)).starter == starter


@pytest.mark.rule("D18")
def test_d18_how_near_a_guess_comes_counts_for_nothing() -> None:
    for guess in (1, 49, 50):
        state = after(start(100, 100, 100), Guess(0, guess, 9), Pick(0, 1), Doubt(1), Answer(50))
        assert state.points == (100, 91, 100)


@pytest.mark.rule("D19")
def test_d19_there_is_no_time_limit() -> None:
    timing = DOUBT_IT.timing(start(100, 100, 100))
    assert timing == type(timing)(0, 0, 0)


@pytest.mark.rule("D19", "guess_seconds")
def test_a_clock_runs_for_guesses_and_not_for_picks() -> None:
    state = start(100, 100, 100, guess_seconds=30)
    assert DOUBT_IT.timing(state).turn_ms == 30_000
    state = after(state, Guess(0, 40, 5))
    assert DOUBT_IT.timing(state).turn_ms is None
    state = after(state, Pick(0, 1))
    assert DOUBT_IT.timing(state).turn_ms == 30_000
    assert DOUBT_IT.timing(after(state, Doubt(1))).turn_ms is None
    assert after(state, TimeUp()) == after(state, Doubt(1))


@pytest.mark.rule("D20")
def test_d20_the_score_is_kept_in_whole_points() -> None:
    state = after(start(100, 100, 100), Guess(0, 50, 9), Pick(0, 1), Doubt(1), Answer(50.5))
    assert all(type(points) is int for points in state.points)


# --- procedures ----------------------------------------------------------------------------


@pytest.mark.rule("X15")
def test_x15_who_leaves_is_skipped_and_ranked_by_his_points_but_cannot_win() -> None:
    state = start(100, 90, 40, 80, starter=3)
    state, events = told(state, Leave(0))
    assert events == (Left(0, 0),)
    assert (state.points, state.in_play, state.gone) == ((100, 90, 40, 80), (1, 2, 3), (0,))
    refused(state, Leave(0), "Seat 0 has left")
    state = after(state, Guess(3, 0, 40))
    assert DOUBT_IT.picks(state) == (1, 2)
    refused(state, Pick(3, 0), "Seat 0 has left")
    state = after(state, Pick(3, 2), Doubt(2), Answer(0))
    assert (state.winner, state.ranking) == (1, ((1,), (0,), (3,), (2,)))
    assert state.out == (2,)


@pytest.mark.rule("X15", "D15")
def test_x15_a_starter_who_leaves_before_opening_is_skipped() -> None:
    state = after(start(100, 100, 100, 100, starter=3), Leave(3))
    assert (state.starter, state.question) == (0, 1)
    state = after(start(100, 100, 100, 100, starter=3), Guess(3, 0, 5), Pick(3, 1), Guess(1, 1, 5))
    state = after(state, Leave(3), Pick(1, 2), Doubt(2), Answer(50))
    assert (state.starter, state.points[2]) == (0, 95)


@pytest.mark.rule("X15")
def test_x15_the_place_of_a_new_player_who_leaves_falls_back_to_his_picker() -> None:
    state = after(start(100, 100, 100, 100), Guess(0, 50, 5), Pick(0, 1), Leave(1))
    assert (state.turn, state.new_player, state.bid) == (0, None, Guess(0, 50, 5))
    assert DOUBT_IT.picks(state) == (2, 3)
    assert DOUBT_IT.guesses(state) == DOUBT_IT.wagers(state, 1) == ()
    refused(state, Guess(0, 1, 1), "The guess of seat 0 stands")
    assert after(state, Pick(0, 3)).turn == 3


@pytest.mark.rule("X15")
@pytest.mark.parametrize("picked", [True, False])
def test_x15_the_guess_of_a_player_who_leaves_is_discarded_with_its_question(
    picked: bool,
) -> None:
    state = after(start(100, 100, 100, 100), Guess(0, 50, 5), Pick(0, 1), Guess(1, 60, 50))
    if picked:
        state = after(state, Pick(1, 2))
    left, events = told(state, Leave(1))
    assert events == (Left(1, 0), Discarded(0))
    assert (left.starter, left.question, left.bid, left.points) == (0, 2, None, (100,) * 4)
    opened, events = told(start(100, 100, 100, 100), Guess(0, 50, 5), Leave(0))
    assert events == (Left(0, 0), Discarded(1))
    assert opened.starter == 1


@pytest.mark.rule("X15")
def test_x15_nobody_leaves_a_doubt_and_the_last_one_in_play_wins() -> None:
    state = after(start(100, 100, 100), Guess(0, 50, 5), Pick(0, 1), Doubt(1))
    for seat in (0, 1):
        refused(state, Leave(seat), "can leave when the answer is turned up")
    state = after(state, Leave(2))
    assert state.phase is Phase.ANSWER
    state, events = told(after(state, Answer(20)), Leave(0))
    assert events == (Left(0, 0), Won(1))
    assert (state.winner, state.points) == (1, (95, 100, 100))
    assert state.ranking == ((1,), (2,), (0,))


@pytest.mark.rule("X15", "D17")
def test_x15_leaving_a_sudden_death() -> None:
    state = after(sudden(1, 1, 40, 1), Leave(0))
    assert (state.starter, state.in_play) == (1, (1, 3))
    refused(state, Leave(2), "Seat 2 is out")
    state = after(state, Leave(3))
    assert state.winner == 1
    assert state.ranking == ((1,), (3,), (0,), (2,))
    assert state.out == (2,)


@pytest.mark.rule("X19")
def test_x19_a_wrong_number_can_be_put_right_until_the_new_player_is_picked() -> None:
    state = after(start(100, 100, 100, 100), Guess(0, 20, 50))
    refused(state, Guess(0, 20, 50), "made just that guess")
    state, events = told(state, Guess(0, 10, 5))
    assert events == (Guessed(0, 10, 5),)
    state = after(state, Pick(0, 1), Guess(1, 90, 100))
    assert state.highest_wager == 100
    refused(state, Guess(1, 10, 5), "must wager 6 to 100, not 5")
    state = after(state, Guess(1, 11, 5), Pick(1, 2))
    assert (state.bid, state.highest_wager) == (Guess(1, 11, 5), 5)
    assert DOUBT_IT.wagers(state, 11) == (range(6, 101),)


@pytest.mark.rule("X19", "D9")
def test_x19_a_short_player_puts_right_against_the_guess_before_his() -> None:
    state = start(100, 30, 100, short_must_raise_guess=True)
    state = after(state, Guess(0, 20, 50), Pick(0, 1), Guess(1, 90, 30))
    assert DOUBT_IT.guesses(state) == (range(21, 101),)
    refused(state, Guess(1, 20, 30), r"guess of 21 to 100%\.")
    assert after(state, Guess(1, 21, 30)).highest_wager == 50


@pytest.mark.rule("X19")
def test_x19_a_spoilt_question_is_discarded_with_the_same_starter_and_no_loss() -> None:
    opening = start(100, 100, 100, starter=1)
    guessed = after(opening, Guess(1, 20, 50))
    picked = after(guessed, Pick(1, 2))
    for state in (opening, guessed, picked, after(picked, Doubt(2))):
        discarded, events = told(state, Discard())
        assert events == (Discarded(1),)
        assert discarded == replace(opening, asked=replace(opening.asked, number=2))


def test_people_settle_what_the_pack_has_wrong() -> None:
    state = after(start(100, 100, 100), Guess(0, 50, 5), Pick(0, 1))
    refused(state, Settle(truth=True), "There is no doubt")
    state = after(state, Doubt(1))
    refused(state, Settle(None), "discard the question")
    refused(state, Withdraw(), "A doubt is final")
    settled, events = told(state, Settle(truth=True))
    assert events == (Verdict(0, 1, truth=True, ranks=()), LostPoints(1, 5))
    assert after(state, Settle(truth=False)).points == (95, 100, 100)
    assert settled.points == (100, 95, 100)


def test_a_game_that_cannot_go_on_is_over_without_a_winner() -> None:
    state = start(100, 100, 100)
    for action in (Guess(0, 50, 5), Pick(0, 1), Doubt(1)):
        state = after(state, action)
        ended, events = told(state, Void())
        assert events == (Voided(),)
        assert (ended.phase, ended.winner) == (Phase.OVER, None)
        refused(ended, Void(), "was ended without a winner")


# --- options, set-up, words ----------------------------------------------------------------


def test_options_that_contradict_each_other_are_refused_with_the_reason() -> None:
    with wrong_option("min_raise_wager = 10 and start_points = 10"):
        DOUBT_IT.house({"start_points": 10, "min_raise_wager": 10})
    with refuses("no wager could ever be raised; 9 is the most"):
        DOUBT_IT.start(Setup(3), {"start_points": 10, "min_raise_wager": 10})
    house = DOUBT_IT.house({"start_points": 10, "min_raise_wager": 10, "min_wager": 0})
    assert house["min_raise_wager"] == 10
    with wrong_option("unknown house option 'jokers'"):
        DOUBT_IT.house({"jokers": 2})
    with wrong_option("start_points = 101: allowed is 2 to 100"):
        DOUBT_IT.house({"start_points": 101})


def test_every_preset_is_a_legal_set_of_options_and_the_first_is_the_published_game() -> None:
    assert DOUBT_IT.presets[0].options == ()
    assert DOUBT_IT.house({}) == {option.key: option.default for option in DOUBT_IT.options}
    for preset in DOUBT_IT.presets:
        DOUBT_IT.house(dict(preset.options))


@pytest.mark.parametrize(
    "setup",
    [
        Setup(3, packs=1),
        Setup(3, hands=(0, 0, 0)),
        Setup(3, dealer=3),
        Setup(3, lead=3),
        Setup(3, lead=-1),
        Setup(3, points=(10, 10)),
        Setup(3, points=(10, 10, 2.5)),  # type: ignore[arg-type]
        Setup(True),  # noqa: FBT003
    ],
)
def test_refuses_a_setup_that_cannot_be(setup: Setup) -> None:
    with refuses(r"\.$"):
        DOUBT_IT.start(setup, {})


@pytest.mark.parametrize(
    "wrong",
    [
        {"starter": 3},
        {"starter": 1, "points": (1, 0, 1), "sudden_death": True},
        {"points": (5, 5)},
        {"points": (5, 0, 5)},
        {"points": (5, 5, 101)},
        {"in_play": (0, 0)},
        {"in_play": (0,)},
        {"in_play": (0, 3)},
        {"sudden_death": True, "in_play": (0, 1)},
    ],
)
def test_midgame_refuses_what_cannot_be(wrong: dict[str, Any]) -> None:
    with refuses(r"\.$"):
        DOUBT_IT.midgame(DOUBT_IT.start(Setup(3), {}), **wrong)


def test_midgame_can_have_seats_that_have_left() -> None:
    state = DOUBT_IT.midgame(DOUBT_IT.start(Setup(4), {}), points=(9, 0, 8, 7), in_play=(3, 0, 2))
    assert (state.in_play, state.gone, state.out) == ((0, 2, 3), (1,), ())


def test_refuses_foreign_and_wrongly_typed_actions() -> None:
    state = start(100, 100, 100)
    doubted = after(state, Guess(0, 50, 5), Pick(0, 1), Doubt(1))
    wrong: list[Any] = [
        None,
        "guess",
        Play(0, 1),
        Draw(0),
        Guess(0, True, 5),  # noqa: FBT003
        Guess("0", 5, 5),  # type: ignore[arg-type]
        Pick(0, None),  # type: ignore[arg-type]
        Doubt(None),  # type: ignore[arg-type]
        Leave(1.0),  # type: ignore[arg-type]
        Answer(True),  # noqa: FBT003
        Answer("50"),  # type: ignore[arg-type]
        Answer(float("nan")),
        Answer(-0.1),
        Answer(100.1),
        Answer(50, 0.5),  # type: ignore[arg-type]
        Settle(1),  # type: ignore[arg-type]
    ]
    for action in wrong:
        for moment in (state, doubted):
            why = DOUBT_IT.refusal(moment, action)
            assert said(why).endswith(".")
            with pytest.raises(Refused):
                DOUBT_IT.apply(moment, action)


def test_tells_every_rule_once_as_it_will_be_played() -> None:
    ids = [rule.id for rule in DOUBT_IT.explain({})]
    assert len(set(ids)) == len(ids)
    assert {f"D{number}" for number in range(1, 21)} <= set(ids)
    published = {rule.id: said(rule.text) for rule in DOUBT_IT.explain({})}
    for key, value, id_ in (
        ("start_points", 30, "D2"),
        ("min_wager", 0, "D5"),
        ("min_raise_guess", 5, "D8"),
        ("min_raise_wager", 5, "D8"),
        ("short_must_raise_guess", True, "D9"),
        ("resume_equal_is_raise", False, "D10"),
        ("fact_answer_rounding", "none", "D14"),
        ("sudden_death_starter", "loser", "D17"),
        ("sudden_death_starter", "random", "D17"),
        ("question_kind", "alternate", "question_kind"),
        ("question_kind", "random", "question_kind"),
    ):
        here = {rule.id: said(rule.text) for rule in DOUBT_IT.explain({key: value})}
        assert [id_] == [number for number in ids if here[number] != published[number]]


# --- whatever is played --------------------------------------------------------------------


def options() -> st.SearchStrategy[dict[str, Value]]:
    """Every legal combination of house options."""
    every: dict[str, st.SearchStrategy[Value]] = {
        option.key: st.one_of(
            *(
                st.integers(value[0], value[-1]) if isinstance(value, range) else st.just(value)
                for value in option.allowed
            )
        )
        for option in DOUBT_IT.options
    }
    return st.fixed_dictionaries({}, optional=every)


@st.composite
def starts(draw: st.DrawFn) -> DoubtItState:
    house = draw(options())
    try:
        DOUBT_IT.house(house)
    except SettingError:
        assume(False)  # noqa: FBT003
    players = draw(st.sampled_from(range(3, 13)))
    # Few points, so that players are short, eliminated and tied within a few steps.
    few = st.none() | st.tuples(*[st.sampled_from((1, 2, 3, 8, 30))] * players)
    lead = draw(st.none() | st.integers(0, players - 1))
    return DOUBT_IT.start(Setup(players, lead=lead, points=draw(few)), house)


def likely(data: st.DataObject, state: DoubtItState) -> Action:
    """A legal action, biased to low guesses, whole wagers and doubts; now and then anything."""
    moves: list[Action] = [Void()] if data.draw(st.integers(0, 99)) == 99 else []
    rare = data.draw(st.integers(0, 9)) == 9
    if state.phase is Phase.ANSWER:
        percents = st.sampled_from((0.0, 0.5, 20.5, 50.0, 99.5, 100.0))
        moves += [Answer(data.draw(percents), data.draw(st.none() | st.integers(0, 99)))]
        moves += [Settle(truth=False)] if rare else []
    else:
        moves += [Pick(state.turn, new) for new in DOUBT_IT.picks(state)]
        moves += [Doubt(state.turn)] if state.new_player is not None else []
        if rare or state.bid is None or state.new_player is not None:
            for some in DOUBT_IT.guesses(state):
                for guess in {some[0], some[-1], some[len(some) // 3]}:
                    for wagers in DOUBT_IT.wagers(state, guess):
                        least, most = wagers[0], wagers[-1]
                        moves += [Guess(state.turn, guess, wager) for wager in {least, most}]
    moves += [Discard(), *map(Leave, state.in_play)] if rare else []
    return data.draw(
        st.sampled_from([move for move in moves if DOUBT_IT.refusal(state, move) is None])
    )


def played(data: st.DataObject, state: DoubtItState, most: int = 40) -> Iterator[Step]:
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        action = likely(data, state)
        then, events = DOUBT_IT.apply(state, action)
        yield state, action, then, events
        state = then


def accepts(state: DoubtItState, action: Action) -> bool:
    before = repr(state)
    why = DOUBT_IT.refusal(state, action)
    if why is not None:
        with pytest.raises(Refused) as caught:
            DOUBT_IT.apply(state, action)
        assert caught.value.why == why
        assert said(why)[0].isupper()
        assert said(why).endswith(".")
        assert repr(state) == before
        return False
    assert DOUBT_IT.apply(state, action)[0] != state
    assert repr(state) == before
    return True


@RELAXED
@given(starts(), st.data())
def test_points_are_only_ever_lost_by_one_seat_a_question(
    state: DoubtItState, data: st.DataObject
) -> None:
    for before, action, then, events in played(data, state):
        lost = [event for event in events if isinstance(event, LostPoints)]
        assert len(lost) == isinstance(action, Answer | Settle)
        expected = list(before.points)
        for loss in lost:
            assert before.bid is not None
            assert loss.points == min(before.bid.wager, before.points[loss.seat])
            assert loss.seat in (before.confident, before.doubter)
            expected[loss.seat] -= loss.points
        for event in events:
            if isinstance(event, SuddenDeath):
                for seat in event.seats:
                    expected[seat] = 1
        assert list(then.points) == expected
        assert all(0 <= points <= 100 for points in then.points)


@settings(max_examples=tries(10, of=25))
@given(starts(), st.data())
def test_legal_actions_are_exactly_what_apply_accepts(
    state: DoubtItState, data: st.DataObject
) -> None:
    steps = list(played(data, state, data.draw(st.integers(0, 14))))
    state = steps[-1][2] if steps else state
    legal = list(DOUBT_IT.legal_actions(state))
    mine = set(legal)
    assert len(mine) == len(legal)
    seats = range(-1, len(state.points) + 1)
    for seat in seats:
        if seat == state.turn:
            continue
        for guess, wager in product((0, 50, 100), (0, 1, 30, 100)):
            assert not accepts(state, Guess(seat, guess, wager))
    held = state.points[state.turn]
    for guess, wager in product(range(-1, 103), range(-1, held + 3)):
        move = Guess(state.turn, guess, wager)
        assert (DOUBT_IT.refusal(state, move) is None) == (move in mine)
    others: list[Action] = [
        *(Pick(*pair) for pair in product(seats, seats)),
        *map(Doubt, seats),
        *map(Leave, seats),
        *(Answer(percent) for percent in range(-1, 102)),
        *(Settle(truth) for truth in (True, False, None)),
        *(Rescore(*pair) for pair in product(seats, (*range(-1, 103), state.house.start_points))),
        TimeUp(),
        Discard(),
        Void(),
        Withdraw(),
    ]
    assert {action for action in others if accepts(state, action)} == {
        action for action in mine if not isinstance(action, Guess)
    }
    guesses = [action for action in legal if isinstance(action, Guess)]
    assert all(accepts(state, action) for action in (*guesses[:20], *guesses[-20:]))


@RELAXED
@given(starts(), st.data())
def test_only_a_finished_game_has_no_legal_action(state: DoubtItState, data: st.DataObject) -> None:
    for moment in [state, *(then for _, _, then, _ in played(data, state))]:
        over = moment.phase is Phase.OVER
        assert (next(DOUBT_IT.legal_actions(moment), None) is None) == over
        moves = [
            action
            for action in islice(DOUBT_IT.legal_actions(moment), 30)
            if not isinstance(action, Discard | Leave | Void)
        ]
        assert bool(moves) != over
        live = DOUBT_IT.live(moment)
        assert live == ((moment.turn,) if moment.phase is Phase.READY else ())
        if not over:
            assert len(moment.in_play) >= 2
            assert moment.turn in moment.in_play
            assert all(moment.points[seat] >= 1 for seat in moment.in_play)
            assert not moment.sudden_death or all(
                moment.points[seat] == 1 for seat in moment.in_play
            )
        assert DOUBT_IT.tie_order(moment) in ((), (moment.new_player,))


@RELAXED
@given(starts(), st.data())
def test_the_same_actions_give_the_same_game(state: DoubtItState, data: st.DataObject) -> None:
    for before, action, then, events in list(played(data, state)):
        assert DOUBT_IT.apply(before, action) == (then, events)
        assert hash(then) == hash(replace(then))


@RELAXED
@given(starts(), st.data())
def test_events_tell_what_changed(state: DoubtItState, data: st.DataObject) -> None:
    for before, action, then, events in played(data, state):
        kinds = [type(event) for event in events]
        assert kinds
        assert (Won in kinds) == (then.winner is not None)
        assert (then.phase is Phase.OVER) == (Won in kinds or Voided in kinds)
        assert (SuddenDeath in kinds) == (then.sudden_death and not before.sudden_death)
        renewed = isinstance(action, Answer | Settle | Discard) or Discarded in kinds
        if then.phase is not Phase.OVER:
            assert (then.question != before.question) == renewed
            assert (then.question - before.question) in (0, 1)
        assert DOUBT_IT.covers(before, action) == (
            isinstance(action, Guess) and before.confident not in (None, action.seat)
        )


@RELAXED
@given(starts(), st.data())
def test_everybody_has_one_place_and_the_winner_the_first(
    state: DoubtItState, data: st.DataObject
) -> None:
    for _, _, then, _ in played(data, state):
        placed = [seat for place in then.ranking for seat in place]
        assert sorted(placed) == list(range(len(then.points)))
        if then.winner is not None:
            assert then.ranking[0] == (then.winner,)
            assert then.winner not in then.gone
        assert {*then.out, *then.gone, *then.in_play} == set(range(len(then.points)))
        assert not {*then.out} & {*then.in_play, *then.gone}


@RELAXED
@given(starts(), st.data())
def test_a_raise_is_a_raise(state: DoubtItState, data: st.DataObject) -> None:
    """Told a second time and in another way: what D8 to D10 let through."""
    for before, action, _, _ in played(data, state):
        if not isinstance(action, Guess) or before.new_player is None:
            continue
        bid, house = before.bid, before.house
        assert bid is not None
        held, highest = before.points[action.seat], before.highest_wager
        risen, more = action.guess - bid.guess, action.wager - highest
        assert risen == 0 or risen >= house.min_raise_guess
        if held < highest:
            assert action.wager == held
            assert risen or not house.short_must_raise_guess
        else:
            assert more == 0 or more >= house.min_raise_wager
            resumed = bid.wager < highest and house.resume_equal_is_raise
            assert risen or more or resumed


def test_the_ruleset_is_in_the_table_and_offers_what_menus_ask_for() -> None:
    assert RULESETS["doubt_it"] is DOUBT_IT
    assert isinstance(DOUBT_IT, WagerGame)
    state = start(100, 100, 100)
    assert (state.hands, state.heaps, state.packs, state.claim) == ((0,) * 3, (0,) * 3, 0, None)
    assert (state.required, state.removed, state.stock, state.loser) == (None, 0, 0, None)
    assert DOUBT_IT.deck(start(100, 100, 100)) == ()
    assert said(DOUBT_IT.tie_words(start(100, 100, 100)))
    assert not DOUBT_IT.races

"""Verish' ne Verish', rule by rule; each test names its rules."""

from collections import Counter
from typing import Any

import pytest
from said import refuses, wrong_option

from bluffing.actions import Action, Doubt, LayAway, Leave, LetStand, Pass, Play, Reveal
from bluffing.actions import Settle as People
from bluffing.cards import Rank
from bluffing.events import Event, LaidAway, Lost, Took, Verdict, WentOut, Won
from bluffing.game import Phase, Setup
from bluffing.options import Value
from bluffing.stack import StackGame, StackState

VERISH: StackGame[Any] = pytest.importorskip(
    "bluffing.games.verish", reason="this table does not have Verish' ne Verish'"
).VERISH

TWO, NINE, KING = Rank.TWO, Rank.NINE, Rank.KING


def start(*hands: int, **options: Value) -> StackState[Any]:
    return VERISH.start(Setup(len(hands), hands=hands, lead=0), options)


def told(state: StackState[Any], *actions: Action) -> tuple[StackState[Any], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = VERISH.apply(state, action)
    return state, events


def after(state: StackState[Any], *actions: Action) -> StackState[Any]:
    return told(state, *actions)[0]


def refused(state: StackState[Any], action: Action, says: str) -> None:
    with refuses(says):
        VERISH.apply(state, action)


@pytest.mark.rule("VE1", "VE2")
def test_ve1_ve2_two_to_six_and_one_card_put_away() -> None:
    for players in range(2, 7):
        state = VERISH.start(Setup(players), {})
        assert (sum(state.hands), state.stock) == (51, 1)
        assert max(state.hands) - min(state.hands) <= 1
    assert VERISH.start(Setup(5, dealer=3), {}).hands == (10, 10, 10, 10, 11)
    for players in (2, 3):
        short = VERISH.start(Setup(players), {"pack": 36})
        assert sum(short.hands) == 35
        ranks = Counter(card.rank for card in VERISH.deck(short))
        assert len(ranks) == 9
        assert set(ranks.values()) == {4}
    with refuses("4 players: pack = 36 is for 2 or 3"):
        VERISH.start(Setup(4), {"pack": 36})
    refused(start(9, 9, pack=36), Play(0, 1, TWO), "must name one of the ranks, not 2")


@pytest.mark.rule("VE3", "VE4")
def test_ve3_ve4_one_to_three_cards_and_the_next_follows_or_doubts() -> None:
    assert VERISH.start(Setup(4, dealer=1), {}).turn == 2
    refused(start(9, 9, 9), Play(0, 4, NINE), "must lay 1 to 3 cards, not 4")
    state = after(start(9, 9, 9), Play(0, 3, NINE))
    assert VERISH.tie_order(state) == (1,)
    refused(state, Pass(1), "can't pass: there are no passes")
    refused(state, Doubt(2), "can't doubt")
    refused(state, Play(2, 1), "Seat 1 is on turn")
    assert VERISH.tie_order(after(state, Play(1, 2))) == (2,)


@pytest.mark.rule("VE5")
def test_ve5_after_a_truth_the_next_after_the_doubter_leads() -> None:
    state = after(start(9, 9, 9, 9), Play(0, 2, NINE), Play(1, 1), Doubt(2))
    lie, events = told(state, Reveal((KING,)))
    assert events == (Verdict(1, 2, truth=False, ranks=(KING,)), Took(1, 3))
    assert (lie.turn, lie.hands) == (2, (7, 11, 9, 9))
    true, events = told(state, Reveal((NINE,)))
    assert events == (Verdict(1, 2, truth=True, ranks=(NINE,)), Took(2, 3))
    assert (true.turn, true.hands) == (3, (7, 8, 12, 9))
    two = after(start(9, 9), Play(0, 1, NINE), Doubt(1), Reveal((NINE,)))
    assert two.turn == 0


@pytest.mark.rule("VE6")
def test_ve6_who_takes_the_pile_lays_sets_of_four_away_until_the_next_play() -> None:
    state = start(9, 3, 9)
    refused(state, LayAway(0, KING), "only after taking the pile")
    state = after(state, Play(0, 1, NINE), Doubt(1), Reveal((NINE,)))
    assert (state.turn, state.picked, VERISH.live(state)) == (2, (1,), (2, 1))
    refused(state, LayAway(2, KING), "only after taking the pile")
    refused(state, LayAway(0, KING), "Seat 2 is on turn")
    refused(state, Play(1, 1, KING), "Seat 2 is on turn")
    refused(after(state, Play(2, 1, TWO)), LayAway(1, KING), "Seat 0 is on turn")
    ended, events = told(state, LayAway(1, KING))
    assert events == (LaidAway(1, KING), Won(1))
    assert (ended.hands, ended.removed) == ((8, 0, 9), 4)


@pytest.mark.rule("VE6")
def test_ve6_several_sets_then_the_next_play() -> None:
    state = after(start(9, 9), Play(0, 2, NINE), Doubt(1), Reveal((NINE, KING)))
    assert VERISH.live(state) == (1, 0)
    state = after(state, LayAway(0, KING))
    refused(state, LayAway(0, KING), "have been laid away already")
    refused(state, LayAway(0, Rank.JOKER), "No four cards of rank joker are in the pack")
    state = after(state, LayAway(0, TWO))
    assert VERISH.live(state) == (1,)
    doubting = after(state, Play(1, 1, TWO), Doubt(0))
    refused(doubting, Reveal((TWO,)), "Only 0 cards of rank 2 are in the game")
    assert after(doubting, Reveal((NINE,))).turn == 0
    few = after(start(1, 2), Play(0, 1, NINE), Doubt(1), Reveal((KING,)))
    refused(few, LayAway(0, NINE), "Seat 1 is on turn")


@pytest.mark.rule("VE6", "sets_of_four")
def test_ve6_by_house_option_sets_leave_on_any_turn_or_never() -> None:
    state = start(9, 9, sets_of_four="any_time")
    state = after(state, LayAway(0, KING), Play(0, 1, NINE), LayAway(1, TWO), LayAway(1, NINE))
    assert (state.turn, state.hands, state.removed) == (1, (4, 1), 12)
    refused(state, LayAway(1, Rank.FOUR), "holds 1 card: ")
    never = after(start(9, 9, sets_of_four="off"), Play(0, 1, NINE), Doubt(1), Reveal((NINE,)))
    refused(never, LayAway(0, KING), "Sets of four stay in the hand")


@pytest.mark.rule("VE6", "VE7")
def test_ve7_who_lays_the_hand_away_leaves_the_right_to_doubt_to_the_next() -> None:
    given: dict[str, Value] = {"play_on": True, "sets_of_four": "any_time"}
    state = after(start(9, 4, 9, **given), Play(0, 1, NINE))
    assert not VERISH.covers(state, LayAway(1, KING))
    state, events = told(state, LayAway(1, KING))
    assert events == (LaidAway(1, KING), WentOut(1), Won(1))
    assert (state.phase, state.turn, VERISH.tie_order(state)) == (Phase.OPEN, 2, (2,))


@pytest.mark.rule("VE7")
def test_ve7_first_out_wins_and_by_house_option_the_last_loses() -> None:
    state = after(start(2, 9, 9), Play(0, 2, NINE))
    assert VERISH.tie_order(state) == (1,)
    assert told(state, LetStand())[1] == (Won(0),)
    assert after(state, Doubt(1), Reveal((NINE, KING))).turn == 1
    state = after(start(2, 2, 9, play_on=True), Play(0, 2, NINE))
    state, events = told(state, LetStand())
    assert events == (WentOut(0), Won(0))
    assert (state.phase, state.turn, state.required) == (Phase.READY, 1, NINE)
    refused(state, Doubt(1), "Nothing can be doubted")
    state, events = told(state, Play(1, 2), Doubt(2), Reveal((NINE, NINE)))
    assert events[1:] == (Took(2, 4), WentOut(1), Lost(2))
    assert (state.out, state.loser) == ((0, 1), 2)


@pytest.mark.rule("X8", "X15")
def test_a_play_that_stands_is_followed_and_a_leaver_is_passed_over() -> None:
    state = after(start(9, 9, 9), Play(0, 2, NINE), Doubt(1), People(None))
    refused(state, Doubt(1), "Nothing can be doubted")
    state = after(state, Play(1, 1), Leave(2))
    assert (state.turn, VERISH.tie_order(state), state.removed) == (0, (0,), 9)


@pytest.mark.rule("VE1", "wild", "pack")
def test_ve1_the_short_pack_has_jokers_and_no_wild_twos() -> None:
    short = VERISH.start(Setup(3), {"pack": 36, "jokers": 2})
    assert (sum(short.hands), len(VERISH.deck(short))) == (37, 38)
    with wrong_option("pack 36 has no twos, so wild can't be twos"):
        VERISH.house({"pack": 36, "wild": "twos"})

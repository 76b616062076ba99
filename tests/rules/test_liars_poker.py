"""Liar's Poker of the Tierney family, rule by rule; each test names its rules."""

from typing import Any

import pytest
from said import refuses

from bluffing.actions import Action, Doubt, Leave, LetStand, Pass, Play, Reveal, Settle, Show
from bluffing.cards import Rank
from bluffing.events import Event, Passed, Took, Verdict, Won
from bluffing.game import Phase, Setup
from bluffing.house import House
from bluffing.options import Value
from bluffing.stack import StackGame, StackState

LIARS_POKER: StackGame[Any] = pytest.importorskip(
    "bluffing.games.liars_poker", reason="this table does not have Liar's Poker"
).LIARS_POKER

FIVE, QUEEN = Rank.FIVE, Rank.QUEEN


def start(*hands: int, **options: Value) -> StackState[House]:
    return LIARS_POKER.start(Setup(4, hands=hands or (9, 9, 9, 9), lead=0), options)


def told(state: StackState[House], *actions: Action) -> tuple[StackState[House], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = LIARS_POKER.apply(state, action)
    return state, events


def after(state: StackState[House], *actions: Action) -> StackState[House]:
    return told(state, *actions)[0]


def refused(state: StackState[House], action: Action, says: str) -> None:
    with refuses(says):
        LIARS_POKER.apply(state, action)


@pytest.mark.rule("LP1")
def test_lp1_four_players_with_thirteen_cards() -> None:
    assert LIARS_POKER.start(Setup(4), {}).hands == (13,) * 4
    for players in (3, 5):
        with refuses("4 players"):
            LIARS_POKER.start(Setup(players), {})


@pytest.mark.rule("LP2")
def test_lp2_the_dealers_left_leads_one_to_four_of_any_rank() -> None:
    assert LIARS_POKER.start(Setup(4, dealer=2), {}).turn == 3
    state = start()
    refused(state, Play(0, 5, QUEEN), "must lay 1 to 4 cards, not 5")
    refused(state, Pass(0), "can't pass")
    assert after(state, Play(0, 4, QUEEN)).required is QUEEN


@pytest.mark.rule("LP3", "passing")
def test_lp3_where_nobody_passes_only_the_next_may_doubt_last_cards() -> None:
    state = start(2, 5, 5, 5, passing="no")
    assert LIARS_POKER.tie_order(after(state, Play(0, 2, QUEEN))) == (1,)
    refused(after(state, Play(0, 1, QUEEN)), Pass(1), "can't pass: there are no passes")


@pytest.mark.rule("LP3")
def test_lp3_only_the_seat_on_turn_doubts_adds_or_passes() -> None:
    assert not LIARS_POKER.races
    state = after(start(), Play(0, 2, QUEEN))
    assert LIARS_POKER.tie_order(state) == (1,)
    refused(state, Doubt(2), "can't doubt")
    refused(state, Show(1, (QUEEN,)), "no move or procedure")
    state = after(state, Pass(1))
    assert (LIARS_POKER.tie_order(state), state.phase) == ((2,), Phase.OPEN)
    refused(state, Doubt(1), "can't doubt")
    assert after(state, Play(2, 1)).turn == 3


@pytest.mark.rule("LP3")
def test_lp3_when_all_others_pass_the_last_player_leads_on_top_of_the_pile() -> None:
    state = after(start(), Play(0, 2, QUEEN), Pass(1), Pass(2))
    assert LIARS_POKER.covers(state, Pass(3))
    state, events = told(state, Pass(3))
    assert events == (Passed(3),)
    assert (state.turn, state.required, state.claim, state.heaps) == (0, None, None, (2, 0, 0, 0))
    state = after(state, Play(0, 1, FIVE), Doubt(1), Reveal((FIVE,)))
    assert state.hands == (6, 12, 9, 9)


@pytest.mark.rule("LP4")
def test_lp4_who_takes_all_and_who_leads_covered_cards_are_safe() -> None:
    state = after(start(), Play(0, 2, QUEEN), Play(1, 1), Doubt(2))
    lie, events = told(state, Reveal((FIVE,)))
    assert events == (Verdict(1, 2, truth=False, ranks=(FIVE,)), Took(1, 3))
    assert lie.turn == 2
    true, events = told(state, Reveal((QUEEN,)))
    assert events == (Verdict(1, 2, truth=True, ranks=(QUEEN,)), Took(2, 3))
    assert true.turn == 1


@pytest.mark.rule("LP5")
def test_lp5_out_with_the_last_cards_unless_caught_by_anybody() -> None:
    state = after(start(9, 2, 9, 9), Play(0, 1, QUEEN), Play(1, 2))
    assert LIARS_POKER.tie_order(state) == (2, 3, 0)
    assert told(state, LetStand())[1] == (Won(1),)
    assert after(state, Doubt(0), Reveal((QUEEN, QUEEN))).winner == 1
    caught = after(state, Doubt(0), Reveal((QUEEN, FIVE)))
    assert (caught.winner, caught.turn, caught.hands) == (None, 0, (8, 3, 9, 9))


@pytest.mark.rule("X8", "X15")
def test_a_play_that_stands_and_a_player_who_leaves() -> None:
    state = after(start(), Play(0, 2, QUEEN), Doubt(1), Settle(None))
    assert LIARS_POKER.tie_order(state) == ()
    state = after(state, Pass(1), Pass(2), Pass(3))
    assert (state.turn, state.required) == (0, None)
    assert after(start(), Leave(2)).phase is Phase.OVER
    state = after(start(leaver="leaves_play"), Play(0, 2, QUEEN), Pass(1), Pass(2), Leave(0))
    assert (state.turn, state.required, state.last) == (3, QUEEN, 0)
    assert after(state, Pass(3)).turn == 1

"""Cal's BS, rule by rule; each test names its rules."""

from typing import Any

import pytest
from said import refuses

from bluffing.actions import (
    Action,
    Correct,
    Doubt,
    Leave,
    Pass,
    Play,
    Reveal,
    Settle,
    Show,
)
from bluffing.cards import Rank
from bluffing.events import Event, Passed, Shown, Took, Verdict, Won
from bluffing.game import Phase, Setup
from bluffing.house import House
from bluffing.options import Value
from bluffing.stack import StackGame, StackState

CALSBS: StackGame[Any] = pytest.importorskip(
    "bluffing.games.calsbs", reason="this table does not have Cal's BS"
).CALSBS

FIVE, EIGHT, JOKER = Rank.FIVE, Rank.EIGHT, Rank.JOKER


def start(*hands: int, **options: Value) -> StackState[House]:
    return CALSBS.start(Setup(len(hands), hands=hands, lead=0), options)


def told(state: StackState[House], *actions: Action) -> tuple[StackState[House], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = CALSBS.apply(state, action)
    return state, events


def after(state: StackState[House], *actions: Action) -> StackState[House]:
    return told(state, *actions)[0]


def refused(state: StackState[House], action: Action, says: str) -> None:
    with refuses(says):
        CALSBS.apply(state, action)


@pytest.mark.rule("CB1")
def test_cb1_three_to_seven_players_and_54_cards_all_dealt() -> None:
    for players in range(3, 8):
        state = CALSBS.start(Setup(players), {})
        assert (sum(state.hands), state.stock, len(CALSBS.deck(state))) == (54, 0, 54)
    for players in (2, 8):
        with refuses("3 to 7 players"):
            CALSBS.start(Setup(players), {})


@pytest.mark.rule("CB2")
def test_cb2_the_dealers_left_leads_one_to_six_of_any_rank() -> None:
    assert CALSBS.start(Setup(4, dealer=0), {}).turn == 1
    state = start(9, 9, 9)
    assert CALSBS.live(state) == (0,)
    refused(state, Play(0, 7, EIGHT), "must lay 1 to 6 cards, not 7")
    refused(state, Play(1, 1, EIGHT), "Seat 0 leads, not seat 1")
    refused(state, Play(0, 1, JOKER), "not joker")
    refused(state, Pass(0), "can't pass")


@pytest.mark.rule("CB3", "CB4")
def test_cb3_the_others_move_in_no_order_and_each_set_asks_them_again() -> None:
    state = after(start(9, 9, 9, 9), Play(0, 2, EIGHT))
    assert CALSBS.live(state) == (1, 2, 3)
    refused(state, Play(0, 1), "laid the newest set")
    refused(state, Play(4, 1), "no seat 4")
    state, events = told(state, Pass(1))
    assert events == (Passed(1),)
    assert (CALSBS.live(state), state.turn) == ((2, 3), 2)
    refused(state, Play(1, 1), "Seat 1 has passed")
    refused(state, Pass(1), "Seat 1 has passed")
    assert CALSBS.tie_order(state) == (1, 2, 3)
    state = after(state, Play(3, 6))
    assert (CALSBS.live(state), state.passed, state.required) == ((0, 1, 2), (), EIGHT)


@pytest.mark.rule("CB3")
def test_cb3_who_is_wrong_takes_the_pile_and_who_is_right_leads() -> None:
    state = after(start(9, 9, 9), Play(0, 2, EIGHT), Play(2, 2), Doubt(1))
    assert CALSBS.live(state) == ()
    true, events = told(state, Reveal((EIGHT, JOKER)))
    assert events == (Verdict(2, 1, truth=True, ranks=(EIGHT, JOKER)), Took(1, 4))
    assert (true.turn, CALSBS.live(true)) == (2, (2,))
    lie, events = told(state, Reveal((EIGHT, FIVE)))
    assert events == (Verdict(2, 1, truth=False, ranks=(FIVE, EIGHT)), Took(2, 4))
    assert lie.turn == 1


@pytest.mark.rule("CB4")
def test_cb4_when_all_others_have_passed_he_leads_anew() -> None:
    state = after(start(9, 9, 9), Play(0, 2, EIGHT), Pass(2))
    assert not CALSBS.covers(state, Pass(1))
    state = after(state, Pass(1))
    assert (state.phase, CALSBS.live(state), state.required) == (Phase.OPEN, (0,), None)
    assert CALSBS.tie_order(state) == (1, 2)
    assert after(state, Doubt(2), Reveal((FIVE, FIVE))).turn == 2
    void = after(state, Doubt(2), Settle(None))
    assert (void.phase, CALSBS.live(void)) == (Phase.READY, (0,))
    state = after(state, Play(0, 1, FIVE))
    assert (state.heaps, state.required, CALSBS.live(state)) == ((3, 0, 0), FIVE, (1, 2))


@pytest.mark.rule("CB5")
def test_cb5_last_cards_go_out_face_up_and_right() -> None:
    state = after(start(9, 3, 9), Play(0, 2, EIGHT))
    refused(state, Play(1, 3), "last cards go face up")
    refused(state, Show(1, (EIGHT, EIGHT)), "showing all cards left, 3 at most")
    refused(state, Show(1, (EIGHT, EIGHT, FIVE)), "cards of rank 8 only; nothing has changed")
    refused(state, Show(0, (EIGHT,) * 4 + (JOKER,) * 3), "laid the newest set")
    out, events = told(state, Show(1, (EIGHT, JOKER, JOKER)))
    assert events == (Shown(1, (EIGHT, JOKER, JOKER)), Won(1))
    assert (out.phase, out.winner) == (Phase.OVER, 1)
    assert CALSBS.covers(state, Show(1, (EIGHT, EIGHT, EIGHT)))


@pytest.mark.rule("CB5")
def test_cb5_a_leader_shows_any_one_rank() -> None:
    state = start(5, 9, 9)
    refused(state, Show(0, (EIGHT,) * 5), "Only 4 cards of rank 8 are in the game")
    refused(state, Show(0, (EIGHT, EIGHT, FIVE, FIVE, JOKER)), "cards of one rank only")
    assert after(state, Show(0, (EIGHT,) * 4 + (JOKER,))).winner == 0
    begun = start(1, 9, 9)
    refused(begun, Play(0, 1, FIVE), "must keep a card")
    refused(begun, Play(0, 0, FIVE), "must keep a card")
    assert after(begun, Show(0, (JOKER,))).winner == 0
    refused(start(8, 9, 9), Show(0, (EIGHT,) * 4 + (JOKER,) * 4), "6 at most")


@pytest.mark.rule("CB5", "X1")
def test_cb5_a_number_put_right_leaves_a_card_in_the_hand() -> None:
    state = after(start(3, 9, 9), Play(0, 1, EIGHT))
    refused(state, Correct(3), "must keep a card: take one of these back")
    assert after(state, Correct(2)).hands == (1, 9, 9)
    assert Correct(3) not in list(CALSBS.legal_actions(state))


@pytest.mark.rule("X15", "CB4")
def test_a_leaver_counts_no_more_among_those_who_must_pass() -> None:
    state = after(start(9, 9, 9, 9), Play(0, 2, EIGHT), Pass(2), Pass(1), Leave(3))
    assert (state.turn, state.required) == (0, None)
    state = after(start(9, 9, 9, 9), Play(0, 2, EIGHT), Pass(2), Leave(0))
    assert (CALSBS.live(state), state.turn) == ((1, 3), 1)
    refused(state, Play(0, 1), "Seat 0 plays no more")
    assert after(state, Pass(3), Pass(1)).turn == 1

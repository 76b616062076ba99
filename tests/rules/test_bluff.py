"""Pagat's Bluff, rule by rule; each test names its rules."""

import pytest
from said import refuses

from bluffing.actions import (
    Action,
    Doubt,
    Force,
    Leave,
    LetStand,
    Pass,
    Play,
    Produce,
    Reveal,
    Settle,
    Show,
)
from bluffing.cards import Rank
from bluffing.events import (
    Event,
    LastCards,
    Lost,
    Passed,
    Played,
    Produced,
    Removed,
    Took,
    Verdict,
    WentOut,
    Won,
)
from bluffing.game import Phase, Setup
from bluffing.options import Value
from bluffing.pagat import PagatGame, PagatHouse
from bluffing.stack import StackState

BLUFF: PagatGame = pytest.importorskip(
    "bluffing.games.bluff", reason="this table does not have Bluff"
).BLUFF

SEVEN, EIGHT, JOKER = Rank.SEVEN, Rank.EIGHT, Rank.JOKER


def start(*hands: int, lead: int = 0, **options: Value) -> StackState[PagatHouse]:
    return BLUFF.start(Setup(len(hands), hands=hands, lead=lead), options)


def told(
    state: StackState[PagatHouse], *actions: Action
) -> tuple[StackState[PagatHouse], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = BLUFF.apply(state, action)
    return state, events


def after(state: StackState[PagatHouse], *actions: Action) -> StackState[PagatHouse]:
    return told(state, *actions)[0]


def refused(state: StackState[PagatHouse], action: Action, says: str) -> None:
    with refuses(says):
        BLUFF.apply(state, action)


@pytest.mark.rule("U1")
def test_u1_any_number_of_cards_and_all_of_them_are_turned_up() -> None:
    state, events = told(start(9, 9, 9), Play(0, 5, SEVEN))
    assert events == (Played(0, 5, SEVEN),)
    refused(state, Play(1, 0), "must lay 1 to 9 cards, not 0")
    state = after(state, Play(1, 3), Doubt(0))
    lie, events = told(state, Reveal((SEVEN, SEVEN, EIGHT)))
    assert events[1] == Took(1, 8)
    assert (lie.hands, lie.turn) == ((4, 14, 9), 0)
    true, events = told(state, Reveal((SEVEN,) * 3))
    assert events[1] == Took(0, 8)
    assert (true.hands, true.turn) == ((12, 6, 9), 1)


@pytest.mark.rule("U2")
def test_u2_jokers_are_wild_where_they_are_in_the_pack() -> None:
    ranks = (SEVEN, JOKER, JOKER)
    for jokers, truth in ((0, False), (2, True)):
        state = after(start(9, 9, 9, jokers=jokers), Play(0, 3, SEVEN), Doubt(1))
        assert told(state, Reveal(ranks))[1][0] == Verdict(0, 1, truth=truth, ranks=ranks)
    assert len(BLUFF.deck(BLUFF.start(Setup(3), {"jokers": 2}))) == 54
    assert BLUFF.start(Setup(4), {"jokers": 2}).stock == 2
    with refuses("jokers = 1: allowed is 0 or 2"):
        BLUFF.start(Setup(4), {"jokers": 1})


@pytest.mark.rule("U3", "P6")
def test_u3_who_passed_lays_no_more_in_that_round_and_may_doubt() -> None:
    state = after(start(9, 9, 9, 9), Play(0, 1, SEVEN), Pass(1), Play(2, 1), Pass(3), Play(0, 1))
    assert (state.turn, state.passed) == (2, (1, 3))
    refused(state, Play(1, 1), "Seat 2 is on turn")
    assert 1 in BLUFF.tie_order(state)
    state = after(state, Pass(2))
    assert state.turn == 0
    again = after(state, Play(0, 2))
    assert (again.turn, again.claim and again.claim.count) == (0, 2)
    ended, events = told(again, Pass(0))
    assert events == (Passed(0), Removed(5))
    assert (ended.turn, ended.passed, ended.required) == (0, (), None)


@pytest.mark.rule("U3")
def test_u3_last_cards_when_all_others_are_locked() -> None:
    state = after(start(3, 9, 9), Play(0, 1, SEVEN), Pass(1), Pass(2))
    state, events = told(state, Play(0, 2))
    assert events[1] == LastCards(0)
    assert (state.turn, BLUFF.tie_order(state)) == (0, (1, 2))
    assert after(state, LetStand()).winner == 0
    caught = after(state, Doubt(2), Reveal((EIGHT, SEVEN)))
    assert (caught.turn, caught.hands) == (2, (3, 9, 9))


@pytest.mark.rule("U4", "P13")
def test_u4_places_in_the_order_of_going_out_and_a_loser() -> None:
    state = start(2, 1, 2, 6, play_on=True)
    state, events = told(state, Play(0, 2, SEVEN), LetStand())
    assert events == (WentOut(0), Won(0), Removed(2))
    assert (state.turn, state.required) == (1, None)
    state, events = told(state, Play(1, 1, EIGHT), Doubt(3), Reveal((EIGHT,)))
    assert events == (Verdict(1, 3, truth=True, ranks=(EIGHT,)), Took(3, 1), WentOut(1))
    assert (state.turn, state.hands) == (2, (0, 0, 2, 7))
    state, events = told(state, Play(2, 2, SEVEN), LetStand())
    assert events == (WentOut(2), Lost(3))
    assert (state.out, state.winner, state.loser, state.phase) == ((0, 1, 2), 0, 3, Phase.OVER)


@pytest.mark.rule("U4")
def test_u4_with_places_a_single_card_on_lead_is_laid() -> None:
    state = after(start(9, 1, 9, play_on=True), Play(0, 1, SEVEN), Doubt(1), Reveal((EIGHT,)))
    assert (state.turn, state.phase) == (1, Phase.READY)
    refused(state, Show(1, (SEVEN,)), "there is no rank")
    assert after(state, Play(1, 1, EIGHT)).phase is Phase.LAST_CARDS
    assert not BLUFF.start(Setup(3), {"play_on": True}).terms.house.idi_one_card_lead_wins


@pytest.mark.rule("U4", "P12")
def test_u4_must_show_takes_the_stack_out_with_who_goes_out() -> None:
    state = after(start(2, 9, 9, play_on=True, idi_last_card="must_show"), Play(0, 2, SEVEN))
    state, events = told(state, Reveal((SEVEN, SEVEN)))
    assert events[1:] == (WentOut(0), Won(0), Removed(2))
    assert state.turn == 1


@pytest.mark.rule("U5", "X1")
def test_u5_a_wrong_number_is_a_lie_or_put_right() -> None:
    two = Reveal((SEVEN, SEVEN))
    state = after(start(9, 9, 9), Play(0, 3, SEVEN), Doubt(1))
    assert after(state, two).hands == (9, 9, 9)
    state = after(start(9, 9, 9, count_mismatch="correct_only"), Play(0, 3, SEVEN), Doubt(1))
    assert after(state, two).hands == (7, 11, 9)


@pytest.mark.rule("F1", "F2", "F4", "F6")
def test_force_with_several_cards_and_two_players() -> None:
    with refuses("2 players needs Force"):
        start(9, 9)
    state = after(start(4, 9, force=True), Play(0, 3, SEVEN), Force(1))
    state, events = told(state, Produce(SEVEN))
    assert events == (Produced(0, 1, SEVEN), Took(1, 4), Won(0))
    state = after(start(4, 9, 9, force=True, play_on=True), Play(0, 3, SEVEN), Force(1))
    state, events = told(state, Produce(SEVEN))
    assert events == (Produced(0, 1, SEVEN), Took(1, 4), WentOut(0), Won(0))
    assert (state.turn, state.required) == (1, None)


@pytest.mark.rule("X8", "X15", "U3")
def test_a_play_that_stands_goes_on_in_the_same_round() -> None:
    state = after(start(9, 9, 9, 9), Play(0, 1, SEVEN), Pass(1), Play(2, 1), Doubt(0), Settle(None))
    assert (state.turn, state.passed, state.required, state.last) == (3, (1,), SEVEN, 2)
    state = after(state, Leave(2), Pass(3))
    assert (state.turn, state.required) == (0, SEVEN)
    ended, events = told(state, Pass(0))
    assert events == (Passed(0), Removed(2))
    assert ended.turn == 3


@pytest.mark.rule("U3", "passing")
@pytest.mark.parametrize(("locked", "passing"), [(True, "round"), ("on", "round"), (False, "turn")])
def test_u3_settings_of_earlier_releases_say_who_is_locked(locked: object, passing: str) -> None:
    assert BLUFF.house({"passed_player_locked": locked})["passing"] == passing


@pytest.mark.rule("P5", "passing")
def test_p5_by_house_option_nobody_passes() -> None:
    state = after(start(9, 9, 9, passing="no"), Play(0, 1, SEVEN))
    with refuses("no passes in this game"):
        after(state, Pass(1))
    assert not [move for move in BLUFF.moves(state) if isinstance(move, Pass)]

"""Pagat's I Doubt It and Force, rule by rule; each test names its rules."""

import pytest
from said import refuses, said, wrong_option

from bluffing.actions import (
    Action,
    Adjust,
    Audit,
    Correct,
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
    Withdraw,
)
from bluffing.cards import Rank
from bluffing.events import (
    Event,
    Forced,
    LastCards,
    Left,
    Lost,
    Passed,
    Produced,
    Removed,
    Shown,
    Stands,
    Took,
    Verdict,
    WentOut,
    Withdrawn,
    Won,
)
from bluffing.game import Phase, Setup
from bluffing.options import Value
from bluffing.pagat import PagatGame, PagatHouse
from bluffing.stack import StackState

IDI: PagatGame = pytest.importorskip(
    "bluffing.games.idi", reason="this table does not have Pagat's I Doubt It"
).IDI

FOUR, SEVEN, KING, JOKER = Rank.FOUR, Rank.SEVEN, Rank.KING, Rank.JOKER


def start(*hands: int, lead: int = 0, **options: Value) -> StackState[PagatHouse]:
    return IDI.start(Setup(len(hands), hands=hands, lead=lead), options)


def told(
    state: StackState[PagatHouse], *actions: Action
) -> tuple[StackState[PagatHouse], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = IDI.apply(state, action)
    return state, events


def after(state: StackState[PagatHouse], *actions: Action) -> StackState[PagatHouse]:
    return told(state, *actions)[0]


def refused(state: StackState[PagatHouse], action: Action, says: str) -> None:
    with refuses(says):
        IDI.apply(state, action)


@pytest.mark.rule("P1", "F6")
def test_p1_three_to_six_players_two_only_with_force() -> None:
    for players in range(3, 7):
        assert len(IDI.start(Setup(players), {}).hands) == players
    assert IDI.start(Setup(2), {"force": True}).hands == (26, 26)
    for players, says in ((2, "2 players needs Force: set force = on"), (7, "2 to 6"), (1, "2 to")):
        with refuses(says):
            IDI.start(Setup(players), {})
    with refuses("one pack, not 2"):
        IDI.start(Setup(4, packs=2), {})


@pytest.mark.rule("P2", "P3")
@pytest.mark.parametrize(("players", "each"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_p2_equal_hands_the_rest_set_aside(players: int, each: int) -> None:
    state = IDI.start(Setup(players), {})
    assert state.hands == (each,) * players
    assert sum(state.hands) + state.stock == 52 == len(IDI.deck(state))
    assert IDI.start(Setup(players), {"idi_hand_size": 5}).stock == 52 - 5 * players
    with refuses(f"idi_hand_size = {each + 1}.*at most {each} cards"):
        IDI.start(Setup(players), {"idi_hand_size": each + 1})


@pytest.mark.rule("P4")
def test_p4_the_dealers_left_leads_and_must_name_a_rank() -> None:
    assert IDI.start(Setup(4, dealer=3), {}).turn == 0
    state = start(5, 5, 5)
    refused(state, Pass(0), "leads and can't pass")
    refused(state, Play(0, 1), "must name one of the ranks")
    refused(state, Play(0, 1, JOKER), "not joker")
    refused(state, Play(0, 2, SEVEN), "must lay 1 card, not 2")
    refused(state, Play(1, 1, SEVEN), "Seat 0 is on turn")
    refused(state, Play(3, 1, SEVEN), "no seat 3")


@pytest.mark.rule("P5", "P11")
def test_p5_each_in_turn_passes_or_follows_the_led_rank() -> None:
    state = after(start(5, 5, 5), Play(0, 1, SEVEN))
    refused(state, Play(1, 1, KING), "must claim the led rank 7, not K")
    state = after(state, Pass(1), Play(2, 1, SEVEN), Pass(0), Play(1, 1))
    assert (state.heaps, state.turn, state.required) == ((1, 1, 1), 2, SEVEN)


@pytest.mark.rule("P6")
def test_p6_all_pass_and_the_stack_is_removed_unseen() -> None:
    state = after(start(5, 5, 5), Play(0, 1, SEVEN), Play(1, 1), Pass(2), Pass(0))
    assert not IDI.covers(after(start(5, 5, 5), Play(0, 1, SEVEN)), Pass(1))
    assert IDI.covers(state, Pass(1))
    assert IDI.covers(state, Play(1, 1))
    state, events = told(state, Pass(1))
    assert events == (Passed(1), Removed(2))
    assert (state.turn, state.required, state.removed, state.heaps) == (1, None, 2, (0, 0, 0))


@pytest.mark.rule("P7")
def test_p7_passes_do_not_end_the_chance_to_doubt_and_a_removal_does() -> None:
    state = after(start(5, 5, 5), Play(0, 1, SEVEN), Pass(1), Pass(2))
    assert IDI.tie_order(state) == (1, 2)
    assert after(state, Doubt(1)).phase is Phase.REVEAL
    refused(after(state, Pass(0)), Doubt(1), "Nothing can be doubted")


@pytest.mark.rule("P8")
def test_p8_the_nearest_to_the_players_left_wins_a_tie() -> None:
    state = after(start(5, 5, 5, 5, lead=2), Play(2, 1, SEVEN))
    assert IDI.tie_order(state) == (3, 0, 1)
    assert said(IDI.tie_words(state)) == "nearest to the player's left"


@pytest.mark.rule("P9", "P10")
def test_p10_who_takes_the_stack_and_who_leads() -> None:
    state = after(start(5, 5, 5, 5), Play(0, 1, SEVEN), Play(1, 1), Doubt(3))
    lie, events = told(state, Reveal((KING,)))
    assert events == (Verdict(1, 3, truth=False, ranks=(KING,)), Took(1, 2))
    assert (lie.hands, lie.turn, lie.required) == ((4, 6, 5, 5), 3, None)
    true, events = told(state, Reveal((SEVEN,)))
    assert events == (Verdict(1, 3, truth=True, ranks=(SEVEN,)), Took(3, 2))
    assert (true.hands, true.turn) == ((4, 4, 5, 7), 1)


@pytest.mark.rule("P12")
def test_p12_one_card_on_lead_wins_at_once_wherever_the_lead_comes_from() -> None:
    assert start(1, 5, 5).winner == 0
    caught, events = told(start(5, 1, 5), Play(0, 1, FOUR), Doubt(1), Reveal((KING,)))
    assert events[-1] == Won(1)
    assert caught.hands == (5, 1, 5)
    passed, events = told(start(2, 5, 5), Play(0, 1, FOUR), Pass(1), Pass(2), Pass(0))
    assert events == (Passed(0), Removed(1), Won(0))
    left, events = told(start(5, 1, 5), Leave(0))
    assert events == (Left(0, 5), Won(1))
    assert not start(1, 5, 5, idi_one_card_lead_wins=False).over
    assert {caught.phase, passed.phase, left.phase} == {Phase.OVER}


@pytest.mark.rule("P12")
def test_p12_counts_that_are_put_right_on_lead_decide_too() -> None:
    state = after(start(5, 2, 5), Play(0, 1, FOUR), Doubt(1), Reveal((KING,)))
    assert (state.turn, state.hands) == (1, (5, 2, 5))
    assert told(state, Adjust(1, 0))[1][-1] == Won(1)
    assert told(state, Audit((5, 1, 6), 0))[1][-1] == Won(1)


@pytest.mark.rule("P12")
def test_p12_one_card_on_turn_is_shown_and_wins_if_it_matches() -> None:
    state = after(start(9, 1, 9), Play(0, 1, FOUR))
    refused(state, Show(1, (KING,)), "shows K and not 4: the turn stays there")
    refused(state, Show(1, (JOKER,)), "shows joker")
    refused(state, Show(2, (FOUR,)), "Seat 1 is on turn")
    refused(state, Show(1, (FOUR, FOUR)), "single last card")
    refused(start(9, 9, 9), Show(0, (FOUR,)), "single last card")
    begun = start(1, 9, 9, idi_one_card_lead_wins=False)
    refused(begun, Show(0, (FOUR,)), "there is no rank")
    assert IDI.covers(state, Show(1, (FOUR,)))
    state, events = told(state, Show(1, (FOUR,)))
    assert events == (Shown(1, (FOUR,)), Won(1))
    assert (state.hands, state.winner, state.claim) == ((8, 1, 9), 1, None)


@pytest.mark.rule("P12", "wild")
def test_p12_a_wild_card_is_shown_and_produced_for_any_rank() -> None:
    state = after(start(9, 1, 9, wild="aces"), Play(0, 1, FOUR))
    assert [move for move in IDI.moves(state) if isinstance(move, Show)] == [
        Show(1, (Rank.ACE,)),
        Show(1, (FOUR,)),
    ]
    assert after(state, Show(1, (Rank.ACE,))).winner == 1
    forced = after(start(9, 9, wild="aces", force=True), Play(0, 1, FOUR), Force(1))
    assert told(forced, Produce(Rank.ACE))[1][0] == Produced(0, 1, Rank.ACE)
    assert told(forced, Produce(KING))[1][0] == Produced(0, 1, None)


@pytest.mark.rule("P12")
def test_p12_laid_face_down_it_must_survive() -> None:
    state, events = told(start(9, 1, 9), Play(0, 1, FOUR), Play(1, 1))
    assert events[1] == LastCards(1)
    assert state.phase is Phase.LAST_CARDS
    assert IDI.live(state) == ()
    refused(state, Pass(2), "wait for the window")
    assert told(state, LetStand())[1] == (Won(1),)
    assert told(state, Doubt(2), Reveal((FOUR,)))[0].winner == 1
    caught = after(state, Doubt(2), Reveal((KING,)))
    assert (caught.winner, caught.hands, caught.turn) == (None, (8, 2, 9), 2)
    assert told(state, Doubt(2), Settle(None))[1] == (Stands(1), Won(1))


@pytest.mark.rule("P12")
def test_p12_must_show_turns_last_cards_up_without_a_doubter() -> None:
    state = after(start(9, 1, 9, idi_last_card="must_show"), Play(0, 1, FOUR), Play(1, 1))
    assert (state.phase, state.doubter, IDI.tie_order(state)) == (Phase.REVEAL, None, ())
    refused(state, Doubt(2), "without a doubt")
    refused(state, Withdraw(), "no doubt to withdraw")
    refused(state, Pass(2), "The rules ask")
    lie, events = told(state, Reveal((KING,)))
    assert events == (Verdict(1, None, truth=False, ranks=(KING,)), Took(1, 2))
    assert (lie.turn, lie.hands) == (2, (8, 2, 9))
    true, events = told(state, Reveal((FOUR,)))
    assert events == (Verdict(1, None, truth=True, ranks=(FOUR,)), Won(1))
    assert true.heaps == (1, 1, 0)


@pytest.mark.rule("P12")
def test_p12_must_show_and_fewer_cards_than_said_leave_the_game_as_it_was() -> None:
    state = start(9, 2, 9, idi_last_card="must_show", count_mismatch="correct_only", cards_max=4)
    state = after(state, Play(0, 1, FOUR), Play(1, 2))
    state, events = told(state, Reveal((FOUR,)))
    assert events == (Verdict(1, None, truth=True, ranks=(FOUR,)),)
    assert (state.phase, state.turn, state.required, state.hands) == (
        Phase.READY, 2, FOUR, (8, 1, 9),
    )  # fmt: skip


@pytest.mark.rule("P13")
def test_p13_a_lead_that_falls_to_nobody_goes_on_clockwise() -> None:
    state = start(9, 1, 9, 9, play_on=True)
    state, events = told(state, Play(0, 1, FOUR), Play(1, 1), Doubt(0), Reveal((FOUR,)))
    assert events == (Verdict(1, 0, truth=True, ranks=(FOUR,)), Took(0, 2), WentOut(1), Won(1))
    assert (state.turn, state.required, state.out) == (2, None, (1,))
    state = after(start(9, 9, 9), Play(0, 1, FOUR), Pass(1), Pass(2))
    state, events = told(state, Leave(0))
    assert events == (Left(0, 8), Removed(1))
    assert state.turn == 1


@pytest.mark.rule("P14")
def test_p14_one_winner_ends_the_game_without_points() -> None:
    state, events = told(start(9, 1, 9), Play(0, 1, FOUR), Show(1, (FOUR,)))
    assert (state.phase, state.points, events) == (Phase.OVER, (), (Shown(1, (FOUR,)), Won(1)))
    refused(state, Pass(2), "The game is over: seat 1 has won")


@pytest.mark.rule("F1", "F2")
def test_f2_produced_or_not_decides_whatever_was_laid() -> None:
    state = after(start(10, 10, force=True), Play(0, 1, SEVEN), Play(1, 1))
    state, events = told(state, Force(0))
    assert events == (Forced(0, 1),)
    assert (state.phase, IDI.live(state)) == (Phase.PRODUCE, ())
    refused(state, Reveal((SEVEN,)), "forced, not doubted")
    refused(state, Pass(0), "Seat 1 is forced")
    refused(state, Correct(2), "the number stands")
    met, events = told(state, Produce(SEVEN))
    assert events == (Produced(1, 0, SEVEN), Took(0, 3))
    assert (met.hands, met.turn, met.phase) == ((12, 8), 1, Phase.READY)
    failed, events = told(state, Produce(None))
    assert events == (Produced(1, 0, None), Took(1, 2))
    assert (failed.hands, failed.turn) == ((9, 11), 0)


@pytest.mark.rule("F3", "F4")
def test_f3_f4_last_cards_are_doubted_and_the_only_card_produced_wins() -> None:
    state = after(start(10, 1, force=True), Play(0, 1, SEVEN), Play(1, 1))
    refused(state, Force(0), "has laid the last cards: doubt them")
    state = after(start(10, 2, force=True), Play(0, 1, SEVEN), Play(1, 1), Force(0))
    won, events = told(state, Produce(SEVEN))
    assert events == (Produced(1, 0, SEVEN), Took(0, 3), Won(1))
    assert won.hands == (12, 0)


@pytest.mark.rule("F5")
def test_f5_a_wrong_card_is_none_and_jokers_count_where_they_are_in_the_game() -> None:
    state = after(start(10, 10, 10, force=True), Play(0, 1, SEVEN), Force(2))
    assert told(state, Produce(KING))[1][0] == Produced(0, 2, None)
    assert told(state, Produce(JOKER))[1][0] == Produced(0, 2, None)
    state = after(start(10, 10, 10, force=True, jokers=2), Play(0, 1, SEVEN), Force(2))
    assert told(state, Produce(JOKER))[1][0] == Produced(0, 2, JOKER)
    refused(after(state, Produce(None)), Produce(None), "No player is forced")


@pytest.mark.rule("F6")
def test_f6_one_challenge_for_a_play_and_no_force_where_it_is_not_played() -> None:
    state = after(start(9, 9, 9), Play(0, 1, SEVEN))
    refused(state, Force(1), "Force is not played")
    state = after(start(9, 9, 9, force=True), Play(0, 1, SEVEN))
    refused(state, Force(0), "only another seat")
    refused(after(state, Doubt(1)), Force(2), "doubted first")
    refused(after(state, Force(1)), Doubt(2), "doubted first")


@pytest.mark.rule("X7", "X8", "X9")
def test_a_force_is_withdrawn_or_settled_like_a_doubt() -> None:
    state = after(start(9, 9, 9, force=True), Play(0, 1, SEVEN), Force(1))
    back, events = told(state, Withdraw())
    assert events == (Withdrawn(1),)
    assert (back.phase, back.forced) == (Phase.OPEN, False)
    true, events = told(state, Settle(truth=True))
    assert events == (Verdict(0, 1, truth=True, ranks=()), Took(1, 1))
    assert (true.forced, true.turn) == (False, 0)
    void, events = told(state, Settle(None))
    assert events == (Stands(0),)
    assert (void.phase, void.forced, void.turn, void.required) == (Phase.READY, False, 1, SEVEN)


def test_play_on_and_one_card_on_lead_contradict_each_other() -> None:
    assert IDI.house({"play_on": "on"})["idi_one_card_lead_wins"] is False
    assert IDI.house({})["idi_one_card_lead_wins"] is True
    with wrong_option("play_on = on and idi_one_card_lead_wins = on"):
        IDI.house({"play_on": True, "idi_one_card_lead_wins": True})
    with refuses("idi_one_card_lead_wins"):
        start(9, 9, 9, play_on=True, idi_one_card_lead_wins=True)


@pytest.mark.rule("U4", "P12")
def test_a_shown_card_leaves_the_game_where_the_others_play_on() -> None:
    state = after(start(9, 1, 9, play_on=True), Play(0, 1, FOUR))
    assert not IDI.covers(state, Show(1, (FOUR,)))
    state, events = told(state, Show(1, (FOUR,)))
    assert events == (Shown(1, (FOUR,)), WentOut(1), Won(1))
    assert (state.hands, state.removed, state.turn) == ((8, 0, 9), 1, 2)
    assert state.phase is Phase.OPEN
    state, events = told(state, Doubt(2), Reveal((FOUR,)))
    assert state.turn == 0


@pytest.mark.rule("U4", "P12")
def test_the_last_player_may_show_onto_his_own_stack() -> None:
    state = after(start(2, 9, 9, play_on=True), Play(0, 1, FOUR), Pass(1), Pass(2))
    state, events = told(state, Show(0, (FOUR,)))
    assert events == (Shown(0, (FOUR,)), WentOut(0), Won(0), Removed(1))
    assert (state.turn, state.required, state.removed) == (1, None, 2)


@pytest.mark.rule("X15", "U4")
def test_who_is_left_alone_has_lost_if_others_are_out_else_the_game_is_void() -> None:
    state = after(start(2, 9, 9, play_on=True, cards_max=2), Play(0, 2, FOUR), LetStand())
    state, events = told(state, Leave(2))
    assert events == (Left(2, 9), Lost(1))
    assert (state.loser, state.winner, state.phase) == (1, 0, Phase.OVER)
    void = after(start(9, 9, 9), Leave(0), Leave(1))
    assert (void.phase, void.winner, void.loser) == (Phase.OVER, None, None)


@pytest.mark.rule("P4")
@pytest.mark.parametrize("first", ["dealer_left", "random", "winner"])
def test_the_first_lead_is_given_or_falls_to_the_dealers_left(first: str) -> None:
    options = {"starts": first}
    assert IDI.start(Setup(4, dealer=1), options).turn == 2
    assert IDI.start(Setup(4, dealer=1, lead=0), options).turn == 0


@pytest.mark.rule("X15", "leaver")
def test_a_hand_that_joins_a_stack_is_removed_with_it_when_all_others_have_passed() -> None:
    state = after(start(4, 9, 9, 9, lead=0, leaver="joins_table"), Play(0, 1, SEVEN))
    state = after(state, Pass(1), Pass(2), Pass(3))
    left, events = IDI.apply(state, Leave(0))
    assert events == (Left(0, 3, to_table=True), Removed(4))
    assert (left.removed, left.heaps, left.turn, left.required) == (4, (0,) * 4, 1, None)

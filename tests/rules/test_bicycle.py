"""Bicycle's I Doubt It, rule by rule; each test names its rule."""

from typing import Any

import pytest
from said import refuses, wrong_option

from bluffing.actions import (
    Action,
    Adjust,
    Audit,
    Correct,
    Doubt,
    Leave,
    LetStand,
    Play,
    Reveal,
    Settle,
    Void,
    Withdraw,
)
from bluffing.cards import RANKS, Rank
from bluffing.events import (
    Adjusted,
    Audited,
    Corrected,
    Event,
    LastCards,
    Left,
    Paid,
    Played,
    Stands,
    Took,
    Verdict,
    Voided,
    Withdrawn,
    Won,
)
from bluffing.game import Phase, Refused, Setup
from bluffing.options import Value
from bluffing.sequence import SequenceGame, SequenceState

BICYCLE: SequenceGame[Any] = pytest.importorskip(
    "bluffing.games.bicycle", reason="this table does not have Bicycle's game"
).BICYCLE
A, TWO, THREE, KING = Rank.ACE, Rank.TWO, Rank.THREE, Rank.KING


def start(*hands: int, packs: int | None = None, **options: Value) -> SequenceState[Any]:
    return BICYCLE.start(Setup(len(hands), packs=packs, hands=hands), options)


def after(state: SequenceState[Any], *actions: Action) -> SequenceState[Any]:
    return told(state, *actions)[0]


def told(
    state: SequenceState[Any], *actions: Action
) -> tuple[SequenceState[Any], tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = BICYCLE.apply(state, action)
    return state, events


@pytest.mark.rule("B1", "B2")
@pytest.mark.parametrize("players", range(2, 13))
def test_b1_b2_two_to_twelve_players_one_pack_up_to_five_then_two(players: int) -> None:
    packs = 1 if players <= 5 else 2
    assert sum(BICYCLE.start(Setup(players), {}).hands) == 52 * packs
    with refuses("packs"):
        BICYCLE.start(Setup(players, packs=3 - packs), {})


@pytest.mark.rule("B1")
@pytest.mark.parametrize("players", [0, 1, 13])
def test_b1_refuses_other_numbers_of_players(players: int) -> None:
    with refuses("2 to 12 players"):
        BICYCLE.start(Setup(players), {})


@pytest.mark.rule("B2")
def test_b2_five_players_may_agree_on_two_packs() -> None:
    two = BICYCLE.start(Setup(5, packs=2), {"five_player_packs": 2})
    assert (two.packs, sum(two.hands)) == (2, 104)
    four = BICYCLE.start(Setup(4), {"five_player_packs": 2})
    assert four.packs == 1


@pytest.mark.rule("B3", "B4")
def test_b3_b4_extra_cards_go_to_the_seats_left_of_the_dealer() -> None:
    assert BICYCLE.start(Setup(3, dealer=0), {}).hands == (17, 18, 17)
    assert BICYCLE.start(Setup(8, dealer=6), {}).hands == (13,) * 8
    assert BICYCLE.start(Setup(7, dealer=5), {}).hands == (15, 15, 15, 15, 15, 14, 15)


@pytest.mark.rule("B5")
def test_b5_dealers_left_begins_with_aces_and_ranks_go_up_and_round() -> None:
    state = BICYCLE.start(Setup(4, dealer=2), {})
    claims = []
    for turn in range(14):
        assert state.turn == (3 + turn) % 4
        claims.append(state.required)
        state = after(state, Play(state.turn, 1))
    assert claims == [*RANKS, A]


@pytest.mark.rule("B5")
@pytest.mark.parametrize(("players", "most"), [(4, 4), (6, 8)])
def test_b5_lays_one_to_four_cards_or_eight_with_two_packs(players: int, most: int) -> None:
    state = BICYCLE.start(Setup(players), {})
    for count in range(1, most + 1):
        assert after(state, Play(1, count)).heaps[1] == count
    for count in (-1, 0, most + 1):
        with refuses(rf"Seat 1 must lay 1 to {most} cards"):
            after(state, Play(1, count))


@pytest.mark.rule("B5")
def test_b5_lays_no_more_than_the_hand_and_no_other_rank_and_only_on_turn() -> None:
    state = start(3, 2, 3)
    with refuses("must lay 1 to 2 cards, not 3"):
        after(state, Play(1, 3))
    with refuses("must claim rank A, not 2"):
        after(state, Play(1, 1, TWO))
    with refuses("Seat 1 is on turn, not seat 2"):
        after(state, Play(2, 1))
    assert after(state, Play(1, 1, A)) == after(state, Play(1, 1))
    with refuses("Seat 1 must lay 1 card, not 2"):
        after(start(3, 1, 3), Play(1, 2))


@pytest.mark.rule("B5")
def test_b5_cards_max_can_be_none_or_a_number() -> None:
    assert after(start(9, 9, 9, cards_max="none"), Play(1, 8)).hands[1] == 1
    with refuses("1 to 2 cards"):
        after(start(9, 9, 9, cards_max=2), Play(1, 3))


@pytest.mark.rule("B6")
def test_b6_true_play_the_doubter_takes_those_and_all_previous_cards() -> None:
    state, events = told(start(5, 5, 5), Play(1, 2), Play(2, 3), Doubt(0), Reveal((TWO, TWO, TWO)))
    assert events == (Verdict(2, 0, True, (TWO,) * 3), Took(0, 5))  # noqa: FBT003
    assert (state.hands, state.heaps) == ((10, 3, 2), (0, 0, 0))


@pytest.mark.rule("B6")
def test_b6_false_play_the_player_takes_all() -> None:
    state, events = told(start(5, 5, 5), Play(1, 2), Play(2, 2), Doubt(1), Reveal((TWO, KING)))
    assert events == (Verdict(2, 1, False, (TWO, KING)), Took(2, 4))  # noqa: FBT003
    assert (state.hands, state.heaps) == ((5, 3, 7), (0, 0, 0))


@pytest.mark.rule("B6")
@pytest.mark.parametrize("shown", [1, 3])
def test_b6_a_wrong_number_alone_is_a_lie(shown: int) -> None:
    state = after(start(5, 5, 5), Play(1, 2), Doubt(0), Reveal((A,) * shown))
    assert state.hands == (5, 5, 5)


@pytest.mark.rule("B6")
def test_b6_wrong_number_can_be_judged_by_ranks_only_and_counts_are_put_right() -> None:
    doubted = after(start(5, 5, 5, count_mismatch="correct_only"), Play(1, 2), Doubt(0))
    assert after(doubted, Reveal((A, A, A))).hands == (8, 2, 5)
    assert after(doubted, Reveal((A,))).hands == (6, 4, 5)
    assert after(doubted, Reveal((A, KING, A))).hands == (5, 5, 5)


@pytest.mark.rule("B6")
def test_b6_a_joker_is_a_wrong_card() -> None:
    state = after(start(5, 5, 5), Play(1, 2), Doubt(0), Reveal((A, Rank.JOKER)))
    assert state.hands == (5, 5, 5)


@pytest.mark.rule("B6")
def test_b6_refuses_to_judge_what_cannot_lie_there() -> None:
    state = after(start(5, 5, 5), Play(1, 4), Doubt(0))
    for ranks in ((), (A,) * 5, (A, A, A, TWO, TWO, TWO), (Rank.JOKER,) * 3):
        with pytest.raises(Refused):
            after(state, Reveal(ranks))
    with refuses("There is no doubt"):
        after(start(5, 5, 5), Play(1, 1), Reveal((A,)))
    with refuses("Seat 0 doubts: turn up the cards of seat 1"):
        after(state, Play(2, 1))


@pytest.mark.rule("B7")
def test_b7_first_doubter_stands_and_a_tie_goes_to_the_players_left() -> None:
    state = BICYCLE.midgame(start(10, 10, 10, 10, 10), turn=4, rank=Rank.FOUR, table=3)
    state = after(state, Play(4, 2))
    assert BICYCLE.tie_order(state) == (0, 1, 2, 3)
    with refuses("Seat 3 doubted first"):
        after(state, Doubt(3), Doubt(0))
    other = BICYCLE.midgame(start(10, 10, 10, 10, 10, tie_rule="dealer_left"), turn=4)
    assert BICYCLE.tie_order(after(other, Play(4, 2))) == (1, 2, 3, 0)


@pytest.mark.rule("B7")
@pytest.mark.parametrize("seat", [1, 3, -1])
def test_b7_only_another_seat_can_doubt(seat: int) -> None:
    with pytest.raises(Refused):
        after(start(5, 5, 5), Play(1, 1), Doubt(seat))


@pytest.mark.rule("B7")
def test_b7_nothing_to_doubt_before_a_play_or_after_a_verdict() -> None:
    state = start(5, 5, 5)
    with refuses("Nothing can be doubted"):
        after(state, Doubt(2))
    with refuses("Nothing can be doubted"):
        after(state, Play(1, 1), Doubt(2), Reveal((A,)), Doubt(0))


@pytest.mark.rule("B8")
def test_b8_cards_lie_in_heaps_in_front_of_each_player() -> None:
    state = after(start(13, 13, 13, 13), Play(1, 2), Play(2, 1), Play(3, 4), Play(0, 2))
    assert state.heaps == (2, 2, 1, 4)
    state = after(state, Doubt(3), Reveal((Rank.FOUR, Rank.NINE)))
    assert (state.hands, state.heaps) == ((20, 11, 12, 9), (0, 0, 0, 0))
    assert BICYCLE.heaps


@pytest.mark.rule("B11", "passing", "zero_claim")
def test_b11_a_pass_and_saying_that_one_has_none_are_not_played_together() -> None:
    with wrong_option("passing turn .* zero_claim must be off"):
        BICYCLE.house({"passing": "turn", "zero_claim": True})


@pytest.mark.rule("B11", "zero_claim", "next_claim")
def test_b11_who_may_choose_the_rank_has_none_to_be_without() -> None:
    state = after(start(5, 5, 5, zero_claim=True, next_claim="same_or_next"), Play(1, 1))
    with pytest.raises(Refused):
        after(state, Play(2, 0, KING))


@pytest.mark.rule("B9")
def test_b9_a_challenge_changes_neither_turn_nor_rank() -> None:
    state = after(start(5, 5, 5), Play(1, 1), Doubt(0), Reveal((KING,)))
    assert (state.turn, state.required, state.phase) == (2, TWO, Phase.READY)


@pytest.mark.rule("B9")
@pytest.mark.parametrize(
    ("option", "truth", "lie"),
    [("rotation", 2, 2), ("winner_leads", 1, 0), ("taker_leads", 0, 1)],
)
def test_b9_after_challenge_can_lead_otherwise(option: str, truth: int, lie: int) -> None:
    doubted = after(start(5, 5, 5, after_challenge=option), Play(1, 1), Doubt(0))
    assert after(doubted, Reveal((A,))).turn == truth
    assert after(doubted, Reveal((KING,))).turn == lie


@pytest.mark.rule("B9")
@pytest.mark.parametrize(
    ("option", "rank"), [("continue", THREE), ("repeat", TWO), ("restart_ace", A)]
)
def test_b9_rank_after_challenge(option: str, rank: Rank) -> None:
    state = start(5, 5, 5, rank_after_challenge=option)
    state = after(state, Play(1, 1), Play(2, 1), Doubt(0), Reveal((TWO,)))
    assert state.required is rank


@pytest.mark.rule("B9")
def test_b9_any_rank_may_follow_a_doubt_and_the_ranks_go_on_from_it() -> None:
    state = start(5, 5, 5, after_challenge="winner_leads", rank_after_challenge="free")
    state = after(state, Play(1, 1), Doubt(0), Reveal((KING,)))
    assert (state.turn, state.required) == (0, None)
    with refuses("Seat 0 .* A or 2 or .* none"):
        after(state, Play(0, 1))
    assert after(state, Play(0, 1, KING)).required is A


@pytest.mark.rule("B10")
def test_b10_last_cards_undoubted_win_even_as_a_lie() -> None:
    state, events = told(start(3, 2, 3), Play(1, 2))
    assert events == (Played(1, 2, A), LastCards(1))
    assert state.phase is Phase.LAST_CARDS
    with refuses("Seat 1 laid the last cards"):
        after(state, Play(2, 1))
    state, events = told(state, LetStand())
    assert events == (Won(1),)
    assert (state.phase, state.winner, state.claim) == (Phase.OVER, 1, None)
    with refuses("over: seat 1 has won"):
        after(state, Play(2, 1))


@pytest.mark.rule("B10")
def test_b10_last_cards_doubted_and_true_win_and_false_go_back() -> None:
    doubted = after(start(3, 2, 3), Play(1, 2), Doubt(0))
    with refuses("turn up"):
        after(doubted, LetStand())
    won, events = told(doubted, Reveal((A, A)))
    assert events == (Verdict(1, 0, True, (A, A)), Took(0, 2), Won(1))  # noqa: FBT003
    assert won.hands == (5, 0, 3)
    back = after(doubted, Reveal((A, KING)))
    assert (back.hands, back.turn, back.phase) == ((3, 2, 3), 2, Phase.READY)


@pytest.mark.rule("B10")
def test_b10_a_card_still_in_the_hand_after_all_is_no_win() -> None:
    state = start(3, 2, 3, count_mismatch="correct_only")
    state = after(state, Play(1, 2), Doubt(0), Reveal((A,)))
    assert (state.hands, state.phase) == ((4, 1, 3), Phase.READY)


@pytest.mark.rule("B10")
def test_b10_no_window_to_end_while_the_player_has_cards() -> None:
    with refuses("no window"):
        after(start(5, 5, 5), Play(1, 1), LetStand())


@pytest.mark.rule("B11")
def test_b11_no_sevens_is_talk_unless_the_house_lets_it_pass() -> None:
    with refuses("1 to 4"):
        after(start(5, 5, 5), Play(1, 0))
    state, events = told(start(5, 5, 5, zero_claim=True), Play(1, 1), Play(2, 0))
    assert events == (Played(2, 0, TWO),)
    assert (state.turn, state.required, state.hands) == (0, THREE, (5, 4, 5))
    assert (state.phase, state.claim) == (Phase.READY, None)
    with refuses("Nothing can be doubted"):
        after(state, Doubt(0))


@pytest.mark.rule("B12")
def test_b12_each_other_player_pays_a_point_a_card() -> None:
    state = BICYCLE.midgame(start(1, 3, 7, 1, points=True), turn=0, rank=Rank.SIX, table=40)
    _, events = told(state, Play(0, 1), LetStand())
    assert events == (Won(0), Paid(0, (0, 3, 7, 1)))


@pytest.mark.rule("B12")
@pytest.mark.parametrize(("takes", "paid"), [(True, 7 + 3), (False, 3 + 3)])
def test_b12_doubter_takes_the_final_pile_before_paying(takes: bool, paid: int) -> None:
    state = BICYCLE.midgame(
        start(3, 2, 3, points=True, doubter_takes_final_pile=takes), turn=1, rank=A, table=2
    )
    _, events = told(state, Play(1, 2), Doubt(0), Reveal((A, A)))
    assert (Took(0, 4) in events) == takes
    assert isinstance(events[-1], Paid)
    assert sum(events[-1].parts) == paid


@pytest.mark.rule("B12")
def test_b12_without_points_nobody_pays() -> None:
    _, events = told(start(3, 1, 3), Play(1, 1), LetStand())
    assert events == (Won(1),)


@pytest.mark.rule("B13")
def test_b13_a_misdeal_moves_a_card_before_the_first_play_and_after_it() -> None:
    state = start(14, 12, 13, 13)
    moved, events = told(state, Adjust(0, 1))
    assert (moved.hands, events) == ((13, 13, 13, 13), (Adjusted(0, 1),))
    for giver, taker in ((0, 0), (4, 0), (0, -1)):
        with pytest.raises(Refused):
            after(state, Adjust(giver, taker))
    assert after(state, Play(1, 1), Adjust(0, 1)).hands == (13, 12, 13, 13)
    assert after(state, Play(1, 1), Doubt(0), Reveal((A,)), Adjust(0, 1)).hands[1] == 12
    with refuses("finish that first"):
        after(state, Play(1, 1), Doubt(0), Adjust(0, 1))
    with refuses("at least 1 card"):
        after(start(1, 5), Adjust(0, 1))


@pytest.mark.rule("B13", "X12", "X17")
def test_b13_a_misdeal_can_be_counted_instead_and_the_total_must_be_right() -> None:
    state = start(14, 12, 13, 13)
    assert after(state, Audit((13, 13, 13, 13), 0)).hands == (13, 13, 13, 13)
    for audit, says in (
        (Audit((13, 13, 13, 12), 0), "1 card missing"),
        (Audit((13, 13, 13, 14), 0), "1 card too many"),
        (Audit((13, 13, 13, 12), 1), "1 card can't lie on the table"),
        (Audit((14, 12, 13, 13), 0), "nothing to change"),
    ):
        with refuses(says):
            after(state, audit)


@pytest.mark.rule("X1", "count_mismatch")
def test_a_wrong_number_noticed_before_a_doubt_is_put_right_without_penalty() -> None:
    state, events = told(start(5, 5, 5), Play(1, 2), Correct(3))
    assert events == (Corrected(1, 2, 3),)
    assert (state.hands, state.heaps, state.turn) == ((5, 2, 5), (0, 3, 0), 2)
    assert state.claim is not None
    assert state.claim.count == 3
    for count in (0, 3, 5):
        with pytest.raises(Refused):
            after(state, Correct(count))
    with refuses("no play"):
        after(start(5, 5, 5), Correct(1))
    with refuses("seat 1 are doubted: the number stands"):
        after(state, Doubt(0), Correct(1))


def test_a_correction_can_make_or_unmake_last_cards() -> None:
    last, events = told(start(5, 3, 5), Play(1, 2), Correct(3))
    assert events == (Corrected(1, 2, 3), LastCards(1))
    assert last.phase is Phase.LAST_CARDS
    assert after(last, Correct(1)).phase is Phase.OPEN


# --- last cards, no sevens and points together ------------------------------------------------


@pytest.mark.rule("B11", "zero_claim")
def test_no_sevens_ends_the_chance_to_doubt_the_play_under_it() -> None:
    state = after(start(5, 5, 5, zero_claim=True), Play(1, 2))
    assert BICYCLE.covers(state, Play(2, 0))
    covered = after(state, Play(2, 0))
    assert (covered.claim, covered.heaps, covered.phase) == (None, (0, 2, 0), Phase.READY)
    with refuses("no play whose number"):
        after(covered, Correct(1))
    taken = after(covered, Play(0, 1), Doubt(2), Reveal((THREE,)))
    assert taken.hands == (4, 3, 8)


@pytest.mark.rule("B11", "zero_claim")
def test_nobody_may_say_no_sevens_over_last_cards() -> None:
    state = after(start(5, 2, 5, zero_claim=True), Play(1, 2))
    with refuses("laid the last cards"):
        after(state, Play(2, 0))


@pytest.mark.rule("X8", "B10")
@pytest.mark.parametrize("hand", [2, 5])
def test_a_doubt_that_nobody_can_settle_is_void_and_the_play_stands(hand: int) -> None:
    state, events = told(start(5, hand, 5, points=True), Play(1, 2), Doubt(0), Settle(None))
    if hand == 2:
        assert events == (Stands(1), Won(1), Paid(1, (5, 0, 5)))
        assert (state.phase, state.winner, state.heaps) == (Phase.OVER, 1, (0, 2, 0))
        return
    assert events == (Stands(1),)
    assert (state.phase, state.turn, state.required) == (Phase.READY, 2, TWO)
    with refuses("Nothing can be doubted"):
        after(state, Doubt(2))


@pytest.mark.rule("X8", "X9", "B6")
@pytest.mark.parametrize(("truth", "hands"), [(True, (7, 3, 5)), (False, (5, 5, 5))])
def test_people_settle_a_doubt_without_a_reading(truth: bool, hands: tuple[int, ...]) -> None:
    doubted = after(start(5, 5, 5), Play(1, 2), Doubt(0))
    state, events = told(doubted, Settle(truth))
    assert events[0] == Verdict(1, 0, truth, ())
    assert (state.hands, state.turn, state.phase) == (hands, 2, Phase.READY)
    with refuses("nothing to settle"):
        after(state, Settle(truth))


@pytest.mark.rule("X7", "withdraw_ms")
def test_a_doubt_by_accident_is_withdrawn_and_the_play_is_open_again() -> None:
    open_ = after(start(5, 5, 5), Play(1, 2))
    state, events = told(open_, Doubt(0), Withdraw())
    assert (state, events) == (open_, (Withdrawn(0),))
    with refuses("There is no doubt"):
        after(open_, Withdraw())
    with refuses("a doubt stands"):
        after(start(5, 5, 5, withdraw_ms=0), Play(1, 2), Doubt(0), Withdraw())


@pytest.mark.rule("X15", "leaver")
def test_who_leaves_makes_the_game_void() -> None:
    state, events = told(start(5, 5, 5), Play(1, 2), Leave(0))
    assert events == (Left(0, 5), Voided())
    assert (state.phase, state.winner, state.gone) == (Phase.OVER, None, (0,))
    with refuses(r"The game is over\.$"):
        after(state, Play(2, 1))


@pytest.mark.rule("X15", "leaver")
@pytest.mark.parametrize(
    ("option", "heaps", "removed"),
    [("joins_table", (0, 2, 5), 0), ("leaves_play", (0, 2, 0), 5)],
)
def test_or_the_others_play_on_with_his_turn_and_his_rank(
    option: str, heaps: tuple[int, ...], removed: int
) -> None:
    state, events = told(start(5, 5, 5, leaver=option), Play(1, 2), Leave(2))
    assert events == (Left(2, 5, option == "joins_table"),)
    assert (state.hands, state.heaps, state.removed) == ((5, 3, 0), heaps, removed)
    assert (state.turn, state.required, state.gone) == (0, TWO, (2,))
    assert BICYCLE.tie_order(state) == (0,)
    with refuses("Seat 2 can't doubt"):
        after(state, Doubt(2))
    with refuses("Seat 2 plays no more"):
        after(state, Leave(2))
    with refuses("Seat 2 has left"):
        after(state, Adjust(0, 2))
    lied = after(state, Doubt(0), Reveal((A, KING)))
    assert lied.hands == (5, 3 + sum(heaps), 0)
    assert after(lied, Play(0, 1)).turn == 1
    alone, events = told(lied, Leave(1))
    assert events[-1] == Voided()
    assert alone.phase is Phase.OVER


@pytest.mark.rule("X15", "leaver")
def test_a_claimant_who_leaves_can_not_be_doubted_any_more() -> None:
    state = after(start(5, 5, 5, leaver="joins_table"), Play(1, 2), Leave(1))
    assert (state.claim, state.heaps, state.turn) == (None, (0, 5, 0), 2)
    doubted = after(start(5, 5, 5, leaver="joins_table"), Play(1, 2), Doubt(0))
    with refuses("finish that first"):
        after(doubted, Leave(2))


@pytest.mark.rule("B12", "X15")
def test_who_left_pays_nothing() -> None:
    state = start(1, 3, 7, points=True, leaver="joins_table")
    _, events = told(BICYCLE.midgame(state, turn=0, rank=A), Leave(2), Play(0, 1), LetStand())
    assert events[-1] == Paid(0, (0, 3, 0))


@pytest.mark.rule("X11", "X12")
def test_a_count_puts_hands_and_heaps_right() -> None:
    state = after(start(5, 5, 5), Play(1, 2), Play(2, 1))
    swapped, events = told(state, Audit((4, 4, 4), 3))
    assert events == (Audited((5, 3, 4), (4, 4, 4)),)
    assert (swapped.hands, swapped.heaps) == ((4, 4, 4), (0, 2, 1))
    more = after(state, Audit((5, 2, 4), 4))
    assert (more.hands, more.heaps, more.claim) == ((5, 2, 4), (0, 3, 1), state.claim)
    other = after(state, Audit((3, 4, 4), 4))
    assert (other.hands, other.heaps) == ((3, 4, 4), (2, 1, 1))
    for audit, says in (
        (Audit((5, 3, 3), 3), "1 card missing"),
        (Audit((-1, 9, 4), 3), "Seat 0 can't count -1 cards"),
        (Audit((5, 3), 7), "one number for each of 3 seats"),
    ):
        with refuses(says):
            after(state, audit)


@pytest.mark.rule("X12")
def test_a_game_can_always_be_void() -> None:
    for actions in ((), (Play(1, 2),), (Play(1, 2), Doubt(0)), (Play(1, 4),)):
        state, events = told(start(5, 4, 5, points=True), *actions, Void())
        assert events == (Voided(),)
        assert (state.phase, state.winner) == (Phase.OVER, None)
        assert (state.claim, state.doubter) == (None, None)


@pytest.mark.rule("B6", "count_mismatch")
@pytest.mark.parametrize(
    ("laid", "shown", "hands", "over"),
    [(2, 3, (8, 0, 5), True), (3, 2, (7, 1, 5), False), (2, 1, (6, 2, 5), False)],
)
def test_where_only_ranks_count_the_cards_decide_who_is_out(
    laid: int, shown: int, hands: tuple[int, ...], over: bool
) -> None:
    state = start(5, 3, 5, count_mismatch="correct_only")
    state = after(state, Play(1, laid), Doubt(0), Reveal((A,) * shown))
    assert (state.hands, state.phase is Phase.OVER) == (hands, over)

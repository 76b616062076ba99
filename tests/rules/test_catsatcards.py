"""CatsAtCards' I Doubt It, rule by rule; each test names its rule."""

from typing import Any

import pytest
from said import refuses, said

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
    Withdraw,
)
from bluffing.cards import Rank
from bluffing.game import Phase, Setup, Timing
from bluffing.house import SequenceHouse
from bluffing.options import Value
from bluffing.sequence import SequenceGame, SequenceState

CATSATCARDS: SequenceGame[Any] = pytest.importorskip(
    "bluffing.games.catsatcards", reason="this table does not have the game of CatsAtCards"
).CATSATCARDS
A, KING, QUEEN, NINE = Rank.ACE, Rank.KING, Rank.QUEEN, Rank.NINE


def start(*hands: int, dealer: int = 0, **options: Value) -> SequenceState[SequenceHouse]:
    return CATSATCARDS.start(Setup(len(hands), dealer=dealer, hands=hands), options)


def after(state: SequenceState[SequenceHouse], *actions: Action) -> SequenceState[SequenceHouse]:
    for action in actions:
        state, _ = CATSATCARDS.apply(state, action)
    return state


@pytest.mark.rule("C1")
@pytest.mark.parametrize("players", range(3, 12))
def test_c1_three_to_eleven_players_one_pack_up_to_five_then_two(players: int) -> None:
    state = CATSATCARDS.start(Setup(players), {})
    assert state.packs == (1 if players <= 5 else 2)
    assert sum(state.hands) == 52 * state.packs


@pytest.mark.rule("C1")
def test_c1_the_number_of_packs_may_be_overruled() -> None:
    assert sum(CATSATCARDS.start(Setup(4, packs=4), {}).hands) == 208
    for packs in (0, 5):
        with refuses("packs is 1 to 4"):
            CATSATCARDS.start(Setup(4, packs=packs), {})
    for players in (2, 12):
        with refuses("3 to 11 players"):
            CATSATCARDS.start(Setup(players), {})


@pytest.mark.rule("C2")
def test_c2_extra_cards_go_to_the_seats_left_of_the_dealer() -> None:
    assert CATSATCARDS.start(Setup(5, dealer=1), {}).hands == (10, 10, 11, 11, 10)


@pytest.mark.rule("C3")
def test_c3_dealers_left_begins_with_aces_and_ranks_go_down_and_round() -> None:
    state = CATSATCARDS.start(Setup(3, dealer=2), {})
    claims = []
    for turn in range(14):
        assert state.turn == turn % 3
        claims.append(str(state.required))
        state = after(state, Play(state.turn, 1))
    assert " ".join(claims) == "A K Q J 10 9 8 7 6 5 4 3 2 A"


@pytest.mark.rule("C4")
def test_c4_one_card_or_more_without_a_limit_and_no_passing() -> None:
    state = start(9, 9, 9)
    assert after(state, Play(1, 8)).hands == (9, 1, 9)
    for count in (0, 10):
        with refuses("Seat 1 must lay 1 to 9 cards, not"):
            after(state, Play(1, count))
    with refuses("1 to 4 cards"):
        after(start(9, 9, 9, cards_max="4 x packs"), Play(1, 5))


@pytest.mark.rule("C5")
def test_c5_a_wrong_number_is_put_right_before_a_doubt_and_a_lie_at_the_reveal() -> None:
    state = after(start(18, 17, 17, dealer=2), Play(0, 2))
    assert after(state, Correct(3)).hands == (15, 17, 17)
    doubted = after(state, Doubt(1))
    assert after(doubted, Reveal((A, A, A))).hands == (18, 17, 17)
    assert after(doubted, Reveal((A,))).hands == (18, 17, 17)


@pytest.mark.rule("C5")
def test_c5_five_aces_may_be_claimed_and_cannot_be_shown() -> None:
    state = after(start(9, 9, 9), Play(1, 5), Doubt(0))
    with refuses("Only 4 cards of rank A"):
        after(state, Reveal((A,) * 5))
    assert after(state, Reveal((A, A, A, A, KING))).hands == (9, 9, 9)


@pytest.mark.rule("C6")
def test_c6_the_next_play_ends_the_right_to_doubt_the_one_before() -> None:
    state = after(start(9, 9, 9), Play(1, 1), Play(2, 2), Doubt(1))
    assert state.claim is not None
    assert (state.claim.seat, state.doubter) == (2, 1)
    with refuses("Seat 2 laid these cards"):
        after(start(9, 9, 9), Play(1, 1), Play(2, 2), Doubt(2))


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    ("dealer", "order"),
    [(2, (3, 0, 1, 2)), (4, (0, 1, 2, 3)), (3, (0, 1, 2, 3)), (0, (1, 2, 3, 0))],
)
def test_c7_a_tie_goes_to_the_dealers_left_and_the_dealer_is_last(
    dealer: int, order: tuple[int, ...]
) -> None:
    state = CATSATCARDS.midgame(
        start(10, 10, 10, 10, 10, dealer=dealer), turn=4, rank=Rank.JACK, table=3
    )
    assert CATSATCARDS.tie_order(after(state, Play(4, 2))) == order
    assert said(CATSATCARDS.tie_words(state)) == "nearest to the dealer's left"


@pytest.mark.rule("C8")
def test_c8_true_the_challenger_takes_all_and_false_the_player_does() -> None:
    doubted = after(start(13, 13, 13, 13), Play(1, 2), Play(2, 3), Doubt(0))
    assert after(doubted, Reveal((KING,) * 3)).hands == (18, 11, 10, 13)
    lie = after(doubted, Reveal((KING, KING, QUEEN)))
    assert (lie.hands, sum(lie.heaps)) == ((13, 11, 15, 13), 0)


@pytest.mark.rule("C9")
def test_c9_turn_and_rank_go_on_after_a_challenge() -> None:
    doubted = after(start(13, 13, 13, 13), Play(1, 2), Play(2, 3), Doubt(0))
    for ranks in ((KING,) * 3, (KING, KING, QUEEN)):
        state = after(doubted, Reveal(ranks))
        assert (state.turn, state.required, state.phase) == (3, QUEEN, Phase.READY)


@pytest.mark.rule("C10")
def test_c10_last_cards_win_undoubted_or_doubted_and_true() -> None:
    state = CATSATCARDS.midgame(start(2, 20, 25, dealer=2), rank=NINE, table=5)
    assert state.heaps == (0, 0, 5)
    last = after(state, Play(0, 2))
    with refuses("Seat 0 laid the last cards"):
        after(last, Play(1, 1))
    assert after(last, LetStand()).winner == 0
    true = after(last, Doubt(2), Reveal((NINE, NINE)))
    assert (true.winner, true.hands) == (0, (0, 20, 32))


@pytest.mark.rule("C10")
def test_c10_last_cards_doubted_and_false_go_back_with_the_table() -> None:
    state = CATSATCARDS.midgame(start(2, 20, 25, dealer=2), rank=NINE, table=5)
    state = after(state, Play(0, 2), Doubt(2), Reveal((NINE, A)))
    assert (state.winner, state.hands, state.turn) == (None, (7, 20, 25), 1)


@pytest.mark.rule("C11")
@pytest.mark.parametrize("key", ["points", "zero_claim", "five_player_packs", "force"])
def test_c11_no_scoring_nor_any_other_games_option(key: str) -> None:
    with refuses(key):
        start(5, 5, 5, **{key: 1})


@pytest.mark.rule("X17")
def test_a_misdeal_is_dealt_again_and_adjusted_once_cards_were_played() -> None:
    for action in (Adjust(0, 1), Audit((13, 13, 13), 0)):
        with refuses("deal again"):
            after(start(14, 12, 13), action)
    assert after(start(14, 12, 13), Play(1, 1), Adjust(0, 1)).hands == (13, 12, 13)
    assert after(start(14, 12, 13), Play(1, 1), Audit((13, 12, 13), 1)).hands == (13, 12, 13)
    assert not CATSATCARDS.heaps


@pytest.mark.rule("C10", "X8")
def test_c10_last_cards_whose_doubt_is_void_win() -> None:
    state = after(start(2, 20, 25, dealer=2), Play(0, 2), Doubt(2), Settle(None))
    assert (state.winner, state.hands) == (0, (0, 20, 25))


@pytest.mark.rule("C10", "X7", "withdraw_ms")
def test_c10_a_withdrawn_doubt_leaves_the_last_cards_open_to_others() -> None:
    state = after(start(2, 20, 25, dealer=2), Play(0, 2), Doubt(2), Withdraw())
    assert state.phase is Phase.LAST_CARDS
    assert after(state, Doubt(1), Reveal((A, KING))).hands == (2, 20, 25)


@pytest.mark.rule("X15", "leaver")
def test_the_game_goes_on_without_the_dealer_and_ties_are_still_told_from_his_left() -> None:
    state = after(start(9, 9, 9, 9, dealer=2, leaver="leaves_play"), Leave(2), Play(3, 1))
    assert CATSATCARDS.tie_order(state) == (0, 1)
    assert (state.removed, state.turn, state.required) == (9, 0, KING)


@pytest.mark.rule("tie_window_ms", "min_hold_ms", "last_card_window_ms", "withdraw_ms")
def test_timing_is_what_the_house_says() -> None:
    assert CATSATCARDS.timing(start(5, 5, 5)) == Timing(10, 3000, 8000, 2000)
    house = start(5, 5, 5, tie_window_ms=0, min_hold_ms=0, last_card_window_ms=20000, withdraw_ms=0)
    assert CATSATCARDS.timing(house) == Timing(0, 0, 20000, 0)

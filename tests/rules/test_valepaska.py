"""Valepaska, rule by rule; each test names its rule."""

from itertools import islice
from random import Random

import pytest

pytest.importorskip("bluffing.games.valepaska", reason="this table does not have Valepaska")

from said import refuses, wrong_option

from bluffing.actions import (
    Action,
    Adjust,
    Correct,
    Doubt,
    Draw,
    Leave,
    LetStand,
    Pass,
    Play,
    Reveal,
    Settle,
    Void,
    Withdraw,
)
from bluffing.cards import RANKS, Rank
from bluffing.events import Drew, Event, Left, Lost, Played, Removed, Stands, WentOut, Won
from bluffing.game import Phase, Refused, Setup
from bluffing.games.valepaska import VALEPASKA, ValepaskaState
from bluffing.options import Value

A, TWO, THREE, FOUR, SIX, TEN = (Rank(word) for word in ("A", "2", "3", "4", "6", "10"))


def start(*hands: int, **options: Value) -> ValepaskaState:
    return VALEPASKA.start(Setup(len(hands), hands=hands), options)


def middle(
    *hands: int, top: Rank | None = None, table: int = 2, **options: Value
) -> ValepaskaState:
    """Seat 0 is on turn; `table` cards lie there, the newest as `top`, or none."""
    game = start(*hands, **options)
    return VALEPASKA.midgame(game, turn=0, rank=top, table=0 if top is None else table)


def told(state: ValepaskaState, *actions: Action) -> tuple[ValepaskaState, tuple[Event, ...]]:
    """The state after all `actions` and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state, events = VALEPASKA.apply(state, action)
    return state, events


def after(state: ValepaskaState, *actions: Action) -> ValepaskaState:
    return told(state, *actions)[0]


def cards(state: ValepaskaState) -> int:
    return sum(state.hands) + sum(state.heaps) + state.removed + state.stock


@pytest.mark.rule("VP1", "VP2")
@pytest.mark.parametrize("players", range(3, 11))
def test_vp1_vp2_five_cards_each_and_the_rest_is_the_stock(players: int) -> None:
    state = VALEPASKA.start(Setup(players), {})
    assert (state.hands, state.stock) == ((5,) * players, 52 - 5 * players)


@pytest.mark.rule("VP1")
@pytest.mark.parametrize("players", [2, 11])
def test_vp1_refuses_other_numbers_of_players(players: int) -> None:
    with refuses("3 to 10 players"):
        VALEPASKA.start(Setup(players), {})


@pytest.mark.rule("VP2")
def test_vp2_any_seat_may_start_with_any_rank() -> None:
    state = start(5, 5, 5)
    assert VALEPASKA.live(state) == (0, 1, 2)
    assert state.required is None
    for seat in range(3):
        for rank in RANKS:
            began, events = told(state, Play(seat, 2, rank))
            assert events == (Played(seat, 2, rank),)
            assert (began.turn, began.required, began.top) == ((seat + 1) % 3, None, rank)
    assert after(state, Play(1, 2)) == after(state, Play(1, 2, THREE))
    for wrong in (Play(0, 6, THREE), Play(3, 1, THREE), Draw(0), Pass(0), Doubt(0)):
        with pytest.raises(Refused):
            after(state, wrong)
    with refuses("may claim 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, 2 now"):
        after(state, Play(0, 1, Rank.JOKER))


@pytest.mark.rule("VP2")
def test_vp2_threes_are_listed_first_and_too_late_once_fours_lie() -> None:
    state = start(5, 5, 5)
    plays = [move for move in VALEPASKA.moves(state) if isinstance(move, Play)]
    assert [move.rank for move in plays[:14]] == [
        None,
        *map(Rank, ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")),
    ]
    with refuses("Seat 0 may claim 4, 5, 6, 7, 8, 9, 10, 2 now"):
        after(state, Play(2, 1, FOUR), Play(0, 1, THREE))


@pytest.mark.rule("VP2", "X15")
def test_vp2_who_left_can_not_start_any_more() -> None:
    state = after(start(5, 5, 5, 5), Leave(1))
    assert VALEPASKA.live(state) == (0, 2, 3)
    with refuses("Seat 1 plays no more"):
        after(state, Play(1, 1))


LAYS = {
    None: "A 2 3 4 5 6 7 8 9 10 J Q K",
    "3": "3 4 5 6 7 8 9 10 2",
    "4": "4 5 6 7 8 9 10 2",
    "5": "5 6 7 8 9 10 2",
    "6": "6 7 8 9 10 2",
    "7": "7 8 9 10 2",
    "8": "8 9 10 J Q K 2",
    "9": "9 10 J Q K 2",
    "10": "A 2 3 4 5 6 7 8 9 10 J Q K",
    "J": "J Q K A 2",
    "Q": "Q K A 2",
    "K": "K A 2",
    "A": "A 2 3 4 5 6 7 8 9 10 J Q K",
    "2": "2",
}


@pytest.mark.rule("VP3", "VP5")
@pytest.mark.parametrize(("top", "ranks"), LAYS.items())
def test_vp3_vp5_what_may_lie_on_what(top: str | None, ranks: str) -> None:
    state = middle(5, 5, 5, top=None if top is None else Rank(top))
    accepted = {
        rank for rank in Rank if VALEPASKA.refusal(state, Play(0, 1, rank)) is None
    }  # a joker never
    assert accepted == set(map(Rank, ranks.split()))
    with refuses("must name one"):
        after(state, Play(0, 1))


@pytest.mark.rule("VP3", "cards_max")
def test_vp3_any_number_of_cards_that_are_in_the_hand() -> None:
    assert after(middle(5, 5, 5), Play(0, 5, SIX)).hands == (0, 5, 5)
    for count in (0, 6):
        with refuses("1 to 5 cards"):
            after(middle(5, 5, 5), Play(0, count, SIX))
    with refuses("Seat 0 is on turn"):
        after(middle(5, 5, 5), Play(1, 1, SIX))


@pytest.mark.rule("VP4")
def test_vp4_a_draw_passes_the_turn_and_leaves_the_newest_play_open() -> None:
    state = after(middle(5, 5, 5), Play(0, 1, SIX))
    drawn, events = told(state, Draw(1))
    assert events == (Drew(1),)
    assert (drawn.hands, drawn.stock, drawn.turn) == ((4, 6, 5), 36, 2)
    assert drawn.claim is state.claim
    assert not VALEPASKA.covers(state, Draw(1))
    assert after(drawn, Draw(2), Play(0, 1, SIX)).turn == 1
    assert after(drawn, Doubt(1), Reveal((SIX,))).hands == (4, 7, 5)
    with refuses("Seat 1 is on turn"):
        after(state, Draw(2))


@pytest.mark.rule("VP4")
def test_vp4_nobody_draws_from_an_empty_stock_or_while_cards_are_turned_up() -> None:
    with refuses("stock is empty"):
        after(middle(20, 20, 12), Draw(0))
    with refuses("turn up"):
        after(middle(5, 5, 5), Play(0, 1, SIX), Doubt(2), Draw(1))
    with refuses("last cards"):
        after(middle(1, 5, 5), Play(0, 1, SIX), Draw(1))


@pytest.mark.rule("VP5")
@pytest.mark.parametrize("rank", [TEN, A])
def test_vp5_tens_and_aces_clear_the_table_when_they_are_covered(rank: Rank) -> None:
    state = after(middle(5, 5, 5, top=Rank.KING if rank is A else SIX), Play(0, 2, rank))
    assert (sum(state.heaps), state.removed) == (4, 0)
    covered, events = told(state, Draw(1), Play(2, 1, THREE))
    assert events == (Removed(4), Played(2, 1, THREE))
    assert (covered.heaps, covered.removed, covered.top) == ((0, 0, 1), 4, THREE)


@pytest.mark.rule("VP5", "VP6")
def test_vp5_tens_that_are_doubted_in_time_are_taken() -> None:
    doubted = after(middle(5, 5, 5, top=SIX), Play(0, 2, TEN), Doubt(2))
    true = after(doubted, Reveal((TEN, TEN)))
    assert (true.hands, true.removed, true.turn) == ((3, 5, 9), 0, 0)
    lie = after(doubted, Reveal((TEN, FOUR)))
    assert (lie.hands, lie.removed, lie.turn, lie.top) == ((7, 5, 5), 0, 1, None)


@pytest.mark.rule("VP5", "X8")
def test_vp5_tens_whose_doubt_is_void_clear_the_table_at_once() -> None:
    state, events = told(middle(5, 5, 5, top=SIX), Play(0, 2, TEN), Doubt(2), Settle(None))
    assert events == (Stands(0), Removed(4))
    assert (state.removed, state.heaps, state.top, state.turn) == (4, (0, 0, 0), None, 1)
    _, events = told(middle(5, 5, 5, top=SIX), Play(0, 2, SIX), Doubt(2), Settle(None))
    assert events == (Stands(0),)


@pytest.mark.rule("VP5", "X15", "leaver")
@pytest.mark.parametrize(("option", "removed"), [("leaves_play", 7), ("joins_table", 7)])
def test_vp5_tens_of_a_player_who_leaves_clear_the_table(option: str, removed: int) -> None:
    state = after(middle(5, 5, 5, top=SIX, leaver=option), Play(0, 2, TEN))
    left, events = told(state, Leave(0))
    assert isinstance(events[1], Removed)
    assert (left.removed, left.heaps, left.claim, left.turn) == (removed, (0, 0, 0), None, 1)
    other, events = told(state, Leave(1))
    assert events == (Left(1, 5, option == "joins_table"),)
    assert (other.turn, other.top, other.claim) == (2, TEN, state.claim)


@pytest.mark.rule("VP6")
@pytest.mark.parametrize(("shown", "hands", "turn"), [(SIX, (4, 5, 8), 0), (FOUR, (7, 5, 5), 1)])
def test_vp6_who_is_wrong_takes_the_pile_and_the_table_is_empty(
    shown: Rank, hands: tuple[int, ...], turn: int
) -> None:
    state = after(middle(5, 5, 5, top=SIX), Play(0, 1, SIX), Doubt(2), Reveal((shown,)))
    assert (state.hands, state.turn, state.top, state.phase) == (hands, turn, None, Phase.READY)
    assert after(state, Play(turn, 1, A)).top is A


@pytest.mark.rule("VP6", "X7")
def test_vp6_a_doubt_by_accident_leaves_the_play_open() -> None:
    state = after(middle(5, 5, 5, top=SIX), Play(0, 1, SIX))
    assert after(state, Doubt(2), Withdraw()) == state


@pytest.mark.rule("VP6", "VP7", "X1")
def test_vp6_a_number_is_put_right_before_a_doubt() -> None:
    state = after(middle(3, 5, 5, top=SIX), Play(0, 1, SIX), Correct(3))
    assert (state.hands, state.phase, state.top) == ((0, 5, 5), Phase.LAST_CARDS, SIX)


@pytest.mark.rule("VP7")
def test_vp7_the_first_to_be_out_has_won_and_the_last_with_cards_loses() -> None:
    state, events = told(middle(1, 2, 6, top=SIX), Play(0, 1, SIX), LetStand())
    assert events == (WentOut(0), Won(0))
    assert (state.winner, state.loser, state.turn, state.phase) == (0, None, 1, Phase.READY)
    with refuses("Seat 0 can't doubt"):
        after(state, Play(1, 1, SIX), Doubt(0))
    over, events = told(state, Play(1, 2, SIX), Doubt(2), Reveal((SIX, SIX)))
    assert events[-2:] == (WentOut(1), Lost(2))
    assert (over.out, over.winner, over.loser, over.phase) == ((0, 1), 0, 2, Phase.OVER)
    assert over.hands == (0, 0, 11)


@pytest.mark.rule("VP7", "VP5")
def test_vp7_last_cards_that_are_aces_clear_the_table() -> None:
    state, events = told(middle(1, 2, 6, top=Rank.KING), Play(0, 1, A), LetStand())
    assert events == (Removed(3), WentOut(0), Won(0))
    assert (state.heaps, state.removed) == ((0, 0, 0), 3)


@pytest.mark.rule("VP7", "VP6")
def test_vp7_true_last_cards_pass_the_start_to_the_left() -> None:
    state = after(middle(1, 2, 6, top=SIX), Play(0, 1, SIX), Doubt(2), Reveal((SIX,)))
    assert (state.out, state.hands, state.turn, state.top) == ((0,), (0, 2, 9), 1, None)


@pytest.mark.rule("VP7", "X15", "X12")
def test_vp7_where_all_but_one_left_he_has_lost_only_if_others_are_out() -> None:
    out = after(middle(1, 2, 6, top=SIX), Play(0, 1, SIX), LetStand())
    lost, events = told(out, Leave(1))
    assert events == (Left(1, 2), Lost(2))
    assert (lost.loser, lost.phase) == (2, Phase.OVER)
    void = after(middle(3, 2, 6, top=SIX), Leave(1), Leave(0))
    assert (void.loser, void.winner, void.phase) == (None, None, Phase.OVER)
    assert after(out, Void()).winner == 0


@pytest.mark.rule("X17")
def test_a_misdeal_is_dealt_again_before_the_first_play_only() -> None:
    with refuses("deal again"):
        after(start(5, 5, 5), Adjust(0, 1))
    assert after(start(5, 5, 5), Play(0, 1), Adjust(1, 2)).hands == (4, 4, 6)


def test_who_goes_on_after_a_doubt_is_no_choice() -> None:
    with wrong_option("after_challenge"):
        VALEPASKA.house({"after_challenge": "rotation"})


@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_their_cards_have_a_move_and_replay(seed: int) -> None:
    rng = Random(seed)
    state = VALEPASKA.start(Setup(rng.choice(VALEPASKA.seats), rng.randrange(3)), {})
    whole = cards(state)
    for _ in range(300):
        if state.phase is Phase.OVER:
            break
        for seat in VALEPASKA.live(state):
            assert VALEPASKA.refusal(state, Play(seat, 1, TWO if state.begun else THREE)) is None
        action = rng.choice(list(islice(VALEPASKA.legal_actions(state), 30)))
        again = VALEPASKA.apply(state, action)
        assert VALEPASKA.apply(state, action) == again
        state = again[0]
        assert cards(state) == whole == 52
        assert min((*state.hands, *state.heaps, state.stock)) >= 0

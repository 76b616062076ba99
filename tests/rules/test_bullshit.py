"""Bullshit, rule by rule; each test names its rule."""

from typing import Any

import pytest
from said import refuses, wrong_option

from bluffing.actions import Action, Doubt, LetStand, Pass, Play, Reveal
from bluffing.cards import RANKS, Rank
from bluffing.game import Phase, Refused, Setup
from bluffing.options import Value
from bluffing.sequence import SequenceGame, SequenceState

BULLSHIT: SequenceGame[Any] = pytest.importorskip(
    "bluffing.games.bullshit", reason="this table does not have Bullshit"
).BULLSHIT
A, TWO, KING = Rank.ACE, Rank.TWO, Rank.KING


def start(*hands: int, **options: Value) -> SequenceState[Any]:
    return BULLSHIT.start(Setup(len(hands), hands=hands), options)


def after(state: SequenceState[Any], *actions: Action) -> SequenceState[Any]:
    for action in actions:
        state, _ = BULLSHIT.apply(state, action)
    return state


@pytest.mark.rule("BS1", "five_player_packs")
@pytest.mark.parametrize("players", range(2, 11))
def test_bs1_two_to_ten_players_share_one_pack(players: int) -> None:
    state = BULLSHIT.start(Setup(players), {})
    assert (state.packs, sum(state.hands)) == (1, 52)
    two = BULLSHIT.start(Setup(players), {"five_player_packs": 2})
    assert sum(two.hands) == (104 if players >= 5 else 52)


@pytest.mark.rule("BS1")
@pytest.mark.parametrize("players", [1, 11])
def test_bs1_refuses_other_numbers_of_players(players: int) -> None:
    with refuses("2 to 10 players"):
        BULLSHIT.start(Setup(players), {})


@pytest.mark.rule("BS1", "starts")
@pytest.mark.parametrize("option", ["random", "winner", "dealer_left"])
def test_bs1_whoever_the_table_names_plays_first_else_the_dealers_left(option: str) -> None:
    given = {"starts": option}
    assert BULLSHIT.start(Setup(4, dealer=1, lead=0), given).turn == 0
    assert BULLSHIT.start(Setup(4, dealer=1), given).turn == 2


@pytest.mark.rule("BS2", "next_claim")
@pytest.mark.parametrize(("down", "ranks"), [(False, RANKS), (True, (A, *RANKS[:0:-1]))])
def test_bs2_ranks_go_up_or_by_choice_down_and_round(down: bool, ranks: tuple[Rank, ...]) -> None:
    state, claims = BULLSHIT.start(Setup(4), {"next_claim": "down" if down else "up"}), []
    for _ in range(14):
        claims.append(state.required)
        state = after(state, Play(state.turn, 1))
    assert claims == [*ranks, A]


@pytest.mark.rule("BS2", "next_claim")
def test_bs2_by_choice_the_last_rank_again_or_a_neighbour_of_it() -> None:
    state = after(start(9, 9, 9, next_claim="same_or_next"), Play(1, 1))
    assert state.required is None
    singles = {move for move in BULLSHIT.moves(state) if isinstance(move, Play) and move.count == 1}
    assert singles == {Play(2, 1, KING), Play(2, 1, A), Play(2, 1, TWO)}
    with refuses("Seat 2 must claim .*K.*A.* or 2.*, not 3"):
        after(state, Play(2, 1, Rank.THREE))


EARLIER: list[tuple[dict[str, object], dict[str, object]]] = [
    ({"ranks_down": True}, {"next_claim": "down"}),
    ({"ranks_down": "on", "next_claim": "in_order"}, {"next_claim": "down"}),
    ({"either_way": True, "ranks_down": False}, {"next_claim": "up_or_down"}),
    ({"either_way": False}, {}),
    ({"next_claim": "in_order"}, {}),
    ({"next_claim": "free", "ranks_down": True}, {"next_claim": "free"}),
    ({"first_lead": "winner"}, {"starts": "winner"}),
    ({"max_cards": 3}, {"cards_max": 3}),
]


@pytest.mark.parametrize(("earlier", "now"), EARLIER)
def test_options_of_earlier_releases_are_understood(
    earlier: dict[str, object], now: dict[str, object]
) -> None:
    assert BULLSHIT.house(earlier) == BULLSHIT.house(now)


def test_a_switch_of_an_earlier_release_is_on_or_off() -> None:
    with wrong_option("ranks_down .*maybe.* on or off"):
        BULLSHIT.house({"ranks_down": "maybe"})


@pytest.mark.rule("BS2", "cards_max")
def test_bs2_one_card_or_more_and_nobody_passes() -> None:
    state = start(9, 9, 9)
    assert after(state, Play(1, 9)).hands == (9, 0, 9)
    for wrong in (Play(1, 0), Play(1, 10), Play(1, 1, TWO), Pass(1)):
        with pytest.raises(Refused):
            after(state, wrong)


@pytest.mark.rule("BS3")
@pytest.mark.parametrize(("shown", "hands"), [((TWO,) * 2, (8, 4, 3)), ((TWO, A), (5, 4, 6))])
def test_bs3_who_is_wrong_takes_the_pile(shown: tuple[Rank, ...], hands: tuple[int, ...]) -> None:
    state = after(start(5, 5, 5), Play(1, 1), Play(2, 2), Doubt(0), Reveal(shown))
    assert (state.hands, sum(state.heaps)) == (hands, 0)


@pytest.mark.rule("BS3")
def test_bs3_the_next_play_comes_too_late_to_doubt_the_one_before() -> None:
    state = after(start(5, 5, 5), Play(1, 1), Play(2, 1))
    assert BULLSHIT.tie_order(state) == (0, 1)
    with refuses("Seat 2 laid these cards"):
        after(state, Doubt(2))


@pytest.mark.rule("BS3", "wild", "jokers")
def test_bs3_wild_jokers_are_in_the_game_and_jokers_in_the_game_are_wild() -> None:
    assert BULLSHIT.house({"wild": "jokers"})["jokers"] == 2
    assert BULLSHIT.house({"jokers": 4})["wild"] == "jokers"
    for packs, players in ((1, 4), (2, 6)):
        dealt = BULLSHIT.start(Setup(players), {"jokers": 4, "five_player_packs": 2})
        assert sum(dealt.hands) == 52 * packs + 4
        ranks = [card.rank for card in BULLSHIT.deck(dealt)]
        assert ranks.count(Rank.JOKER) == 4
    with wrong_option("wild jokers needs jokers in the game, and jokers is 0"):
        BULLSHIT.house({"wild": "jokers", "jokers": 0})
    with wrong_option("jokers 2 .* so wild must be jokers, not twos"):
        BULLSHIT.house({"wild": "twos", "jokers": 2})


@pytest.mark.rule("BS3", "wild")
def test_bs3_four_jokers_of_one_pack_may_face_up_and_no_fifth() -> None:
    doubted = after(start(9, 9, 9, jokers=4), Play(1, 5), Doubt(0))
    with refuses("joker"):
        after(doubted, Reveal((Rank.JOKER,) * 5))
    assert after(doubted, Reveal((A, *[Rank.JOKER] * 4))).hands == (14, 4, 9)


@pytest.mark.rule("BS4")
@pytest.mark.parametrize("shown", [A, KING])
def test_bs4_the_left_of_who_was_doubted_plays_the_next_rank(shown: Rank) -> None:
    state = after(start(5, 5, 5, 5), Play(1, 1), Doubt(3), Reveal((shown,)))
    assert (state.turn, state.required, state.phase) == (2, TWO, Phase.READY)


@pytest.mark.rule("BS5")
def test_bs5_out_of_cards_and_not_caught_wins() -> None:
    last = after(start(5, 1, 5), Play(1, 1))
    assert after(last, LetStand()).winner == 1
    assert after(last, Doubt(0), Reveal((A,))).winner == 1
    caught = after(last, Doubt(0), Reveal((KING,)))
    assert (caught.winner, caught.hands, caught.turn) == (None, (5, 1, 5), 2)

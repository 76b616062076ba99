import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import said

from appliance.core.reading import Ask
from appliance.decks.completeness import Check, as_json, count, lines
from appliance.decks.fan import Fan, FanCard
from bluffing.cards import RANKS, Card, Rank, Suit, pack
from bluffing.message import message

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))


def told_of(check: Check, names: list[str]) -> list[str]:
    """The result as people read it."""
    return [said(line) for line in lines(check, names)]


def fan(
    cards: list[Card], ask: str | None = None, known: Sequence[Card | None] | None = None
) -> Fan:
    suits = [rank and rank.suit for rank in known or [None] * len(cards)]
    seen = tuple(
        FanCard(card.rank, 0.99, SQUARE, suit) for card, suit in zip(cards, suits, strict=True)
    )
    return Fan(seen, () if ask is None else (Ask(message("text", text=ask), SQUARE),))


def dim(shown: Fan, at: int, sure: float, may: Rank | None = None) -> Fan:
    """`shown` with one card that is less sure, and may be of another rank."""
    cards, ranks = list(shown.cards), frozenset[Rank]() if may is None else frozenset({may})
    cards[at] = replace(cards[at], sure=sure, may=ranks)
    return replace(shown, cards=tuple(cards))


def test_a_whole_deck_is_complete() -> None:
    check = count([fan(list(pack(2)))], jokers=2)
    assert check.complete
    assert told_of(check, ["a.jpg"]) == [
        "complete: 54 cards, with 2 jokers",
        "counted by rank: one suit twice in place of another is not seen",
    ]


def test_in_two_photos_and_two_packs() -> None:
    cards = [*pack(), *pack()]
    check = count([fan(cards[:50]), fan(cards[50:])], packs=2)
    assert check.complete


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 3))
def test_exactly_what_was_taken_or_added_is_told(seed: int, taken: int, added: int) -> None:
    rng = random.Random(seed)
    cards = list(pack())
    rng.shuffle(cards)
    gone, rest = cards[:taken], cards[taken:]
    more = rng.sample(pack(), added)
    off = Counter(card.rank for card in more)
    off.subtract(card.rank for card in gone)
    check = count([fan(rest + more)])
    assert check.off == {rank: n for rank, n in off.items() if n}
    assert check.complete == (not check.off)


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 3))
def test_with_suits_it_names_the_very_cards(seed: int, taken: int, added: int) -> None:
    rng = random.Random(seed)
    cards = list(pack())
    rng.shuffle(cards)
    every = cards[taken:] + rng.sample(pack(), added)
    check = count([fan(every, known=[*every])])
    off = Counter(every)
    off.subtract(pack())
    assert Counter(check.missing) == Counter({card: -n for card, n in off.items() if n < 0})
    assert Counter(check.double) == Counter({card: n for card, n in off.items() if n > 0})
    assert check.complete == (not any(off.values()))


def test_one_suit_twice_in_place_of_another_is_seen_only_where_suits_are_known() -> None:
    swapped = [Card(card.rank, Suit.SPADES) if card == ("7", "H") else card for card in pack()]
    assert count([fan(swapped)]).complete
    check = count([fan(swapped, known=[*swapped])])
    assert not check.complete
    assert "4 of 4 sevens; missing 7H; double 7S" in told_of(check, ["a"])


def test_a_suit_counts_only_where_the_rank_is_read_surely() -> None:
    cards = list(pack())
    check = count([dim(fan(cards, known=cards), 6, 0.7)])
    assert check.counts[cards[6].rank] == 4
    assert set(RANKS) - set(check.suits) == {cards[6].rank}


def test_a_rank_of_which_one_suit_is_not_known_is_counted_by_rank() -> None:
    cards = list(pack())
    known: list[Card | None] = [None if card == ("7", "H") else card for card in cards]
    check = count([fan(cards, known=known)])
    assert Rank.SEVEN not in check.suits
    assert check.complete


def test_what_was_not_read_is_never_counted_and_nothing_is_said_to_be_missing() -> None:
    cards = list(pack())
    check = count([dim(fan(cards), 0, 0.5)])
    assert not check.complete
    assert check.unread
    assert check.off == {Rank.ACE: -1}
    assert told_of(check, ["a.jpg"]) == [
        "can't see: a.jpg at 20, 25: a card can't be read",
        "so far 3 of 4 aces",
        "not sure: 51 cards read; put right what can't be seen, and look again",
    ]
    told = as_json(check, ["a.jpg"], said)
    assert (told["missing"], told["missing_cards"], told["off"]) == ({}, [], {"A": -1})


def test_a_complete_deck_may_have_cards_that_are_a_little_unsure() -> None:
    assert count([dim(fan(list(pack())), 0, 0.8, Rank.FOUR)]).complete


def test_a_card_that_may_be_the_missing_one_is_asked_about() -> None:
    cards = [card for card in pack() if card != ("7", "H")]
    assert not count([dim(fan(cards), 0, 0.8, Rank.FOUR)]).unread
    check = count([dim(fan(cards), 0, 0.8, Rank.SEVEN)])
    assert [said(ask.reason) for _, ask in check.unread] == [
        "is this an ace? lay it flat, in good light"
    ]


def test_nothing_is_double_before_all_of_its_rank_are_surely_of_it() -> None:
    cards = [*pack(), Card(Rank.KING, Suit.SPADES)]
    check = count([dim(fan(cards), len(cards) - 1, 0.8)])
    assert [said(ask.reason) for _, ask in check.unread] == [
        "is this a king? lay it flat, in good light"
    ]


def test_a_reader_that_asks_leaves_it_open_even_when_all_seem_there() -> None:
    check = count([fan(list(pack()), "a card may be covered: spread the cards")])
    assert not check.complete
    assert "a card may be covered" in told_of(check, ["x.png"])[0]


@pytest.mark.parametrize(
    ("jokers", "seen", "good"), [(None, 0, True), (None, 3, True), (2, 1, False)]
)
def test_jokers_are_judged_only_where_their_number_is_said(
    jokers: int | None, seen: int, good: bool
) -> None:
    cards = [*pack(), *[Card(Rank.JOKER, Suit.SPADES)] * seen]
    assert count([fan(cards)], jokers=jokers).complete is good


def test_programs_get_the_same() -> None:
    cards = [card for card in pack() if card != ("7", "H")]
    told = as_json(count([fan(cards, known=[*cards])]), ["a.jpg"], said)
    again = json.loads(json.dumps(told))
    assert again["complete"] is False
    assert again["missing"] == {"7": 1}
    assert again["missing_cards"] == ["7H"]
    assert again["double"] == {}
    assert again["cards"] == 51
    assert again["counts"]["A"] == 4
    assert again["suits_known"] == [str(rank) for rank in RANKS]
    assert again["settled"] is True
    assert again["unread"] == []
    open_ = as_json(count([fan(cards, "glare")]), ["a.jpg"], said)
    assert open_["settled"] is False
    assert json.loads(json.dumps(open_["unread"])) == [
        {"file": "a.jpg", "why": "glare", "quad": [list(corner) for corner in SQUARE]}
    ]

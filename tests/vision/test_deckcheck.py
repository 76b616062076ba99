import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.rules.cards import RANKS, Card, Rank, Suit, pack
from appliance.vision.deckcheck import as_json, count, lines
from appliance.vision.reading import Reading, SeenCard

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))


def reading(cards: list[Card], ask: str | None = None) -> Reading:
    seen = tuple(SeenCard(card.rank, 0.99, SQUARE) for card in cards)
    return Reading(seen, 1280, 720, ask, SQUARE if ask else None)


def test_a_whole_deck_is_complete() -> None:
    check = count([reading(list(pack(2)))], jokers=2)
    assert check.complete
    assert lines(check, ["a.jpg"]) == [
        "complete: 54 cards, with 2 jokers",
        "counted by rank: one suit twice in place of another is not seen",
    ]


def test_in_two_photos_and_two_packs() -> None:
    cards = [*pack(), *pack()]
    check = count([reading(cards[:50]), reading(cards[50:])], packs=2)
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
    check = count([reading(rest + more)])
    assert check.off == {rank: n for rank, n in off.items() if n}
    assert check.complete == (not check.off)


@given(st.integers(0, 10**6), st.integers(0, 5), st.integers(0, 3))
def test_with_suits_it_names_the_very_cards(seed: int, taken: int, added: int) -> None:
    rng = random.Random(seed)
    cards = list(pack())
    rng.shuffle(cards)
    every = cards[taken:] + rng.sample(pack(), added)
    check = count([reading(every)], suits=[every])
    off = Counter(every)
    off.subtract(pack())
    assert Counter(check.missing) == Counter({card: -n for card, n in off.items() if n < 0})
    assert Counter(check.double) == Counter({card: n for card, n in off.items() if n > 0})
    assert check.complete == (not any(off.values()))


def test_one_suit_twice_in_place_of_another_is_seen_only_where_suits_are_known() -> None:
    swapped = [Card(card.rank, Suit.SPADES) if card == ("7", "H") else card for card in pack()]
    assert count([reading(swapped)]).complete
    check = count([reading(swapped)], suits=[swapped])
    assert not check.complete
    assert "4 of 4 sevens; missing 7H; double 7S" in lines(check, ["a"])


def test_a_rank_of_which_one_suit_is_not_known_is_counted_by_rank() -> None:
    cards = list(pack())
    known: list[Card | None] = [None if card == ("7", "H") else card for card in cards]
    check = count([reading(cards)], suits=[known])
    assert Rank.SEVEN not in check.suits
    assert check.complete


def test_what_was_not_read_is_never_counted_and_never_complete() -> None:
    cards = list(pack())
    seen = reading(cards)
    dim = replace(seen, cards=(replace(seen.cards[0], sure=0.5), *seen.cards[1:]))
    check = count([dim])
    assert not check.complete
    assert check.off == {Rank.ACE: -1}
    assert lines(check, ["a.jpg"])[:3] == [
        "3 of 4 aces",
        "can't see: a.jpg at 20, 25: a card can't be read surely",
        "not sure: 51 cards read; put right what can't be seen, and look again",
    ]


def test_a_reader_that_asks_leaves_it_open_even_when_all_seem_there() -> None:
    check = count([reading(list(pack()), "a card may be covered: spread the cards")])
    assert not check.complete
    assert "a card may be covered" in lines(check, ["x.png"])[0]


@pytest.mark.parametrize(
    ("jokers", "seen", "good"), [(None, 0, True), (None, 3, True), (2, 1, False)]
)
def test_jokers_are_judged_only_where_their_number_is_said(
    jokers: int | None, seen: int, good: bool
) -> None:
    cards = [*pack(), *[Card(Rank.JOKER, Suit.SPADES)] * seen]
    assert count([reading(cards)], jokers=jokers).complete is good


def test_programs_get_the_same() -> None:
    cards = [card for card in pack() if card != ("7", "H")]
    told = as_json(count([reading(cards, "glare")], suits=[cards]), ["a.jpg"])
    again = json.loads(json.dumps(told))
    assert again["complete"] is False
    assert again["missing"] == {"7": 1}
    assert again["missing_cards"] == ["7H"]
    assert again["double"] == {}
    assert again["cards"] == 51
    assert again["counts"]["A"] == 4
    assert again["suits_known"] == [str(rank) for rank in RANKS]
    assert again["unread"][0]["file"] == "a.jpg"

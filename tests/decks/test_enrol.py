from dataclasses import replace

import pytest
from said import said
from shown_cards import fan, show

from appliance.decks.enrol import (
    NO_INDEX_FOUND,
    SUIT_ORDER,
    Enrolment,
    ShownCard,
    Wanted,
    begin,
    cards_in,
    learn_card,
    learn_fan,
)
from appliance.drivers import Image
from appliance.vision.find.finder import CardMaps, Detection
from bluffing.cards import RANKS, Card, Rank, Suit

ENGLISH = [str(rank) for rank in RANKS for _ in range(4)]


def shown(
    enrolment: Enrolment,
    image: Image,
    spots: list[Detection],
    areas: CardMaps,
    *,
    whole: bool = True,
) -> ShownCard:
    """The result of a picture of the first wanted card."""
    return learn_card(enrolment, enrolment.wanted[0], image, spots, areas, whole=whole)


def test_at_first_one_card_of_each_rank_and_both_jokers_are_wanted() -> None:
    assert [card.rank for card in begin("x").wanted] == [*RANKS, Rank.JOKER, Rank.JOKER]
    assert len(begin("x", jokers=0).wanted) == 13
    assert len(begin("x", suits=True).wanted) == 54


def test_suits_are_asked_for_by_turns_of_colour() -> None:
    first = [card.suit for card in begin("x", suits=True).wanted[:4]]
    assert first == list(SUIT_ORDER)
    assert said(Wanted(Rank.ACE, Suit.HEARTS).request) == "the ace of hearts"
    assert said(Wanted(Rank.EIGHT).request) == "an eight, any suit"
    assert said(Wanted(Rank.JOKER, Suit.HEARTS).request) == "the other joker"


def test_a_usual_deck_is_known_from_one_fan() -> None:
    image, spots, areas = fan([*ENGLISH, "joker", "joker"])
    assert cards_in(spots) == 54
    enrolment = learn_fan(begin("x"), image, spots, areas)
    assert not enrolment.wanted
    assert enrolment.deck.ranks == set(Rank)
    assert all(look.suit is None for look in enrolment.deck.indices)


@pytest.mark.parametrize(
    ("letters", "left"), [("dutch", []), ("", []), ("german", [Rank.QUEEN, Rank.KING])]
)
def test_letters_decide_what_the_fan_shows(letters: str, left: list[Rank]) -> None:
    dutch = {"J": "B", "Q": "V", "K": "H"}
    seen = fan([dutch.get(label, label) for label in ENGLISH])
    enrolment = learn_fan(begin("x", letters, jokers=0), *seen)
    assert [card.rank for card in enrolment.wanted] == left


def test_a_rank_that_is_read_too_often_or_too_seldom_must_be_shown() -> None:
    labels = ["A" if label == "5" else label for label in ENGLISH]
    labels.remove("7")
    labels.remove("7")
    labels.remove("9")
    image, spots, areas = fan(labels)
    enrolment = learn_fan(begin("x", jokers=0), image, spots, areas)
    assert [card.rank for card in enrolment.wanted] == [Rank.ACE, Rank.FIVE, Rank.SEVEN]


def test_what_is_not_named_surely_must_be_shown() -> None:
    enrolment = learn_fan(begin("x"), *fan([*ENGLISH, "joker", "joker"], sure=0.7))
    assert len(enrolment.wanted) == 15


@pytest.mark.thorough
def test_a_deck_of_signs_and_pictures_is_known_once_each_rank_was_shown() -> None:
    enrolment = begin("x")
    asked = 0
    while enrolment.wanted:
        rank, suit = enrolment.wanted[0]
        answer = shown(enrolment, *show(Card(rank, suit or Suit.CLUBS), seed=asked))
        assert answer.got, (rank, answer.says)
        enrolment, asked = answer.enrolment, asked + 1
    assert asked == 15
    assert enrolment.deck.ranks == set(Rank)
    assert {look.rank for look in enrolment.deck.wholes} == {Rank.JOKER}


def test_a_card_that_still_lies_there_is_no_news() -> None:
    first = shown(begin("x"), *show(Card(Rank.ACE, Suit.CLUBS)))
    again = shown(first.enrolment, *show(Card(Rank.ACE, Suit.CLUBS)))
    assert first.got
    assert (again.got, again.says) == (False, None)
    jokers = [card for card in begin("x").wanted if card.rank is Rank.JOKER]
    start = begin("x")
    enrolment = type(start)(start.deck, tuple(jokers))
    first = shown(enrolment, *show(Card(Rank.JOKER, Suit.SPADES)))
    again = shown(first.enrolment, *show(Card(Rank.JOKER, Suit.SPADES), seed=2))
    assert first.got
    assert (again.got, again.says) == (False, None)


def test_another_card_than_the_one_asked_for_is_told() -> None:
    enrolment = begin("x")
    for rank in RANKS[:2]:
        enrolment = shown(enrolment, *show(Card(rank, Suit.CLUBS))).enrolment
    answer = shown(enrolment, *show(Card(Rank.ACE, Suit.SPADES)))
    assert not answer.got
    assert said(answer.says) == "this looks like the ace: show a three, any suit"


def test_one_card_at_a_time() -> None:
    both = show(Card(Rank.ACE, Suit.CLUBS), Card(Rank.TWO, Suit.CLUBS))
    assert said(shown(begin("x"), *both).says) == "one card at a time"


def test_no_card_is_told() -> None:
    image, _, areas = show()
    assert "no card seen" in said(shown(begin("x"), image, [], areas).says)


def test_a_rank_without_an_index_is_wanted_in_every_suit() -> None:
    image, _, areas = show(Card(Rank.ACE, Suit.CLUBS))
    waiting = shown(begin("x"), image, [], areas, whole=False)
    assert (waiting.got, waiting.says) == (False, NO_INDEX_FOUND)
    answer = shown(begin("x"), image, [], areas)
    assert not answer.got
    assert answer.enrolment.wanted[:5] == (
        *(Wanted(Rank.ACE, suit) for suit in SUIT_ORDER),
        Wanted(Rank.TWO),
    )
    got = shown(answer.enrolment, image, [], areas)
    assert got.got
    assert got.enrolment.deck.wholes[0].suit is Suit.CLUBS


def test_ornaments_of_a_joker_that_the_reader_would_count_twice_are_no_index() -> None:
    image, spots, areas = show(Card(Rank.ACE, Suit.CLUBS))
    enrolment = replace(begin("x"), wanted=begin("x").wanted[-1:])
    index = shown(enrolment, image, spots, areas)
    assert [look.rank for look in index.enrolment.deck.indices] == [Rank.JOKER] * 2
    # each sees the middle of a card of its own, on the other side
    lost = [replace(spot, card_centre=spot.at + spot.at.real - 240) for spot in spots]
    answer = shown(enrolment, image, lost, areas)
    assert answer.got
    assert not answer.enrolment.deck.indices
    assert [look.rank for look in answer.enrolment.deck.wholes] == [Rank.JOKER]


def test_the_other_joker_is_not_the_first_one_again() -> None:
    start = begin("x")
    enrolment = type(start)(start.deck, tuple(start.wanted[-2:]))
    for suit in (Suit.SPADES, Suit.HEARTS):
        answer = shown(enrolment, *show(Card(Rank.JOKER, suit)))
        assert answer.got
        enrolment = answer.enrolment
    assert not enrolment.wanted

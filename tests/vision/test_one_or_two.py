"""Cards that may be one card or two: what their corners show, and where their indices are."""

import cmath
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lying_cards import EVERY, HEIGHT, MIDDLE, indices, lying

from appliance.vision.doubts.one_or_two import ONE_OR_TWO, OneOrTwo
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, group
from appliance.vision.find.index import SUITS
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH, ReadingLimits
from bluffing.cards import Suit

angles = st.floats(0, 2 * math.pi)


NOTHING = lying()


def asked(
    spots: Sequence[Detection], maps: CardMaps = NOTHING, limits: ReadingLimits = CALIBRATED
) -> bool:
    """Return True if there may be a card more or fewer than `spots` make."""
    doubt = OneOrTwo(spots, *group(spots, limits), maps, limits).first_reason()
    assert doubt is None or doubt.reason == ONE_OR_TWO
    return doubt is not None


@given(angles, st.floats(0.45, 0.65), st.booleans())
def test_an_only_index_in_a_free_corner_may_be_that_cards_and_see_a_wrong_middle(
    turn: float, step: float, single: bool
) -> None:
    """Or another card's of the same rank, on its lower half; a card of another rank is one."""
    beside = MIDDLE + cmath.rect(step * HEIGHT, turn)
    spots = indices(MIDDLE, turn, ((-1, -1),) if single else ((-1, -1), (1, 1)))
    assert asked([*spots, *indices(beside, turn, ((-1, -1),))])
    assert not asked([*spots, *indices(beside, turn, ((-1, -1),), "7")])


@given(angles, st.floats(0.45, 0.65))
def test_two_indices_that_see_one_middle_are_their_own_cards(turn: float, step: float) -> None:
    """Though one of them is in a corner of another card in which none was found."""
    beside = MIDDLE + cmath.rect(step * HEIGHT, turn)
    assert not asked(
        [*indices(MIDDLE, turn, ((-1, -1), (1, 1))), *indices(beside, turn, ((-1, -1), (-1, 1)))]
    )


def suited(one: Detection, name: str, chance: float) -> Detection:
    """An index that tells the suit `name` with this `chance`."""
    suits = np.eye(len(SUITS), dtype=np.float32)[SUITS.index(Suit[name])]
    return replace(one, suits=suits * np.float32(chance))


@pytest.mark.parametrize(
    ("suits", "on_each"),
    [
        ({0.95: "HEARTS", 0.93: "CLUBS"}, [1, 1]),
        ({0.95: "HEARTS", 0.93: "CLUBS", 0.5: "CLUBS"}, [1, 2]),
        ({0.95: "HEARTS", 0.93: "CLUBS", 0.5: "HEARTS"}, [2, 1]),
        ({0.95: "HEARTS", 0.93: "HEARTS", 0.94: "CLUBS", 0.92: "CLUBS"}, [2, 2]),
        ({0.95: "HEARTS", 0.8: "CLUBS"}, [2]),
        ({0.95: "HEARTS", 0.93: "HEARTS"}, [2]),
    ],
)
def test_indices_of_two_suits_are_on_two_cards(suits: dict[float, str], on_each: list[int]) -> None:
    """Of two aces in a fan a side each shows, and they see a middle between theirs."""
    corners = ((-1, -1), (1, 1), (1, -1), (-1, 1))[: len(suits)]
    told = [
        suited(index, name, chance)
        for index, (chance, name) in zip(indices(MIDDLE, 0.3, corners), suits.items(), strict=True)
    ]
    assert [len(card.detections) for card in group(told, CALIBRATED)[0]] == on_each
    assert asked(told) is (len(on_each) > 1)


def test_a_joker_has_no_suit() -> None:
    ends = indices(MIDDLE, 0.3, ((-1, -1), (1, 1)), "joker")
    suits = "HEARTS", "CLUBS"
    joker = [suited(index, name, 0.95) for index, name in zip(ends, suits, strict=True)]
    assert len(group(joker, CALIBRATED)[0]) == 1


@given(angles, st.floats(0.5, 0.6))
def test_a_card_with_a_bare_corner_has_no_index_in_the_other(turn: float, step: float) -> None:
    """Its lower left shows, and holds none: of four it would."""
    beside = MIDDLE + cmath.rect(step * HEIGHT, turn)
    spots = [
        *indices(MIDDLE, turn, ((-1, -1), (1, 1))),
        *indices(beside, turn, ((-1, -1),)),
    ]
    assert not asked(spots, lying((MIDDLE, turn), (beside, turn)))


def test_what_is_beyond_the_pictures_edge_is_no_bare_corner() -> None:
    """A card that reaches out of the picture hides three corners."""
    corner = 20 + 20j
    card = indices(corner - 0.39 * HEIGHT * complex(ASPECT, 1), 0.0, ((1, 1),))
    end = indices(MIDDLE, 0.0, ((-1, -1), (1, -1)), "7")
    assert not asked([*card, *end], lying((card[0].card_centre, 0.0)))


def test_a_joker_does_not_tell_how_many_indices_the_others_have() -> None:
    """Its marks may be two where the others' indices are four."""
    joker = indices(MIDDLE + 250, 0.0, ((-1, -1), (1, 1)), "joker")
    assert not asked(
        [*joker, *indices(MIDDLE, 0.0, EVERY)], lying((MIDDLE, 0.0), (MIDDLE + 250, 0.0))
    )


@given(angles)
def test_a_deck_with_two_indices_has_no_card_that_shows_two_at_one_end(turn: float) -> None:
    """They are of two cards; only a card with none free to look at could have four."""
    far = MIDDLE + 200 + 40j
    end, whole = indices(far, turn, ((-1, -1), (1, -1))), indices(MIDDLE, 0.0, ((-1, -1), (1, 1)))
    hidden = lying((MIDDLE, 0.0))
    assert not asked(end, hidden)
    assert asked([*end, *whole], hidden)


@given(angles, angles, st.floats(0.2, 0.3))
def test_two_cards_of_one_rank_in_one_place_may_be_one_with_four_indices(
    turn: float, aside: float, step: float
) -> None:
    """Unless they have two ranks, or a corner is bare."""
    beside = MIDDLE + cmath.rect(step * HEIGHT, aside)
    one = indices(MIDDLE, turn, ((-1, -1), (1, 1)))
    two = indices(beside, turn, ((1, -1), (-1, 1)))
    cards, unclear = group([*one, *two], PHOTOGRAPH)
    assume(len(cards) == 2 and not unclear)
    assert asked([*one, *two], limits=PHOTOGRAPH)
    assert not asked([*one, *indices(beside, turn, ((1, -1), (-1, 1)), "7")], limits=PHOTOGRAPH)
    far = MIDDLE + 250
    assert not asked(
        [*one, *two, *indices(far, 0.0, ((-1, -1), (1, 1)), "7")],
        lying((far, 0.0)),
        PHOTOGRAPH,
    )


def test_two_cards_of_one_rank_that_lie_apart_are_two() -> None:
    one, two = (
        indices(MIDDLE, 0.0, ((-1, -1), (1, 1))),
        indices(MIDDLE + 80, 0.0, ((-1, -1), (1, 1))),
    )
    assert not asked([*one, *two], limits=PHOTOGRAPH)

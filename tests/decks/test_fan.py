from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import said

from appliance.core.fuse import LOOKS_DIFFER
from appliance.core.reading import Ask
from appliance.decks.completeness import count
from appliance.decks.fan import (
    FAN,
    Fan,
    FanCard,
    FanReader,
    best_look,
    even_step,
    is_fan,
    joined,
    steps_of,
)
from appliance.vision.arrays import Image, xy
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.find.index import LABELS
from appliance.vision.read import reduced
from bench import fans
from bluffing.cards import RANKS, Rank

TALL = 200.0
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def spot(label: str, x: float, y: float, *, turned: bool = False) -> Detection:
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = 0.99
    way = -1 if turned else 1
    at = complex(x, y)
    return Detection(at, 18.0, -1j * way, 0.9, at + way * (0.25 + 0.4j) * TALL, TALL, names)


def laid(many: list[int], step: float, turned: bool = False) -> list[Detection]:
    """The indices of rows of cards; the last of each shows its other end too."""
    spots, names = [], [str(rank) for rank in RANKS] * 5
    for row, cards in enumerate(many):
        for place in range(cards):
            label = names.pop()
            x, y = place * step * TALL, row * 1.1 * TALL
            spots.append(spot(label, x, y))
            if place == cards - 1:
                spots.append(spot(label, x + 0.52 * TALL, y + 0.82 * TALL, turned=True))
    if not turned:
        return spots
    return [
        spot(box.label, *xy(3000 + 2000j - box.at), turned=box.up.imag < 0) for box in spots
    ]  # fmt: skip


ROWS = st.lists(st.integers(6, 20), min_size=1, max_size=3)
STEPS = st.floats(0.15, 0.4)


@pytest.mark.traced
@given(ROWS, STEPS, st.booleans())
@pytest.mark.untraced
def test_rows_are_told_from_their_indices_either_way_up(
    many: list[int],
    step: float,
    turned: bool,
) -> None:
    spots = laid(many, step, turned)
    cards, left = joined(spots)
    assert is_fan(spots)
    assert (len(cards), left) == (sum(many), [])
    assert len(steps_of(cards)) == sum(many) - len(many)
    assert even_step(steps_of(cards)) == pytest.approx(step, rel=0.01)


@pytest.mark.traced
@given(ROWS, STEPS, st.data())
def test_a_card_that_was_not_found_leaves_a_gap(
    many: list[int], step: float, data: st.DataObject
) -> None:
    spots = laid(many, step)
    spots.pop(data.draw(st.integers(1, many[0] - 2)))
    steps = steps_of(joined(spots)[0])
    gaps = [step for step in steps if step.wide >= FAN.min_gap * even_step(steps)]
    assert len(gaps) == 1


def test_a_second_end_of_no_card_that_was_read_is_left_over() -> None:
    spots = laid([8], 0.25)
    stray = spot("Q", 300.0, 160.0, turned=True)
    cards, left = joined([*spots, stray])
    assert len(cards) == 8
    assert left == [stray]


def test_decks_with_four_indices() -> None:
    spots = laid([9, 9], 0.25)
    lower = [
        spot(box.label, *xy(box.at + 0.82j * TALL), turned=True) for box in spots if box.up.imag < 0
    ]
    right = [
        spot(box.label, *xy(box.at + 0.52 * TALL))
        for box in (spots[8], spots[18])
    ]  # fmt: skip
    cards, left = joined([*spots, *lower, *right])
    assert (len(cards), left) == (18, [])


def test_cards_thrown_anyhow_are_no_fan() -> None:
    names = [str(rank) for rank in RANKS]
    assert not is_fan([spot(names[0], 10.0, 10.0), spot(names[1], 500.0, 10.0)])
    assert not is_fan([])


def look(ranks: list[Rank], doubts: int = 0) -> Fan:
    cards = tuple(FanCard(rank, 0.99, QUAD) for rank in ranks)
    return Fan(cards, (Ask(LOOKS_DIFFER),) * doubts)


def test_of_several_looks_the_one_with_the_fewest_doubts_counts() -> None:
    fan = best_look([look([Rank.ACE], 2), look([Rank.ACE, Rank.TWO], 1), look([Rank.ACE], 3)])
    assert len(fan.cards) == 2


def test_looks_without_doubts_must_agree() -> None:
    assert best_look([look([Rank.ACE]), look([Rank.ACE])]).doubts == ()
    differ = best_look([look([Rank.ACE]), look([Rank.TWO])])
    assert [doubt.reason for doubt in differ.doubts] == [LOOKS_DIFFER]


@cache
def reader() -> FanReader:
    return FanReader()


@cache
def pictured() -> fans.Fan:
    """A drawn deck without two cards, 1280 x 720."""
    return next(fans.drawn(1, 21))


@pytest.mark.thorough
def test_what_a_fan_lacks_is_told() -> None:
    shown = pictured()
    want = Counter(card.rank for card in shown.cards)
    check = count([reader().look(shown.image)])
    assert not check.unread
    assert check.off == {rank: want[rank] - 4 for rank in RANKS if want[rank] != 4}


@pytest.mark.parametrize("number", [4, pytest.param(30, marks=pytest.mark.thorough)])
def test_a_card_whose_index_is_covered_is_asked_about_where_it_lies(number: int) -> None:
    shown = pictured()
    image = shown.image.copy()
    corner, right, _, down = (np.array(place) for place in shown.quads[number])
    hidden = [
        corner + (right - corner) * x + (down - corner) * y
        for x, y in ((0.02, 0.02), (0.24, 0.02), (0.24, 0.3), (0.02, 0.3))
    ]
    cv2.fillConvexPoly(image, np.round(hidden).astype(np.int32), (235, 235, 235))
    check = count([reader().look(image)])
    assert check.unread
    places = [np.mean(ask.at, axis=0) for _, ask in check.unread if ask.at]
    tall = float(np.linalg.norm(down - corner))
    assert min(np.linalg.norm(place - corner) for place in places) < 0.5 * tall


def test_what_is_no_fan_is_read_as_any_picture() -> None:
    black = reader().look(np.zeros((240, 320, 3), np.uint8))
    assert black.cards == ()
    assert "too dark" in said(black.doubts[0].reason)
    assert reader().look(np.zeros((240, 320), np.uint8)).doubts
    assert reader().look(np.zeros((9, 9, 3), np.uint8)).doubts


def test_both_looks_at_a_fan_are_with_the_large_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first searches for its size, the second looks at that size, through a deck's finder."""
    looks: list[tuple[bool, bool]] = []
    nothing = np.zeros((48, 64), np.float32)
    areas = CardMaps(nothing, nothing, np.zeros((48, 64, 2), np.float32), 4)

    def found(
        _: Finder, _image: Image, card_height: float | None, *, large: bool = False
    ) -> tuple[list[Detection], CardMaps]:
        looks.append((card_height is None, large))
        return laid([8], 0.3), areas

    monkeypatch.setattr(Finder, "__init__", lambda *_: None)
    monkeypatch.setattr(Finder, "find", found)
    monkeypatch.setattr(Finder, "named", lambda _, _image, detections: detections)
    FanReader().look(np.zeros((600, 1000, 3), np.uint8))
    assert looks == [(True, False), (False, True)]


def test_a_huge_picture_is_reduced() -> None:
    small, zoom = reduced(np.zeros((3000, 5200, 3), np.uint8))
    assert small.shape == (1500, 2600, 3)
    assert zoom == 0.5

"""Further looks see what the first saw, and doubt what only one of them supposed."""

import math
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lying_cards import HEIGHT as CARD_HEIGHT
from lying_cards import MIDDLE, SIDE, indices, lying

from appliance.core.reading import Reading
from appliance.drivers import Image
from appliance.vision.arrays import Point, xy
from appliance.vision.doubts.missed_cards import COVERED
from appliance.vision.doubts.one_or_two import ONE_OR_TWO
from appliance.vision.find.finder import (
    NETWORK_CARD_HEIGHT,
    STRIDE,
    CardMaps,
    Detection,
    Finder,
    View,
)
from appliance.vision.find.index import LABELS
from appliance.vision.find.second_look import FURTHER_LOOKS, further_looks
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH
from appliance.vision.read import CLOSER, CardReader, is_index
from bluffing.message import message

WIDTH, HEIGHT, ZOOM = 302, 202, 1.5
PICTURE: Image = np.arange(WIDTH * HEIGHT * 3, dtype=np.uint8).reshape(HEIGHT, WIDTH, 3)


def areas_of(zoom: float, *, turned: bool) -> CardMaps:
    """A table that is likelier a card further right and further down, before one card's middle."""
    unit = STRIDE * zoom
    x = (np.arange(math.ceil(WIDTH / unit), dtype=np.float32) + 0.5) * unit
    y = (np.arange(math.ceil(HEIGHT / unit), dtype=np.float32) + 0.5) * unit
    middle = np.array([80, 50], np.float32)
    if turned:
        x, y, middle = WIDTH - x, HEIGHT - y, np.array([WIDTH - 80, HEIGHT - 50], np.float32)
    face, back = np.broadcast_arrays(x[None] / WIDTH, y[:, None] / HEIGHT)
    centres = np.broadcast_to(middle, (*face.shape, 2))
    return CardMaps(face, back, centres, zoom)


@dataclass
class Looks:
    """Replaces the finder: sees `spots`, where `times` says so, and always the same table."""

    spots: list[Detection]
    times: tuple[bool, ...] = (True,) * len(FURTHER_LOOKS)
    sizes: list[tuple[bool, float]] = field(default_factory=list)

    def find(
        self, image: Image, card_height: float | None, *, large: bool = False
    ) -> tuple[list[Detection], CardMaps]:
        assert large
        assert card_height is not None
        turned = not np.array_equal(image, PICTURE)
        assert np.array_equal(image[:: 1 - 2 * turned, :: 1 - 2 * turned], PICTURE)
        self.sizes.append((turned, round(NETWORK_CARD_HEIGHT * ZOOM / card_height, 6)))
        spots = self.spots if self.times[len(self.sizes) - 1] else []
        seen = [about(spot) if turned else spot for spot in spots]
        return seen, areas_of(card_height / NETWORK_CARD_HEIGHT, turned=turned)


def about(spot: Detection, size: Point = complex(WIDTH, HEIGHT)) -> Detection:
    """Return what `spot` is in the picture upside down, which has this width and height."""
    return replace(spot, at=size - spot.at, card_centre=size - spot.card_centre, up=-spot.up)


def spot(x: float, y: float, turn: float, chance: float, label: str = "7") -> Detection:
    names = np.full(len(LABELS), 0.1 / (len(LABELS) - 1), np.float32)
    names[LABELS.index(label)] = 0.9
    at, up = complex(x, y), complex(math.sin(turn), -math.cos(turn))
    return Detection(at, 6.0, up, chance, at + 9 + 9j, 50.0, names)


def looks(finder: Looks, spots: list[Detection]) -> list[tuple[list[Detection], CardMaps]]:
    first = areas_of(ZOOM, turned=False)
    return list(further_looks(cast("Finder", finder), PICTURE, spots, first))


@given(st.floats(0, WIDTH), st.floats(0, HEIGHT), st.floats(0, 6.3), st.floats(0.2, 1))
def test_what_all_looks_see_alike_stays_as_it_is(
    x: float, y: float, turn: float, chance: float
) -> None:
    index, first = spot(x, y, turn, chance), areas_of(ZOOM, turned=False)
    finder = Looks([index])
    for (merged,), mean in looks(finder, [index]):
        assert (merged.at, merged.up, merged.card_centre) == pytest.approx(
            (index.at, index.up, index.card_centre), abs=1e-4
        )
        assert (merged.confidence, merged.height, merged.card_height) == pytest.approx(
            (chance, 6.0, 50.0)
        )
        assert np.allclose(merged.probabilities, index.probabilities, atol=1e-6)
        inner = np.s_[1:-1, 1:-1]  # at the rim a look may have no place
        for name in ("face", "back", "card_centres"):
            assert np.allclose(getattr(mean, name)[inner], getattr(first, name)[inner], atol=2e-3)
        assert mean.zoom == ZOOM
    assert finder.sizes == list(FURTHER_LOOKS)


def test_what_the_first_look_alone_sees_counts_ever_less() -> None:
    alone = spot(50, 50, 0.3, 0.8)
    merged = looks(Looks([]), [alone])
    assert [(index.at, index.confidence) for (index,), _ in merged] == [
        pytest.approx((50 + 50j, 0.8 / n)) for n in (2, 3, 4)
    ]


def test_what_one_further_look_alone_sees_counts_ever_less() -> None:
    alone = spot(50, 50, 0.3, 0.8)
    merged = looks(Looks([alone], (True, False, False)), [])
    assert [index.confidence for (index,), _ in merged] == pytest.approx(
        [0.8 / n for n in (2, 3, 4)]
    )


def test_looks_that_differ_count_by_how_likely_they_were() -> None:
    first, other = spot(50, 50, 0.0, 0.9, "8"), spot(51, 50, 0.0, 0.3, "6")
    (merged,), _ = looks(Looks([other]), [first])[0]
    assert merged.at.real == pytest.approx(50.25)
    assert merged.confidence == pytest.approx(0.6)
    assert merged.label == "8"
    assert merged.probabilities[LABELS.index("6")] == pytest.approx(0.25 * 0.9, abs=0.01)


def test_two_indices_side_by_side_stay_two() -> None:
    pair = [spot(50, 50, 0.0, 0.9), spot(56, 50, 0.0, 0.9)]
    merged, _ = looks(Looks(pair), pair)[-1]
    assert sorted(pair.at.real for pair in merged) == pytest.approx([50, 56])


MARK = 60
"""A grey level that only the upper left corner of the table has."""

FAR = MIDDLE + 1.3j * CARD_HEIGHT
"""Where no card lies, and the table looks a little like one."""


@dataclass
class Eyes:
    """Replaces the finder: the spots of the `first` look, and of the `later` ones."""

    first: View
    later: View

    def find(self, image: Image, card_height: float | None, *, large: bool = False) -> View:
        assert large == (card_height is not None)
        if card_height is None:
            return self.first
        if image[0, 0, 0] == MARK:
            return self.later
        spots, maps = self.later
        turned = [about(spot, complex(SIDE, SIDE)) for spot in spots]
        middles = np.float32(SIDE) - maps.card_centres
        parts = (maps.face, maps.back, middles)
        face, back, middles = (np.ascontiguousarray(each[::-1, ::-1]) for each in parts)
        return turned, CardMaps(face, back, middles, maps.zoom)


@dataclass
class Box:
    """Replaces the finder: sees `spots`, and notes the size and the network."""

    spots: list[Detection]
    asked: list[tuple[float | None, bool]] = field(default_factory=list)

    def find(self, _image: Image, card_height: float | None, *, large: bool = False) -> View:
        self.asked.append((card_height, large))
        return self.spots, lying((MIDDLE, 0.0))


def cells(at: Point, reach: int) -> tuple[slice, slice]:
    """The rows and columns up to `reach` cells from a place."""
    row, column = (int(side / STRIDE) for side in (at.imag, at.real))
    return slice(row - reach, row + reach + 1), slice(column - reach, column + reach + 1)


@dataclass
class Pair:
    """A two, and a seven so many card heights to its right: they touch, or lie apart."""

    gap: float

    def indices(self, off: float = 0.0) -> list[Detection]:
        """Those of both; one of the two's sees its card's middle so many pixels `off`."""
        first, second = indices(MIDDLE, 0.0, ((-1, -1), (1, 1)))
        seen = replace(first, card_centre=first.card_centre + off)
        return [seen, second, *indices(self._seven, 0.0, ((-1, -1), (1, 1)), "7")]

    def read(
        self, first: list[Detection], later: list[Detection], stray: Point | None = None
    ) -> Reading:
        """Return the reading where the first look finds other indices than later ones do.

        The first look alone sees a part of a card around `stray`, if given.
        """
        maps = lying((MIDDLE, 0.0), (self._seven, 0.0))
        table: Image = np.full((SIDE, SIDE, 3), 20, np.uint8)
        table[maps.face.repeat(STRIDE, 0).repeat(STRIDE, 1) > 0] = 230
        table[0, 0] = MARK
        maps.face[cells(FAR, 1)] = 0.3
        seen = CardMaps(maps.face.copy(), maps.back, maps.card_centres.copy(), maps.zoom)
        if stray is not None:
            seen.face[cells(stray, 8)], seen.card_centres[cells(stray, 8)] = 0.9, xy(stray)
        eyes = Eyes((first, seen), (later, maps))
        return CardReader(lambda: cast("Finder", eyes)).read(table)

    @property
    def _seven(self) -> Point:
        return MIDDLE + self.gap * CARD_HEIGHT


TOUCH, APART = Pair(0.68), Pair(1.2)


@pytest.mark.parametrize("pair", [APART, TOUCH])
def test_no_further_look_tells_whether_it_is_one_card_or_two(pair: Pair) -> None:
    assert pair.read(pair.indices(), []).ask is None
    doubtful = pair.read(pair.indices(45.0), pair.indices())
    assert doubtful.ask is not None
    assert doubtful.ask.reason == ONE_OR_TWO


@pytest.mark.parametrize(
    ("pair", "at", "settles"),
    [
        (APART, FAR, True),
        (APART, MIDDLE + 0.3j * CARD_HEIGHT, False),
        (TOUCH, FAR, False),
        (TOUCH, MIDDLE + 0.3j * CARD_HEIGHT, False),
    ],
)
def test_whether_more_lies_there_further_looks_tell_only_off_cards_that_lie_apart(
    pair: Pair, at: Point, settles: bool
) -> None:
    """So little of a card below others shows that looks see it or miss it by chance."""
    confidence = 0.7 if at == FAR else 0.3
    (nine,) = (replace(index, confidence=confidence) for index in indices(at, 1.0, ((0, 0),), "9"))
    unread = replace(nine, probabilities=nine.probabilities * np.float32(0.4))
    reading = pair.read([*pair.indices(), unread], pair.indices())
    assert (reading.ask is None) == settles
    assert reading.ask is None or reading.ask.reason == message("ask.index-unread")


@pytest.mark.parametrize(("down", "settles"), [(1.3, True), (0.6, False)])
def test_what_may_be_a_part_of_a_card_further_looks_settle_only_far_from_all_cards(
    down: float, settles: bool
) -> None:
    stray = MIDDLE + down * 1j * CARD_HEIGHT
    reading = APART.read(APART.indices(), APART.indices(), stray)
    assert (reading.ask and reading.ask.reason) == (None if settles else COVERED)


NEAR = Pair(0.8)
"""Cards that lie apart, and so near that a doubt about one is not off the other."""


TWO, SEVEN = NEAR.indices()[:2], NEAR.indices()[2:]


def doubtful(spots: list[Detection], share: float = 0.4) -> list[Detection]:
    """`spots` that can't be named: the label of each has so much of its chance."""
    return [replace(spot, probabilities=spot.probabilities * np.float32(share)) for spot in spots]


@pytest.mark.parametrize(
    ("first", "later", "read", "reason"),
    [
        ([*TWO, *doubtful(SEVEN)], [*TWO, *SEVEN], 2, None),
        ([*TWO, *doubtful(SEVEN)], TWO, 1, "ask.index-unread"),
        ([*TWO, *doubtful(SEVEN)], [*TWO, *doubtful(SEVEN, 0.8)], 2, "ask.unsure"),
        (doubtful([*TWO, *SEVEN]), [*TWO, *SEVEN], 2, None),
        (doubtful([*TWO, *SEVEN]), [], 0, "ask.index-unread"),
        (doubtful([*TWO, *SEVEN], 0.2), [*TWO, *SEVEN], 0, "ask.unknown-face"),
        ([], [*TWO, *SEVEN], 0, "ask.unknown-face"),
    ],
)
def test_an_index_that_can_not_be_read_further_looks_may_read(
    first: list[Detection], later: list[Detection], read: int, reason: str | None
) -> None:
    """To read nothing more settles nothing, and where no index was nearly read none looks again."""
    reading = NEAR.read(first, later)
    assert len(reading.cards) == read
    assert (reading.ask and reading.ask.reason) == (reason and message(reason))


def faint(spots: list[Detection]) -> list[Detection]:
    """`spots` that are hardly found, and not named surely."""
    return [replace(index, confidence=0.55) for index in doubtful(spots, 0.7)]


@pytest.mark.parametrize(
    ("first", "later", "read"),
    [
        ([*TWO, *faint(SEVEN)], TWO, 1),
        ([*TWO, *faint(SEVEN)], [*TWO, *faint(SEVEN)], 2),
        ([*TWO, *faint(SEVEN)], [*TWO, *SEVEN], 2),
        (faint(SEVEN), [*TWO, *SEVEN], 2),
    ],
)
def test_a_card_that_is_not_sure_is_shown_as_all_looks_together_see_it(
    first: list[Detection], later: list[Detection], read: int
) -> None:
    """They settle nothing: the first look asks about one thing, and there may be others."""
    reading = NEAR.read(first, later)
    assert len(reading.cards) == read
    assert reading.ask is not None


@pytest.mark.parametrize(("chance", "told"), [(0.45, (0, 0)), (0.55, (1, 0)), (0.65, (1, 1))])
def test_an_index_that_is_hardly_named_counts_sooner_in_a_photograph(
    chance: float, told: tuple[int, int]
) -> None:
    """It is a corner of its card, and makes none sure. In the box it is asked about."""
    (index,) = doubtful(TWO[:1], chance)
    assert tuple(is_index(index, limits) for limits in (PHOTOGRAPH, CALIBRATED)) == told


def test_a_closer_look_at_the_box_is_the_large_networks() -> None:
    table: Image = np.full((SIDE, SIDE, 3), 230, np.uint8)
    box = Box(TWO)
    reading = CardReader(lambda: cast("Finder", box)).closer(table, CARD_HEIGHT)
    assert len(reading.cards) == 1
    ((height, large),) = box.asked
    assert large
    assert height == pytest.approx(CARD_HEIGHT / CLOSER)


def test_the_box_gets_no_further_look() -> None:
    """Players can spread the cards there, and see the next picture read at once."""
    table: Image = np.full((SIDE, SIDE, 3), 230, np.uint8)
    table[: SIDE // 4] = 20
    box = Box(faint(TWO))
    reading = CardReader(lambda: cast("Finder", box)).read(table, CARD_HEIGHT)
    assert reading.ask is not None
    assert box.asked == [(CARD_HEIGHT, False)]

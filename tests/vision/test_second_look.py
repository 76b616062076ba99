"""Further looks see what the first saw, and doubt what only one of them supposed."""

import math
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.drivers import Image
from appliance.vision.find.finder import NETWORK_CARD_HEIGHT, STRIDE, CardMaps, Detection, Finder
from appliance.vision.find.index import LABELS
from appliance.vision.find.second_look import FURTHER_LOOKS, further_looks

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
    """Stands in for the finder: sees `spots`, where `times` says so, and always the same table."""

    spots: list[Detection]
    times: tuple[bool, ...] = (True,) * len(FURTHER_LOOKS)
    sizes: list[tuple[bool, float]] = field(default_factory=list)

    def find(self, image: Image, card_height: float | None) -> tuple[list[Detection], CardMaps]:
        assert card_height is not None
        turned = not np.array_equal(image, PICTURE)
        assert np.array_equal(image[:: 1 - 2 * turned, :: 1 - 2 * turned], PICTURE)
        self.sizes.append((turned, round(NETWORK_CARD_HEIGHT * ZOOM / card_height, 6)))
        spots = self.spots if self.times[len(self.sizes) - 1] else []
        seen = [about(spot) if turned else spot for spot in spots]
        return seen, areas_of(card_height / NETWORK_CARD_HEIGHT, turned=turned)


def about(spot: Detection) -> Detection:
    """What `spot` is in the picture upside down."""
    size = complex(WIDTH, HEIGHT)
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
    one, first = spot(x, y, turn, chance), areas_of(ZOOM, turned=False)
    finder = Looks([one])
    for (merged,), mean in looks(finder, [one]):
        assert (merged.at, merged.up, merged.card_centre) == pytest.approx(
            (one.at, one.up, one.card_centre), abs=1e-4
        )
        assert (merged.confidence, merged.height, merged.card_height) == pytest.approx(
            (chance, 6.0, 50.0)
        )
        assert np.allclose(merged.probabilities, one.probabilities, atol=1e-6)
        inner = np.s_[1:-1, 1:-1]  # at the rim a look may have no place
        for name in ("face", "back", "card_centres"):
            assert np.allclose(getattr(mean, name)[inner], getattr(first, name)[inner], atol=2e-3)
        assert mean.zoom == ZOOM
    assert finder.sizes == list(FURTHER_LOOKS)


def test_what_the_first_look_alone_sees_counts_ever_less() -> None:
    alone = spot(50, 50, 0.3, 0.8)
    merged = looks(Looks([]), [alone])
    assert [(one.at, one.confidence) for (one,), _ in merged] == [
        pytest.approx((50 + 50j, 0.8 / n)) for n in (2, 3, 4)
    ]


def test_what_one_further_look_alone_sees_counts_ever_less() -> None:
    alone = spot(50, 50, 0.3, 0.8)
    merged = looks(Looks([alone], (True, False, False)), [])
    assert [one.confidence for (one,), _ in merged] == pytest.approx([0.8 / n for n in (2, 3, 4)])


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
    assert sorted(one.at.real for one in merged) == pytest.approx([50, 56])

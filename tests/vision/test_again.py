"""A second look, upside down, sees what the first saw, and doubts what the first only supposed."""

import math
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.again import both
from appliance.vision.find import STRIDE, Areas, Finder, Spot
from appliance.vision.index import LABELS, Image

WIDTH, HEIGHT, ZOOM = 96, 64, 1.0
SHAPE = (HEIGHT // STRIDE, WIDTH // STRIDE)
PICTURE: Image = np.arange(WIDTH * HEIGHT * 3, dtype=np.uint8).reshape(HEIGHT, WIDTH, 3)


@dataclass
class Turned:
    """Stands in for the finder: sees `spots` and `areas` upside down."""

    spots: list[Spot]
    areas: Areas

    def find(self, image: Image, card: float | None) -> tuple[list[Spot], Areas]:
        assert card is not None
        assert np.array_equal(image, PICTURE[::-1, ::-1])
        return [about(spot) for spot in self.spots], Areas(
            self.areas.face[::-1, ::-1],
            self.areas.back[::-1, ::-1],
            np.array([WIDTH, HEIGHT], np.float32) - self.areas.centres[::-1, ::-1],
            ZOOM,
        )


def about(spot: Spot) -> Spot:
    centre = (WIDTH - spot.centre[0], HEIGHT - spot.centre[1])
    up = (-spot.up[0], -spot.up[1])
    return replace(spot, x=WIDTH - spot.x, y=HEIGHT - spot.y, centre=centre, up=up)


def areas(seed: int) -> Areas:
    rng = np.random.default_rng(seed)
    face, back = rng.random((2, *SHAPE), dtype=np.float32)
    return Areas(face, back, 90 * rng.random((*SHAPE, 2), dtype=np.float32), ZOOM)


def spot(x: float, y: float, turn: float, chance: float, label: str = "7") -> Spot:
    names = np.full(len(LABELS), 0.1 / (len(LABELS) - 1), np.float32)
    names[LABELS.index(label)] = 0.9
    return Spot(x, y, 6.0, (math.sin(turn), -math.cos(turn)), chance, (x + 9, y + 9), 50.0, names)


def second(spots: list[Spot], seen: Areas, found: list[Spot]) -> tuple[list[Spot], Areas]:
    return both(cast("Finder", Turned(found, seen)), PICTURE, spots, seen)


@given(st.floats(0, WIDTH), st.floats(0, HEIGHT), st.floats(0, 6.3), st.floats(0.2, 1))
def test_what_both_looks_see_alike_stays_as_it_is(
    x: float, y: float, turn: float, chance: float
) -> None:
    one, seen = spot(x, y, turn, chance), areas(1)
    (merged,), mean = second([one], seen, [one])
    assert (merged.x, merged.y, *merged.up, *merged.centre) == pytest.approx(
        (one.x, one.y, *one.up, *one.centre), abs=1e-6
    )
    assert (merged.chance, merged.height, merged.card) == pytest.approx((chance, 6.0, 50.0))
    assert np.allclose(merged.names, one.names)
    for name in ("face", "back", "centres"):
        assert np.allclose(getattr(mean, name), getattr(seen, name), atol=1e-4)
    assert mean.zoom == ZOOM


def test_what_one_look_sees_counts_half() -> None:
    here, there = spot(20, 20, 0.3, 0.8), spot(70, 40, 2.0, 0.6)
    merged, _ = second([here], areas(2), [there])
    assert [(one.x, one.y, one.chance) for one in merged] == [
        pytest.approx((20, 20, 0.4)),
        pytest.approx((70, 40, 0.3)),
    ]


def test_looks_that_differ_count_by_how_likely_they_were() -> None:
    first, other = spot(20, 20, 0.0, 0.9, "8"), spot(21, 20, 0.0, 0.3, "6")
    (merged,), _ = second([first], areas(3), [other])
    assert merged.x == pytest.approx(20.25)
    assert merged.chance == pytest.approx(0.6)
    assert merged.label == "8"
    assert merged.names[LABELS.index("6")] == pytest.approx(0.25 * 0.9, abs=0.01)

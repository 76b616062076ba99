"""The simulated box from end to end: calibrated, read flat, bumped between two plays, told."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from said import said

from appliance.box.calibrate import sight, solve
from appliance.box.flatten import FLAT_SCALE
from appliance.box.reader import BoxReader
from appliance.core.reading import Reading, SeenCard
from appliance.drivers import Image
from appliance.message import Message
from appliance.rules.cards import Rank, pack
from appliance.sim.camera import SimCamera
from appliance.sim.photo.mounting import Mounting
from appliance.sim.truth import Box

PLACE = np.array([(100.0, 60.0), (163.5, 60.0), (163.5, 148.9), (100.0, 148.9)])
FIRST = Mounting(turn=3.0, tilt=(0.03, -0.02), barrel=-0.06)
LATER = Mounting(turn=5.5, tilt=(0.03, -0.02), barrel=-0.06, shift=(-14.0, 6.0))


class Sure:
    """Says of every flat picture, or of the window in its middle, that a card lies at PLACE."""

    def read(self, image: Image, card: float | None = None) -> Reading:
        assert card == pytest.approx(142.24)
        height, width = image.shape[:2]
        flat = (PLACE - (196, 130)) * FLAT_SCALE + (np.array((width, height)) - 1) / 2
        quad = tuple((float(x), float(y)) for x, y in flat)
        return Reading((SeenCard(Rank.TEN, 0.99, quad),), width, height)


@pytest.mark.parametrize("seed", [1, 2])
def test_places_are_right_to_a_pixel_before_and_after_a_bump(seed: int) -> None:
    people: Any = SimpleNamespace(seed=seed, box=None)
    camera = SimCamera(people, lambda: 0, lambda play: LATER if play[1] else FIRST)
    told: list[Message] = []
    reader = BoxReader(Sure(), solve([sight(camera.capture().image)]), told.append)
    cards = tuple(pack()[:4])
    for play, mounting in (((0, 0), FIRST), ((0, 1), LATER), ((0, 2), LATER)):
        people.box = Box(cards, play, 1)
        reading = reader(camera.capture().image)
        assert (reading.width, reading.height) == mounting.size
        off = np.array(reading.cards[0].quad) - mounting.seen(PLACE)
        assert np.linalg.norm(off, axis=1).max() < 1.5
    assert len(told) == 1
    assert "the camera was bumped by" in said(told[0])


def test_without_a_mounting_nothing_changes() -> None:
    people: Any = SimpleNamespace(seed=3, box=None)
    plain, again = (SimCamera(people, lambda: 0).capture().image for _ in range(2))
    assert np.array_equal(plain, again)
    assert plain.shape == (720, 960, 3)

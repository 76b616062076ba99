"""The simulated box from end to end: calibrated, read flat, bumped between two plays, told."""

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from said import said

from appliance.box.calibrate import sight, solve
from appliance.box.flatten import FLAT_SCALE
from appliance.box.reader import BoxReader
from appliance.core.reading import Reading, SeenCard
from appliance.drivers import Image
from appliance.vision.read import CardReader
from bluffing.cards import Card, Rank, pack
from bluffing.message import Message
from lab.sim.photo.faces import random_style
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import photograph, scene_of

PLACE = np.array([(100.0, 60.0), (163.5, 60.0), (163.5, 148.9), (100.0, 148.9)])
FIRST = Mounting(turn=3.0, tilt=(0.03, -0.02), barrel=-0.06)
LATER = Mounting(turn=5.5, tilt=(0.03, -0.02), barrel=-0.06, shift=(-14.0, 6.0))


class Sure(CardReader):
    """Says of every flat picture, or of the window in its middle, that a card lies at PLACE."""

    def read(self, image: Image, card_height: float | None = None) -> Reading:
        assert card_height == pytest.approx(142.24)
        height, width = image.shape[:2]
        flat = (PLACE - (196, 130)) * FLAT_SCALE + (np.array((width, height)) - 1) / 2
        quad = tuple((float(x), float(y)) for x, y in flat)
        return Reading((SeenCard(Rank.TEN, 0.99, quad),), width, height)


def shot(seed: int, cards: Sequence[Card], mounting: Mounting) -> Image:
    rng = random.Random(seed)
    scene = replace(scene_of(rng), overlap=False, hand=0.0, glare=0.0, motion=0)
    return photograph(cards, random_style(rng), rng, scene, mounting=mounting).image


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
def test_places_are_right_to_a_pixel_before_and_after_a_bump(seed: int) -> None:
    told: list[Message] = []
    reader = BoxReader(Sure(), solve([sight(shot(seed, (), FIRST))]), told.append)
    for mounting in (FIRST, LATER, LATER):
        reading = reader(shot(seed, pack()[:4], mounting))
        assert (reading.width, reading.height) == mounting.size
        off = np.array(reading.cards[0].quad) - mounting.seen(PLACE)
        assert np.linalg.norm(off, axis=1).max() < 1.5
    assert len(told) == 1
    assert "the camera was bumped by" in said(told[0])

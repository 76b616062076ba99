"""The flat picture: a card has one size, print stays print, and places lead back."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from extent import often
from mat_shots import SMALL, calibrated, from_picture, miss, shot

from appliance.box.flatten import (
    FLAT_SIZE,
    card_height,
    flatten,
    to_picture,
    unflattened,
)
from appliance.box.mat.shapes import mat_picture
from appliance.core.reading import Ask, Reading, SeenCard
from appliance.vision.doubts.missed_cards import COVERED
from bluffing.cards import Rank
from lab.sim.photo.mounting import Mounting

PART = (61, 62)
"""Where the part of the flat picture begins that is read."""

MOUNTINGS = (
    replace(SMALL, barrel=-0.08, turn=7.0, tilt=(0.05, 0.03)),
    Mounting((1600, 1200), scale=3.7, turn=183.0, barrel=-0.04),
    replace(SMALL, turn=-3.0, lanes=True),
)


@pytest.mark.parametrize("mounting", often(MOUNTINGS, MOUNTINGS[:1]))
@pytest.mark.untraced
def test_cards_are_upright_rectangles_of_one_size(mounting: Mounting) -> None:
    known, photo = calibrated(mounting), shot(mounting, cards=5, seed=4)
    for quad in photo.quads:
        flat = from_picture(np.array(quad), known.plane)
        sides = np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1)
        assert sides[[1, 3]] == pytest.approx([card_height(known)] * 2, abs=1.5)
        assert sides[[0, 2]] == pytest.approx([card_height(known) * 5 / 7] * 2, abs=3)


@pytest.mark.parametrize("mounting", MOUNTINGS)
def test_the_flat_mat_looks_like_the_design(mounting: Mounting) -> None:
    flat = flatten(shot(mounting).image, calibrated(mounting))
    assert flat.shape == (FLAT_SIZE[1], FLAT_SIZE[0], 3)
    assert flat.dtype == np.uint8
    gray = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    printed = cv2.resize(
        mat_picture(4, lanes=mounting.lanes), (627, 416), interpolation=cv2.INTER_AREA
    )
    inside = gray[32 : 32 + 416, 30 : 30 + 627]
    match = cv2.matchTemplate(inside[4:-4, 4:-4], printed[4:-4, 4:-4], cv2.TM_CCOEFF_NORMED)
    assert float(match[0, 0]) > 0.96


@pytest.mark.parametrize("mounting", MOUNTINGS)
def test_a_reading_comes_back_in_the_cameras_pixels(mounting: Mounting) -> None:
    known, photo = calibrated(mounting), shot(mounting, cards=3, seed=4)
    quads = [
        tuple((float(x), float(y)) for x, y in from_picture(np.array(quad), known.plane) - PART)
        for quad in photo.quads
    ]
    cards = tuple(SeenCard(Rank.ACE, 0.99, quad) for quad in quads)
    flat = Reading(cards, *FLAT_SIZE, ask=Ask(COVERED, quads[0]))
    back = unflattened(flat, PART, known)
    assert (back.width, back.height) == mounting.size
    assert back.ask is not None
    assert back.ask.reason == COVERED
    for card, quad in zip(back.cards, photo.quads, strict=True):
        assert np.abs(np.array(card.quad) - np.array(quad)).max() < 1e-6
    assert back.ask.at is not None
    assert np.abs(np.array(back.ask.at) - np.array(photo.quads[0])).max() < 1e-6


def test_the_truth_in_millimetres_is_met_to_a_pixel() -> None:
    for mounting in MOUNTINGS:
        known = calibrated(mounting)
        assert miss(known.plane, mounting) < 1.3
        corner = to_picture(from_picture(np.array([[100.0, 100.0]]), known.plane), known.plane)
        assert corner == pytest.approx(np.array([[100.0, 100.0]]), abs=1e-3)


def test_a_mat_printed_small_makes_cards_larger() -> None:
    known = calibrated(SMALL)
    assert card_height(known) == pytest.approx(142.24)
    assert card_height(replace(known, ruler=95.0)) == pytest.approx(142.24 / 0.95)


def test_a_picture_of_another_size_can_not_be_flattened() -> None:
    with pytest.raises(ValueError, match="calibrated is"):
        flatten(np.zeros((480, 640, 3), np.uint8), calibrated(SMALL))

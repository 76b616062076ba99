"""The cast: any puppet can show any mood, and is known by its outline alone."""

import re
from itertools import combinations

import numpy as np
import pygame.surfarray
import pytest

from appliance.display.cast.faces import EXPRESSIONS, Mood
from appliance.display.cast.figure import CANVAS, drawn, figure
from appliance.display.cast.puppets import CAST
from appliance.display.cast.shapes import mirrored
from appliance.display.quiet import pygame
from appliance.display.theme import SEAT_COLOURS

BLUE = SEAT_COLOURS[4]
HEIGHT = 96


def alpha(picture: pygame.Surface) -> np.ndarray:
    """Return how much of each place is covered, 0 to 1."""
    covered: np.ndarray = pygame.surfarray.array_alpha(picture) / 255
    return covered


def colours(picture: pygame.Surface) -> np.ndarray:
    """Its visible part on a dark ground."""
    ground = pygame.Surface(picture.get_size())
    ground.blit(picture, (0, 0))
    found: np.ndarray = pygame.surfarray.array3d(ground).astype(int)
    return found


def test_there_is_a_puppet_for_each_seat_and_a_face_for_each_mood() -> None:
    assert len(CAST) == 12
    assert set(EXPRESSIONS) == set(Mood)


def test_outlines_differ_in_black() -> None:
    shapes = {name: alpha(drawn(name, Mood.IDLE, BLUE, HEIGHT)) for name in CAST}
    for first, second in combinations(shapes, 2):
        differs = np.abs(shapes[first] - shapes[second]).sum()
        # the shoulders are all the same: a quarter of each
        assert differs > 0.06 * max(shapes[first].sum(), shapes[second].sum()), (first, second)


@pytest.mark.parametrize("name", CAST)
def test_each_mood_looks_another_way_and_stays_on_its_picture(name: str) -> None:
    pictures = {mood: drawn(name, mood, BLUE, HEIGHT) for mood in Mood}
    seen = {mood: colours(picture) for mood, picture in pictures.items()}
    for first, second in combinations(Mood, 2):
        differs = np.abs(seen[first] - seen[second]).mean()
        assert differs > 4, (first, second)
    for mood, picture in pictures.items():
        assert picture.get_size() == (round(HEIGHT * CANVAS[2] / CANVAS[3]), HEIGHT)
        covered = alpha(picture)
        cut = covered[0].sum() + covered[-1].sum() + covered[:, 0].sum()
        assert not cut, mood


@pytest.mark.parametrize("name", CAST)
def test_the_scarf_has_the_colour_of_the_seat(name: str) -> None:
    for colour in SEAT_COLOURS:
        picture = drawn(name, Mood.IDLE, colour, 2 * HEIGHT)
        near = np.abs(colours(picture) - np.array(colour)).max(axis=2) < 3
        assert near.sum() > 250, colour


def test_no_puppet_needs_more_of_svg_than_sdl_draws() -> None:
    for name in CAST:
        for mood in Mood:
            code = figure(name, mood, "#56b4e9", (90, 96))
            assert set(re.findall(r"<(\w+)", code)) == {"svg", "g", "path"}
            assert "url(" not in code
            assert "nan" not in code


def test_what_is_mirrored_twice_is_the_same() -> None:
    path = "M10 20C1 2 3 4 5 6L7 8Z"
    assert mirrored(mirrored(path)).replace(" ", "") == path.replace(" ", "")
    assert mirrored("M100 20L140 30Z") == "M 180 20 L 140 30 Z"

"""The rope of a doubt window: it lies within the picture, and a frame redraws only its fire."""

import math
from itertools import pairwise

import pytest
from example_seats import AT
from example_variants import SIZES, VIEWS

from appliance.core.signals import MS
from appliance.display import rope
from appliance.display.draw import Artist
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.pen import Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.screens.game_plan import bubble_of, rope_of, scene_of
from appliance.display.view import View
from appliance.display.widgets import Easel

UPRIGHT = ((720, 1280), (480, 800), (1080, 1920))
TURNS = ("game", "game-2", "game-7", "heaps", "moves")


def easel_of(view: View, size: tuple[int, int], layout: Layout) -> Easel:
    artist, surface = Artist(layout, kit=shared_kit()), pygame.Surface(size, 0, 32)
    artist.draw(surface, view, AT)
    assert artist.plan is not None
    return Easel(Pen(surface, shared_kit(), artist.plan.unit), artist.plan, view)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [*SIZES[:2], *UPRIGHT])
def test_a_rope_lies_in_the_body_outside_of_the_bubble(
    size: tuple[int, int], layout: Layout
) -> None:
    for name in TURNS:
        easel = easel_of(VIEWS[name], size, layout)
        path = rope_of(easel)
        assert bool(path) is (layout == "tabletop" or easel.view.play.claim is not None)
        assert all(easel.plan.body.collidepoint(point) for point in path), name
        bubble = bubble_of(easel.pen, scene_of(easel).speaker)
        assert layout == "tabletop" or not any(map(bubble.collidepoint, path)), name


def test_strands_are_equally_long_from_corner_to_corner() -> None:
    pen = Pen(pygame.Surface((10, 10)), shared_kit(), 1.0)
    corners = [(0.0, 0.0), (333.0, 0.0), (333.0, 50.0), (20.0, 50.0)]
    path = rope.along(pen, corners)
    assert (path[0], path[-1]) == (corners[0], corners[-1])
    lengths = [math.dist(a, b) for a, b in pairwise(path)]
    assert sorted(lengths)[2] > 0.99 * max(lengths), "but for those at the two corners"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_frame_redraws_the_fire_alone(layout: Layout) -> None:
    """At most 2 % of the picture in a frame, and something in each."""
    view, size = VIEWS["game"], (1280, 720)
    artist, surface = Artist(layout, kit=shared_kit()), pygame.Surface(size, 0, 32)
    assert view.play.window is not None
    artist.draw(surface, view, at := view.play.window[0] + 500 * MS)
    for frame in range(1, 20):
        new = artist.redraw(surface, view, at + frame * 70 * MS)
        burnt = sum(rect.width * rect.height for rect in new if not _is_seat(artist, rect))
        assert 0 < burnt < 0.02 * size[0] * size[1]


def _is_seat(artist: Artist, rect: pygame.Rect) -> bool:
    assert artist.plan is not None
    return rect.collidelist([slot.rect for slot in artist.plan.seats]) >= 0

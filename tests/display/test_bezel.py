"""A picture keeps inside its margins however it is turned, and a touch means what lies under it."""

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.display.window import MARGIN, Bezel

PAPER, INK = (40, 90, 60), (250, 240, 200)

sides = st.integers(20, 70)
parts = st.floats(0, 1, exclude_max=True)


def colour_at(screen: pygame.Surface, place: tuple[int, int]) -> tuple[int, int, int]:
    red, green, blue, _ = screen.get_at(place)
    return red, green, blue


@settings(max_examples=30, deadline=None)
@given(
    size=st.tuples(sides, sides),
    percent=st.integers(0, 10),
    rotation=st.sampled_from((0, 90, 180, 270)),
    place=st.tuples(parts, parts),
)
def test_each_place_is_touched_where_it_is_shown(
    size: tuple[int, int], percent: int, rotation: int, place: tuple[float, float]
) -> None:
    screen = pygame.display.set_mode(size)
    screen.fill(MARGIN)
    bezel = Bezel(screen, percent, rotation)
    width, height = bezel.picture.get_size()
    x, y = int(place[0] * width), int(place[1] * height)
    bezel.picture.fill(PAPER)
    bezel.picture.set_at((x, y), INK)
    bezel.reveal([pygame.Rect(0, 0, width, height)])
    shown = {
        (column, row): colour_at(screen, (column, row))
        for column in range(size[0])
        for row in range(size[1])
    }
    [inked] = (at for at, colour in shown.items() if colour == INK)
    empty = tuple(round(side * percent / 100) for side in size)
    for at, colour in shown.items():
        outside = any(
            not edge <= along < side - edge
            for along, edge, side in zip(at, empty, size, strict=True)
        )
        assert (colour == MARGIN) == outside
    click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=inked, button=1)
    assert bezel.inward(click).pos == (x, y)
    finger = pygame.event.Event(
        pygame.FINGERDOWN, x=(inked[0] + 0.5) / size[0], y=(inked[1] + 0.5) / size[1]
    )
    touched = bezel.inward(finger)
    assert (int(touched.x * width), int(touched.y * height)) == (x, y)


@settings(max_examples=30, deadline=None)
@given(
    size=st.tuples(sides, sides),
    percent=st.integers(0, 10),
    rotation=st.sampled_from((0, 90, 180, 270)),
    corners=st.lists(st.tuples(parts, parts), min_size=2, max_size=2),
)
def test_a_part_that_is_shown_alone_lies_where_the_whole_has_it(
    size: tuple[int, int],
    percent: int,
    rotation: int,
    corners: list[tuple[float, float]],
) -> None:
    screen = pygame.display.set_mode(size)
    screen.fill(MARGIN)
    bezel = Bezel(screen, percent, rotation)
    width, height = bezel.picture.get_size()
    whole = pygame.Rect(0, 0, width, height)
    (left, right), (top, bottom) = (
        sorted(int(corner[axis] * side) for corner in corners)
        for axis, side in enumerate((width, height))
    )
    area = pygame.Rect(left, top, right - left + 1, bottom - top + 1)
    bezel.picture.fill(PAPER)
    bezel.reveal([whole])
    bezel.picture.fill(INK, area)
    bezel.reveal([area])
    alone = pygame.image.tobytes(screen, "RGB")
    bezel.reveal([whole])
    assert alone == pygame.image.tobytes(screen, "RGB")

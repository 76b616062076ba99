"""Moments are told apart from across the room: shrunk to 160 pixels each looks like no other."""

from itertools import combinations

import numpy as np
import pytest
from golden_moments import MOMENTS
from golden_screens import FOLDER

from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame

SMALL = (160, 90)

ALIKE = {
    frozenset({"chance", "lie"}),  # a lie, with and without its chance
    frozenset({"guess", "wager"}),  # one guess, from its first digit to the wager
    frozenset({"unsure", "unknown_deck"}),  # a card that can't be read, and one of an unknown deck
    frozenset({"asking", "sudden_death"}),  # the same choice, with points that say how late it is
}
"""Moments that are one screen on purpose."""

NO_ROOM = {("catch", "tabletop")}
"""Moments that another layout does not show."""

APART = 5.0
"""Mean difference of two pictures, in steps of 255 of one channel."""


def seen_from_afar(name: str, layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    whole = pygame.image.load(str(FOLDER / f"{name}-{layout}.png"))
    flat = pygame.image.tobytes(pygame.transform.smoothscale(whole, SMALL), "RGB")
    return np.frombuffer(flat, np.uint8).reshape(*SMALL[::-1], 3).astype(np.int16)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_moments_shrunk_to_160_pixels_differ(layout: Layout) -> None:
    names = [name for name in MOMENTS if (name, layout) not in NO_ROOM]
    pictures = {name: seen_from_afar(name, layout) for name in names}
    near = {
        (first, other): round(float(abs(pictures[first] - pictures[other]).mean()), 2)
        for first, other in combinations(names, 2)
        if frozenset({first, other}) not in ALIKE
    }
    assert min(near.values()) > APART, sorted(near.items(), key=lambda pair: pair[1])[:20]

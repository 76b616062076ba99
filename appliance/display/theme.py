"""Colours and shapes of the appliance.

Colours are chosen to stay apart for colour-blind eyes (after Okabe and Ito, "Color Universal
Design"); a shape and a number always go with them, so colour alone never carries a meaning. Those
of the stage differ between themes: a pen takes them from the theme of its kit.
"""

import math
from collections.abc import Callable
from typing import Self

from appliance.themes import THEMES, Colour, Scenery, colour_of, theme_of

Corners = tuple[tuple[float, float], ...]


class Paint(tuple[int, int, int]):  # noqa: SLOT001 - a tuple has no slots of its own
    """A colour of the stage: its value in the first theme, and in others `of` their stage."""

    of: Callable[[Scenery], Colour]

    def __new__(cls, of: Callable[[Scenery], Colour]) -> Self:
        """Return the colour `of` a stage."""
        paint = super().__new__(cls, of(theme_of(THEMES[0]).stage))
        paint.of = of
        return paint


GROUND = Paint(lambda stage: colour_of(stage.ground))
PANEL = Paint(lambda stage: colour_of(stage.panel))
LINE = Paint(lambda stage: colour_of(stage.line))
CREAM = Paint(lambda stage: colour_of(stage.paper))
CARD_BACK = Paint(lambda stage: colour_of(stage.back))
CURTAIN = Paint(lambda stage: colour_of(stage.curtain))
FOLD = Paint(lambda stage: colour_of(stage.fold))
ROD = Paint(lambda stage: colour_of(stage.rod))


def felt(game: int) -> Paint:
    """Return the felt in the light of the game at that place in RULESETS.

    It is dark enough for all text on it, and warm enough to show the current game from afar.
    """
    return Paint(lambda stage: colour_of(stage.felts[game % len(stage.felts)]))


ARENA = (0x18, 0x1E, 0x26)
FAINT = (0x9A, 0xA7, 0xB8)
TEXT_COLOUR = (0xF5, 0xF7, 0xFA)
DOUBT = (0xFF, 0xC4, 0x00)
RESTS = (0x8A, 0x6C, 0x10)  # a buzzer on the screen that is not pressed
TRUTH = (0x2E, 0xC4, 0xB6)
LIE = (0xFF, 0x7A, 0x1A)

SEAT_COLOURS = (
    (0xF0, 0xE4, 0x42), (0xCC, 0x79, 0xA7), (0x8C, 0x8C, 0xFF), (0xD5, 0x5E, 0x00),
    (0x56, 0xB4, 0xE9), (0xA9, 0x74, 0x3A), (0x9A, 0xE6, 0xD0), (0x00, 0x72, 0xB2),
    (0xFF, 0xFF, 0xFF), (0xE6, 0x9F, 0x00), (0x00, 0x9E, 0x73), (0xB8, 0x4D, 0xFF),
)  # fmt: skip
"""One colour a buzzer; a thirteenth would start again, with its own number."""


def _corners(*radii: float, turn: float = 0.0) -> Corners:
    """Return corners at these radii and equal angles, clockwise, `turn` steps right of the top."""
    angles = [2 * math.pi * (i + turn) / len(radii) for i in range(len(radii))]
    return tuple((math.sin(a) * r, -math.cos(a) * r) for a, r in zip(angles, radii, strict=True))


def _heart() -> Corners:
    turns = [2 * math.pi * i / 40 for i in range(40)]
    return tuple(
        (
            math.sin(t) ** 3 * 1.05,
            -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 15,
        )
        for t in turns
    )


def _drop() -> Corners:
    turns = [math.radians(10 * i - 30) for i in range(25)]
    return ((0.0, -1.15), *((math.cos(t) * 0.82, 0.2 + math.sin(t) * 0.82) for t in turns))


SHAPES: tuple[Corners, ...] = (
    _corners(*[1.0] * 40),  # disc
    _corners(*[1.25] * 4, turn=0.5),  # square
    ((0.0, -1.15), (1.15, 0.85), (-1.15, 0.85)),
    _corners(*[1.2] * 4),  # diamond
    _corners(*[1.1, 0.62] * 5),  # star
    (
        (-0.42, -1.0), (0.42, -1.0), (0.42, -0.42), (1.0, -0.42), (1.0, 0.42), (0.42, 0.42),
        (0.42, 1.0), (-0.42, 1.0), (-0.42, 0.42), (-1.0, 0.42), (-1.0, -0.42), (-0.42, -0.42),
    ),  # plus
    _corners(*[1.05] * 6),
    _heart(),
    _drop(),
    ((-0.95, -0.9), (0.95, -0.9), (0.95, 0.1), (0.62, 0.68), (0.0, 1.1), (-0.62, 0.68),
     (-0.95, 0.1)),  # shield
    ((0.0, -1.1), (1.05, -0.2), (0.8, -0.2), (0.8, 0.95), (-0.8, 0.95), (-0.8, -0.2),
     (-1.05, -0.2)),  # house
    _corners(*[1.1, 0.8] * 9),  # sun
)  # fmt: skip
"""One shape a buzzer: corners about a centre, in radii."""

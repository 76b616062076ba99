"""The animals that people choose as their signs: silhouettes, distinguishable without colour."""

import math
from collections.abc import Mapping

from appliance.display.theme import Corners

Part = tuple[bool, Corners]
"""A filled shape: in ink, or (False) in the ground's colour, for a hole."""


def _oval(x: float, y: float, wide: float, tall: float, turn: float = 0.0) -> Corners:
    """Return an oval about (x, y), turned clockwise by `turn` degrees."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    rim = [(math.cos(a) * wide, math.sin(a) * tall) for a in _TURN]
    return tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in rim)


def _bow(  # noqa: PLR0917 - numbers, in the order in which a bow is drawn
    x: float, y: float, far: float, begin: float, end: float, thick: float
) -> Corners:
    """Return an arc of that thickness about (x, y), clockwise between two angles from the right."""
    turns = [math.radians(begin + (end - begin) * i / 16) for i in range(17)]
    outer = [(x + math.cos(t) * (far + thick), y + math.sin(t) * (far + thick)) for t in turns]
    return (*outer, *((x + math.cos(t) * far, y + math.sin(t) * far) for t in reversed(turns)))


def _ink(*parts: Corners) -> tuple[Part, ...]:
    return tuple((True, outline) for outline in parts)


def _hole(*parts: Corners) -> tuple[Part, ...]:
    return tuple((False, outline) for outline in parts)


def _both(*parts: Corners) -> tuple[Corners, ...]:
    """Return each part, and its mirror image."""
    return (*parts, *(tuple((-x, y) for x, y in outline) for outline in parts))


_TURN = [2 * math.pi * i / 32 for i in range(32)]

SILHOUETTES: Mapping[str, tuple[Part, ...]] = {
    "cat": (
        *_ink(*_both(((-0.85, -0.95), (-0.1, -0.5), (-0.72, 0.1))), _oval(0, 0.15, 0.8, 0.66)),
        *_hole(*_both(_oval(0.32, 0.05, 0.1, 0.18)), ((-0.13, 0.35), (0.13, 0.35), (0, 0.5))),
        *_hole(*_both(((0.3, 0.42), (1, 0.3), (1, 0.35)), ((0.3, 0.5), (1, 0.56), (1, 0.61)))),
    ),
    "rabbit": (
        *_ink(*_both(_oval(0.3, -0.48, 0.2, 0.52, 8)), _oval(0, 0.42, 0.6, 0.54)),
        *_hole(*_both(_oval(0.3, -0.5, 0.08, 0.34, 8), _oval(0.25, 0.3, 0.09, 0.12))),
        *_hole(((-0.14, 0.62), (0.14, 0.62), (0.14, 0.86), (-0.14, 0.86))),
    ),
    "bear": (
        *_ink(*_both(_oval(0.6, -0.55, 0.33, 0.33)), _oval(0, 0.12, 0.82, 0.76)),
        *_hole(*_both(_oval(0.6, -0.55, 0.15, 0.15), _oval(0.33, -0.08, 0.1, 0.1))),
        *_hole(_oval(0, 0.4, 0.36, 0.3)),
        *_ink(_oval(0, 0.3, 0.17, 0.12)),
    ),
    "fox": (
        *_ink(((-0.9, -0.9), (-0.35, -0.42), (0.35, -0.42), (0.9, -0.9), (0.85, 0.02), (0, 0.92),
               (-0.85, 0.02))),
        *_hole(*_both(((0.82, 0.1), (0.2, 0.2), (0.12, 0.72)), _oval(0.34, -0.06, 0.15, 0.07, 20))),
    ),
    "owl": (
        *_ink(*_both(((-0.72, -0.98), (-0.02, -0.6), (-0.68, -0.2))), _oval(0, 0.1, 0.74, 0.88)),
        *_hole(*_both(_oval(0.32, -0.24, 0.28, 0.28))),
        *_ink(*_both(_oval(0.32, -0.24, 0.13, 0.13))),
        *_hole(((-0.12, 0.08), (0.12, 0.08), (0, 0.32))),
        *_hole(*(_bow(x, y, 0.1, 0, 180, 0.07) for x, y in ((-0.25, 0.5), (0.25, 0.5), (0, 0.72)))),
    ),
    "frog": (
        *_ink(*_both(_oval(0.5, -0.42, 0.34, 0.34)), _oval(0, 0.24, 0.95, 0.6)),
        *_hole(*_both(_oval(0.5, -0.45, 0.2, 0.2))),
        *_ink(*_both(_oval(0.5, -0.45, 0.1, 0.1))),
        *_hole(_bow(0, -0.2, 0.66, 35, 145, 0.09)),
    ),
    "fish": (
        *_ink(_oval(-0.2, 0, 0.75, 0.5), ((0.3, 0), (0.98, -0.55), (0.82, 0), (0.98, 0.55))),
        *_ink(((-0.4, -0.4), (0.05, -0.85), (0.3, -0.3)), ((-0.3, 0.4), (0.05, 0.8), (0.2, 0.3))),
        *_hole(_oval(-0.58, -0.12, 0.1, 0.1), _bow(-0.75, 0, 0.45, -40, 40, 0.08)),
    ),
    "duck": (
        *_ink(_oval(-0.1, 0.45, 0.78, 0.44), _oval(0.38, -0.42, 0.38, 0.38)),
        *_ink(((0.1, -0.3), (0.72, -0.3), (0.62, 0.5), (-0.1, 0.4))),
        *_ink(((0.68, -0.55), (1.08, -0.32), (0.66, -0.2)), ((-0.6, 0.6), (-1, -0.1), (-0.2, 0.1))),
        *_hole(_oval(0.45, -0.5, 0.09, 0.09), _bow(-0.15, 0.28, 0.32, 10, 170, 0.09)),
    ),
    "snail": (
        *_ink(((-0.95, 0.8), (-0.7, 0.5), (0.5, 0.5), (1.0, 0.8)), _oval(0.15, -0.02, 0.66, 0.66)),
        *_ink(_oval(-0.72, 0.25, 0.2, 0.52), ((-0.7, -0.2), (-0.95, -0.75), (-0.85, -0.78),
              (-0.58, -0.2)), ((-0.75, -0.2), (-0.58, -0.78), (-0.48, -0.74), (-0.6, -0.15))),
        *_ink(_oval(-0.9, -0.76, 0.1, 0.1), _oval(-0.53, -0.76, 0.1, 0.1)),
        *_hole(_bow(0.15, -0.02, 0.4, -60, 200, 0.1), _bow(0.15, -0.02, 0.16, 20, 300, 0.1)),
    ),
    "turtle": (
        *_ink(_oval(-0.1, 0.15, 0.75, 0.62), _oval(0.82, 0.0, 0.24, 0.22)),
        *_ink(_oval(-0.55, 0.62, 0.18, 0.26), _oval(0.35, 0.62, 0.18, 0.26)),
        *_ink(((0.5, 0.3), (0.9, 0.1), (0.7, -0.1)), ((-0.75, 0.25), (-1.05, 0.5), (-0.7, 0.45))),
        *_hole(_oval(0.88, -0.05, 0.06, 0.06), ((-0.95, 0.36), (0.7, 0.36), (0.7, 0.44),
               (-0.95, 0.44))),
        *_hole(*(tuple((x + 0.2 * math.cos(t), -0.03 + 0.24 * math.sin(t))
                       for t in (0, math.pi / 3, 2 * math.pi / 3, math.pi, 4 * math.pi / 3,
                                 5 * math.pi / 3)) for x in (-0.46, -0.02, 0.34))),
    ),
    "butterfly": (
        *_ink(*_both(_oval(0.52, -0.35, 0.5, 0.36, -35), _oval(0.42, 0.42, 0.36, 0.3, 35))),
        *_hole(_oval(0, 0.05, 0.17, 0.74)),
        *_ink(_oval(0, 0.05, 0.1, 0.66), *_both(((0, -0.55), (0.2, -0.98), (0.28, -0.95)))),
        *_hole(*_both(_oval(0.58, -0.4, 0.2, 0.14, -35), _oval(0.46, 0.45, 0.12, 0.1))),
    ),
    "whale": (
        *_ink(_oval(-0.2, 0.3, 0.78, 0.5), ((0.3, 0.0), (0.72, -0.3), (0.9, 0.0), (0.4, 0.65))),
        *_ink(((0.72, 0.0), (0.45, -0.55), (0.85, -0.4), (1.08, -0.68), (0.95, -0.05))),
        *_ink(_bow(-0.52, -0.5, 0.2, 180, 350, 0.1), _bow(-0.0, -0.5, 0.2, 190, 360, 0.1),
              ((-0.31, -0.5), (-0.21, -0.5), (-0.21, -0.15), (-0.31, -0.15))),
        *_hole(_oval(-0.6, 0.2, 0.08, 0.08), _bow(-0.3, 0.05, 0.55, 60, 150, 0.07)),
    ),
}  # fmt: skip
"""Parts of each silhouette by its name, drawn one over the other within about a radius of the
centre."""

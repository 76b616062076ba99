"""Flat shapes as the SVG that SDL_image draws: paths, fills, strokes, turns.

No clip, filter, text or gradient. SDL_image 2.0.5 (in pygame's wheels) and 2.8 (in Debian 13) draw
all of the cast the same, within a mean of 0.2 of 255.
"""

import math
from typing import NamedTuple

OUTLINE, CARDBOARD, WHITE, BRASS = "#2a1a33", "#fff4df", "#fffdf6", "#ffc400"
RIM = 26
"""Width of the outline that gives a puppet its cut edge of paper; half of it is visible."""


class Piece(NamedTuple):
    """One shape: an SVG path, its fill, and its line with its width."""

    path: str
    fill: str = "none"
    line: str = OUTLINE
    width: float = 5.0


def svg(piece: Piece, turn: str = "", seen: float = 1.0) -> str:
    """`piece` as an element; `turn` is its transform, and `seen` how much of its fill."""
    path, fill, line, width = piece
    more = f' transform="{turn}"' if turn else ""
    more += f' fill-opacity="{seen:g}"' if seen < 1 else ""
    return (
        f'<path d="{path}" fill="{fill}" stroke="{line}" stroke-width="{width:g}"'
        f' stroke-linejoin="round" stroke-linecap="round"{more}/>'
    )


def rim(path: str, turn: str = "") -> str:
    """The paper behind a shape."""
    return svg(Piece(path, CARDBOARD, CARDBOARD, RIM), turn)


def group(turn: str, parts: str) -> str:
    """`parts`, all moved alike."""
    return f'<g transform="{turn}">{parts}</g>'


def oval(x: float, y: float, wide: float, tall: float) -> str:
    """An oval about (x, y)."""
    a, b = wide * 0.5523, tall * 0.5523
    left, right, top, low = x - wide, x + wide, y - tall, y + tall
    return (
        f"M{left:.1f} {y:.1f}C{left:.1f} {y - b:.1f} {x - a:.1f} {top:.1f} {x:.1f} {top:.1f}"
        f"S{right:.1f} {y - b:.1f} {right:.1f} {y:.1f}S{x + a:.1f} {low:.1f} {x:.1f} {low:.1f}"
        f"S{left:.1f} {y + b:.1f} {left:.1f} {y:.1f}Z"
    )


def bristles(x: float, y: float, near: float, far: float, between: tuple[float, float]) -> str:
    """A fan of points about (x, y), from one angle to the other, clockwise from the top."""
    begin, end = between
    count = max(2, round(abs(end - begin) / 20))
    corners = []
    for i in range(2 * count + 1):
        turn = math.radians(begin + (end - begin) * i / (2 * count))
        away = far if i % 2 else near
        corners.append(f"{x + math.sin(turn) * away:.1f} {y - math.cos(turn) * away:.1f}")
    return f"M{x:g} {y:g}L{'L'.join(corners)}Z"


def mirrored(path: str) -> str:
    """Mirror a path at x = 140; it has absolute M, L, C, S, Q and Z alone."""
    out, x = [], True
    for part in path.replace("Z", " Z ").split():
        for word in _words(part):
            if word.isalpha():
                out.append(word)
                x = True
                continue
            out.append(f"{280 - float(word):g}" if x else word)
            x = not x
    return " ".join(out)


def _words(part: str) -> list[str]:
    """Letters and numbers of a part of a path without spaces."""
    words = [""]
    for sign in part:
        if sign.isalpha():
            words += [sign, ""]
        else:
            words[-1] += sign
    return [word for word in words if word]

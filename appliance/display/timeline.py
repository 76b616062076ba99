"""The timeline under a replayed evening: its progress, and the moments of doubts."""

from collections.abc import Iterable

from appliance.display.pen import Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import unit_of
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, TEXT_COLOUR
from appliance.display.widgets import mark

TIMELINE_PART = 0.09
"""Share of the window's height."""


def strip_of(size: tuple[int, int]) -> pygame.Rect:
    """Place of the timeline in a window of `size` pixels: at its foot."""
    height = round(size[1] * TIMELINE_PART)
    return pygame.Rect(0, size[1] - height, size[0], height)


def track_of(strip: pygame.Rect) -> pygame.Rect:
    """Return the line itself, which can be touched at any point."""
    return pygame.Rect(
        strip.left + strip.width // 40, strip.top, strip.width * 38 // 40, strip.height // 2
    )


def part_touched(point: tuple[int, int], size: tuple[int, int]) -> float | None:
    """Part of the evening (0 to 1) at `point`, or None off the timeline."""
    strip = strip_of(size)
    track = track_of(strip)
    if not strip.collidepoint(point):
        return None
    return min(max((point[0] - track.left) / max(1, track.width), 0.0), 1.0)


def draw_timeline(
    surface: pygame.Surface,
    part: float,
    doubts: Iterable[tuple[float, bool | None]],
    told: str,
    keys: str,
) -> pygame.Rect:
    """Draw the timeline on `surface`, at `part` of the evening (0 to 1); return its area.

    Each of `doubts` is at a part of the evening, with its verdict: a tick for a truth, a cross for
    a lie, a point for neither. `told` is on the left below, `keys` on the right.
    """
    size = surface.get_size()
    pen, strip = Pen(surface, shared_kit(), unit_of(size)), strip_of(size)
    track = track_of(strip)
    surface.fill(pen.kit.shades.plain(GROUND), strip)
    y = track.centery
    at = track.left + track.width * part
    pen.stroke([(track.left, y), (track.right, y)], pen.px(6), LINE)
    if part:
        pen.stroke([(track.left, y), (at, y)], pen.px(6), FAINT)
    for place, truth in doubts:
        centre = (track.left + track.width * place, y)
        if truth is None:
            pen.disc(centre, pen.px(7), DOUBT)
        else:
            mark(pen, centre, pen.px(14), good=truth)
    pen.disc((at, y), pen.px(12), TEXT_COLOUR)
    below = pygame.Rect(track.left, track.bottom, track.width, strip.bottom - track.bottom)
    left, right = below.copy(), below.copy()
    left.width = right.width = below.width // 2
    right.right = below.right
    pen.words(told, left, 30, TEXT_COLOUR, "left")
    pen.words(keys, right, 24, FAINT, "right")
    return strip

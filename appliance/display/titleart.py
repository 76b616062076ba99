"""Decoration of the quiet screens: ribbons, buzzers with a dome, rays on the felt.

All of it is still and drawn once for a View, so that a table at rest costs nothing.
"""

import math

from appliance.display.pen import Colour, Pen, Point, ink_on, mix
from appliance.display.quiet import pygame
from appliance.display.theme import GROUND, LINE, PANEL, TEXT_COLOUR

_RAYS = 16
_RAYS_SHRINK = 8
"""Factor by which rays are drawn smaller than they are shown, which makes their edges soft."""
_DARK = 110
"""Darkness between two rays, of 255: rays never lighten, so text reads as well as without them."""


def ribbon(pen: Pen, rect: pygame.Rect, text: str, colour: Colour, size: float) -> None:
    """Write `text` on a ribbon all over `rect`, with ends that hang down behind."""
    end = min(rect.height * 0.34, rect.width * 0.07)
    dark = mix(colour, GROUND, 0.45)
    for x, side in ((rect.left, 1), (rect.right, -1)):
        top, low, away = rect.top + rect.height * 0.2, rect.bottom, side * end
        notch = (x + away * 0.45, (top + low) / 2)
        pen.polygon([(x, top), (x + 1.6 * away, top), (x + 1.6 * away, low), (x, low), notch], dark)
    band = pygame.Rect(0, 0, round(rect.width - 2 * end), round(rect.height * 0.86))
    band.midtop = rect.midtop
    pen.box(band, pen.px(10), colour)
    pen.words(text, band.inflate(-pen.px(20), 0), size, ink_on(colour), face="shout")


def buzzer(pen: Pen, centre: Point, radius: float) -> None:
    """Draw the housing of a buzzer from above; `dome` adds its dome."""
    rings = ((1.0, LINE), (0.93, mix(PANEL, LINE, 0.4)), (0.8, PANEL), (0.72, GROUND))
    for part, colour in rings:
        pen.disc(centre, radius * part, colour)


def dome(pen: Pen, centre: Point, radius: float, colour: Colour, light: Point) -> None:
    """Draw the dome of a buzzer, with a spot of light at `light`, in radii from its centre.

    It is one kept picture, since it moves while the table is idle.
    """
    rim, (left, top) = mix(colour, GROUND, 0.3), (math.floor(side - radius) for side in centre)
    x, y = (round(side - corner, 1) for side, corner in zip(centre, (left, top), strict=True))
    spot = (round(x + light[0] * radius, 1), round(y + light[1] * radius, 1))

    def make() -> pygame.Surface:
        sheet = pygame.Surface([2 * math.ceil(radius) + 2] * 2, pygame.SRCALPHA)
        sheet.fill((*rim, 0))
        brush = pen.on(sheet)
        brush.disc((x, y), radius * 0.62, rim)
        brush.disc((x, y), radius * 0.55, colour)
        brush.disc(spot, radius * 0.13, mix(colour, TEXT_COLOUR, 0.55))
        return sheet

    key = ("dome", x, y, spot, round(radius, 1), colour)
    pen.surface.blit(pen.kit.kept(key, make), (left, top))


def rays(light: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return `light` in that size, with rays from its middle to its edges."""
    small = (max(1, size[0] // _RAYS_SHRINK), max(1, size[1] // _RAYS_SHRINK))
    sheet = pygame.transform.smoothscale(light, small)
    shade = pygame.Surface(small, pygame.SRCALPHA)
    (x, y), far = (small[0] / 2, small[1] / 2), max(small)
    for ray in range(_RAYS):
        rim = [math.pi * (2 * ray + side) / _RAYS for side in (0, 1)]
        edge = [(x + math.sin(turn) * far, y - math.cos(turn) * far) for turn in rim]
        pygame.draw.polygon(shade, (*GROUND, _DARK), [(x, y), *edge])
    sheet.blit(shade, (0, 0))
    return pygame.transform.smoothscale(sheet, size)

"""Shades: a theme's colours for a pen, unchanged or in high contrast.

In high contrast the ground is black and words on it are white or a bright colour; bright grounds
have black words. So all words have a contrast of 7 to 1 or more, as WCAG 2.2 asks for in 1.4.6, and
lines one of 3 to 1 or more (1.4.11). The purpose of a colour decides its replacement.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from appliance.display.theme import GROUND, SEAT_COLOURS, TEXT_COLOUR, Paint
from appliance.themes import THEMES, Colour, Scenery, luminance, theme_of

Contrast = Literal["normal", "high"]
CONTRASTS: tuple[Contrast, ...] = ("normal", "high")

PURE_BLACK, PURE_WHITE = (0, 0, 0), (255, 255, 255)

WORDS_CONTRAST, LINES_CONTRAST = 7.0, 3.0
"""Minimum contrast of words, and of lines and shapes, with black in high contrast."""

DARK_GROUND = 0.13
"""Relative luminance: a ground behind words becomes black if it is darker, otherwise bright."""

DARK_SHAPE = 0.04
"""A darker shape becomes black: it is ground, or a hole in another shape. Others stay visible."""

DARK_LINE = 0.012
"""A darker line becomes black: it is drawn on a bright ground. All others are on black."""

COLOURED = 70
"""Difference between the parts of a colour, 0 to 255: less is a grey, which becomes white in
words."""


def seat_colour(buzzer: int) -> Colour:
    """Return the colour of `buzzer` (0 and up)."""
    return SEAT_COLOURS[buzzer % len(SEAT_COLOURS)]


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """Return `a` with `part` (0 to 1) of `b` in it, in every theme."""
    if isinstance(a, Paint) or isinstance(b, Paint):
        return Paint(lambda stage: _mixed(on_stage(a, stage), on_stage(b, stage), part))
    return _mixed(a, b, part)


def on_stage(colour: Colour, stage: Scenery) -> Colour:
    """Return `colour` in the theme of `stage`."""
    return colour.of(stage) if isinstance(colour, Paint) else colour


def _mixed(a: Colour, b: Colour, part: float) -> Colour:
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


def ink_on(colour: Colour) -> Colour:
    """Return near black or white, whichever reads better on `colour`."""
    light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    return GROUND if light > 112 else TEXT_COLOUR


@dataclass(frozen=True, slots=True)
class Shades:
    """Replacements of colours: those of the `stage` of a theme, and those of `high` contrast."""

    high: bool = False
    stage: Scenery = theme_of(THEMES[0]).stage

    def plain(self, colour: Colour) -> Colour:
        """Return the colour of the theme, whatever its purpose."""
        return on_stage(colour, self.stage)

    def ink(self, colour: Colour) -> Colour:
        """Return the colour of words."""
        colour = self.plain(colour)
        if not self.high:
            return colour
        if luminance(colour) < DARK_GROUND:
            return PURE_BLACK
        return _white_if_grey(_against_black(colour, WORDS_CONTRAST))

    def on_paper(self, colour: Colour) -> Colour:
        """Return the colour of words on a card, which is white."""
        return PURE_BLACK if self.high else self.plain(colour)

    def ground(self, colour: Colour) -> Colour:
        """Return the colour of a box that may have words on it."""
        colour = self.plain(colour)
        if not self.high:
            return colour
        if luminance(colour) < DARK_GROUND:
            return PURE_BLACK
        return _against_black(colour, WORDS_CONTRAST)

    def sign(self, colour: Colour) -> Colour:
        """Return the colour of a seat's sign, the ground of its number: it is never black."""
        colour = self.plain(colour)
        return _against_black(colour, WORDS_CONTRAST) if self.high else colour

    def shape(self, colour: Colour) -> Colour:
        """Return the colour of a disc, an arc or another shape."""
        colour = self.plain(colour)
        if not self.high:
            return colour
        if luminance(colour) < DARK_SHAPE:
            return PURE_BLACK
        return _against_black(colour, LINES_CONTRAST)

    def line(self, colour: Colour) -> Colour:
        """Return the colour of a line, or of an edge."""
        colour = self.plain(colour)
        if not self.high:
            return colour
        if luminance(colour) < DARK_LINE:
            return PURE_BLACK
        return _white_if_grey(_against_black(colour, LINES_CONTRAST))


def _white_if_grey(colour: Colour) -> Colour:
    return PURE_WHITE if max(colour) - min(colour) < COLOURED else colour


@lru_cache(maxsize=512)
def _against_black(colour: Colour, contrast: float) -> Colour:
    """Return `colour` with just enough white in it for that contrast with black."""
    least = 0.05 * contrast - 0.05
    for part in range(0, 101, 5):
        red, green, blue = (round(c + (255 - c) * part / 100) for c in colour)
        if luminance((red, green, blue)) >= least:
            break
    return red, green, blue

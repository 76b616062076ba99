"""What marks a joker's corner: its name, level or along the edge, or a star."""

import random

from PIL import Image as Picture
from PIL import ImageDraw

from appliance.sim.faces import WIDTH
from training.faces import JOKER, Index
from training.pens import PIPS, Pen, word

NAMES = ("JOKER", "JOKER", "JOKER", "Joker", "Joker", "joker", "JOLLY")
"""As often as they stand here."""

LONGEST = 150
"""Pixels that a level name may take of a card's 250."""

Place = tuple[int, int]
"""The corner's left and top, in pixels of the face."""


def joker(end: Picture.Image, pen: Pen, at: Place, tall: int, rng: random.Random) -> Index:
    """Draw a joker's corner into `end`; `tall` is the height of the deck's other ranks."""
    way = rng.random()
    small = max(9, round(tall * rng.uniform(0.3, 0.7)))
    name = rng.choice(NAMES)
    if way < 0.2:
        return _level(end, word(name, pen, small, rng.uniform(0.7, 1.1)), at, rng)
    if way < 0.6:
        return _letter_below_letter(end, name, pen, at, small, rng=rng)
    if way < 0.8:
        return _on_its_side(end, word(name, pen, small, 0.9), at, rng)
    return _star(end, pen, at, tall, rng)


def _level(end: Picture.Image, name: Picture.Image, at: Place, rng: random.Random) -> Index:
    """The name level, at the corner or in the middle of the edge."""
    left, top = at
    if name.width > LONGEST:
        name = name.resize((LONGEST, name.height))
    if rng.random() < 0.2:
        left = (WIDTH - name.width) // 2
    end.alpha_composite(name, (left, top))
    return Index(JOKER, left + name.width / 2, top + name.height / 2, name.width / 2)


def _letter_below_letter(
    end: Picture.Image, name: str, pen: Pen, at: Place, small: int, *, rng: random.Random
) -> Index:
    left, top = at
    step = round(small * rng.uniform(1.02, 1.3))
    for number, letter in enumerate(name):
        glyph = word(letter, pen, small, rng.uniform(0.7, 1.0))
        across = left + max(0, (small - glyph.width) // 2)
        end.alpha_composite(glyph, (across, top + number * step))
    high = (len(name) - 1) * step + small
    return Index(JOKER, left + small / 2, top + high / 2, high / 2)


def _on_its_side(end: Picture.Image, name: Picture.Image, at: Place, rng: random.Random) -> Index:
    left, top = at
    name = name.rotate(rng.choice([90, 270]), expand=True)
    end.alpha_composite(name, (left, top))
    return Index(JOKER, left + name.width / 2, top + name.height / 2, name.height / 2)


def _star(end: Picture.Image, pen: Pen, at: Place, tall: int, rng: random.Random) -> Index:
    """A star, in a ring now and then."""
    left, top = at
    star = word(rng.choice("★★★✪☆"), Pen(PIPS, pen.ink), tall)
    end.alpha_composite(star, (left, top))
    if rng.random() < 0.4:
        ring = (left - 4, top - 4, left + star.width + 4, top + tall + 4)
        ImageDraw.Draw(end).ellipse(ring, outline=(*pen.ink, 255), width=rng.randint(1, 4))
    return Index(JOKER, left + star.width / 2, top + tall / 2, tall)

"""Marks of a joker's corner: its name, level or along the edge, or a star."""

import random
from dataclasses import dataclass

from PIL import Image as Picture
from PIL import ImageDraw

from lab.sim.photo.faces import FACE_WIDTH
from training.faces import JOKER, Index
from training.pens import PIPS, Ink, Pen, word

NAMES = ("JOKER", "JOKER", "JOKER", "Joker", "Joker", "Joker", "joker", "JOLLY")
"""Each is drawn once for each entry."""

LONGEST = 185
"""Pixels that a level name may take of a card's 250."""

WIDE = (95, LONGEST)
"""Least and most pixels of a level name that is a title rather than an index."""

ORNAMENTS = "★☆✦✶❀☾☽♣♦♥♠♪"
"""Signs that are strewn over jokers' names."""

Place = tuple[int, int]
"""The corner's left and top, in pixels of the face."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A joker's index, and the room that it takes: left of `edge`, or else above `bottom`."""

    index: Index
    edge: int
    bottom: int = 0


def joker(end: Picture.Image, pen: Pen, at: Place, tall: int, rng: random.Random) -> Mark:
    """Draw a joker's corner into `end`; `tall` is the height of the deck's other ranks."""
    chance = rng.random()
    small = max(9, round(tall * rng.uniform(0.3, 0.7)))
    name = rng.choice(NAMES)
    if chance < 0.12:
        return _level(end, word(name, pen, small, rng.uniform(0.7, 1.1)), at, rng)
    if chance < 0.38:
        return _title(end, name, pen, at, rng)
    if chance < 0.67:
        return _letter_below_letter(end, name, pen, at, small, rng=rng)
    if chance < 0.83:
        return _on_its_side(end, word(name, pen, small, 0.9), at, rng)
    return _star(end, pen, at, tall, rng)


def _level(end: Picture.Image, name: Picture.Image, at: Place, rng: random.Random) -> Mark:
    """The name level, at the corner or in the middle of the edge."""
    left, top = at
    if name.width > LONGEST:
        name = name.resize((LONGEST, name.height))
    if rng.random() < 0.2:
        left = (FACE_WIDTH - name.width) // 2
    left = min(left, FACE_WIDTH - name.width - 4)
    end.alpha_composite(name, (left, top))
    index = Index(JOKER, left + name.width / 2, top + name.height / 2, name.width / 2)
    return Mark(index, 0, top + name.height)


def _title(end: Picture.Image, name: str, pen: Pen, at: Place, rng: random.Random) -> Mark:
    """The name large and level, its letters dancing a little, with ornaments around it or not."""
    top = at[1]
    wide = rng.randint(*WIDE)
    high = round(wide * rng.uniform(0.17, 0.34))
    written = Picture.new("RGBA", (wide, high + high // 4), (0, 0, 0, 0))
    dance = rng.choice((0.0, 0.0, rng.uniform(0, 0.25)))
    gap = rng.uniform(0.0, 0.12)
    step = wide / len(name)
    for number, letter in enumerate(name):
        share = 1.0 if letter.isupper() or letter in "jkl" else rng.uniform(0.62, 0.75)
        glyph = word(letter, pen, max(6, round(high * share)))
        if glyph.width > (1 - gap) * step:
            glyph = glyph.resize((max(3, round((1 - gap) * step)), glyph.height))
        glyph = glyph.rotate(rng.uniform(-40, 40) * dance, expand=True)
        down = high - glyph.height + round(rng.uniform(0, 1) * dance * high)
        across = round(number * step + (step - glyph.width) / 2)
        written.alpha_composite(glyph, (max(0, across), max(0, down)))
    index = _level(end, written, at, rng).index
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 5)):
            ink = rng.choice((pen.ink, _any_ink(rng)))
            sign = word(rng.choice(ORNAMENTS), Pen(PIPS, ink), rng.randint(8, 24))
            x = round(index.x + rng.choice((-1, 1)) * index.height * rng.uniform(0.8, 1.15))
            y = top + rng.randint(-6, high)
            end.alpha_composite(sign, (min(max(0, x), FACE_WIDTH - sign.width), max(0, y)))
    return Mark(index, 0, top + written.height + 4)


def _any_ink(rng: random.Random) -> Ink:
    return (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))


def _letter_below_letter(
    end: Picture.Image, name: str, pen: Pen, at: Place, small: int, *, rng: random.Random
) -> Mark:
    left, top = at
    step = round(small * rng.uniform(1.02, 1.3))
    for number, letter in enumerate(name):
        glyph = word(letter, pen, small, rng.uniform(0.7, 1.0))
        across = left + max(0, (small - glyph.width) // 2)
        end.alpha_composite(glyph, (across, top + number * step))
    high = (len(name) - 1) * step + small
    return Mark(Index(JOKER, left + small / 2, top + high / 2, high / 2), left + 2 * small)


def _on_its_side(end: Picture.Image, name: Picture.Image, at: Place, rng: random.Random) -> Mark:
    left, top = at
    name = name.rotate(rng.choice([90, 270]), expand=True)
    end.alpha_composite(name, (left, top))
    index = Index(JOKER, left + name.width / 2, top + name.height / 2, name.height / 2)
    return Mark(index, left + name.width)


def _star(end: Picture.Image, pen: Pen, at: Place, tall: int, rng: random.Random) -> Mark:
    """A star, in a ring now and then."""
    left, top = at
    star = word(rng.choice("★★★✪☆"), Pen(PIPS, pen.ink), tall)
    end.alpha_composite(star, (left, top))
    if rng.random() < 0.4:
        ring = (left - 4, top - 4, left + star.width + 4, top + tall + 4)
        ImageDraw.Draw(end).ellipse(ring, outline=(*pen.ink, 255), width=rng.randint(1, 4))
    return Mark(Index(JOKER, left + star.width / 2, top + tall / 2, tall), left + star.width)

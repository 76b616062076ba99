"""Card faces that are lettered with a random font, in English or another alphabet.

A design is drawn by chance first; then a card is printed in it: its index in the corner, its
middle, and the same again at the other end.
"""

import random
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw

from appliance.drivers import Image
from bluffing.cards import Suit
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from training.faces import JOKER, NOTHING, RANKS, Face, Index, copied_corner
from training.jokers import joker
from training.middles import Middle
from training.pens import Fonts, Ink, Pen, pip, word

_NUMBERS = RANKS[1:10]
LETTERS = (
    ("1", *_NUMBERS, "V", "D", "R"),  # French
    ("A", *_NUMBERS, "V", "D", "R"),
    ("A", *_NUMBERS, "B", "D", "K"),  # German, Danish
    ("A", *_NUMBERS, "B", "V", "H"),  # Dutch
    ("A", *_NUMBERS, "Kn", "D", "K"),  # Swedish
    ("E", *_NUMBERS, "Kn", "D", "K"),
    ("Т", *_NUMBERS, "В", "Д", "К"),  # Russian  # noqa: RUF001 - Cyrillic is meant
)
"""Other countries' letters for ace, two to ten, jack, queen and king."""

LOOKS_LIKE = {"В": "B", "К": "K", "Т": "T"}  # noqa: RUF001 - as above
"""Cyrillic letters that look like Latin ones share their labels."""

STRANGERS = (*"CFGLMNOPSUWXYZ0&?!", "11", "12", "13", "15", "20", "KO")
"""Letters that no card of the pack has in its corner."""

JOKERS, ODD = 0.2, 0.02
"""Shares of jokers (no two makers mark them alike) and of strangers among lettered faces."""

WHOLE = 0.6
"""Share in which any card of the pack is picked: else one whose letter is a foreign one."""

_TWO_INKS: tuple[Ink, ...] = ((20, 20, 25), (200, 25, 35), (200, 25, 35), (20, 20, 25))
_FOUR_INKS: tuple[Ink, ...] = ((15, 90, 30), (25, 50, 170), (200, 25, 35), (20, 20, 25))
_ON_DARK: tuple[Ink, ...] = ((230, 230, 230), (240, 70, 70), (230, 190, 60), (90, 200, 120))
_FOREIGN = (0, 10, 11, 12)  # places of the ace and the courts, whose letters differ
_STANDS_FOR = 5  # the card whose middle a stranger gets
_CYRILLIC = 0x400  # the first of the Cyrillic letters in Unicode
_FOUR_UP_TO = 70  # pixels: wider corners than this are never printed four times
_GOLD: Ink = (205, 165, 85)
_SILVER: Ink = (190, 192, 198)


@dataclass(frozen=True, slots=True)
class Design:
    """The print of one deck. Lengths are pixels of a face of 250 x 350.

    `inks` are for clubs, diamonds, hearts, spades; `tall` is the rank's height, `squeeze` a factor
    on its width; (`left`, `top`) is its beginning. `pips` is the font of the index's suit.
    """

    paper: Ink
    letters: tuple[str, ...]
    font: Path
    inks: tuple[Ink, ...]
    bold: int
    tall: int
    squeeze: float
    left: int
    top: int
    framed: bool
    pips: Path


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card: 0 to 3 for the suit, 0 to 12 for the rank, and its corner's text."""

    suit: int
    number: int
    text: str

    @property
    def label(self) -> str:
        """Label that the reader should give the text."""
        return NOTHING if self.text in STRANGERS else LOOKS_LIKE.get(self.text, self.text)


def random_design(rng: random.Random, fonts: Fonts) -> Design:
    """A design that no printer made."""
    dark = rng.random() < 0.16
    low, high = (5, 60) if dark else (222, 255)
    paper = (rng.randint(low, high), rng.randint(low, high), rng.randint(low, high))
    font, letters = rng.choice(fonts.latin), RANKS
    if rng.random() < 0.25:
        letters = rng.choice(LETTERS)
        if any(ord(letter) > _CYRILLIC for letter in letters[-1]):
            font = rng.choice(fonts.cyrillic)
    inks = _inks(rng, dark=dark)
    small = rng.random() < 0.75
    tall = round(FACE_HEIGHT * (rng.uniform(0.06, 0.14) if small else rng.uniform(0.14, 0.24)))
    squeeze, bold = rng.uniform(0.6, 1.1), rng.choice([0, 0, 0, 1, 2, 4, 6])
    left, top = rng.randint(5, 24), rng.randint(7, 30)
    framed = rng.random() < 0.2
    if framed:
        left, top = left + 8, top + 8
    pips = rng.choice(fonts.suits)
    return Design(paper, letters, font, inks, bold, tall, squeeze, left, top, framed, pips)


def _inks(rng: random.Random, *, dark: bool) -> tuple[Ink, ...]:
    """Two inks or four, all shifted alike."""
    inks = _TWO_INKS
    if dark:
        inks = rng.choice((_ON_DARK, (_GOLD,) * 4, (_SILVER,) * 4))
    elif rng.random() < 0.2:
        inks = _FOUR_INKS
    shift = [rng.randint(-18, 18) for _ in range(3)]
    r, g, b = ([min(255, max(0, ink[n] + shift[n])) for ink in inks] for n in range(3))
    return tuple(zip(r, g, b, strict=True))


def random_card(pick: random.Random, letters: tuple[str, ...]) -> Card:
    """A card of the pack, a joker or, seldom, something that is no card."""
    suit, chance = pick.randrange(len(_TWO_INKS)), pick.random()
    if chance > 1 - JOKERS:
        return Card(suit, 0, JOKER)
    if chance > 1 - JOKERS - ODD:
        return Card(suit, _STANDS_FOR, pick.choice(STRANGERS))
    whole = chance < WHOLE or letters is RANKS
    number = pick.randrange(len(RANKS)) if whole else pick.choice(_FOREIGN)
    return Card(suit, number, letters[number])


@dataclass(frozen=True, slots=True, eq=False)
class Printer:
    """Prints cards with `fonts`; `figures` are pictures of courts, BGR, that it may use."""

    fonts: Fonts
    figures: tuple[Image, ...] = ()

    def face(self, rng: random.Random, pick: random.Random, *, four: bool) -> Face:
        """Draw a face of the design of `rng`, of a card that `pick` picks.

        With its index in `four` corners, if there is room for them.
        """
        design = random_design(rng, self.fonts)
        card = random_card(pick, design.letters)
        pen = Pen(design.font, design.inks[card.suit], design.bold)
        end = Picture.new("RGBA", (FACE_WIDTH, FACE_HEIGHT), (0, 0, 0, 0))
        if card.label == JOKER:
            # its name is often lettered by an artist, not by who set the ranks
            pen = replace(pen, font=pick.choice((design.font, pick.choice(self.fonts.latin))))
            mark = joker(end, pen, (design.left, design.top), design.tall, rng)
            index, edge, bottom = mark.index, mark.edge, mark.bottom
        else:
            bottom = 0
            index, edge = _corner(end, card, design, pen, rng)
        Middle(end, card.suit, pen.ink, edge, bottom, rng).fill(
            card.number, is_joker=card.label == JOKER, figures=self.figures
        )
        sheet = Picture.new("RGB", (FACE_WIDTH, FACE_HEIGHT), design.paper)
        for half in (end, end.rotate(180)):
            sheet.paste(half, (0, 0), half)
        indices = [index, index.turned()]
        if four and edge < _FOUR_UP_TO and card.label != JOKER:
            sheet, second = _four_corners(sheet, index, edge)
            indices += [second, second.turned()]
        if design.framed:
            _frame(sheet, pen.ink, rng)
        image = np.ascontiguousarray(np.asarray(sheet)[:, :, ::-1])
        return Face(image, tuple(indices) if card.label != NOTHING else ())


def _corner(
    end: Picture.Image, card: Card, design: Design, pen: Pen, rng: random.Random
) -> tuple[Index, int]:
    """The rank, and mostly the suit below or beside it; gives how far it reaches from the left."""
    left, top, tall = design.left, design.top, design.tall
    glyph = word(card.text, pen, tall, design.squeeze)
    widest = 100 if tall > 50 else 70
    if glyph.width > widest:
        glyph = glyph.resize((widest, tall))
    end.alpha_composite(glyph, (left, top))
    sign = pip(card.suit, round(tall * rng.uniform(0.6, 1.1)), pen.ink, design.pips)
    edge, suit = left + glyph.width, str(tuple(Suit)[card.suit])
    chance = rng.random()
    if chance < 0.13:  # beside it
        down = top + max(0, (tall - sign.height) // 2)
        end.alpha_composite(sign, (edge + rng.randint(2, 8), down))
        edge += sign.width + 4
    elif chance < 0.96:  # below it
        across = max(2, left + (glyph.width - sign.width) // 2)
        end.alpha_composite(sign, (across, top + tall + rng.randint(1, 12)))
    else:
        suit = ""
    return Index(card.label, left + glyph.width / 2, top + tall / 2, tall, suit=suit), edge


def _four_corners(sheet: Picture.Image, found: Index, edge: int) -> tuple[Picture.Image, Index]:
    """The card with its index in the other two corners as well, and the upper one of these."""
    pixels = np.array(sheet)
    corner = copied_corner(pixels, found, edge)
    return Picture.fromarray(pixels), corner


def _frame(sheet: Picture.Image, ink: Ink, rng: random.Random) -> None:
    inset = rng.randint(3, 9)
    box = (inset, inset, FACE_WIDTH - inset, FACE_HEIGHT - inset)
    ImageDraw.Draw(sheet).rounded_rectangle(box, 10, outline=ink, width=rng.randint(1, 3))

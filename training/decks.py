"""Decks for training: several cards of one random design, and now and then its back."""

import random
from pathlib import Path

import numpy as np

from lab.sim.photo.faces import random_style
from training.art import art
from training.faces import JOKER, Face, copied_corner, drawn, random_back
from training.lettered import Printer
from training.pens import fonts

ART, LETTERED = 0.12, 0.7
"""Shares of the decks up to which face art and lettered faces go; the rest is the simulator's."""

FOUR = 0.4
"""Share of the decks with an index in all four corners: half of Europe's are printed so."""

BACKS = 0.4
"""Share of decks that also show their back."""

_FIGURE = np.s_[24:170, 52:198]  # of a court card's face: its upper figure


class DeckMaker:
    """Makes decks from fonts, the simulator's designs and face art, by a seeded chance."""

    def __init__(self, seed: int, font_folder: Path, decks: Path | None) -> None:
        self.rng = random.Random(seed)
        self.pick = random.Random(seed + 1)
        self.fonts = fonts(font_folder)
        self.art = art(decks) if decks else {}
        figures = tuple(
            np.ascontiguousarray(one.image[_FIGURE])
            for deck in self.art.values()
            for one in deck
            if one.indices and one.indices[0].label in ("J", "Q", "K")
        )
        self.printer = Printer(self.fonts, figures)

    def deck(self, count: int) -> list[Face]:
        """`count` faces of one random design, a back among them now and then.

        Each face begins with the same chance, so that all come out in one design.
        """
        seed = self.rng.getrandbits(48)
        made = [self._face(random.Random(seed)) for _ in range(count)]
        rng = random.Random(seed + 1)
        if rng.random() < BACKS:
            made.append(random_back(rng))
        return made

    def _face(self, rng: random.Random) -> Face:
        """Draw a face of the design of `rng`, of a card that `pick` picks."""
        way, four = rng.random(), rng.random() < FOUR
        if self.art and way < ART:
            return self._tinted(rng, four=four)
        if way < LETTERED:
            return self.printer.face(rng, self.pick, four=four)
        return drawn(random_style(rng), self.pick, four=four)

    def _tinted(self, rng: random.Random, *, four: bool) -> Face:
        """Face art, in a third of the decks in other colours."""
        made = self.pick.choice(self.art[rng.choice(tuple(self.art))])
        if four and made.indices and made.indices[0].label != JOKER:
            made = _with_four_corners(made)
        if rng.random() < 0.65:
            return made
        image = made.image[:, :, rng.sample(range(3), 3)]
        if rng.random() < 0.25:
            image = 255 - image
        return Face(np.ascontiguousarray(image), made.indices, made.is_back)


def _with_four_corners(face: Face) -> Face:
    """Face art with its own corner copied into the other two."""
    image, found = face.image.copy(), face.indices[0]
    edge = round(found.x + 0.62 * found.height)
    other = copied_corner(image, found, edge)
    return Face(image, (*face.indices, other, other.turned()))

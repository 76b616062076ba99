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
            np.ascontiguousarray(face.image[_FIGURE])
            for deck in self.art.values()
            for face in deck
            if face.indices and face.indices[0].label in ("J", "Q", "K")
        )
        self.printer = Printer(self.fonts, figures)

    def deck(self, count: int) -> list[Face]:
        """`count` faces of one random design, a back among them now and then.

        Each face begins with the same chance, so that all come out in one design.
        """
        seed = self.rng.getrandbits(48)
        faces = [self._face(random.Random(seed)) for _ in range(count)]
        rng = random.Random(seed + 1)
        if rng.random() < BACKS:
            faces.append(random_back(rng))
        return faces

    def _face(self, rng: random.Random) -> Face:
        """Draw a face of the design of `rng`, of a card that `pick` picks."""
        chance, four = rng.random(), rng.random() < FOUR
        if self.art and chance < ART:
            return self._tinted(rng, four=four)
        if chance < LETTERED:
            return self.printer.face(rng, self.pick, four=four)
        return drawn(random_style(rng), self.pick, four=four)

    def _tinted(self, rng: random.Random, *, four: bool) -> Face:
        """Face art, in a third of the decks in other colours."""
        face = self.pick.choice(self.art[rng.choice(tuple(self.art))])
        if four and face.indices and face.indices[0].label != JOKER:
            face = _with_four_corners(face)
        if rng.random() < 0.65:
            return face
        image = face.image[:, :, rng.sample(range(3), 3)]
        if rng.random() < 0.25:
            image = 255 - image
        return Face(np.ascontiguousarray(image), face.indices, face.is_back)


def _with_four_corners(face: Face) -> Face:
    """Face art with its own corner copied into the other two."""
    image, index = face.image.copy(), face.indices[0]
    edge = round(index.x + 0.62 * index.height)
    corner = copied_corner(image, index, edge)
    return Face(image, (*face.indices, corner, corner.turned()))

"""Card faces for training, each with the places of its indices.

Three kinds: the simulator's own decks, faces lettered with any font at hand (training.lettered),
and free face art (training.art). The simulator knows one pen; real decks know hundreds of
letterings, sizes from tiny to jumbo, four corners or two, the suit below the rank or beside it.
"""

import random
from dataclasses import dataclass, replace

import numpy as np

from bluffing.cards import Rank, pack
from lab.sim.photo.faces import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Image,
    Style,
    back,
    face,
    index_places,
    random_style,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER, NOTHING = "joker", "none"
"""Labels (appliance.vision.find.index) of a joker, and of what looks like an index and is none."""


@dataclass(frozen=True, slots=True)
class Index:
    """One index: its label, the middle and the height of the rank's glyph, its up and its suit.

    Places and heights in pixels of a face of 250 x 350; `up` is a unit vector (x, y). A joker's
    height is half the length of its name along the edge. `suit` is C, D, H or S, or "" if the rank
    has none beside it.
    """

    label: str
    x: float
    y: float
    height: float
    up: tuple[int, int] = (0, -1)
    suit: str = ""

    def turned(self) -> "Index":
        """The same index at the other end of the card."""
        return replace(self, x=FACE_WIDTH - self.x, y=FACE_HEIGHT - self.y, up=(0, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face or a back (350, 250, 3) BGR with its indices; a back has none."""

    image: Image
    indices: tuple[Index, ...]
    is_back: bool = False


def drawn(style: Style, pick: random.Random, *, four: bool) -> Face:
    """A face of one of the simulator's decks, of a card that `pick` picks, with `four` indices."""
    style = replace(style, four_corners=four)
    card = pick.choice(pack(2))
    is_joker = card.rank is Rank.JOKER
    label, suit = (JOKER, "") if is_joker else (str(card.rank), str(card.suit))
    indices = []
    for x, y, height in index_places(card, style):
        index = Index(label, x, y, height, suit=suit)
        indices += [index, index.turned()]
    return Face(face(card, style), tuple(indices))


def copied_corner(image: Image, found: Index, edge: int) -> Index:
    """Copy the upper left corner of a face into its other two, and give the upper one's index.

    `edge` is how far the index `found` reaches from the left, in pixels. The right corner is a copy
    of the left one, not its mirror image.
    """
    high, wide = min(150, int(found.y + 2.3 * found.height)), edge + 4
    corner = image[4:high, 4:wide].copy()
    image[4:high, FACE_WIDTH - wide : FACE_WIDTH - 4] = corner
    image[FACE_HEIGHT - high : FACE_HEIGHT - 4, 4:wide] = corner[::-1, ::-1]
    return replace(found, x=found.x + FACE_WIDTH - wide - 4)


def random_back(rng: random.Random) -> Face:
    """A back: one of the simulator's, or two inks in a pattern, with or without a margin."""
    if rng.random() < 0.4:
        return Face(back(random_style(rng)), (), is_back=True)
    inks = [np.array([rng.randint(0, 255) for _ in range(3)]) for _ in range(2)]
    picture = np.where(_pattern(rng), inks[0], inks[1]).astype(np.uint8)
    inset = rng.choice((0, rng.randint(4, 24)))
    if inset:
        paper = np.full_like(picture, rng.randint(215, 255))
        paper[inset:-inset, inset:-inset] = picture[inset:-inset, inset:-inset]
        picture = paper
    return Face(np.ascontiguousarray(picture), (), is_back=True)


def _pattern(rng: random.Random) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """A lattice, woven waves or rings: bool (350, 250, 1)."""
    y, x = np.mgrid[:FACE_HEIGHT, :FACE_WIDTH].astype(np.float32)
    a, b = rng.uniform(0.05, 0.8), rng.uniform(0.05, 0.8)  # radians a pixel
    chance = rng.random()
    if chance < 0.4:
        waves = np.sin(a * x) * np.sin(b * y)
    elif chance < 0.7:
        waves = np.sin(a * x + 3 * np.sin(b * y * 0.3)) + np.sin(a * y + b * x)
    else:
        waves = np.sin(np.hypot(x - FACE_WIDTH / 2, y - FACE_HEIGHT / 2) * a) * np.cos(b * x)
    return np.asarray((waves > rng.uniform(-0.4, 0.4))[..., None], np.bool_)

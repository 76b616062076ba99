"""Crops of tables with cards on them, and everything that the networks are to learn from them.

Cards of a pool of decks lie on tables under a camera that may look from the side; between them
lie backs, papers with lettering, hands and things. Each crop keeps which card shows at every
place, so that an index counts only as far as it shows.
"""

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np

from appliance.vision.find.finder import STRIDE
from training.clutter import Clutter
from training.crops import SIZE, Crop
from training.decks import DeckMaker
from training.faces import Face
from training.laying import Fall, Laid, Matrix, Table, is_in_view, placed
from training.layouts import lay_out
from training.light import grain, photographed

POOL = 160
"""Decks at hand at once; one in eight crops replaces one of them."""

HEIGHTS, USUAL = (60, 210), (85, 150)
"""Least and most height of a card in pixels, and those of half of the crops, which is about how
large the reader looks at cards (appliance.vision.find.finder.NETWORK_CARD_HEIGHT)."""

MOST = 60
"""Cards of one crop."""

TILTED, MOST_TILT = 0.5, 1.05
"""Share of the crops that are seen from a chair, and the most that such a camera tilts, radians."""


class SceneMaker:
    """Composes crops from a pool of decks that is renewed bit by bit."""

    def __init__(self, seed: int, font_folder: Path, decks: Path | None) -> None:
        self.rng = random.Random(seed)
        noise = np.random.default_rng(seed)
        self.decks = DeckMaker(seed + 1, font_folder, decks)
        self.clutter = Clutter(self.rng, noise, self.decks.fonts.latin)
        self._pool: list[list[Face]] = []
        self._grain = grain(noise)

    def crop(self) -> Crop:
        """One crop, as the networks will see tables."""
        rng = self.rng
        height = _height(rng)
        table = Table(self.clutter.ground())
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
            self.clutter.thing(table.frame)
        self._lay_cards(table, _camera(rng), height)
        if rng.random() < 0.22:
            self.clutter.cover(table.frame, table.owner)
        indices, printed = table.indices()
        middles = np.s_[STRIDE // 2 :: STRIDE]
        return Crop(
            photographed(table.frame, self._grain, rng),
            table.owner[middles, middles],
            np.array([card.row() for card in table.laid], np.float32).reshape(-1, 4),
            np.array(indices, np.float32).reshape(-1, 7),
            tuple(index.label for index in printed),
            tuple(index.suit for index in printed),
        )

    def _lay_cards(self, table: Table, camera: Matrix, height: float) -> None:
        """Cards of one deck, or now and then of several, or all the same."""
        rng = self.rng
        fall = Fall(rng.uniform(0.1, 0.7), rng.randint(-4, 4), rng.randint(-4, 4), tone=1.0)
        if rng.random() >= 0.8:
            fall = replace(fall, shadow=0.0)
        fall = replace(fall, tone=rng.uniform(0.75, 1.0))
        deck = self._deck()
        mixed = rng.random() < 0.3
        same = rng.choice(deck) if rng.random() < 0.08 else None
        for pose in lay_out(height, rng):
            face = same or rng.choice(self._deck() if mixed else deck)
            tall = pose.height * rng.uniform(0.97, 1.03)
            card = Laid(face, camera @ placed(pose._replace(height=tall), rng.uniform(0.94, 1.05)))
            if is_in_view(card.quad()) and len(table.laid) < MOST:
                table.lay(card, fall, rng)

    def _deck(self) -> list[Face]:
        """A deck of the pool, which is filled first and then renewed now and then."""
        rng = self.rng
        if len(self._pool) < POOL:
            self._pool.append(self.decks.deck(rng.randint(3, 9)))
            return self._pool[-1]
        if rng.random() < 0.12:
            self._pool[rng.randrange(POOL)] = self.decks.deck(rng.randint(3, 9))
        return rng.choice(self._pool)


def _height(rng: random.Random) -> float:
    """A card's height in pixels."""
    least, most = HEIGHTS if rng.random() < 0.5 else USUAL
    return math.exp(rng.uniform(math.log(least), math.log(most)))


def _camera(rng: random.Random) -> Matrix:
    """The camera's look at the table: straight down or from the side, squeezed now and then."""
    if rng.random() < TILTED:
        return _tilted(rng)
    lean = rng.choice((0.0, rng.uniform(0, 0.12), rng.uniform(0, 0.45)))
    stretch = math.exp(rng.gauss(0, 0.02))
    if rng.random() < 0.35:  # pictures are often squeezed into a square
        stretch = math.exp(rng.uniform(-0.6, 0.6))
    squeeze = np.diag([math.sqrt(stretch), 1 / math.sqrt(stretch), 1.0])
    return _about_the_middle(_bow(lean, rng.uniform(0, 2 * math.pi)) @ squeeze)


def _tilted(rng: random.Random) -> Matrix:
    """Tilt the table as seen from a chair: it is foreshortened in the direction of view.

    A crop is a third to a tenth of a picture, and a lens as long as a picture is wide.
    """
    tilt, away = rng.uniform(0.2, MOST_TILT), rng.uniform(0, 2 * math.pi)
    turn = np.array(
        [[math.cos(away), math.sin(away), 0], [-math.sin(away), math.cos(away), 0], [0, 0, 1.0]]
    )
    short = turn.T @ np.diag([math.cos(tilt), 1.0, 1.0]) @ turn / math.sqrt(math.cos(tilt))
    short[2, 2] = 1.0
    lean = math.sin(tilt) * rng.uniform(0.1, 0.35)
    return _about_the_middle(_bow(lean, away) @ short)


def _bow(lean: float, away: float) -> Matrix:
    """Lines that lead `away` (radians) meet: a crop's side further on all is 1 + `lean` as far."""
    bow = np.eye(3)
    bow[2, :2] = np.array([math.cos(away), math.sin(away)]) * lean / SIZE
    return bow


def _about_the_middle(look: Matrix) -> Matrix:
    """`look` with the crop's middle where it was."""
    centre = np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [0, 0, 1.0]])
    return np.asarray(centre @ look @ np.linalg.inv(centre), np.float64)

"""A camera and a reader that cost nothing: pictures that say which cards lie in the box.

The pictures are real arrays, so that a fault of the camera spoils what is read.
"""

from collections.abc import Callable

import numpy as np

from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.drivers import Frame, Image
from bluffing.cards import pack
from bluffing.message import message
from lab.sim.people.players import Players

GROUND = np.repeat(np.add.outer(range(60, 188, 2), range(64))[..., None], 3, 2).astype(np.uint8)
"""A slope in both directions: neither black nor bars, so that nothing takes it for a dead one."""

CARDS = pack(2)
"""Cards by their numbers, from 1: the lowest grey of the ground is higher."""


class Sheet:
    """A camera whose pictures have in their first row a number for each card's rank and suit."""

    def __init__(self, people: Players, clock: Callable[[], int]) -> None:
        self._people, self._clock = people, clock

    def open(self) -> None:
        """There is always a sheet."""

    def close(self) -> None:
        """Nothing to let go of."""

    def capture(self) -> Frame:
        """The box at this moment."""
        picture, box = GROUND.copy(), self._people.box
        for place, card in enumerate(box.cards if box is not None else ()):
            picture[0, place] = 1 + CARDS.index(card)
        return Frame(picture, self._clock())


def read(image: Image) -> Reading:
    """Return the fixed reading of a picture; a dark picture has no cards."""
    named = [CARDS[pixel - 1] for pixel in image[0, :, 0] if 0 < pixel <= len(CARDS)]
    cards = tuple(SeenCard(card.rank, 0.99, _apart(at), card.suit) for at, card in enumerate(named))
    return Reading(cards, 64, 64, Ask(message("ask.no-cards")) if not cards else None)


def _apart(at: int) -> Quad:
    """Return the place of card number `at` from the left."""
    left = 4.0 * at
    return ((left, 0.0), (left + 3, 0.0), (left + 3, 4.0), (left, 4.0))


def newest(readings: tuple[Reading, ...]) -> Reading:
    """Return the newest of several readings."""
    return readings[-1]

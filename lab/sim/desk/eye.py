"""The eye over the desk's reveal box: its camera, which may be out, and a reader of cards."""

from functools import partial

from appliance.core.fuse import fuse
from appliance.drivers import Pictures
from appliance.runtime.reader import Fuse, Read
from lab.sim.camera import Glance
from lab.sim.eyes import Eye
from lab.sim.reading import card_reader

CardEye = tuple[Read, Fuse]
"""A reader of a picture of cards, and a function that makes one reading of several."""


def eye_of(pictures: Pictures, card: float, reads: CardEye | None) -> Eye:
    """Return an eye for `pictures` with cards of a height in pixels; by itself the table's own."""
    read, vote = reads or (partial(card_reader().read, card_height=card), fuse)
    return pictures, Glance(read), vote

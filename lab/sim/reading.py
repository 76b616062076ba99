"""The table's own card reader, for simulated games."""

from collections.abc import Callable
from functools import lru_cache, partial

from appliance.box.calibrate import sight, solve
from appliance.box.reader import BoxReader
from appliance.core.reading import Reading
from appliance.decks.noticed import NoticingReader
from appliance.drivers import Image
from appliance.vision.find.finder import Finder
from appliance.vision.read import CardReader

_finder = lru_cache(maxsize=1)(Finder)


def card_reader() -> CardReader:
    """A card reader for one game, with its deck; the networks load once in a process."""
    return NoticingReader(_finder)


def reads(empty: Image, card: float, *, mat: bool) -> Callable[[Image], Reading]:
    """Return a reader for one game by the height of a card (px) or, with a `mat`, by its box.

    `empty` is a picture of the empty box.
    """
    reader = card_reader()
    if mat:
        return BoxReader(reader, solve([sight(empty)]))
    return partial(reader.read, card_height=card)

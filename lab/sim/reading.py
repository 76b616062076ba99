"""The table's own card reader, for simulated games."""

from functools import lru_cache

from appliance.decks.noticed import NoticingReader
from appliance.vision.find.finder import Finder
from appliance.vision.read import CardReader

_finder = lru_cache(maxsize=1)(Finder)


def card_reader() -> CardReader:
    """A card reader for one game, with its deck; the networks load once in a process."""
    return NoticingReader(_finder)

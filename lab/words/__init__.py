"""The laboratory's catalogues, beside those of the table."""

from pathlib import Path

from appliance.words import catalogue
from bluffing.words import Words

CATALOGUES = Path(__file__).parent


def words_of(language: str) -> Words:
    """Return the language of that ISO 639 code. Raises KeyError: there is no such language."""
    return catalogue.words_of(language, CATALOGUES)

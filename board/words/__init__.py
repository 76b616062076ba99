"""The board's catalogues, beside those of the games, and the language of a request."""

from functools import cache
from pathlib import Path

from bluffing import words
from bluffing.words import Words

CATALOGUES = Path(__file__).parent
WORD_FOLDERS = (words.CATALOGUES, CATALOGUES)

BOARD_LANGUAGES = tuple(sorted(file.parent.name for file in CATALOGUES.glob("*/board.po")))
"""Every language that the board speaks, by its ISO 639 code."""

MOST_WISHES = 20
"""Languages of a request that are read."""


@cache
def words_of(language: str) -> Words:
    """Return the language of that ISO 639 code. Raises KeyError: there is no such language."""
    return words.words_of(language, WORD_FOLDERS)


def language_of(chosen: str, wishes: str) -> str:
    """Return the language to answer in: the `chosen` one, or the best of an Accept-Language."""
    if chosen in BOARD_LANGUAGES:
        return chosen
    best, weight = "en", 0.0
    for wish in wishes.split(",")[:MOST_WISHES]:
        tag, _, quality = wish.strip().partition(";q=")
        language = tag.lower().partition("-")[0]
        try:
            worth = float(quality) if quality else 1.0
        except ValueError:
            continue
        if language in BOARD_LANGUAGES and weight < worth <= 1:
            best, weight = language, worth
    return best

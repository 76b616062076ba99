"""The table's catalogues, beside those of the games."""

from pathlib import Path

import bluffing.words
from bluffing.words import Words

CATALOGUES = Path(__file__).parent
FOLDERS = (bluffing.words.CATALOGUES, CATALOGUES)
"""Folders of catalogues: the games', then the table's."""

LANGUAGES = tuple(
    sorted(folder.name for folder in CATALOGUES.iterdir() if any(folder.glob("*.po")))
)
"""Every language that the table speaks, by its ISO 639 code."""

ITSELF = "language.po"
"""File in which a language gives its own name: the other languages use that name, too."""


def words_of(language: str, *more: Path) -> Words:
    """Return the language of that ISO 639 code, with English for missing sentences.

    `more` are folders of catalogues beside the table's own, with further languages or sentences.

    Raises:
        KeyError: there is no such language.
    """
    return bluffing.words.words_of(language, (*FOLDERS, *more), _NAMES)


_NAMES = tuple(sorted(CATALOGUES.glob(f"*/{ITSELF}")))

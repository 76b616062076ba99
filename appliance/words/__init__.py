"""The table's language: message catalogues, and how messages are said with them."""

from appliance.words.catalogue import LANGUAGES, words_of
from bluffing.words import LINE_LETTERS, Words

__all__ = ["LANGUAGES", "LINE_LETTERS", "Words", "words_of"]

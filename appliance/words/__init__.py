"""The table's language: message catalogues, and how messages are said with them."""

from appliance.words.catalogue import LANGUAGES, LINE_LETTERS, Words, words_of

__all__ = ["LANGUAGES", "LINE_LETTERS", "Words", "words_of"]

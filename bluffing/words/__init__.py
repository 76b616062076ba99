"""The languages of the games: message catalogues, and the sentences of messages."""

from bluffing.words.catalogue import CATALOGUES, LINE_LETTERS, Words, files_of, words_of

__all__ = ["CATALOGUES", "LINE_LETTERS", "Words", "files_of", "words_of"]

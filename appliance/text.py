"""Text from people: its stored form, its key for comparison, and the letters we can draw.

A name may come from a keyboard, a settings file, a spreadsheet or another table. Unicode has
several spellings of "Zoë", and invisible letters. All text from people passes through here.
"""

import re
import unicodedata

MARKS = 2
"""Accents that one letter may bear: Vietnamese needs as many. Each more counts as a letter."""

_SHOWN = re.compile(
    "[ -~\xa0-\u024f\u02b0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1"
    "\u03f0-\u052f\u1e00-\u1eff\u2010-\u2027\u202f-\u203a\u2044\u2070\u2071\u2074-\u208e"
    "\u20a0-\u20bf\u2116\u2122\u25cc]"
)
"""Letters of our typeface: Noto Sans, cut to Latin, Greek and Cyrillic (display/fonts)."""

_UNSEEN = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Invisible letters (Default_Ignorable_Code_Point, UAX #44)."""

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Letters that change the direction of the following ones, unnoticed by readers."""

_SPACE = re.compile("[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_MARKED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")


def composed(text: str) -> str:
    """Return `text` with each letter and its accents as one, where Unicode has that (NFC)."""
    return unicodedata.normalize("NFC", text)


def neat(text: str) -> str:
    """Return `text` as we keep it: composed (NFC), without unseen letters, with single spaces.

    Control characters and letters that change the direction stay: the caller refuses them.
    """
    return _SPACE.sub(" ", composed(_UNSEEN.sub("", text))).strip()


def folded(text: str) -> str:
    """Return `text` as all its spellings compare: in capitals or not, composed or not."""
    visible = unicodedata.normalize("NFKC", _TURNING.sub("", _UNSEEN.sub("", text)))
    return unicodedata.normalize("NFKC", visible.casefold())


def key(text: str) -> str:
    """Return what two spellings of one name have in common."""
    return " ".join(folded(text).split())


def same_name(letter: str, other: str) -> bool:
    """Return whether two names are one, in any spelling."""
    return key(letter) == key(other)


def plain(text: str) -> str:
    """Return the letters and digits of `text` without accents: "Réponse (%)" is "reponse"."""
    apart = unicodedata.normalize("NFKD", folded(text))
    return "".join(letter for letter in apart if letter.isalnum())


def letters(text: str) -> int:
    """Count the letters that people see: one with its accents is one."""
    return len(_MARKED.sub(lambda marks: marks[0][MARKS:], composed(text)))


def unshown(text: str) -> str:
    """Return the letters of `text` that our typeface doesn't have, each once."""
    return "".join(dict.fromkeys(_SHOWN.sub("", composed(text))))

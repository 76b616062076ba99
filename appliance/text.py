"""Text from people: its stored form, its key for comparison, and the letters we can draw.

A name may come from a keyboard, a settings file, a spreadsheet or another table. Unicode has
several spellings of "Zoë", and invisible letters. All text from people passes through here.
"""

import re
import unicodedata
from collections.abc import Iterable

MARKS = 2
"""Accents that one letter may bear: Vietnamese needs as many. Each more counts as a letter."""

_ELSEWHERE = re.compile(
    "[^ -~\xa0-\u024f\u02b0-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1"
    "\u03f0-\u052f\u1e00-\u1eff\u2010-\u2027\u202f-\u203a\u2044\u2070\u2071\u2074-\u208e"
    "\u20a0-\u20bf\u2116\u2122\u25cc]+"
)
"""Letters that our typeface lacks: Noto Sans, cut to Latin, Greek and Cyrillic (display/fonts)."""

SCRIPTS = {
    script: re.compile(f"[{letters}]")
    for script, letters in {
        "Arabic": "\u060d\u0610-\u061b\u061e-\u065f\u066d-\u06dc\u06df-\u06e8\u06ea-\u06ef"
        "\u06fa-\u06fc\u06ff",
        "Armenian": "\u0531-\u0556\u0559-\u058a\u058d-\u058f",
        "Bengali": "\u0980-\u0983\u0985-\u098c\u098f-\u0990\u0993-\u09a8\u09aa-\u09b0\u09b2"
        "\u09b6-\u09b9\u09bc-\u09c4\u09c7-\u09c8\u09cb-\u09ce\u09d7\u09e0-\u09e3\u09e6-\u09fe",
        "CJK": "\u3001-\u303f\u3041-\u3096\u3099-\u30ff\u3400-\u4db5\u4e00-\u9fef\uac00-\ud7a3"
        "\uff01-\uff9f",
        "Devanagari": "\u0900-\u0957\u0960-\u097f",
        "Georgian": "\u10a0-\u10c5\u10c7\u10cd\u10d0-\u10ff\u1c90-\u1cba\u1cbd-\u1cbf",
        "Hebrew": "\u0591-\u05c7\u05d0-\u05ea\u05f0-\u05f4",
        "Tamil": "\u0b82-\u0b83\u0b85-\u0b8a\u0b8e-\u0b90\u0b92-\u0b95\u0b99-\u0b9a\u0b9c"
        "\u0b9e-\u0b9f\u0ba3-\u0ba4\u0ba8-\u0baa\u0bae-\u0bb9\u0bbe-\u0bc2\u0bc6-\u0bc8"
        "\u0bca-\u0bcd\u0bd0\u0bd7\u0be6-\u0bfa",
        "Thai": "\u0e01-\u0e3a\u0e3f-\u0e5b",
    }.items()
}
"""Letters of Debian's Noto fonts in scripts that our typeface lacks, by the fonts' names."""

RIGHT_TO_LEFT = frozenset({"Arabic", "Hebrew"})

_UNSEEN = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Invisible letters (Default_Ignorable_Code_Point, UAX #44)."""

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Letters that change the direction of the following ones, unnoticed by readers."""

_SPACE = re.compile("[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")


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
    """Count the letters that people see: one with its marks is one."""
    count = marks = 0
    for letter in composed(text):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        count += not 0 < marks <= MARKS
    return count


def unshown(text: str, scripts: Iterable[str] = ()) -> str:
    """Return the letters of `text` that no font has, each once; `scripts` have installed fonts.

    A text with letters of both directions can't be ordered: those from right to left are missing.
    """
    lost = "".join(_ELSEWHERE.findall(composed(text)))
    both = bool(lost) and any(unicodedata.bidirectional(letter) == "L" for letter in text)
    for script in scripts if lost else ():
        if not (both and script in RIGHT_TO_LEFT):
            lost = SCRIPTS[script].sub("", lost)
    return "".join(dict.fromkeys(lost))


def spelt(letters: str) -> str:
    """Return letters one by one; a mark, and a letter that is not seen, by its number: U+202E."""
    visible = (
        letter.isprintable() and unicodedata.category(letter)[0] != "M" for letter in letters
    )
    pairs = zip(letters, visible, strict=True)
    return " ".join(letter if shown else f"U+{ord(letter):04X}" for letter, shown in pairs)

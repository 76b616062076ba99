"""Otto's babble: the vowels of what he says, and none of its words.

So one voice speaks every language, and says no name wrong. Its syllables are made once; a line is a
row of them.
"""

import re
import unicodedata
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from appliance.display.loudness import levelled
from appliance.display.quiet import RATE
from appliance.display.waves import HEADROOM

OTTO = -22
"""His level (dB(A), see `loudness.level`): as loud as a card."""

Samples = npt.NDArray[np.int16]

_FORMANTS = {
    "a": (760, 1250, 2500), "e": (480, 1900, 2550), "i": (310, 2250, 2950), "o": (480, 880, 2450),
    "u": (330, 780, 2300),
}  # fmt: skip
"""Hertz at which a mouth rings, by its vowel."""

_GROUND = 190.0  # hertz
_TURNS = (0.9, 1.0, 1.16)
_ENDS = {"": 1.05, ".": 0.72, "?": 1.5}
"""Pitch of a syllable at its end: in a line, at the end of one, and of a question."""

_SHORT, _LONG = 0.1, 0.24  # s
_RESTS = {",": 0.1}
_REST = 0.16  # s, at all other marks
_PARTS = re.compile(r"[aeiou]+|[,.:;?!]")


def babble(text: str) -> Samples:
    """Return the samples of `text` as Otto says it, mono, at RATE."""
    parts, row = _PARTS.findall(_plain(text)), list[Samples]()
    last = max((at for at, part in enumerate(parts) if part.isalpha()), default=-1)
    end = "?" if text.rstrip().endswith("?") else "."
    for at, part in enumerate(parts):
        if part.isalpha():
            turn = (5 * at + len(part)) % len(_TURNS)
            row.append(_syllable(part[0], turn, end if at == last else ""))
        elif at < last:
            row.append(np.zeros(round(_RESTS.get(part, _REST) * RATE), np.int16))
    return np.concatenate(row) if row else np.zeros(1, np.int16)


def make_syllables() -> None:
    """Make all syllables beforehand."""
    for vowel, turn, end in product(_FORMANTS, range(len(_TURNS)), _ENDS):
        _syllable(vowel, turn, end)


def _plain(text: str) -> str:
    """Return `text` in small letters without accents, with a vowel for each similar sound."""
    letters = unicodedata.normalize("NFKD", text.lower()).translate(_ALIKE)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_ALIKE = str.maketrans("yæœø", "iaeo")


@cache
def _syllable(vowel: str, turn: int, end: str) -> Samples:
    """Return a vowel at one of the pitches, after a soft knock."""
    seconds = _LONG if end else _SHORT
    at = np.arange(round(seconds * RATE)) / RATE
    hertz = _GROUND * _TURNS[turn] * np.linspace(1, _ENDS[end], len(at))
    phase = 2 * np.pi * np.cumsum(hertz) / RATE
    tone = np.zeros(len(at))
    for overtone in range(1, 22):
        rings = (
            loud * np.exp(-(((hertz * overtone - mouth) / (90 + 0.06 * mouth)) ** 2))
            for mouth, loud in zip(_FORMANTS[vowel], (1, 0.6, 0.25), strict=True)
        )
        tone += np.sin(phase * overtone) * (np.sum(list(rings), axis=0) + 0.015)
    knock = np.random.default_rng(turn).standard_normal(len(at)) * 0.5 ** (at / 0.004) * 0.2
    shape = np.clip(at / 0.015, 0, 1) * np.clip((seconds - at) / 0.03, 0, 1)
    samples = levelled((tone + knock) * shape, OTTO + HEADROOM)
    return np.asarray(np.round(samples * 32767), np.int16)

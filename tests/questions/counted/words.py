"""Letters and names."""

from collections.abc import Callable
from fractions import Fraction

from counting import HUNDRED, LETTERS, roman, share
from listing import (
    GREEK,
    KEYBOARD,
    MORSE,
    PLANETS,
    RAINBOW,
    SPELLING,
    STATES,
    VOWELS,
    double,
    named,
)

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "morse-dot": lambda: share(LETTERS, lambda letter: MORSE[letter][0] == "."),
    "braille-three": lambda: share(range(64), lambda cell: cell.bit_count() == 3),
    "states-with-m": lambda: share(STATES, lambda s: s[0] == "M"),
    "states-ending-in-a": lambda: share(STATES, lambda s: s[-1] == "a"),
    "names-with-e": lambda: share(HUNDRED, lambda n: "e" in named(n)),
    "names-with-t": lambda: share(HUNDRED, lambda n: "t" in named(n)),
    "names-with-a": lambda: share(HUNDRED, lambda n: "a" in named(n)),
    "names-with-o": lambda: share(HUNDRED, lambda n: "o" in named(n)),
    "names-with-i": lambda: share(HUNDRED, lambda n: "i" in named(n)),
    "names-with-y": lambda: share(HUNDRED, lambda n: named(n).endswith("y")),
    "short-names": lambda: share(range(1, 21), lambda n: len(named(n)) <= 4),
    "roman-x": lambda: share(HUNDRED, lambda n: "X" in roman(n)),
    "roman-v": lambda: share(HUNDRED, lambda n: "V" in roman(n)),
    "roman-i": lambda: share(HUNDRED, lambda n: "I" in roman(n)),
    "roman-long": lambda: share(HUNDRED, lambda n: len(roman(n)) >= 5),
    "keyboard-top": lambda: Fraction(len(KEYBOARD[0]), 26),
    "keyboard-vowels": lambda: share(VOWELS, lambda v: v in KEYBOARD[0]),
    "keyboard-left": lambda: Fraction(sum(map(len, ("QWERT", "ASDFG", "ZXCVB"))), 26),
    "morse-two-signs": lambda: share(LETTERS, lambda letter: len(MORSE[letter]) <= 2),
    "morse-no-dash": lambda: share(LETTERS, lambda letter: "-" not in MORSE[letter]),
    "morse-same-ends": lambda: share(LETTERS, lambda letter: MORSE[letter][0] == MORSE[letter][-1]),
    "states-one-word": lambda: share(STATES, lambda s: " " not in s),
    "states-double": lambda: share(STATES, double),
    "states-vowel-first": lambda: share(STATES, lambda s: s[0] in VOWELS),
    "states-vowel-last": lambda: share(STATES, lambda s: s[-1].upper() in VOWELS),
    "states-with-a": lambda: share(STATES, lambda s: "a" in s.lower()),
    "states-with-e": lambda: share(STATES, lambda s: "e" in s.lower()),
    "states-first-last": lambda: share(STATES, lambda s: s[0] == s[-1].upper()),
    "planets-with-r": lambda: share(PLANETS, lambda p: "r" in p.lower()),
    "planets-with-u": lambda: share(PLANETS, lambda p: "u" in p.lower()),
    "planets-with-s": lambda: share(PLANETS, lambda p: p.endswith("s")),
    "rainbow-e": lambda: share(RAINBOW, lambda c: "e" in c),
    "greek-ending-in-a": lambda: share(GREEK, lambda g: g.endswith("a")),
    "greek-short": lambda: share(GREEK, lambda g: len(g) == 2),
    "spelling-vowel": lambda: share(SPELLING, lambda w: w[-1].upper() in VOWELS),
    "spelling-four": lambda: share(SPELLING, lambda w: len(w) == 4),
    "spelling-a": lambda: share(SPELLING, lambda w: "a" in w.lower()),
}

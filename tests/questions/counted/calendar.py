"""Days, months and years."""

import calendar
import datetime as dt
from collections.abc import Callable
from fractions import Fraction

from counting import prime, share
from listing import (
    DAY_NAMES,
    DAYS_OF_2025,
    FRI,
    MON,
    MONTH_NAMES,
    MONTHS,
    SAT,
    SUN,
    YEARS,
    easter,
    fridays_the_13th,
    length,
    weekday,
)

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "leap-years": lambda: share(YEARS, calendar.isleap),
    "long-months": lambda: share(range(1, 13), lambda m: length(2025, m) == 31),
    "friday-13th": lambda: share(MONTHS, lambda m: weekday(*m, 13) == FRI),
    "sunday-first": lambda: share(
        [m for m in MONTHS if weekday(*m, 1) == SUN], lambda m: weekday(*m, 13) == FRI
    ),
    "months-with-r": lambda: share(MONTH_NAMES, lambda m: "r" in m.lower()),
    "six-letter-days": lambda: share(DAY_NAMES, lambda d: len(d) == 6),
    "months-of-30": lambda: share(range(1, 13), lambda m: length(2025, m) == 30),
    "days-in-long-months": lambda: share(DAYS_OF_2025, lambda d: length(2025, d.month) == 31),
    "years-with-53-sundays": lambda: share(
        YEARS, lambda y: SUN in (weekday(y, 1, 1), weekday(y, 12, 31))
    ),
    "christmas-on-weekend": lambda: share(YEARS, lambda y: weekday(y, 12, 25) >= SAT),
    "fourth-advent": lambda: share(YEARS, lambda y: weekday(y, 12, 24) == SUN),
    "new-year-monday": lambda: share(YEARS, lambda y: weekday(y, 1, 1) == MON),
    "one-friday-13th": lambda: share(YEARS, lambda y: fridays_the_13th(y) == 1),
    "two-fridays-13th": lambda: share(YEARS, lambda y: fridays_the_13th(y) == 2),
    "three-fridays-13th": lambda: share(YEARS, lambda y: fridays_the_13th(y) == 3),
    "five-weekends": lambda: share(
        MONTHS,
        lambda m: all(
            sum(weekday(*m, d) == w for d in range(1, length(*m) + 1)) == 5 for w in (SAT, SUN)
        ),
    ),
    "five-sundays": lambda: share(
        MONTHS, lambda m: sum(weekday(*m, d) == SUN for d in range(1, length(*m) + 1)) == 5
    ),
    "six-rows": lambda: share(MONTHS, lambda m: len(calendar.monthcalendar(*m)) == 6),
    "easter-in-april": lambda: share(range(1900, 2100), lambda y: easter(y).month == 4),
    "easter-early-april": lambda: share(range(1900, 2100), lambda y: easter(y) < dt.date(y, 4, 10)),
    "dates-both-ways": lambda: share(DAYS_OF_2025, lambda d: d.day <= 12 and d.day != d.month),
    "day-like-month": lambda: share(DAYS_OF_2025, lambda d: d.day == d.month),
    "prime-days": lambda: share(DAYS_OF_2025, lambda d: prime(d.day)),
    "teen-days": lambda: share(DAYS_OF_2025, lambda d: 10 <= d.day <= 19),
    "weekend": lambda: Fraction(2, 7),
    "office-hours": lambda: Fraction(40, 168),
    "by-end-of-august": lambda: share(DAYS_OF_2025, lambda d: d.month <= 8),
    "by-end-of-january": lambda: share(DAYS_OF_2025, lambda d: d.month == 1),
    "months-with-u": lambda: share(MONTH_NAMES, lambda m: "u" in m.lower()),
    "months-with-y": lambda: share(MONTH_NAMES, lambda m: m.endswith("y")),
    "months-with-a": lambda: share(MONTH_NAMES, lambda m: "a" in m.lower()),
    "days-with-u": lambda: share(DAY_NAMES, lambda d: "u" in d.lower()),
    "days-with-r": lambda: share(DAY_NAMES, lambda d: "r" in d.lower()),
}

"""Planets and moons."""

from collections.abc import Callable
from fractions import Fraction

from listing import PLANETS, of_other, sheet

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "moon-radius": lambda: of_other("diameter", "Moon"),
    "mars-radius": lambda: of_other("diameter", "Mars"),
    "moon-gravity": lambda: 1.625 / 9.80665,  # m/s2: the sheet's 1.6 would round to 16 of 16.6%
    "mars-gravity": lambda: of_other("gravity", "Mars"),
    "venus-gravity": lambda: of_other("gravity", "Venus"),
    "pluto-gravity": lambda: of_other("gravity", "Pluto"),
    "mercury-diameter": lambda: of_other("diameter", "Mercury"),
    "venus-diameter": lambda: of_other("diameter", "Venus"),
    "earth-jupiter-diameter": lambda: of_other("diameter", "Earth", "Jupiter"),
    "neptune-uranus-diameter": lambda: of_other("diameter", "Neptune", "Uranus"),
    "pluto-moon-diameter": lambda: of_other("diameter", "Pluto", "Moon"),
    "saturn-density": lambda: sheet("density", "Saturn") / 1000,
    "moon-density": lambda: of_other("density", "Moon"),
    "jupiter-of-planets": lambda: sheet("mass", "Jupiter") / sum(sheet("mass", p) for p in PLANETS),
    "saturn-jupiter-mass": lambda: of_other("mass", "Saturn", "Jupiter"),
    "venus-mass": lambda: of_other("mass", "Venus"),
    "earth-of-inner-planets": lambda: (
        sheet("mass", "Earth") / sum(sheet("mass", p) for p in PLANETS[:4])
    ),
    "mercury-distance": lambda: of_other("distance", "Mercury"),
    "venus-distance": lambda: of_other("distance", "Venus"),
    "earth-mars-distance": lambda: of_other("distance", "Earth", "Mars"),
    "saturn-uranus-distance": lambda: of_other("distance", "Saturn", "Uranus"),
    "jupiter-day": lambda: of_other("day", "Jupiter"),
    "uranus-day": lambda: of_other("day", "Uranus"),
    "moon-escape": lambda: of_other("escape", "Moon"),
    "mars-escape": lambda: of_other("escape", "Mars"),
}

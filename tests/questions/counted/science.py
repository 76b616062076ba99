"""Chemistry, the body and other science."""

from collections.abc import Callable
from fractions import Fraction

from counting import share
from listing import CODONS, mass_of

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "water-oxygen": lambda: mass_of("O", H=2, O=1),
    "salt-sodium": lambda: mass_of("Na", Na=1, Cl=1),
    "carbon-dioxide-oxygen": lambda: mass_of("O", C=1, O=2),
    "rust-iron": lambda: mass_of("Fe", Fe=2, O=3),
    "bones-hands-feet": lambda: Fraction(2 * 27 + 2 * 26, 206),
    "methane-carbon": lambda: mass_of("C", C=1, H=4),
    "water-hydrogen": lambda: mass_of("H", H=2, O=1),
    "sugar-carbon": lambda: mass_of("C", C=12, H=22, O=11),
    "glucose-oxygen": lambda: mass_of("O", C=6, H=12, O=6),
    "caffeine-nitrogen": lambda: mass_of("N", C=8, H=10, N=4, O=2),
    "ammonia-nitrogen": lambda: mass_of("N", N=1, H=3),
    "soda-sodium": lambda: mass_of("Na", Na=1, H=1, C=1, O=3),
    "chalk-calcium": lambda: mass_of("Ca", Ca=1, C=1, O=3),
    "quartz-silicon": lambda: mass_of("Si", Si=1, O=2),
    "peroxide-oxygen": lambda: mass_of("O", H=2, O=2),
    "vitamin-c-oxygen": lambda: mass_of("O", C=6, H=8, O=6),
    "aspirin-carbon": lambda: mass_of("C", C=9, H=8, O=4),
    "laughing-gas-nitrogen": lambda: mass_of("N", N=2, O=1),
    "pyrite-iron": lambda: mass_of("Fe", Fe=1, S=2),
    "potash-potassium": lambda: mass_of("K", K=1, Cl=1),
    "magnesia-magnesium": lambda: mass_of("Mg", Mg=1, O=1),
    "codons-leucine": lambda: share(CODONS, lambda a: a == "L"),
    "codons-stop": lambda: share(CODONS, lambda a: a == "*"),
    "ice-in-kelvin": lambda: Fraction(27315, 37315),
    "a4-width": lambda: Fraction(210, 297),
    "a6-of-a4": lambda: Fraction(1, 4),
    "old-film": lambda: Fraction(4, 3) / Fraction(16, 9),
    "wide-film": lambda: Fraction(16, 9) / Fraction(239, 100),
    "fret-one": lambda: 2 ** (-1 / 12),
    "fret-seven": lambda: 2 ** (-7 / 12),
    "megabyte": lambda: Fraction(1000, 1024),
}

"""Things at hand."""

from collections.abc import Callable
from fractions import Fraction

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "eighteen-carat": lambda: Fraction(18, 24),
}

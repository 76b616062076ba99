"""Music, cinema and history."""

from collections.abc import Callable
from fractions import Fraction

from counting import share

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "piano-black": lambda: share(range(88), lambda key: key % 12 in (1, 4, 6, 9, 11)),
    "piano-naturals": lambda: share(range(88), lambda k: k % 12 in (0, 3)),
    "d-major": lambda: share(
        (0, 2, 4, 5, 7, 9, 11), lambda step: (step + 2) % 12 in (1, 3, 6, 8, 10)
    ),
    "b-major": lambda: share(
        (0, 2, 4, 5, 7, 9, 11), lambda step: (step + 11) % 12 in (1, 3, 6, 8, 10)
    ),
}

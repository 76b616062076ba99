"""Weighs cards: a second witness for the number of cards in the reveal box.

Pure values. A weight alone proves nothing: the table compares the number with that of the cards in
a picture. The weight of the empty box (`Zero`) is taken only while a picture shows an empty box.
"""

import math
from dataclasses import dataclass

CARD_G = 1.8
"""Weight (g) of a card of the deck that the scale was taught. Others weigh 1.7 to 1.9 g."""

CARD_SHARE = 0.06
"""Maximum deviation of a card's weight, as a share: other decks, and cards off the cell's axis."""

RESIDUE_G = 0.12
"""Error (g) of a weight at rest: knocks leave a bar slightly bent, and a mat touches a rim."""

ZERO_DRIFT = 0.03 / 60_000_000_000
"""Maximum drift of an empty scale, g a nanosecond: 0.03 g a minute.

0.1 % of 100 g for each 10 degrees, in a room that warms by 3 degrees in a minute.
"""

ZERO_STEP = 0.5
"""Maximum rise (g) of an empty box's weight: anything more may be a card that was left there."""


@dataclass(frozen=True, slots=True)
class Mass:
    """Weight in the reveal box, in g, of an unknown zero; `spread` is half of its latest range.

    Until it is `settled` it says nothing: a hand moves, or the scale swings.
    """

    grams: float
    spread: float
    settled: bool


@dataclass(frozen=True, slots=True)
class Zero:
    """Weight of the empty reveal box at `at` (ns), in the game of that number this evening."""

    grams: float
    spread: float
    at: int
    game: int


def zeroed(zero: Zero | None, weight: Mass | None, at: int, game: int) -> Zero | None:
    """Return the zero after a picture has shown an empty box of this `weight`.

    A box that became heavier keeps the earlier zero: a card may lie there that the picture does not
    show. After a deal all cards are in hands.
    """
    if weight is None or not weight.settled:
        return zero
    if zero is not None and zero.game == game:
        rise = weight.grams - zero.grams
        if rise > ZERO_STEP:
            return zero
    return Zero(weight.grams, weight.spread, at, game)


def count_of(weight: Mass | None, zero: Zero | None, at: int) -> int | None:
    """Return the only number of cards that fits `weight` at `at` (ns), or None."""
    if weight is None or zero is None or not weight.settled:
        return None
    error = RESIDUE_G + weight.spread + zero.spread + ZERO_DRIFT * max(0, at - zero.at)
    net = weight.grams - zero.grams
    least = math.ceil((net - error) / (CARD_G * (1 + CARD_SHARE)))
    most = math.floor((net + error) / (CARD_G * (1 - CARD_SHARE)))
    return most if least == most and most >= 0 else None

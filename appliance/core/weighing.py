"""Weighs cards: a second witness for the number of cards in the reveal box.

Pure values. A weight alone proves nothing: the table compares the number with that of the cards in
a picture. No picture tells an empty box from one with a card face down, so the weight of the empty
box (`Zero`) begins with cards of which a player has confirmed the number.
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
    """Weight of the empty reveal box at `at` (ns); `spread` is its error at that time."""

    grams: float
    spread: float
    at: int

    def error(self, at: int) -> float:
        """Return the error (g) at `at` (ns) of a difference from this weight."""
        return RESIDUE_G + self.spread + ZERO_DRIFT * max(0, at - self.at)


def zero_below(weight: Mass | None, cards: int, at: int) -> Zero | None:
    """Return the zero below so many `cards` that a player has confirmed; None: no rest."""
    if weight is None or not weight.settled:
        return None
    mass = cards * CARD_G
    return Zero(weight.grams - mass, weight.spread + mass * CARD_SHARE, at)


def renewed(zero: Zero | None, weight: Mass | None, at: int) -> Zero | None:
    """Return the zero after a picture without cards of this `weight`.

    A rise that may be a card, face down or left behind, keeps the earlier zero.
    """
    if zero is None or weight is None or not weight.settled:
        return zero
    hides_none = zero.error(at) + ZERO_STEP < CARD_G * (1 - CARD_SHARE)
    if not hides_none or weight.grams - zero.grams > ZERO_STEP:
        return zero
    return Zero(weight.grams, weight.spread, at)


def count_of(weight: Mass | None, zero: Zero | None, at: int) -> int | None:
    """Return the only number of cards that fits `weight` at `at` (ns), or None."""
    if weight is None or zero is None or not weight.settled:
        return None
    error = weight.spread + zero.error(at)
    net = weight.grams - zero.grams
    least = math.ceil((net - error) / (CARD_G * (1 + CARD_SHARE)))
    most = math.floor((net + error) / (CARD_G * (1 - CARD_SHARE)))
    return most if least == most and most >= 0 else None

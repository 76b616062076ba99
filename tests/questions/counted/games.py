"""Cards, boards and other games."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from counting import (
    BOARD,
    CODES,
    DOMINOES,
    HANDS_OF_5,
    HANDS_OF_13,
    LETTERS,
    PACK,
    attacks,
    every_suit,
    knight,
    longest,
    none_of,
    noughts_and_crosses,
    prime,
    shape,
    share,
    unordered,
)
from listing import POINTS, TILES, VOWELS

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "court-cards": lambda: share(PACK, lambda card: card[0] >= 10),
    "poker-nothing": lambda: Fraction((math.comb(13, 5) - 10) * (4**5 - 4), HANDS_OF_5),
    "poker-one-pair": lambda: Fraction(13 * math.comb(4, 2) * math.comb(12, 3) * 4**3, HANDS_OF_5),
    "poker-flush": lambda: Fraction(4 * math.comb(13, 5), HANDS_OF_5),
    "court-or-ace-in-five": lambda: 1 - none_of(5, 16),
    "bridge-ace": lambda: 1 - none_of(13, 4),
    "roulette-red": lambda: Fraction(18, 37),
    "queen-in-the-middle": lambda: share(
        [s for s in BOARD if s != (3, 3)], lambda s: attacks((3, 3), s)
    ),
    "chess-first-moves": lambda: Fraction(8 + 8, 8 + 8 + 4),
    "dominoes-doubles": lambda: share(
        [(a, b) for a in range(10) for b in range(a, 10)], lambda t: t[0] == t[1]
    ),
    "rubiks-edges": lambda: share(
        [c for c in product(range(3), repeat=3) if c != (1, 1, 1)], lambda c: c.count(1) == 1
    ),
    "snooker-blacks": lambda: Fraction(16 * 7, 15 * (1 + 7) + sum(range(2, 8))),
    "scrabble-vowels": lambda: Fraction(sum(TILES[t] for t in VOWELS), 100),
    "two-cards-a-pair": lambda: Fraction(3, 51),
    "two-cards-a-suit": lambda: Fraction(12, 51),
    "two-cards-a-colour": lambda: Fraction(25, 51),
    "two-cards-an-ace": lambda: 1 - none_of(2, 4),
    "five-cards-a-heart": lambda: 1 - none_of(5, 13),
    "five-cards-no-ace": lambda: none_of(5, 4),
    "five-cards-four-suits": lambda: every_suit(5),
    "five-cards-one-colour": lambda: 2 * Fraction(math.comb(26, 5), HANDS_OF_5),
    "poker-two-pairs": lambda: Fraction(math.comb(13, 2) * 6 * 6 * 44, HANDS_OF_5),
    "flop-different": lambda: Fraction(48 * 44, 51 * 50),
    "flop-three-suits": lambda: Fraction(39 * 26, 51 * 50),
    "bridge-4432": lambda: shape(4, 4, 3, 2),
    "bridge-4333": lambda: shape(4, 3, 3, 3),
    "bridge-longest-five": lambda: longest(5),
    "bridge-longest-four": lambda: longest(4),
    "bridge-every-suit": lambda: every_suit(13),
    "bridge-all-aces": lambda: Fraction(
        sum(math.comb(4, k) * math.comb(48, 13 - k) for k in (2, 3, 4)), HANDS_OF_13
    ),
    "blackjack": lambda: Fraction(4 * 16, math.comb(52, 2)),
    "bust-on-16": lambda: share(range(1, 14), lambda r: r >= 6),
    "red-and-even": lambda: share(
        PACK, lambda card: card[1] < 2 and card[0] + 1 in (2, 4, 6, 8, 10)
    ),
    "noughts-first": lambda: Fraction(noughts_and_crosses()["X"], math.factorial(9)),
    "noughts-draw": lambda: Fraction(noughts_and_crosses()["-"], math.factorial(9)),
    "noughts-second": lambda: Fraction(noughts_and_crosses()["O"], math.factorial(9)),
    "chess-edge": lambda: share(BOARD, lambda s: s[0] in (0, 7) or s[1] in (0, 7)),
    "chess-knight-eight": lambda: share(BOARD, lambda s: knight(s) == 8),
    "chess-knight-few": lambda: share(BOARD, lambda s: knight(s) <= 4),
    "chess-two-queens": lambda: unordered(BOARD, attacks),
    "chess-two-rooks": lambda: unordered(BOARD, lambda a, b: a[0] == b[0] or a[1] == b[1]),
    "chess-bishops": lambda: Fraction(31, 63),
    "chess-unit-squares": lambda: Fraction(64, sum(k * k for k in range(1, 9))),
    "chess-value-pawns": lambda: Fraction(8, 8 + 2 * 3 + 2 * 3 + 2 * 5 + 9),
    "dominoes-high": lambda: share(DOMINOES, lambda t: sum(t) >= 7),
    "dominoes-even": lambda: share(DOMINOES, lambda t: sum(t) % 2 == 0),
    "dominoes-fit": lambda: unordered(DOMINOES, lambda a, b: bool(set(a) & set(b))),
    "die-high-pips": lambda: Fraction(15, 21),
    "scrabble-e": lambda: Fraction(TILES["E"], sum(TILES.values())),
    "scrabble-one-point": lambda: Fraction(sum(TILES[t] for t in TILES if POINTS[t] == 1), 100),
    "scrabble-rnstl": lambda: Fraction(sum(TILES[t] for t in "RSTLN"), 100),
    "scrabble-vowel-points": lambda: Fraction(
        sum(TILES[t] * POINTS[t] for t in VOWELS), sum(TILES[t] * POINTS[t] for t in TILES)
    ),
    "scrabble-once": lambda: share(LETTERS, lambda t: TILES[t] == 1),
    "bingo-card": lambda: Fraction(24, 75),
    "darts-primes": lambda: share(range(1, 21), prime),
    "snooker-reds": lambda: Fraction(15, 22),
    "mastermind-none-right": lambda: Fraction(5, 6) ** 4,
    "mastermind-different": lambda: share(CODES, lambda c: len(set(c)) == 4),
    "rubiks-corners": lambda: Fraction(24, 54),
    "rubiks-hidden": lambda: 1 - Fraction(27, 125),
    "set-nothing": lambda: Fraction(2**4, 80),
}

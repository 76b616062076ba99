"""What the shipped facts are counted with: numbers, throws, hands, boards."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import TypeVar

Thing = TypeVar("Thing")

HUNDRED, THOUSAND, MINUTES = range(1, 101), range(1, 1001), range(24 * 60)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DICE, SUITS, RANKS = range(1, 7), range(4), range(13)
PACK = [(rank, suit) for rank in RANKS for suit in SUITS]
HANDS_OF_5, HANDS_OF_13 = math.comb(52, 5), math.comb(52, 13)
BOARD = [(column, row) for column in range(8) for row in range(8)]


def share(some: Iterable[Thing], fits: Callable[[Thing], object]) -> Fraction:
    """The share of `some` that fits."""
    found = [bool(fits(value)) for value in some]
    return Fraction(sum(found), len(found))


def thrown(dice: int, fits: Callable[[tuple[int, ...]], bool]) -> Fraction:
    """Return the share of fitting throws among all throws of some dice."""
    return share(product(DICE, repeat=dice), fits)


# --- numbers ---------------------------------------------------------------------------------


def prime(number: int) -> bool:
    return number > 1 and all(number % by for by in range(2, math.isqrt(number) + 1))


def divisors(number: int) -> list[int]:
    return [by for by in range(1, number + 1) if number % by == 0]


def happy(number: int) -> bool:
    """Return True if squaring and adding the digits again and again leads to 1."""
    seen = set[int]()
    while number not in seen:
        seen.add(number)
        number = sum(int(digit) * int(digit) for digit in str(number))
    return number == 1


def collatz(number: int) -> int:
    """Steps to 1, halving what is even and else taking three times and one."""
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def roman(number: int) -> str:
    signs = {100: "C", 90: "XC", 50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}
    text = ""
    for value, sign in signs.items():
        text += sign * (number // value)
        number %= value
    return text


@lru_cache(maxsize=1)
def pi_decimals(count: int = 1000) -> str:
    """The first decimals of pi, by Machin's formula."""
    unit = 10 ** (count + 10)

    def arctan(over: int) -> int:
        total = term = unit // over
        sign, divisor = -1, 3
        while term:
            term //= over * over
            total += sign * (term // divisor)
            sign, divisor = -sign, divisor + 2
        return int(total)

    return str(4 * (4 * arctan(5) - arctan(239)))[1 : count + 1]


def palindrome(text: str) -> bool:
    return text == text[::-1]


def clock(minute: int) -> str:
    """The time on a digital clock."""
    return f"{minute // 60:02}{minute % 60:02}"


# --- chance ----------------------------------------------------------------------------------


def heads(coins: int, some: Iterable[int]) -> Fraction:
    """The chance that the number of heads is one of these."""
    return Fraction(sum(math.comb(coins, count) for count in some), 2**coins)


def run_of(coins: int, length: int) -> Fraction:
    """Return the chance of a run of equal sides somewhere among some coins."""
    ends = {1: 2}  # how long the last run is: in how many ways
    for _ in range(coins - 1):
        after = {1: sum(ends.values())}
        for run, ways in ends.items():
            if run + 1 < length:
                after[run + 1] = after.get(run + 1, 0) + ways
        ends = after
    return 1 - Fraction(sum(ends.values()), 2**coins)


def all_different(people: int, places: int) -> Fraction:
    """Return the chance that `people` people all have different places."""
    return math.prod(
        (Fraction(places - taken, places) for taken in range(people)), start=Fraction(1)
    )


def all_seen(sides: int, throws: int) -> Fraction:
    """The chance that every side of a die has come up."""
    signed = (
        (-1) ** none * math.comb(sides, none) * (sides - none) ** throws for none in range(sides)
    )
    return Fraction(sum(signed), sides**throws)


def long_cycle(people: int) -> Fraction:
    """The chance that a shuffle has no cycle of more than half of its things."""
    return 1 - sum(
        (Fraction(1, length) for length in range(people // 2 + 1, people + 1)), Fraction()
    )


def best_of(candidates: int) -> Fraction:
    """Return the chance to take the best of a row of candidates, by the best rule."""
    rules = range(1, candidates)
    return max(
        Fraction(skipped, candidates)
        * sum((Fraction(1, later) for later in rules if later >= skipped), Fraction())
        for skipped in rules
    )


def risk(attackers: int, defenders: int, lost: int) -> Fraction:
    """The chance that the defender of Risk loses so many armies in one throw."""

    def fits(dice: tuple[int, ...]) -> bool:
        ours = sorted(dice[:attackers], reverse=True)
        theirs = sorted(dice[attackers:], reverse=True)
        return sum(mine > theirs_ for mine, theirs_ in zip(ours, theirs, strict=False)) == lost

    return thrown(attackers + defenders, fits)


def yahtzee() -> Fraction:
    """The chance of five alike in three throws, keeping what there is most of."""
    most = {0: Fraction(1)}  # how many alike are kept: how likely
    for _ in range(3):
        after: dict[int, Fraction] = {}
        for kept, chance in most.items():
            for dice in product(DICE, repeat=5 - kept):
                tops = Counter(dice)  # those kept show ones
                tops[1] += kept
                alike = max(tops.values())
                after[alike] = after.get(alike, Fraction()) + chance / 6 ** (5 - kept)
        most = after
    return most[5]


def last_seat(passengers: int) -> Fraction:
    """The chance that the last passenger gets the own seat, where the first sits anywhere."""
    chances = [Fraction(0), Fraction(0)]
    for count in range(2, passengers + 1):
        chances.append((1 + sum(chances[2:count], Fraction())) / count)
    return chances[passengers]


def undecided(players: int) -> Fraction:
    """Rock, paper, scissors: the chance that one round decides nothing."""
    return share(product(range(3), repeat=players), lambda shown: len(set(shown)) != 2)


def lottery(right: Iterable[int]) -> Fraction:
    """Six of 49: the chance to have one of these numbers of right ones."""
    ways = sum(math.comb(6, hits) * math.comb(43, 6 - hits) for hits in right)
    return Fraction(ways, math.comb(49, 6))


# --- cards and boards ------------------------------------------------------------------------


def none_of(cards: int, wanted: int) -> Fraction:
    """The chance that so many cards of a pack hold none of the `wanted` ones."""
    return Fraction(math.comb(52 - wanted, cards), math.comb(52, cards))


def shape(*lengths: int) -> Fraction:
    """The chance that the suits of a bridge hand are so long."""
    orders = len(set(permutations(lengths)))
    return Fraction(orders * math.prod(math.comb(13, long) for long in lengths), HANDS_OF_13)


def longest(length: int) -> Fraction:
    """The chance that the longest suit of a bridge hand has so many cards."""
    fits = [
        lengths
        for lengths in product(range(14), repeat=4)
        if sum(lengths) == 13 and max(lengths) == length
    ]
    ways = sum(math.prod(math.comb(13, long) for long in lengths) for lengths in fits)
    return Fraction(ways, HANDS_OF_13)


def every_suit(cards: int) -> Fraction:
    """The chance that so many cards of a pack have all four suits."""
    signed = (
        (-1) ** gone * math.comb(4, gone) * math.comb(52 - 13 * gone, cards) for gone in range(4)
    )
    return Fraction(sum(signed), math.comb(52, cards))


def attacks(queen: tuple[int, int], other: tuple[int, int]) -> bool:
    (column, row), (over, up) = queen, other
    return column == over or row == up or abs(column - over) == abs(row - up)


def knight(square: tuple[int, int]) -> int:
    """Return how many squares a knight reaches from there."""
    steps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
    return sum((square[0] + x, square[1] + y) in BOARD for x, y in steps)


@lru_cache(maxsize=1)
def noughts_and_crosses() -> Counter[str]:
    """Count the wins of X, O or no player ("-"), in 9! orders of filling the squares."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    @cache
    def play(board: str) -> Counter[str]:
        """Return how often who wins, in all orders in which the rest can be filled."""
        free, found = board.count(" "), Counter[str]()
        mark = "XO"[(9 - free) % 2]
        for square in range(9):
            if board[square] != " ":
                continue
            after = board[:square] + mark + board[square + 1 :]
            if any(after[a] == after[b] == after[c] == mark for a, b, c in lines):
                found[mark] += math.factorial(free - 1)
            elif free == 1:
                found["-"] += 1
            else:
                found += play(after)
        return found

    return play(" " * 9)


DOMINOES = [(low, high) for low in range(7) for high in range(low, 7)]
CODES = list(product(range(6), repeat=4))  # of Mastermind


def unordered(some: Sequence[Thing], fits: Callable[[Thing, Thing], bool]) -> Fraction:
    """The share of all pairs that fits."""
    return share(combinations(some, 2), lambda pair: fits(*pair))

"""The shipped facts: spread, sourced, and worked out again wherever they can be."""

import calendar
import math
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from itertools import combinations, product

import pytest

from appliance.core.question import Kind, Question
from appliance.questions.pack import PACKS, kinds_of, questions_of

FACTS = {question.id: question for question in questions_of(["facts"])}

H, C, O, NA, CL, FE = 1.008, 12.011, 15.999, 22.990, 35.45, 55.845  # noqa: E741 - oxygen
_CODE = (
    "A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-. "
    "S... T- U..- V...- W.-- X-..- Y-.-- Z--.."
)
_NAMES = (
    "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,"
    "Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,"
    "Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,"
    "New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,"
    "Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,"
    "West Virginia,Wisconsin,Wyoming"
)
_SYMBOLS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se "
    "Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb "
    "Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm "
    "Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og"
)
MORSE, STATES, SYMBOLS = _CODE.split(), _NAMES.split(","), _SYMBOLS.split()
DICE = range(1, 7)
PACK = [(rank, suit) for rank in range(13) for suit in range(4)]


def prime(number: int) -> bool:
    return number > 1 and all(number % by for by in range(2, math.isqrt(number) + 1))


def share(some: range | list[int], fits: Callable[[int], bool]) -> float:
    return float(Fraction(sum(map(fits, some)) * 100, len(some)))


def thrown(dice: int, fits: Callable[[tuple[int, ...]], bool]) -> float:
    throws = list(product(DICE, repeat=dice))
    return 100 * sum(map(fits, throws)) / len(throws)


def without(cards: int, others: int) -> float:
    """Percent of hands of `cards` that hold a card beside the `others` of a pack."""
    return float(100 - Fraction(100 * math.comb(others, cards), math.comb(52, cards)))


def shared_birthday(people: int) -> float:
    return 100 * (1 - math.prod((365 - i) / 365 for i in range(people)))


def months() -> list[tuple[int, int]]:
    return [(year, month) for year in range(2000, 2400) for month in range(1, 13)]


def queen_reaches(column: int, row: int) -> int:
    others = [square for square in product(range(8), repeat=2) if square != (column, row)]
    return sum(c == column or r == row or abs(c - column) == abs(r - row) for c, r in others)


def deranged(people: int) -> int:
    """Orders without a fixed point: D(n) = n D(n-1) + (-1)^n."""
    count = 1
    for number in range(1, people + 1):
        count = number * count + (-1) ** number
    return count


HUNDRED, THOUSAND = range(1, 101), range(1, 1001)
PAIRED = math.comb(13, 5) * 4**5  # five different ranks: the pairless hands, with these two
STRAIGHTS, FLUSHES = 10 * 4**5, math.comb(13, 5) * 4

RECOMPUTED: dict[str, Callable[[], float]] = {
    "primes-to-100": lambda: share(HUNDRED, prime),
    "primes-to-1000": lambda: share(THOUSAND, prime),
    "digit-seven": lambda: share(THOUSAND, lambda n: "7" in str(n)),
    "three-or-five": lambda: share(THOUSAND, lambda n: n % 3 == 0 or n % 5 == 0),
    "palindromes": lambda: share(HUNDRED, lambda n: str(n) == str(n)[::-1]),
    "powers-of-two": lambda: share(HUNDRED, lambda n: str(2**n)[0] == "1"),
    "squares-end-in-seven": lambda: share(THOUSAND, lambda n: n * n % 10 == 7),
    "square-free": lambda: share(HUNDRED, lambda n: all(n % by for by in (4, 9, 25, 49))),
    "perfect-numbers": lambda: share(
        HUNDRED, lambda n: sum(by for by in range(1, n) if n % by == 0) == n
    ),
    "not-a-cube": lambda: share(THOUSAND, lambda n: round(n ** (1 / 3)) ** 3 != n),
    "circle-in-square": lambda: 100 * math.pi / 4,
    "square-in-circle": lambda: 100 * 2 / math.pi,
    "sphere-in-cylinder": lambda: 100 * (4 / 3 * math.pi) / (math.pi * 2),
    "cone": lambda: 100 * (math.pi / 3) / math.pi,
    "oranges": lambda: 100 * math.pi / math.sqrt(18),
    "coins": lambda: 100 * math.pi / math.sqrt(12),
    "cube-in-ball": lambda: 100 * (2 / math.sqrt(3)) ** 3 / (4 / 3 * math.pi),
    "derangement": lambda: 100 * deranged(10) / math.factorial(10),
    "court-cards": lambda: 100 * sum(rank >= 10 for rank, _ in PACK) / 52,
    "poker-nothing": lambda: 100 * (PAIRED - STRAIGHTS - FLUSHES + 40) / math.comb(52, 5),
    "poker-one-pair": lambda: (
        100 * (13 * math.comb(4, 2) * math.comb(12, 3) * 4**3) / math.comb(52, 5)
    ),
    "poker-flush": lambda: 100 * FLUSHES / math.comb(52, 5),
    "court-or-ace-in-five": lambda: without(5, 36),
    "bridge-ace": lambda: without(13, 48),
    "two-dice-seven": lambda: thrown(2, lambda dice: sum(dice) == 7),
    "two-dice-a-six": lambda: thrown(2, lambda dice: 6 in dice),
    "four-dice-a-six": lambda: thrown(4, lambda dice: 6 in dice),
    "double-six-in-24": lambda: 100 * (1 - (35 / 36) ** 24),
    "five-dice-different": lambda: thrown(5, lambda dice: len(set(dice)) == 5),
    "ten-coins-five-heads": lambda: 100 * math.comb(10, 5) / 2**10,
    "birthdays-23": lambda: shared_birthday(23),
    "birthdays-50": lambda: shared_birthday(50),
    "roulette-red": lambda: 100 * 18 / 37,
    "lottery-none": lambda: 100 * math.comb(43, 6) / math.comb(49, 6),
    "queen-in-the-middle": lambda: 100 * queen_reaches(3, 3) / 63,
    "chess-first-moves": lambda: 100 * (8 + 8) / (8 + 8 + 4),
    "dominoes-doubles": lambda: 100 * 10 / (len(list(combinations(range(10), 2))) + 10),
    "rubiks-edges": lambda: (
        100 * sum(cube.count(1) == 1 for cube in product(range(3), repeat=3)) / (27 - 1)
    ),
    "snooker-blacks": lambda: 100 * 16 * 7 / (15 * (1 + 7) + sum(range(2, 8))),
    "leap-years": lambda: share(range(2000, 2400), calendar.isleap),
    "long-months": lambda: share(
        range(1, 13), lambda month: calendar.monthrange(2026, month)[1] == 31
    ),
    "friday-13th": lambda: (
        100 * sum(calendar.weekday(*month, 13) == calendar.FRIDAY for month in months()) / 4800
    ),
    "sunday-first": lambda: (
        100
        * min(
            calendar.weekday(*month, 13) == calendar.FRIDAY
            for month in months()
            if calendar.weekday(*month, 1) == calendar.SUNDAY
        )
    ),
    "months-with-r": lambda: share(
        range(1, 13), lambda month: "r" in calendar.month_name[month].lower()
    ),
    "six-letter-days": lambda: share(range(7), lambda day: len(calendar.day_name[day]) == 6),
    "morse-dot": lambda: share(range(26), lambda letter: MORSE[letter][1] == "."),
    "braille-three": lambda: share(range(64), lambda cell: cell.bit_count() == 3),
    "piano-black": lambda: share(range(88), lambda key: key % 12 in (1, 4, 6, 9, 11)),
    "water-oxygen": lambda: 100 * O / (2 * H + O),
    "salt-sodium": lambda: 100 * NA / (NA + CL),
    "carbon-dioxide-oxygen": lambda: 100 * 2 * O / (C + 2 * O),
    "rust-iron": lambda: 100 * 2 * FE / (2 * FE + 3 * O),
    "one-letter-elements": lambda: share(range(118), lambda one: len(SYMBOLS[one]) == 1),
    "moon-radius": lambda: 100 * 1738.1 / 6378.1,
    "mars-radius": lambda: 100 * 3396.2 / 6378.1,
    "bones-hands-feet": lambda: 100 * (2 * 27 + 2 * 26) / 206,
    "states-with-m": lambda: share(range(50), lambda state: STATES[state][0] == "M"),
    "states-ending-in-a": lambda: share(range(50), lambda state: STATES[state][-1] == "a"),
    "scrabble-vowels": lambda: 9 + 12 + 9 + 8 + 4,
    "world-cups-europe": lambda: 100 * (4 + 4 + 2 + 1 + 1) / 22,
    "eighteen-carat": lambda: 100 * 18 / 24,
}


@pytest.mark.parametrize("fact", RECOMPUTED)
def test_what_can_be_worked_out_is_right(fact: str) -> None:
    assert FACTS[fact].percent == pytest.approx(RECOMPUTED[fact](), abs=0.00005, rel=0)


def test_goldbach_holds_as_far_as_a_test_can_look() -> None:
    primes = [number for number in range(2, 5000) if prime(number)]
    known = set(primes)
    for even in range(4, 5000, 2):
        assert any(even - one in known for one in primes)
    assert FACTS["goldbach"].percent == 100


def test_dry_air_is_not_more_than_all_of_it() -> None:
    gases = [FACTS[f"air-{gas}"].percent for gas in ("oxygen", "nitrogen", "argon")]
    assert 99.9 < sum(gases) < 100


def test_facts_are_many_sourced_and_spread_over_the_whole_range() -> None:
    questions = questions_of(["facts"])
    assert len(questions) >= 60
    assert kinds_of(questions) == (Kind.FACT,)
    assert "flagged" not in files("appliance.questions").joinpath(PACKS["facts"]).read_text("utf-8")
    tens = [min(int(question.percent // 10), 9) for question in questions]
    assert all(tens.count(ten) >= 3 for ten in range(10)), [tens.count(ten) for ten in range(10)]
    assert len(RECOMPUTED) >= 0.75 * len(questions)


@pytest.mark.parametrize("name", PACKS)
def test_every_shipped_pack_loads_and_can_be_drawn_from(name: str) -> None:
    questions = questions_of([name])
    for question in questions:
        assert isinstance(question, Question)
        assert question.pack == name
        assert question.source
        assert question.date
        assert question.text not in [other.text for other in questions if other.id != question.id]

"""Numbers and shapes."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from counting import (
    HUNDRED,
    MINUTES,
    THOUSAND,
    clock,
    collatz,
    divisors,
    happy,
    palindrome,
    pi_decimals,
    prime,
    share,
)

SHARES: dict[str, Callable[[], Fraction | float]] = {
    "primes-to-100": lambda: share(HUNDRED, prime),
    "primes-to-1000": lambda: share(THOUSAND, prime),
    "digit-seven": lambda: share(THOUSAND, lambda n: "7" in str(n)),
    "three-or-five": lambda: share(THOUSAND, lambda n: n % 3 == 0 or n % 5 == 0),
    "palindromes": lambda: share(HUNDRED, lambda n: palindrome(str(n))),
    "powers-of-two": lambda: share(HUNDRED, lambda n: str(2**n)[0] == "1"),
    "squares-end-in-seven": lambda: share(THOUSAND, lambda n: n * n % 10 == 7),
    "square-free": lambda: share(HUNDRED, lambda n: all(n % by for by in (4, 9, 25, 49))),
    "perfect-numbers": lambda: share(HUNDRED, lambda n: sum(divisors(n)) == 2 * n),
    "not-a-cube": lambda: share(THOUSAND, lambda n: round(n ** (1 / 3)) ** 3 != n),
    "circle-in-square": lambda: math.pi / 4,
    "square-in-circle": lambda: 2 / math.pi,
    "sphere-in-cylinder": lambda: Fraction(2, 3),
    "cone": lambda: Fraction(1, 3),
    "oranges": lambda: math.pi / math.sqrt(18),
    "coins": lambda: math.pi / math.sqrt(12),
    "cube-in-ball": lambda: (2 / math.sqrt(3)) ** 3 / (4 / 3 * math.pi),
    "lockers": lambda: share(HUNDRED, lambda n: len(divisors(n)) % 2),
    "harshad": lambda: share(HUNDRED, lambda n: n % sum(map(int, str(n))) == 0),
    "triangular": lambda: share(HUNDRED, lambda n: any(k * (k + 1) == 2 * n for k in range(1, 15))),
    "two-squares": lambda: share(
        HUNDRED,
        lambda n: any(math.isqrt(n - a * a) ** 2 == n - a * a for a in range(math.isqrt(n) + 1)),
    ),
    "happy-numbers": lambda: share(HUNDRED, happy),
    "abundant": lambda: share(THOUSAND, lambda n: sum(divisors(n)) > 2 * n),
    "different-digits": lambda: share(THOUSAND, lambda n: len(set(str(n))) == len(str(n))),
    "not-by-2-3-5": lambda: share(range(1, 901), lambda n: n % 2 and n % 3 and n % 5),
    "three-digit-palindromes": lambda: share(range(100, 1000), lambda n: palindrome(str(n))),
    "digits-going-up": lambda: share(range(10, 100), lambda n: n % 10 > n // 10),
    "lowest-terms": lambda: share(product(HUNDRED, HUNDRED), lambda f: math.gcd(*f) == 1),
    "primes-ending-in-3": lambda: share(filter(prime, THOUSAND), lambda n: n % 10 == 3),
    "twin-primes": lambda: share(filter(prime, THOUSAND), lambda n: prime(n - 2) or prime(n + 2)),
    "pi-odd": lambda: share(pi_decimals(), lambda d: int(d) % 2),
    "pi-nine": lambda: share(pi_decimals(), lambda d: d == "9"),
    "pascal-odd": lambda: share(
        [math.comb(n, k) for n in range(16) for k in range(n + 1)], lambda n: n % 2
    ),
    "times-table-even": lambda: share(
        product(range(1, 11), repeat=2), lambda p: math.prod(p) % 2 == 0
    ),
    "times-table-different": lambda: Fraction(
        len({a * b for a, b in product(range(1, 11), repeat=2)}), 100
    ),
    "times-table-over-50": lambda: share(
        product(range(1, 11), repeat=2), lambda p: math.prod(p) > 50
    ),
    "more-ones": lambda: share(range(256), lambda n: n.bit_count() > 4),
    "pin-different": lambda: share(product(range(10), repeat=4), lambda p: len(set(p)) == 4),
    "pin-with-seven": lambda: share(product(range(10), repeat=4), lambda p: 7 in p),
    "pin-going-up": lambda: share(
        product(range(10), repeat=4), lambda p: p[0] < p[1] < p[2] < p[3]
    ),
    "clock-with-one": lambda: share(MINUTES, lambda m: "1" in clock(m)),
    "clock-with-nine": lambda: share(MINUTES, lambda m: "9" in clock(m)),
    "clock-different": lambda: share(MINUTES, lambda m: len(set(clock(m))) == 4),
    "clock-palindrome": lambda: share(MINUTES, lambda m: palindrome(clock(m))),
    "collatz-quick": lambda: share(HUNDRED, lambda n: collatz(n) <= 20),
    "small-pizza": lambda: Fraction(30, 40) ** 2,
    "half-size-cube": lambda: Fraction(11, 10) ** 3 - 1,
    "twice-20-off": lambda: 1 - Fraction(8, 10) ** 2,
    "back-to-the-old-price": lambda: 1 - 1 / Fraction(5, 4),
    "water-lilies": lambda: Fraction(1, 4),
    "triangle-in-circle": lambda: 3 * math.sqrt(3) / 4 / math.pi,
    "hexagon-in-circle": lambda: 3 * math.sqrt(3) / 2 / math.pi,
    "circle-in-triangle": lambda: math.pi / (3 * math.sqrt(3)),
    "octahedron-in-cube": lambda: Fraction(1, 6),
    "ball-in-cube": lambda: math.pi / 6,
    "sierpinski": lambda: Fraction(3, 4) ** 3,
    "golden": lambda: (math.sqrt(5) - 1) / 2,
}

"""Random trains of edges on eleven contacts, and whether each was reported once, at its time.

Times are microseconds as floats; a level is the mask of the pins that are high, as on the board:
a contact to ground that is closed makes its pin low.
"""

from dataclasses import dataclass
from random import Random

PINS = 11
RELEASED = (1 << PINS) - 1

LOOK = 1.0
"""The firmware looks at all pins so often (us): a level that lasts longer is seen for sure."""

TRAIN = 3000.0
"""A train and the rest after it (us)."""


@dataclass(frozen=True, slots=True)
class Change:
    """`pin` goes to `level` at `at` (us). The two of a spark may be too close to be seen."""

    at: float
    pin: int
    level: int
    spark: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the reports compare with what happened; `errors` are reported minus true times (us)."""

    lost: int
    invented: int
    errors: tuple[float, ...]


def train(
    chance: Random,
    begin: float,
    contacts: tuple[int, ...] = (1, 1, 2, 2, 3, 5, PINS),
    bounces: tuple[int, ...] = (0, 0, 1, 3, 8),
) -> list[Change]:
    """Make a press and a release of `contacts` contacts, each with `bounces` bounces.

    Some are at the very same moment.
    """
    changes: list[Change] = []
    together = begin + chance.uniform(20, 60)
    for pin in chance.sample(range(PINS), chance.choice(contacts)):
        pressed = together + chance.choice((0.0, chance.random() * 3, chance.random() * 800))
        changes += _edges(chance, pin, pressed, 0, bounces)
        changes += _edges(chance, pin, max(changes[-1].at + 100, begin + 1600), 1, bounces)
    return changes


def _edges(
    chance: Random, pin: int, at: float, level: int, bounces: tuple[int, ...]
) -> list[Change]:
    """The contact of `pin` goes to `level`, bouncing."""
    found = [Change(at, pin, level)]
    for _ in range(chance.choice(bounces)):
        for back in (1 - level, level):
            at += chance.choice((1.05, 1.05 + chance.random() * 4, chance.uniform(2, 90)))
            found.append(Change(at, pin, back))
    if chance.random() < 0.15:
        at += 5 + chance.random() * 50
        found.append(Change(at, pin, 1 - level, spark=True))
        found.append(Change(at + 0.05 + chance.random() * 0.8, pin, level, spark=True))
    return found


def lamps(chance: Random, begin: float, end: float) -> list[Change]:
    """The pins beyond the buzzers change, too: the lamps are on them."""
    return [
        Change(chance.uniform(begin, end), chance.randrange(PINS, 2 * PINS), chance.randrange(2))
        for _ in range(40)
    ]


def levels(changes: list[Change]) -> list[tuple[float, int]]:
    """The same as levels of all pins: what the emulator is driven with."""
    mask, found = RELEASED, []
    for change in sorted(changes, key=lambda edge: edge.at):
        bit = 1 << change.pin
        mask = mask | bit if change.level else mask & ~bit
        found.append((change.at, mask))
    return found


def compare(
    changes: list[Change], reports: list[tuple[float, int]], window: tuple[float, float]
) -> Verdict:
    """Match `reports` (us, levels of all pins) with `changes`, pin by pin and in order.

    A report belongs to a change if it says the same level at the change's time, give or take: its
    error lies within `window` (us). A change without a report is lost, and a report without a
    change is invented; so is a report in which nothing has changed, or that speaks of other pins.
    """
    told: list[list[tuple[float, int]]] = [[] for _ in range(PINS)]
    lost, invented, errors = 0, 0, []
    before = RELEASED
    for at, mask in reports:
        invented += mask == before or mask > RELEASED
        for pin in range(PINS):
            if (mask ^ before) >> pin & 1:
                told[pin].append((at, mask >> pin & 1))
        before = mask
    for pin in range(PINS):
        reported = iter(told[pin])
        report = next(reported, None)
        for change in sorted((c for c in changes if c.pin == pin), key=lambda c: c.at):
            while report is not None and report[0] - change.at < window[0]:
                invented += 1
                report = next(reported, None)
            if (
                report is not None
                and report[1] == change.level
                and report[0] - change.at <= window[1]
            ):
                errors.append(report[0] - change.at)
                report = next(reported, None)
            elif not change.spark:
                lost += 1
        invented += (report is not None) + sum(1 for _ in reported)
    return Verdict(lost, invented, tuple(errors))

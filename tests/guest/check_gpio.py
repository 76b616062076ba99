"""The real lgpio, under gpiozero and our drivers, on the lines of the kernel's GPIO simulator.

Run in the guest, by `make guest-test`; each check prints its figures.
"""

import time
from collections.abc import Iterator
from random import Random

import contracts
import gpiosim
import pytest
from figures import a_place, spread, told
from hands import Hands, on_line
from live_table import LiveTable, Outcome, RealBench

from appliance.core.hardware import Stamp
from appliance.core.signals import MS, SECOND
from appliance.drivers.gpio.board import BUZZER_PINS, LAMP_PINS, PinBoard
from appliance.drivers.gpio.driver import (
    BuzzerSettings,
    GpioBuzzers,
    GpioLamps,
    LampSettings,
    PowerButton,
    PowerSettings,
)
from lab.sim.contact_faults import Bounce, finger, spoilt

PAIRS = 300
GAP = 100_000
"""Between the two edges of a pair, ns."""

PATIENCE = 5 * SECOND
RELEASED = 60 * MS
PINS = BUZZER_PINS


@pytest.fixture(scope="module")
def hands() -> Iterator[Hands]:
    made = Hands(gpiosim.make())
    yield made
    made.close()


@pytest.fixture
def table() -> Iterator[LiveTable]:
    buzzers = GpioBuzzers(BuzzerSettings(), time.monotonic_ns, PinBoard("lgpio"))
    made = LiveTable(buzzers, time.monotonic_ns, Random(7))
    assert buzzers.timekeeping.stamp is Stamp.KERNEL
    yield made
    made.close()


# --- contracts --------------------------------------------------------------------------------


@pytest.mark.parametrize("suite", [contracts.posts_raw_edges, contracts.is_silent_when_closed])
def check_the_source(hands: Hands, suite: contracts.SourceSuite) -> None:
    def move(buzzer: int, down: bool) -> int:
        return hands.do([(0, PINS[buzzer], down)])[0].before

    for line in PINS:
        hands.do([(0, line, False)])
    suite(RealBench(), GpioBuzzers(BuzzerSettings(), time.monotonic_ns), move)


@pytest.mark.parametrize("suite", [contracts.follow_their_rhythms, contracts.are_dark_when_closed])
def check_the_lamps(suite: contracts.LampsSuite) -> None:
    chip = gpiosim.make()

    def bright(lamp: int) -> float:
        time.sleep(0.03)  # some periods of the PWM
        seen = [gpiosim.level(chip, LAMP_PINS[lamp]) for _ in range(50)]
        return sum(seen) / len(seen)

    suite(GpioLamps(LampSettings()), bright)


@pytest.mark.parametrize(
    "suite", [contracts.asks_when_held_long_enough, contracts.asks_nothing_when_stuck]
)
def check_the_power_button(hands: Hands, suite: contracts.SwitchSuite) -> None:
    def move(down: bool) -> None:
        hands.do([(0, 3, down)])

    suite(PowerButton(PowerSettings(3)), move)


# --- who was first ----------------------------------------------------------------------------


def rest(table: LiveTable) -> None:
    """Until everything is released and heard of."""
    time.sleep((RELEASED + 30 * MS) / SECOND)
    table.loop.turn(time.monotonic_ns())


def check_the_earlier_of_300_pairs_is_the_doubter(hands: Hands, table: LiveTable) -> None:
    chance = Random(11)
    right, stamps, gaps, inside, delays = 0, [], [], [], []
    for _ in range(PAIRS):
        place = a_place(chance)
        buzzers = table.begin(place)
        seats = [seat for seat in range(place.seats) if seat != place.claimant]
        first, second = chance.sample(seats, 2)
        lines = PINS[buzzers[first]], PINS[buzzers[second]]
        start = chance.randint(5 * MS, 30 * MS)
        hands.begin(
            [
                (start, lines[0], True),
                (start + GAP, lines[1], True),
                (start + 40 * MS, lines[0], False),
                (start + 40 * MS, lines[1], False),
            ]
        )
        table.keep_busy(start // 2)
        outcome = table.decide(PATIENCE)
        made = hands.done()
        rest(table)
        right += outcome == Outcome(first)
        gaps.append(made[1].before - made[0].before)
        for heard in table.heard:
            if heard.edge.down:
                earlier = made[0] if heard.edge.buzzer == buzzers[first] else made[1]
                stamps.append(heard.edge.at - earlier.before)
                inside.append(earlier.before <= heard.edge.at <= earlier.after)
                delays.append(heard.at - heard.edge.at)
    told("pairs", f"{right} of {PAIRS} right; edges {spread(gaps)} apart")
    told("stamps", f"{len(stamps)} of {2 * PAIRS}; after the line began to move: {spread(stamps)}")
    told("stamps", f"{inside.count(True)} while it was being moved, {inside.count(False)} not")
    told("callbacks", f"after the stamp: {spread(delays)}")
    assert right == PAIRS
    assert len(stamps) == 2 * PAIRS


# --- contacts that misbehave ------------------------------------------------------------------


def check_bounce_costs_nobody_the_race(hands: Hands, table: LiveTable) -> None:
    """The earlier contact bounces for 6 ms, the later one is clean."""
    chance = Random(5)
    right, exact, lost = 0, 0, 0
    for _ in range(30):
        place = a_place(chance)
        buzzers = table.begin(place)
        seats = [seat for seat in range(place.seats) if seat != place.claimant]
        first, second = chance.sample(seats, 2)
        start = chance.randint(5 * MS, 30 * MS)
        bouncing = spoilt(
            finger((start, start + 60 * MS)),
            (Bounce(longest=6 * MS, most=8, spell=500_000, least=150_000),),
            chance,
        )
        clean = finger((start + GAP, start + 60 * MS))
        task = on_line(PINS[buzzers[first]], bouncing) + on_line(PINS[buzzers[second]], clean)
        hands.begin(sorted(task))
        outcome = table.decide(PATIENCE)
        hands.done()
        rest(table)
        right += outcome == Outcome(first)
        finish = table.loop.table.inner.finish
        exact += finish is not None and [p.buzzer for p in finish.places[:2]] == [
            buzzers[first],
            buzzers[second],
        ]
        lost += len(task) - len(table.heard)
    told("bounce", f"{right} of 30 right, {exact} photo finishes right; {lost} edges merged")
    assert right == exact == 30


def check_a_stuck_line_is_put_aside_and_comes_back(hands: Hands, table: LiveTable) -> None:
    """One line is down for 11 s: it wins nothing, hinders no seat, and counts again later."""
    place = a_place(Random(3))
    stuck, other = [seat for seat in range(place.seats) if seat != place.claimant][:2]
    line = PINS[table.begin(place)[stuck]]
    hands.do([(0, line, True)])
    assert table.decide(PATIENCE) == Outcome(stuck)  # a press like any other, at first
    until = time.monotonic_ns() + 11 * SECOND
    while time.monotonic_ns() < until:
        table.loop.turn(time.monotonic_ns())
        time.sleep(0.1)
    now = time.monotonic_ns()
    buzzers = table.begin(place)
    assert table.loop.table.buttons.stuck(now) == (buzzers[stuck],)
    hands.do([(0, PINS[buzzers[other]], True), (40 * MS, PINS[buzzers[other]], False)])
    assert table.decide(PATIENCE) == Outcome(other)
    hands.do([(0, line, False)])
    rest(table)
    assert table.loop.table.buttons.stuck(time.monotonic_ns()) == ()
    table.begin(place)
    hands.do([(0, line, True), (40 * MS, line, False)])
    assert table.decide(PATIENCE) == Outcome(stuck)
    told("stuck", "put aside after 10 s, races go on without it, and it comes back")


def check_a_storm_on_one_line_hinders_nobody(hands: Hands, table: LiveTable) -> None:
    """1,000 edges a second; then, in a race of two others, more of them than the kernel keeps."""
    chance = Random(9)
    place = next(place for place in iter(lambda: a_place(chance), None) if place.seats >= 5)
    buzzers = table.begin(place)
    mad, first, second = [seat for seat in range(place.seats) if seat != place.claimant][:3]
    storm = [(at * MS, PINS[buzzers[mad]], at % 2 == 0) for at in range(1000)]
    hands.do(storm)
    time.sleep(0.1)  # the last of them are under way
    now = time.monotonic_ns()
    table.loop.turn(now)
    heard = len(table.heard)
    assert table.loop.table.buttons.stuck(now) == (buzzers[mad],)
    table.begin(place)
    lines = PINS[buzzers[first]], PINS[buzzers[second]]
    race = [(MS, lines[0], True), (MS + GAP, lines[1], True)]
    faster = [(at // 5, line, down) for at, line, down in storm[:300]]
    hands.do(sorted(faster + race) + [(70 * MS, line, False) for line in lines])
    assert table.decide(PATIENCE) == Outcome(first)
    rest(table)
    time.sleep(1.2)
    table.loop.turn(time.monotonic_ns())
    assert table.loop.table.buttons.stuck(time.monotonic_ns()) == ()
    told("storm", f"{heard} of {len(storm)} edges heard; the others' race was right")

"""The seat hub over USB: our driver at one end, our firmware at the other, and a cable to pull.

Run in the guest, by `make guest-test`; each check prints its figures.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import contracts
import pytest
from figures import a_place, spread, told, until
from gadget import UsbHub
from live_table import LiveTable, Outcome, RealBench

from appliance.core.signals import MS, SECOND, DriverBack, DriverLost
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.protocol import TICKS
from appliance.drivers.seat_hub.serial_line import BY_ID
from appliance.errors import DriverError

PAIRS, VOID = 60, 3
"""So many pairs are decided; so many races may be void and are repeated."""
GAP_US = 100
PATIENCE = 5 * SECOND


@pytest.fixture
def board(tmp_path: Path) -> Iterator[UsbHub]:
    made = UsbHub(tmp_path)
    made.power()
    made.plug()
    until(lambda: any(BY_ID.glob("*MicroPython*")))
    yield made
    made.close()
    until(lambda: not any(BY_ID.glob("*MicroPython*")))


@pytest.fixture
def hub(board: UsbHub) -> Hub:
    return Hub(Settings(board.port), 11, time.monotonic_ns)


@pytest.fixture
def table(hub: Hub) -> Iterator[LiveTable]:
    made = LiveTable(hub, time.monotonic_ns, Random(7))
    yield made
    made.close()


@pytest.mark.parametrize("suite", [contracts.posts_raw_edges, contracts.is_silent_when_closed])
def check_the_source(board: UsbHub, hub: Hub, suite: contracts.SourceSuite) -> None:
    mask = 0

    def move(buzzer: int, down: bool) -> int:
        nonlocal mask
        mask = mask | 1 << buzzer if down else mask & ~(1 << buzzer)
        board.move((0, mask))
        time.sleep(0.01)  # the pins' stand-in looks only now and then
        return time.monotonic_ns()

    suite(RealBench(within=40 * MS), hub, move)


@pytest.mark.usefixtures("table")
def check_nobody_else_can_open_it(board: UsbHub) -> None:
    other = Hub(Settings(board.port), 11, time.monotonic_ns)
    with pytest.raises(DriverError) as caught:
        other.open(lambda _signal: None)
    assert caught.value.seen.code == "driver.hub.not-opened"


def two(table: LiveTable, chance: Random) -> tuple[int, int, tuple[int, int]]:
    """A race begins: the seats that will press, the first first, and their masks."""
    place = a_place(chance)
    buzzers = table.begin(place)
    first, second = chance.sample([s for s in range(place.seats) if s != place.claimant], 2)
    return first, second, (1 << buzzers[first], 1 << buzzers[first] | 1 << buzzers[second])


def press(board: UsbHub, masks: tuple[int, int]) -> None:
    board.move((2 * GAP_US, masks[0]), (GAP_US, masks[1]))


def check_the_earlier_of_two_is_the_doubter(board: UsbHub, hub: Hub, table: LiveTable) -> None:
    """He is, or the race is void, where the board was not heard of in time, and is repeated."""
    chance = Random(11)
    right, void, gaps, off, over = 0, 0, [], [], []
    while right < PAIRS and void <= VOID:
        first, _, masks = two(table, chance)
        press(board, masks)
        outcome = table.decide(PATIENCE)
        assert outcome in (Outcome(first), Outcome(None, void=True)), (outcome, first, table.heard)
        right, void = right + (not outcome.void), void + outcome.void
        board.move((0, 0))
        time.sleep(0.12)
        table.loop.turn(time.monotonic_ns())
        if not outcome.void:  # else one of the edges may be lost
            one, second = (heard.edge.at for heard in table.heard if heard.edge.down)
            gaps.append(second - one)
        clock = hub.link.clock
        assert clock is not None
        stated = clock.uncertainty()
        now = time.monotonic_ns()  # read once: the board's clock is ours
        off.append(abs(clock.to_table(now // 1000 % TICKS) - now))
        over.append(off[-1] - max(stated, clock.uncertainty()))
    told("hub", f"{right} of {PAIRS} right, {void} void and repeated; stamps {spread(gaps)} apart")
    told("hub", f"its clock, as the table reckons it, is off by {spread(off)}")
    assert right == PAIRS
    assert max(over) <= 1000  # a microsecond: the board's clock counts no less
    assert all(abs(gap - GAP_US * 1000) <= 2000 for gap in gaps)


PULLED = ("before the presses", "between press and answer", "after the answer", "meanwhile")


@pytest.mark.parametrize("power", [True, False], ids=["cable", "power"])
@pytest.mark.parametrize("when", PULLED)
def check_it_is_pulled_and_plugged_in_again(
    board: UsbHub, table: LiveTable, when: str, power: bool
) -> None:
    """Decided rightly or void, never wrongly; and the hub comes back by itself."""
    chance = Random(when)
    for turn in range(2):
        first, _, masks = two(table, chance)
        table.told.clear()
        if when == PULLED[1]:
            press(board, masks)
            table.keep_busy(chance.randint(0, 60 * MS))
        elif when == PULLED[2]:
            press(board, masks)
            assert table.decide(PATIENCE) == Outcome(first)
        board.unplug()
        if not power:
            board.cut()
        elif when == PULLED[3]:
            press(board, masks)
        outcome = table.decide(PATIENCE)
        assert outcome in (Outcome(first), Outcome(None, void=True))
        assert outcome.void or when not in (PULLED[0], PULLED[3])
        until(lambda: any(isinstance(line, DriverLost) for line in table.told))
        time.sleep(chance.random())
        if not power:
            board.power()
        board.plug()
        took = until(lambda: any(isinstance(line, DriverBack) for line in table.told))
        board.move((0, 0))
        time.sleep(0.2)
        first, _, masks = two(table, chance)  # the race is repeated
        press(board, masks)
        assert table.decide(PATIENCE) == Outcome(first)
        board.move((0, 0))
        time.sleep(0.2)
        void = "void and repeated" if outcome.void else "decided rightly"
        told("pulled", f"{when} ({turn}): {void}; back {took:.1f} s after it was plugged in")

"""The real python-evdev and the kernel's evdev below it: keyboards of uinput, and Buzz! over USB.

Run in the guest, by `make guest-test`; each check prints its figures.
"""

import errno
import platform
import time
from collections.abc import Iterator
from importlib.metadata import version
from random import Random

import contracts
import evdev
import pytest
from buzz import Receiver
from figures import a_place, spread, told, until
from live_table import LiveTable, Outcome, RealBench
from padhands import KEYS, Pads

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, DriverBack, DriverLost, Edge, EdgesLost, Signal
from appliance.drivers.usb import driver
from appliance.drivers.usb.all_keys import AllKeys
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.inputs import EXACT, Input, inputs
from appliance.drivers.usb.keymap import Key
from appliance.drivers.usb.leds import LedLamps
from appliance.errors import DriverError

PAIRS = 300
GAP = MS
"""Between the two presses of a pair, ns."""

PATIENCE = 5 * SECOND


@pytest.fixture(scope="module")
def two_pads() -> Iterator[Pads]:
    made = Pads()
    yield made
    made.close()


@pytest.fixture
def pads(two_pads: Pads) -> Pads:
    """With nothing pressed."""
    two_pads.release()
    return two_pads


@pytest.fixture
def table(pads: Pads) -> Iterator[LiveTable]:
    pads.release()
    made = LiveTable(EvdevBuzzers(KEYS, time.monotonic_ns), time.monotonic_ns, Random(7))
    yield made
    made.close()


@pytest.fixture
def source() -> Iterator[EvdevBuzzers]:
    """One without a thread: a check calls its turns."""
    made = EvdevBuzzers(KEYS, time.monotonic_ns, threaded=False)
    yield made
    made.close()


def rest(table: LiveTable) -> None:
    """Until everything is released and heard of."""
    time.sleep(0.1)
    table.loop.turn(time.monotonic_ns())


# --- contracts --------------------------------------------------------------------------------


@pytest.mark.parametrize("suite", [contracts.posts_raw_edges, contracts.is_silent_when_closed])
def check_the_source(pads: Pads, suite: contracts.SourceSuite) -> None:
    def move(buzzer: int, down: bool) -> int:
        return pads.do([(0, buzzer, down)])[0].before

    suite(RealBench(), EvdevBuzzers(KEYS, time.monotonic_ns), move)


# --- who was first ----------------------------------------------------------------------------


def check_the_earlier_of_300_pairs_on_two_devices_is_the_doubter(
    pads: Pads, table: LiveTable
) -> None:
    chance = Random(11)
    right, stamps, inside, gaps, delays = 0, [], [], [], []
    assert table.source.timekeeping.uncertainty == EXACT
    for _ in range(PAIRS):
        place = a_place(chance)
        buzzers = table.begin(place)
        seats = [seat for seat in range(place.seats) if seat != place.claimant]
        pairs = [(a, b) for a in seats for b in seats if (buzzers[a] - buzzers[b]) % 2]
        first, second = chance.choice(pairs or [(a, b) for a in seats for b in seats if a != b])
        start = chance.randint(5 * MS, 30 * MS)
        moves = [(start, buzzers[first], True), (start + GAP, buzzers[second], True)]
        moves += [(start + 40 * MS, buzzers[seat], False) for seat in (first, second)]
        pads.begin(moves)
        table.keep_busy(start // 2)
        outcome = table.decide(PATIENCE)
        made = pads.done()
        rest(table)
        right += outcome == Outcome(first)
        gaps.append(made[1].before - made[0].before)
        for heard in table.heard:
            if heard.edge.down:
                earlier = made[0] if heard.edge.buzzer == buzzers[first] else made[1]
                stamps.append(heard.edge.at - earlier.before)
                inside.append(earlier.before - 1000 <= heard.edge.at <= earlier.after)
                delays.append(heard.at - heard.edge.at)
    told("pairs", f"{right} of {PAIRS} right; presses {spread(gaps)} apart")
    told("stamps", f"{len(stamps)} of {2 * PAIRS}, {inside.count(True)} while it was being pressed")
    told("stamps", f"after the press began: {spread(stamps)}")
    told("handed on", f"after the stamp: {spread(delays)}")
    assert right == PAIRS
    assert len(stamps) == 2 * PAIRS
    assert max(stamps) < EXACT + 100_000 or inside.count(False) == 0


# --- pulled -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pad", [0, 1], ids=["the presser's", "another"])
@pytest.mark.parametrize("after", [0, 30 * MS, 150 * MS], ids=["0", "30", "150"])
def check_unplugged_in_mid_race_the_race_is_void(
    pads: Pads, table: LiveTable, pad: int, after: int
) -> None:
    """Also where the kernel tells it after the race was decided: the doubt is taken back."""
    chance = Random(3)
    place = next(place for place in iter(lambda: a_place(chance), None) if place.seats >= 5)
    buzzers = table.begin(place)
    seats = [seat for seat in range(place.seats) if seat != place.claimant]
    seat = next(seat for seat in seats if buzzers[seat] % 2 == 0)
    pads.begin([(MS, buzzers[seat], True), (MS + after, 10, False)])
    pads.begin_unplugging(pad)
    first = table.decide(PATIENCE)
    waited = until(lambda: _turned(table, DriverLost))
    rest(table)
    assert table.loop.table.turns.raced is None
    assert table.loop.table.game.doubter is None
    assert table.loop.table.paused is not None
    assert [type(line) for line in table.told] == [EdgesLost, DriverLost]
    pads.done()
    pads.done()
    pads.plug(pad)
    back = until(lambda: _turned(table, DriverBack))
    pads.release()
    rest(table)
    buzzers = table.begin(place)
    winner = chance.choice(seats)
    pads.do([(0, buzzers[winner], True), (40 * MS, buzzers[winner], False)])
    assert table.decide(PATIENCE) == Outcome(winner), "the next race is right"
    how = "at once" if first.void else f"{waited:.2f} s after it was decided"
    told("pulled", f"void {how}; back after {back:.2f} s, and the next race is right")


def _turned(table: LiveTable, kind: type[Signal]) -> bool:
    """Return True if such a signal came after one more turn."""
    table.loop.turn(time.monotonic_ns())
    return any(isinstance(line, kind) for line in table.told)


def check_keys_of_a_device_that_is_not_there_are_named(pads: Pads) -> None:
    pads.unplug(1)
    lost = EvdevBuzzers(KEYS, time.monotonic_ns)
    with pytest.raises(DriverError) as caught:
        lost.open(print)
    assert caught.value.seen.code == "driver.evdev.not-there"
    assert caught.value.seen["device"] == "Pad"
    pads.plug(1)


# --- what the stand-in says the kernel does ---------------------------------------------------


def check_other_programs_hear_nothing_and_can_not_grab(source: EvdevBuzzers, pads: Pads) -> None:
    heard: list[Signal] = []
    source.open(heard.append)
    node = next(device.node for device in inputs() if device.port == "pad-0")
    other = evdev.InputDevice(str(node))
    with pytest.raises(OSError, match="busy") as refused:
        other.grab()
    assert refused.value.errno == errno.EBUSY
    pads.do([(0, 0, True), (MS, 0, False)])
    source.turn()
    assert [edge.down for edge in heard if isinstance(edge, Edge)] == [True, False]
    with pytest.raises(BlockingIOError):
        list(other.read())
    driver.close(other)


def check_a_key_that_repeats_itself_is_no_edge(source: EvdevBuzzers, pads: Pads) -> None:
    heard: list[Signal] = []
    source.open(heard.append)
    pads.do([(0, 0, True)])
    pads.raw(*((MS * 40 * number, 0, 2, 2) for number in range(5)))
    pads.do([(0, 0, False)])
    source.turn()
    assert [edge.down for edge in heard if isinstance(edge, Edge)] == [True, False]
    late = [edge for edge in heard if isinstance(edge, EdgesLost)]
    assert len(late) + 2 == len(heard), "only that they were asked for late"


def check_a_queue_that_ran_over_is_told_and_the_levels_are_right(
    source: EvdevBuzzers, pads: Pads
) -> None:
    heard: list[Signal] = []
    source.open(heard.append)
    source.turn()
    before = time.monotonic_ns()
    pads.raw(*((0, 0, 2, number % 2) for number in range(1, 2000)))
    pads.do([(0, 2, True)])
    time.sleep(0.1)
    source.turn()
    lost = [edge for edge in heard if isinstance(edge, EdgesLost)]
    told("overrun", f"{len(heard)} signals of 2,000 moves, {len(lost)} that say so")
    assert lost
    assert lost[0].since <= before
    assert lost[-1].at >= before
    levels = {edge.buzzer: edge.down for edge in heard if isinstance(edge, Edge)}
    assert levels == {0: True, 2: True}
    pads.do([(0, 0, False), (0, 2, False)])


def check_what_is_held_from_before_posts_nothing(source: EvdevBuzzers, pads: Pads) -> None:
    pads.do([(0, 1, True)])
    heard: list[Signal] = []
    source.open(heard.append)
    assert source.held() == (1,)
    source.turn()
    assert heard == []
    pads.do([(0, 1, False)])
    time.sleep(0.1)
    source.turn()
    assert [(edge.buzzer, edge.down) for edge in heard if isinstance(edge, Edge)] == [(1, False)]


def check_a_device_that_is_gone_gives_not_even_what_waits(pads: Pads) -> None:
    node = next(device.node for device in inputs() if device.port == "pad-0")
    device = evdev.InputDevice(str(node))
    pads.do([(0, 0, True), (0, 0, False)])
    pads.unplug(0)
    with pytest.raises(OSError, match="No such device") as refused:
        list(device.read())
    assert refused.value.errno == errno.ENODEV
    driver.close(device)
    pads.plug(0)


# --- Sony's receivers, over USB -----------------------------------------------------------------


def red(found: list[Input]) -> tuple[Key, ...]:
    """The four red buttons of each receiver."""
    return tuple(
        Key(device.name, device.port, 704 + 5 * player, f"buzz{player + 1}")
        for device in found
        for player in range(4)
    )


def plugged() -> list[Input]:
    return [
        device
        for device in inputs()
        if device.vendor == 0x054C and device.node.exists() and device.lamps
    ]


@pytest.fixture
def receivers() -> Iterator[list[Receiver]]:
    made = [Receiver(number) for number in range(2)]
    for device in made:
        device.plug()
    until(lambda: len(plugged()) == 2)
    yield made
    for device in made:
        device.unplug()
    until(lambda: not plugged())


def check_two_equal_receivers_are_told_apart_and_learned(receivers: list[Receiver]) -> None:
    left, right = plugged()
    assert left.name == right.name
    assert left.port != right.port
    told(
        "receivers",
        f"{left.name} at {left.port} and {right.port}, asked each {left.interval / MS:g} ms",
    )
    assert left.interval in (MS, 4 * MS, 8 * MS, 10 * MS)
    keys = AllKeys()
    keys.open()
    receivers[1].move(5, down=True)
    receivers[0].move(0, down=True)
    time.sleep(0.2)
    found = set(keys.pressed())
    keys.close()
    assert len(found) == 2
    assert {device.code for device in found} == {704, 709}
    assert {device.port for device in found} == {left.port, right.port}
    assert {device.lamp for device in found} == {"buzz1", "buzz2"}


@pytest.mark.parametrize("suite", [contracts.follow_their_rhythms, contracts.are_dark_when_closed])
def check_the_lamps(receivers: list[Receiver], suite: contracts.LampsSuite) -> None:
    """The receivers' reports over USB are what the lamps show."""
    keys = red(plugged())[:4]
    which = _lit_by(keys, receivers)

    def bright(lamp: int) -> float:
        return which.told()[1 + lamp] / 255

    suite(LedLamps(keys), bright)


def _lit_by(keys: tuple[Key, ...], receivers: list[Receiver]) -> Receiver:
    """The receiver that has the lamps of these keys."""
    lamps = LedLamps(keys)
    lamps.open()
    lamps.show(0, Rhythm.SOLID)
    lamps.beat(0)
    [lit] = [receiver for receiver in receivers if any(receiver.told())]
    lamps.close()
    return lit


def check_a_receiver_is_pulled_and_comes_back(receivers: list[Receiver]) -> None:
    keys = red(plugged())
    heard: list[Signal] = []
    source = EvdevBuzzers(keys, time.monotonic_ns)
    source.open(heard.append)
    told("uncertainty", f"{source.timekeeping.uncertainty / MS:g} ms")
    receivers[0].move(0, down=True)
    until(lambda: any(isinstance(edge, Edge) for edge in heard))
    receivers[0].unplug()
    gone = until(lambda: any(isinstance(edge, DriverLost) for edge in heard))
    receivers[0].plug()
    back = until(lambda: any(isinstance(edge, DriverBack) for edge in heard))
    heard.clear()
    receivers[0].move(0, down=True)
    receivers[1].move(15, down=True)
    until(lambda: len(heard) == 2)
    source.close()
    assert {edge.buzzer % 4 for edge in heard if isinstance(edge, Edge)} == {0, 3}
    told("pulled", f"told after {gone:.2f} s, back after {back:.2f} s")


def check_the_constants_are_the_kernels() -> None:
    codes = evdev.ecodes
    assert (driver.EV_SYN, driver.EV_KEY) == (codes.EV_SYN, codes.EV_KEY)
    assert (driver.SYN_REPORT, driver.SYN_DROPPED) == (codes.SYN_REPORT, codes.SYN_DROPPED)
    assert codes.BTN_TRIGGER_HAPPY1 == 704
    told("versions", f"python-evdev {version('evdev')}, Linux {platform.release()}")

"""USB buzzers on a stand-in of python-evdev and the kernel: what comes, goes, and is missed."""

import sys
from dataclasses import dataclass, field
from random import Random

import pytest
from fake_evdev import QUEUE, FakeDevice, FakeKernel
from said import said

from appliance.core.signals import (
    MS,
    NEVER,
    SECOND,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Signal,
)
from appliance.drivers.usb import driver
from appliance.drivers.usb.driver import EVENT_WAIT, UNPLUGGED, USB_WORST_DELAY, EvdevBuzzers
from appliance.drivers.usb.inputs import EXACT, UNKNOWN
from appliance.drivers.usb.keymap import Key
from appliance.errors import DriverError
from appliance.presses.arbiter import Race, decide
from appliance.presses.debounce import Buttons

BOOT = 3 * SECOND
"""The machine's clock is so far behind the table's."""

DOWN, UP = True, False


@dataclass
class Desk:
    """Two equal receivers with two buzzers each."""

    kernel: FakeKernel
    posted: list[Signal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = self.kernel.add("Receiver", "usb-1.1/input0")
        self.right = self.kernel.add("Receiver", "usb-1.2/input0")
        self.source = self.made(
            *(Key(pad.name, pad.port, code) for pad in (self.left, self.right) for code in (2, 3))
        )

    def made(self, *keys: Key) -> EvdevBuzzers:
        return EvdevBuzzers(keys, self.clock, self.kernel.clock, self.kernel.there, threaded=False)

    def clock(self) -> int:
        return self.kernel.now + BOOT

    def open(self) -> None:
        self.source.open(self.posted.append)

    def after(self, span: int, device: FakeDevice, code: int, down: bool) -> int:
        """Move a key `span` ns later; gives the table's time."""
        self.kernel.now += span
        device.move(code, down)
        return self.clock()

    def wait(self, span: int) -> None:
        self.kernel.now += span
        self.source.turn()

    def heard(self) -> list[Signal]:
        self.source.turn()
        heard, self.posted[:] = list(self.posted), []
        return heard


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    kernel = FakeKernel()
    monkeypatch.setitem(sys.modules, "evdev", kernel.evdev)
    monkeypatch.setattr(driver, "ioctl", kernel.ioctl)
    return Desk(kernel)


def test_the_earlier_of_two_receivers_is_first_whichever_is_read_first(desk: Desk) -> None:
    desk.open()
    at = desk.after(0, desk.right, 3, DOWN)
    later = desk.after(MS, desk.left, 2, DOWN)
    desk.kernel.now += 20 * MS
    edges = [edge for edge in desk.heard() if isinstance(edge, Edge)]
    assert sorted(edges, key=lambda edge: edge.at) == [Edge(3, DOWN, at), Edge(0, DOWN, later)]
    buttons = Buttons()
    for edge in edges:
        buttons = buttons.add(edge)
    now = desk.clock() + SECOND
    tie = desk.source.timekeeping.uncertainty
    finish = decide(Race(0, NEVER, (0, 3), tie, 50 * MS), buttons.presses(now), now)
    assert finish is not None
    assert finish.doubter == 3


def test_a_key_that_repeats_itself_and_keys_of_nobody_are_no_edges(desk: Desk) -> None:
    desk.open()
    at = desk.after(0, desk.left, 2, DOWN)
    for _ in range(5):
        desk.left.move(2, DOWN, driver.REPEATED)
    desk.left.move(9, DOWN)
    assert desk.heard() == [Edge(0, DOWN, at)]


def test_devices_are_nobody_elses_while_they_are_buzzers(desk: Desk) -> None:
    grabbed = []
    desk.open()
    grabbed.append(desk.left.grabbed)
    desk.source.close()
    grabbed.append(desk.left.grabbed)
    assert grabbed == [True, False]
    desk.left.taken = True
    with pytest.raises(DriverError, match="another program has it for itself"):
        desk.open()
    assert not desk.right.heard_by(), "nothing is left open"


def test_what_was_pressed_before_and_what_is_held_posts_nothing(desk: Desk) -> None:
    desk.left.move(2, DOWN)
    desk.open()
    assert desk.source.held() == (0,)
    assert desk.heard() == []
    at = desk.after(SECOND, desk.left, 2, UP)
    assert desk.heard() == [Edge(0, UP, at)]


def test_a_receiver_that_is_pulled_voids_what_it_could_have_decided(desk: Desk) -> None:
    desk.open()
    desk.after(0, desk.left, 2, DOWN)
    desk.heard()
    heard_until = desk.clock()
    desk.after(SECOND, desk.left, 3, DOWN)  # this reaches no listener
    desk.left.unplug()
    now = desk.clock()
    lost, gone, *edges = desk.heard()
    assert lost == EdgesLost(heard_until - UNPLUGGED, now)
    assert isinstance(gone, DriverLost)
    assert gone.driver == "buzzers"
    assert "Receiver is gone" in said(gone.reason)
    assert said(gone.reason).endswith(": plug it in again")
    assert edges == [Edge(0, UP, now)], "nobody holds a button that is not there"
    at = desk.after(MS, desk.right, 2, DOWN)
    assert desk.heard() == [Edge(2, DOWN, at)], "the others go on"


def test_it_comes_back_by_itself(desk: Desk) -> None:
    desk.open()
    desk.left.unplug()
    desk.heard()
    lost_at = desk.clock()
    desk.wait(10 * SECOND)
    assert desk.posted == []
    desk.left.plug_in()
    desk.left.move(3, DOWN)
    desk.wait(SECOND)
    assert desk.heard() == [EdgesLost(lost_at, desk.clock()), DriverBack("buzzers", desk.clock())]
    desk.after(SECOND, desk.left, 3, UP)
    at = desk.after(SECOND, desk.left, 3, DOWN)
    assert desk.heard()[-1] == Edge(1, DOWN, at)


def test_a_receiver_that_is_pulled_twenty_times_is_named_and_used_each_time(desk: Desk) -> None:
    """Named within 3 s and used within 5 s, and its presses count again."""
    chance = Random(1)

    def until(kind: type[Signal]) -> int:
        """Let the thread go round until such news comes; return the time to it."""
        began = desk.kernel.now
        while not any(isinstance(signal, kind) for signal in desk.heard()):
            desk.kernel.now += round(EVENT_WAIT * SECOND)
            assert desk.kernel.now < began + 20 * SECOND
        return desk.kernel.now - began

    desk.open()
    for _ in range(20):
        device = chance.choice((desk.left, desk.right))
        desk.wait(chance.randrange(5000) * MS)
        device.unplug()
        assert until(DriverLost) <= 3 * SECOND
        desk.wait(chance.randrange(5000) * MS)
        device.plug_in()
        assert until(DriverBack) <= 5 * SECOND
        at = desk.after(SECOND, device, 2, DOWN)
        assert desk.heard() == [Edge(0 if device is desk.left else 2, DOWN, at)]
        desk.after(MS, device, 2, UP)
        desk.heard()


def test_both_gone_is_back_when_both_are(desk: Desk) -> None:
    desk.open()
    desk.left.unplug()
    desk.right.unplug()
    assert [type(edge) for edge in desk.heard()] == [EdgesLost, DriverLost] * 2
    desk.left.plug_in()
    desk.wait(SECOND)
    assert desk.posted == []
    desk.right.plug_in()
    desk.wait(SECOND)
    assert isinstance(desk.heard()[-1], DriverBack)


def test_one_that_comes_back_and_may_not_be_opened_yet_is_tried_again(desk: Desk) -> None:
    """udev gives a new device to its group a moment after it is there."""
    desk.open()
    desk.left.unplug()
    desk.heard()
    desk.left.plug_in()
    desk.left.locked = True
    desk.wait(SECOND)
    [lost] = desk.heard()
    assert isinstance(lost, DriverLost)
    assert "join the group input" in said(lost.reason)
    desk.wait(SECOND)
    assert desk.heard() == [], "said once"
    desk.left.locked = False
    desk.wait(SECOND)
    assert isinstance(desk.heard()[-1], DriverBack)


def test_one_that_is_asked_more_seldom_than_promised_is_not_taken(desk: Desk) -> None:
    desk.open()
    desk.left.unplug()
    desk.heard()
    desk.left.plug_in(interval=8 * MS)
    desk.wait(SECOND)
    [lost] = desk.heard()
    assert isinstance(lost, DriverLost)
    assert "now read every 8 ms" in said(lost.reason)


def test_a_queue_that_ran_over_is_told_and_the_levels_are_right_again(desk: Desk) -> None:
    desk.open()
    desk.heard()
    known = desk.clock()
    for number in range(QUEUE):
        desk.after(MS, desk.left, 2, number % 2 == 0)
    desk.after(MS, desk.left, 3, DOWN)
    heard = desk.heard()
    assert EdgesLost(known, desk.clock()) in heard
    assert heard[-1] == Edge(1, DOWN, desk.clock())
    at = desk.after(MS, desk.left, 3, UP)
    assert desk.heard() == [Edge(1, UP, at)]


def test_an_edge_that_is_handed_on_too_late_is_told(desk: Desk) -> None:
    desk.open()
    at = desk.after(0, desk.left, 2, DOWN)
    desk.kernel.now += USB_WORST_DELAY + 1
    assert desk.heard() == [Edge(0, DOWN, at), EdgesLost(at - 1, desk.clock())]


def test_what_is_not_there_names_its_port(desk: Desk) -> None:
    desk.right.unplug()
    with pytest.raises(DriverError, match=r"plugged in at usb-1\.2.*plug it in"):
        desk.open()
    assert not desk.left.heard_by()
    desk.right.plug_in()
    desk.right.locked = True
    with pytest.raises(DriverError, match="join the group input"):
        desk.open()


def test_without_the_library_it_says_what_to_install(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DriverError, match="install python3-evdev"):
        desk.open()


def test_stamps_are_worth_as_much_as_the_slowest_device(desk: Desk) -> None:
    assert desk.source.timekeeping.uncertainty == EXACT
    desk.right.interval = 8 * MS
    assert desk.source.timekeeping.uncertainty == EXACT, "once told it stays"
    keys = tuple(Key(pad.name, pad.port, 2) for pad in (desk.left, desk.right))
    assert desk.made(*keys).timekeeping.uncertainty == 8 * MS
    desk.right.unplug()
    assert desk.made(*keys).timekeeping.uncertainty == UNKNOWN


def test_a_thread_listens_by_itself(desk: Desk) -> None:
    """It is started and ended; what it hands on is the same turn as everywhere here."""
    keys = (Key("Receiver", "usb-1.1/input0", 2),)
    source = EvdevBuzzers(keys, desk.clock, desk.kernel.clock, desk.kernel.there)
    source.open(desk.posted.append)
    source.close()
    source.close()
    assert not desk.left.grabbed


def test_a_fault_of_the_driver_is_lost_buzzers_that_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    desk.after(MS, desk.left, 2, DOWN)
    desk.heard()

    def fault(*_: object) -> None:
        raise KeyError("a bug")

    rests = list[int]()
    with monkeypatch.context() as broken:
        broken.setattr(EvdevBuzzers, "_hear", fault)
        for _ in range(9):
            desk.after(MS, desk.left, 3, DOWN)
            heard = desk.heard()
            assert [type(edge) for edge in heard][:2] == [EdgesLost, DriverLost]
            rest = 0
            while DriverBack("buzzers", desk.clock()) not in heard:
                desk.wait(SECOND // 4)
                rest, heard = rest + SECOND // 4, desk.heard()
            rests.append(rest)
            desk.after(MS, desk.left, 3, UP)
            desk.posted.clear()
    assert rests[0] == SECOND // 4
    assert rests == sorted(rests)
    assert rests[-1] == driver.FAULT_REST
    at = desk.after(driver.FAULT_REST, desk.right, 2, DOWN)
    assert Edge(2, DOWN, at) in desk.heard()

"""What every driver must do: one suite for each kind, asked of fakes and of the real thing.

A suite gets a driver and a hand on its other side. `Bench` is the place where that
happens: in virtual time here, in real time with hardware (tests/guest).
"""

from collections.abc import Callable
from typing import Protocol

import numpy as np
import pytest

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.core.weighing import Mass
from appliance.drivers import Lamps, Pictures, Scale, Source, Switch, Voice
from appliance.drivers.camera.v4l2 import VideoDevice
from appliance.errors import DriverError

Move = Callable[[int, bool], int]
"""Presses or lets go a buzzer now; gives the moment, ns of the table's clock."""

Bright = Callable[[int], float]
"""How bright a lamp is, 0 to 1."""


SourceSuite = Callable[["Bench", Source, Move], None]
LampsSuite = Callable[[Lamps, Bright], None]
SwitchSuite = Callable[[Switch, Callable[[bool], None]], None]


class Bench(Protocol):
    """Where a driver is tried. `posted` is what a source has posted so far."""

    posted: list[Signal]
    within: int
    """How far a stamp may be from the moment, ns."""
    pause: int
    """Between two moves, ns: far below any debounce, but for keys, which do that by themselves."""

    def clock(self) -> int:
        """The table's clock, ns."""

    def wait(self, span: int) -> None:
        """Let `span` ns pass."""

    def settle(self) -> None:
        """Let everything arrive that is under way."""


def posts_raw_edges(bench: Bench, source: Source, move: Move) -> None:
    source.open(bench.posted.append)
    bench.settle()
    assert bench.posted == []
    expected = []
    for buzzer, down in ((2, True), (0, True), (2, False), (2, True), (0, False)):
        bench.wait(bench.pause)
        expected.append(Edge(buzzer, down, move(buzzer, down)))
    bench.settle()
    _assert_posted(bench, expected)
    assert source.timekeeping.worst_delay >= 0
    assert source.timekeeping.uncertainty >= 0
    source.close()


def is_silent_when_closed(bench: Bench, source: Source, move: Move) -> None:
    source.close()
    source.open(bench.posted.append)
    down = True
    move(0, down)
    bench.settle()
    source.close()
    source.close()
    heard = len(bench.posted)
    for buzzer, level in ((0, False), (1, True), (1, False)):
        move(buzzer, level)
    bench.settle()
    assert len(bench.posted) == heard == 1
    source.open(bench.posted.append)
    bench.wait(SECOND)
    at = move(1, down)
    bench.settle()
    del bench.posted[0]
    _assert_posted(bench, [Edge(1, down=True, at=at)])
    source.close()


def _assert_posted(bench: Bench, expected: list[Edge]) -> None:
    edges = [signal for signal in bench.posted if isinstance(signal, Edge)]
    assert edges == bench.posted
    assert [(e.buzzer, e.down) for e in edges] == [(e.buzzer, e.down) for e in expected]
    for edge, wanted in zip(edges, expected, strict=True):
        assert abs(edge.at - wanted.at) <= bench.within


def follow_their_rhythms(lamps: Lamps, bright: Bright) -> None:
    lamps.open()
    lamps.show(0, Rhythm.SOLID)
    lamps.show(1, Rhythm.FLASH)
    lamps.show(99, Rhythm.SOLID)  # a buzzer without a lamp
    assert bright(0) == 0
    lamps.beat(0)
    assert [bright(buzzer) for buzzer in range(3)] == [1, 1, 0]
    lamps.beat(200 * MS)
    assert [bright(buzzer) for buzzer in range(3)] == [1, 0, 0]
    lamps.close()


def are_dark_when_closed(lamps: Lamps, bright: Bright) -> None:
    lamps.close()
    lamps.open()
    lamps.show(0, Rhythm.SOLID)
    lamps.beat(0)
    lamps.close()
    lamps.close()
    assert bright(0) == 0
    lamps.beat(SECOND)
    assert bright(0) == 0
    lamps.open()
    lamps.beat(SECOND)
    assert bright(0) == 1
    lamps.close()


def asks_when_held_long_enough(switch: Switch, move: Callable[[bool], None]) -> None:
    now = 4 * SECOND
    switch.close()
    assert not switch.wanted(now)
    switch.open()
    asked = []
    for down in (False, True, True, False, True, True, True, True):
        move(down)
        asked.append(switch.wanted(now))
        now += SECOND
    assert asked == [False] * 7 + [True]
    switch.close()
    switch.close()
    assert not switch.wanted(now)


def asks_nothing_when_stuck(switch: Switch, move: Callable[[bool], None]) -> None:
    now = 4 * SECOND
    down = True
    move(down)
    switch.open()
    move(down)  # still: the kernel's simulated lines give way to a pull-up, contacts don't
    for _ in range(9):
        assert not switch.wanted(now)
        now += SECOND
    move(not down)
    switch.wanted(now)
    move(down)
    assert not switch.wanted(now)
    assert switch.wanted(now + 3 * SECOND)
    switch.close()


def weighs_while_open(bench: "Bench", scale: Scale, load: Callable[[float], None]) -> None:
    """`load` lays so many grams on the scale; no call waits."""

    def weigh() -> Mass | None:
        weight = None
        for _ in range(40):
            bench.wait(50 * MS)
            weight = scale.weigh()
        return weight

    assert scale.weigh() is None
    for _ in range(2):
        scale.open(bench.posted.append)
        empty = weigh()
        load(5.4)
        full = weigh()
        load(0.0)
        assert empty is not None
        assert full is not None
        assert empty.settled
        assert full.settled
        assert full.grams - empty.grams == pytest.approx(5.4, abs=0.1)
        scale.close()
        scale.close()
        assert weigh() is None
    assert bench.posted == []


def gives_pictures_while_open(bench: Bench, camera: Pictures) -> None:
    with pytest.raises(DriverError, match="open"):
        camera.capture()
    camera.open()
    for _ in range(5):
        bench.wait(12_345_678)
        asked = bench.clock()
        frame = camera.capture()
        assert asked <= frame.at <= bench.clock()  # not from before it was asked for
    assert frame.image.dtype == np.uint8
    assert frame.image.ndim == 3
    assert frame.image.shape[2] == 3
    frame.image[:] = 255  # a picture handed out is the taker's own
    assert camera.capture().image.max() < 255
    camera.close()
    camera.close()
    with pytest.raises(DriverError):
        camera.capture()


def takes_what_it_can_and_tells(device: VideoDevice, control: int, absent: int) -> None:
    """`control` goes from 0 to 255; the kernel has no control `absent`."""
    assert device.step(control) == 1
    assert device.set(control, 77)
    assert device.get(control) == 77
    assert not device.set(control, 300)  # the kernel says yes, and takes 255
    assert device.get(control) == 255
    assert device.set(control, 128)
    assert device.get(absent) is device.step(absent) is None
    assert not device.set(absent, 1)


def says_what_it_is_told(voice: Voice, heard: Callable[[], str]) -> None:
    """`heard` waits for the next sentence that is said."""
    for sentence in ("One seven.", "Never!"):
        voice.open()
        voice.say(sentence, "en")
        assert heard() == sentence
        voice.close()
        voice.close()

"""Pins to edges: held contacts, errors, and a whole simulated race through the real driver."""

import gc
import warnings
from random import Random
from typing import NoReturn

import pytest
from gpiozero.exc import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPWMPin

from appliance.core.signals import MS, NEVER, SECOND, Edge, Signal
from appliance.drivers.gpio import board
from appliance.drivers.gpio.board import PinBoard, open_factory
from appliance.drivers.gpio.driver import (
    BuzzerSettings,
    GpioBuzzers,
    GpioLamps,
    LampSettings,
)
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.errors import DriverError
from appliance.presses.arbiter import Race, decide
from appliance.presses.debounce import Buttons
from appliance.words import words_of
from lab.sim.contact_faults import Bounce, Glitches, finger, spoilt

PINS = (4, 5, 6, 2)  # 2 has a pull-up of its own


def at_zero() -> int:
    return 0


def test_a_contact_held_at_the_start_is_told_and_gives_no_press() -> None:
    factory = VirtualFactory(at_zero)
    contacts = Contacts(factory, PINS)
    contacts.move(1, down=True, at=0)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings(PINS), at_zero, PinBoard(given=factory))
    buzzers.open(posted.append)
    assert posted == []
    assert buzzers.held() == (1,)
    contacts.move(1, down=False, at=SECOND)
    assert posted == [Edge(1, down=False, at=SECOND)]


def test_callbacks_outlive_a_garbage_collection() -> None:
    """gpiozero refers to them weakly."""
    factory = VirtualFactory(at_zero)
    contacts = Contacts(factory, PINS)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings(PINS), at_zero, PinBoard(given=factory))
    buzzers.open(posted.append)
    gc.collect()
    contacts.move(3, down=True, at=1)
    assert posted == [Edge(3, down=True, at=1)]


def test_times_are_exact_after_a_fortnight() -> None:
    uptime = 14 * 24 * 3600 * SECOND + 123_456_789
    factory = VirtualFactory(lambda: uptime)
    contacts = Contacts(factory, PINS)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings(PINS), lambda: uptime, PinBoard(given=factory))
    buzzers.open(posted.append)
    contacts.move(0, down=True, at=uptime + 1)
    contacts.move(1, down=True, at=uptime + 2)
    assert posted == [Edge(0, down=True, at=uptime + 1), Edge(1, down=True, at=uptime + 2)]


def test_an_interruption_between_two_clocks_moves_no_stamp() -> None:
    """Opening, the main thread loses the processor for 40 ms again and again, but not always."""
    now = [SECOND]
    stops = iter([0, 40 * MS, 0, 0, 40 * MS, 40 * MS, 0, 0, 0])

    def read() -> int:
        now[0] += next(stops, 40 * MS)
        return now[0]

    factory = VirtualFactory(read)
    contacts = Contacts(factory, PINS)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings(PINS), read, PinBoard(given=factory))
    buzzers.open(posted.append)
    contacts.move(0, down=True, at=now[0])
    assert posted == [Edge(0, down=True, at=now[0])]


def test_where_there_are_no_pins_it_says_so() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(
            DriverError, match=r"the Pi's pins can't be opened \(lgpio: .*rpigpio: "
        ):
            open_factory()


@pytest.mark.parametrize(
    ("error", "todo"),
    [
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), "LG_WD"),
        (ImportError("No module named 'lgpio'"), "install python3-lgpio"),
    ],
)
def test_advice_on_pins_follows_the_cause(
    error: Exception, todo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: str) -> NoReturn:
        raise error

    monkeypatch.setattr(board, "_open_kind", refuse)
    with pytest.raises(DriverError) as caught:
        open_factory()
    assert caught.value.todo is not None
    assert todo in words_of("en").say(caught.value.todo)


def test_a_wrong_pin_is_named_and_all_are_let_go() -> None:
    factory = MockFactory(revision="0002", pin_class=MockPWMPin)  # the first Pi: 26 pins
    buzzers = GpioBuzzers(BuzzerSettings((4, 26)), at_zero, PinBoard(given=factory))
    with pytest.raises(DriverError, match=r"buzzer 1 on BCM 26 .*26 is not a valid pin") as caught:
        buzzers.open(print)
    assert isinstance(caught.value.__cause__, PinInvalidPin)
    assert factory.pin(4).when_changed is None
    with pytest.raises(DriverError, match="lamp 0 on BCM 26"):
        GpioLamps(LampSettings((26,)), PinBoard(given=factory)).open()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.untraced
def test_a_bouncing_race_through_the_pins(seed: int) -> None:
    """Four presses a millisecond apart, with bounce and a glitch before: the first one wins."""
    chance = Random(seed)
    factory = VirtualFactory(at_zero)
    contacts = Contacts(factory, PINS)
    posted: list[Signal] = []
    buzzers = GpioBuzzers(BuzzerSettings(PINS), at_zero, PinBoard(given=factory))
    buzzers.open(posted.append)
    order = chance.sample(range(4), 4)
    moves = []
    for place, buzzer in enumerate(order):
        pressed = finger((SECOND + place * MS, SECOND + 90 * MS))
        sparks = Glitches(SECOND - 900 * MS, SECOND - 30 * MS, every=20 * MS)
        moves += [(at, buzzer, down) for at, down in spoilt(pressed, (Bounce(), sparks), chance)]
    for at, buzzer, down in sorted(moves):
        contacts.move(buzzer, down, at)
    chance.shuffle(posted)
    buttons = Buttons()
    for edge in posted:
        assert isinstance(edge, Edge)
        buttons = buttons.add(edge)
    race = Race(0, NEVER, order=(0, 1, 2, 3), tie_window=0, settle=0)
    finish = decide(race, buttons.presses(2 * SECOND), 2 * SECOND)
    assert finish is not None
    assert [place.buzzer for place in finish.places] == order
    assert [place.behind for place in finish.places] == [0, MS, 2 * MS, 3 * MS]

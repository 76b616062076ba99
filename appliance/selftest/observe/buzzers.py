"""Observes buttons and lights: the buzzers, their hub and lamps, and the power button."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import cast

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, DriverLost, Edge, EdgesLost, Signal
from appliance.display.strokes import quits, strokes
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.drivers import Switch, Typed, opened
from appliance.drivers.seat_hub.driver import Hub
from appliance.drivers.seat_hub.link import SHIPPED, UNWANTED, version_of, why
from appliance.drivers.seat_hub.serial_line import find_port
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Level, answered, found, skipped
from appliance.selftest.judge import buzzers as judged
from appliance.selftest.observe.room import Room, Terminal
from bluffing.message import Message, message

LISTEN_STEP = 0.02
"""Seconds between two looks at new signals."""

QUIET = 1.0
"""Seconds of listening without a request to press."""

GLANCE = 0.05
"""Seconds between two looks at a hub, or at the power button: the table looks once a frame."""

WATCHED = 5 * SECOND
"""Time of comparing a hub's clock with ours (ns): the longer, the more precise is their drift."""

LIT_FOR = 0.1
"""Seconds that each lamp is lit if no person is asked."""


class Ear:
    """Collects the edges of all buzzers with their delays (by `clock`, ns).

    `heard` may be cleared to start again. `lost` is the reason why the driver has stopped.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self.heard: list[tuple[Edge, int]] = []
        self.lost: Message | None = None

    def post(self, signal: Signal) -> None:
        """Take a signal of a source, on any thread."""
        if isinstance(signal, Edge):
            self.heard.append((signal, self._clock() - signal.at))
        elif isinstance(signal, DriverLost):
            self.lost = signal.reason

    def seen(self, buzzer: int, place: Message) -> judged.BuzzerSeen:
        """Return the signals of one buzzer, and the other buzzers heard."""
        heard = tuple(self.heard)
        instead = {edge.buzzer for edge, _ in heard} - {buzzer}
        return judged.BuzzerSeen(
            buzzer,
            place,
            until=self._clock(),
            edges=tuple(edge for edge, _ in heard if edge.buzzer == buzzer),
            late=max([0, *(late for edge, late in heard if edge.buzzer == buzzer)]),
            instead=tuple(sorted(instead)),
        )


class KeyWindow:
    """A `window` that has the keyboard, for buzzers that are keys."""

    def __init__(self, window: Window, typed: Typed, room: Room) -> None:
        typed.exact = window.tells_time
        self._window, self._typed, self._clock, self._words = window, typed, room.clock, room.words

    def ask(self, buzzer: int, place: Message) -> None:
        """Show in the window the buzzer to press."""
        title, skip = self._words("selftest.window"), self._words("selftest.window.skip")
        request = self._words("selftest.window.press", number=buzzer + 1, place=place)
        self._window.show(View(Screen.ATTRACT, title, request, skip), self._clock())

    def skips(self) -> bool:
        """Hand the keys to the buzzers; whether Escape was among them."""
        now = self._clock()
        events = self._window.poll()
        self._typed.handle(strokes(events, time.monotonic_ns()), now)
        return quits(events)


def buzzers(room: Room) -> Iterator[Finding]:
    """Ask a person to press each buzzer, or only listen for a while."""
    source = room.hardware.source
    ear = Ear(room.clock)
    yield from map(judged.receiver, source.receivers())
    with ExitStack() as stack:
        keys = None
        if source.typed is not None and room.people is not None:
            window = opened(Window(replace(room.config.display, fullscreen=False)))
            keys = KeyWindow(stack.enter_context(window), source.typed, room)
        source.open(ear.post)
        stack.callback(source.close)
        held = source.held()
        yield judged.stamps(source.timekeeping)
        if room.people is None:
            room.pause(QUIET)
        for buzzer in range(len(source.places)):
            observed = _observe(room, ear, keys, buzzer, held=buzzer in held)
            yield judged.finding(observed, source.timekeeping)
            if ear.lost:
                raise DriverError(ear.lost)


def _observe(
    room: Room, ear: Ear, keys: KeyWindow | None, buzzer: int, *, held: bool
) -> judged.BuzzerSeen:
    """Ask a person, if present, for one press, and wait for its end or the deadline."""
    places = room.hardware.source.places
    place = places[buzzer]
    if room.people is None:
        return replace(ear.seen(buzzer, place), held=held, asked=False)
    skips = room.people.skips if keys is None else keys.skips
    room.say(
        "selftest.ask.buzzer",
        number=buzzer + 1,
        of=len(places),
        place=place,
        press=message("selftest.ask.let-go" if held else "selftest.ask.press"),
        key=message("selftest.key.enter" if keys is None else "selftest.key.escape"),
    )
    if keys is None:
        skips()  # an Enter from before is not meant for this one
    else:
        keys.ask(buzzer, place)
    ear.heard.clear()
    observed, began, skip = ear.seen(buzzer, place), room.clock(), False
    while not (skip or ear.lost) and observed.until - began <= judged.patience(
        observed, room.patience
    ):
        room.pause(LISTEN_STEP)
        skip, observed = skips(), ear.seen(buzzer, place)
    return replace(observed, held=held, skipped=skip)


def hub(room: Room) -> Iterator[Finding]:
    """Open the hub that the buzzers are on, ask its name, and watch its clock for a while."""
    board = cast("Hub | None", room.hardware.boards.get(Hub))
    if board is None:
        yield skipped("hub", "selftest.hub.unused", driver=room.config.buzzers.driver)
        return
    signals: list[Signal] = []
    port = board.port or find_port()
    board.take("self-test", signals.append)
    try:
        first = board.link.clock.best
        until = room.clock() + WATCHED
        while room.clock() < until and not _lost(signals):
            room.pause(GLANCE)
        link = board.link
        last, hello, restart = link.clock.best, link.hello, link.restart
        if hello is None or not link.ready:
            raise (_lost(signals) or [DriverError.of("selftest.hub.away")])[-1]
        version, count = version_of(hello.firmware), len(room.hardware.source.places)
        about = {"protocol": hello.protocol, "firmware": version, "seats": hello.seats}
        yield judged.hub_board(port, board=hello.board.hex(), buzzers=count, **about)
        yield judged.hub_firmware(version, SHIPPED)
        if restart is not None:
            yield judged.hub_start(why(restart), unwanted=restart.cause in UNWANTED)
        yield judged.hub_clock(first, last)
        yield judged.hub_cable(
            link.deframer.damaged, sum(isinstance(signal, EdgesLost) for signal in signals)
        )
    finally:
        board.give_back("self-test")


def _lost(signals: list[Signal]) -> list[DriverError]:
    return [DriverError(signal.reason) for signal in signals if isinstance(signal, DriverLost)]


def lamps(room: Room) -> Iterator[Finding]:
    """Light each lamp in turn; only people can see if it shines."""
    lights = room.hardware.lamps
    if lights is None or not lights.places:
        yield skipped("lamps", "selftest.lamps.unused")
        return
    count, buzzers = len(lights.places), len(room.hardware.source.places)
    with opened(lights) as lit:
        if count < buzzers:
            yield found("lamps", Level.WARN, "selftest.lamps.fewer", lamps=count, buzzers=buzzers)
        for lamp, place in enumerate(lit.places):
            lit.show(lamp, Rhythm.SOLID)
            lit.beat(room.clock())
            room.pause(LIT_FOR)
            shone = room.yes("selftest.ask.lamp", number=lamp + 1, place=place)
            lit.show(lamp, Rhythm.OFF)
            lit.beat(room.clock())
            name = message("selftest.name.lamp", number=lamp + 1, place=place)
            codes = ("selftest.lamp.shone", "selftest.lamp.dark", "selftest.lamp.not-asked")
            yield answered(name, shone, codes, place=place)


def power(room: Room) -> Iterator[Finding]:
    """Wait for it to be held; nothing is switched off."""
    button = room.hardware.power
    if button is None:
        yield skipped("button", "selftest.power.unused")
        return
    with opened(button) as switch:
        held = None if room.people is None else _ask_to_hold(room, switch, room.people)
        name = message("selftest.name.power-button", place=switch.place)
        codes = ("selftest.power.held", "selftest.power.not-held", "selftest.power.not-asked")
        yield answered(name, held, codes, place=switch.place)


def _ask_to_hold(room: Room, switch: Switch, people: Terminal) -> bool | None:
    """Return True if the button was held, None if people skip it."""
    room.say("selftest.ask.power", place=switch.place, seconds=switch.hold_ms / 1000)
    until = room.clock() + room.patience + switch.hold_ms * MS
    while room.clock() <= until:
        room.pause(GLANCE)
        if switch.wanted(room.clock()):
            return True
        if people.skips():
            return None
    return False

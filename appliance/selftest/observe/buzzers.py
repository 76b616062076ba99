"""Each buzzer in turn: people press it, and its edges are listened to."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

from appliance.core.signals import SECOND, DriverLost, Edge, Signal
from appliance.display.strokes import quits, strokes
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.drivers import Typed, opened
from appliance.errors import DriverError
from appliance.message import Message, message
from appliance.presses.debounce import STUCK
from appliance.selftest.judge import Finding
from appliance.selftest.judge.buzzers import (
    BuzzerSeen,
    Heard,
    PressState,
    finding,
    receiver,
    stamps,
    state,
)
from appliance.selftest.observe.room import Room

LISTEN_STEP = 0.02
"""Seconds between two looks at what has come."""

QUIET = 1.0
"""Seconds of listening where nobody is asked to press anything."""


class Ear:
    """Hears the edges of all buzzers, with the moment at which they came (`clock`, ns)."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._heard: list[tuple[int, Heard]] = []
        self.lost: Message | None = None

    def post(self, signal: Signal) -> None:
        """What a source calls, on whatever thread."""
        if isinstance(signal, Edge):
            heard = Heard(signal.down, signal.at, self._clock())
            self._heard.append((signal.buzzer, heard))
        elif isinstance(signal, DriverLost):
            self.lost = signal.reason

    @property
    def count(self) -> int:
        """How many edges have come."""
        return len(self._heard)

    def of(self, buzzer: int, since: int = 0) -> tuple[Heard, ...]:
        """The edges of one buzzer, but for the first `since` of all."""
        return tuple(heard for one, heard in self._heard[since:] if one == buzzer)

    def others(self, buzzer: int, since: int) -> tuple[int, ...]:
        """Which other buzzers had an edge."""
        return tuple(sorted({one for one, _ in self._heard[since:]} - {buzzer}))


class KeyWindow:
    """A window that has the keyboard, for buzzers that are keys."""

    def __init__(self, room: Room, typed: Typed) -> None:
        self._window = Window(replace(room.config.display, fullscreen=False))
        self._typed, self._clock, self._words = typed, room.clock, room.words

    def open(self) -> None:
        """Open the window. Raises DriverError when there is no screen."""
        self._window.open()
        self._typed.exact = self._window.tells_time

    def ask(self, buzzer: int, place: Message) -> None:
        """Say in the window what is to be pressed."""
        title, skip = self._words("selftest.window"), self._words("selftest.window.skip")
        what = self._words("selftest.window.press", number=buzzer + 1, place=place)
        self._window.show(View(Screen.ATTRACT, title, what, skip), self._clock())

    def skips(self) -> bool:
        """Hand the keys to the buzzers; whether Escape was among them."""
        now = self._clock()
        events = self._window.poll()
        self._typed.handle(strokes(events, time.monotonic_ns()), now)
        return quits(events)

    def close(self) -> None:
        """Close the window."""
        self._window.close()


def look(room: Room) -> Iterator[Finding]:
    """Ask for each buzzer, or listen for a while where there is nobody to ask."""
    source = room.source
    if source is None:
        return
    ear = Ear(room.clock)
    yield from map(receiver, source.receivers())
    with ExitStack() as stack:
        keys = None
        if source.typed is not None and room.people is not None:
            keys = stack.enter_context(opened(KeyWindow(room, source.typed)))
        source.open(ear.post)
        stack.callback(source.close)
        held = source.held()
        yield stamps(source.timekeeping)
        if room.people is None:
            room.pause(QUIET)
        for buzzer in range(len(room.buzzer_places)):
            seen = _observed(room, ear, keys, buzzer, held=buzzer in held)
            yield finding(seen, source.timekeeping)
            if ear.lost:
                raise DriverError(ear.lost)


def _observed(
    room: Room, ear: Ear, keys: KeyWindow | None, buzzer: int, *, held: bool
) -> BuzzerSeen:
    """Ask for one press, if there is somebody, and wait until it is over or nobody makes it."""
    place = room.buzzer_places[buzzer]
    if room.people is None:
        return BuzzerSeen(buzzer, place, room.clock(), ear.of(buzzer), held, asked=False)
    skips = room.people.skips if keys is None else keys.skips
    room.say(
        "selftest.ask.buzzer",
        number=buzzer + 1,
        of=len(room.buzzer_places),
        place=place,
        press=message("selftest.ask.let-go" if held else "selftest.ask.press"),
        key=message("selftest.key.enter" if keys is None else "selftest.key.escape"),
    )
    if keys is None:
        skips()  # an Enter from before is not meant for this one
    else:
        keys.ask(buzzer, place)
    since, began, skip = ear.count, room.clock(), False
    while not (skip or ear.lost):
        room.pause(LISTEN_STEP)
        skip = skips()
        now, edges = room.clock(), ear.of(buzzer, since)
        how = state(edges, now)
        patience = room.patience + (STUCK + SECOND if how is PressState.DOWN else 0)
        if how is PressState.DONE or now - began > patience:
            break
    edges, instead = ear.of(buzzer, since), ear.others(buzzer, since)
    return BuzzerSeen(buzzer, place, room.clock(), edges, held, skipped=skip, instead=instead)

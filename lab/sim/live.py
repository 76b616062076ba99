"""A simulated evening in real time, in a window: to watch, and to join with the keyboard."""

import os
import time

from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.display.darkroom import Darkroom
from appliance.display.strokes import quits, strokes
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.drivers.keyboard import KeyboardBuzzers, Settings
from appliance.words import Words
from lab.sim.evening import Evening
from lab.sim.mail import VirtualClock
from lab.sim.people.fingers import FingerPress, Why

FRAME_TIME = SECOND // 30
LINGER = 10 * SECOND
"""Time that the winner stays on the screen."""


def has_screen() -> bool:
    """Return True if there is a desktop, or the environment names a display for SDL."""
    if driver := os.environ.get("SDL_VIDEODRIVER"):
        return driver not in ("dummy", "offscreen")
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def play_live(evening: Evening, clock: VirtualClock, window: Window, words: Words) -> None:
    """Play until all games are over, or the window is closed. Both are open already.

    The keys 1 to 9, 0, - and = also press the buzzers of the simulated people.

    Raises:
        StuckError: the game hangs.
        JournalError: a change can't be written down.
    """
    darkroom, world = Darkroom(), evening.world
    began = clock.now - time.monotonic_ns()

    def press(signal: Signal) -> None:
        if isinstance(signal, Edge) and signal.buzzer in world.people.buzzers:
            if signal.down:  # the referee has to know of this finger too
                touch = FingerPress(signal.at, signal.buzzer, signal.at + SECOND, Why.SLAP)
                world.people.hands.made.append(touch)
                world.helped = True
            evening.loop.post(signal)

    keys = KeyboardBuzzers(Settings(), lambda: began + time.monotonic_ns(), time.monotonic_ns)
    keys.open(press)
    keys.exact = window.tells_time
    over_at: int | None = None
    while over_at is None or clock.now < over_at + LINGER:
        now = began + time.monotonic_ns()
        events = window.poll()
        if quits(events):
            return
        keys.handle(strokes(events, time.monotonic_ns()), now)
        evening.step(now)
        table = evening.loop.table
        evidence = darkroom.show(evening.reader.shot, evening.facts.box.reading)
        window.show(view_of(table, now, words), now, evidence)
        if evening.over and over_at is None:
            over_at = now
        left = FRAME_TIME
        if (at := world.next_at) is not None:
            left = min(left, at - (began + time.monotonic_ns()))
        time.sleep(max(left, MS) / SECOND)

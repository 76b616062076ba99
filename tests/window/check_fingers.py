"""A real window, and clicks on the keys that it shows: each counts, however short it was.

Run by `make window-test`. XTEST has no touch screen: a mouse replaces the finger here.
"""

import os
import time
from dataclasses import replace
from random import Random

import pytest
from desk import BUSY, Hands
from example_views import EXAMPLES

from appliance.config import Display
from appliance.core.signals import MS, Signal, Touched
from appliance.display.touch import Fingers
from appliance.display.window import Window
from appliance.table.facts import KeyFacts

CLICKS = int(os.environ.get("PRESSES", "10000")) // 20


def check_every_click_on_a_key_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEO_WINDOW_POS", "0,0")
    chance, posted = Random(17), list[Signal]()
    view = EXAMPLES["game"]
    seats = (replace(view.seats[0], keys=(KeyFacts("3", 1),)), *view.seats[1:])
    view = replace(view, seats=seats)
    window = Window(Display(800, 480, touch=True))
    window.open()
    fingers = Fingers(time.monotonic_ns)
    fingers.open(posted.append)
    hands = Hands()
    now = time.monotonic_ns()
    window.show(view, now)
    fingers.look(window.targets, window.size, now)
    target = next(target for target in window.targets if target.does == (0, 1))
    hands.begin(dict(zip("xy", target.slot.rect.center, strict=True)))
    hands.done()
    moves, at = [], 0
    for _ in range(CLICKS):
        up = at + chance.randint(MS, 40 * MS)
        moves += [(at, "button", True), (up, "button", False)]
        at = up + chance.randint(5 * MS, 60 * MS)
    hands.begin(moves)
    looks = 0
    last = False
    while not last:
        last = not hands.busy
        for event in window.poll():
            fingers.handle(event)
        now = time.monotonic_ns()
        window.show(view, now)
        fingers.look(window.targets, window.size, now)
        until = now + chance.randint(0, BUSY)
        while time.monotonic_ns() < until:
            looks += 1
    hands.done()
    hands.close()
    fingers.close()
    window.close()
    print(f"\n    clicks: {len(posted)} of {CLICKS}, 1 to 40 ms long", flush=True)
    assert len(posted) == CLICKS
    assert all(isinstance(signal, Touched) for signal in posted)

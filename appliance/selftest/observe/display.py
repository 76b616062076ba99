"""The display: it is opened as the table opens it, and drawn on as fast as it goes."""

from collections.abc import Iterator
from ctypes.util import find_library

from appliance.core.signals import SECOND
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, answered
from appliance.selftest.judge.display import NO_SCREEN, closed, picture, without_desktop
from appliance.selftest.observe.room import Room

PICTURES = 20
"""Number of full frames drawn to measure the frame rate."""

SHOWN = 2.0
"""Seconds that the picture stays for people to look at."""


def look(room: Room) -> Iterator[Finding]:
    """Draw, and ask whether anybody saw it."""
    window = Window(room.config.display, fps=1000)
    try:
        window.open()
    except DriverError as error:
        yield closed(error, room.env.get("SDL_VIDEODRIVER", ""))
        return
    try:
        title, name = room.words("selftest.window"), room.words("attract.headline")
        began = room.clock()
        for number in range(PICTURES):
            text = room.words("selftest.window.picture", number=number + 1, of=PICTURES)
            window.show(View(Screen.ATTRACT, title, name, text), room.clock())
        spent = room.clock() - began
        driver, size = pygame.display.get_driver(), window.size
        if room.people is not None:
            room.pause(SHOWN)
    finally:
        window.close()
    yield picture(driver, size, PICTURES * SECOND / spent if spent > 0 else None)
    if driver in NO_SCREEN:
        return
    runtime_dir = bool(room.env.get("XDG_RUNTIME_DIR"))
    yield from without_desktop(driver, gl=find_library("GL") is not None, runtime_dir=runtime_dir)
    codes = ("selftest.screen.seen", "selftest.screen.unseen", "selftest.screen.not-asked")
    yield answered("screen", room.yes("selftest.ask.display"), codes)

"""The display: it is opened as the table opens it, and drawn on as fast as it goes."""

from collections.abc import Iterator
from ctypes.util import find_library

from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.display.window import Window, WindowSettings
from appliance.errors import DriverError
from appliance.selftest.judge import Finding
from appliance.selftest.judge.display import NO_SCREEN, DisplaySeen, closed, findings
from appliance.selftest.observe.room import Room

PICTURES = 20
"""Number of full frames drawn to measure the frame rate."""

SHOWN = 2.0
"""Seconds that the picture stays for people to look at."""


def look(room: Room) -> Iterator[Finding]:
    """Draw, and ask whether anybody saw it."""
    wanted = room.env.get("SDL_VIDEODRIVER", "")
    display = room.config.display
    window = Window(
        WindowSettings(display.width, display.height, display.layout, display.fullscreen, fps=1000)
    )
    try:
        window.open()
    except DriverError as error:
        yield closed(error, wanted)
        return
    try:
        began, title = room.clock(), room.words("selftest.window")
        for number in range(PICTURES):
            text = room.words("selftest.window.picture", number=number + 1, of=PICTURES)
            window.show(View(Screen.ATTRACT, title, "Doubt It!", text), room.clock())
        spent = room.clock() - began
        driver, size = pygame.display.get_driver(), window.size
        if room.people is not None:
            room.pause(SHOWN)
    finally:
        window.close()
    seen = None
    if driver not in NO_SCREEN:
        seen = room.yes("selftest.ask.display")
    yield from findings(
        DisplaySeen(
            driver=driver,
            width=size[0],
            height=size[1],
            frames=PICTURES,
            spent=spent,
            gl=find_library("GL") is not None,
            runtime_dir=bool(room.env.get("XDG_RUNTIME_DIR")),
            seen=seen,
        )
    )

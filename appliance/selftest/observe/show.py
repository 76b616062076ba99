"""The show of the machine: its display and its loudspeaker."""

from collections.abc import Iterator
from ctypes.util import find_library

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import SECOND
from appliance.display.quiet import RATE, pygame
from appliance.display.sizes import Glass
from appliance.display.sound import Speaker
from appliance.display.view import Screen, View
from appliance.display.waves import wave
from appliance.display.window import Window
from appliance.drivers import opened
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Level, answered, found, machine, skipped
from appliance.selftest.observe.room import Room

FRAMES_DRAWN = 20
"""Number of full frames drawn to measure the frame rate."""

SHOWN = 2.0
"""Seconds that the picture stays for people to look at."""

MUTE = ("dummy", "disk")
"""SDL's drivers without a sound."""


def display(room: Room) -> Iterator[Finding]:
    """Open the window as the table does, draw at full speed, and ask people if they saw it."""
    window = Window(room.config.display, fps=1000)
    title, name = room.words("selftest.window"), room.words("attract.headline")
    try:
        with opened(window):
            began = room.clock()
            for number in range(FRAMES_DRAWN):
                text = room.words("selftest.window.picture", number=number + 1, of=FRAMES_DRAWN)
                window.show(View(Screen.ATTRACT, title, name, text), room.clock())
            spent = room.clock() - began
            driver, size = pygame.display.get_driver(), window.size
            screens, strays = window.screens, window.strays
            if room.people is not None:
                room.pause(SHOWN)
    except DriverError as error:
        yield machine.closed(error, room.env.get("SDL_VIDEODRIVER", ""))
        return
    yield machine.picture(driver, size, FRAMES_DRAWN * SECOND / spent if spent > 0 else None)
    settings = room.config.display
    glass = Glass(settings.picture_inch, settings.distance_cm)
    yield from machine.readable(glass.distance_cm, glass.farthest_cm(size))
    if settings.touch:
        yield from machine.touchable(round(glass.diagonal_inch), glass.smallest_inch(size))
    if driver in machine.NO_SCREEN:
        return
    yield machine.screens(screens, settings.screen, strays=strays)
    gl, folder = find_library("GL") is not None, bool(room.env.get("XDG_RUNTIME_DIR"))
    yield from machine.without_desktop(driver, gl=gl, runtime_dir=folder)
    codes = ("selftest.screen.seen", "selftest.screen.unseen", "selftest.screen.not-asked")
    yield answered("screen", room.yes("selftest.ask.display"), codes)


def loudspeaker(room: Room) -> Iterator[Finding]:
    """Play the winner's sound, and ask people if they heard it."""
    volume = room.config.sound.volume
    if volume == "off":
        yield skipped("loudspeaker", "selftest.sound.off")
        return
    with opened(Speaker(volume, device=room.config.sound.device)) as speaker:
        speaker.perform(PlaySound(Sound.WIN))
        room.pause(len(wave(Sound.WIN)) / RATE)
    driver = room.env.get("SDL_AUDIODRIVER", "")
    if driver in MUTE:
        yield found("loudspeaker", Level.WARN, "selftest.sound.mute", driver=driver)
    else:
        codes = ("selftest.sound.heard", "selftest.sound.unheard", "selftest.sound.not-asked")
        yield answered("loudspeaker", room.yes("selftest.ask.sound"), codes, driver=driver)

"""Sounds, made here from a few sines and a little noise, and the performer that plays them.

Each is told from the others by how it moves: up is good, down is bad, a knock is a doubt. All
that they say is on the screen too, so a table without a loudspeaker loses nothing.
"""

from typing import Literal

import numpy as np
import numpy.typing as npt

from appliance.core.effects import Effect, PlaySound, Sound
from appliance.display.quiet import pygame
from appliance.errors import DriverError
from appliance.message import message

RATE = 44_100
"""Samples a second."""

BUFFER = 256
"""Samples that are mixed ahead: 6 ms. pygame's own choice would be heard much later."""

PEAK = 0.7
"""The loudest sample, 1 being the loudest possible: two sounds at once still fit."""

Wave = npt.NDArray[np.float64]
Volume = Literal["on", "quiet", "off"]

_LOUD: dict[Volume, float] = {"on": 1.0, "quiet": 0.2, "off": 0.0}

_NOTES: dict[Sound, tuple[tuple[float, float], ...]] = {  # hertz, and seconds from one to the next
    Sound.TICK: ((1760, 0.03),),
    Sound.NOTHING: ((220, 0.05), (175, 0.05)),
    Sound.LOCK: ((587, 0.06), (880, 0.08)),
    Sound.TRUTH: ((523, 0.1), (659, 0.1), (784, 0.2)),
    Sound.LIE: ((311, 0.14), (294, 0.14), (220, 0.24)),
    Sound.WIN: ((784, 0.08), (784, 0.08), (784, 0.16), (1047, 0.16), (988, 0.08), (1319, 0.34)),
}


def wave(sound: Sound) -> npt.NDArray[np.int16]:
    """The samples of `sound`, mono, at RATE."""
    made = _knock() if sound is Sound.SLAP else np.concatenate([_note(*n) for n in _NOTES[sound]])
    return np.asarray(np.round(made / np.abs(made).max() * PEAK * 32767), np.int16)


def _note(hertz: float, seconds: float) -> Wave:
    """A soft note with two overtones that rings off; it begins and ends at zero, so no clicks."""
    at = np.arange(round(seconds * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * hertz * n * at) / n**2 for n in (1, 2, 3))
    return np.asarray(tone * np.exp(-3 * at / seconds) * _edges(len(at)))


def _knock() -> Wave:
    """A hand on a table: a burst of noise over a low thump."""
    at = np.arange(round(0.18 * RATE)) / RATE
    noise = np.random.default_rng(1).uniform(-1, 1, len(at)) * np.exp(-at / 0.015)
    thump = np.sin(2 * np.pi * (60 * at + 90 * 0.03 * (1 - np.exp(-at / 0.03))))
    return np.asarray((noise + 1.5 * thump * np.exp(-at / 0.05)) * _edges(len(at)))


def _edges(length: int) -> Wave:
    """From 0 up to 1 within 2 ms, and back at the end."""
    rise = min(round(0.002 * RATE), length // 2)
    edges = np.ones(length)
    edges[:rise] = np.linspace(0, 1, rise)
    edges[length - rise :] = np.linspace(1, 0, rise)
    return edges


class Speaker:
    """Plays PlaySound effects. `perform` returns at once: the mixing is on a thread of SDL's.

    `quiet` is for a room where others sleep, `off` needs no loudspeaker at all.
    """

    def __init__(self, volume: Volume = "on") -> None:
        self._loud = _LOUD[volume]
        self._sounds: dict[Sound, pygame.mixer.Sound] = {}

    def open(self) -> None:
        """Open the loudspeaker, if any sound is wanted.

        Raises:
            DriverError: there is none. `perform` may be called all the same.
        """
        if not self._loud:
            return
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except (pygame.error, NotImplementedError) as error:  # a pygame may lack its mixer
            seen = message("sound.cant-open", error=str(error))
            raise DriverError(seen, message("sound.cant-open.todo")) from error
        for sound in Sound:
            made = pygame.mixer.Sound(buffer=wave(sound).tobytes())
            made.set_volume(self._loud)
            self._sounds[sound] = made

    def perform(self, effect: Effect) -> None:
        """Play what is to be heard; leave the rest to others."""
        if isinstance(effect, PlaySound) and effect.sound in self._sounds:
            self._sounds[effect.sound].play()

    def close(self) -> None:
        """Let go of the loudspeaker. May be called twice."""
        if self._sounds:
            self._sounds = {}
            pygame.mixer.quit()

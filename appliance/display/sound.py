"""Sounds, made here from a few sines and a little noise, and the performer that plays them.

Each is told from the others by how it moves: up is good, down is bad, a knock is a doubt. Every
seat has a note of its own. All that they say is on the screen too, so a table without a
loudspeaker loses nothing.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Literal

import numpy as np
import numpy.typing as npt

from appliance.core.effects import Effect, PlaySound, Sound
from appliance.core.signals import LOUDSPEAKER, MS, SECOND, DriverBack, DriverLost
from appliance.display.quiet import pygame
from appliance.display.show import Cue, calmed, cues
from appliance.display.view import View
from appliance.drivers import Post
from appliance.drivers.pulse import Pauses
from appliance.errors import DriverError
from appliance.message import message

RATE = 44_100
"""Samples a second."""

BUFFER = 256
"""Samples that are mixed ahead: 6 ms. pygame's own choice would be heard much later."""

PEAK = 0.7
"""The loudest sample, 1 being the loudest possible: two sounds at once still fit."""

CHANNELS = 16
"""Sounds at once: as many people may press at once, while a fuse burns."""

Wave = npt.NDArray[np.float64]
Volume = Literal["on", "quiet", "off"]

_LOUD: dict[Volume, float] = {"on": 1.0, "quiet": 0.2, "off": 0.0}

_PENTATONIC = (0, 2, 4, 7, 9)
"""Semitones: any of these notes sound well together, whoever presses with whom."""

TOO_OLD = 400 * MS
"""A sound of something that was seen longer ago is not played any more: a table that went on after
a power cut, or a window that was behind."""

SHOWY = frozenset({Sound.FUSE, Sound.HEART, Sound.FINISH, Sound.CARD, Sound.TAKE, Sound.WIN})
"""What is left out where few sounds are wanted: all of it is seen as well."""

LONGEST_PAUSE = 30 * SECOND
"""The longest pause between two attempts to open a loudspeaker (ns)."""

NOBODYS = 5
"""The step of the note for sounds that are no seat's."""

_SOFT = {Sound.NOTHING: 0.5, Sound.FUSE: 0.5, Sound.CARD: 0.6}
"""The peak of sounds that are to be heard only by who listens."""


def note(place: int, lowest: float = 220.0) -> float:
    """Hertz of a note of the pentatonic scale, `place` steps above `lowest`."""
    octave, step = divmod(place, len(_PENTATONIC))
    return float(lowest * 2 ** (octave + _PENTATONIC[step] / 12))


def wave(sound: Sound, buzzer: int | None = None, step: int = 0) -> npt.NDArray[np.int16]:
    """The samples of `sound`, mono, at RATE, made anew.

    `buzzer` says in whose note it is, `step` how much higher a TICK is.
    """
    if sound is Sound.TICK:
        made = _tone(note(step, 1320), 0.05)  # bright and short: it counted
    elif sound in _IN_NOTE:
        made = _IN_NOTE[sound](note(NOBODYS if buzzer is None else buzzer))
    else:
        made = _MADE[sound]()
    made = (made - made.mean()) * _edges(len(made))
    peak = _SOFT.get(sound, PEAK)
    return np.asarray(np.round(made / np.abs(made).max() * peak * 32767), np.int16)


# --- what they are made of -----------------------------------------------------------------------


def _times(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _tone(hertz: float, seconds: float, fade: float = 3.0, overtones: int = 3) -> Wave:
    """A soft note that rings off; it begins and ends at zero, so no clicks."""
    at = _times(seconds)
    tone = sum(np.sin(2 * np.pi * hertz * n * at) / n**2 for n in range(1, overtones + 1))
    return np.asarray(tone * np.exp(-fade * at / seconds) * _edges(len(at)))


def _glide(begin: float, end: float, seconds: float, fade: float = 2.0) -> Wave:
    """A note that moves from one pitch to another."""
    at = _times(seconds)
    hertz = begin * (end / begin) ** (at / seconds)
    turned = 2 * np.pi * np.cumsum(hertz) / RATE
    tone = np.sin(turned) + np.sin(2 * turned) / 4
    return np.asarray(tone * np.exp(-fade * at / seconds) * _edges(len(at)))


def _noise(low: float, high: float, seconds: float, fade: float = 5.0) -> Wave:
    """A burst of noise between two pitches, always the same."""
    at = _times(seconds)
    spectrum = np.fft.rfft(np.random.default_rng(1).uniform(-1, 1, len(at)))
    hertz = np.fft.rfftfreq(len(at), 1 / RATE)
    spectrum[(hertz < low) | (hertz > high)] = 0
    burst = np.fft.irfft(spectrum, len(at))
    return np.asarray(burst / np.abs(burst).max() * np.exp(-fade * at / seconds) * _edges(len(at)))


def _thump(seconds: float, low: float = 60.0, high: float = 150.0) -> Wave:
    """A low knock, with an overtone that small loudspeakers have, too."""
    at = _times(seconds)
    turned = 2 * np.pi * (low * at + (high - low) * 0.03 * (1 - np.exp(-at / 0.03)))
    tone = np.sin(turned) + 0.4 * np.sin(2 * turned)
    return np.asarray(tone * np.exp(-at / (seconds / 4)) * _edges(len(at)))


def _together(*parts: tuple[float, float, Wave]) -> Wave:
    """Sounds over each other: each begins after so many seconds and is so loud."""
    length = max(round(begin * RATE) + len(part) for begin, _, part in parts)
    mixed = np.zeros(length)
    for begin, loud, part in parts:
        first = round(begin * RATE)
        mixed[first : first + len(part)] += loud * part
    return mixed


def _row(*notes: tuple[float, float]) -> Wave:
    """Notes (hertz, seconds) one after the other."""
    return np.concatenate([_tone(*one) for one in notes])


def _edges(length: int) -> Wave:
    """From 0 up to 1 within 2 ms, and back at the end."""
    rise = min(round(0.002 * RATE), length // 2)
    edges = np.ones(length)
    edges[:rise] = np.linspace(0, 1, rise)
    edges[length - rise :] = np.linspace(1, 0, rise)
    return edges


# --- the sounds ----------------------------------------------------------------------------------


def _lock(hertz: float) -> Wave:
    return _row((hertz * 2, 0.06), (hertz * 3, 0.12))


def _sit(hertz: float) -> Wave:
    """A small bell, with the overtone that bells have."""
    return _together((0, 1, _tone(hertz * 2, 0.4, 5)), (0, 0.5, _tone(hertz * 5.5, 0.15, 5, 1)))


def _slap(hertz: float) -> Wave:
    """A hand on a table: a burst of noise over a low thump; then whose hand it is."""
    knock = _together((0, 1, _noise(300, 9000, 0.08)), (0, 1.3, _thump(0.2)))
    return _together((0, 1, knock), (0.03, 0.7, _tone(hertz, 0.4, 4)))


def _lie() -> Wave:
    """Down, out of tune and with a rattle."""
    fall = _glide(370, 98, 0.62, 1.2) + 0.8 * _glide(392, 104, 0.62, 1.2)
    return _together((0, 1, fall), (0, 0.7, _thump(0.3)), (0, 0.25, _noise(80, 600, 0.6, 2)))


def _truth() -> Wave:
    """Up, and a chord at the top."""
    chord = sum(_tone(hertz, 0.5, 4) for hertz in (784, 988, 1175))
    return _together(
        (0, 1, _tone(392, 0.12)), (0.08, 1, _tone(523, 0.12)), (0.16, 0.8, np.asarray(chord))
    )


def _win() -> Wave:
    notes = ((784, 0.08), (784, 0.08), (784, 0.16), (1047, 0.16), (988, 0.08))
    last = sum(_tone(hertz, 0.4, 3) for hertz in (1047, 1319, 1568))
    return np.concatenate([_row(*notes), np.asarray(last) * 0.8])


def _twice(part: Wave, apart: float, softer: float = 1.0) -> Wave:
    return _together((0, 1, part), (apart, softer, part))


_IN_NOTE: dict[Sound, Callable[[float], Wave]] = {
    Sound.LOCK: _lock,
    Sound.SIT: _sit,
    Sound.SLAP: _slap,
    Sound.CALL: partial(_tone, seconds=0.2),
}
_MADE: dict[Sound, Callable[[], Wave]] = {
    Sound.NOTHING: partial(_noise, 180, 420, 0.06, 4),
    Sound.REFUSED: (lambda: _twice(_tone(165, 0.1, 1.5, 6), 0.13)),
    Sound.BACK: partial(_glide, 880, 330, 0.16),
    Sound.NOTICE: (lambda: _twice(_tone(698, 0.3, 5, 1), 0.18, 0.8)),
    Sound.DEAL: (lambda: np.concatenate([_noise(900, 2400, 0.09, 6)] * 4)),
    Sound.FUSE: partial(_noise, 5000, 12000, 0.05, 6),
    Sound.HEART: (lambda: _twice(_thump(0.16, 48, 70), 0.14, 0.7)),
    Sound.FINISH: (
        lambda: _together((0, 1, _noise(3500, 9000, 0.04, 4)), (0.07, 0.8, _noise(3000, 7000, 0.1)))
    ),
    Sound.CARD: (
        lambda: _together((0, 1, _noise(700, 2600, 0.06, 3)), (0.02, 0.8, _glide(500, 900, 0.06)))
    ),
    Sound.TRUTH: _truth,
    Sound.LIE: _lie,
    Sound.TAKE: (
        lambda: _together((0, 0.8, _noise(300, 1500, 0.3, 1)), (0.27, 1, _thump(0.14, 90, 200)))
    ),
    Sound.WIN: _win,
}


@cache
def _samples(effect: PlaySound) -> bytes:
    """Return the samples of a sound, which are made once."""
    return wave(effect.sound, effect.buzzer, effect.step).tobytes()


class Speaker:
    """Plays PlaySound effects. `perform` returns at once: the mixing is on a thread of SDL's.

    `quiet` is for a room where others sleep, `off` needs no loudspeaker at all. With `few` it only
    answers presses and says verdicts: no fuse, no heart, no fanfare. `calm` is for a window without
    motion: what is heard of the show comes with its end.
    """

    def __init__(self, volume: Volume = "on", *, few: bool = False, calm: bool = False) -> None:
        self._loud, self._few, self._calm = _LOUD[volume], few, calm
        self._view: View | None = None
        self._cues: tuple[Cue, ...] = ()
        self._told: frozenset[tuple[PlaySound, int]] = frozenset()
        self._sounds: dict[PlaySound, pygame.mixer.Sound] = {}
        self._open = self._gone = False
        self._pauses, self._open_at = Pauses(SECOND, LONGEST_PAUSE), 0
        self._post: Post = lambda _: None

    def tells(self, post: Post) -> None:
        """Let `post` hear when the loudspeaker is lost, and when it is back."""
        self._post = post

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
        pygame.mixer.set_num_channels(CHANNELS)
        self._open = True
        for sound in Sound:
            self._made(PlaySound(sound))

    def turn(self, volume: Volume, *, few: bool = False, calm: bool = False) -> None:
        """Sound like that from now on. Raises DriverError as `open` does."""
        self._loud, self._few, self._calm, self._view = _LOUD[volume], few, calm, None
        for made in self._sounds.values():
            made.set_volume(self._loud)
        if not self._open:
            self.open()

    def keep(self, events: Iterable[pygame.event.Event], now: int, *, race: bool) -> None:
        """Open the loudspeaker that comes, or comes back.

        `events` are those of the window system since the last call, at `now` (ns). An attempt may
        take a moment, so none is made in a race. A table that never had a loudspeaker says so in
        its log alone.
        """
        kinds = {event.type for event in events if not getattr(event, "iscapture", 0)}
        self._gone = self._gone or pygame.AUDIODEVICEREMOVED in kinds
        if self._gone or pygame.AUDIODEVICEADDED in kinds:
            self._open_at = now
        if race or not self._loud or now < self._open_at or (self._open and not self._gone):
            return
        was = self._open
        self.close()
        try:
            self.open()
        except DriverError:
            self._open_at = now + self._pauses.after(now)
            if was:
                self._post(DriverLost(LOUDSPEAKER, message("sound.gone"), now))
            return
        if not was:
            self._post(DriverBack(LOUDSPEAKER, now))

    def renew(self) -> None:
        """Open the loudspeaker anew at the next chance: the screen that it is in was gone."""
        self._gone = True

    def perform(self, effect: Effect) -> None:
        """Play what is to be heard; leave the rest to others."""
        if isinstance(effect, PlaySound) and self._open:
            self._made(effect).play()

    def show(self, view: View, at: int) -> None:
        """Play what belongs to the picture of `view` that is shown at `at` (ns), each once."""
        if view is not self._view:
            self._view, self._cues = view, cues(calmed(view) if self._calm else view)
            self._told &= {(cue.sound, cue.of) for cue in self._cues}
        for cue in self._cues:
            key = (cue.sound, cue.of)
            if cue.at > at or key in self._told:
                continue
            self._told |= {key}
            if at - cue.at < TOO_OLD and not (self._few and cue.sound.sound in SHOWY):
                self.perform(cue.sound)

    def _made(self, effect: PlaySound) -> pygame.mixer.Sound:
        made = self._sounds.get(effect)
        if made is None:
            made = self._sounds[effect] = pygame.mixer.Sound(buffer=_samples(effect))
            made.set_volume(self._loud)
        return made

    def close(self) -> None:
        """Let go of the loudspeaker. May be called twice."""
        self._gone = False
        if self._open:
            self._open, self._sounds = False, {}
            pygame.mixer.quit()

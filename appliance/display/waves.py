"""Sounds, made here from a few sines and a little noise.

Each is told from the others by how it moves: up is good, down is bad, a knock is a doubt. Every
seat has a note of its own.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from appliance.core.effects import Sound
from appliance.display.quiet import RATE

PEAK = 0.7
"""The loudest sample, 1 being the loudest possible: two sounds at once still fit."""

Wave = npt.NDArray[np.float64]
_PENTATONIC = (0, 2, 4, 7, 9)
"""Semitones: any of these notes sound well together, whoever presses with whom."""

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


def at_rate(samples: bytes, rate: int) -> bytes:
    """Return mono 16-bit samples, `rate` a second, as so many that they last as long at RATE."""
    given = np.frombuffer(samples, np.int16)
    places = np.arange(len(given) * RATE // rate) * (rate / RATE)
    made = np.interp(places, np.arange(len(given)), given)
    return bytes(made.astype(np.int16))


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

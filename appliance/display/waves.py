"""Sounds, made here from sines and noise.

Each differs from the others by its motion: up is good, down is bad, a knock is a doubt. Every seat
has a note of its own, and every sound the level that its meaning has.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial

import numpy as np
import numpy.typing as npt

from appliance.core.effects import Sound
from appliance.display.loudness import Wave, levelled
from appliance.display.quiet import RATE
from appliance.themes import USUAL_TUNING, Lie, Tuning

LOUDNESS = {
    Sound.SLAP: -11, Sound.WIN: -11,
    Sound.TRUTH: -12, Sound.LIE: -12,
    Sound.STAMP: -13,
    Sound.TAKE: -14,
    Sound.GASP: -17, Sound.FINISH: -17,
    Sound.ROLL: -20, Sound.FUSE: -20, Sound.HEART: -20, Sound.LOCK: -20,
    Sound.SIT: -21, Sound.CALL: -21,
    Sound.CARD: -22, Sound.DEAL: -22, Sound.NOTICE: -22,
    Sound.REFUSED: -24,
    Sound.TICK: -26,
    Sound.BACK: -28,
    Sound.NOTHING: -30,
    Sound.BED: -38,
}  # fmt: skip
"""Level of each sound (dB(A), see `loudness.level`): by its meaning, not by its waveform. A ROLL
begins at this level, a BED has it in its thinnest layer."""

HEADROOM = -9
"""dB added to each level, so that any three sounds at once fit."""

CEILING = 0.29
"""The loudest sample, 1 being the loudest possible: three of them come to 1.2 dB less."""

LAYER = 2
"""Additional level (dB) of each further layer of the BED."""

GROWS = 6
"""Additional level (dB) of a ROLL at its end."""

_PENTATONIC = (0, 2, 4, 7, 9)
"""Semitones: any of these notes sound well together, for any two players."""

_APART = (1.0, 0.98, 1.02)
"""Factor of the pitch, in each take."""

_HIGHEST = 15_000.0
"""Hertz: overtones above it are left out."""

NOBODYS = 5
"""The step of the note for sounds without a seat."""


def note(place: int, lowest: float = 220.0) -> float:
    """Hertz of a note of the pentatonic scale, `place` steps above `lowest`."""
    octave, step = divmod(place, len(_PENTATONIC))
    return float(lowest * 2 ** (octave + _PENTATONIC[step] / 12))


def wave(
    sound: Sound,
    buzzer: int | None = None,
    step: int = 0,
    take: int = 0,
    tuning: Tuning = USUAL_TUNING,
) -> npt.NDArray[np.int16]:
    """Make the samples of `sound`, mono, at RATE.

    `buzzer` sets the note, `step` the rise of a TICK or the layers of a BED. `take` is one of
    several with the same meaning (`sound.takes_of`), and `tuning` the theme's.
    """
    wanted = LOUDNESS[sound] + HEADROOM
    if sound is Sound.BED:
        wanted += LAYER * step
    elif sound is Sound.ROLL:
        wanted += GROWS
    hertz = note(NOBODYS if buzzer is None else buzzer, 440)
    samples = levelled(_raw(sound, hertz, step, take, tuning), wanted)
    return np.asarray(np.round(_bent(samples * _edges(len(samples))) * 32767), np.int16)


def _raw(sound: Sound, hertz: float, step: int, take: int, tuning: Tuning) -> Wave:
    """Make the samples of `sound` at any level; `hertz` is the seat's note in the usual tuning."""
    higher = 2 ** (tuning.semitones / 12)
    match sound:
        case Sound.TICK:
            return _tick(higher * note(step, 1320) * _APART[take])
        case Sound.SLAP:
            return _slap(higher * hertz, take)
        case Sound.CARD:
            return _card(take)
        case Sound.LIE:
            return _LIES[tuning.lies[take]]()
        case Sound.BED:
            return _bed(step, higher)
        case _ if sound in _IN_NOTE:
            return _IN_NOTE[sound](higher * hertz)
        case _:
            return _MADE[sound]()


def _bent(samples: Wave, knee: float = 0.2) -> Wave:
    """Bend the peaks of `samples` to stay below CEILING, without cutting them."""
    loud, room = np.abs(samples), CEILING - knee
    bent = np.minimum(loud, knee) + room * np.tanh(np.maximum(loud - knee, 0) / room)
    return np.asarray(np.sign(samples) * bent)


def at_rate(samples: bytes, rate: int) -> bytes:
    """Resample mono 16-bit samples at `rate` a second, so that they last as long at RATE."""
    given = np.frombuffer(samples, np.int16)
    places = np.arange(len(given) * RATE // rate) * (rate / RATE)
    resampled = np.interp(places, np.arange(len(given)), given)
    return bytes(resampled.astype(np.int16))


# --- what they are made of -----------------------------------------------------------------------


def _times(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _fades(seconds: float, half: float) -> Wave:
    """Return a fade-out that begins at 1 and halves every `half` seconds."""
    return np.asarray(0.5 ** (_times(seconds) / half))


def _tone(hertz: float, seconds: float, fade: float = 3.0, overtones: int = 3) -> Wave:
    """A soft note that rings off; it begins and ends at zero, so no clicks."""
    at = _times(seconds)
    tone = sum(np.sin(2 * np.pi * hertz * n * at) / n**2 for n in range(1, overtones + 1))
    return np.asarray(tone * np.exp(-fade * at / seconds) * _edges(len(at)))


def _glide(begin: float, end: float, seconds: float, fade: float = 2.0) -> Wave:
    """A note that moves from one pitch to another."""
    at = _times(seconds)
    tone = _played(_cycle(1, 0.25), begin * (end / begin) ** (at / seconds), seconds)
    return np.asarray(tone * np.exp(-fade * at / seconds) * _edges(len(at)))


@lru_cache(maxsize=4)
def _cycle(*overtones: float) -> Wave:
    """One period of a note whose overtones are so loud."""
    turn = 2 * np.pi * np.arange(4096) / 4096
    return np.asarray(sum(loud * np.sin(n * turn) for n, loud in enumerate(overtones, 1)))


def _played(cycle: Wave, hertz: float | Wave, seconds: float) -> Wave:
    """`cycle` at a pitch, which may move."""
    turns = np.cumsum(np.broadcast_to(hertz, round(seconds * RATE))) / RATE
    return np.asarray(cycle[(turns * len(cycle)).astype(np.int64) % len(cycle)])


def _noise(low: float, high: float, seconds: float, seed: int = 1) -> Wave:
    """Noise between two pitches, with soft edges; always the same for the same `seed`."""
    length = round(seconds * RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(length))
    hertz = np.maximum(np.fft.rfftfreq(length, 1 / RATE), 1)
    octaves = np.maximum(np.log2(low / hertz), np.log2(hertz / high))
    noise = np.fft.irfft(spectrum * np.clip(1 - octaves / 0.25, 0, 1) ** 2, length)
    return np.asarray(noise / np.abs(noise).max() * _edges(length))


def _burst(low: float, high: float, seconds: float, half: float, seed: int = 1) -> Wave:
    """Noise that fades."""
    return _noise(low, high, seconds, seed) * _fades(seconds, half)


def _struck(seconds: float, *modes: tuple[float, float, float]) -> Wave:
    """A knock that rings at each (hertz, half-life in s, loudness)."""
    at = _times(seconds)
    parts = (
        loud * np.sin(2 * np.pi * hertz * at) * _fades(seconds, half)
        for hertz, half, loud in modes
        if hertz < _HIGHEST
    )
    return np.asarray(sum(parts) * _edges(len(at)))


def _bell(hertz: float, seconds: float) -> Wave:
    modes = ((1, 0.16, 1), (2, 0.1, 0.25), (2.76, 0.07, 0.5), (5.4, 0.03, 0.3))
    return _struck(seconds, *((hertz * factor, half, loud) for factor, half, loud in modes))


def _wood(hertz: float, half: float, seconds: float) -> Wave:
    modes = ((1, half, 1), (2.4, half * 0.6, 0.5), (4.1, half * 0.3, 0.3))
    return _struck(seconds, *((hertz * factor, fade, loud) for factor, fade, loud in modes))


def _shape(seconds: float, rise: float, end: float) -> Wave:
    """Return an envelope that rises for `rise` seconds, and falls for the last `end`."""
    at = _times(seconds)
    return np.asarray(np.clip(at / rise, 0, 1) * np.clip((seconds - at) / end, 0, 1))


def _brass(hertz: float, seconds: float, bite: float = 0.03, vibrato: float = 0.0) -> Wave:
    """A horn: its overtones come after the ground note, as with lips."""
    at = _times(seconds)
    moves = 0.006 * vibrato * np.sin(2 * np.pi * 5.5 * at) * np.clip((at - 0.2) * 4, 0, 1)
    pitch = hertz * (1 + moves) * (1 - 0.02 * np.exp(-at / 0.02))
    bright = _played(_cycle(*np.exp(-0.23 * np.arange(10))), pitch, seconds)
    dull = _played(_cycle(1, 0.3, 0.1), pitch, seconds)
    rise = np.clip(at / bite, 0, 1)
    end = 0.08 if not vibrato else 0.3
    return np.asarray((rise * bright + (1 - rise) * dull) * _shape(seconds, bite, end))


def _muted(hertz: float, seconds: float, falls: float = 1.0) -> Wave:
    """A trombone with a plunger, which opens and closes: "wah"."""
    at = _times(seconds)
    pitch = hertz * falls ** np.clip((at / seconds - 0.35) / 0.65, 0, 1)
    pitch = pitch * (1 + 0.012 * np.sin(2 * np.pi * 6 * at) * np.clip((at - 0.12) * 6, 0, 1))
    overtones = hertz * np.arange(1, 16)
    nose = 0.35 * np.exp(-(((overtones - 1900) / 500) ** 2)) + 0.05
    shut, open_ = (
        _played(_cycle(*(np.exp(-(((overtones - mouth) / 420) ** 2)) + nose)), pitch, seconds)
        for mouth in (500, 1300)
    )
    opens = np.sin(np.pi * at / seconds) ** 0.7
    return np.asarray(((1 - opens) * shut + opens * open_) * _shape(seconds, 0.03, 0.1))


def _plucked(hertz: float, seconds: float) -> Wave:
    """A string, as Karplus and Strong made it: a burst that goes round and grows dull."""
    line = np.random.default_rng(1).uniform(-1, 1, round(RATE / hertz))
    line -= line.mean()
    rounds = []
    for _ in range(round(seconds * RATE) // len(line) + 1):
        rounds.append(line)
        line = 0.497 * (line + np.concatenate((line[-1:], line[:-1])))
    string = np.concatenate(rounds)[: round(seconds * RATE)]
    return string * _shape(seconds, 0.002, 0.03)


def _pressed(samples: Wave, by: float = 4.0) -> Wave:
    """Press the peaks of `samples` down: as loud as before, they need less room."""
    return np.asarray(np.tanh(by * samples / np.abs(samples).max()))


def _together(*parts: tuple[float, float, Wave]) -> Wave:
    """Mix sounds: each has a beginning in seconds and a volume."""
    length = max(round(begin * RATE) + len(part) for begin, _, part in parts)
    mixed = np.zeros(length)
    for begin, loud, part in parts:
        first = round(begin * RATE)
        mixed[first : first + len(part)] += loud * part
    return mixed


def _row(*notes: tuple[float, float]) -> Wave:
    """Play notes (hertz, seconds) one after the other."""
    return np.concatenate([_tone(*note) for note in notes])


def _edges(length: int) -> Wave:
    """Return an envelope that rises from 0 to 1 within 2 ms, and falls at the end."""
    rise = min(round(0.002 * RATE), length // 2)
    edges = np.ones(length)
    edges[:rise] = np.linspace(0, 1, rise)
    edges[length - rise :] = np.linspace(1, 0, rise)
    return edges


# --- the sounds ----------------------------------------------------------------------------------


def _tick(hertz: float) -> Wave:
    """A bright, short sound: the press counted."""
    return _wood(hertz, 0.012, 0.08)


def _lock(hertz: float) -> Wave:
    return _row((hertz, 0.06), (hertz * 1.5, 0.12))


def _sit(hertz: float) -> Wave:
    """A stool on the floor, then a small bell."""
    return _together((0, 0.5, _wood(420, 0.02, 0.15)), (0.01, 0.8, _bell(hertz, 0.6)))


@cache
def _hand(take: int) -> Wave:
    """A hand on a table: a burst of noise, and the table."""
    table = ((232, 0.045, 1), (417, 0.038, 0.9), (655, 0.03, 0.7), (1043, 0.018, 0.5))
    rings = _struck(0.4, *((hertz * _APART[take], half, loud) for hertz, half, loud in table))
    hand = _together(
        (0, 1.3, _burst(700, 5200, 0.09, 0.011, 10 + take)),
        (0.001, 0.55, rings),
        (0.012, 0.16, _burst(400, 2600, 0.4, 0.05, 20 + take)),
    )
    return _pressed(hand)


def _slap(hertz: float, take: int = 0) -> Wave:
    """A hand on the table; then the note of its seat."""
    return _together((0, 1, _hand(take)), (0.03, 0.2, _tone(hertz, 0.37, 4)))


def _card(take: int = 0) -> Wave:
    pitch = _APART[take]
    return _together(
        (0, 1, _burst(1500 * pitch, 6500 * pitch, 0.05, 0.008, 30 + take)),
        (0.022, 0.7, _burst(900 * pitch, 3000 * pitch, 0.04, 0.006, 40 + take)),
    )


def _stamp() -> Wave:
    """Rubber on wood, and off again."""
    block = _struck(0.3, (277, 0.03, 1), (466, 0.025, 0.8), (740, 0.012, 0.5))
    rubber = _together((0, 1, block), (0, 0.8, _burst(300, 1500, 0.05, 0.008)))
    return _together((0, 1, _pressed(rubber)), (0.06, 0.3, _burst(1500, 6000, 0.16, 0.03)))


def _gasp() -> Wave:
    """A room that breathes in: noise through a mouth that opens."""
    seconds = 0.55
    mouth = sum(
        loud * _noise(middle * 0.75, middle * 1.3, seconds, seed)
        for seed, (middle, loud) in enumerate(((620, 1.0), (1150, 0.9), (2500, 0.5)))
    )
    late = _noise(1400, 3600, seconds) * (_times(seconds) / seconds) ** 2
    return np.asarray((mouth + late) * _shape(seconds, 0.16, 0.08))


def _fuse() -> Wave:
    """Two seconds of sparks that grow dense."""
    seconds, dice = 2.0, np.random.default_rng(2)
    grown = _times(seconds) / seconds
    hiss = _noise(4500, 11000, seconds) * (0.1 + 0.5 * grown**2)
    sparks = [_burst(4000, 12000, 0.012, 0.002, seed) for seed in range(4)]
    moments = np.sort(dice.uniform(0, seconds - 0.02, 60) ** 0.7 * (seconds - 0.02) ** 0.3)
    parts = [
        (float(moment), float(dice.uniform(0.2, 0.8)), sparks[number % 4])
        for number, moment in enumerate(moments)
    ]
    return _together((0, 1, hiss * _shape(seconds, 0.03, 0.01)), *parts)


def _heart() -> Wave:
    """A double beat, of hollow wood: nothing in it is too low for a small loudspeaker."""
    beat = _struck(0.16, (262, 0.03, 1), (349, 0.025, 0.8), (524, 0.015, 0.5), (830, 0.008, 0.2))
    return _twice(beat, 0.14, 0.7)


def _roll() -> Wave:
    """Two seconds on a snare drum, ever louder."""
    seconds, dice = 2.0, np.random.default_rng(3)
    skin = _struck(0.16, (338, 0.025, 0.5), (487, 0.016, 0.35), (730, 0.01, 0.2))
    wires = [_burst(1200, 4800, 0.16, 0.028, seed) for seed in range(4)]
    parts, moment, hand = list[tuple[float, float, Wave]](), 0.0, 0
    while moment < seconds - 0.16:
        grown = 10 ** ((GROWS + 1) / 20 * ((moment / (seconds - 0.16)) ** 1.5 - 1))
        loud = grown * (0.93, 1.0)[hand % 2] * dice.uniform(0.93, 1.07)
        parts += [(moment, loud, skin), (moment, loud, wires[hand % 4])]
        moment, hand = moment + dice.uniform(0.93, 1.07) / 23, hand + 1
    mixed = _together(*parts)
    return mixed * _shape(len(mixed) / RATE, 0.02, 0.02)[: len(mixed)]


def _truth() -> Wave:
    """Rising notes, and a chord at the top."""
    up = [(i * 0.085, 0.8, _brass(hertz, 0.16)) for i, hertz in enumerate((392, 494, 587))]
    top = sum(_brass(hertz, 0.75, 0.04, 1) for hertz in (784, 988, 1175))
    return _together(
        *up,
        (0.255, 0.45, np.asarray(top)),
        (0.255, 0.35, _bell(2349, 0.5)),
        (0.33, 0.25, _bell(3136, 0.5)),
    )


def _trombone() -> Wave:
    """Four notes down, and the last one gives way."""
    notes = ((294, 0.26, 1.0), (277, 0.26, 1.0), (262, 0.26, 1.0), (247, 0.8, 0.89))
    return _together(*((0.242 * i, 1, _muted(*note)) for i, note in enumerate(notes)))


def _whistle() -> Wave:
    """A slide whistle falls, and lands with a splash."""
    at = _times(0.75)
    hertz = 1900 * (320 / 1900) ** (at / 0.75) * (1 + 0.02 * np.sin(2 * np.pi * 9 * at))
    slide = _played(_cycle(1, 0.25), hertz, 0.75) * _shape(0.75, 0.02, 0.01)
    swings = 330 + 120 * np.sin(2 * np.pi * 11 * at) * np.exp(-4 * at)
    spring = _played(_cycle(1.0), swings, 0.75) * _fades(0.75, 0.12)
    splash = _burst(350, 2400, 0.3, 0.04)
    return _together((0, 0.8, slide), (0.75, 1.1, splash), (0.75, 0.5, spring))


def _record() -> Wave:
    """A chord braked by a finger on the record, and a thud."""
    seconds = 0.85
    speed = np.clip(1 - _times(seconds) / seconds, 0, 1) ** 1.4
    saw = _cycle(*(1 / n for n in range(1, 9)))
    band = sum(_played(saw, hertz * speed, seconds) for hertz in (330, 415, 494, 659))
    wow = _noise(900, 3000, seconds) * (1 - speed) * 0.6
    music = (np.asarray(band) * (0.4 + 0.6 * speed) + wow) * _shape(seconds, 0.003, 0.02)
    return _together((0, 1, music), (0.82, 2.5, _stamp()))


def _take() -> Wave:
    """Cards, faster and faster, a whoosh, and their landing."""
    parts, moment, gap = list[tuple[float, float, Wave]](), 0.0, 0.075
    for number in range(16):
        parts.append((moment, 0.3 + 0.03 * number, _card(number % 3)))
        moment, gap = moment + gap, max(0.018, gap * 0.86)
    rush = _noise(500, 2600, 0.3) * np.sin(np.pi * _times(0.3) / 0.3) ** 2
    return _together(*parts, (moment - 0.12, 0.7, rush), (moment + 0.12, 1.4, _hand(0)))


def _win() -> Wave:
    """A fanfare, and glitter."""
    row = ((523, 0.13), (523, 0.13), (523, 0.13), (698, 0.34), (587, 0.16), (698, 0.16))
    begin, parts = 0.0, list[tuple[float, float, Wave]]()
    for hertz, seconds in row:
        parts += [
            (begin, loud, _brass(hertz * factor, seconds * 0.95))
            for factor, loud in ((1, 1), (1.26, 0.6), (1.5, 0.5))
        ]
        begin += seconds
    chord = ((523, 0.7), (698, 1), (880, 0.8), (1047, 0.8), (1397, 0.4))
    parts += [(begin, loud, _brass(hertz, 1.25, 0.04, 1)) for hertz, loud in chord]
    bells = (1397, 1760, 2093, 2794, 2093, 2794)
    parts += [(begin + 0.1 * i, 0.25, _bell(hertz, 0.5)) for i, hertz in enumerate(bells)]
    return _together(*parts, (begin, 0.9, _burst(2500, 11000, 1.3, 0.2)))


def _bed(layer: int, higher: float) -> Wave:
    """Eight steps on tiptoe, on plucked strings, made to be repeated."""
    beat = 60 / 104 / 2
    lines = (
        (1, (220, 0, 262, 0, 330, 0, 262, 247)),
        (0.55, (0, 440, 0, 440, 0, 415, 0, 415)),
        (0.55, (659, 0, 0, 622, 0, 587, 523, 494)),
    )
    parts = [
        (number * beat, float(loud), _plucked(higher * hertz, beat))
        for loud, line in lines[: layer + 1]
        for number, hertz in enumerate(line)
        if hertz
    ]
    return _together((0, 0, np.zeros(round(beat * 8 * RATE))), *parts)


def _twice(part: Wave, apart: float, softer: float = 1.0) -> Wave:
    return _together((0, 1, part), (apart, softer, part))


_IN_NOTE: dict[Sound, Callable[[float], Wave]] = {
    Sound.LOCK: _lock,
    Sound.SIT: _sit,
    Sound.CALL: (lambda hertz: _tone(2 * hertz, 0.2)),
}
_LIES: Mapping[Lie, Callable[[], Wave]] = {
    "trombone": _trombone,
    "whistle": _whistle,
    "record": _record,
}
_MADE: dict[Sound, Callable[[], Wave]] = {
    Sound.NOTHING: partial(_burst, 250, 480, 0.06, 0.012),
    Sound.REFUSED: (lambda: _twice(_tone(392, 0.1, 1.5, 6), 0.13)),
    Sound.BACK: partial(_glide, 880, 330, 0.16),
    Sound.NOTICE: (lambda: _twice(_tone(698, 0.3, 5, 1), 0.18, 0.8)),
    Sound.DEAL: (lambda: np.concatenate([_burst(900, 2400, 0.09, 0.012)] * 4)),
    Sound.FUSE: _fuse,
    Sound.HEART: _heart,
    Sound.FINISH: (
        lambda: _together(
            (0, 1, _burst(3500, 9000, 0.04, 0.007)), (0.07, 0.8, _burst(3000, 7000, 0.1, 0.014))
        )
    ),
    Sound.TRUTH: _truth,
    Sound.TAKE: _take,
    Sound.WIN: _win,
    Sound.STAMP: _stamp,
    Sound.GASP: _gasp,
    Sound.ROLL: _roll,
}

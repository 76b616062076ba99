"""Loudness of a sound, as people hear it from a small loudspeaker."""

import numpy as np
import numpy.typing as npt

from appliance.display.quiet import RATE

Wave = npt.NDArray[np.float64]

LOWEST = 200.0
"""Hertz: below it a loudspeaker of 40 mm plays next to nothing."""

_RUMBLE = 100.0  # hertz: below it nothing is sent
_LOOK = RATE // 10  # samples: 100 ms


def small(hertz: Wave) -> Wave:
    """Part (0 to 1) of each frequency that a loudspeaker of 40 mm plays."""
    return np.asarray(1 / (1 + (LOWEST / np.maximum(hertz, 1)) ** 8))


def a_weight(hertz: Wave) -> Wave:
    """Part of each frequency that counts for the ear: A of IEC 61672-1, 1 at 1 kHz."""
    square, top = hertz**2, 12194.0**2
    low = (square + 20.6**2) * np.sqrt((square + 107.7**2) * (square + 737.9**2))
    return np.asarray(1.2589 * top * square**2 / (low * (square + top)))


def level(samples: Wave, *, whole: bool = False) -> float:
    """dB(A) of the loudest 100 ms of `samples` (1: full scale), as a small loudspeaker plays them.

    A sine of full scale at 1 kHz has -3. With `whole` also what only a large loudspeaker plays.
    """
    spectrum, hertz = _spectrum(samples)
    heard = spectrum * a_weight(hertz)
    return _loudest(heard if whole else heard * small(hertz))


def levelled(samples: Wave, wanted: float) -> Wave:
    """`samples` at the level `wanted` (dB(A)), without rumble and offset."""
    spectrum, hertz = _spectrum(samples)
    spectrum *= 1 / (1 + (_RUMBLE / np.maximum(hertz, 1)) ** 8)
    clean = np.fft.irfft(spectrum)[_LOOK : _LOOK + len(samples)]
    loudest = _loudest(spectrum * a_weight(hertz) * small(hertz))
    return np.asarray(clean * 10 ** ((wanted - loudest) / 20))


def _spectrum(samples: Wave) -> tuple[npt.NDArray[np.complex128], Wave]:
    """Spectrum of `samples` with silence around them, and its frequencies (Hz)."""
    length = -(-len(samples) // _LOOK) * _LOOK + 2 * _LOOK
    padded = np.zeros(length)
    padded[_LOOK : _LOOK + len(samples)] = samples
    return np.fft.rfft(padded), np.asarray(np.fft.rfftfreq(length, 1 / RATE), np.float64)


def _loudest(spectrum: npt.NDArray[np.complex128]) -> float:
    sums = np.cumsum(np.fft.irfft(spectrum) ** 2)
    return float(10 * np.log10((sums[_LOOK:] - sums[:-_LOOK]).max() / _LOOK))

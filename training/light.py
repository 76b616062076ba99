"""Effects of light, lens, sensor and file on a crop, in the order in which a camera adds them.

The simulator's own camera (sim.photo.photograph) is set up well; this one may be any camera: too
dark, blinded, out of focus, gray, and saved badly.
"""

import math
import random

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from training.crops import SIZE

Values = npt.NDArray[np.float32]

_Y, _X = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j].astype(np.float32)
_REACH = 7  # pixels a side of the kernel that smears; no move is longer


def grain(noise: np.random.Generator) -> Values:
    """Noise of deviation 1 from which each crop takes another part: float32 (512, 512, 3)."""
    return noise.standard_normal((2 * SIZE, 2 * SIZE, 3)).astype(np.float32)


def photographed(frame: Image, tile: Values, rng: random.Random) -> Image:
    """A photograph of `frame`, uint8 BGR (256, 256, 3); `tile` is noise from `grain`."""
    picture = frame.astype(np.float32) * _lamp(rng)
    if rng.random() < 0.25:
        for _ in range(rng.randint(1, 3)):
            picture += _glare(rng)
    if rng.random() < 0.25:
        gray = picture.mean(axis=2, keepdims=True)
        picture = gray + (picture - gray) * rng.uniform(0, 1.5)
    picture = np.clip(picture, 0, 255)
    if rng.random() < 0.4:
        picture = 255 * (picture / 255) ** math.exp(rng.uniform(-0.5, 0.5))
    return _saved(_sensed(_focused(picture.astype(np.uint8), rng), tile, rng), rng)


def _lamp(rng: random.Random) -> Values:
    """Brightness of each pixel in each colour: float32 (256, 256, 3); 1 changes nothing."""
    turn, slope = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.45)
    usual = rng.random() < 0.7
    level = rng.uniform(0.75, 1.15) if usual else math.exp(rng.uniform(*np.log((0.16, 1.9))))
    light = level * (1 + slope * (_X * math.cos(turn) + _Y * math.sin(turn)))
    if rng.random() < 0.2:  # a hard shadow's edge, across the slope
        edge = _X * math.cos(turn + 1) + _Y * math.sin(turn + 1) - rng.uniform(-0.6, 0.6)
        dark = rng.uniform(0.2, 0.65)
        light *= 1 - dark / (1 + np.exp(np.clip(-edge * rng.uniform(8, 120), -30, 30)))
    warm = rng.gauss(0, 0.12)
    gains = np.array([1 - warm, 1 + rng.gauss(0, 0.04), 1 + warm], np.float32)
    return np.asarray(light[..., None] * gains, np.float32)


def _glare(rng: random.Random) -> Values:
    """A lamp's reflection, to be added: float32 (256, 256, 1)."""
    x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
    radius = rng.uniform(0.05, 0.7)
    spot = np.exp(-(((_X - x) ** 2 + (_Y - y) ** 2) / radius**2))
    return np.asarray((spot * rng.uniform(30, 330))[..., None], np.float32)


def _focused(image: Image, rng: random.Random) -> Image:
    """Moved, out of focus, or sharpened by the camera."""
    if rng.random() < 0.15:
        image = _moved(image, rng)
    if rng.random() < 0.6:
        usual = rng.random() < 0.8
        blur = rng.uniform(0.3, 1.0) if usual else rng.uniform(1.0, 2.0)
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = np.asarray(cv2.addWeighted(image, 1.6, soft, -0.6, 0), np.uint8)
    return image


def _moved(image: Image, rng: random.Random) -> Image:
    """Smeared along a line of two to six pixels."""
    length, angle = rng.randint(2, _REACH - 1), rng.uniform(0, math.pi)
    kernel = np.zeros((_REACH, _REACH), np.float32)
    middle, dx, dy = _REACH // 2, length / 2 * math.cos(angle), length / 2 * math.sin(angle)
    ends = [(round(middle + sign * dx), round(middle + sign * dy)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1,))
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _sensed(image: Image, tile: Values, rng: random.Random) -> Image:
    """The sensor's noise, in gray or in colours."""
    if rng.random() >= 0.6:
        return image
    usual = rng.random() < 0.8
    spread = rng.uniform(1, 6) if usual else rng.uniform(6, 18)
    top, left = rng.randrange(SIZE), rng.randrange(SIZE)
    part = tile[top : top + SIZE, left : left + SIZE]
    if rng.random() < 0.4:
        part = part[..., :1]
    return np.asarray(np.clip(image + part * np.float32(spread), 0, 255), np.uint8)


def _saved(image: Image, rng: random.Random) -> Image:
    """Return the image as a JPEG of some quality shows it, now and then in gray."""
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, rng.randint(28, 95)]
        packed = cv2.imencode(".jpg", image, quality)[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    if rng.random() < 0.06:
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        image = np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(image)

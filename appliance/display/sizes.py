"""Minimum sizes of letters and keys: by the size of the glass, and the distance of people."""

import math
from dataclasses import dataclass
from typing import Literal

from appliance.display.typeface import CAPITALS

LEAST_ANGLE = 16 / 60
"""Degrees: the least angle of view of a capital letter; below it people tire, or lean forward.

Source: ISO 9241-303, which asks for 16 minutes of arc at least and recommends 20 to 22.
"""

FINGER_MM = 15.0
"""Millimetres: the least side of a key; on smaller ones fingers miss, most of all from aside."""

MOST_LETTER = 32
"""Pixels of a 1920x1080 screen: the layouts have no room for a least letter that is larger."""

MOST_KEY = 135
"""The same for keys: so large are those of FINGER_MM on a wide screen of 10 inches."""


TextSize = Literal["normal", "larger", "largest"]

TEXT_SCALES: dict[TextSize, float] = {"normal": 1.0, "larger": 1.25, "largest": 1.5}
"""Enlargement of letters: to capitals of 20 and of 24 minutes of arc at least, if there is room.
ISO 9241-303 recommends 20 to 22."""


@dataclass(frozen=True, slots=True)
class Glass:
    """A screen as people see it: its diagonal in inches, and how far off they are, in cm.

    `text` is how large they wish letters to be.
    """

    diagonal_inch: float = 27
    distance_cm: int = 130
    text: TextSize = "normal"

    @property
    def scale(self) -> float:
        """Factor of enlargement of letters that have room."""
        return TEXT_SCALES[self.text]

    def letter(self, size: tuple[int, int]) -> int:
        """The least size of letters that is wished for, on a picture of `size` pixels.

        In whole pixels of it; layouts keep room for as much.
        """
        return min(int(self._least(size) * self.scale), round(MOST_LETTER * unit_of(size)))

    def floor(self, size: tuple[int, int]) -> int:
        """The least size of letters that can be read, in the same pixels."""
        return min(int(self._least(size)), round(MOST_LETTER * unit_of(size)))

    def letters(self, size: tuple[int, int]) -> tuple[int, float, int]:
        """Return a pen's letters on such a picture: least, scale and floor."""
        return self.letter(size), self.scale, self.floor(size)

    def _least(self, size: tuple[int, int]) -> float:
        tall = self.distance_cm * 10 * math.tan(math.radians(LEAST_ANGLE)) / CAPITALS
        return tall / self._pitch(size)

    def key(self, size: tuple[int, int]) -> int:
        """The least side of a key on a picture of `size` pixels, in its pixels."""
        return min(math.ceil(FINGER_MM / self._pitch(size)), round(MOST_KEY * unit_of(size)))

    def farthest_cm(self, size: tuple[int, int]) -> int:
        """Return the maximum distance in cm at which letters that fit are still legible."""
        tall = MOST_LETTER * unit_of(size) * self._pitch(size) * CAPITALS
        return math.floor(tall / math.tan(math.radians(LEAST_ANGLE)) / 10)

    def smallest_inch(self, size: tuple[int, int]) -> int:
        """The smallest diagonal on which there is room for keys of FINGER_MM."""
        pitch = FINGER_MM / round(MOST_KEY * unit_of(size))
        return math.ceil(pitch * math.hypot(*size) / 25.4)

    def _pitch(self, size: tuple[int, int]) -> float:
        """Millimetres from pixel to pixel."""
        return self.diagonal_inch * 25.4 / math.hypot(*size)


def unit_of(size: tuple[int, int]) -> float:
    """Return the pixels of a picture of `size` for each of 1920x1080, or 1080x1920 upright."""
    return min(max(size) / 1920, min(size) / 1080)

"""The middle of a lettered face: pips, a figure, or something odd."""

import random
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw

from appliance.drivers import Image
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from training.pens import Ink, pip

MIDDLE_X, MIDDLE_Y = FACE_WIDTH // 2, FACE_HEIGHT // 2
COURTS = 10
"""The first place of a court card among the ranks; an ace is at 0."""

_BOX_INK = (20, 20, 160, 255)  # the line around a figure


@dataclass(frozen=True, slots=True, eq=False)
class Middle:
    """The upper half of a face's middle; the lower is this one turned.

    `end` is drawn into; `edge` is how far the corner reaches, in pixels from the left, and
    `bottom` how far down what stands level at the upper edge does.
    """

    end: Picture.Image
    suit: int
    ink: Ink
    edge: int
    bottom: int
    rng: random.Random

    def fill(self, number: int, *, is_joker: bool, figures: tuple[Image, ...]) -> None:
        """Draw what the rank at `number` has there, or now and then a figure anyway."""
        figured = number >= COURTS or (is_joker and self.rng.random() < 0.85)
        if figured or self.rng.random() < 0.08:
            self._figure(figures)
        elif number == 0 and not is_joker:
            self._ace()
        elif not is_joker:
            self._pips(number)

    def _figure(self, figures: tuple[Image, ...]) -> None:
        """A court's figure of some deck, or a heap of shapes, mostly in a box."""
        rng = self.rng
        left = min(110, max(self.edge + 4, rng.randint(34, 62)))
        highest = min(160, MIDDLE_Y - self.bottom)
        lowest = min(125, highest - 20)
        if figures and rng.random() < 0.5:
            figure = rng.choice(figures)[:, :, rng.sample(range(3), 3)]
            size = (max(20, 2 * (MIDDLE_X - left)), rng.randint(lowest, highest))
            shown = cv2.resize(np.ascontiguousarray(figure), size)
            self.end.paste(Picture.fromarray(shown), (left, MIDDLE_Y - size[1]))
        else:
            for _ in range(rng.randint(10, 40)):
                self._shape(left, MIDDLE_Y - highest)
        if rng.random() < 0.7:
            top = MIDDLE_Y - rng.randint(lowest, highest)
            box = (left, top, FACE_WIDTH - left, MIDDLE_Y + 3)
            ImageDraw.Draw(self.end).rectangle(box, outline=_BOX_INK)

    def _shape(self, left: int, top: int) -> None:
        """An ellipse or a box of any colour, below `top`, from `left` to its like on the right."""
        rng, draw = self.rng, ImageDraw.Draw(self.end)
        tint = (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255), 255)
        x0, x1 = sorted(rng.randint(left, FACE_WIDTH - left) for _ in range(2))
        y0, y1 = sorted(rng.randint(max(30, top), MIDDLE_Y) for _ in range(2))
        shape = draw.ellipse if rng.random() < 0.5 else draw.rectangle
        shape((x0, y0, x1 + 2, y1 + 2), fill=tint)

    def _ace(self) -> None:
        """One large pip."""
        sign = pip(self.suit, self.rng.randint(60, 170), self.ink)
        top = max(4, MIDDLE_Y - sign.height // 2)
        self.end.alpha_composite(sign, (MIDDLE_X - sign.width // 2, top))

    def _pips(self, number: int) -> None:
        """Pips in columns left and right, and for odd ranks in the middle as well."""
        rng = self.rng
        sign = pip(self.suit, rng.randint(34, 66), self.ink)
        left = max(rng.randint(52, 72), self.edge + 3)
        right = FACE_WIDTH - left - sign.width
        for column in [left] if number % 2 else [left, MIDDLE_X - sign.width // 2]:
            for top in rng.sample(range(22, 150, 42), min(3, 1 + number // 3)):
                self.end.alpha_composite(sign, (min(column, FACE_WIDTH - sign.width), top))
                if column == left < right:
                    self.end.alpha_composite(sign, (right, top))

"""Other things on a table: its own ground, things and papers on it, hands over the cards."""

import math
import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from lab.sim.photo.tables import TABLES, table_top
from training.crops import SIZE
from training.pens import Pen, word

GRAINS = (2, 4, 8, 16, 32, 64, 128)
"""Cells a side of smooth noise, from blotches to fibres."""

PALE = 0.3
"""Share of the tables that are as white as cards: their edges are all that tells them apart."""

_ALPHABET = "0123456789AKQJ BCDEFGHLMNOPRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"
_LINE = 36  # pixels from one line on a paper to the next
_MARGIN = 4  # pixels at a paper's edge


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """Draws whatever is no card, by two seeded chances; papers are lettered with `fonts`."""

    rng: random.Random
    noise: np.random.Generator
    fonts: tuple[Path, ...]

    def ground(self) -> Image:
        """A bare table: the simulator's tinted, plain, cloth, tiles, or as white as cards.

        uint8 BGR (256, 256, 3).
        """
        rng = self.rng
        if rng.random() < PALE:
            return self._pale()
        chance = rng.random()
        if chance < 0.35:
            picture = table_top(rng.choice(tuple(TABLES)), (SIZE, SIZE), rng)
            tint = np.array([rng.uniform(0.5, 1.5) for _ in range(3)], np.float32)
            return np.asarray(np.clip(picture * tint, 0, 255), np.uint8)
        base = np.array([rng.randint(0, 255) for _ in range(3)], np.float32)
        if rng.random() < 0.5:  # most tables are no garish ones
            base = base * 0.25 + rng.randint(0, 255) * 0.75
        change = self._grain()
        if chance > 0.8:
            change += self._weave()
        return np.asarray(np.clip(base + change, 0, 255), np.uint8)

    def _pale(self) -> Image:
        """A white table top: as light as the cards and as plain."""
        rng = self.rng
        white = np.array([rng.uniform(-12, 12) for _ in range(3)], np.float32)
        change = self._grain() * rng.choice((0.0, 0.1, 0.4))
        return np.asarray(np.clip(rng.uniform(205, 255) + white + change, 0, 255), np.uint8)

    def _grain(self) -> npt.NDArray[np.float32]:
        """Noise of three sizes, stretched to either side or not: float32 (256, 256, 3)."""
        rng = self.rng
        ground = np.zeros((SIZE, SIZE, 3), np.float32)
        for cells in rng.sample(GRAINS, 3):
            across = rng.choice((cells, max(2, cells // 8), min(SIZE, cells * 8)))
            shape = (cells, across, rng.choice((1, 3)))
            few = self.noise.normal(0, rng.uniform(0, 22), shape).astype(np.float32)
            ground += cv2.resize(few, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC).reshape(
                SIZE, SIZE, shape[2]
            )
        return ground

    def _weave(self) -> npt.NDArray[np.float32]:
        """Stripes or a chequer, soft or hard: float32 (256, 256, 3)."""
        rng = self.rng
        y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
        turn, pace = rng.uniform(0, math.pi), rng.uniform(0.03, 0.8)
        along = x * math.cos(turn) + y * math.sin(turn)
        down = y * math.cos(turn) - x * math.sin(turn)
        waves = np.sin(along * pace) + rng.choice((0, 1)) * np.sin(down * pace)
        if rng.random() < 0.6:
            waves = np.sign(waves)
        tint = np.array([rng.uniform(-60, 60) for _ in range(3)], np.float32)
        return np.asarray(waves[..., None] * tint, np.float32)

    def thing(self, frame: Image) -> None:
        """Draw a coin, a box, some lines or a lettered paper, none with an index."""
        rng = self.rng
        x, y = rng.randrange(SIZE), rng.randrange(SIZE)
        tint = (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))
        chance = rng.random()
        if chance < 0.3:
            radii = (rng.randint(6, 60), rng.randint(6, 60))
            cv2.ellipse(frame, (x, y), radii, rng.randint(0, 180), 0, 360, tint, -1, cv2.LINE_AA)
        elif chance < 0.6:
            sides = (rng.randint(10, 140), rng.randint(10, 140))
            box = cv2.boxPoints(((x, y), sides, rng.uniform(0, 90)))
            cv2.fillConvexPoly(frame, np.round(box).astype(np.int32), tint, cv2.LINE_AA)
        elif chance < 0.7:
            for _ in range(rng.randint(1, 8)):
                ax, ay, bx, by = (rng.randrange(SIZE) for _ in range(4))
                cv2.line(frame, (ax, ay), (bx, by), tint, rng.randint(1, 6), cv2.LINE_AA)
        else:
            _put(frame, self._paper(), (x, y), rng.uniform(0, 360))

    def _paper(self) -> Image:
        """A piece of paper with a few lines of lettering."""
        rng = self.rng
        high, wide = rng.randint(30, 130), rng.randint(30, 170)
        paper = np.full((high, wide, 3), rng.randint(150, 255), np.uint8)
        for line in range(rng.randint(1, 4)):
            text = "".join(rng.choice(_ALPHABET) for _ in range(rng.randint(1, 9))).strip()
            if text:
                ink = (rng.randint(0, 120), rng.randint(0, 120), rng.randint(0, 120))
                pen = Pen(rng.choice(self.fonts), ink)
                pixels = np.asarray(word(text, pen, rng.randint(8, 34)))
                _print(paper, pixels, _MARGIN + line * _LINE)
        return paper

    def cover(self, frame: Image, owner: npt.NDArray[np.uint8]) -> None:
        """Draw a finger, a hand or a thing over the cards: what it hides can't be read."""
        rng = self.rng
        mask = np.zeros((SIZE, SIZE), np.uint8)
        x, y = rng.randrange(SIZE), rng.randrange(SIZE)
        thick = rng.randint(12, 60)
        for _ in range(rng.randint(1, 4)):
            end = (x + rng.randint(-90, 90), y + rng.randint(-90, 90))
            cv2.line(mask, (x, y), end, (255,), thick)
            thick = max(8, round(thick * rng.uniform(0.5, 1)))
        tint = [rng.randint(60, 190), rng.randint(80, 200), rng.randint(120, 240)]  # skin
        if rng.random() < 0.35:
            tint = [rng.randint(0, 255) for _ in range(3)]
        few = self.noise.normal(1, 0.12, (8, 8)).astype(np.float32)
        shade = cv2.resize(few, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
        colour = np.clip(np.array(tint, np.float32) * shade[..., None], 0, 255)
        weight = (cv2.GaussianBlur(mask, (5, 5), 0).astype(np.float32) / 255)[..., None]
        frame[:] = (frame * (1 - weight) + colour * weight).astype(np.uint8)
        owner[mask > 127] = 0


def _print(paper: Image, pixels: Image, top: int) -> None:
    """Ink `pixels` (RGBA) into `paper` from its left margin and `top`, as far as it goes."""
    part = paper[top : top + pixels.shape[0], _MARGIN : _MARGIN + pixels.shape[1]]
    if part.size:
        shown = pixels[: part.shape[0], : part.shape[1]]
        weight = shown[..., 3:].astype(np.float32) / 255
        part[:] = (part * (1 - weight) + shown[..., :3] * weight).astype(np.uint8)


def _put(frame: Image, paper: Image, middle: tuple[int, int], angle: float) -> None:
    """Lay `paper` into `frame`, turned by `angle` degrees."""
    high, wide = paper.shape[:2]
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), angle, 1)
    turn[:, 2] += (middle[0] - wide / 2, middle[1] - high / 2)
    inked = cv2.warpAffine(paper, turn, (SIZE, SIZE))
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), turn, (SIZE, SIZE))
    frame[mask > 127] = inked[mask > 127]

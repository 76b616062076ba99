"""Corners of cards as a camera and an imperfect outline would give them, with their labels."""

import random
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import Rank, pack
from appliance.sim.faces import back, face, random_style
from training.draw import art, lettered
from training.net import HEIGHT, LABELS, WIDTH

Image = npt.NDArray[np.uint8]
CARD_WIDTH, CARD_HEIGHT = 250, 350
PAD = 40
NONE = LABELS.index("none")


class Maker:
    """Makes labelled corners from drawn faces, fonts, face art and (for backgrounds) photos."""

    def __init__(
        self, seed: int, fonts: list[Path], decks: Path | None, grounds: list[Image]
    ) -> None:
        self.rng = random.Random(seed)
        self.noise = np.random.default_rng(seed)
        self.fonts = fonts
        self.art = art(decks) if decks else []
        self.grounds = grounds

    def card(self) -> tuple[Image, str, bool]:
        """A face (350, 250, 3), its label, and whether only two corners carry an index."""
        rng = self.rng
        way = rng.random()
        if self.art and way < 0.15:
            image, label = rng.choice(self.art)
            if rng.random() < 0.35:
                turned = image[:, :, list(rng.sample(range(3), 3))]
                image = 255 - image if rng.random() < 0.3 else turned
            return image, label, True
        if self.fonts and way < 0.6:
            return *lettered(rng, self.fonts), True
        style = random_style(rng)
        if rng.random() < 0.03:
            return back(style), "none", True
        card = rng.choice(pack(2))
        label = "joker" if card.rank is Rank.JOKER else str(card.rank)
        return face(card, style), label, not style.four_corners

    def some(self, count: int) -> tuple[Image, npt.NDArray[np.int64]]:
        """About `count` corners (n, 72, 56, 3) uint8 and their labels."""
        corners: list[Image] = []
        labels: list[int] = []
        while len(corners) < count:
            if self.grounds and self.rng.random() < 0.03:
                corners.append(self.clutter())
                labels.append(NONE)
                continue
            image, label, two = self.card()
            number = LABELS.index(label)
            canvas = self.laid(image)
            for _ in range(3):
                corners.append(self.snap(canvas, self.quad()))
                labels.append(number)
            if label != "none" and self.rng.random() < 0.5:
                corner, kind = self.spoilt(canvas, two)
                corners.append(corner)
                labels.append(number if kind else NONE)
        return np.array(corners), np.array(labels)

    def laid(self, image: Image) -> Image:
        """The face with round corners on some ground, PAD pixels of it all around."""
        size = (CARD_HEIGHT + 2 * PAD, CARD_WIDTH + 2 * PAD)
        canvas = self.ground(size)
        mask = np.zeros(image.shape[:2], np.uint8)
        r = self.rng.randint(4, 18)
        cv2.rectangle(mask, (r, 0), (CARD_WIDTH - r, CARD_HEIGHT), 255, -1)
        cv2.rectangle(mask, (0, r), (CARD_WIDTH, CARD_HEIGHT - r), 255, -1)
        for x in (r, CARD_WIDTH - 1 - r):
            for y in (r, CARD_HEIGHT - 1 - r):
                cv2.circle(mask, (x, y), r, 255, -1)
        inside = canvas[PAD : PAD + CARD_HEIGHT, PAD : PAD + CARD_WIDTH]
        inside[mask > 0] = image[mask > 0]
        return canvas

    def ground(self, size: tuple[int, int]) -> Image:
        """A piece of table: flat, noisy or cut from a photo."""
        rng = self.rng
        if self.grounds and rng.random() < 0.5:
            photo = rng.choice(self.grounds)
            y, x = rng.randrange(photo.shape[0] // 2), rng.randrange(photo.shape[1] // 2)
            return cv2.resize(photo[y : y + 200, x : x + 150], size[::-1])
        tint = np.array([rng.randint(0, 255) for _ in range(3)], np.float32)
        if rng.random() < 0.5:
            tint = np.full(3, rng.randint(0, 255), np.float32) * 0.8 + tint * 0.2
        grain = self.noise.normal(0, rng.uniform(0, 25), (size[0] // 4, size[1] // 4, 1))
        grain = cv2.resize(grain.astype(np.float32), size[::-1])[..., None]
        return np.clip(tint + grain, 0, 255).astype(np.uint8)

    def quad(self, wrong: float = 0.0) -> Image:
        """The card's corners on `laid`'s canvas as an outline finder would give them."""
        quad = np.array(
            [(0, 0), (CARD_WIDTH, 0), (CARD_WIDTH, CARD_HEIGHT), (0, CARD_HEIGHT)], np.float32
        )
        slack = CARD_WIDTH * (wrong or self.rng.choice([0.006, 0.012, 0.022]))
        quad += self.noise.normal(0, slack, (4, 2)).astype(np.float32)
        return quad + PAD

    def snap(self, canvas: Image, quad: Image) -> Image:
        """The top-left corner of the card in `quad`, photographed."""
        scale = float(np.exp(self.rng.uniform(np.log(0.42), np.log(1.5))))
        full_w, full_h = 160 * scale, 224 * scale
        goal = np.array([(0, 0), (full_w, 0), (full_w, full_h), (0, full_h)], np.float32)
        size = (max(8, round(WIDTH * scale)), max(8, round(HEIGHT * scale)))
        sharp = canvas
        if scale < 0.8:
            sharp = cv2.GaussianBlur(canvas, (0, 0), 0.45 * 350 / full_h)
        small = cv2.warpPerspective(
            sharp,
            cv2.getPerspectiveTransform(quad, goal),
            size,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return cv2.resize(self.photographed(small), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)

    def photographed(self, image: Image) -> Image:
        """Light, lens, sensor and JPEG."""
        rng = self.rng
        value = image.astype(np.float32)
        height, width = image.shape[:2]
        if rng.random() < 0.5:
            value = cv2.GaussianBlur(value, (0, 0), rng.uniform(0.3, 1.1))
        if rng.random() < 0.2:
            value = _smeared(value, rng.uniform(1.5, 4.5), rng.uniform(0, 180))
        value = 255 * (value / 255) ** rng.uniform(0.6, 1.6)
        value *= rng.uniform(0.25, 1.25) * np.array(
            [rng.uniform(0.8, 1.1) for _ in range(3)], np.float32
        )
        value += rng.uniform(-5, 40) * (rng.random() < 0.4)
        if rng.random() < 0.3:
            y, x = np.mgrid[:height, :width].astype(np.float32)
            angle = rng.uniform(0, 6.28)
            ramp = np.cos(angle) * x / width + np.sin(angle) * y / height - rng.uniform(-0.3, 0.8)
            soft = 1 / (1 + np.exp(-ramp * rng.uniform(3, 40)))
            value *= (1 - rng.uniform(0.1, 0.6) * soft)[..., None]
        if rng.random() < 0.12:
            y, x = np.mgrid[:height, :width].astype(np.float32)
            far = np.hypot(x - rng.uniform(0, width), y - rng.uniform(0, height))
            value += (rng.uniform(30, 160) * np.exp(-((far / rng.uniform(4, 25)) ** 2)))[..., None]
        if rng.random() < 0.15:
            value[:] = value.mean(axis=2, keepdims=True)
        value += self.noise.normal(0, rng.choice([1, 3, 6, 11]), value.shape)
        made = np.clip(value, 0, 255).astype(np.uint8)
        if rng.random() < 0.4:
            packed = cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(40, 95)])[1]
            made = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        return made

    def spoilt(self, canvas: Image, two: bool) -> tuple[Image, bool]:
        """A corner that must not be read, and True where it must after all."""
        rng = self.rng
        quad = self.quad()
        way = rng.random()
        if way < 0.25:  # a corner that carries no index
            if not two:
                return self.snap(canvas, quad), True
            if rng.random() < 0.5:
                return self.snap(canvas, quad[[1, 2, 3, 0]]), False
            return self.snap(np.ascontiguousarray(canvas[:, ::-1]), quad), False
        if way < 0.4:  # sideways
            turned = np.ascontiguousarray(np.rot90(canvas, rng.choice([1, 3])))
            tall, wide = turned.shape[:2]
            box = np.array(
                [(PAD, PAD), (wide - PAD, PAD), (wide - PAD, tall - PAD), (PAD, tall - PAD)],
                np.float32,
            )
            return self.snap(turned, box), False
        if way < 0.6:  # some other place of the card
            shift = np.array(
                [rng.uniform(0.12, 0.6) * CARD_WIDTH, rng.uniform(0.14, 0.6) * CARD_HEIGHT]
            )
            if rng.random() < 0.4:
                shift[0] *= rng.random() < 0.5
            shift[1] = max(shift[1], 0.28 * CARD_HEIGHT) if shift[0] == 0 else shift[1]
            grown = np.vstack([np.hstack([canvas, canvas]), np.hstack([canvas, canvas])])
            zoom = rng.uniform(0.6, 1.3)
            quad = (quad - PAD) * zoom + PAD
            return self.snap(grown, (quad + shift).astype(np.float32)), False
        if way < 0.85:  # another card lies on it and shows a strip of it
            upper, _, _ = self.card()
            angle = rng.gauss(0, 4) if rng.random() < 0.5 else 0.0
            if rng.random() < 0.5:
                move = (rng.gauss(0, 4), rng.uniform(0.07, 0.12) * CARD_HEIGHT)
            else:
                move = (rng.uniform(0.05, 0.16) * CARD_WIDTH, rng.gauss(0, 4))
            turn = cv2.getRotationMatrix2D((125, 175), angle, 1.0)
            turn[:, 2] += np.array(move) + PAD
            covered = canvas.copy()
            lid = cv2.warpAffine(upper, turn, canvas.shape[1::-1])
            shape = cv2.warpAffine(
                np.full(upper.shape[:2], 255, np.uint8), turn, canvas.shape[1::-1]
            )
            covered[shape > 127] = lid[shape > 127]
            edge = cv2.morphologyEx(shape, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
            covered[edge > 0] = (covered[edge > 0] * rng.uniform(0.5, 0.95)).astype(np.uint8)
            return self.snap(covered, quad), False
        hidden = canvas.copy()  # a thing lies on the index
        box = PAD + np.array([rng.randint(-20, 8), rng.randint(-20, 12)])
        size = (rng.randint(60, 120), rng.randint(70, 120))
        patch = self.ground(size[::-1])
        x, y = np.maximum(box, 0)
        hidden[y : y + size[1], x : x + size[0]] = patch
        return self.snap(hidden, quad), False

    def clutter(self) -> Image:
        """Some piece of a photo without the cards in it."""
        photo = self.rng.choice(self.grounds)
        quad = self.quad() * self.rng.uniform(0.3, 1.2)
        return self.snap(photo, quad.astype(np.float32))


def _smeared(
    value: npt.NDArray[np.float32], length: float, angle: float
) -> npt.NDArray[np.float32]:
    kernel = np.zeros((9, 9), np.float32)
    dx, dy = np.cos(np.radians(angle)) * length / 2, np.sin(np.radians(angle)) * length / 2
    for step in np.linspace(-1, 1, 19):
        kernel[round(4 + dy * step), round(4 + dx * step)] += 1
    return cv2.filter2D(value, -1, kernel / kernel.sum())

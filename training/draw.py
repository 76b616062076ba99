"""Card faces lettered with ordinary fonts and from folders of free card art.

The simulator's own faces know one pen; real decks know hundreds of letterings. This widens
the training set to any font or face art at hand, without shipping either.
"""

import random
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

Image = npt.NDArray[np.uint8]
WIDTH, HEIGHT = 250, 350
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
STRANGERS = (*"BCDEFGHLMNOPRSTUVWXYZI014&?", "11", "12", "13", "15", "Jo", "KO")
SUITS = "♣♦♥♠"


def fonts(folder: Path) -> list[Path]:
    """Every font below `folder` that has Latin letters and figures."""
    found = []
    for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
        try:
            font = ImageFont.truetype(str(path), 40)
            shapes = {bytes(font.getmask(text)) for text in "AKQ7Z"}
        except OSError:
            continue
        if len(shapes) == 5 and "ymbol" not in path.name and "ingbat" not in path.name:
            found.append(path)
    return found


def _pip(suit: str, size: int, ink: tuple[int, int, int]) -> Picture.Image:
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    left, top, right, bottom = font.getbbox(suit)
    made = Picture.new("RGBA", (max(1, right - left), max(1, bottom - top)), (*ink, 0))
    ImageDraw.Draw(made).text((-left, -top), suit, font=font, fill=(*ink, 255))
    return made


class Pen(NamedTuple):
    """How an index is lettered: a font, an ink, extra boldness in 1/120 of the height."""

    font: Path
    ink: tuple[int, int, int]
    bold: int


def _word(text: str, pen: Pen, tall: int, squeeze: float) -> Picture.Image:
    font_path, ink, bold = pen
    font = ImageFont.truetype(str(font_path), 120)
    left, top, right, bottom = font.getbbox(text, stroke_width=bold)
    made = Picture.new("RGBA", (max(1, right - left), max(1, bottom - top)), (*ink, 0))
    ImageDraw.Draw(made).text(
        (-left, -top),
        text,
        font=font,
        fill=(*ink, 255),
        stroke_width=bold,
        stroke_fill=(*ink, 255),
    )
    wide = max(3, round(tall * made.width / made.height * squeeze))
    return made.resize((wide, tall), Picture.Resampling.LANCZOS)


def lettered(rng: random.Random, font_paths: list[Path]) -> tuple[Image, str]:
    """One card (350, 250, 3) BGR with an index in a random font, and its label."""
    draw = rng.random()
    label = rng.choice(RANKS) if draw < 0.72 else "joker" if draw < 0.8 else "none"
    dark = rng.random() < 0.1
    paper = tuple(rng.randint(10, 50) if dark else rng.randint(225, 255) for _ in range(3))
    inks = [(20, 20, 25), (200, 25, 35), (15, 90, 30), (25, 50, 170)]
    ink = rng.choice(inks[:2] * 3 + inks)
    if dark:
        ink = rng.choice([(230, 230, 230), (240, 70, 70), (230, 190, 60)])
    card = Picture.new("RGB", (WIDTH, HEIGHT), paper)
    end = Picture.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    font = rng.choice(font_paths)
    suit = rng.choice(SUITS)
    tall = round(HEIGHT * rng.uniform(0.065, 0.2))
    squeeze, bold = rng.uniform(0.65, 1.1), rng.choice([0, 0, 1, 2, 4])
    left, top = rng.randint(6, 22), rng.randint(8, 26)
    frame = rng.random() < 0.15
    if frame:
        left, top = left + 8, top + 8
    if label == "joker":
        _joker(end, rng, Pen(font, ink, bold), tall, (left, top))
    else:
        text = label if label != "none" else rng.choice(STRANGERS)
        word = _word(text, Pen(font, ink, bold), tall, squeeze)
        if word.width > 70:
            word = word.resize((70, tall))
        end.alpha_composite(word, (left, top))
        pip = _pip(suit, round(tall * rng.uniform(0.7, 1.1)), ink)
        if rng.random() < 0.12:
            end.alpha_composite(pip, (left + word.width + 4, top + tall // 6))
        elif rng.random() < 0.95:
            at = left + (word.width - pip.width) // 2
            end.alpha_composite(pip, (max(2, at), top + tall + rng.randint(2, 10)))
    _middle(end, rng, suit, ink, label)
    card.paste(end, (0, 0), end)
    turned = end.rotate(180)
    card.paste(turned, (0, 0), turned)
    if frame:
        inset = rng.randint(3, 8)
        ImageDraw.Draw(card).rounded_rectangle(
            (inset, inset, WIDTH - inset, HEIGHT - inset), 10, outline=ink, width=2
        )
    return np.ascontiguousarray(np.asarray(card)[:, :, ::-1]), label


def _joker(
    end: Picture.Image, rng: random.Random, pen: Pen, tall: int, at: tuple[int, int]
) -> None:
    """A joker's corner: its name downwards, upright or turned, or a star."""
    left, top = at
    way = rng.random()
    small = round(tall * rng.uniform(0.4, 0.6))
    word = rng.choice(["JOKER", "JOKER", "Joker", "joker"])
    if way < 0.5:
        for number, letter in enumerate(word):
            glyph = _word(letter, pen, small, 0.9)
            y = top + number * round(small * 1.12)
            end.alpha_composite(glyph, (left + (small - min(small, glyph.width)) // 2, y))
    elif way < 0.85:
        name = _word(word, pen, small, 0.9)
        end.alpha_composite(name.rotate(rng.choice([90, 270]), expand=True), (left, top))
    else:
        star = _word("★", Pen(Path("DejaVuSans.ttf"), pen.ink, 0), round(tall * 0.9), 1.0)
        end.alpha_composite(star, (left, top))


def _middle(
    end: Picture.Image, rng: random.Random, suit: str, ink: tuple[int, int, int], label: str
) -> None:
    """Something where pips or a court picture would be: the reader must not mind it."""
    draw = ImageDraw.Draw(end)
    if label in ("J", "Q", "K", "joker") or rng.random() < 0.15:
        x = rng.randint(40, 62)
        for _ in range(rng.randint(10, 40)):
            tint = tuple(rng.randint(0, 255) for _ in range(3))
            spot = [rng.randint(x, 210) for _ in range(2)] + [rng.randint(30, 175) for _ in "ab"]
            box = (min(spot[:2]), min(spot[2:]), max(spot[:2]) + 2, max(spot[2:]) + 2)
            (draw.ellipse if rng.random() < 0.5 else draw.rectangle)(box, fill=(*tint, 255))
        if rng.random() < 0.7:
            draw.rectangle((x, rng.randint(18, 40), 250 - x, 178), outline=(20, 20, 160, 255))
    else:
        pip = _pip(suit, rng.randint(40, 70), ink)
        for _ in range(rng.randint(1, 4)):
            x = rng.choice([rng.randint(58, 75), 125 - pip.width // 2, 250 - 75 - pip.width])
            end.alpha_composite(pip, (x, rng.randint(28, 130)))


def art(folder: Path) -> list[tuple[Image, str]]:
    """Faces and backs below `folder`, named `<rank><suit>.png`, `joker*.png`, `back*.png`."""
    made = []
    for path in sorted(folder.rglob("*.png")):
        label = path.stem[:-1]
        if path.stem.startswith("joker"):
            label = "joker"
        elif path.stem.startswith("back"):
            label = "none"
        elif label not in RANKS:
            continue
        picture = Picture.open(path).convert("RGBA")
        base = Picture.new("RGBA", picture.size, (255, 255, 255, 255))
        base.alpha_composite(picture)
        pixels = np.asarray(base.convert("RGB"))[:, :, ::-1]
        small = cv2.resize(pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        made.append((np.asarray(small, np.uint8), label))
    return made

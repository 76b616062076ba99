"""Lettering: which fonts there are, and how words and pips are written with them."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

Ink = tuple[int, int, int]
"""RGB, 0 to 255."""

SUITS = "♣♦♥♠"
PIPS = Path("DejaVuSans.ttf")
"""The font of pips and stars: Pillow finds it among the system's."""

_DRAWN = 120  # pixels of the letters that `word` draws and then shrinks
_NOT_LETTERS = ("ymbol", "ingbat", "ath")  # in the names of fonts of symbols and formulas


@dataclass(frozen=True, slots=True)
class Pen:
    """Pen for words; `bold` is the width of an outline, at 120 pixels of height."""

    font: Path
    ink: Ink
    bold: int = 0


@dataclass(frozen=True, slots=True)
class Fonts:
    """Every font at hand, those that have Cyrillic letters as well, and all that have suits."""

    latin: tuple[Path, ...]
    cyrillic: tuple[Path, ...]
    suits: tuple[Path, ...]


def fonts(folder: Path) -> Fonts:
    """The fonts below `folder` that have Latin letters and figures."""
    paths = sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")])
    latin = tuple(path for path in paths if _latin(path))
    suits = tuple(path for path in paths if _has(path, SUITS))
    return Fonts(latin, tuple(path for path in latin if _has(path, "ТВДК")), suits or (PIPS,))


def word(text: str, pen: Pen, tall: int, squeeze: float = 1.0) -> Picture.Image:
    """`text` in a tight box (RGBA), `tall` pixels high; `squeeze` is a factor on its width."""
    drawn = _written(text, _font(pen.font, _DRAWN), pen.ink, pen.bold)
    wide = max(3, round(tall * drawn.width / drawn.height * squeeze))
    return drawn.resize((wide, tall), Picture.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def pip(suit: int, size: int, ink: Ink, font: Path = PIPS) -> Picture.Image:
    """The suit's sign in a tight box (RGBA), of a font of `size` pixels."""
    return _written(SUITS[suit], _font(font, size), ink, 0)


def _written(text: str, font: ImageFont.FreeTypeFont, ink: Ink, bold: int) -> Picture.Image:
    left, top, right, bottom = font.getbbox(text, stroke_width=bold)
    image = Picture.new("RGBA", (max(1, int(right - left)), max(1, int(bottom - top))), (*ink, 0))
    fill = (*ink, 255)
    ImageDraw.Draw(image).text(
        (-left, -top), text, font=font, fill=fill, stroke_width=bold, stroke_fill=fill
    )
    return image


@lru_cache(maxsize=512)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def _latin(path: Path) -> bool:
    """Return True if five signs look different in it; all signs that a font lacks look alike."""
    if any(part in path.name for part in _NOT_LETTERS):
        return False
    try:
        font = ImageFont.truetype(str(path), 40)
        return len({bytes(font.getmask(text)) for text in "AKQ7Z"}) == 5
    except OSError:
        return False


def _has(path: Path, signs: str) -> bool:
    """Return True if a font draws all of `signs`, without the box for a missing sign."""
    try:
        font = _font(path, 40)
        missing = bytes(font.getmask("\uffff"))
        return all(bytes(font.getmask(sign)) not in (missing, b"") for sign in signs)
    except OSError:
        return False

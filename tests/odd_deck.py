"""Decks that no reader can know before it was shown them: runes for ranks, pictures for jokers."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.vision.find.finder import Detection
from appliance.vision.find.index import LABELS
from bluffing.cards import Card, Rank, Suit, pack
from lab.sim.photo import photograph as camera
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH, STYLES, Style, index_places, pip_mask
from lab.sim.photo.faces import face as drawn

RUNES = STYLES[0]
"""The style under which `face` below draws the odd deck."""

GLYPH = 38
"""Pixels of a rune's height on the face."""

_AT = (27, 37)
_POINTS = [(x, y) for y in (0.0, 0.5, 1.0) for x in (0.0, 0.5, 1.0)]


def _rune(rank: Rank) -> Image:
    """Strokes between nine points, other ones for each rank."""
    number = list(Rank).index(rank)
    rng = random.Random(f"rune {number}")
    mask = np.zeros((GLYPH * 4, GLYPH * 3), np.uint8)
    points = rng.sample(_POINTS, 5)
    places = [(int(12 + x * (GLYPH * 3 - 24)), int(12 + y * (GLYPH * 4 - 24))) for x, y in points]
    for first, second in pairwise(places):
        cv2.line(mask, first, second, (255,), 17)
    return np.asarray(cv2.resize(mask, (GLYPH * 3 // 4, GLYPH), interpolation=cv2.INTER_AREA))


def _picture(canvas: Image, seed: str) -> None:
    """A picture without any letter, as different from seed to seed as printed ones are."""
    rng = random.Random(seed)
    cv2.rectangle(canvas, (14, 14), (FACE_WIDTH - 15, FACE_HEIGHT - 15), _ink(rng), 3)
    for _ in range(14):
        place = rng.randint(50, FACE_WIDTH - 50), rng.randint(50, FACE_HEIGHT - 50)
        axes = rng.randint(10, 45), rng.randint(10, 45)
        cv2.ellipse(canvas, place, axes, rng.randint(0, 180), 0, 360, _ink(rng), -1, cv2.LINE_AA)


def _ink(rng: random.Random) -> tuple[int, int, int]:
    return rng.randint(0, 220), rng.randint(0, 220), rng.randint(0, 220)


@lru_cache(maxsize=64)
def face(card: Card, style: Style) -> Image:
    """A card of the odd deck: as `sim.faces.face`, whatever the style."""
    canvas = np.full((FACE_HEIGHT, FACE_WIDTH, 3), style.paper, np.uint8)
    if card.rank is Rank.JOKER:
        _picture(canvas, f"joker {card.suit}")
        return canvas
    ink = np.array(style.ink(card.suit))
    rune, pip = _rune(card.rank), pip_mask(card.suit, 26)
    for way in (canvas, canvas[::-1, ::-1]):
        for mask, y in ((rune, _AT[1]), (pip, _AT[1] + GLYPH // 2 + 20)):
            top, left = y - mask.shape[0] // 2, _AT[0] - mask.shape[1] // 2
            part = way[top : top + mask.shape[0], left : left + mask.shape[1]]
            share = mask[..., None] / 255
            part[:] = np.round(part * (1 - share) + ink * share).astype(np.uint8)
    big = pip_mask(card.suit, 90)
    canvas[130:220, 80:170][big > 127] = ink
    return canvas


def without_index(card: Card, style: Style) -> Image:
    """A card of this style with paper in all four corners, as in decks that have no index."""
    canvas = drawn(card, style).copy()
    below = style.index_y + style.index_height + style.suit_gap + style.suit_size + 0.02
    high, wide = round(below * FACE_HEIGHT), round((2 * style.index_x + 0.02) * FACE_WIDTH)
    for way in (canvas, canvas[::-1], canvas[:, ::-1], canvas[::-1, ::-1]):
        way[:high, :wide] = style.paper
    return canvas


def pictured(card: Card, style: Style) -> Image:
    """A card that is a picture and nothing else, as courts without an index are."""
    canvas = np.full((FACE_HEIGHT, FACE_WIDTH, 3), style.paper, np.uint8)
    _picture(canvas, f"{card.rank} {card.suit}")
    return canvas


@contextmanager
def in_play(face: Callable[[Card, Style], Image] = face) -> Iterator[None]:
    """While it lasts, `photograph` shows cards with this face, without one the odd deck's."""
    with pytest.MonkeyPatch.context() as patch:
        camera._cut.cache_clear()
        patch.setattr(camera, "face", face)
        yield
    camera._cut.cache_clear()


def places(card: Card, style: Style | None) -> tuple[tuple[float, float, float], ...]:
    """As `index_places`; None is the odd deck."""
    if style is None:
        return () if card.rank is Rank.JOKER else ((_AT[0], _AT[1], GLYPH),)
    return index_places(card, style)


def true_spots(
    card: Card, style: Style | None, quad: Sequence[tuple[float, float]], rng: random.Random
) -> list[Detection]:
    """The places of a photographed card's indices, about as exactly as a finder sees them."""
    flat = np.array(
        [(0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)], np.float32
    )
    way = cv2.getPerspectiveTransform(flat, np.array(quad, np.float32))

    def seen(x: float, y: float) -> np.ndarray:
        return np.asarray(cv2.perspectiveTransform(np.array([[(x, y)]], np.float64), way)[0, 0])

    centre = seen(FACE_WIDTH / 2, FACE_HEIGHT / 2)
    tall = float(np.linalg.norm(seen(FACE_WIDTH / 2, 0) - seen(FACE_WIDTH / 2, FACE_HEIGHT)))
    spots = []
    for x, y, height in places(card, style):
        for turned in (False, True):
            at = (FACE_WIDTH - x, FACE_HEIGHT - y) if turned else (x, y)
            top = np.array([0, height / 2]) * (1 if turned else -1)
            middle, end = seen(*at), seen(*(np.array(at) + top))
            up = (end - middle) / np.linalg.norm(end - middle)
            lean = rng.uniform(-0.06, 0.06)
            up = np.array([up[0] - lean * up[1], up[1] + lean * up[0]])
            up /= np.linalg.norm(up)
            size = 2 * float(np.linalg.norm(end - middle))
            middle = middle + np.array([rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06)]) * size
            spots.append(
                Detection(
                    complex(*middle),
                    size * rng.uniform(0.9, 1.1),
                    complex(*up),
                    0.8,
                    complex(*centre),
                    tall,
                    np.full(len(LABELS), 1 / len(LABELS), np.float32),
                )
            )
    return spots


ODD_PACK = pack(2)
"""All of the odd deck; the jokers are two pictures."""

SUITS = tuple(Suit)

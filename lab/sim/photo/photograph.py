"""A photograph of the reveal box that no camera took: cards on a table, seen from above.

With it a whole evening plays without hardware, and the card reader meets blur, glare,
shadows and overlap whose true answer is known. Everything follows from a seeded
`random.Random`, so the same seed gives the same picture.
"""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from appliance.box.mat.shapes import INK_LEVEL, PAPER_LEVEL, Line, Polygon, Text
from appliance.core.question import CardCode, Kind, Question
from appliance.core.reading import Place, Quad
from appliance.questions import cards
from appliance.questions.cards import CARD, Face
from appliance.questions.pack import PACKS, questions_of
from appliance.vision.arrays import Floats, Image, Points
from bluffing.cards import Card
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH, Style, back, corner_mask, face
from lab.sim.photo.layouts import Pose, corners, deal_layout
from lab.sim.photo.mounting import Mounting, deal_in_box
from lab.sim.photo.tables import TABLES, table_top

DENSE = 12
"""Pixels per millimetre: at least four for each module of a code."""

_CAPITALS = 0.72
"""Height of Helvetica's capitals, as a share of its size; OpenCV's are 21 pixels at scale 1."""


@lru_cache(maxsize=1)
def shipped() -> dict[str, Question]:
    """Return the shipped questions by their ids."""
    return {question.id: question for question in questions_of(PACKS)}


@lru_cache(maxsize=8)
def printed_back(card: CardCode) -> Image:
    """Draw the back of `card`: uint8 BGR, its long side upright."""
    blank = Question(card.pack, card.id, Kind.FACT, "", card.percent, "", "")
    question = replace(shipped().get(card.id, blank), pack=card.pack, percent=card.percent)
    face = Face(question, "", "", f"{card.percent:g}%", question.source)
    width, height = (round(side * DENSE) for side in CARD)
    paper = np.full((height, width), PAPER_LEVEL, np.uint8)
    for shape in cards.back(face):
        match shape:
            case Polygon(points):
                (left, top), (right, bottom) = _pixel(points[0]), _pixel(points[2])
                paper[top:bottom, left:right] = INK_LEVEL
            case Line(start, end):
                cv2.line(paper, _pixel(start), _pixel(end), (PAPER_LEVEL - 30,), 3)
            case Text(at, tall, text):
                scale = tall * DENSE * _CAPITALS / 21
                cv2.putText(
                    paper, text, _pixel(at), cv2.FONT_HERSHEY_SIMPLEX, scale, (INK_LEVEL,), 4
                )
    upright = cv2.rotate(paper, cv2.ROTATE_90_CLOCKWISE)
    return np.asarray(cv2.cvtColor(upright, cv2.COLOR_GRAY2BGR), np.uint8)


def _pixel(place: Place) -> tuple[int, int]:
    return round(place[0] * DENSE), round(place[1] * DENSE)


Cut = tuple[Image, Image]
"""A cut-out card: its colours, black outside of it, and its mask (0 to 255), of one size."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Difficulties of a photograph; the defaults are a well-lit box and a good camera.

    Lengths are pixels. `card` is a card's height over the frame's; `tilt` the shift of the frame's
    corners, over its width; `light` a factor on brightness, 1 as printed; `slope`, `shadow`,
    `hand`, `glare` and `bend` run from 0 (none) to 1; `warmth` from -1 (blue) to 1 (yellow);
    `noise` is the spread of a mid grey in levels; `jpeg` a quality of 1 to 100, or 0 for a camera
    that does not compress.
    """

    size: tuple[int, int] = (960, 720)
    table: str = "green felt"
    card: float = 0.29
    overlap: bool = False
    tilt: float = 0.01
    light: float = 0.95
    slope: float = 0.15
    warmth: float = 0.0
    shadow: float = 0.4
    bend: float = 0.3
    hand: float = 0.0
    glare: float = 0.0
    blur: float = 0.5
    motion: int = 0
    noise: float = 2.0
    jpeg: int = 0


InSight = Card | CardCode | None
"""A card in view: face up, a question's printed card back up, or None for face down."""


class Photo(NamedTuple):
    """A picture, uint8 BGR (height, width, 3), and the corners of its cards, in order."""

    image: Image
    quads: tuple[Quad, ...]


def scene_of(rng: random.Random) -> Scene:
    """A plausible game night: any table, lamp and camera, sometimes an awkward one."""

    def seldom(chance: float, low: float, high: float) -> float:
        return rng.uniform(low, high) if rng.random() < chance else 0.0

    return Scene(
        table=rng.choice(tuple(TABLES)),
        card=rng.uniform(0.25, 0.32),
        overlap=rng.random() < 0.3,
        tilt=rng.uniform(0.0, 0.03),
        light=rng.uniform(0.6, 1.08),
        slope=rng.uniform(0.0, 0.5),
        warmth=rng.uniform(-0.4, 0.8),
        shadow=rng.uniform(0.15, 0.7),
        bend=rng.uniform(0.0, 0.8),
        hand=seldom(0.15, 0.15, 0.5),
        glare=seldom(0.2, 0.2, 0.9),
        blur=rng.uniform(0.3, 1.3),
        motion=round(seldom(0.15, 2, 6)),
        noise=rng.uniform(0.8, 6.0),
        jpeg=round(seldom(0.5, 55, 95)),
    )


def tilted(rng: random.Random, size: tuple[int, int], tilt: float) -> Points:
    """A camera not quite overhead: the table's corners move inwards, so all stays in view.

    Gives the homography (3, 3) from the table's pixels to the frame's; both are `size`, and `tilt`
    is `Scene.tilt`.
    """
    width, height = size
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inward = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], np.float32)
    moves = [[rng.uniform(0, tilt), rng.uniform(0, tilt)] for _ in range(4)]
    corners = flat + inward * np.array(moves, np.float32) * width
    return np.asarray(cv2.getPerspectiveTransform(flat, corners.astype(np.float32)), np.float64)


@lru_cache(maxsize=256)
def _cut(card: InSight, style: Style, height: int) -> Cut:
    """A face cut out at about its size in the frame: colour under its mask, and the mask."""
    if isinstance(card, CardCode):
        picture, shape = printed_back(card), np.full((2, 2), 255, np.uint8)
    else:
        picture, shape = back(style) if card is None else face(card, style), corner_mask()
    size = (round(height * _aspect(card)), height)
    colour = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    mask = np.asarray(cv2.resize(shape, size, interpolation=cv2.INTER_AREA), np.uint8)
    # The cut edge of the board catches less light than the face.
    rim = cv2.erode(mask, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    tone = np.asarray(cv2.addWeighted(mask, 0.72, rim, 0.28, 0), np.uint8)
    lit = cv2.multiply(colour, cv2.cvtColor(tone, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    return np.asarray(lit, np.uint8), mask


def _aspect(card: InSight) -> float:
    """Width over height of a card."""
    return CARD[1] / CARD[0] if isinstance(card, CardCode) else FACE_WIDTH / FACE_HEIGHT


def _bent(colour: Image, bend: float, rng: random.Random) -> Image:
    """Shade a card that does not lie quite flat: darker to one side, along either axis."""
    height, width = colour.shape[:2]
    across = rng.random() < 0.5
    along = np.linspace(-1, 1, width if across else height) * rng.choice((-1, 1))
    shade = 128 * (1 - 0.16 * bend * (0.5 + 0.5 * np.sin(along * rng.uniform(1, 2))))
    ramp = np.round(shade).astype(np.uint8).reshape((1, -1, 1) if across else (-1, 1, 1))
    full = np.ascontiguousarray(np.broadcast_to(ramp, colour.shape))
    return np.asarray(cv2.multiply(colour, full, scale=1 / 128), np.uint8)


def _lay(frame: Image, cut: Cut, quad: Points, shadow: tuple[float, int, int]) -> None:
    """Warp one card into its own bounding box of `frame`, over its soft shadow."""
    colour, mask = cut
    height, width = mask.shape
    strength, dx, dy = shadow
    margin = 14
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + margin + 1, frame.shape[1::-1])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(flat, (quad - low).astype(np.float32))
    laid = cv2.warpPerspective(colour, place, size)
    alpha = cv2.warpPerspective(mask, place, size)
    part = frame[low[1] : high[1], low[0] : high[0]]
    # Box blur twice is soft enough, and far cheaper than a wide Gaussian.
    soft = cv2.blur(cv2.blur(np.roll(alpha, (dy, dx), (0, 1)), (9, 9)), (7, 7))
    under = cv2.convertScaleAbs(soft, alpha=-strength, beta=255)
    keep = cv2.multiply(under, cv2.bitwise_not(alpha), scale=1 / 255)
    ground = cv2.multiply(part, cv2.cvtColor(keep, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    part[:] = cv2.add(ground, laid)


def _lit(frame: Image, scene: Scene, rng: random.Random) -> Image:
    """`frame` in the light of `scene`."""
    width, height = scene.size[0] // 12, scene.size[1] // 12
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    lamp = np.hypot(x / width - rng.uniform(0.2, 0.8), y / height - rng.uniform(0.2, 0.8))
    slope, warmth = scene.slope, scene.warmth
    field = (scene.light * (1 + slope * (along - 0.45 * (lamp - 0.4)))).astype(np.float32)
    if scene.hand:
        field *= 1 - scene.hand * _hand(width, height, rng)
    gains = np.array([1 - 0.28 * warmth, 1 - 0.03 * abs(warmth), 1 + 0.16 * warmth], np.float32)
    small = np.clip(field[..., None] * gains * 128, 0, 255).astype(np.uint8)
    light = cv2.resize(small, scene.size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(frame, light, scale=1 / 128), np.uint8)


def _hand(width: int, height: int, rng: random.Random) -> Floats:
    """The soft shadow of a forearm and a fist from one side: float32, 0 to 1."""
    shade = np.zeros((height, width), np.float32)
    start = (rng.choice((-5, width + 5)), rng.randrange(height))
    end = (rng.randrange(width // 4, 3 * width // 4), rng.randrange(height // 4, 3 * height // 4))
    cv2.line(shade, start, end, (1.0,), rng.randint(9, 13))
    cv2.circle(shade, end, rng.randint(8, 11), (1.0,), -1)
    return np.asarray(cv2.GaussianBlur(shade, (0, 0), rng.uniform(1.2, 3.5)), np.float32)


def _add_glare(frame: Image, rng: random.Random, strength: float) -> None:
    """A lamp's reflection somewhere in `frame`, drawn into it; 1 burns its middle out."""
    height, width = frame.shape[:2]
    radius = round(rng.uniform(0.08, 0.22) * height)
    x, y = rng.randrange(width), rng.randrange(height)
    x0, y0 = max(0, x - radius), max(0, y - radius)
    x1, y1 = min(width, x + radius), min(height, y + radius)
    across, down = np.ogrid[x0 - x : x1 - x, y0 - y : y1 - y]
    near = np.clip(1 - (across.T**2 + down.T**2) / radius**2, 0, 1) ** 1.5
    blob = (near * (255 * strength)).astype(np.uint8)
    part = frame[y0:y1, x0:x1]
    part[:] = cv2.add(part, cv2.cvtColor(blob, cv2.COLOR_GRAY2BGR))


@lru_cache(maxsize=4)
def _grain_tile(size: tuple[int, int]) -> Image:
    """Sensor noise, mean 128 and spread 24, with a margin: uint8 (h + 96, w + 96, 3)."""
    rng = np.random.default_rng(1)
    shape = (size[1] + 96, size[0] + 96, 3)
    return np.asarray(np.clip(128 + rng.standard_normal(shape) * 24, 0, 255), np.uint8)


_ROOTS = np.arange(256, dtype=np.float64)
_TO_ROOT = np.round(np.sqrt(_ROOTS * 255)).astype(np.uint8)
_FROM_ROOT = np.round(_ROOTS**2 / 255).astype(np.uint8)


def _grainy(frame: Image, noise: float, rng: random.Random) -> Image:
    """Sensor noise that grows with the root of the light, as counted photons do.

    On a root scale that noise has one spread everywhere, so one stored tile serves.
    """
    height, width = frame.shape[:2]
    tile = _grain_tile((width, height))
    x, y = rng.randrange(96), rng.randrange(96)
    part = tile[y : y + height, x : x + width]
    # At mid grey (128) a step on the root scale is 2 * sqrt(128 / 255) levels.
    gain = noise / (2 * math.sqrt(128 / 255)) / 24
    rough = cv2.addWeighted(cv2.LUT(frame, _TO_ROOT), 1.0, part, gain, -128 * gain)
    return np.asarray(cv2.LUT(rough, _FROM_ROOT), np.uint8)


def _through_lens(frame: Image, scene: Scene, rng: random.Random) -> Image:
    """Light, glare, blur, noise and compression, in the order in which a camera adds them."""
    frame = _lit(frame, scene, rng)
    if scene.glare:
        _add_glare(frame, rng, scene.glare)
    if scene.motion > 1:
        box = (scene.motion, 1) if rng.random() < 0.5 else (1, scene.motion)
        frame = np.asarray(cv2.blur(frame, box), np.uint8)
    if scene.blur > 0.2:
        width = 3 if scene.blur < 0.8 else 5 if scene.blur < 1.5 else 9
        frame = np.asarray(cv2.GaussianBlur(frame, (width, width), scene.blur), np.uint8)
    if scene.noise:
        frame = _grainy(frame, scene.noise, rng)
    if scene.jpeg:
        done, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg])
        if not done:
            raise ValueError(f"OpenCV could not write a JPEG of quality {scene.jpeg}")
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


def photograph(
    cards: Sequence[InSight],
    style: Style,
    rng: random.Random,
    scene: Scene,
    layout: Sequence[Pose] | None = None,
    *,
    mounting: Mounting | None = None,
) -> Photo:
    """Photograph `cards`, the last one on top, where `layout` says or as they fall.

    None is a card that lies face down; a CardCode shows the back of that printed card. With a
    `mounting` they lie on the mat of the reveal box: `layout` is in its millimetres then, and
    `scene` says neither size nor tilt.

    Raises:
        ValueError: if `layout` has not one pose a card, or the cards can't lie apart.
    """
    if layout is None and mounting is not None:
        layout = deal_in_box(rng, len(cards), overlap=scene.overlap)
    elif layout is None:
        layout = deal_layout(rng, len(cards), scene.size, scene.overlap, scene.card)
    if len(layout) != len(cards):
        raise ValueError(f"{len(cards)} cards need as many poses, not {len(layout)}")
    if mounting is None:
        frame, camera = table_top(scene.table, scene.size, rng), tilted(rng, scene.size, scene.tilt)
        scale = 1.0  # about how many pixels `camera` makes of what is 1 in the layout
    else:
        scene, camera, scale = replace(scene, size=mounting.size), mounting.camera, mounting.scale
        frame = mounting.ground(scene.table, rng)
    placed = []
    for card, pose in zip(cards, layout, strict=True):
        flat = corners(pose, aspect=_aspect(card)).astype(np.float32)[None]
        quad = cv2.perspectiveTransform(flat, camera)[0].astype(np.float64)
        height = round(pose.height * scale / 8) * 8 + 16
        placed.append((_cut(card, style, min(FACE_HEIGHT, height)), quad))
    lay_all(frame, placed, rng, scene)
    if mounting is None:
        return taken(frame, [quad for _, quad in placed], rng, scene)
    lies = zip(cards, layout, strict=True)
    quads = [mounting.seen(corners(pose, aspect=_aspect(card))) for card, pose in lies]
    return taken(mounting.finish(frame), quads, rng, scene)


def lay_all(
    frame: Image, cards: Iterable[tuple[Cut, Points]], rng: random.Random, scene: Scene
) -> None:
    """Draw cut-out cards into `frame` at their corners (4, 2) in it, the last one on top.

    Each is bent and throws its shadow as `scene` says, all to the same side.
    """
    fall = rng.uniform(0, 2 * math.pi)
    shadow = (scene.shadow, round(5 * math.cos(fall)), round(5 * math.sin(fall)))
    for (colour, mask), quad in cards:
        shaded = _bent(colour, scene.bend, rng) if scene.bend else colour
        _lay(frame, (shaded, mask), quad, shadow)


def taken(frame: Image, quads: Sequence[Points], rng: random.Random, scene: Scene) -> Photo:
    """The photograph of `frame`, and the truth about it."""
    corners = tuple(tuple((float(x), float(y)) for x, y in quad) for quad in quads)
    return Photo(_through_lens(frame, scene, rng), corners)

"""Pictures of printed faces: a folder of face images photographed by the simulator's camera.

A deck is a folder of `<rank><suit>.png` (`10H.png`, `KS.png`), `joker1.png` and `joker2.png` (or
`wordless1.png`, `wordless2.png`: jokers whose faces do not say so), upright, with or without an
alpha channel; `training/strangers.py` makes such folders. The indices are taken to be at the
top left and the bottom right.
"""

import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.errors import PictureError
from bench.shots import Shot
from bluffing.cards import Card, Rank, Suit
from bluffing.message import message
from lab.sim.photo.layouts import Pose, deal_layout
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.photograph import Cut, Photo, Scene, lay_all, scene_of, taken, tilted
from lab.sim.photo.tables import TABLES, table_top

Points = npt.NDArray[np.float64]

INDEX = (0.26, 0.3)
"""Shares of a card's width and height that its index keeps to, from its corner."""

TRIES = 60
"""Layouts to try for one in which every card shows an index; then the cards lie apart."""

_NAME = re.compile(r"(10|[2-9AJQK])[CDHS]|(?P<joker>joker|wordless)[12]")
_POSE_ASPECT = 1.4  # height over width of the poses that the simulator deals


def rank_of(name: str, *, wordless: bool = False) -> Rank | None:
    """The rank of a file called `name`, without its ending; None for a back or anything else.

    A joker whose face does not say so counts as one only when `wordless` ones are asked for.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    if match["joker"]:
        return Rank.JOKER if wordless or match["joker"] == "joker" else None
    return Rank(match[1])


def card_of(name: str) -> Card | None:
    """The card of a file called `name`, without its ending; None for a joker or a back."""
    rank = rank_of(name)
    return None if rank is None or rank is Rank.JOKER else Card(rank, Suit(name[-1]))


def decks(folder: Path, *, wordless: bool = False) -> dict[str, list[tuple[Path, Rank]]]:
    """Every deck below `folder`: its cards' files and ranks, by the deck's name.

    Raises:
        PictureError: the folder has no deck.
    """
    decks_by_name = {}
    for deck in sorted(path for path in folder.glob("*") if path.is_dir()):
        named = (
            (path, rank_of(path.stem, wordless=wordless)) for path in sorted(deck.glob("*.png"))
        )
        cards = [(path, rank) for path, rank in named if rank is not None]
        if cards:
            decks_by_name[deck.name] = cards
    if not decks_by_name:
        raise PictureError(
            message("text", text=f"{folder} holds no decks: folders with 10H.png, KS.png and so on")
        )
    return decks_by_name


def deal(rng: random.Random, cards: Sequence[tuple[Path, Rank]]) -> list[tuple[Path, Rank]]:
    """One to six cards: half the time all of one rank, in one of six with a joker among them."""
    count = rng.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6))
    taken = rng.sample(cards, min(count, len(cards)))
    if rng.random() < 0.5:
        alike = [card for card in cards if card[1] is taken[0][1]]
        taken = rng.sample(alike, min(count, len(alike)))
    jokers = [card for card in cards if card[1] is Rank.JOKER and card not in taken]
    if jokers and rng.random() < 1 / 6:
        taken[-1] = rng.choice(jokers)
    return taken


def _picture(path: Path) -> Image:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.dtype != np.uint8:
        raise PictureError(
            message("text", text=f"{path} is no colour picture of 8 bits: render it anew")
        )
    return np.asarray(picture, np.uint8)


@lru_cache(maxsize=128)
def _face(path: Path, height: int) -> Cut:
    """A face at its size in the frame: premultiplied BGR and its mask."""
    picture = _picture(path)
    size = (round(height * picture.shape[1] / picture.shape[0]), height)
    alpha = picture[..., 3] if picture.shape[2] == 4 else np.full(picture.shape[:2], 255, np.uint8)
    whole = cv2.multiply(picture[..., :3], cv2.cvtColor(alpha, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    colour, mask = (
        np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        for part in (whole, alpha)
    )
    return colour, mask


def quad_of(pose: Pose, aspect: float) -> Points:
    """The corners (4, 2) of a card of `aspect` (height over width) that fits into `pose`.

    Clockwise from its own top left, in the pose's unit.
    """
    tall = min(pose.height, pose.height / _POSE_ASPECT * aspect)
    turn = math.radians(pose.angle)
    across = np.array([math.cos(turn), math.sin(turn)]) * tall / aspect / 2
    down = np.array([-math.sin(turn), math.cos(turn)]) * tall / 2
    middle = np.array([pose.x, pose.y])
    box = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(middle + box, np.float64)


def shows_an_index(quads: Sequence[Points]) -> bool:
    """Return True if each card shows one of its two indices free of all later cards."""
    for number, quad in enumerate(quads):
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        x, y = across * INDEX[0], down * INDEX[1]
        boxes = [
            np.array([start, start + sign * x, start + sign * (x + y), start + sign * y])
            for start, sign in ((quad[0], 1), (quad[2], -1))
        ]
        above = quads[number + 1 :]
        if all(any(_overlap(box, cover) for cover in above) for box in boxes):
            return False
    return True


def _overlap(one: Points, two: Points) -> bool:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), two.astype(np.float32))
    return area > 0


def _places(
    rng: random.Random, aspects: Sequence[float], scene: Scene
) -> tuple[bool, list[Points]]:
    """Place the cards so that each shows an index, and say if they overlap."""
    count = len(aspects)
    for _ in range(TRIES if scene.overlap and count > 1 else 0):
        poses = deal_layout(rng, count, scene.size, overlap=True, card=scene.card)
        quads = [quad_of(pose, aspect) for pose, aspect in zip(poses, aspects, strict=True)]
        if shows_an_index(quads):
            return True, quads
    poses = deal_layout(rng, count, scene.size, overlap=False, card=scene.card)
    return False, [quad_of(pose, aspect) for pose, aspect in zip(poses, aspects, strict=True)]


def _photographed(
    rng: random.Random, paths: Sequence[Path], quads: Sequence[Points], scene: Scene
) -> Photo:
    """Photograph faces that lie at `quads`, the last one on top."""
    frame = table_top(scene.table, scene.size, rng)
    laid = _lay(
        frame, tilted(rng, scene.size, scene.tilt), rng, paths=paths, quads=quads, scene=scene
    )
    return taken(frame, laid, rng, scene)


def _lay(
    frame: Image,
    camera: Points,
    rng: random.Random,
    *,
    paths: Sequence[Path],
    quads: Sequence[Points],
    scene: Scene,
) -> list[Points]:
    """Draw faces into `frame`; where their corners come to be through `camera`, a homography."""
    visible, cuts = [], []
    for path, flat in zip(paths, quads, strict=True):
        quad = cv2.perspectiveTransform(flat.astype(np.float32)[None], camera)[0]
        visible.append(quad.astype(np.float64))
        tall = float(np.linalg.norm(quad[3] - quad[0]))
        cuts.append(_face(path, round(tall / 8) * 8 + 16))
    lay_all(frame, zip(cuts, visible, strict=True), rng, scene)
    return visible


def in_box(
    rng: random.Random,
    paths: Sequence[Path],
    poses: Sequence[Pose],
    scene: Scene,
    mounting: Mounting,
) -> Photo:
    """The photograph of faces on the mat of the reveal box; `poses` are in its millimetres."""
    frame = mounting.ground(scene.table, rng)
    quads = [quad_of(pose, _aspect(path)) for path, pose in zip(paths, poses, strict=True)]
    scene = replace(scene, size=mounting.size)
    _lay(frame, mounting.camera, rng, paths=paths, quads=quads, scene=scene)
    return taken(mounting.finish(frame), [mounting.seen(quad) for quad in quads], rng, scene)


def laid(rng: random.Random, paths: Sequence[Path], poses: Sequence[Pose], scene: Scene) -> Photo:
    """The photograph of faces that lie as `poses` say, the last one on top."""
    quads = [quad_of(pose, _aspect(path)) for path, pose in zip(paths, poses, strict=True)]
    return _photographed(rng, paths, quads, scene)


def pictures(
    folder: Path, count: int, seed: int, *, apart: bool = False, wordless: bool = False
) -> Iterator[Shot]:
    """`count` pictures over all decks of `folder` and all tables in turn.

    Cards lie apart, or overlap so that each shows an index; with `apart` they never overlap.
    `wordless` jokers take part only when they are asked for.

    Raises:
        PictureError: there is no deck in `folder`.
    """
    decks_by_name = decks(folder, wordless=wordless)
    names, tables = tuple(decks_by_name), tuple(TABLES)
    for number in range(seed, seed + count):
        rng = random.Random(number)
        deck = names[number % len(names)]
        scene = replace(
            scene_of(rng),
            table=tables[number // len(names) % len(tables)],
            overlap=rng.random() < 0.5 and not apart,
        )
        cards = deal(rng, decks_by_name[deck])
        aspects = [_aspect(path) for path, _ in cards]
        overlap, quads = _places(rng, aspects, scene)
        image = _photographed(rng, [path for path, _ in cards], quads, scene).image
        ranks = tuple(rank for _, rank in cards)
        kinds = (deck, "overlapping" if overlap else "apart")
        named = (card_of(path.stem) for path, _ in cards)
        known = tuple(card for card in named if card is not None)
        yield Shot(f"{deck} seed {number}", kinds, image, ranks, ranks, known)


@cache
def _aspect(path: Path) -> float:
    """Height over width of a face."""
    height, width = _picture(path).shape[:2]
    return float(height / width)

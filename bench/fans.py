"""Pictures of fans: of whole decks in two or three rows as for a deck check, and of a few cards.

Drawn decks, or faces out of a folder as `bench.printed` takes them. Of a whole deck cards may be
missing, and one may have come from another pack of the same print.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from appliance.core.reading import Quad
from appliance.drivers import Image
from bench import printed
from bench.shots import Shot
from bluffing.cards import Card, Rank, Suit, pack
from lab.sim.photo.faces import FACE_WIDTH, STYLES, Style, index_box, random_style
from lab.sim.photo.layouts import Pose, corners
from lab.sim.photo.photograph import Scene, photograph, scene_of

SIZES = ((1280, 720), (1920, 1080), (4000, 3000))
"""Pictures of a small camera, of a large one, and of a telephone (12 megapixels)."""

CHANGES = ("complete", "one missing", "two missing", "one double", "one swapped")

FREE = 0.3
"""Minimum visible share of a printed face's width: its index and a little more."""

FEW = (2, 8)
"""Least and most cards of a small fan."""

SHOWN = 0.1
"""Least step of a close fan, in card widths; each card lies up to 0.05 off, as in all fans."""

SLACK = 0.06
"""A close fan's cards lie closer by at least so much of a width than free ones."""

SMALL = (1280, 960)
"""Picture of a small fan, pixels."""

_ASPECT = 1.4


class Fan(NamedTuple):
    """A picture of a deck; `kinds` are the rows that it counts in.

    `cards` are those in it, in the order in which they were laid, and `quads` their corners.
    """

    name: str
    kinds: tuple[str, ...]
    image: Image
    cards: tuple[Card, ...]
    quads: tuple[Quad, ...]


def deck_of(rng: random.Random, change: str, jokers: int) -> tuple[Card, ...]:
    """Return a shuffled pack of 52 with `jokers` and one of CHANGES."""
    cards = list(pack())
    rng.shuffle(cards)
    if change == "one missing":
        cards.pop()
    elif change == "two missing":
        cards = cards[2:]
    elif change == "one double":
        cards.append(cards[0])
    elif change == "one swapped":
        cards[-1] = cards[0]
    cards += [Card(Rank.JOKER, suit) for suit in (Suit.SPADES, Suit.HEARTS)[:jokers]]
    rng.shuffle(cards)
    return tuple(cards)


def rows_of(
    rng: random.Random, count: int, size: tuple[int, int], rows: int, least: float
) -> list[Pose]:
    """Place `count` cards, fanned by hand in `rows`, each on top of its left neighbour.

    Of each shows at least `least` of its width on its left. All fit into a picture of `size`.
    """
    step = least + rng.uniform(0.0, 0.12)
    line_up = rng.uniform(0.72, 1.12)  # the next row's top, in heights
    poses, left = [], count
    for row in range(rows):
        many = -(-left // (rows - row))
        left -= many
        bow, lean = rng.uniform(-0.05, 0.12), rng.uniform(-1.5, 1.5)
        start = rng.uniform(0, 0.3)
        for place in range(many):
            along = (place / max(1, many - 1)) - 0.5
            x = start + place * step + rng.uniform(0, 0.05)
            y = row * line_up + bow * (2 * along) ** 2 + rng.uniform(-0.02, 0.02)
            angle = lean + 14 * bow * along * 2 + rng.uniform(-2, 2)
            poses.append(Pose(x / _ASPECT, y, angle, 1.0))
    return _fitted(poses, size, rng)


def _fitted(poses: Sequence[Pose], size: tuple[int, int], rng: random.Random) -> list[Pose]:
    """Poses in heights of a card as ones in pixels of a picture of `size`, which they nearly fill.

    Half of them are upside down, as a player on the other side lays them.
    """
    every = np.concatenate([corners(pose) for pose in poses])
    low, high = every.min(axis=0), every.max(axis=0)
    unit = min(np.array(size) / (high - low)) * rng.uniform(0.8, 0.94)
    middle, at = (low + high) / 2, np.array(size) / 2
    turn = rng.choice((1, -1))
    return [
        Pose(
            float(at[0] + turn * (pose.x - middle[0]) * unit),
            float(at[1] + turn * (pose.y - middle[1]) * unit),
            pose.angle + (180 if turn < 0 else 0),
            float(pose.height * unit),
        )
        for pose in poses
    ]


def _scene(rng: random.Random, size: tuple[int, int]) -> Scene:
    """A usual game night; people who check a deck keep hands and lamps out of the picture."""
    scene = scene_of(rng)
    sharp = size[1] / 720
    return replace(
        scene,
        size=size,
        tilt=scene.tilt * 0.7,
        hand=0.0,
        glare=0.0,
        motion=0,
        blur=min(scene.blur * sharp, 2.5),
        jpeg=scene.jpeg or 90,
    )


def _least(style: Style) -> float:
    """Share of a drawn card's width that its index takes, and a little more."""
    right = max(index_box(card, style)[2] for card in pack(2))
    return right / FACE_WIDTH + 0.04


def drawn(count: int, seed: int) -> Iterator[Fan]:
    """Draw `count` pictures of drawn decks; its seed alone decides each picture."""
    for number in range(seed, seed + count):
        rng = random.Random(f"fan {number}")
        size, change = SIZES[number % 3], CHANGES[number // 3 % len(CHANGES)]
        style = rng.choice(STYLES) if rng.random() < 0.5 else random_style(rng)
        cards = deck_of(rng, change, rng.choice((0, 0, 2)))
        poses = rows_of(rng, len(cards), size, rng.choice((2, 3, 3)), _least(style))
        photo = photograph(cards, style, rng, _scene(rng, size), poses)
        kinds = (f"{size[0]}x{size[1]}", change)
        yield Fan(f"{style.name}, seed {number}", kinds, photo.image, cards, photo.quads)


def small(count: int) -> Iterator[Shot]:
    """`count` fans of a few cards: their indices are free in one, and may be covered in the next.

    In every second pair the later cards lie to the left.
    """
    for number in range(count):
        rng = random.Random(f"small fan {number}")
        style = rng.choice(STYLES) if rng.random() < 0.5 else random_style(rng)
        cards = tuple(rng.sample(pack(2), rng.randint(*FEW)))
        kind, least = "free", _least(style)
        if number % 2:
            kind, least = "close", rng.uniform(SHOWN, max(SHOWN, least - SLACK))
        poses = rows_of(rng, len(cards), SMALL, 1, least)
        if number // 2 % 2:
            poses.reverse()
        photo = photograph(cards, style, rng, _scene(rng, SMALL), _smaller(poses, rng))
        ranks = tuple(card.rank for card in cards)
        yield Shot(f"{style.name}, fan {number}", (kind,), photo.image, ranks, ranks, cards)


def _smaller(poses: Sequence[Pose], rng: random.Random) -> list[Pose]:
    """Poses nearer to the middle of a small fan's picture: two cards would fill it."""
    share, middle = rng.uniform(0.4, 0.9), np.array(SMALL) / 2
    places = [middle + share * (np.array((pose.x, pose.y)) - middle) for pose in poses]
    return [
        Pose(float(x), float(y), pose.angle, pose.height * share)
        for pose, (x, y) in zip(poses, places, strict=True)
    ]


def _card(path: Path, rank: Rank) -> Card:
    if rank is Rank.JOKER:
        return Card(rank, Suit.HEARTS if path.stem.endswith("2") else Suit.SPADES)
    return Card(rank, Suit(path.stem[-1]))


def faces(folder: Path, count: int, seed: int) -> Iterator[Fan]:
    """The same of the decks in `folder`, in turn; those without all 52 are left out.

    Raises:
        PictureError: there is no deck in `folder`.
    """
    faces = {
        name: {_card(path, rank): path for path, rank in cards}
        for name, cards in printed.decks(folder).items()
    }
    whole = {name: cards for name, cards in faces.items() if set(pack()) <= set(cards)}
    names = sorted(whole)
    for number in range(seed, seed + count):
        rng = random.Random(f"fan {number}")
        size, change = SIZES[number % 3], CHANGES[number // 3 % len(CHANGES)]
        name = names[number % len(names)]
        paths = whole[name]
        jokers = rng.choice((0, 0, 2)) if len(paths) >= len(pack()) + 2 else 0
        cards = deck_of(rng, change, jokers)
        poses = rows_of(rng, len(cards), size, rng.choice((2, 3, 3)), FREE)
        scene = _scene(rng, size)
        photo = printed.laid(rng, [paths[card] for card in cards], poses, scene)
        yield Fan(
            f"{name}, seed {number}",
            (f"{size[0]}x{size[1]}", change),
            photo.image,
            cards,
            photo.quads,
        )

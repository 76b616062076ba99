"""Crops of labelled photographs, for the networks to learn from besides what is drawn.

`python -m training.harvest --photos PHOTOS --networks MODELS --out SHARDS`. Labels of photographs
give ranks and rough boxes, not where an index is and which way is up, nor how a card lies; a reader
trained on drawn crops says that, and is believed where it agrees with the label. Unknown places are
left out of the lesson; a finding outside every box was wrong. Only photographs that may be learned
from are opened: see `may_learn`.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.drivers import Image
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import PictureError
from appliance.vision.arrays import xy
from appliance.vision.find.finder import STRIDE, CardMaps, Detection, Finder
from appliance.vision.find.grouping import LocatedCard, group, rank_of
from appliance.vision.limits import PHOTOGRAPH
from appliance.vision.read import is_index
from bench.split import may_learn
from bluffing.cards import Suit
from bluffing.message import message
from training.corners import four_cornered
from training.crops import EACH, SIZE, UNKNOWN, Crop, save

Owners = npt.NDArray[np.uint8]

SEED = 5

BELIEVED, SEEN = 0.25, 0.3
"""Least name's and place's chances of an index that agrees with its label."""

SURE, THERE, NO_INDEX = 0.9, 0.5, 0.05
"""Limits at which an index is in a box although the label says otherwise: it is left out.

They are the name's and the place's least chances, and the most chance of no index.
"""

LEARN, LEAVE = 1.0, 0.42
"""Shares to be given as showing: of an index to learn from, and of a place without a question.

They are between HIDDEN and GOOD of training.targets.
"""

LEVEL, UPRIGHT = 1.4, 0.85
"""Minimum width over height of a joker's name, and minimum straightness of its up."""

FOUR = 0.4
"""Share of a photo's crops in which its cards get an index in all four corners."""

HEIGHTS = (75, 170)
"""Least and most height of a card in a crop, in pixels."""

INNER, OUTER = (0.75, 0.9), (1.35, 1.15)
"""A card lies for certain where its outline is, made so many times smaller, and nowhere beyond
where it is made so many times larger: of cards that show one index, and of others."""

MOST = UNKNOWN - 1
"""Cards of one photo that can be distinguished."""

_SLACK = 4  # pixels by which an index may lie outside its box
_EDGE = 8  # pixels by which a card may lie outside its box


@dataclass(frozen=True, slots=True)
class Box:
    """A label: a card such as 10H, K, JOKER or BACK, and its place in pixels.

    `around_index`: the box is around an index, and not around the card.
    """

    card: str
    x0: float
    y0: float
    x1: float
    y1: float
    around_index: bool = False

    @property
    def rank(self) -> str:
        """The rank as the reader names it."""
        if self.card.upper().startswith("JOKER"):
            return "joker"
        return self.card.removesuffix(self.suit)

    @property
    def suit(self) -> str:
        """C, D, H or S, or "" where the label names none."""
        return self.card[-1] if len(self.card) > 1 and self.card[-1] in tuple(Suit) else ""

    def holds(self, spot: Detection) -> bool:
        """Return True if an index lies in it."""
        return (
            self.x0 - _SLACK <= spot.at.real <= self.x1 + _SLACK
            and self.y0 - _SLACK <= spot.at.imag <= self.y1 + _SLACK
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """One place of a photo: an index to `LEARN`, or a place to `LEAVE` out (`shown`).

    Its middle and height in pixels, its up as a unit vector, its suit where that is known.
    """

    x: float
    y: float
    height: float
    up: tuple[float, float]
    shown: float
    label: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled photograph that may be learned from: `ranks` face up, in any order."""

    path: Path
    boxes: tuple[Box, ...]
    ranks: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Return True if the boxes enclose whole cards rather than indices."""
        return not any(box.around_index for box in self.boxes)


def photos(folder: Path) -> list[Photo]:
    """The photographs of labels.json in `folder` that may be learned from.

    Raises:
        PictureError: the labels can't be read, or have no boxes.
    """
    labels = folder / "labels.json"
    try:
        entries = json.loads(labels.read_text(encoding="utf-8"))
        return [
            Photo(
                folder / entry["file"],
                tuple(
                    Box(str(box["card"]), *map(float, box["box"]), box["of"] != "card")
                    for box in entry["boxes"]
                ),
                tuple(map(str, entry["ranks"])),
            )
            for entry in entries
            if may_learn(entry["file"])
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = (
            f"{labels} can't be learned from ({error!r}): it must be a list of objects with"
            ' "file", "ranks" and "boxes", each with "card", "box" and "of"'
        )
        raise PictureError(message("text", text=why)) from error


def lessons(boxes: Sequence[Box], spots: Sequence[Detection]) -> list[Lesson]:
    """Make the lessons of a photo with these boxes and the reader's `spots`."""
    lessons: list[Lesson] = []
    confirmed: set[Box] = set()
    for spot in spots:
        around = [box for box in boxes if box.holds(spot)]
        rank = rank_of(spot.label, [])
        agreeing = [box for box in around if rank is not None and box.rank == str(rank)]
        if agreeing and spot.sure >= BELIEVED and spot.confidence >= SEEN:
            confirmed.update(agreeing)
            suits = {box.suit for box in agreeing}
            suit = suits.pop() if len(suits) == 1 else ""
            lessons.append(Lesson(*xy(spot.at), spot.height, xy(spot.up), LEARN, spot.label, suit))
        elif around and spot.confidence >= THERE and spot.sure > SURE and spot.none < NO_INDEX:
            lessons.append(Lesson(*xy(spot.at), 1.5 * spot.height, xy(spot.up), LEAVE, spot.label))
    left = [box for box in boxes if box not in confirmed and box.card != "BACK"]
    return lessons + [_joker(box, spots) or _unread(box) for box in left]


def _joker(box: Box, spots: Sequence[Detection]) -> Lesson | None:
    """Learn a joker's name from its label, where the reader saw a part, whatever its reading.

    No two decks letter it alike: of all others the reader knows the letters before it sees a photo.
    """
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    if box.rank != "joker" or not box.around_index or max(wide, high) < LEVEL * min(wide, high):
        return None
    letters = [spot for spot in spots if box.holds(spot) and spot.confidence >= SEEN]
    upright = [spot for spot in letters if (abs(spot.up.imag) > UPRIGHT) == (wide > high)]
    if not upright:
        return None
    up = xy(max(upright, key=lambda spot: spot.confidence).up)
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    return Lesson(*middle, max(wide, high) / 2, up, LEARN, "joker")


def _unread(box: Box) -> Lesson:
    """A box in which the label's index was not found, to be left out as a whole."""
    size = max(box.x1 - box.x0, box.y1 - box.y0)
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    return Lesson(*middle, size / 1.2, (0.0, -1.0), LEAVE, "none")


def believed(photo: Photo, spots: Sequence[Detection]) -> list[LocatedCard]:
    """The cards of a photo as the reader grouped them, if these are the label's; else none."""
    cards, _ = group([spot for spot in spots if is_index(spot)], PHOTOGRAPH)
    labels = [card.label for card in cards]
    read = [str(rank_of(label, labels)) for label in labels]
    return cards[:MOST] if sorted(read) == sorted(photo.ranks) else []


def owners(photo: Photo, cards: Sequence[LocatedCard], shape: tuple[int, int]) -> Owners:
    """Return the card of `cards` at each pixel of a photo of shape (h, w), as `Crop.owner` does."""
    nowhere = np.full(shape, photo.whole, np.uint8)
    for box in photo.boxes:
        low, high = (max(0, round(side) - _EDGE) for side in (box.x0, box.y0))
        nowhere[high : round(box.y1) + _EDGE, low : round(box.x1) + _EDGE] = 0
    if photo.whole and cards:
        nowhere |= 1 - np.minimum(1, sum(_outline(card, OUTER, shape) for card in cards))
    inside = [_outline(card, INNER, shape) for card in cards]
    several = np.sum(inside, axis=0, dtype=np.uint8) if inside else np.zeros(shape, np.uint8)
    known = np.where(nowhere, 0, UNKNOWN).astype(np.uint8)
    for number, outline in enumerate(inside, start=1):
        known[(outline > 0) & (several == 1)] = number
    return known


def _outline(card: LocatedCard, grown: tuple[float, float], shape: tuple[int, int]) -> Owners:
    """1 inside the card's outline, which has `grown` about its middle, and 0 elsewhere."""
    middle = np.array(xy(card.centre))
    quad = middle + (np.array(card.quad) - middle) * grown[card.opposite is not None]
    filled = cv2.fillConvexPoly(np.zeros(shape, np.uint8), np.round(quad).astype(np.int32), (1,))
    return np.asarray(filled, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A photo, what it teaches about indices, and its cards where these are known.

    `owner` uint8 (h, w): which card lies there, from 1, or 0, or UNKNOWN.
    """

    image: Image
    lessons: Sequence[Lesson]
    cards: Sequence[LocatedCard]
    owner: Owners


def with_four_corners(known: Known, maps: CardMaps) -> Known:
    """The photo with an index in all four corners of its cards, where that can be drawn."""
    image, copies = four_cornered(known.image, known.cards, maps)
    taught = {complex(lesson.x, lesson.y): lesson for lesson in known.lessons}
    more = [
        replace(taught[copy.at], x=at.real, y=at.imag) for copy, at in copies if copy.at in taught
    ]
    return replace(known, image=image, lessons=[*known.lessons, *more])


def crop(known: Known, card: float, rng: random.Random) -> Crop:
    """A turned and scaled piece of a photo, mostly around one of its places.

    `card` is a card's height in the photo, in pixels.
    """
    image, taught = known.image, known.lessons
    least, most = HEIGHTS
    scale = math.exp(rng.uniform(math.log(least), math.log(most))) / card
    turn = rng.uniform(-0.25, 0.25)
    x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
    if taught and rng.random() < 0.85:
        lesson = rng.choice(taught)
        x, y = lesson.x + rng.gauss(0, 70) / scale, lesson.y + rng.gauss(0, 70) / scale
    half, (high, wide) = SIZE / 2 / scale, image.shape[:2]
    x = min(max(x, min(half, wide / 2)), max(wide - half, wide / 2))
    y = min(max(y, min(half, high / 2)), max(high - half, high / 2))
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    motion = np.array([[c, -s, SIZE / 2 - c * x + s * y], [s, c, SIZE / 2 - s * x - c * y]])
    soft = image if scale > 0.8 else cv2.GaussianBlur(image, (0, 0), 0.42 / scale)
    picture = cv2.warpAffine(soft, motion, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
    rows, shown = [], []
    for lesson in taught:
        px, py = motion @ (lesson.x, lesson.y, 1)
        up = motion[:, :2] @ lesson.up / scale
        reach = lesson.height * scale
        if -reach < min(px, py) and max(px, py) < SIZE + reach:
            rows.append((px, py, reach, *up, 0, lesson.shown))
            shown.append(lesson)
    owner = cv2.warpAffine(
        known.owner, motion, (SIZE, SIZE), flags=cv2.INTER_NEAREST, borderValue=(UNKNOWN,)
    )
    middles = np.s_[STRIDE // 2 :: STRIDE]
    cards = [(*(motion @ (*xy(card.centre), 1)), card.height * scale, 0.0) for card in known.cards]
    return Crop(
        np.ascontiguousarray(picture, np.uint8),
        np.ascontiguousarray(owner[middles, middles], np.uint8),
        np.array(cards, np.float32).reshape(-1, 4),
        np.array(rows, np.float32).reshape(-1, 7),
        tuple(lesson.label for lesson in shown),
        tuple(lesson.suit for lesson in shown),
    )


def _card_height(image: Image, spots: Iterable[Detection]) -> float:
    """Estimate a card's height in a photo: a third of the photo without a finding."""
    sizes = [spot.card_height for spot in spots if spot.confidence > 0.5 and spot.sure > 0.6]
    return float(np.median(sizes)) if sizes else max(image.shape[:2]) / 3


def harvest(found: Sequence[Photo], finder: Finder, each: int, rng: random.Random) -> list[Crop]:
    """`each` crops of every photo, shuffled; tells how it goes on.

    Raises:
        PictureError: a photo can't be read.
    """
    crops: list[Crop] = []
    learnt = left = 0
    for number, photo in enumerate(found, start=1):
        image = load_picture(photo.path)
        spots, maps = finder.find(image, None)
        taught, cards = lessons(photo.boxes, spots), believed(photo, spots)
        known = Known(image, taught, cards, owners(photo, cards, image.shape[:2]))
        learnt += sum(lesson.shown == LEARN for lesson in taught)
        left += sum(lesson.shown == LEAVE for lesson in taught)
        size = _card_height(image, spots)
        fours = round(each * FOUR)
        crops += [crop(known, size, rng) for _ in range(each - fours)]
        cornered = with_four_corners(known, maps)
        crops += [crop(cornered, size, rng) for _ in range(fours)]
        if number % 50 == 0 or number == len(found):
            print(
                f"{number} of {len(found)} photos: {learnt} indices, {left} places left out",
                flush=True,
            )
    rng.shuffle(crops)
    return crops


def main() -> int:
    """Write the crops of every photo that may be learned from; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training.harvest", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with a labels.json")
    parser.add_argument("--networks", type=Path, required=True, help="folder of the networks")
    parser.add_argument("--out", type=Path, required=True, help="folder of the shards")
    parser.add_argument("--each", type=int, default=14, help="crops of one photo")
    options = parser.parse_args()
    try:
        labelled = photos(options.photos)
        crops = harvest(
            labelled, Finder(networks=options.networks), options.each, random.Random(SEED)
        )
    except PictureError as error:
        print(error, file=sys.stderr)
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(0, len(crops), EACH):
        save(options.out / f"shard-{number // EACH:04}.npz", crops[number : number + EACH])
    print(f"{len(crops)} crops of {len(labelled)} photos")
    return 0


if __name__ == "__main__":
    sys.exit(main())

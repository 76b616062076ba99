"""Reads the cards in one look into the reveal box, and asks whenever anything is in doubt.

The rule behind every line here: a wrong answer is the worst thing that the table can say,
and "spread the cards" costs nobody anything.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from appliance.vision.cards import ASPECT, Lying, group, rank_of
from appliance.vision.find import STRIDE, Areas, Finder, Spot
from appliance.vision.index import Image
from appliance.vision.reading import SURE, Quad, Reading, SeenCard

FOUND = 0.5
"""Least chance that an index is there for it to count as one."""

SUSPECT = 0.1
"""From this chance on something that is not read may be an index of another card."""

NAMED = 0.6
"""An index whose name is less likely than this is none, or can't be read at all."""

JOKER_FOUND, JOKER_NAMED = 0.4, 0.4
"""The same of a joker's mark, which is lettered as nobody else's and like nothing else."""

STRAYS = ((0.3, 0.035), (0.12, 0.19))
"""An area that sees a card's middle so far (in heights) from that of every card which was read,
and is such a share of a card, is another card's: little of it far away, or much close by, as in
a fan. Of 14 simulated heaps and fans in which a card was missed, 13 are asked about with both."""

BESIDE, ALONE, PLAIN = 0.15, 0.15, 0.8
"""An area further than so many heights from all cards that were read is a card only if it is such a
share of one, for nothing but the picture's edge or a hand can hide the rest of it, and if it is
so likely a card's face throughout: paper, books and cloth are so in parts."""

PIP = 0.6
"""A card's own pip or picture is hardly taken for an index with so much of a chance."""

HARDLY = 0.2
"""Where a place and all around it are less likely than this a card's face, nothing is an index."""

AROUND, SLIVER = 0.04, 0.005
"""Where a card's size is known, nothing of a card shows further than so many heights around those
that were read, but for specks of such a share of a card. Of 44 heaps of one rank in which a card
was missed this finds 30, and it asks about 2 of 100 overlapping scenes that were read rightly."""

LOOSE, STRIP = 0.1, 0.01
"""The same where the size and the camera's angle are guessed."""

EDGE = 0.3
"""Only what touches a card counts there (see BESIDE), no further than so many heights from it."""

FACE = 0.5
"""From this chance on a place is a card's face."""

SHOWS = 0.04
"""So much of a card shows at least: else its index was counted with a wrong card."""

LOPSIDED = 0.055
"""So much wider, in heights of the card, may one side of it seem."""

OWN = 0.3
"""A place belongs to a card if it sees that card's middle within so many of its heights."""

SHARPEST = 2600
"""Longest side of the picture that indices are cut from, pixels."""

COVERED = "a card may be covered: spread the cards"

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why the reader asks, and where in the picture."""

    ask: str
    place: Quad | None = None


class CardReader:
    """Reads face-up cards. Loads its networks at the first look; not for use by two threads."""

    @cached_property
    def _finder(self) -> Finder:
        return Finder()

    def read(self, image: Image, card: float | None = None) -> Reading:
        """Every face-up card in a BGR picture of any size; `ask` is set when anything is unsure.

        `card` is the height of a card in pixels, where a calibrated box tells it: then one look
        is enough. Never raises on a picture, however bad: what can't be read is a reason to ask.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            return Reading((), 0, 0, "this is no colour picture: check the camera")
        height, width = image.shape[:2]
        if min(height, width) < 64:
            return Reading((), width, height, "the picture is too small: check the camera")
        trouble = _unusable(image)
        if trouble:
            return Reading((), width, height, trouble)
        sharp, zoom = reduced(image)
        size = None if card is None else card * zoom
        spots, areas = self._finder.find(sharp, size)
        seen, doubt = cards_of(sharp, spots, areas, size)
        seen = tuple(replace(one, quad=_enlarged(one.quad, 1 / zoom)) for one in seen)
        if doubt is None:
            return Reading(seen, width, height)
        where = None if doubt.place is None else _enlarged(doubt.place, 1 / zoom)
        return Reading(seen, width, height, doubt.ask, where)


def cards_of(
    image: Image, spots: Sequence[Spot], areas: Areas, size: float | None = None
) -> tuple[tuple[SeenCard, ...], Doubt | None]:
    """The cards in `image` on which `spots` sit, and why they may not be all and right.

    `size` is a card's height in pixels, where it is known.
    """
    good = [spot for spot in spots if is_index(spot)]
    cards, unclear = group(good, squeezed=size is None)
    labels = [each.label for each in cards]
    seen = tuple(SeenCard(rank_of(each.label, labels), each.sure, each.quad) for each in cards)
    doubt = _doubt(image, cards, seen, unclear) or _missed(spots, good, cards, areas)
    if doubt is None and (sliver := _sliver(cards, areas, size)) is not None:
        doubt = Doubt(COVERED, sliver)
    return seen, doubt


def is_index(spot: Spot) -> bool:
    """Whether an index is there, and can be named."""
    found, named = (JOKER_FOUND, JOKER_NAMED) if spot.label == "joker" else (FOUND, NAMED)
    return spot.chance >= found and spot.sure >= named


def reduced(image: Image) -> tuple[Image, float]:
    """The picture with at most SHARPEST pixels a side, and its size over the given one's."""
    zoom = min(1.0, SHARPEST / max(image.shape[:2]))
    if zoom == 1.0:
        return image, 1.0
    small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), zoom


def _unusable(image: Image) -> str | None:
    """Why nothing at all can be read from this picture, if so."""
    step = max(1, min(image.shape[:2]) // 160)
    low, high = np.percentile(image[::step, ::step].max(axis=2), (2, 99))
    if high < 30:
        return "too dark: turn the light on"
    if low > 250:
        return "too bright: turn the light down"
    if high - low < 12:
        return "no cards seen: put them into the box, face up"
    return None


def _doubt(
    image: Image,
    cards: list[Lying],
    seen: tuple[SeenCard, ...],
    unclear: list[tuple[Spot, Spot]],
) -> Doubt | None:
    """Why the cards that were read may not be right, and where; None if they are."""
    if not cards:
        return Doubt("no cards seen: spread them in the box, face up")
    for card, one in zip(cards, seen, strict=True):
        if one.rank is None:
            return Doubt(f"I don't know what {card.label} means in this deck: show it", card.quad)
        if one.sure < SURE:
            return Doubt("a card can't be read: lay it flat, away from glare", card.quad)
    for one_spot, _ in unclear:
        return Doubt("one card or two? spread the cards", _around(one_spot))
    height, width = image.shape[:2]
    for card in cards:
        for spot in card.spots:
            edge = spot.height * 0.6
            if not (edge < spot.x < width - edge and edge < spot.y < height - edge):
                return Doubt("a card is half out of the picture: push it in", card.quad)
    return None


def _missed(
    spots: Sequence[Spot], good: Sequence[Spot], cards: list[Lying], areas: Areas
) -> Doubt | None:
    """Anything else in the picture that may be a card or a part of one."""
    unread = _unread(spots, good, cards, areas)
    if unread is not None:
        why = "an index can't be read: lay the card flat, away from glare"
        return Doubt(why, _around(unread))
    for number, card in enumerate(cards):
        if _lopsided(card, cards[:number] + cards[number + 1 :], areas):
            return Doubt(COVERED, card.quad)
    far = np.stack(
        [
            np.linalg.norm(areas.centres - np.array(one.centre, np.float32), axis=2) / one.height
            for one in cards
        ]
    )
    nearest = far.min(axis=0)
    unit, face = STRIDE * areas.zoom, areas.face > FACE
    own, owner = face & (nearest < OWN), far.argmin(axis=0)
    for number, card in enumerate(cards):
        if (own & (owner == number)).sum() < SHOWS * ASPECT * (card.height / unit) ** 2:
            return Doubt("one card or two? spread the cards", card.quad)
    whole = ASPECT * (float(np.median([card.height for card in cards])) / unit) ** 2
    beside = _outlines(cards, BESIDE, areas)
    for apart, share in STRAYS:
        stray = (face & (nearest >= apart)).astype(np.uint8)
        opened = cv2.morphologyEx(stray, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for part, place in _parts(np.asarray(opened, np.uint8), share * whole, unit):
            alone = not (part & beside).any()
            if not alone or (part.sum() > ALONE * whole and cv2.mean(areas.face, part)[0] > PLAIN):
                return Doubt(COVERED, place)
    return None


def _unread(
    spots: Sequence[Spot], good: Sequence[Spot], cards: Sequence[Lying], areas: Areas
) -> Spot | None:
    """What may be an index on a card, and is on none of those that were read."""
    used = {id(spot) for spot in good}
    around = cv2.dilate(areas.face, np.ones((5, 5), np.uint8))
    unit = STRIDE * areas.zoom
    for spot in spots:
        row = min(max(0, int(spot.y / unit)), around.shape[0] - 1)
        column = min(max(0, int(spot.x / unit)), around.shape[1] - 1)
        if id(spot) in used or around[row, column] < HARDLY:
            continue
        # a card's own pips and pictures see its own middle, and look little like an index
        own = any(math.dist(spot.centre, card.centre) < OWN * card.height for card in cards)
        index = spot.chance * (1 - float(spot.names[-1]))
        if spot.chance > PIP or (index > SUSPECT and not own):
            return spot
    return None


def _sliver(cards: Sequence[Lying], areas: Areas, size: float | None) -> Quad | None:
    """A part of a card along one of `cards`, where none of these can lie; see AROUND and LOOSE."""
    margin, share = (LOOSE, STRIP) if size is None else (AROUND, SLIVER)
    known = [card if size is None else replace(card, height=size) for card in cards]
    outside = (areas.face > FACE).astype(np.uint8) & (1 - _outlines(known, margin, areas))
    near = outside & _outlines(known, EDGE, areas)
    thinned = np.asarray(cv2.erode(near, np.ones((2, 2), np.uint8)), np.uint8)
    unit, beside = STRIDE * areas.zoom, _outlines(known, BESIDE, areas)
    whole = ASPECT * (float(np.median([card.height for card in known])) / unit) ** 2
    parts = _parts(thinned, share * whole, unit)
    return next((place for part, place in parts if (part & beside).any()), None)


def _outlines(cards: Sequence[Lying], margin: float, areas: Areas) -> Mask:
    """1 at the places of `areas` in the outlines of `cards`, with so many heights around them."""
    inside, unit = np.zeros(areas.face.shape, np.uint8), STRIDE * areas.zoom
    for card in cards:
        middle = np.array(card.centre)
        quad = middle + (np.array(card.quad) - middle) * (1 + 2 * margin)
        # a place's own middle is half a unit in; cv2 takes sixteenths of one
        corners = np.round((quad / unit - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(inside, corners, (1,), shift=4)
    return inside


def _parts(mask: Mask, least: float, unit: float) -> Iterator[tuple[Mask, Quad]]:
    """The connected parts of `mask` with more than `least` places, the largest first.

    Each as where it is in the mask and, places being `unit` pixels apart, in the picture.
    """
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    for part in 1 + np.argsort(-stats[1:count, cv2.CC_STAT_AREA]):
        if stats[part, cv2.CC_STAT_AREA] <= least:
            break
        x, y, w, h = (float(stats[part, n]) * unit for n in range(4))
        quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        yield np.asarray(parts == part, np.uint8), quad


def _lopsided(card: Lying, others: Sequence[Lying], areas: Areas) -> bool:
    """Whether more shows on one side of a card's middle than on the other: one lies below it.

    Known only of a card that shows both ends, whose middle they tell, and that touches no other.
    """
    reach = 1.3 * card.height
    if len(card.spots) < 2 or any(math.dist(card.centre, one.centre) < reach for one in others):
        return False
    side, unit = 64, STRIDE * areas.zoom
    step = 1.6 * card.height / side
    up = np.array(card.up)
    right = np.array([-up[1], up[0]])
    start = np.array(card.centre) - (right - up) * step * (side - 1) / 2
    # a place's own middle is half a unit in
    way = np.column_stack([right * step, -up * step, start - unit / 2]) / unit
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(areas.face, way, (side, side), flags=flags)
    across = face[side * 3 // 8 : side * 5 // 8].mean(axis=0)
    down = face[:, side * 3 // 8 : side * 5 // 8].mean(axis=1)
    uneven = (
        abs(float(line[: side // 2].sum() - line[side // 2 :].sum())) * step
        for line in (across, down)
    )
    return max(uneven) > LOPSIDED * card.height


def _around(spot: Spot) -> Quad:
    r = spot.height
    x, y = spot.x, spot.y
    return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))


def _enlarged(quad: Quad, up: float) -> Quad:
    return tuple((x * up, y * up) for x, y in quad)

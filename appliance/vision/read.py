"""Reads the cards in one look into the reveal box, and asks whenever anything is in doubt.

The rule behind every line here: a wrong answer is the worst thing that the table can say,
and "spread the cards" costs nobody anything.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import Rank
from appliance.vision import corner, residue
from appliance.vision.locate import (
    BRIGHTNESS,
    Gray,
    Image,
    Outline,
    Points,
    masks,
    outlines,
    rectified,
    reduced,
)
from appliance.vision.reading import Quad, Reading, SeenCard

ASPECTS = (1.22, 1.68)
"""Long over short side of a card: poker 1.40, bridge 1.56, and some tilt of the camera. Two
cards side by side under one outline come out squarer."""

SURE = 0.93
"""Least chance that both ends of a card must give to one and the same rank."""

ALIKE_SIZE, ALIKE_SHAPE = 1.35, 1.16
"""How many times as wide, and as slender, one card may look as another in the same picture."""

SHARPEST = 1600
"""Longest side of the picture that indices are cut from, pixels."""


@dataclass(frozen=True, slots=True)
class _Named:
    """An outline and what its two ends say."""

    outline: Outline
    rank: Rank | None
    sure: float
    uneven: bool = False


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why the reader asks, and where in the reduced picture."""

    ask: str
    place: Points | None = None


class CardReader:
    """Reads face-up cards. Loads its network at the first look; not for use by two threads."""

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        return corner.load()

    def read(self, image: Image) -> Reading:
        """Every face-up card in a BGR picture of any size; `ask` is set when anything is unsure.

        Never raises on a picture, however bad: what can't be read is a reason to ask.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            return Reading((), 0, 0, "this is no colour picture: check the camera")
        height, width = image.shape[:2]
        if min(height, width) < 64:
            return Reading((), width, height, "the picture is too small: check the camera")
        sharp, zoom = reduced(image, SHARPEST)
        small, scale = reduced(sharp)
        trouble = _unusable(small)
        if trouble:
            return Reading((), width, height, trouble)
        planes = masks(small)
        found = outlines(planes)
        named = self._name(sharp, found, 1 / scale)
        doubt = _doubt(small, planes, found, named)
        back = 1 / (scale * zoom)
        cards = tuple(
            SeenCard(each.rank, each.sure, _quad(each.outline.quad, back)) for each in named
        )
        if doubt is None:
            return Reading(cards, width, height)
        where = None if doubt.place is None else _quad(doubt.place, back)
        return Reading(cards, width, height, doubt.ask, where)

    def _name(self, sharp: Image, found: list[Outline], up: float) -> list[_Named]:
        """The outlines that are cards: those with the same index at both ends."""
        cards = [each for each in found if ASPECTS[0] < each.sides[1] / each.sides[0] < ASPECTS[1]]
        ends = [
            end
            for each in cards
            for end in corner.both_ends(rectified(sharp, each.quad * np.float32(up)))
        ]
        chances = corner.chances(self._net, ends)
        named = []
        for number, each in enumerate(cards):
            rank, sure = _agreed(chances[2 * number], chances[2 * number + 1])
            if sure > 0:
                uneven = rank is not None and corner.uneven(*ends[2 * number : 2 * number + 2])
                named.append(_Named(each, rank, sure, uneven))
        return _merged(named)


def _merged(named: list[_Named]) -> list[_Named]:
    """One entry a card: of outlines within one another the largest, as sure as the surest.

    A shadow or a printed frame gives one card several outlines, all with the same index.
    """
    kept: list[_Named] = []
    for each in sorted(named, key=lambda one: -cv2.contourArea(one.outline.quad)):
        for place, other in enumerate(kept):
            if residue.inside(each.outline.quad, other.outline.quad):
                if each.rank is other.rank:
                    kept[place] = replace(other, sure=max(each.sure, other.sure))
                break
        else:
            kept.append(each)
    return kept


def _agreed(
    one: npt.NDArray[np.float32], two: npt.NDArray[np.float32]
) -> tuple[Rank | None, float]:
    """What both ends say and how sure they are of it; (None, 0) where neither sees an index."""
    first, second = corner.NAMES[int(one.argmax())], corner.NAMES[int(two.argmax())]
    if first is None and second is None:
        return None, 0.0
    if first is not second:
        return None, float(max(one[:-1].max(), two[:-1].max()))
    return first, float(min(one.max(), two.max()))


def _unusable(image: Image) -> str | None:
    """Why nothing at all can be read from this picture, if so."""
    low, high = np.percentile(image[::4, ::4].max(axis=2), (2, 99))
    if high < 45:
        return "too dark: turn the light on"
    if low > 245:
        return "too bright: turn the light down"
    if high - low < 25:
        return "no cards seen: put them into the box, face up"
    return None


def _doubt(
    image: Image, planes: list[Gray], found: list[Outline], named: list[_Named]
) -> _Doubt | None:
    """Why the cards named may not be all and right, and where; None if they are."""
    if not named:
        return _Doubt("no cards seen: spread them in the box, face up")
    for each in named:
        if each.rank is None or each.sure < SURE:
            return _Doubt("a card can't be read: lay it flat, away from glare", each.outline.quad)
        if each.uneven:
            return _Doubt("a card may be covered: spread the cards", each.outline.quad)
    cards = [each.outline for each in named]
    return _misplaced(image, cards) or _unexplained(image, planes, found, cards)


def _misplaced(image: Image, cards: list[Outline]) -> _Doubt | None:
    """A card that leaves the picture, touches something or isn't shaped like the others."""
    height, width = image.shape[:2]
    for card in cards:
        if card.quad.min() < 2 or (card.quad > (width - 3, height - 3)).any():
            return _Doubt("a card is half out of the picture: push it in", card.quad)
        if residue.touched(image, card.quad):
            return _Doubt("cards touch or are hard to tell from the box: spread them", card.quad)
    short = [card.sides[0] for card in cards]
    shape = [card.sides[1] / card.sides[0] for card in cards]
    if max(short) > ALIKE_SIZE * min(short) or max(shape) > ALIKE_SHAPE * min(shape):
        odd = cards[int(np.argmax(shape))].quad
        return _Doubt("a card has an odd shape: lay it flat and free", odd)
    return None


def _unexplained(
    image: Image, planes: list[Gray], found: list[Outline], cards: list[Outline]
) -> _Doubt | None:
    """Anything else in the picture that might be a card or a part of one."""
    stray = residue.stray_outline(found, cards)
    if stray is None:
        stray, quiet = residue.stray_detail(image, cards)
        if stray is None and not quiet:
            stray = residue.stray_blob(image, planes[:BRIGHTNESS], cards)
    if stray is not None:
        return _Doubt("something there is not read: one card each, face up", stray)
    stray = residue.stray_paper(image, cards)
    if stray is not None:
        return _Doubt("a card may be covered: spread the cards", stray)
    return None


def _quad(quad: Points, up: float) -> Quad:
    return tuple((float(x) * up, float(y) * up) for x, y in quad)

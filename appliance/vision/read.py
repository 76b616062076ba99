"""Reads the cards in one look into the reveal box, and asks whenever anything is in doubt.

The rule behind every line here: a wrong answer is the worst thing that the table can say,
and "spread the cards" costs nobody anything.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import Rank
from appliance.vision import corner, residue
from appliance.vision.locate import (
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

ASPECTS = (1.2, 1.68)
"""Long over short side of a card: poker 1.40, bridge 1.56, and some tilt of the camera."""

SURE = 0.93
"""Least chance that both ends of a card must give to one and the same rank."""

SHARPEST = 1600
"""Longest side of the picture that indices are cut from, pixels."""


@dataclass(frozen=True, slots=True)
class _Named:
    """An outline and what its two ends say."""

    outline: Outline
    rank: Rank | None
    sure: float


class CardReader:
    """Reads face-up cards. Loads its network at the first look; not for use by two threads."""

    @cached_property
    def _net(self) -> corner.Net:
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
        ask, place = _doubt(small, planes, found, named)
        back = 1 / (scale * zoom)
        cards = tuple(
            SeenCard(each.rank, each.sure, _quad(each.outline.quad, back)) for each in named
        )
        where = None if place is None else _quad(place, back)
        return Reading(cards, width, height, ask, where)

    def _name(self, sharp: Image, found: list[Outline], up: float) -> list[_Named]:
        """The outlines that are cards: those with the same index at both ends."""
        cards = [each for each in found if ASPECTS[0] < each.sides[1] / each.sides[0] < ASPECTS[1]]
        ends = [
            end
            for each in cards
            for end in corner.both_ends(rectified(sharp, each.quad * np.float32(up)))
        ]
        chances = corner.chances(self._net, ends)
        named = [
            _Named(each, *_agreed(chances[2 * number], chances[2 * number + 1]))
            for number, each in enumerate(cards)
        ]
        named = [each for each in named if each.sure > 0]
        named.sort(key=lambda each: -cv2.contourArea(each.outline.quad))
        kept: list[_Named] = []
        for each in named:
            if not any(residue.inside(each.outline.quad, other.outline.quad) for other in kept):
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
) -> tuple[str | None, Points | None]:
    """Why the cards named may not be all and right, and where; (None, None) if they are."""
    if not named:
        return "no cards seen: spread them in the box, face up", None
    for each in named:
        if each.rank is None or each.sure < SURE:
            return "a card can't be read: lay it flat, away from glare", each.outline.quad
    outlined = [each.outline for each in named]
    height, width = image.shape[:2]
    for card in outlined:
        if card.quad.min() < 2 or (card.quad > (width - 3, height - 3)).any():
            return "a card is half out of the picture: push it in", card.quad
        if residue.touched(image, card.quad):
            return "cards touch or are hard to tell from the box: spread them", card.quad
    short = sorted(card.sides[0] for card in outlined)
    if short[-1] > 1.35 * short[0]:
        return "these cards differ in size: lay them flat", outlined[-1].quad
    shape = sorted(card.sides[1] / card.sides[0] for card in outlined)
    if any(later > 1.16 * earlier for earlier, later in pairwise((shape[0], shape[-1]))):
        return "a card has an odd shape: lay it flat and free", outlined[-1].quad
    stray = residue.stray_outline(found, outlined)
    if stray is not None:
        return "something there is not read: one card each, face up", stray
    stray, quiet = residue.stray_detail(image, outlined)
    if stray is None and not quiet:
        stray = residue.stray_blob(image, planes[:7], outlined)
    if stray is not None:
        return "something there is not read: one card each, face up", stray
    stray = residue.stray_paper(image, outlined)
    if stray is not None:
        return "a card may be covered: spread the cards", stray
    return None, None


def _quad(quad: Points, up: float) -> Quad:
    return tuple((float(x) * up, float(y) * up) for x, y in quad)

"""Reads the cards in one look into the reveal box, and asks whenever anything is in doubt.

The rule behind every line here: a wrong answer is the worst thing that the table can say,
and "spread the cards" costs nobody anything.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np

from appliance.core.reading import SURE, Quad, Reading, SeenCard, touch
from appliance.vision.doubts.missed_cards import HALF_OUT, HARDLY, Doubt, around, missed, place_of
from appliance.vision.doubts.no_index import nameless
from appliance.vision.find.finder import Areas, Finder, Spot
from appliance.vision.find.grey_levels import level
from appliance.vision.find.grouping import JOKER, Lying, group, rank_of
from appliance.vision.find.index import Image
from appliance.vision.find.network import Runner
from appliance.vision.find.second_look import again

FOUND = 0.5
"""Least chance that an index is there for it to count as one."""

NAMED = 0.6
"""An index whose name is less likely than this is none, or can't be read at all."""

JOKER_FOUND, JOKER_NAMED = 0.4, 0.4
"""The same of a joker's mark, which is lettered as nobody else's and like nothing else."""

BESIDE = 1.3
"""What is within so many times a card's outline may be one below it."""

SHARPEST = 2600
"""Longest side of the picture that indices are cut from, pixels."""


class CardReader:
    """Reads face-up cards. Loads its networks at the first look; not for use by two threads.

    They are run by `runner`, or by the one that works here.
    """

    def __init__(self, runner: Runner | None = None) -> None:
        self._runner = runner

    @cached_property
    def _finder(self) -> Finder:
        return Finder(runner=self._runner)

    def read(self, image: Image, card: float | None = None) -> Reading:
        """Every face-up card in a BGR picture of any size; `ask` is set when anything is unsure.

        `card` is the height of a card in pixels, where a calibrated box tells it: then one look
        is enough. Where none does, cards lie apart and the doubt touches none of them, the reader
        looks again before it asks.
        Never raises on a picture, however bad: what can't be read is a reason to ask.
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
        if doubt is not None and size is None and _may_vanish(doubt, Reading(seen, width, height)):
            further = (cards_of(sharp, *look) for look in again(self._finder, sharp, spots, areas))
            seen, doubt = next((look for look in further if look[1] is None), (seen, doubt))
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
    good = [spot for spot in spots if is_index(spot) and not _is_lettering(spot, areas)]
    cards, unclear = group(good, squeezed=size is None)
    labels = [each.label for each in cards]
    seen = tuple(SeenCard(rank_of(each.label, labels), each.sure, each.quad) for each in cards)
    doubt = _doubt(image, cards, seen, unclear) or missed(spots, good, cards, areas, size)
    if doubt is None and size is None:  # in a calibrated box the bare ground tells (`ground`)
        doubt = nameless(image, cards, areas)
    return seen, doubt


def is_index(spot: Spot) -> bool:
    """Whether an index is there, and can be named."""
    found, named = (JOKER_FOUND, JOKER_NAMED) if spot.label == JOKER else (FOUND, NAMED)
    return spot.chance >= found and spot.sure >= named


def _is_lettering(spot: Spot, areas: Areas) -> bool:
    """Whether what looks like a joker's name is on no card's face: on a book, say."""
    return spot.label == JOKER and bool(areas.face[place_of(spot, areas)] < HARDLY)


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
    height, width = (side // step for side in image.shape[:2])
    some = cv2.resize(image, (width, height), interpolation=cv2.INTER_NEAREST)
    brightest = np.maximum.reduce(cv2.split(some))
    low, high = level(brightest, 0.02), level(brightest, 0.99)
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
        return Doubt("one card or two? spread the cards", around(one_spot))
    height, width = image.shape[:2]
    for card in cards:
        for spot in card.spots:
            edge = spot.height * 0.6
            if not (edge < spot.x < width - edge and edge < spot.y < height - edge):
                return Doubt(HALF_OUT, card.quad)
    return None


def _may_vanish(doubt: Doubt, reading: Reading) -> bool:
    """Whether further looks may do away with a `doubt`: only where it touches no card.

    Of a card below another, or cut off by the picture's edge, so little shows that looks differ by
    chance.
    """
    if not reading.cards or not reading.apart or doubt.ask == HALF_OUT:
        return False
    return not any(_touches(doubt, card) for card in reading.cards)


def _touches(doubt: Doubt, card: SeenCard) -> bool:
    """Whether the place of `doubt` is on `card` or right beside it."""
    return doubt.place is None or touch(card.quad, doubt.place, BESIDE)


def _enlarged(quad: Quad, up: float) -> Quad:
    return tuple((x * up, y * up) for x, y in quad)

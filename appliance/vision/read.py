"""Reads the cards in the reveal box, and asks whenever anything is in doubt.

The rule behind every line here: a wrong answer is the table's worst fault, and "spread the cards"
costs the players nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

import cv2
import numpy as np

from appliance.core.reading import SURE, UNKNOWN_FACE, Ask, Quad, Reading, SeenCard, touch
from appliance.vision.arrays import Image, level
from appliance.vision.doubts.cut_index import Size, at_edge, less_sure
from appliance.vision.doubts.missed_cards import (
    COVERED,
    HALF_OUT,
    INDEX_UNREAD,
    CardSearch,
)
from appliance.vision.doubts.one_or_two import OneOrTwo
from appliance.vision.doubts.paper import more_paper
from appliance.vision.doubts.squared_up import hides_another
from appliance.vision.find.finder import CardMaps, Detection, Finder, View
from appliance.vision.find.grouping import JOKER, LocatedCard, group, seen_cards
from appliance.vision.find.second_look import further_looks
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH, ReadingLimits
from bluffing.message import Message, message

MAX_SIDE = 2600
"""Longest side of the picture that indices are cropped from, pixels; a larger one is reduced."""

CLOSER = 1.3
"""Card height in a closer look, relative to the height that suits the networks best."""


class CardReader:
    """Reads face-up cards. Loads its networks at the first look; not for use by two threads.

    `load` returns the finder of indices: one that knows a deck, or a runner of networks.
    """

    def __init__(self, load: Callable[[], Finder] = Finder) -> None:
        self._load = load

    @cached_property
    def _finder(self) -> Finder:
        return self._load()

    def prepare(self) -> None:
        """Load the networks, and run each once. Raises ModelError: one can't be loaded."""
        self._finder.prepare()

    def forget_deck(self) -> None:
        """Forget the knowledge of the last deck, in a subclass that has it: another may follow."""

    def read(self, image: Image, card_height: float | None = None) -> Reading:
        """Read every face-up card in a BGR picture of any size; `ask` is set if anything is unsure.

        `card_height` is in pixels, if a calibrated box provides it. Never raises on a picture,
        however bad: an illegible one is a reason to ask.

        Raises:
            ModelError: a network can't be loaded.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            return Reading((), 0, 0, Ask(message("ask.no-colour")))
        height, width = image.shape[:2]
        trouble = message("ask.too-small") if min(height, width) < 64 else _unusable(image)
        if trouble is not None:
            return Reading((), width, height, Ask(trouble))
        sharp, zoom = reduced(image)
        limits = PHOTOGRAPH
        if card_height is not None:
            limits = replace(CALIBRATED, card_height=card_height * zoom)
        reading = self._read(sharp, limits)
        return reading.moved(width, height, partial(enlarged, factor=1 / zoom))

    def closer(self, image: Image, card_height: float) -> Reading:
        """Read a BGR picture once more, with the large network; the height in pixels."""
        view = self._finder.find(image, card_height / CLOSER, large=True)
        return cards_of(image, *view, replace(CALIBRATED, card_height=card_height))

    def _read(self, image: Image, limits: ReadingLimits) -> Reading:
        """Read with the first look, or with all looks if they may settle its doubt."""
        view = self._finder.find(image, limits.card_height)
        first = reading = self._cards(image, view, limits)
        if (ask := first.ask) is None or not (limits.photograph and first.apart):
            return first
        aside, unread = _is_aside(ask, first.cards, limits), ask.reason == INDEX_UNREAD
        if not (aside or unread or any(card.quad == ask.at for card in first.cards)):
            return first
        for look in further_looks(self._finder, image, *view):
            reading = cards_of(image, *look, limits)
            if reading.ask is None and (
                aside or (unread and len(reading.cards) > len(first.cards))
            ):
                return reading
        return replace(reading, ask=reading.ask if reading.ask and reading.cards else ask)

    def _cards(self, image: Image, view: View, limits: ReadingLimits) -> Reading:
        """Read the cards of a first look; a subclass may use its knowledge of the deck."""
        return cards_of(image, *view, limits)


def cards_of(
    image: Image,
    detections: Sequence[Detection],
    maps: CardMaps,
    limits: ReadingLimits = PHOTOGRAPH,
) -> Reading:
    """Return the cards in `image` that carry `detections`, and the first doubt about them."""
    read = [
        detection
        for detection in detections
        if is_index(detection, limits) and not _off_card(detection, maps, limits)
    ]
    cards, unclear = group(read, limits)
    width, height = size = image.shape[1::-1]
    readings = less_sure(cards, seen_cards(cards, limits.letters), size, maps, limits)
    covers = (Ask(COVERED, card.quad) for card in cards if hides_another(card, cards, maps, image))
    doubt = (
        _misread(cards, readings, size, limits)
        or OneOrTwo(detections, cards, unclear, maps, limits).first_reason()
        or CardSearch(detections, read, cards, maps, limits).first_reason()
        or next(covers, None)
    )
    if doubt is None and limits.photograph:
        doubt = more_paper(image, cards, maps)
    return Reading(readings, width, height, doubt)


def is_index(one: Detection, limits: ReadingLimits = PHOTOGRAPH) -> bool:
    """Return True if an index is there and is legible."""
    least = limits.joker_index if one.label == JOKER else limits.index
    return one.confidence >= least.min_confidence and one.sure >= least.min_label


def _off_card(one: Detection, maps: CardMaps, limits: ReadingLimits) -> bool:
    """Return True if a joker's name lies on no card's face: on a book, for example."""
    return one.label == JOKER and bool(
        maps.face[maps.cell_of(one)] < limits.suspects.min_lettering_face
    )


def reduced(image: Image) -> tuple[Image, float]:
    """The picture with at most MAX_SIDE pixels a side, and its size over the given one's."""
    zoom = min(1.0, MAX_SIDE / max(image.shape[:2]))
    if zoom == 1.0:
        return image, 1.0
    small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), zoom


def _unusable(image: Image) -> Message | None:
    """Return the reason why nothing can be read from this picture, or None."""
    step = max(1, min(image.shape[:2]) // 160)
    height, width = (side // step for side in image.shape[:2])
    some = cv2.resize(image, (width, height), interpolation=cv2.INTER_NEAREST)
    brightest = np.maximum.reduce(cv2.split(some))
    low, high = level(brightest, 0.02), level(brightest, 0.99)
    if high < 30:
        return message("ask.dark")
    if low > 250:
        return message("ask.bright")
    return message("ask.empty") if high - low < 12 else None


def _misread(
    cards: Sequence[LocatedCard], seen: Sequence[SeenCard], size: Size, limits: ReadingLimits
) -> Ask | None:
    """Return a reason why the cards may be misread, with its place, or None."""
    cut = all if limits.photograph else any  # in the box there is room for the whole card
    for card, reading in zip(cards, seen, strict=True):
        if cut(at_edge(index, size, limits) for index in card.detections):
            return Ask(HALF_OUT, card.quad)
        if reading.rank is None:
            return Ask(message("ask.unknown-letter", letter=card.label), card.quad)
        if reading.sure < SURE:
            return Ask(message("ask.unsure"), card.quad)
    return None


def _is_aside(ask: Ask, cards: Sequence[SeenCard], limits: ReadingLimits) -> bool:
    """Return True if `ask` is about a whole card with an index that touches none of `cards`."""
    if (place := ask.at) is None or ask.reason in (HALF_OUT, UNKNOWN_FACE):
        return False
    return not any(touch(card.quad, place, limits.strays.settle_factor) for card in cards)


def enlarged(quad: Quad, factor: float) -> Quad:
    """Scale the corners of `quad` by `factor`."""
    return tuple((x * factor, y * factor) for x, y in quad)

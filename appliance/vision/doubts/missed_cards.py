"""Looks for cards in a picture besides those that were read.

A missed card is as bad as a misread one. So every index and every part of a card that the networks
detect must belong to a card that was read, or the reader asks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import SURE, UNKNOWN_FACE, Ask, Quad, rectangle, touch
from appliance.vision.arrays import BoolMask, Floats, Mask, Points, xy
from appliance.vision.doubts.squared_up import outline
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.free_cards import free_cards
from appliance.vision.find.grouping import ASPECT, JOKER, LocatedCard
from appliance.vision.limits import ReadingLimits, StrayArea
from bluffing.message import message

COVERED = message("ask.covered")
HALF_OUT = message("ask.half-out")
INDEX_UNREAD = message("ask.index-unread")
NO_CARDS = message("ask.no-cards")

Votes = npt.NDArray[np.complex64]
"""Shape (height, width): the middle of a card that each cell sees, pixels."""


@dataclass(frozen=True, slots=True)
class CardSearch:
    """A picture that is searched for more `cards`; on these are the `detections` that are read."""

    detections: Sequence[Detection]
    read: Sequence[Detection]
    cards: Sequence[LocatedCard]
    maps: CardMaps
    limits: ReadingLimits

    def first_reason(self) -> Ask | None:
        """Return the first sign of a card, or of a part of one, that is none of `cards`."""
        if not self.cards:
            return self._none_read()
        unread = next(filter(self._is_missed_index, self.detections), None)
        if unread is not None:
            return Ask(INDEX_UNREAD, around(unread))
        if (cut := self._cut_index()) is not None:
            return Ask(COVERED, cut.quad)
        return self._stray_area() or self._sliver()

    def _none_read(self) -> Ask:
        """Return the reason why no card was read, and the place of a near index or of a card."""
        best = max(self.detections, key=lambda one: one.score, default=None)
        index = self.limits.index
        if best is None or best.score < index.min_confidence * index.min_label:
            cards = free_cards(self.maps.faces, self.maps.cell)
            places = (tuple(map(tuple, card.corners.tolist())) for card in cards)
            return next((Ask(UNKNOWN_FACE, place) for place in places), Ask(NO_CARDS))
        return Ask(INDEX_UNREAD, around(best))

    def _is_missed_index(self, index: Detection) -> bool:
        """Return True if it may be an index on a card, but on none of the cards that were read."""
        limits, beside = self.limits.suspects, self.maps.face[self.maps.around(index, 2)]
        if index in self.read or beside.max() < limits.min_lettering_face:
            return False
        if any(self._is_corner(index, card) for card in self.cards):
            return False
        # a card's own pips and pictures see its own middle, and look little like an index
        least = limits.min_other_joker if index.label == JOKER else limits.min_other_label
        nearby = [
            card for card in self.cards if self._middle_off(index, card) < limits.own_distance
        ]
        if index.confidence > limits.max_pip and not (nearby and index.none > limits.min_none):
            return True
        is_pip = any(index.label == card.label or index.sure < least for card in nearby)
        suspect = index.confidence * (1 - index.none) > limits.min_suspect
        return suspect and not is_pip and not self._is_lettering(index)

    def _is_corner(self, index: Detection, card: LocatedCard) -> bool:
        """Return True if it is in another corner of `card` and may show the same index."""
        limits = self.limits
        if (
            index.label != card.label
            or self._middle_off(index, card) > limits.suspects.own_distance
        ):
            return False
        place = np.abs(card.holds(index)[:2])
        return any(
            index.distance(sibling) > 1
            and np.abs(place - np.abs(card.holds(sibling)[:2])).max()
            < limits.grouping.max_corner_error
            for sibling in card.detections
        )

    def _middle_off(self, one: Detection, card: LocatedCard) -> float:
        """Distance from the middle of `card` to the middle that the index sees, in card heights."""
        return abs(one.card_centre - card.centre) / card.height

    def _is_lettering(self, one: Detection) -> bool:
        """Return True for an unsure index beside no card, and hardly on one."""
        maps, limits = self.maps, self.limits
        if limits.suspects.max_lettering_face is None or one.sure >= SURE:
            return False
        if outlines(self.cards, limits.strays.beside_distance, maps)[maps.cell_of(one)]:
            return False
        reach = round(limits.suspects.lettering_reach * height_of(self.cards) / maps.cell)
        share = float(maps.faces[maps.around(one, reach)].mean())
        return share <= limits.suspects.max_lettering_face

    def _cut_index(self) -> LocatedCard | None:
        """Return a card whose only index is much smaller than the others': it is partly covered."""
        ranked = [card for card in self.cards if card.label != JOKER]  # whose name has any height
        for card in ranked:
            heights = [
                index.height for each in ranked if each is not card for index in each.detections
            ]
            least = self.limits.strays.min_height_ratio * median(heights or [0.0])
            if len(card.detections) == 1 and card.detections[0].height < least:
                return card
        return None

    def _stray_area(self) -> Ask | None:
        """An area that belongs to no card that was read."""
        cards, maps, limits = self.cards, self.maps, self.limits
        far, votes = distances(cards, maps), votes_of(maps)
        for number, mine in enumerate(own_cells(far, maps, limits)):
            card = cards[number]
            if card.opposite is None and mine.any():
                # the votes of its face are more precise than the one index at its end
                middle = complex(np.median(votes[mine].real), np.median(votes[mine].imag))
                if abs(middle - card.centre) < limits.suspects.max_middle_error * card.height:
                    far[number] = np.abs(votes - middle) / card.height
        distance = far.min(axis=0)
        # a card on top of one that shows three or four corners would reach beyond its outline
        whole = [card for card in cards if len(card.detections) >= 3]
        distance[outlines(whole, 0.0, maps) > 0] = 0
        near = touching(cards, limits)
        reasons = (
            self._stray_part(distance, stray, near=near) for stray in limits.strays.stray_areas
        )
        return next((reason for reason in reasons if reason is not None), None)

    def _stray_part(self, distance: Floats, stray: StrayArea, *, near: bool) -> Ask | None:
        """Return a part whose votes are too far from all cards; `distance` is (h, w)."""
        whole = cells_of(self.cards, self.maps)
        least = (stray.min_area if near else stray.min_area_apart) * whole
        far = ((self.maps.faces > 0) & (distance >= stray.min_distance)).astype(np.uint8)
        if cv2.countNonZero(far) <= least:
            return None
        beside = outlines(self.cards, self.limits.strays.beside_distance, self.maps)
        opened = cv2.morphologyEx(far, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for part, place in parts_of(np.asarray(opened, np.uint8), least, self.maps.cell):
            is_face = cv2.mean(self.maps.face, part)[0] > self.limits.strays.min_lone_face
            large = part.sum() > self.limits.strays.min_lone_area * whole
            if (part & beside).any() or (large and is_face):
                return Ask(COVERED, place)
            if self._is_cut_off(part):
                return Ask(HALF_OUT, place)
        return None

    def _is_cut_off(self, part: Mask) -> bool:
        """Return True if the picture's edge may cut off a card that shows a `part`."""
        edges = part[0], part[-1], part[:, 0], part[:, -1]
        return any(edge.any() for edge in edges) and any(
            detection.confidence > self.limits.strays.min_cut_off_confidence
            and part[self.maps.cell_of(detection)]
            for detection in self.detections
        )

    def _sliver(self) -> Ask | None:
        """Return a request about a sliver of a card beside a read card, outside all read cards."""
        maps, limits, height = self.maps, self.limits, self.limits.card_height
        cards = [replace(card, height=height or card.height) for card in self.cards]
        outside = maps.faces & (1 - outlines(cards, limits.strays.sliver_margin, maps))
        if limits.photograph:
            outside &= 1 - self._by_their_edges()
        near = outside & outlines(cards, limits.strays.max_sliver_distance, maps)
        brush = np.ones((2, 2), np.uint8)
        thinned = np.asarray(cv2.erode(near, brush), np.uint8)
        # each cell of `thinned` represents itself and its neighbours to the left and above
        reach = outlines(cards, limits.strays.beside_distance, maps)
        beside = np.asarray(cv2.dilate(reach, brush), np.uint8)
        parts = parts_of(thinned, limits.strays.min_sliver_area * cells_of(cards, maps), maps.cell)
        places = (place for part, place in parts if (part & beside).any())
        return next((Ask(COVERED, place) for place in places), None)

    def _by_their_edges(self) -> Mask:
        """Return a mask of the cards by their own edges: tilted ones are no rectangles."""
        inside = np.zeros(self.maps.face.shape, np.uint8)
        for card in self.cards:
            shape = outline(card, self.cards, self.maps)
            if shape is not None:
                _fill(inside, np.array(shape), self.maps)
        return inside


def touching(cards: Sequence[LocatedCard], limits: ReadingLimits) -> bool:
    """Return True if any two of `cards` touch or nearly do: then others may be hidden there."""
    pairs = combinations((card.quad for card in cards), 2)
    return any(touch(first, second, limits.strays.touch_factor) for first, second in pairs)


def votes_of(maps: CardMaps) -> Votes:
    """The middle that each cell sees."""
    # numpy takes the size of complex numbers twenty times as fast as that of vectors
    return maps.card_centres.view(np.complex64)[:, :, 0]


def distances(cards: Sequence[LocatedCard], maps: CardMaps) -> Floats:
    """Return the distance from each card's middle to each cell, card heights: (n, h, w)."""
    votes = votes_of(maps)
    return np.stack([np.abs(votes - card.centre) / card.height for card in cards])


def own_cells(far: Floats, maps: CardMaps, limits: ReadingLimits) -> BoolMask:
    """Mark the cells that show each card's face: bool (n, h, w); `far` is from `distances`."""
    cells: BoolMask = (
        (far == far.min(axis=0)) & (far < limits.suspects.own_distance) & (maps.faces > 0)
    )
    return cells


def height_of(cards: Sequence[LocatedCard]) -> float:
    """Typical height of `cards`, in pixels."""
    return median(card.height for card in cards)


def cells_of(cards: Sequence[LocatedCard], maps: CardMaps) -> float:
    """The area of a card, in cells."""
    return ASPECT * (height_of(cards) / maps.cell) ** 2


def outlines(cards: Sequence[LocatedCard], margin: float, maps: CardMaps) -> Mask:
    """1 at the cells inside the outlines of `cards`, each with a `margin` in card heights."""
    inside = np.zeros(maps.face.shape, np.uint8)
    for card in cards:
        middle = np.array(xy(card.centre))
        _fill(inside, middle + (np.array(card.quad) - middle) * (1 + 2 * margin), maps)
    return inside


def _fill(inside: Mask, quad: Points, maps: CardMaps) -> None:
    """Set the cells that are inside `quad` (pixels) to 1."""
    # a cell's middle is half a cell in; cv2 takes sixteenths of one
    corners = np.round((quad / maps.cell - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(inside, corners, (1,), shift=4)


def parts_of(mask: Mask, least: float, cell: float) -> Iterator[tuple[Mask, Quad]]:
    """The connected parts of `mask` with more than `least` cells, the largest first.

    Each as a mask, and as the box around it in pixels of the picture.
    """
    if not cv2.countNonZero(mask):  # the usual case, and a much faster test
        return
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    for part in 1 + np.argsort(-stats[1:count, cv2.CC_STAT_AREA]):
        if stats[part, cv2.CC_STAT_AREA] <= least:
            break
        x, y, w, h = (float(stats[part, n]) * cell for n in range(4))
        yield np.asarray(parts == part, np.uint8), rectangle(x, y, x + w, y + h)


def around(one: Detection) -> Quad:
    """A square about an index, twice as wide as its glyph is high."""
    (x, y), r = xy(one.at), one.height
    return rectangle(x - r, y - r, x + r, y + r)

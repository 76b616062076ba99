"""Detects doubt about one card or two: the middle that an index votes for may be wrong.

The number of a card's indices shows in its free corners: a card with four has one in each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

import cv2
import numpy as np

from appliance.core.reading import Ask
from appliance.vision.arrays import BoolMask, xy
from appliance.vision.doubts.missed_cards import around, distances, own_cells
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import CORNERS, JOKER, OPPOSITE, LocatedCard, Pair, is_diagonal
from appliance.vision.limits import ReadingLimits
from bluffing.message import message

ONE_OR_TWO = message("ask.one-or-two")


@dataclass(frozen=True)
class OneOrTwo:
    """Check of the number of `cards` that were read in a picture.

    `unclear` are the pairs of indices that may be on one card or on two.
    """

    detections: Sequence[Detection]
    cards: Sequence[LocatedCard]
    unclear: Sequence[Pair]
    maps: CardMaps
    limits: ReadingLimits

    def first_reason(self) -> Ask | None:
        """Return the first reason to suspect one card more or fewer."""
        if self.unclear:
            return Ask(ONE_OR_TWO, around(self.unclear[0][0]))
        for card in self.cards:
            if shows_an_end(card) and (self.limits.two_indices or self.bare):
                return Ask(ONE_OR_TWO, card.quad)
        for card, neighbour in combinations(self.cards, 2):
            if self._lies_in(card, neighbour):
                return Ask(ONE_OR_TWO, neighbour.quad)
        for card, neighbour in permutations(self.cards, 2):
            if card.label == neighbour.label and self._in_free_corner(card, neighbour):
                return Ask(ONE_OR_TWO, around(neighbour.detections[0]))
        return None

    def _lies_in(self, card: LocatedCard, other: LocatedCard) -> bool:
        """Return True if two cards of one rank may be one that was read twice.

        In a photograph of a deck with four indices two of them may be taken for a second card.
        """
        limits = self.limits
        if card.label != other.label or not limits.photograph or limits.two_indices or self.bare:
            return False
        shape, another = (np.array(card.quad, np.float32) for card in (card, other))
        shared = cv2.intersectConvexConvex(shape, another)[0]
        smaller = min(cv2.contourArea(shape), cv2.contourArea(another))
        return bool(shared > limits.grouping.max_shared * smaller)

    def _in_free_corner(self, card: LocatedCard, other: LocatedCard) -> bool:
        """Return True if the only index of `other` may be in a corner of `card`.

        Then its vote for the middle is wrong; several indices with the same vote are right.
        """
        if len(other.detections) > 1 or self.limits.two_indices or card in self.bare:
            return False
        return self._is_free_corner(card, other.detections[0])

    def _is_free_corner(self, card: LocatedCard, index: Detection) -> bool:
        """Return True if `index` is in a corner of `card` that shows no index of its own."""
        across, down, along = card.holds(index)
        held = [card.holds(sibling) for sibling in card.detections]
        near = self.limits.grouping.max_free_corner_error
        if any(max(abs(across - x), abs(down - y)) < near for x, y, _ in held):
            return False
        return any(
            abs(across + x) < near and abs(abs(down) - abs(y)) < near and along * up * down * y > 0
            for x, y, up in held
            if abs(along) > OPPOSITE
        )

    @cached_property
    def bare(self) -> frozenset[LocatedCard]:
        """Cards that show a corner of their face without an index: they have two indices.

        Jokers are left out: makers put their marks anywhere.
        """
        cells = own_cells(distances(self.cards, self.maps), self.maps, self.limits)
        return frozenset(
            card
            for card, mine in zip(self.cards, cells, strict=True)
            if card.label != JOKER and len(card.detections) < CORNERS and self._is_bare(card, mine)
        )

    def _is_bare(self, card: LocatedCard, own: BoolMask) -> bool:
        """Return True if a corner of `card` is among its `own` cells and holds no index."""
        across, down, _ = card.holds(card.detections[0])
        near = self.limits.grouping.max_free_corner_error * card.height
        reach = max(1, round(self.limits.grouping.bare_reach * card.height / self.maps.cell))
        least = self.limits.grouping.min_bare_share * (2 * reach + 1) ** 2
        for right, below in product((-1, 1), repeat=2):
            place = card.place(right * across, below * down)
            column, row = (int(side / self.maps.cell) - reach for side in xy(place))
            rows, columns = (slice(max(0, at), max(0, at + 2 * reach + 1)) for at in (row, column))
            if own[rows, columns].sum() >= least and all(
                abs(detection.at - place) > near for detection in self.detections
            ):
                return True
        return False


def shows_an_end(card: LocatedCard) -> bool:
    """Return True if two of its indices are at one end or side: it has four."""
    return any(not is_diagonal(*pair) for pair in combinations(card.detections, 2))

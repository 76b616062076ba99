"""Detects partly hidden indices: the visible part may look like another rank.

Half an 8 looks like a 3. The network can't detect that, but the outlines of other cards and the
picture's edge reveal it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from appliance.core.reading import Quad, SeenCard, touch
from appliance.vision.arrays import xy
from appliance.vision.doubts.missed_cards import distances, own_cells
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import LocatedCard
from appliance.vision.limits import ReadingLimits

Size = tuple[int, ...]
"""A picture's width and height, pixels."""


def less_sure(
    cards: Sequence[LocatedCard],
    seen: Sequence[SeenCard],
    size: Size,
    maps: CardMaps,
    limits: ReadingLimits,
) -> tuple[SeenCard, ...]:
    """Mark cards of `seen` as unsure if all visible indices of one of `cards` are cut."""

    def is_cut(
        card: LocatedCard, by: Sequence[LocatedCard], free: Collection[Detection] = ()
    ) -> bool:
        neighbours = [neighbour for neighbour in by if neighbour is not card]
        return all(
            at_edge(index, size, limits)
            or (
                index not in free
                and any(_cuts(neighbour.quad, index, limits) for neighbour in neighbours)
            )
            for index in card.detections
        )

    located = [card for card in cards if card.opposite is not None]  # other outlines are guesses
    free = _free(cards, maps, limits) if limits.photograph else ()
    return tuple(
        replace(reading, sure=min(reading.sure, limits.ranks.max_cut_sure))
        if is_cut(card, located)
        or (reading.sure < limits.ranks.min_guess_sure and is_cut(card, cards, free))
        else reading
        for card, reading in zip(cards, seen, strict=True)
    )


def _free(
    cards: Sequence[LocatedCard], maps: CardMaps, limits: ReadingLimits
) -> frozenset[Detection]:
    """Return the indices of `cards` that are surrounded by their own card's face."""
    cells = own_cells(distances(cards, maps), maps, limits) if cards else ()
    return frozenset(
        index
        for card, mine in zip(cards, cells, strict=True)
        for index in card.detections
        if mine[maps.around(index, round(index.height / 2 / maps.cell))].all()
    )


def at_edge(index: Detection, size: Size, limits: ReadingLimits) -> bool:
    """Return True if the edge of a picture may cut an index off."""
    edge = index.height * limits.ranks.index_reach
    return any(not edge < at < side - edge for at, side in zip(xy(index.at), size, strict=True))


def _cuts(quad: Quad, index: Detection, limits: ReadingLimits) -> bool:
    """Return True if an outline runs through an index."""
    up, right = index.height / 2 * index.up, index.height * limits.ranks.index_reach * index.up * 1j
    corners = tuple(
        xy(index.at + offset) for offset in (up - right, up + right, right - up, -up - right)
    )
    outline = np.array(quad, np.float32)
    inside = (cv2.pointPolygonTest(outline, corner, measureDist=False) >= 0 for corner in corners)
    return touch(corners, quad) and not all(inside)

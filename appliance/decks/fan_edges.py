"""Where a fan's rows end, and what of the cards in a picture belongs to none that was read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from appliance.core.reading import Quad
from appliance.decks.fan_rows import Spacing, even_step, from_index
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import ReasonToAsk, outlines, parts_of
from appliance.vision.find.finder import MIN_FACE, CardMaps
from appliance.vision.find.grouping import ASPECT, LocatedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeLimits:
    """Where a fan's rows may go on, and what lies beside them. All set by eye."""

    margin: float = 0.07
    """Distance by which a card may reach further than it seems to, in card heights."""

    min_beyond: float = 0.75
    """Minimum length by which a row goes on beyond its last card, in steps of the fan.

    Above it another card lies there.
    """

    next_index: tuple[float, float] = (0.6, 2.0)
    """Where another index is searched beyond a row's last one, from and to, in steps."""

    levels: tuple[float, ...] = (0.06, 0.1, 0.14, 0.18, 0.22, 0.26)
    """Distances below its indices at which a row's end is searched, in card heights."""

    max_reach: float = 1.6
    """Maximum distance to which a row is followed, in card heights."""

    max_hole: float = 0.3
    """Maximum width of a hole in it, in card heights; above it the row ends there."""

    min_stray_area: float = 0.1
    """Minimum area of cards beside all that were read, in square card heights."""

    min_back: float = 0.5
    """Minimum chance at which a cell counts as a card's back."""


ROW_END = EdgeLimits()


def strip(gap: Spacing) -> Quad:
    """Where a gap is: from one index to the next, and a little below; pixels."""
    one, other = gap.one, gap.next
    tall = np.array(one.up) * one.height
    ends = np.array([one.x, one.y]), np.array([other.x, other.y])
    return tuple(
        (float(x), float(y))
        for x, y in (ends[0] + tall, ends[1] + tall, ends[1] - 3 * tall, ends[0] - 3 * tall)
    )


def strays(cards: Sequence[LocatedCard], maps: CardMaps, image: Image) -> Iterator[ReasonToAsk]:
    """Where cards lie that were not read: faces beyond all of them, backs, and at the edge."""
    unit = maps.cell
    size = float(np.median([card.height for card in cards]))
    face = maps.faces
    mine = outlines(cards, ROW_END.margin, maps)
    least = ROW_END.min_stray_area * (size / unit) ** 2
    for mask, why in (
        (face & (1 - mine), "a card that was not read: spread the cards"),
        ((maps.back > ROW_END.min_back).astype(np.uint8), "a card lies face down: turn it up"),
    ):
        solid = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for _, box in parts_of(np.asarray(solid, np.uint8), least, unit):
            yield ReasonToAsk(why, box)
    rim = np.concatenate([face[0], face[-1], face[:, 0], face[:, -1]])
    if rim.sum() * unit > 0.2 * size:
        height, width = image.shape[:2]
        yield ReasonToAsk(
            "cards reach out of the picture: push them in, or take the camera further away",
            ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))),
        )


def beyond(
    cards: Sequence[LocatedCard], steps: Sequence[Spacing], maps: CardMaps
) -> Iterator[tuple[Spacing, bool]]:
    """Past the first and the last card of each row, and whether another card must lie there."""
    even = even_step(steps)
    inner = {id(step.next) for step in steps}, {id(step.one) for step in steps}
    for way, inside in zip((-1, 1), inner, strict=True):
        ends = [card for card in cards if id(card.detections[0]) not in inside]
        reaches = [_reach(card, way, maps) for card in ends]
        usual = [
            ASPECT / 2 + way * from_index(card.detections[0], card.centre, card.height)[0]
            for card in ends
        ]
        # all rows end alike, however large their cards are thought to be
        rim = min(*reaches, max(usual) + 0.5 * even)
        for card, far in zip(ends, reaches, strict=True):
            yield (
                _onward(card, way, ROW_END.next_index[1] * even, ROW_END.next_index[0] * even),
                far > rim + ROW_END.min_beyond * even,
            )


def _onward(card: LocatedCard, way: int, far: float, near: float) -> Spacing:
    """From a card's index to a place `far` to its right or left, in its heights."""
    index = card.detections[0]
    side = np.array([-index.up[1], index.up[0]]) * way * card.height * far
    end = replace(index, x=index.x + float(side[0]), y=index.y + float(side[1]))
    return Spacing(index, end, far, near, far)


def _reach(card: LocatedCard, way: int, maps: CardMaps) -> float:
    """How far faces go on from a card's index, to the right or the left, in its heights.

    Pictures of courts are not always seen as faces; they may be seen as backs, and holes are
    overlooked.
    """
    unit, index, size = maps.cell, card.detections[0], card.height
    up = np.array(index.up)
    side = np.array([-up[1], up[0]]) * way
    along = np.arange(0.0, ROW_END.max_reach, 0.02)
    x, y = (
        (
            start
            + np.add.outer(ROW_END.levels, along * 0) * -up[axis] * size
            + along * side[axis] * size
        )
        / unit
        for axis, start in ((0, index.x), (1, index.y))
    )
    tall, wide = maps.face.shape
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < tall)
    rows, columns = (
        np.clip(line, 0, most - 1).astype(int) for line, most in ((y, tall), (x, wide))
    )
    card = np.maximum(maps.face, maps.back)[rows, columns] > MIN_FACE
    found = []
    for line in card & inside:
        seen = np.flatnonzero(line)
        holes = np.flatnonzero(np.diff(seen, prepend=0) * 0.02 > ROW_END.max_hole)
        last = seen[holes[0] - 1] if len(holes) and holes[0] else seen[-1] if len(seen) else 0
        found.append(float(along[last]))
    return sorted(found)[len(found) // 2]

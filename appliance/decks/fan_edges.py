"""Where a fan's rows end, and what of the cards in a picture belongs to none that was read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from appliance.core.reading import Quad
from appliance.decks.fan_rows import Step, even_step, from_index
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import ReasonToAsk, outlines, parts_of
from appliance.vision.find.finder import MIN_FACE, STRIDE, CardMaps
from appliance.vision.find.grouping import ASPECT, LocatedCard

RIM = 0.07
"""A card may reach so much further than it seems to, in heights."""

BEYOND = 0.75
"""A row that goes on for so many steps beyond its last card has another one there."""

NEXT = 0.6, 2.0
"""So many steps beyond a row's last index another is looked for."""

LEVELS = (0.06, 0.1, 0.14, 0.18, 0.22, 0.26)
"""So far below its indices, in heights, it is seen how far a row reaches."""

REACH, HOLE = 1.6, 0.3
"""So far, in heights, it is followed, and over so large a hole."""

STRAY = 0.1
"""So large an area of cards, over a height squared, belongs to a card of its own."""

BACK = 0.5
"""From this chance on a place is a card's back."""


def strip(gap: Step) -> Quad:
    """Where a gap is: from one index to the next, and a little below; pixels."""
    one, other = gap.one, gap.next
    tall = np.array(one.up) * one.height
    ends = np.array([one.x, one.y]), np.array([other.x, other.y])
    return tuple(
        (float(x), float(y))
        for x, y in (ends[0] + tall, ends[1] + tall, ends[1] - 3 * tall, ends[0] - 3 * tall)
    )


def strays(cards: Sequence[LocatedCard], areas: CardMaps, image: Image) -> Iterator[ReasonToAsk]:
    """Where cards lie that were not read: faces beyond all of them, backs, and at the edge."""
    unit = STRIDE * areas.zoom
    size = float(np.median([card.height for card in cards]))
    face = areas.faces
    mine = outlines(cards, RIM, areas)
    least = STRAY * (size / unit) ** 2
    for mask, why in (
        (face & (1 - mine), "a card that was not read: spread the cards"),
        ((areas.back > BACK).astype(np.uint8), "a card lies face down: turn it up"),
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
    cards: Sequence[LocatedCard], steps: Sequence[Step], areas: CardMaps
) -> Iterator[tuple[Step, bool]]:
    """Past the first and the last card of each row, and whether another card must lie there."""
    even = even_step(steps)
    inner = {id(step.next) for step in steps}, {id(step.one) for step in steps}
    for way, inside in zip((-1, 1), inner, strict=True):
        ends = [card for card in cards if id(card.detections[0]) not in inside]
        reaches = [_reach(card, way, areas) for card in ends]
        usual = [
            ASPECT / 2 + way * from_index(card.detections[0], card.centre, card.height)[0]
            for card in ends
        ]
        # all rows end alike, however large their cards are thought to be
        rim = min(*reaches, max(usual) + 0.5 * even)
        for card, far in zip(ends, reaches, strict=True):
            yield _onward(card, way, NEXT[1] * even, NEXT[0] * even), far > rim + BEYOND * even


def _onward(card: LocatedCard, way: int, far: float, near: float) -> Step:
    """From a card's index so far to its right or left, in its heights."""
    spot = card.detections[0]
    side = np.array([-spot.up[1], spot.up[0]]) * way * card.height * far
    end = replace(spot, x=spot.x + float(side[0]), y=spot.y + float(side[1]))
    return Step(spot, end, far, near, far)


def _reach(card: LocatedCard, way: int, areas: CardMaps) -> float:
    """How far faces go on from a card's index, to the right or the left, in its heights.

    Pictures of courts are not always seen as faces; they may be seen as backs, and holes are
    overlooked.
    """
    unit, spot, size = STRIDE * areas.zoom, card.detections[0], card.height
    up = np.array(spot.up)
    side = np.array([-up[1], up[0]]) * way
    along = np.arange(0.0, REACH, 0.02)
    x, y = (
        (start + np.add.outer(LEVELS, along * 0) * -up[axis] * size + along * side[axis] * size)
        / unit
        for axis, start in ((0, spot.x), (1, spot.y))
    )
    tall, wide = areas.face.shape
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < tall)
    rows, columns = (
        np.clip(line, 0, most - 1).astype(int) for line, most in ((y, tall), (x, wide))
    )
    card = np.maximum(areas.face, areas.back)[rows, columns] > MIN_FACE
    found = []
    for line in card & inside:
        seen = np.flatnonzero(line)
        holes = np.flatnonzero(np.diff(seen, prepend=0) * 0.02 > HOLE)
        last = seen[holes[0] - 1] if len(holes) and holes[0] else seen[-1] if len(seen) else 0
        found.append(float(along[last]))
    return sorted(found)[len(found) // 2]

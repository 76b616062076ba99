"""The rows of a fan: which indices stand on which card, and which card follows which."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from appliance.vision.arrays import Points
from appliance.vision.find.finder import Detection
from appliance.vision.find.grouping import LocatedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLimits:
    """When indices stand in a row of a fan. Lengths in card heights; all set by eye."""

    min_followers: int = 5
    """Minimum number of cards that follow another; below it the cards are no fan."""

    min_agreement: float = 0.8
    """Minimum agreement of all indices about the way up, 0 to 1; below it they are no fan."""

    max_offset: float = 0.1
    max_slope: float = 0.15
    """Maximum distance of the next index from the line of a row, and more for each length across.

    Above it it stands in another row.
    """

    max_edge_offset: float = 0.15
    """Maximum distance across between two indices at the two ends of one edge of a card."""

    min_step: float = 0.03
    max_step: float = 1.2
    """Minimum and maximum distance from one index of a row to the next."""

    step_quantile: float = 0.1
    """The quantile of all steps that is the fan's own: the room that a card's index takes."""


ROW_LIMITS = RowLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Spacing:
    """From the index `one` of a row to the `next`, `wide` heights of a card further.

    Another card's index may stand from `low` to `high` heights from `one`.
    """

    one: Detection
    next: Detection
    wide: float
    low: float = 0.0
    high: float = 0.0


def main_way(detections: Sequence[Detection]) -> tuple[Points, float]:
    """The way up of most of `detections`, and how much they agree about the axis, 0 to 1."""
    ups = np.array([index.up for index in detections], np.float64).reshape(-1, 2)
    turned = ups[:, 0] + 1j * ups[:, 1]
    doubled = (turned**2).mean() if len(detections) else 0j
    axis = np.array([np.sqrt(doubled).real, np.sqrt(doubled).imag])
    way = axis if (np.sign(ups @ axis)).sum() >= 0 else -axis
    return way / (np.linalg.norm(way) or 1.0), float(abs(doubled))


def is_fan(detections: Sequence[Detection]) -> bool:
    """Whether the indices stand in rows."""
    _, agreed = main_way(detections)
    return (
        agreed >= ROW_LIMITS.min_agreement
        and len(steps_of(joined(detections)[0])) >= ROW_LIMITS.min_followers
    )


def joined(detections: Sequence[Detection]) -> tuple[list[LocatedCard], list[Detection]]:
    """The cards on which `detections` sit, and those that can't be told of which card they are.

    Every index that stands as most do is a card. The others are second ends of those, at one edge
    (where cards have four indices) or across (where all of a card shows).
    """
    main, _ = main_way(detections)
    order = sorted(detections, key=lambda index: -index.score)
    upper = [index for index in order if float(np.dot(index.up, main)) > 0]
    lower = [index for index in order if float(np.dot(index.up, main)) <= 0]
    four = (
        sum(any(_at_one_edge(one, other) for other in lower) for one in upper)
        >= ROW_LIMITS.min_followers
    )
    second = _right_corners(upper) if four else {}
    right = {id(index) for index in second.values()}
    cards = [
        [index, second[id(index)]] if id(index) in second else [index]
        for index in upper
        if id(index) not in right
    ]
    left = []
    for index in lower:
        whose = min(
            (card for card in cards if any(_at_other_end(one, index) for one in card)),
            key=lambda card: _halfway_off(card[0], index),
            default=None,
        )
        if whose is None:
            left.append(index)
        else:
            whose.append(index)
    return _located(cards), left


def _located(cards: Sequence[Sequence[Detection]]) -> list[LocatedCard]:
    """Each card's detections with where it lies: by those cards that show two ends across."""
    across = [
        (card[0], other)
        for card in cards
        for other in card[1:]
        if abs(_local(card[0], other)[0]) > ROW_LIMITS.max_edge_offset
    ]
    size = (
        float(np.median([index.card_height for card in cards for index in card])) if cards else 1.0
    )
    middles = [np.array(_local(replace(one, card_height=size), other)) / 2 for one, other in across]
    if not middles:
        middles = [np.array(from_index(card[0], card[0].card_centre, size)) for card in cards]
    right, up = np.median(middles, axis=0).tolist()
    located = []
    for card in cards:
        x, y = card[0].up
        centre = (
            card[0].x + size * (right * -y + up * x),
            card[0].y + size * (right * x + up * y),
        )
        located.append(LocatedCard(tuple(card), centre, size, card[0].up))
    return located


def from_index(one: Detection, place: tuple[float, float], size: float) -> tuple[float, float]:
    """Where `place` is from `one`, to its right and up, over `size`."""
    x, y = (place[0] - one.x) / size, (place[1] - one.y) / size
    return -one.up[1] * x + one.up[0] * y, one.up[0] * x + one.up[1] * y


def _local(one: Detection, other: Detection) -> tuple[float, float]:
    """Where `other` is from `one`, to its right and up, in heights of a card."""
    return from_index(one, (other.x, other.y), one.card_height)


def _right_corners(upper: Sequence[Detection]) -> dict[int, Detection]:
    """By the id of an index that follows the row the other at the same end of its card.

    Only the card on top of a row shows it: the last one, or the first where the rows are seen the
    other way up.
    """
    steps = steps_of(_located([[index] for index in upper]))
    followed = {id(step.one) for step in steps}
    following = {id(step.next) for step in steps}
    pairs = [step for step in steps if _beside(step.one, step.next)]
    last = {id(step.one): step.next for step in pairs if id(step.next) not in followed}
    return last | {id(step.next): step.one for step in pairs if id(step.one) not in following}


def _beside(one: Detection, other: Detection) -> bool:
    """Whether both stand at the upper edge of one card, which has four indices."""
    right, up = _local(one, other)
    return one.label == other.label and 0.35 < abs(right) < 0.7 and abs(up) < 0.08


def _at_one_edge(one: Detection, other: Detection) -> bool:
    """Whether `other` may stand at the lower end of the edge at which `one` stands."""
    right, up = _local(one, other)
    return one.label == other.label and -1.2 < up < -0.5 and abs(right) < ROW_LIMITS.max_edge_offset


def _at_other_end(one: Detection, other: Detection) -> bool:
    """Whether `other` may stand at the lower end of the card on which `one` stands."""
    right, up = _local(one, other)
    across = one.label == other.label and -1.2 < up < -0.5 and 0.3 < abs(right) < 0.8
    return across or _at_one_edge(one, other)


def _halfway_off(one: Detection, other: Detection) -> float:
    """How far from halfway between two indices they see their card's middle, in its heights."""
    halfway = (one.x + other.x) / 2, (one.y + other.y) / 2
    if abs(_local(one, other)[0]) < ROW_LIMITS.max_edge_offset:
        return 0.0
    return (
        max(math.dist(one.card_centre, halfway), math.dist(other.card_centre, halfway))
        / one.card_height
    )


def steps_of(cards: Sequence[LocatedCard]) -> list[Spacing]:
    """From each card to the one that follows it on its right."""
    fronts = [card.detections[0] for card in cards]
    steps = []
    for one in fronts:
        best: Spacing | None = None
        for other in fronts:
            right, up = from_index(one, (other.x, other.y), cards[0].height)
            if (
                ROW_LIMITS.min_step < right < (ROW_LIMITS.max_step if best is None else best.wide)
                and abs(up) < ROW_LIMITS.max_offset + ROW_LIMITS.max_slope * right
                and float(np.dot(one.up, other.up)) > 0.9
            ):
                best = Spacing(one, other, right)
        if best is not None:
            steps.append(best)
    return steps


def even_step(steps: Sequence[Spacing]) -> float:
    """The narrow steps of a fan, in card heights: the room that a card's index takes."""
    return float(np.quantile([step.wide for step in steps], ROW_LIMITS.step_quantile))

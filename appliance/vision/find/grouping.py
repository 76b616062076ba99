"""From indices to cards: which of them are on one card, and where that card lies."""

import math
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from appliance.core.reading import Quad, SeenCard
from appliance.rules.cards import Rank
from appliance.vision.arrays import Point, xy
from appliance.vision.find.finder import Detection
from appliance.vision.limits import ReadingLimits

ASPECT = 0.70
"""Width over height of a card: between poker (2.5 x 3.5 inches) and bridge (2.25 x 3.5)."""

JOKER_INITIAL = "J"
"""The label of a jack, and the first letter of a joker's name.

In 400 pictures of a deck with such names, which the namer never saw, 9 jokers would have been sure
jacks. Each time it took one of the two Js for no index, with a chance of 0.09 or more. Of 144 jacks
that were read surely it does so with one.
"""

JOKER = "joker"

Pair = tuple[Detection, Detection]

_OPPOSITE = 0.85
"""Minimum cosine between two directions that count as parallel (32 degrees)."""

_J, _Q, _K, _A = Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE

LETTERS: Mapping[str, dict[str, Rank]] = {
    "french": {"A": _A, "1": _A, "V": _J, "D": _Q, "R": _K},  # valet, dame, roi
    "german": {"A": _A, "B": _J, "D": _Q, "K": _K},  # Bube, Dame, König
    "dutch": {"A": _A, "B": _J, "V": _Q, "H": _K},  # boer, vrouw, heer
    "swedish": {"A": _A, "E": _A, "Kn": _J, "D": _Q, "K": _K},  # ess, knekt, dam, kung
    "danish": {"A": _A, "E": _A, "B": _J, "D": _Q, "K": _K},  # es, bonde, dame, konge
    "russian": {"A": _A, "T": _A, "B": _J, "Д": _Q, "K": _K},  # туз, валет, дама, король
}
"""By country: what is printed on its cards, as the index reader names it, besides the numbers."""

_RANKS = ChainMap({str(rank): rank for rank in Rank}, *LETTERS.values())


@dataclass(frozen=True, slots=True, eq=False)
class LocatedCard:
    """One card: the `detections` of its indices (one to four), and its pose.

    `centre` and `height` are in pixels, `up` is a unit vector to its top.
    """

    detections: tuple[Detection, ...]
    centre: Point
    height: float
    up: Point

    @property
    def label(self) -> str:
        """What stands in its corners."""
        return self.detections[0].label

    @property
    def sure(self) -> float:
        """The chance of that, 0 to 1: for it to be wrong all its indices must be misread.

        Except a joker's two Js, which are misread together: see JOKER_INITIAL.
        """
        wrong = math.prod(1 - one.sure for one in self.detections)
        sure = min(1 - wrong, max(one.sure for one in self.detections) * 0.5 + 0.5)
        if self.label != JOKER_INITIAL:
            return sure
        return min(sure, 1 - max(one.none for one in self.detections))

    @property
    def quad(self) -> Quad:
        """Its four corners in pixels, clockwise from its own top left."""
        tall, wide = self.height / 2, self.height * ASPECT / 2
        right = complex(tall, wide), complex(-tall, wide)
        ways = right[0].conjugate(), *right, right[1].conjugate()
        return tuple(xy(self.centre + self.up * way) for way in ways)

    def holds(self, one: Detection) -> tuple[float, float, float]:
        """Where an index is on it: right of its middle and below, card heights; how upright."""
        way = (one.at - self.centre) / self.up / self.height
        return way.imag, -way.real, (one.up / self.up).real


def rank_of(label: str, others: Sequence[str]) -> Rank | None:
    """The rank that `label` stands for in a picture that also shows the labels `others`.

    None where it can't be known: a V alone is a jack in France and a queen in Holland.
    """
    if label != "V":
        return _RANKS.get(label)
    dutch, french = {"B", "H"} & set(others), {"R"} & set(others)
    if bool(dutch) is bool(french):
        return None
    return Rank.QUEEN if dutch else Rank.JACK


def seen_cards(cards: Sequence[LocatedCard]) -> tuple[SeenCard, ...]:
    """What each of `cards` of one picture is read as."""
    labels = [card.label for card in cards]
    return tuple(SeenCard(rank_of(card.label, labels), card.sure, card.quad) for card in cards)


def group(
    detections: Sequence[Detection], limits: ReadingLimits
) -> tuple[list[LocatedCard], list[Pair]]:
    """The cards on which `detections` are, and the pairs that may be on two cards after all.

    An unclear pair is taken for the two ends of one card, which is what it mostly is.
    """
    pairs = sorted(
        (_centre_error(one, other), first, second)
        for first, one in enumerate(detections)
        for second, other in enumerate(detections[:first])
        if _may_share(one, other, limits)
    )
    groups = [[number] for number in range(len(detections))]
    unclear: list[Pair] = []
    for error, first, second in pairs:
        mine, yours = (next(one for one in groups if end in one) for end in (first, second))
        if mine is yours or error >= limits.separate_centre_error:
            continue
        members = sorted(mine + yours)
        if not all(
            _may_share(detections[a], detections[b], limits) for a, b in combinations(members, 2)
        ):
            continue
        one, other = detections[first], detections[second]
        if error > limits.max_centre_error or _slant(one, other) > limits.max_clear_slant:
            unclear.append((one, other))
        groups = [each for each in groups if each is not mine and each is not yours] + [members]
    located = [
        _located([detections[member] for member in members], limits) for members in sorted(groups)
    ]
    cards = _with_four_corners(located, unclear, limits)
    # the network learned from cards with two indices: its vote for the middle is off for more
    fours = [{*card.detections} for card in cards if len(card.detections) == 4]
    unclear = [pair for pair in unclear if not any(four.issuperset(pair) for four in fours)]
    unclear += [
        (one.detections[0], other.detections[0])
        for may_be_one in (_same_end, _too_near, _one_joker)
        for one, other in combinations(cards, 2)
        if may_be_one(one, other, limits)
    ]
    return _resized(cards, limits), unclear


def _with_four_corners(
    cards: list[LocatedCard], unclear: list[Pair], limits: ReadingLimits
) -> list[LocatedCard]:
    """`cards`, with those joined whose indices are the other two corners of one of them."""
    kept: list[LocatedCard] = []
    for card in sorted(cards, key=lambda each: -len(each.detections)):
        whole = next((one for one in kept if _in_other_corners(card, one, limits)), None)
        if whole is None:
            kept.append(card)
            continue
        joined = replace(whole, detections=(*whole.detections, *card.detections))
        kept[kept.index(whole)] = joined
    # with one corner missing the third may be another card's after all
    unclear += [
        (card.detections[0], card.detections[2]) for card in kept if len(card.detections) == 3
    ]
    return kept


def _same_end(one: LocatedCard, other: LocatedCard, limits: ReadingLimits) -> bool:
    """Whether their only indices may be both corners at one end of a card with four."""
    if len(one.detections) > 1 or len(other.detections) > 1 or one.label != other.label:
        return False
    first, second = one.detections[0], other.detections[0]
    way = _seen(second.at - first.at, first.up + second.up) / _card_height(first, second)
    return (
        first.along(second) > _OPPOSITE
        and limits.min_same_end_across < abs(way.imag) < limits.max_same_end_across
        and abs(way.real) < limits.max_same_end_down
    )


def _too_near(one: LocatedCard, other: LocatedCard, limits: ReadingLimits) -> bool:
    """Whether both show both ends where only one can lie."""
    return (
        min(len(one.detections), len(other.detections)) > 1
        and _distance(one, other) < limits.min_card_distance
        and abs((one.up / other.up).real) > _OPPOSITE
    )


def _one_joker(one: LocatedCard, other: LocatedCard, limits: ReadingLimits) -> bool:
    """Whether the marks of two jokers may be one card's."""
    near = _distance(one, other) < limits.min_joker_distance
    return one.label == other.label == JOKER and near


def _distance(one: LocatedCard, other: LocatedCard) -> float:
    """The distance between the middles of two cards, in heights of the larger one."""
    return abs(one.centre - other.centre) / max(one.height, other.height)


def _in_other_corners(card: LocatedCard, whole: LocatedCard, limits: ReadingLimits) -> bool:
    """Whether all indices of `card` are where `whole`, which shows two ends, has its others."""
    if len(whole.detections) not in (2, 3) or card.label != whole.label:
        return False
    mine = whole.holds(whole.detections[0])
    for one in card.detections:
        across, down, along = whole.holds(one)
        mirrored = abs(across + math.copysign(mine[0], mine[0] * mine[1] * down))
        upright = along * down < 0 and abs(along) > _OPPOSITE
        error = max(mirrored, abs(abs(down) - abs(mine[1])))
        if not (upright and error < limits.max_corner_error):
            return False
    return True


def _resized(cards: list[LocatedCard], limits: ReadingLimits) -> list[LocatedCard]:
    """`cards`, with those that show one end as large as those that show both.

    The less of a card shows the smaller it seems, and the further from its true middle.
    """
    whole = [card for card in cards if len(card.detections) > 1]
    if not whole:
        return cards
    height = float(np.median([card.height for card in whole]))
    corners = [np.abs(card.holds(card.detections[0])[:2]) * card.height for card in whole]
    across, down = (float(side) for side in np.median(corners, axis=0))
    ratio = limits.max_size_ratio
    return [
        _placed(card, across, down, height)
        if len(card.detections) == 1 and 1 / ratio < card.height / height < ratio
        else card
        for card in cards
    ]


def _placed(card: LocatedCard, across: float, down: float, height: float) -> LocatedCard:
    """`card` with this `height`, its index `across` and `down` pixels from its middle."""
    one = card.detections[0]
    x, y, _ = card.holds(one)
    way = complex(math.copysign(down, y), -math.copysign(across, x))
    return replace(card, centre=one.at + card.up * way, height=height)


def _centre_error(one: Detection, other: Detection) -> float:
    """How far two indices are from voting for the point halfway between them, over their gap."""
    return votes_off(one, other) / (abs(one.at - other.at) or 1.0)


def votes_off(one: Detection, other: Detection) -> float:
    """How far from halfway between two indices they see their card's middle, pixels."""
    halfway = (one.at + other.at) / 2
    return max(abs(one.card_centre - halfway), abs(other.card_centre - halfway))


def _may_share(one: Detection, other: Detection, limits: ReadingLimits) -> bool:
    """Whether one card may carry both: the same label, at both its ends."""
    if one.label != other.label or not 0.5 < one.height / other.height < 2.0:
        return False
    if not one.along(other) < -_OPPOSITE:
        return False
    if not 0.35 < -_gap(one, other).real / _card_height(one, other) < 1.6:
        return False
    slant = _slant(one, other)
    return slant < limits.max_slant or (
        slant < limits.max_squeezed_slant
        and _centre_error(one, other) < limits.max_squeezed_centre_error
    )


def _gap(one: Detection, other: Detection) -> Point:
    """How far it is from `one` to `other`, up a card with both and to its right, in pixels.

    The card's way up is between what its two ends say, so their order makes no difference.
    """
    return _seen(other.at - one.at, one.up - other.up)


def _seen(way: Point, up: Point) -> Point:
    """How far `way` leads up and to the right, where `up` (of any length) is up."""
    return way * up.conjugate() / (abs(up) or 1.0)


def _card_height(one: Detection, other: Detection) -> float:
    return (one.card_height + other.card_height) / 2


def _slant(one: Detection, other: Detection) -> float:
    """The distance across a card with both, over the distance down it."""
    gap = _gap(one, other)
    return abs(gap.imag) / (abs(gap.real) or 1.0)


def _located(detections: Sequence[Detection], limits: ReadingLimits) -> LocatedCard:
    """The card that carries `detections`."""
    ordered = tuple(sorted(detections, key=lambda one: -one.score))
    best = ordered[0]
    height = float(np.mean([one.card_height for one in detections]))
    other = next((one for one in detections if one.along(best) < -_OPPOSITE), None)
    if other is None:
        return LocatedCard(ordered, best.card_centre, height, best.up)
    between, (least, most) = abs(best.at - other.at), limits.index_distance
    height = min(max(height, between / most), between / least)
    up = best.up - other.up
    return LocatedCard(ordered, (best.at + other.at) / 2, height, up / abs(up))

"""Groups indices into cards, and locates the cards."""

import math
from collections import ChainMap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product

import cv2
import numpy as np

from appliance.core.reading import Quad, SeenCard
from appliance.vision.arrays import Floats, Point, xy
from appliance.vision.find.finder import Detection
from appliance.vision.find.index import SUITS
from appliance.vision.limits import GroupingLimits, ReadingLimits
from bluffing.cards import Rank, Suit

ASPECT = 0.70
"""Width over height of a card: between poker (2.5 x 3.5 inches) and bridge (2.25 x 3.5)."""

JOKER_INITIAL = "J"
"""The label of a jack, and the first letter of a joker's name.

In 400 pictures of a deck with such names, which the namer never saw, 9 jokers would have been sure
jacks. Each time it took one of the two Js for no index, with a chance of 0.09 or more. Of 144 jacks
that were read surely it does so with one.
"""

JOKER = "joker"

MIN_SUIT = 0.9
"""Minimum chance of a suit, the mean of a card's indices; below it the suit is unknown."""

BEYOND = np.float32(1.13)
"""Minimum ratio of the distances of a card's edge and of an index from the card's middle. Print in
the very corner has its middle 0.31 card heights across and 0.44 down."""

CORNERS = 4
"""Maximum number of indices on a card: one in each corner."""

Pair = tuple[Detection, Detection]

ONE_CARD, TWO_CARDS = 1.0, 2.0
"""Values of `_disagreement`: up to the first the indices share a card, from the second they don't.
"""

OPPOSITE = 0.85
"""Minimum cosine between two directions that count as parallel (32 degrees)."""

_DIAGONAL = 0.2
"""Minimum ratio of the distances across and down the card of two indices in opposite corners.

Below it both are on one side of a card with four, whose middle is not halfway between them.
"""

_J, _Q, _K, _A = Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE

LETTERS: Mapping[str, dict[str, Rank]] = {
    "french": {"A": _A, "1": _A, "V": _J, "D": _Q, "R": _K},  # valet, dame, roi
    "german": {"A": _A, "B": _J, "D": _Q, "K": _K},  # Bube, Dame, König
    "dutch": {"A": _A, "B": _J, "V": _Q, "H": _K},  # boer, vrouw, heer
    "swedish": {"A": _A, "E": _A, "Kn": _J, "D": _Q, "K": _K},  # ess, knekt, dam, kung
    "danish": {"A": _A, "E": _A, "B": _J, "D": _Q, "K": _K},  # es, bonde, dame, konge
    "russian": {"A": _A, "T": _A, "B": _J, "Д": _Q, "K": _K},  # туз, валет, дама, король
}
"""Letters on cards by country, as the index reader names them, besides the numbers."""

TELL_V = {"B": Rank.QUEEN, "H": Rank.QUEEN, "R": Rank.JACK}
"""Rank of a V in a deck that also has this letter: a queen in Holland, a jack in France."""

_RANKS = ChainMap({str(rank): rank for rank in Rank}, *LETTERS.values())


@dataclass(frozen=True, eq=False)
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
        """Label of its corners, by the best seen of them."""
        return self.detections[0].label

    @property
    def sure(self) -> float:
        """Certainty of its label, 0 to 1: for it to be wrong all its indices must be misread.

        Contrary labels reduce it, and so does the chance that a J is no index: see JOKER_INITIAL.
        """
        wrong = math.prod(1 - index.sure for index in self.detections)
        sure = min(1 - wrong, max(index.sure for index in self.detections) * 0.5 + 0.5)
        against = [index.sure for index in self.detections if index.label != self.label]
        if self.label == JOKER_INITIAL:
            against += [index.none for index in self.detections]
        return min(sure, 1 - max(against, default=0.0))

    @property
    def suit(self) -> Suit | None:
        """The card's suit, or None if its indices don't show it clearly."""
        return _suit(self.label, np.mean([index.suits for index in self.detections], axis=0))

    @property
    def opposite(self) -> Pair | None:
        """Two indices in opposite corners with the most precise votes, or None."""
        pairs = (pair for pair in combinations(self.detections, 2) if is_diagonal(*pair))
        return min(pairs, key=lambda pair: votes_off(*pair), default=None)

    @cached_property
    def quad(self) -> Quad:
        """The card's corners in pixels, clockwise from its own top left.

        A perspective view if three or four indices show, else a rectangle.
        """
        wide, tall = ASPECT / 2, 0.5
        ends = np.array([(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)], np.float32)
        held = np.array([self.holds(index)[:2] for index in self.detections], np.float32)
        if len(held) == len({(x > 0, y > 0) for x, y in held.tolist()}) >= CORNERS - 1:
            index = np.abs(held).mean(axis=0)
            flat, ends = np.sign(held) * index, ends * np.maximum(1, BEYOND * index / ends[2])
            if len(held) == CORNERS:
                transform = cv2.getPerspectiveTransform(flat, held)
            else:
                transform = np.vstack([cv2.getAffineTransform(flat, held), (0, 0, 1)])
            ends = cv2.perspectiveTransform(ends[None], transform)[0]
        return tuple(xy(self.place(across, down)) for across, down in ends.tolist())

    def place(self, across: float, down: float) -> Point:
        """Map an offset right of its middle and below, in card heights, to pixels."""
        return self.centre + self.up * complex(-down, across) * self.height

    def holds(self, index: Detection) -> tuple[float, float, float]:
        """Place of an index on the card: right of its middle and below, in card heights.

        And its tilt.
        """
        offset = (index.at - self.centre) / self.up / self.height
        return offset.imag, -offset.real, (index.up / self.up).real


def rank_of(label: str, others: Collection[str]) -> Rank | None:
    """Return the rank of `label` in a deck that also has the labels `others`.

    None if ambiguous: a V alone is a jack in France and a queen in Holland.
    """
    if label != "V":
        return _RANKS.get(label)
    meant = {TELL_V[letter] for letter in others if letter in TELL_V}
    return meant.pop() if len(meant) == 1 else None


def seen_cards(
    cards: Sequence[LocatedCard], letters: frozenset[str] = frozenset()
) -> tuple[SeenCard, ...]:
    """Read each of `cards` of one picture as a card of a deck with these `letters`."""
    labels = letters.union(card.label for card in cards)
    return tuple(
        SeenCard(rank_of(card.label, labels), card.sure, card.quad, card.suit) for card in cards
    )


def group(
    detections: Sequence[Detection], limits: ReadingLimits
) -> tuple[list[LocatedCard], list[Pair]]:
    """Group `detections` into cards; returns the cards, and pairs that may be on one or on two.

    Ambiguous pairs are grouped as one card, unless they clearly show different suits.
    """
    errors = {
        frozenset((first, second)): error
        for (first, index), (second, partner) in combinations(enumerate(detections), 2)
        if (error := _disagreement(index, partner, limits.grouping)) < TWO_CARDS
    }
    groups = [[number] for number in range(len(detections))]
    unclear: list[Pair] = []
    for pair, error in sorted(errors.items(), key=lambda item: item[1]):
        first, second = sorted(pair)
        mine, yours = (
            next(members for members in groups if end in members) for end in (first, second)
        )
        together = all(frozenset(two) in errors for two in product(mine, yours))
        if mine is yours or not together or len(mine) + len(yours) > CORNERS:
            continue
        if error > ONE_CARD:
            unclear.append((detections[first], detections[second]))
        groups = [each for each in groups if each is not mine and each is not yours]
        groups.append(sorted(mine + yours))
    parts = [_by_suit([detections[member] for member in members]) for members in sorted(groups)]
    unclear += [(upper[0], lower[0]) for part in parts for upper, lower in pairwise(part)]
    cards = [_locate(each, limits.grouping) for part in parts for each in part]
    return _resize(cards, limits.grouping), unclear


def _by_suit(detections: Sequence[Detection]) -> list[list[Detection]]:
    """Split the `detections` of one seeming card by suit if they clearly show different suits."""
    if len({_suit(detection.label, detection.suits) for detection in detections} - {None}) < 2:
        return [list(detections)]
    likeliest: dict[int, list[Detection]] = {}
    for detection in detections:
        likeliest.setdefault(int(detection.suits.argmax()), []).append(detection)
    return list(likeliest.values())


def _suit(label: str, chances: Floats) -> Suit | None:
    """Return the suit of an index with this `label` by the `chances` of SUITS, or None."""
    likeliest = int(chances.argmax())
    tells = label != JOKER and chances[likeliest] >= MIN_SUIT
    return SUITS[likeliest] if tells else None


def _may_share_an_end(one: Detection, other: Detection, limits: GroupingLimits) -> bool:
    """Return True if two indices are as far apart as the corners at one end of a card."""
    least, most = limits.end_width
    across = abs(one.at - other.at) / _card_height(one, other)
    return one.along(other) > OPPOSITE and least < across < most


def _vote_gap(one: Detection, other: Detection) -> float:
    """Return the distance between the card middles that two indices vote for, over their own."""
    return abs(one.card_centre - other.card_centre) / (abs(one.at - other.at) or 1.0)


def _disagreement(one: Detection, other: Detection, limits: GroupingLimits) -> float:
    """Misfit of two indices: up to ONE_CARD on one card, at least TWO_CARDS on two.

    Opposite corners give the middle directly, others only by their votes. Two with different names
    are joined last.
    """
    if not _may_share(one, other, limits):
        return TWO_CARDS
    if one.label != other.label:
        return ONE_CARD if _centre_error(one, other) < limits.max_misread_error else TWO_CARDS
    if not is_diagonal(one, other):
        return _scale(_vote_gap(one, other), limits.max_vote_gap, limits.separate_vote_gap)
    return _scale(_centre_error(one, other), limits.max_centre_error, limits.separate_centre_error)


def is_diagonal(one: Detection, other: Detection) -> bool:
    """Return True if two indices on one card are in opposite corners."""
    return one.along(other) < -OPPOSITE and _slant(one, other) >= _DIAGONAL


def _scale(error: float, most: float, separate: float) -> float:
    """Scale `error`, so that `most` becomes ONE_CARD and `separate` TWO_CARDS."""
    return error / most if error < most else ONE_CARD + (error - most) / (separate - most)


def _resize(cards: list[LocatedCard], limits: GroupingLimits) -> list[LocatedCard]:
    """Return `cards`, with those that show one end as large as those that show both.

    The less of a card shows the smaller it seems, and the further from its true middle.
    """
    whole = [card for card in cards if card.opposite is not None]
    if not whole:
        return cards
    height = float(np.median([card.height for card in whole]))
    corners = [np.abs(card.holds(card.detections[0])[:2]) * card.height for card in whole]
    across, down = (float(side) for side in np.median(corners, axis=0))
    ratio = limits.max_size_ratio
    return [
        _place(card, across, down, height)
        if card not in whole and 1 / ratio < card.height / height < ratio
        else card
        for card in cards
    ]


def _place(card: LocatedCard, across: float, down: float, height: float) -> LocatedCard:
    """Return `card` with this `height`, its index `across` and `down` pixels from its middle."""
    index = card.detections[0]
    x, y, _ = card.holds(index)
    offset = complex(math.copysign(down, y), -math.copysign(across, x))
    return replace(card, centre=index.at + card.up * offset, height=height)


def _centre_error(one: Detection, other: Detection) -> float:
    """Distance from the two votes to the point halfway between the indices, over their gap."""
    return votes_off(one, other) / (abs(one.at - other.at) or 1.0)


def votes_off(one: Detection, other: Detection) -> float:
    """Distance from halfway between two indices to their card's middle, in pixels."""
    halfway = (one.at + other.at) / 2
    return max(abs(one.card_centre - halfway), abs(other.card_centre - halfway))


def _may_share(one: Detection, other: Detection, limits: GroupingLimits) -> bool:
    """Return True if one card may carry both in two of its corners, whatever their ranks."""
    if not 0.5 < one.height / other.height < 2.0:
        return False
    if _may_share_an_end(one, other, limits):
        return True
    if not one.along(other) < -OPPOSITE:
        return False
    if not 0.35 < -_gap(one, other).real / _card_height(one, other) < 1.6:
        return False
    slant = _slant(one, other)
    return slant < limits.max_slant or (
        slant < limits.max_squeezed_slant
        and _centre_error(one, other) < limits.max_squeezed_centre_error
    )


def _gap(one: Detection, other: Detection) -> Point:
    """Offset from `one` to `other`, up a card with both and to its right, in pixels.

    The card's way up is between what its two ends say, so their order makes no difference.
    """
    up = one.up - other.up
    return (other.at - one.at) * up.conjugate() / (abs(up) or 1.0)


def _card_height(one: Detection, other: Detection) -> float:
    return (one.card_height + other.card_height) / 2


def _slant(one: Detection, other: Detection) -> float:
    """The distance across a card with both, over the distance down it."""
    gap = _gap(one, other)
    return abs(gap.imag) / (abs(gap.real) or 1.0)


def _locate(detections: Sequence[Detection], limits: GroupingLimits) -> LocatedCard:
    """The card that carries `detections`."""
    ordered = tuple(sorted(detections, key=lambda one: -one.score))
    best = ordered[0]
    height = sum(index.card_height for index in detections) / len(detections)
    centre = sum(index.card_centre for index in detections) / len(detections)
    up = sum(index.up if index.along(best) > 0 else -index.up for index in ordered)
    card = LocatedCard(ordered, centre, height, up / abs(up))
    if card.opposite is None:
        return card
    first, second = card.opposite
    between, (least, most) = abs(first.at - second.at), limits.index_distance
    height = min(max(height, between / most), between / least)
    return replace(card, centre=(first.at + second.at) / 2, height=height)

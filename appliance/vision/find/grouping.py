"""From indices to cards: which of them sit on one card, and where that card lies."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from appliance.core.reading import Quad
from appliance.rules.cards import Rank
from appliance.vision.find.finder import Spot

ASPECT = 0.70
"""Width over height of a card: between poker (2.5 x 3.5 inches) and bridge (2.25 x 3.5)."""

SAME = 0.3
"""So far from halfway between two indices may each see the middle of the card that both are
on, over the distance between them."""

USUAL, SQUEEZED, STRETCHED = 1.1, 1.6, 2.5
"""So many times as far apart across as down may the indices of one card seem: in a picture that is
as it was taken; in one that somebody squeezed, or that was taken from the side; and there up to
where nobody can say."""

AGREED = 0.25
"""Like SAME, of two indices that are further apart across than usual."""

OPEN = 0.42
"""From here on two indices are on two cards; between SAME and OPEN nobody can say."""

ALIKE = 1.35
"""So many times larger or smaller may a card of the same deck seem that is nearer or further."""

INITIAL = "J"
"""Stands in a jack's corners, and first in a joker's name. In 400 pictures of a deck with such
names, which the namer never saw, 9 jokers would be sure jacks. Each time it takes one of the Js for
no index with a chance of 0.09 or more; of 144 jacks that were read surely it does so with one."""

NARROW, WIDE, LEVEL = 0.4, 0.75, 0.2
"""So far apart, in heights of their card, are the two corners of one end, and so much higher may
one of them seem."""

CORNER = 0.1
"""So far from where they should be, in heights of the card, may its other two indices sit."""

BETWEEN = (0.8, 1.06)
"""So far apart, in heights of their card, may its indices be, from jumbo to small print in the very
corners. What the finder says of the height is up to a quarter too low."""

TOGETHER = 0.2
"""Nearer to each other, in heights, no two cards that lie the same way both show both ends."""

JOKER, MARKS = "joker", 0.5
"""Nearer to each other, in heights, two jokers may be one: no two makers put its marks alike."""

_MEANS: dict[str, Rank] = {
    **{str(rank): rank for rank in Rank},
    "1": Rank.ACE,
    "E": Rank.ACE,
    "T": Rank.ACE,
    "Kn": Rank.JACK,
    "B": Rank.JACK,
    "D": Rank.QUEEN,
    "Д": Rank.QUEEN,
    "R": Rank.KING,
    "H": Rank.KING,
}
"""What a label means wherever it is printed; V is missing: a jack in France, a queen in Holland."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """One card: its `spots` (one to four), and its pose in pixels; `up` is a unit vector."""

    spots: tuple[Spot, ...]
    centre: tuple[float, float]
    height: float
    up: tuple[float, float]

    @property
    def label(self) -> str:
        """What stands in its corners."""
        return self.spots[0].label

    @property
    def sure(self) -> float:
        """How likely that is: all its indices must be misread for it to be wrong.

        A joker's two Js are both misread, though: see INITIAL.
        """
        wrong = math.prod(1 - spot.sure for spot in self.spots)
        sure = min(1 - wrong, max(spot.sure for spot in self.spots) * 0.5 + 0.5)
        if self.label != INITIAL:
            return sure
        return min(sure, 1 - max(float(spot.names[-1]) for spot in self.spots))

    @property
    def quad(self) -> Quad:
        """Its four corners in pixels, from its own top left."""
        (x, y), (up, down) = self.centre, self.up
        tall, wide = self.height / 2, self.height * ASPECT / 2
        sides = ((-wide, tall), (wide, tall), (wide, -tall), (-wide, -tall))
        return tuple(
            (x - right * down + high * up, y + right * up + high * down) for right, high in sides
        )


def rank_of(label: str, others: Sequence[str]) -> Rank | None:
    """The rank that `label` stands for in a picture that also shows the labels `others`.

    None where it can't be known: a V alone is a jack in France and a queen in Holland.
    """
    if label != "V":
        return _MEANS.get(label)
    dutch, french = {"B", "H"} & set(others), {"R"} & set(others)
    if bool(dutch) is bool(french):
        return None
    return Rank.QUEEN if dutch else Rank.JACK


def group(
    spots: Sequence[Spot], *, squeezed: bool = False
) -> tuple[list[Lying], list[tuple[Spot, Spot]]]:
    """The cards on which `spots` sit, and the pairs that may be on two cards after all.

    An unclear pair is taken for the two ends of one card, which is what it mostly is. In a picture
    that may be `squeezed` cards may look as wide as high.
    """
    pairs = sorted(
        (
            (_apart(one, other), first, second)
            for first, one in enumerate(spots)
            for second, other in enumerate(spots[:first])
            if _may_share(one, other, squeezed)
        ),
    )
    group_of = list(range(len(spots)))
    unclear: list[tuple[Spot, Spot]] = []
    for far, first, second in pairs:
        if group_of[first] == group_of[second]:
            continue
        members = [n for n, g in enumerate(group_of) if g in (group_of[first], group_of[second])]
        if all(_may_share(spots[a], spots[b], squeezed) for a in members for b in members if a < b):
            if far >= OPEN:
                continue
            if far > SAME or _slant(spots[first], spots[second]) > SQUEEZED:
                unclear.append((spots[first], spots[second]))
            for member in members:
                group_of[member] = group_of[second]
    sets: dict[int, list[Spot]] = {}
    for number, spot in zip(group_of, spots, strict=True):
        sets.setdefault(number, []).append(spot)
    cards = _with_four_corners([_lying(each) for each in sets.values()], unclear)
    unclear = [pair for pair in unclear if not _in_four_corners(pair, cards)]
    unclear += _one_end(cards) + _in_one_place(cards) + _one_joker(cards)
    return (_as_large(cards) if squeezed else cards), unclear


def _with_four_corners(cards: list[Lying], unclear: list[tuple[Spot, Spot]]) -> list[Lying]:
    """`cards` where those whose indices sit in the other two corners of one have joined it."""
    kept: list[Lying] = []
    for card in sorted(cards, key=lambda each: -len(each.spots)):
        whole = next((other for other in kept if _in_other_corners(card, other)), None)
        if whole is None:
            kept.append(card)
            continue
        joined = replace(whole, spots=(*whole.spots, *card.spots))
        kept[kept.index(whole)] = joined
    # with one corner missing the third may be another card's after all
    unclear += [(card.spots[0], card.spots[2]) for card in kept if len(card.spots) == 3]
    return kept


def _in_four_corners(pair: tuple[Spot, Spot], cards: Sequence[Lying]) -> bool:
    """Whether both are on one card that has four indices, each just where it ought to be.

    What the finder says of the middle it learned from two: of the others it is off.
    """
    return any(len(card.spots) == 4 and all(one in card.spots for one in pair) for card in cards)


def _one_end(cards: Sequence[Lying]) -> list[tuple[Spot, Spot]]:
    """Indices of two `cards` that may be both corners of the same end of one that has four."""
    ends = [card.spots[0] for card in cards if len(card.spots) == 1]
    return [pair for pair in combinations(ends, 2) if _side_by_side(*pair)]


def _in_one_place(cards: Sequence[Lying]) -> list[tuple[Spot, Spot]]:
    """An index of each of two `cards` that show both ends where only one can lie.

    Two that lie the same way and so near cover each other's: it is one card with four, seen askew.
    """
    whole = [card for card in cards if len(card.spots) > 1]
    return [
        (one.spots[0], other.spots[0])
        for one, other in combinations(whole, 2)
        if math.dist(one.centre, other.centre) < TOGETHER * max(one.height, other.height)
        and abs(one.up[0] * other.up[0] + one.up[1] * other.up[1]) > 0.85
    ]


def _one_joker(cards: Sequence[Lying]) -> list[tuple[Spot, Spot]]:
    """A mark of each of two jokers that may be one: its marks need not sit where ranks do."""
    jokers = [card for card in cards if card.label == JOKER]
    return [
        (one.spots[0], other.spots[0])
        for one, other in combinations(jokers, 2)
        if math.dist(one.centre, other.centre) < MARKS * max(one.height, other.height)
    ]


def _side_by_side(one: Spot, other: Spot) -> bool:
    """Whether both are of one rank and as far beside each other as a card is wide."""
    up = (one.up[0] + other.up[0], one.up[1] + other.up[1])
    height = (one.card + other.card) / 2
    across, down = (abs(far) / height for far in _way(one, other, up))
    alike = one.label == other.label and one.up[0] * other.up[0] + one.up[1] * other.up[1] > 0.85
    return alike and NARROW < across < WIDE and down < LEVEL


def _in_other_corners(card: Lying, whole: Lying) -> bool:
    """Whether all indices of `card` are where `whole`, which shows two ends, has its others."""
    if len(whole.spots) not in (2, 3) or card.label != whole.label:
        return False
    mine = _local(whole.spots[0], whole)
    for spot in card.spots:
        across, down, along = _local(spot, whole)
        mirrored = abs(across + math.copysign(mine[0], mine[0] * mine[1] * down)) < CORNER
        upright = along * down < 0 and abs(along) > 0.85
        if not (mirrored and upright and abs(abs(down) - abs(mine[1])) < CORNER):
            return False
    return True


def _as_large(cards: list[Lying]) -> list[Lying]:
    """`cards` where those of which one end shows are as large as those that show both.

    The less of a card shows the smaller it seems, and the further from its true middle.
    """
    whole = [card for card in cards if len(card.spots) > 1]
    if not whole:
        return cards
    height = float(np.median([card.height for card in whole]))
    corners = [np.abs(_local(card.spots[0], card)[:2]) * card.height for card in whole]
    across, down = (float(side) for side in np.median(corners, axis=0))
    return [
        _placed(card, across, down, height)
        if len(card.spots) == 1 and 1 / ALIKE < card.height / height < ALIKE
        else card
        for card in cards
    ]


def _placed(card: Lying, across: float, down: float, height: float) -> Lying:
    """`card` where its one index is so many pixels from the middle of a card so high."""
    spot, up = card.spots[0], np.array(card.up)
    right = np.array([-up[1], up[0]])
    x, y, _ = _local(spot, card)
    middle = np.array([spot.x, spot.y])
    middle = middle - right * math.copysign(across, x) + up * math.copysign(down, y)
    return replace(card, centre=(float(middle[0]), float(middle[1])), height=height)


def _local(spot: Spot, card: Lying) -> tuple[float, float, float]:
    """Where `spot` is on `card`, across and down from its middle in its heights; how upright."""
    gap = (spot.x - card.centre[0], spot.y - card.centre[1])
    across = (-gap[0] * card.up[1] + gap[1] * card.up[0]) / card.height
    down = -(gap[0] * card.up[0] + gap[1] * card.up[1]) / card.height
    return across, down, spot.up[0] * card.up[0] + spot.up[1] * card.up[1]


def _apart(one: Spot, other: Spot) -> float:
    """How badly two indices agree about the middle of their card: 0 is perfectly."""
    halfway = ((one.x + other.x) / 2, (one.y + other.y) / 2)
    worst = max(math.dist(one.centre, halfway), math.dist(other.centre, halfway))
    return worst / (math.dist((one.x, one.y), (other.x, other.y)) or 1.0)


def _may_share(one: Spot, other: Spot, squeezed: bool) -> bool:
    """Whether one card may carry both: the same label, at both its ends."""
    if one.label != other.label or not 0.5 < one.height / other.height < 2.0:
        return False
    opposite = one.up[0] * other.up[0] + one.up[1] * other.up[1] < -0.85
    if not (opposite and 0.35 < _gap(one, other)[1] / ((one.card + other.card) / 2) < 1.6):
        return False
    slant = _slant(one, other)
    return slant < USUAL or (squeezed and slant < STRETCHED and _apart(one, other) < AGREED)


def _gap(one: Spot, other: Spot) -> tuple[float, float]:
    """How far it is from `one` to `other`, across and down a card with both, in pixels.

    Its up is between what its two ends say, or what is one card would hang on their order.
    """
    return _way(one, other, (one.up[0] - other.up[0], one.up[1] - other.up[1]))


def _way(one: Spot, other: Spot, up: tuple[float, float]) -> tuple[float, float]:
    """How far it is from `one` to `other`, across and down, where `up` (of any length) is up."""
    x, y = other.x - one.x, other.y - one.y
    length = math.hypot(*up) or 1.0
    return (y * up[0] - x * up[1]) / length, -(x * up[0] + y * up[1]) / length


def _slant(one: Spot, other: Spot) -> float:
    """How many times as far it is across as down."""
    across, down = _gap(one, other)
    return abs(across) / (abs(down) or 1.0)


def _lying(spots: Sequence[Spot]) -> Lying:
    """The card that carries `spots`."""
    best = max(spots, key=lambda spot: spot.sure * spot.chance)
    height = float(np.mean([spot.card for spot in spots]))
    opposite = [spot for spot in spots if spot.up[0] * best.up[0] + spot.up[1] * best.up[1] < -0.85]
    if opposite:
        other = opposite[0]
        up = np.array(best.up) - np.array(other.up)
        up /= np.linalg.norm(up) or 1.0
        way = (float(up[0]), float(up[1]))
        middle = ((best.x + other.x) / 2, (best.y + other.y) / 2)
        between = math.dist((best.x, best.y), (other.x, other.y))
        height = min(max(height, between / BETWEEN[1]), between / BETWEEN[0])
    else:
        way, middle = best.up, best.centre
    ordered = tuple(sorted(spots, key=lambda spot: -spot.sure * spot.chance))
    return Lying(ordered, middle, height, way)

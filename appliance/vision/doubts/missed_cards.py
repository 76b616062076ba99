"""Looks for the rest: what may be a card in a picture besides those that were read.

A card that is missed is as wrong as one that is misread. What the finder says of indices and areas
must all belong to the cards that were read, or the reader asks.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from appliance.core.reading import Quad, touch
from appliance.vision.doubts.squared_up import hides_another, outline
from appliance.vision.find.finder import STRIDE, Areas, Spot
from appliance.vision.find.grouping import ASPECT, JOKER, Lying

SUSPECT = 0.1
"""From this chance on something that is not read may be an index of another card."""

STRAYS = ((0.3, 0.035), (0.12, 0.19))
"""An area that sees a card's middle so far (in heights) from that of every card which was read,
and is such a share of a card, is another card's: little of it far away, or much close by, as in
a fan. Of 14 simulated heaps and fans in which a card was missed, 13 are asked about with both."""

CLOSER = (0.1, 0.22)
"""The same closer by, where a card's size is known: a joker's strip between two cards, say, which
see middles on either side of its own. It asks about 24 of 317 heaps in the calibrated box that
were answered rightly, and 2 of 8 in which a card was missed."""

CORNER = 0.25
"""So many heights around an index reaches what is near its corner of the card."""

BESIDE, ALONE, PLAIN = 0.15, 0.15, 0.8
"""An area further than so many heights from all cards that were read is a card only if it is such a
share of one, for nothing but the picture's edge or a hand can hide the rest of it, and if it is
so likely a card's face throughout: paper, books and cloth are so in parts."""

CUT_OFF = 0.3
"""At the picture's edge less of it is enough, if something on it is so likely an index."""

PIP = 0.6
"""A card's own pip or picture is hardly taken for an index with so much of a chance."""

OTHERWISE = 0.6
"""What is named so surely, and otherwise than the card whose middle it sees, is none of its pips.
Of 577 readings in the calibrated box that were right none has such a thing."""

HARDLY = 0.2
"""Where a place and all around it are less likely than this a card's face, nothing is an index."""

AROUND_IT, SOME_CARD = 0.2, 0.25
"""Far from the cards that were read so much of what is around an index, so many heights to either
side, is a card, where their size is not known: else it is lettering on a book. Of 70 that were
missed one had less, and that joker's paper tells (`nameless`)."""

AROUND, SLIVER = 0.04, 0.005
"""Where a card's size is known, nothing of a card shows further than so many heights around those
that were read, but for specks of such a share of a card. Of 44 heaps of one rank in which a card
was missed this finds 30, and it asks about 2 of 100 overlapping scenes that were read rightly."""

LOOSE, STRIP = 0.1, 0.01
"""The same where the size and the camera's angle are guessed."""

EDGE = 0.3
"""Only what touches a card counts there (see BESIDE), no further than so many heights from it."""

NEARLY = 1.1
"""Cards touch, for all that is known, if one of them would when it were so much larger."""

FACE = 0.5
"""From this chance on a place is a card's face."""

SHOWS = 0.04
"""So much of a card shows at least: else its index was counted with a wrong card."""

LOW = 0.78
"""An index that is not so many times as high as the others is covered in part: of a four an ace is
left. Of 329 heaps in the calibrated box that were read rightly one at most has such an index."""

OWN = 0.3
"""A place belongs to a card if it sees that card's middle within so many of its heights."""

COVERED = "a card may be covered: spread the cards"
HALF_OUT = "a card is half out of the picture: push it in"

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why the reader asks, and where in the picture."""

    ask: str
    place: Quad | None = None


def missed(
    spots: Sequence[Spot],
    good: Sequence[Spot],
    cards: Sequence[Lying],
    areas: Areas,
    size: float | None,
) -> Doubt | None:
    """Anything in the picture that may be a card or a part of one, and is none of `cards`.

    `good` are those of `spots` that sit on the cards. `size` is a card's height in pixels, where it
    is known.
    """
    unread = _unread(spots, good, cards, areas, size)
    if unread is not None:
        why = "an index can't be read: lay the card flat, away from glare"
        return Doubt(why, around(unread))
    below = _below(cards, areas) or (None if size is None else _cut(cards))
    if below is not None:
        return Doubt(COVERED, below)
    return _stray(spots, cards, areas, size) or _sliver(cards, areas, size)


def _below(cards: Sequence[Lying], areas: Areas) -> Quad | None:
    """The card below which another one lies squared up."""
    for card in cards:
        if hides_another(card, [other for other in cards if other is not card], areas):
            return card.quad
    return None


def _cut(cards: Sequence[Lying]) -> Quad | None:
    """A card whose only index is much lower than those of the others: a part of it is covered."""
    ranked = [card for card in cards if card.label != JOKER]  # whose name is as high as it likes
    for card in ranked:
        others = [spot.height for one in ranked if one is not card for spot in one.spots] or [0.0]
        if len(card.spots) == 1 and card.spots[0].height < LOW * float(np.median(others)):
            return card.quad
    return None


def _stray(
    spots: Sequence[Spot], cards: Sequence[Lying], areas: Areas, size: float | None
) -> Doubt | None:
    """An area of card that belongs to none of `cards`, or a card to which no area belongs."""
    # as complex numbers, whose size numpy takes twenty times as fast as a vector's
    middles = areas.centres.view(np.complex64)[:, :, 0]
    far = np.stack([np.abs(middles - complex(*one.centre)) / one.height for one in cards])
    unit, face = STRIDE * areas.zoom, areas.face > FACE
    own, owner = face & (far.min(axis=0) < OWN), far.argmin(axis=0)
    for number, card in enumerate(cards):
        if (own & (owner == number)).sum() < SHOWS * ASPECT * (card.height / unit) ** 2:
            return Doubt("one card or two? spread the cards", card.quad)
        if size is None and len(card.spots) == 1 and _lies_alone(card, cards):
            # its middle is where most of it sees it, rather than where its index does
            seen = middles[own & (owner == number)]
            middle = complex(np.median(seen.real), np.median(seen.imag))
            far[number] = np.abs(middles - middle) / card.height
    nearest = far.min(axis=0)
    nearest[_corners(cards, areas) > 0] = 0
    whole = ASPECT * (float(np.median([card.height for card in cards])) / unit) ** 2
    beside = outlines(cards, BESIDE, areas)
    for apart, share in STRAYS if size is None else (*STRAYS, CLOSER):
        stray = (face & (nearest >= apart)).astype(np.uint8)
        if cv2.countNonZero(stray) <= share * whole:
            continue
        opened = cv2.morphologyEx(stray, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for part, place in parts_of(np.asarray(opened, np.uint8), share * whole, unit):
            if (part & beside).any() or _is_a_card(part, areas, whole):
                return Doubt(COVERED, place)
            if _is_cut_off(part, spots, areas):
                return Doubt(HALF_OUT, place)
    return None


def _lies_alone(card: Lying, cards: Sequence[Lying]) -> bool:
    """Whether `card` touches none of the other `cards`, nor nearly."""
    return not any(touch(card.quad, one.quad, NEARLY) for one in cards if one is not card)


def _is_a_card(part: Mask, areas: Areas, whole: float) -> bool:
    """Whether a `part`, far from all cards that were read, looks like one of `whole` places."""
    return bool(part.sum() > ALONE * whole and cv2.mean(areas.face, part)[0] > PLAIN)


def _is_cut_off(part: Mask, spots: Sequence[Spot], areas: Areas) -> bool:
    """Whether the picture's edge may cut off a card of which a `part` shows."""
    edges = part[0], part[-1], part[:, 0], part[:, -1]
    if not any(edge.any() for edge in edges) or cv2.mean(areas.face, part)[0] <= PLAIN:
        return False
    return any(spot.chance > CUT_OFF and part[place_of(spot, areas)] for spot in spots)


def place_of(spot: Spot, areas: Areas) -> tuple[int, int]:
    """The row and column of `areas` at which an index is."""
    unit, (rows, columns) = STRIDE * areas.zoom, areas.face.shape
    row, column = int(spot.y / unit), int(spot.x / unit)
    return min(max(0, row), rows - 1), min(max(0, column), columns - 1)


def _unread(
    spots: Sequence[Spot],
    good: Sequence[Spot],
    cards: Sequence[Lying],
    areas: Areas,
    size: float | None,
) -> Spot | None:
    """What may be an index on a card, and is on none of those that were read."""
    used = {id(spot) for spot in good}
    likely = cv2.dilate(areas.face, np.ones((5, 5), np.uint8))
    for spot in spots:
        if id(spot) in used or likely[place_of(spot, areas)] < HARDLY:
            continue
        if spot.chance > PIP:
            return spot
        # a card's own pips and pictures see its own middle, and look little like an index
        own = any(
            math.dist(spot.centre, card.centre) < OWN * card.height
            and (spot.label == card.label or spot.sure < OTHERWISE)
            for card in cards
        )
        index = spot.chance * (1 - float(spot.names[-1]))
        if index > SUSPECT and not own and (size is not None or _on_a_card(spot, cards, areas)):
            return spot
    return None


def _on_a_card(spot: Spot, cards: Sequence[Lying], areas: Areas) -> bool:
    """Whether an index is beside one of `cards`, or enough around it shows a card's face."""
    row, column = place_of(spot, areas)
    if outlines(cards, BESIDE, areas)[row, column]:
        return True
    height = float(np.median([card.height for card in cards]))
    reach = round(AROUND_IT * height / (STRIDE * areas.zoom))
    rows, columns = (
        slice(max(0, row - reach), row + reach + 1),
        slice(max(0, column - reach), column + reach + 1),
    )
    return float((areas.face[rows, columns] > FACE).mean()) > SOME_CARD


def _sliver(cards: Sequence[Lying], areas: Areas, size: float | None) -> Doubt | None:
    """A part of a card along one of `cards`, where none of these can lie; see AROUND and LOOSE."""
    margin, share = (LOOSE, STRIP) if size is None else (AROUND, SLIVER)
    known = [card if size is None else replace(card, height=size) for card in cards]
    outside = (areas.face > FACE).astype(np.uint8) & (1 - outlines(known, margin, areas))
    if size is None:
        outside &= 1 - _shapes(cards, areas)
    near = outside & outlines(known, EDGE, areas)
    thinned = np.asarray(cv2.erode(near, np.ones((2, 2), np.uint8)), np.uint8)
    unit, beside = STRIDE * areas.zoom, outlines(known, BESIDE, areas)
    whole = ASPECT * (float(np.median([card.height for card in known])) / unit) ** 2
    parts = parts_of(thinned, share * whole, unit)
    return next((Doubt(COVERED, place) for part, place in parts if (part & beside).any()), None)


def _shapes(cards: Sequence[Lying], areas: Areas) -> Mask:
    """1 where one of `cards` is by its own edges: askew or squeezed it is no such rectangle."""
    inside = np.zeros(areas.face.shape, np.uint8)
    for card in cards:
        shape = outline(card, [other for other in cards if other is not card], areas)
        if shape is not None:
            _fill(inside, np.array(shape), areas)
    return inside


def _corners(cards: Sequence[Lying], areas: Areas) -> Mask:
    """1 at the places around the indices of those `cards` that show four: they are their own.

    Nothing can lie there but the card itself. But the finder learned from cards with two, and sees
    from the other two corners the middle of a card beside it.
    """
    places, unit = np.zeros(areas.face.shape, np.uint8), STRIDE * areas.zoom
    whole = [card for card in cards if len(card.spots) == 4]
    for card in whole:
        for spot in card.spots:
            middle = round(spot.x / unit - 0.5), round(spot.y / unit - 0.5)
            cv2.circle(places, middle, round(CORNER * card.height / unit), (1,), cv2.FILLED)
    return places & outlines(whole, 0.0, areas)


def outlines(cards: Sequence[Lying], margin: float, areas: Areas) -> Mask:
    """1 at the places of `areas` in the outlines of `cards`, with so many heights around them."""
    inside = np.zeros(areas.face.shape, np.uint8)
    for card in cards:
        middle = np.array(card.centre)
        _fill(inside, middle + (np.array(card.quad) - middle) * (1 + 2 * margin), areas)
    return inside


def _fill(inside: Mask, quad: npt.NDArray[np.float64], areas: Areas) -> None:
    """Set the places of `areas` that are in `quad` to 1."""
    # a place's own middle is half a unit in; cv2 takes sixteenths of one
    corners = np.round((quad / (STRIDE * areas.zoom) - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(inside, corners, (1,), shift=4)


def parts_of(mask: Mask, least: float, unit: float) -> Iterator[tuple[Mask, Quad]]:
    """The connected parts of `mask` with more than `least` places, the largest first.

    Each as where it is in the mask and, places being `unit` pixels apart, in the picture.
    """
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    for part in 1 + np.argsort(-stats[1:count, cv2.CC_STAT_AREA]):
        if stats[part, cv2.CC_STAT_AREA] <= least:
            break
        x, y, w, h = (float(stats[part, n]) * unit for n in range(4))
        quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        yield np.asarray(parts == part, np.uint8), quad


def around(spot: Spot) -> Quad:
    """A square about an index."""
    r = spot.height
    x, y = spot.x, spot.y
    return ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))

"""Reads a deck fanned in rows, and reports places where a card may have been missed.

A fan's cards follow each other in even steps, so a missed card leaves a gap. And it shows each
rank several times: a doubtful index is compared with others of its print and light.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress, permutations

import cv2
import numpy as np

from appliance.core.fuse import LOOKS_DIFFER
from appliance.core.reading import SURE, Ask, Quad, SeenCard, rectangle
from appliance.decks.deck import (
    DECK,
    Deck,
    DeckFinder,
    DeckInUse,
    best_of,
    lead,
    rank_called,
    sureness,
)
from appliance.decks.likeness import RANK_COMPARISON, likeness, plain
from appliance.vision.arrays import Image, Point, xy
from appliance.vision.doubts.missed_cards import around, height_of, outlines, parts_of
from appliance.vision.find.finder import MIN_FACE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard, rank_of, seen_cards, votes_off
from appliance.vision.find.index import LABELS
from appliance.vision.limits import PHOTOGRAPH
from appliance.vision.read import CardReader, enlarged, reduced
from bluffing.cards import Rank
from bluffing.message import message


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLimits:
    """Limits for indices in a row of a fan. Lengths in card heights; all set by eye."""

    min_followers: int = 5
    """Minimum number of cards that follow another; below it the cards are no fan."""

    min_agreement: float = 0.8
    """Minimum agreement of all indices about the way up, 0 to 1; below it they are no fan."""

    max_offset: float = 0.1
    max_slope: float = 0.15
    """Maximum distance of an index from the line of its row, and more for each length across."""

    max_edge_offset: float = 0.15
    """Maximum distance across between two indices at the two ends of one edge of a card."""

    min_step: float = 0.03
    max_step: float = 1.2
    """Minimum and maximum distance from one index of a row to the next."""

    step_quantile: float = 0.1
    """Quantile of all steps that is the fan's usual step: the room of a card's index."""

    margin: float = 0.07
    """Maximum distance by which a card may reach further than visible."""

    min_beyond: float = 0.75
    """Minimum length, in steps, of the row past its last card if another card lies there."""

    next_index: tuple[float, float] = (0.6, 2.0)
    """Minimum and maximum distance of a search beyond a row's last index, in steps."""

    levels: tuple[float, ...] = (0.06, 0.1, 0.14, 0.18, 0.22, 0.26)
    """Distances below its indices at which a row's end is searched."""

    max_reach: float = 1.6
    """Maximum distance to which a row is followed."""

    max_hole: float = 0.3
    """Maximum width of a hole in it; above it the row ends there."""

    min_stray_area: float = 0.1
    """Minimum area of cards outside all read ones, in square card heights."""

    min_back: float = 0.5
    """Minimum chance at which a cell counts as a card's back."""


ROW_LIMITS = RowLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Spacing:
    """Step from the index `one` of a row to the `next`, `wide` heights of a card further.

    Another card's index may be from `low` to `high` heights from `one`.
    """

    one: Detection
    next: Detection
    wide: float
    low: float = 0.0
    high: float = 0.0

    @property
    def quad(self) -> Quad:
        """Outline from one index to the next, and a little below; in pixels."""
        tall, start, end = self.one.up * self.one.height, self.one.at, self.next.at
        return tuple(map(xy, (start + tall, end + tall, end - 3 * tall, start - 3 * tall)))


def main_way(detections: Sequence[Detection]) -> tuple[Point, float]:
    """The way up of most of `detections`, and how much they agree about the axis, 0 to 1."""
    if not detections:
        return 0j, 0.0
    ups = np.array([index.up for index in detections])
    doubled = complex((ups**2).mean())
    axis = np.sqrt(doubled) / (np.sqrt(abs(doubled)) or 1.0)
    along = np.sign((ups * axis.conjugate()).real).sum()
    return complex(axis if along >= 0 else -axis), abs(doubled)


def is_fan(detections: Sequence[Detection]) -> bool:
    """Return True if the indices form rows."""
    if main_way(detections)[1] < ROW_LIMITS.min_agreement:
        return False
    return len(steps_of(joined(detections)[0])) >= ROW_LIMITS.min_followers


def joined(detections: Sequence[Detection]) -> tuple[list[LocatedCard], list[Detection]]:
    """Group `detections` into cards; returns the cards and the detections without a card.

    Every index in the main direction is a card. The others are second ends of these cards, at one
    edge (on cards with four indices) or across (if the whole card shows).
    """
    main, _ = main_way(detections)
    order = sorted(detections, key=lambda index: -index.score)
    upper = [index for index in order if (index.up * main.conjugate()).real > 0]
    lower = [index for index in order if index not in upper]
    edges = sum(any(_at_other_end(index, end, edge=True) for end in lower) for index in upper)
    second = _right_corners(upper) if edges >= ROW_LIMITS.min_followers else {}
    right = set(second.values())
    cards = [
        [index, second[index]] if index in second else [index]
        for index in upper
        if index not in right
    ]
    left: list[Detection] = []
    for index in lower:
        owner = min(
            (card for card in cards if any(_at_other_end(front, index) for front in card)),
            key=lambda card: _halfway_off(card[0], index),
            default=left,
        )
        owner.append(index)
    return _locate(cards), left


def _locate(cards: Sequence[Sequence[Detection]]) -> list[LocatedCard]:
    """Locate each card by its detections; the cards that show two ends across give the size."""
    if not cards:
        return []
    size = float(np.median([index.card_height for card in cards for index in card]))
    middles = [
        _from(card[0], end.at, size) / 2
        for card in cards
        for end in card[1:]
        if abs(_local(card[0], end).imag) > ROW_LIMITS.max_edge_offset
    ]
    if not middles:
        middles = [_from(card[0], card[0].card_centre, size) for card in cards]
    above, right = np.median(
        np.array([(offset.real, offset.imag) for offset in middles]) * size, axis=0
    )
    return [
        LocatedCard(tuple(card), card[0].at + card[0].up * complex(above, right), size, card[0].up)
        for card in cards
    ]


def _from(one: Detection, place: Point, size: float) -> Point:
    """Return the offset of `place` from `one`, up and to the right, over `size`."""
    return (place - one.at) / one.up / size


def _local(one: Detection, other: Detection) -> Point:
    """Return the offset of `other` from `one`, up and to the right, in card heights."""
    return _from(one, other.at, one.card_height)


def _right_corners(upper: Sequence[Detection]) -> dict[Detection, Detection]:
    """Map each index to the one at the same end of its card, by the index that follows the row.

    Only the card on top of a row shows it: the last, or the first in rows that are upside down.
    """
    steps = steps_of(_locate([[index] for index in upper]))
    followed, following = {step.one for step in steps}, {step.next for step in steps}
    pairs = [step for step in steps if _beside(step.one, step.next)]
    last = {step.one: step.next for step in pairs if step.next not in followed}
    return last | {step.next: step.one for step in pairs if step.one not in following}


def _beside(one: Detection, other: Detection) -> bool:
    """Return True if both are at the upper edge of one card with four indices."""
    offset = _local(one, other)
    return one.label == other.label and 0.35 < abs(offset.imag) < 0.7 and abs(offset.real) < 0.08


def _at_other_end(one: Detection, other: Detection, *, edge: bool = False) -> bool:
    """Return True if `other` may be at the lower end of the card (or even `edge`) with `one`."""
    offset = _local(one, other)
    along = abs(offset.imag) < ROW_LIMITS.max_edge_offset
    below = one.label == other.label and -1.2 < offset.real < -0.5
    return below and (along or (not edge and 0.3 < abs(offset.imag) < 0.8))


def _halfway_off(one: Detection, other: Detection) -> float:
    """Distance from halfway between two indices to their card's middle, in card heights."""
    if abs(_local(one, other).imag) < ROW_LIMITS.max_edge_offset:
        return 0.0
    return votes_off(one, other) / one.card_height


def steps_of(cards: Sequence[LocatedCard]) -> list[Spacing]:
    """Return the step from each card to its right neighbour."""
    fronts = [card.detections[0] for card in cards]
    steps: dict[Detection, Spacing] = {}
    for left, right in permutations(fronts, 2):
        step = _from(left, right.at, cards[0].height)
        if (
            ROW_LIMITS.min_step < step.imag < ROW_LIMITS.max_step
            and abs(step.real) < ROW_LIMITS.max_offset + ROW_LIMITS.max_slope * step.imag
            and left.along(right) > 0.9
            and (left not in steps or step.imag < steps[left].wide)
        ):
            steps[left] = Spacing(left, right, step.imag)
    return list(steps.values())


def even_step(steps: Sequence[Spacing]) -> float:
    """The narrow steps of a fan, in card heights: the room that a card's index takes."""
    return float(np.quantile([step.wide for step in steps], ROW_LIMITS.step_quantile))


def strays(cards: Sequence[LocatedCard], maps: CardMaps, image: Image) -> Iterator[Ask]:
    """Yield unread cards: faces beyond all others, backs, and cards at the edge."""
    unit, size, face = maps.cell, height_of(cards), maps.faces
    mine = outlines(cards, ROW_LIMITS.margin, maps)
    least = ROW_LIMITS.min_stray_area * (size / unit) ** 2
    backs = (maps.back > ROW_LIMITS.min_back).astype(np.uint8)
    unread, face_down = message("ask.fan.not-read"), message("ask.fan.face-down")
    for mask, why in ((face & (1 - mine), unread), (backs, face_down)):
        solid = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for _, box in parts_of(np.asarray(solid, np.uint8), least, unit):
            yield Ask(why, box)
    rim = np.concatenate([face[0], face[-1], face[:, 0], face[:, -1]])
    if rim.sum() * unit > 0.2 * size:
        height, width = image.shape[:2]
        yield Ask(message("ask.fan.cut-off"), rectangle(0, 0, width, height))


def beyond(
    cards: Sequence[LocatedCard], steps: Sequence[Spacing], maps: CardMaps
) -> Iterator[tuple[Spacing, bool]]:
    """Yield the space past each end of a row, and True if another card must lie there."""
    even = even_step(steps)
    near, far = (share * even for share in ROW_LIMITS.next_index)
    inner = {step.next for step in steps}, {step.one for step in steps}
    for side, inside in zip((-1, 1), inner, strict=True):
        ends = [card for card in cards if card.detections[0] not in inside]
        reaches = [_reach(card, side, maps) for card in ends]
        usual = [
            ASPECT / 2 + side * _from(card.detections[0], card.centre, card.height).imag
            for card in ends
        ]
        # all rows end alike, however large their cards are thought to be
        rim = min(*reaches, max(usual) + 0.5 * even)
        for card, reach in zip(ends, reaches, strict=True):
            index = card.detections[0]
            place = index.at + index.up * side * card.height * far * 1j
            onward = Spacing(index, replace(index, at=place), far, near, far)
            yield onward, reach > rim + ROW_LIMITS.min_beyond * even


def _reach(card: LocatedCard, way: int, maps: CardMaps) -> float:
    """Return how far faces reach from a card's index, to the right or the left, in card heights.

    Backs count too, and holes are overlooked: pictures of courts are not always seen as faces.
    """
    index, size = card.detections[0], card.height / maps.cell
    along = np.arange(0.0, ROW_LIMITS.max_reach, 0.02)
    down = np.array(ROW_LIMITS.levels)[:, None]
    places = index.at / maps.cell + index.up * (way * along * 1j - down) * size
    x, y = places.real, places.imag
    tall, wide = maps.face.shape
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < tall)
    rows, columns = np.clip(y, 0, tall - 1).astype(int), np.clip(x, 0, wide - 1).astype(int)
    shown = np.maximum(maps.face, maps.back)[rows, columns] > MIN_FACE
    reaches = []
    for line in shown & inside:
        hits = np.flatnonzero(line)
        holes = np.flatnonzero(np.diff(hits, prepend=0) * 0.02 > ROW_LIMITS.max_hole)
        last = hits[holes[0] - 1] if len(holes) and holes[0] else hits[-1] if len(hits) else 0
        reaches.append(float(along[last]))
    return sorted(reaches)[len(reaches) // 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class FanLimits:
    """Limits for reading a fan. All set by eye on drawn fans; bench.decks measures them together.

    A step leads from one index of a row to the next; as a unit it is the fan's `even_step`.
    """

    min_confidence: float = 0.2
    """Minimum confidence of an index in a row of others; anything below is no index."""

    doubtful: float = 0.9
    """Maximum chance that remains for a label that looks unlike the fan's other indices."""

    min_gap: float = 1.6
    """Minimum length of a step with room for another card, in steps; its index is searched."""

    min_open_gap: float = 1.85
    """Minimum length of a step, in steps, that makes the reader ask though it has no index."""

    min_step: float = 0.5
    """Minimum length of a step, in steps; below it two detections may be one card's."""

    min_distance: float = 0.6
    """Minimum distance, in steps, of an index that is searched in a gap from the gap's ends."""

    min_gap_index: float = 0.4
    """Minimum chance that something in a gap is an index; below it the gap counts as empty."""

    min_end_index: float = 0.8
    """The same past the end of a row, without other evidence for a card."""

    probe_step: float = 0.015
    """Distance between the places of a gap that are probed, in card heights."""

    max_rounds: int = 3
    """Maximum number of searches of the gaps, each with the indices of the search before."""

    min_margin: float = 0.03
    """Minimum lead in likeness over other ranks; below it likeness is ignored."""

    max_centre_distance: float = 0.3
    """Maximum distance, in card heights, of an index's vote from its card's middle: in no fan."""


FAN = FanLimits()


@dataclass(frozen=True, slots=True)
class FanCard(SeenCard):
    """One card of a fan. `may` are the other ranks that it may have, though they are not likely."""

    may: frozenset[Rank] = frozenset()


@dataclass(frozen=True, slots=True)
class Fan:
    """Cards in a picture of many, and all places where one may be missed or misread."""

    cards: tuple[FanCard, ...]
    doubts: tuple[Ask, ...] = ()


class FanReader(CardReader):
    """Reads pictures of many cards, of an enrolled deck or of any. Not for use by two threads."""

    def __init__(self, deck: Deck | None = None) -> None:
        self._deck = deck or Deck("")
        super().__init__(partial(DeckFinder, DeckInUse(self._deck)))

    def look(self, image: Image) -> Fan:
        """Every card in the BGR `image`, fan or not. Never raises on a picture."""
        if image.ndim != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 64:
            return self._plain(image)
        sharp, zoom = reduced(image)
        detections, _ = self._finder.find(sharp, None)
        known = _indices(detections)
        if not is_fan(known):
            return self._plain(image)
        size = float(np.median([index.card_height for index in known]))
        detections, maps = self._finder.find(sharp, size, large=True)
        return _enlarge(self._fan(sharp, _indices(detections), maps), 1 / zoom)

    def _plain(self, image: Image) -> Fan:
        reading = self.read(image)
        doubts = () if reading.ask is None else (reading.ask,)
        by_suit = any(card.known and self._deck.knows_suits(card.known) for card in reading.cards)
        detections = self._finder.find(image, None)[0] if by_suit else []
        cards = (
            self._with_suit(
                image, card, _on(card, detections), frozenset(() if card.known else Rank)
            )
            for card in reading.cards
        )
        return Fan(tuple(cards), doubts)

    def _with_suit(
        self, image: Image, one: SeenCard, indices: Iterable[Detection], may: frozenset[Rank]
    ) -> FanCard:
        """Return card `one` with the suit of its `indices` in the deck; one may be in glare."""
        rank, suit = one.known, one.suit
        if rank is not None:
            named = [self._deck.name_card(index.crop(image), rank) for index in indices]
            suits = {card.suit for card in named if card is not None}
            suit = suits.pop() if len(suits) == 1 else suit
        return FanCard(one.rank, one.sure, one.quad, suit, may)

    def _fan(self, image: Image, known: list[Detection], maps: CardMaps) -> Fan:
        print_ = _Print(image, known)
        known = [print_.judged(image, index) for index in known]
        cards, left = joined(known)
        for _ in range(FAN.max_rounds):
            openings = (index for _, index in self._openings(image, cards, maps))
            additions = [
                print_.judged(image, index)
                for index in openings
                if index is not None and index.sure >= PHOTOGRAPH.index.min_label
            ]
            if not additions:
                break
            known += additions
            cards, left = joined(known)
        labels = [card.label for card in cards]
        fan_cards = tuple(
            self._with_suit(image, reading, card.detections, _may(card, labels))
            for card, reading in zip(cards, seen_cards(cards), strict=True)
        )
        doubts = (*self._doubts(image, cards, maps, left), *strays(cards, maps, image))
        return Fan(fan_cards, doubts)

    def _openings(
        self, image: Image, cards: Sequence[LocatedCard], maps: CardMaps
    ) -> Iterator[tuple[Spacing, Detection | None]]:
        """Yield the gaps that may hide a missed card, each with its likeliest index."""
        steps = steps_of(cards)
        if not steps:
            return
        even = even_step(steps)
        inset = FAN.min_distance * even
        for step in steps:
            if step.wide >= FAN.min_gap * even:
                gap = replace(step, low=inset, high=step.wide - inset)
                best = self._best(image, gap)
                if best is not None or step.wide >= FAN.min_open_gap * even:
                    yield gap, best
        for step, surely in beyond(cards, steps, maps):
            best = self._best(image, step)
            if surely or (
                best is not None
                and best.confidence >= FAN.min_end_index
                and best.sure >= PHOTOGRAPH.index.min_label
            ):
                yield step, best

    def _best(self, image: Image, gap: Spacing) -> Detection | None:
        """Return the likeliest index between the two, or None."""
        probes = self._finder.named(image, _between(gap))
        named = (self._deck.renamed(image, index) for index in probes)
        best = min(named, key=lambda index: index.none, default=None)
        if best is None or best.none > 1 - FAN.min_gap_index:
            return None
        return replace(best, confidence=1 - best.none)

    def _doubts(
        self, image: Image, cards: Sequence[LocatedCard], maps: CardMaps, left: Sequence[Detection]
    ) -> Iterator[Ask]:
        """Yield doubts about the rows; the cards of the indices `left` over are unknown."""
        steps = steps_of(cards)
        linked = {index for step in steps for index in (step.one, step.next)}
        for index in left:
            if index.confidence >= PHOTOGRAPH.index.min_confidence or index.sure >= SURE:
                yield Ask(message("ask.fan.other-way-up"), around(index))
        for card in cards:
            if len(card.detections) == 1 and card.detections[0] not in linked:
                yield Ask(message("ask.fan.alone"), around(card.detections[0]))
        for step in steps:
            if step.wide < FAN.min_step * even_step(steps):
                yield Ask(message("ask.fan.too-near"), around(step.next))
        for step, _ in self._openings(image, cards, maps):
            yield Ask(message("ask.fan.gap"), step.quad)


class _Print:
    """The deck's indices in this light: those that were read surely."""

    def __init__(self, image: Image, detections: Sequence[Detection]) -> None:
        labels = [index.label for index in detections]
        ranks = {index: rank_of(index.label, labels) for index in detections if index.sure >= SURE}
        sure = {index: rank for index, rank in ranks.items() if rank is not None}
        self._ranks, self._places = tuple(sure.values()), np.array([index.at for index in sure])
        self._pictures = plain([index.crop(image) for index in sure], RANK_COMPARISON)

    def judged(self, image: Image, index: Detection) -> Detection:
        """Return `index` with a certainty from the network and the likeness to its rank."""
        rank = rank_called(index.label)
        if rank is None:
            return index
        scores = likeness(index.crop(image), self._pictures, RANK_COMPARISON)
        elsewhere = self._places != index.at  # an index is no evidence for itself
        like = best_of(compress(self._ranks, elsewhere), scores[elsewhere])
        if rank not in like:
            return index
        margin = lead(like, rank)
        if like[rank] >= DECK.min_likeness and margin >= FAN.min_margin:
            return _as_sure(index, 1 - (1 - index.sure) * (1 - sureness(margin)))
        if like[rank] < DECK.min_own_likeness or margin < -DECK.min_margin:
            return _as_sure(index, min(index.sure, FAN.doubtful))
        return index


def _as_sure(index: Detection, sure: float) -> Detection:
    """Return `index` with chance `sure` of its label; the other labels share the rest."""
    rest = max(1 - index.sure, 1e-6)
    names = np.asarray(index.probabilities * np.float32((1 - sure) / rest), np.float32)
    names[LABELS.index(index.label)] = sure
    return replace(index, probabilities=names)


def best_look(fans: Sequence[Fan]) -> Fan:
    """Return the look with the fewest doubts of several looks at the same cards.

    Looks without doubts must agree about every rank, or that is one.
    """
    best = min(fans, key=_open)
    clear = [fan for fan in fans if not _open(fan)]
    answers = {tuple(sorted(str(card.rank) for card in fan.cards)) for fan in clear}
    return replace(best, doubts=(Ask(LOOKS_DIFFER),)) if len(answers) > 1 else best


def _open(fan: Fan) -> int:
    return len(fan.doubts) + sum(card.known is None for card in fan.cards)


def _indices(detections: Sequence[Detection]) -> list[Detection]:
    return [
        index
        for index in detections
        if index.confidence >= FAN.min_confidence and index.sure >= PHOTOGRAPH.index.min_label
    ]


def _on(card: SeenCard, detections: Iterable[Detection]) -> list[Detection]:
    """Return the `detections` that name `card` and vote for its middle."""
    middle = sum(complex(*corner) for corner in card.quad) / 4
    reach = FAN.max_centre_distance * math.dist(card.quad[0], card.quad[3])
    return [
        index
        for index in detections
        if index.label == card.known and abs(index.card_centre - middle) < reach
    ]


def _between(gap: Spacing) -> list[Detection]:
    """Return the possible places of another index."""
    left, right = gap.one, gap.next
    candidates = []
    for share in (np.arange(gap.low, gap.high, FAN.probe_step) / gap.wide).tolist():
        offset, height = share * (right.at - left.at), (left.height + right.height) / 2
        centre = left.card_centre + offset
        candidates.append(replace(left, at=left.at + offset, height=height, card_centre=centre))
    return candidates


def _may(card: LocatedCard, labels: Sequence[str]) -> frozenset[Rank]:
    """Return the other ranks that a card may have."""
    if card.sure >= SURE:
        return frozenset()
    chances = np.mean([index.probabilities for index in card.detections], axis=0)[:-1].tolist()
    ranks = (
        rank_of(label, labels)
        for label, chance in zip(LABELS[:-1], chances, strict=True)
        if chance >= 1 - SURE and label != card.label
    )
    return frozenset(rank for rank in ranks if rank is not None)


def _enlarge(fan: Fan, factor: float) -> Fan:
    return Fan(
        tuple(replace(card, quad=enlarged(card.quad, factor)) for card in fan.cards),
        tuple(doubt.moved(lambda quad: enlarged(quad, factor)) for doubt in fan.doubts),
    )

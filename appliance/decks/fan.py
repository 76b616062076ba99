"""Reads a deck fanned in rows, and reports places where a card may have been missed.

A fan's cards follow each other in even steps, so a missed card leaves a gap. And it shows each
rank several times: a doubtful index is compared with others of its print and light.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress

import numpy as np

from appliance.core.fuse import LOOKS_DIFFER
from appliance.core.reading import SURE, Ask, SeenCard
from appliance.decks.deck import DECK, Deck, DeckFinder, best_of, lead, rank_called, sureness
from appliance.decks.fan_rows import Spacing, beyond, even_step, is_fan, joined, steps_of, strays
from appliance.decks.likeness import RANK_COMPARISON, likeness, plain
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import around
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import LocatedCard, rank_of, seen_cards
from appliance.vision.find.index import LABELS
from appliance.vision.limits import PHOTOGRAPH
from appliance.vision.read import CardReader, enlarged, reduced
from bluffing.cards import Rank
from bluffing.message import message


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
        super().__init__(partial(DeckFinder, self._deck))

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

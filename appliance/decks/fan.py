"""A deck in rows: reads as many cards as show a corner, and says where one may have escaped it.

A fan helps the reader. Its cards follow each other in even steps, so that a card that was not
found leaves a gap; and a deck shows each rank several times, so that a doubtful index can be
compared with others of its own print in the same light.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from appliance.core.reading import SURE, Quad, SeenCard
from appliance.decks.deck import LIKE, MARGIN, OTHERS, UNLIKE, Deck, sureness
from appliance.decks.fan_edges import beyond, strays, strip
from appliance.decks.fan_rows import Step, even_step, is_fan, joined, steps_of
from appliance.decks.reader import DeckReader
from appliance.rules.cards import RANKS, Card, Rank
from appliance.vision.arrays import Floats, Image
from appliance.vision.doubts.missed_cards import ReasonToAsk, around
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.grouping import LocatedCard, rank_of
from appliance.vision.find.index import LABELS
from appliance.vision.find.likeness import RANK_COMPARISON, likeness, plain
from appliance.vision.limits import PHOTOGRAPH
from appliance.vision.read import reduced

LEAST = 0.2
"""Least chance that an index is there, where it stands in a row of others."""

DOUBTFUL = 0.9
"""The chance that is left to a name which others of its print look unlike."""

GAP = 1.6
"""In so many steps there is room for another card, whose index is looked for there."""

NARROW = 0.5
"""Two indices that are only so many steps apart may be one and something else."""

ROOM = 0.6
"""So many steps at least are between two indices."""

WIDE = 1.85
"""In so many there would be room for one that can't be read."""

ANYTHING = 0.4
"""From this chance on something in a gap may be an index."""

CLEAR = 0.8
"""From this chance on it is one, past the end of a row."""

PROBE = 0.015
"""A gap is looked at in such steps, in heights of a card."""

ROUNDS = 3
"""So often what was found in gaps is counted, and gaps are looked for anew."""

SOME = 0.03
"""Least margin of likeness that says anything."""

_SURELY = frozenset[Rank]()


@dataclass(frozen=True, slots=True)
class Fan:
    """What one picture of a part of a deck shows, or all of it.

    `which` says for each of `cards` which card it is; None where nobody knows the suit. `may`
    are the other ranks that it may have, though they are not likely. `doubts` are all places in
    which something may have been missed or misread.
    """

    cards: tuple[SeenCard, ...]
    which: tuple[Card | None, ...]
    may: tuple[frozenset[Rank], ...]
    doubts: tuple[ReasonToAsk, ...]


class FanReader(DeckReader):
    """Reads pictures of many cards, of an enrolled deck or of any. Not for use by two threads."""

    def __init__(self, deck: Deck | None = None) -> None:
        super().__init__(deck or Deck(""))

    def look(self, image: Image) -> Fan:
        """Every card in the BGR `image`; one that shows no fan is read as any picture.

        Never raises on a picture.
        """
        if image.ndim != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 64:
            return self._plain(image)
        sharp, zoom = reduced(image)
        spots, _ = self._finder.find(sharp, None)
        known = _indices(spots)
        if not is_fan(known):
            return self._plain(image)
        size = float(np.median([spot.card_height for spot in known]))
        spots, areas = self._finder.find(sharp, size)
        return _enlarged(self._fan(sharp, _indices(spots), areas), 1 / zoom)

    def _plain(self, image: Image) -> Fan:
        reading = self.read(image)
        doubts = () if reading.ask is None else (ReasonToAsk(reading.ask, reading.asks_at),)
        anything = tuple(frozenset(Rank) if one.known is None else _SURELY for one in reading.cards)
        return Fan(reading.cards, self.cards(image, reading), anything, doubts)

    def _fan(self, image: Image, known: list[Detection], areas: CardMaps) -> Fan:
        print_ = _Print.of(image, known)
        known = [print_.judged(image, spot) for spot in known]
        cards, left = joined(known)
        for _ in range(ROUNDS):
            found = [spot for _, spot in self._openings(image, cards, areas) if spot is not None]
            found = [
                print_.judged(image, spot)
                for spot in found
                if spot.sure >= PHOTOGRAPH.index.min_label
            ]
            if not found:
                break
            known += found
            cards, left = joined(known)
        return self._told(image, cards, areas, left)

    def _openings(
        self, image: Image, cards: Sequence[LocatedCard], areas: CardMaps
    ) -> Iterator[tuple[Step, Detection | None]]:
        """Where a card may have been missed, and what is likeliest an index there."""
        steps = steps_of(cards)
        if not steps:
            return
        even = even_step(steps)
        gaps = [
            (replace(step, low=ROOM * even, high=step.wide - ROOM * even), step.wide >= WIDE * even)
            for step in steps
            if step.wide >= GAP * even
        ]
        for step, surely in gaps:
            best = self._best(image, step)
            if best is not None or surely:
                yield step, best
        for step, surely in beyond(cards, steps, areas):
            best = self._best(image, step)
            if surely or (
                best is not None
                and best.confidence >= CLEAR
                and best.sure >= PHOTOGRAPH.index.min_label
            ):
                yield step, best

    def _best(self, image: Image, gap: Step) -> Detection | None:
        """What is likeliest an index between the two; None where there is none at all."""
        probes = self._finder.named(image, _between(gap))
        best = min(probes, key=lambda spot: float(spot.probabilities[-1]), default=None)
        if best is None or best.probabilities[-1] > 1 - ANYTHING:
            return None
        return replace(best, confidence=1 - float(best.probabilities[-1]))

    def _told(
        self, image: Image, cards: Sequence[LocatedCard], areas: CardMaps, left: Sequence[Detection]
    ) -> Fan:
        labels = [card.label for card in cards]
        seen = tuple(SeenCard(rank_of(card.label, labels), card.sure, card.quad) for card in cards)
        which = tuple(
            None if one.known is None else self._which(image, card, one.known)
            for card, one in zip(cards, seen, strict=True)
        )
        steps = steps_of(cards)
        linked = {id(spot) for step in steps for spot in (step.one, step.next)}
        alone = [
            card.detections[0]
            for card in cards
            if len(card.detections) == 1 and id(card.detections[0]) not in linked
        ]
        turned = [
            spot
            for spot in left
            if spot.confidence >= PHOTOGRAPH.index.min_confidence or spot.sure >= SURE
        ]
        escaped = [
            *(
                ReasonToAsk("one card or two? lay all the same way up", around(one))
                for one in turned
            ),
            *(
                ReasonToAsk("a card, or only part of one? lay it into a row", around(one))
                for one in alone
            ),
        ]
        escaped += [
            ReasonToAsk("one card or two? fan them wider", around(step.next))
            for step in steps
            if step.wide < NARROW * even_step(steps)
        ]
        escaped += [
            ReasonToAsk("room for another card: look there, or fan it evenly", strip(step))
            for step, _ in self._openings(image, cards, areas)
        ]
        may = tuple(_may(card, labels) for card in cards)
        return Fan(seen, which, may, (*escaped, *strays(cards, areas, image)))

    def _which(self, image: Image, card: LocatedCard, rank: Rank) -> Card | None:
        told = {self._deck.name_card(spot.crop(image), rank) for spot in card.detections}
        told.discard(None)
        return told.pop() if len(told) == 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """How this deck's indices look in this light: those that were read surely."""

    ranks: tuple[Rank, ...]
    places: tuple[tuple[float, float], ...]
    pictures: Floats

    @classmethod
    def of(cls, image: Image, spots: Sequence[Detection]) -> "_Print":
        labels = [spot.label for spot in spots]
        sure = [
            (rank, spot)
            for spot in spots
            if spot.sure >= SURE and (rank := rank_of(spot.label, labels)) is not None
        ]
        pictures = [plain(_cut(image, spot), RANK_COMPARISON) for _, spot in sure]
        return cls(
            tuple(rank for rank, _ in sure),
            tuple((spot.x, spot.y) for _, spot in sure),
            np.concatenate(pictures) if pictures else np.zeros((0, 0), np.float32),
        )

    def judged(self, image: Image, spot: Detection) -> Detection:
        """`spot` as sure as network and likeness to the others of its rank make it together."""
        rank = next((rank for rank in Rank if rank == spot.label), None)
        like: dict[Rank, float] = {}
        if rank is not None and self.ranks:
            scores = likeness(_cut(image, spot), self.pictures, RANK_COMPARISON).tolist()
            for other, place, score in zip(self.ranks, self.places, scores, strict=True):
                if place != (spot.x, spot.y):  # nothing vouches for itself
                    like[other] = max(like.get(other, -1.0), score)
        if rank is None or rank not in like:
            return spot
        rest = [score for other, score in like.items() if other is not rank]
        if not like.keys() >= set(RANKS):  # what is not among them may be as alike
            rest.append(OTHERS)
        margin = like[rank] - max(rest)
        if like[rank] >= LIKE and margin >= SOME:
            return _as_sure(spot, 1 - (1 - spot.sure) * (1 - sureness(margin)))
        if like[rank] < UNLIKE or margin < -MARGIN:
            return _as_sure(spot, min(spot.sure, DOUBTFUL))
        return spot


def _as_sure(spot: Detection, sure: float) -> Detection:
    """`spot` with another chance of what stands there; all else shares the rest as it did."""
    rest = max(1 - spot.sure, 1e-6)
    names = np.asarray(spot.probabilities * np.float32((1 - sure) / rest), np.float32)
    names[LABELS.index(spot.label)] = sure
    return replace(spot, probabilities=names)


def voted(fans: Sequence[Fan]) -> Fan:
    """One of several looks at the same cards: the one with the fewest doubts.

    Looks without doubts must agree about every rank, or that is one.
    """
    best = min(fans, key=_open)
    clear = [fan for fan in fans if not _open(fan)]
    told = {tuple(sorted(str(card.rank) for card in fan.cards)) for fan in clear}
    if len(told) > 1:
        return replace(best, doubts=(ReasonToAsk("the looks differ: let the cards lie still"),))
    return best


def _open(fan: Fan) -> int:
    return len(fan.doubts) + sum(card.known is None for card in fan.cards)


def _indices(spots: Sequence[Detection]) -> list[Detection]:
    return [
        spot
        for spot in spots
        if spot.confidence >= LEAST and spot.sure >= PHOTOGRAPH.index.min_label
    ]


def _cut(image: Image, spot: Detection) -> Image:
    return spot.crop(image)


def _between(gap: Step) -> list[Detection]:
    """Where another index may be."""
    shares = np.arange(gap.low, gap.high, PROBE) / gap.wide
    one, other = gap.one, gap.next
    return [
        replace(
            one,
            x=one.x + share * (other.x - one.x),
            y=one.y + share * (other.y - one.y),
            height=(one.height + other.height) / 2,
            card_centre=(
                one.card_centre[0] + share * (other.x - one.x),
                one.card_centre[1] + share * (other.y - one.y),
            ),
        )
        for share in shares.tolist()
    ]


def _may(card: LocatedCard, labels: Sequence[str]) -> frozenset[Rank]:
    """The ranks besides its own that a card may have."""
    if card.sure >= SURE:
        return _SURELY
    chances = np.mean([spot.probabilities for spot in card.detections], axis=0)[:-1].tolist()
    ranks = (
        rank_of(label, labels)
        for label, chance in zip(LABELS[:-1], chances, strict=True)
        if chance >= 1 - SURE and label != card.label
    )
    return frozenset(rank for rank in ranks if rank is not None)


def _enlarged(fan: Fan, up: float) -> Fan:
    if math.isclose(up, 1.0):
        return fan

    def large(quad: Quad) -> Quad:
        return tuple((x * up, y * up) for x, y in quad)

    return Fan(
        tuple(replace(card, quad=large(card.quad)) for card in fan.cards),
        fan.which,
        fan.may,
        tuple(
            doubt if doubt.place is None else ReasonToAsk(doubt.ask, large(doubt.place))
            for doubt in fan.doubts
        ),
    )

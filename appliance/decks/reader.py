"""The card reader for an enrolled deck: what is found goes by the names that it has there."""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

from appliance.core.reading import Reading, SeenCard
from appliance.decks.deck import Deck
from appliance.rules.cards import Card, Rank
from appliance.vision.arrays import Image
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.read import CardReader

MAX_CENTRE_DISTANCE = 0.3
"""Maximum distance from an index's vote to the middle of the card that it is on, card heights."""


class DeckFinder(Finder):
    """A Finder that knows one deck. Not for use by two threads at once."""

    def __init__(self, deck: Deck) -> None:
        """Load the networks. Raises ModelError when a file is not one."""
        super().__init__()
        self._deck = deck

    def find(self, image: Image, card: float | None) -> tuple[list[Detection], CardMaps]:
        """As Finder's; cards that only their picture tells are one index in their middle."""
        detections, maps = super().find(image, card)
        return self._deck.named(image, detections, maps), maps

    def named(self, image: Image, detections: Sequence[Detection]) -> list[Detection]:
        """`detections` of the BGR `image`, wherever they come from, with what stands there."""
        return [self._deck.renamed(image, index) for index in self._named(image, detections)]


class DeckReader(CardReader):
    """A CardReader that knows one deck."""

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self._deck = deck

    @cached_property
    def _finder(self) -> DeckFinder:
        return DeckFinder(self._deck)

    def cards(self, image: Image, reading: Reading) -> tuple[Card | None, ...]:
        """Which card each of `reading` of `image` is; None where its suit can't be told."""
        ranks = {one.known for one in reading.cards if one.known is not None}
        if not any(self._deck.knows_suits(rank) for rank in ranks):
            return (None,) * len(reading.cards)
        detections, _ = self._finder.find(image, None)
        return tuple(self._card(image, detections, one) for one in reading.cards)

    def _card(self, image: Image, detections: list[Detection], one: SeenCard) -> Card | None:
        if one.known is None:
            return None
        middle = sum(complex(*corner) for corner in one.quad) / 4
        reach = MAX_CENTRE_DISTANCE * math.dist(one.quad[0], one.quad[3])
        on_it = (
            index
            for index in detections
            if index.label == one.known and abs(index.card_centre - middle) < reach
        )
        return self._which(image, on_it, one.known)

    def _which(self, image: Image, indices: Iterable[Detection], rank: Rank) -> Card | None:
        """The card of `rank` on which `indices` are; one of its two ends may be in glare."""
        told = {self._deck.name_card(index.crop(image), rank) for index in indices} - {None}
        return told.pop() if len(told) == 1 else None

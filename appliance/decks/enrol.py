"""Enrols a deck: finds the ranks that are readable already, and asks for cards of the others.

A fan of the whole deck shows most ranks at once. A rank is readable if the fan shows as many sure
cards as a pack has, or one fewer. For every other rank the table asks for one card. A card
without an index is learned by its picture, and then all its suits are needed.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from appliance.decks.deck import Deck, Sample, only
from appliance.decks.likeness import (
    CARD_COMPARISON,
    RANK_COMPARISON,
    Comparison,
    likeness,
    plain,
    thumbnail,
)
from appliance.vision.arrays import Image
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.free_cards import free_cards
from appliance.vision.find.grouping import group, seen_cards
from appliance.vision.limits import CALIBRATED
from bluffing.cards import RANKS, Rank, Suit
from bluffing.message import Message, message

FAN_CARDS = 5
"""Minimum number of cards in a picture of a fan; fewer are a card that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolLimits:
    """Limits for learning a deck. Likeness is a correlation, -1 to 1; all set by eye."""

    min_confidence: float = 0.5
    """Minimum confidence of an index that is learned, or counted."""

    max_samples: int = 4
    """Maximum number of pictures of a rank's index from a fan: more don't help."""

    min_ends_likeness: float = 0.6
    """Minimum likeness of a card's two ends; below it something is wrong with the picture."""

    same_likeness: float = 0.93
    """Minimum likeness of two pictures of one card; above it the last card still lies there."""


ENROL = EnrolLimits()

SUIT_ORDER = (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS)
"""Order of the requests by suit: the colour changes each time, which people notice easily."""

NO_INDEX_FOUND = message("enrol.no-index")


class Wanted(NamedTuple):
    """A card to show; with `suit` None any card of its rank."""

    rank: Rank
    suit: Suit | None = None

    @property
    def request(self) -> Message:
        """Return the request for this card."""
        if self.rank is Rank.JOKER:
            second = self.suit not in (None, Suit.SPADES)
            return message("card.other-joker" if second else "card.joker")
        if self.suit is None:
            return message("card.any-suit", rank=self.rank)
        return message("card.of-suit", rank=self.rank, suit=self.suit)


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """Progress of learning a deck. `wanted` are the cards to show, the next one first.

    `last` is the picture of the card that was learned last: it may still lie there.
    """

    deck: Deck
    wanted: tuple[Wanted, ...]
    last: Image | None = None


class ShownCard(NamedTuple):
    """Result of showing a card; `says` is the message for the players, if any."""

    enrolment: Enrolment
    got: bool = False
    says: Message | None = None


def begin(
    name: str,
    letters: str = "",
    jokers: int = 2,
    *,
    suits: bool = False,
    ranks: Collection[Rank] = RANKS,
) -> Enrolment:
    """Start an enrolment of a deck with these `ranks`; `suits` asks for each card by its suit."""
    asked = SUIT_ORDER if suits else (None,)
    wanted = [Wanted(rank, suit) for rank in RANKS if rank in ranks for suit in asked]
    wanted += [Wanted(Rank.JOKER, suit) for suit in (Suit.SPADES, Suit.HEARTS)[:jokers]]
    return Enrolment(Deck(name, letters), tuple(wanted))


def cards_in(detections: Sequence[Detection]) -> int:
    """About how many cards a picture shows."""
    return len(group(_likely(detections), CALIBRATED)[0])


def _likely(detections: Sequence[Detection]) -> list[Detection]:
    return [index for index in detections if index.confidence >= ENROL.min_confidence]


def learn_fan(
    enrolment: Enrolment, image: Image, detections: Sequence[Detection], maps: CardMaps
) -> Enrolment:
    """Learn from a picture of many cards; the cards that it leaves open are still wanted.

    A rank counts as known only with three or four sure cards: otherwise one sign may have been
    mistaken for another.
    """
    deck = Deck(enrolment.deck.name, enrolment.deck.letters)
    cards, _ = group(_likely(deck.named(image, detections, maps)), CALIBRATED)
    readings = seen_cards(cards)
    surely = Counter(reading.known for reading in readings)
    jokers = sum(card.rank is Rank.JOKER for card in enrolment.wanted)
    known = {rank for rank in RANKS if surely[rank] in (3, 4)}
    if jokers and surely[Rank.JOKER] == jokers:
        known.add(Rank.JOKER)
    new, looks = known - enrolment.deck.ranks, list[Sample]()
    for reading, card in zip(readings, cards, strict=True):
        if (
            reading.rank in new
            and sum(look.rank is reading.rank for look in looks) < ENROL.max_samples
        ):
            looks.append(Sample(reading.rank, None, card.detections[0].crop(image)))
    left = tuple(card for card in enrolment.wanted if card.rank not in known)
    deck = replace(enrolment.deck, indices=(*enrolment.deck.indices, *looks))
    return replace(enrolment, deck=deck, wanted=left)


def learn_card(
    enrolment: Enrolment,
    card: Wanted,
    image: Image,
    detections: Sequence[Detection],
    maps: CardMaps,
    *,
    whole: bool = True,
) -> ShownCard:
    """Learn from a picture of `card`, wanted or not.

    Without `whole`, a card without a visible index is not learned by its picture yet.
    """
    outlines = list(free_cards(maps.faces, maps.cell))
    ends = _ends(_likely(detections))
    if len(outlines) > 1 or len(ends) > 1:
        return ShownCard(enrolment, says=message("enrol.one-at-a-time"))
    if not outlines and not ends:
        return ShownCard(enrolment, says=message("enrol.no-card"))
    picture = thumbnail(image, outlines[0]) if outlines else None
    cuts = [index.crop(image) for end in ends for index in end]
    if _still_there(enrolment, cuts, picture):
        return ShownCard(enrolment)
    if cuts and (card.rank is not Rank.JOKER or _pairs_up(*ends[0])):
        return _by_index(enrolment, card, cuts, picture)
    if not whole or picture is None:
        return ShownCard(enrolment, says=NO_INDEX_FOUND)
    return _by_picture(enrolment, card, picture)


def _still_there(enrolment: Enrolment, cuts: Sequence[Image], picture: Image | None) -> bool:
    """Return True if the card of the last picture still lies there, with the same index."""
    if enrolment.last is None or picture is None:
        return False
    last = enrolment.last, np.ascontiguousarray(enrolment.last[::-1, ::-1])
    if _alike(picture, last, CARD_COMPARISON) < ENROL.same_likeness:
        return False
    newest = [look.picture for look in enrolment.deck.indices[-1:]]
    if not cuts or not newest:
        return True
    return max(_alike(cut, newest, RANK_COMPARISON) for cut in cuts) >= ENROL.same_likeness


def _by_index(
    enrolment: Enrolment, card: Wanted, cuts: Sequence[Image], picture: Image | None
) -> ShownCard:
    if _alike(cuts[0], cuts[1:2], RANK_COMPARISON) < ENROL.min_ends_likeness:
        return ShownCard(enrolment, says=message("enrol.ends-differ"))
    if card.suit is not None and picture is None:  # only this distinguishes it from the last suit
        return ShownCard(enrolment, says=message("enrol.no-edge"))
    deck = enrolment.deck
    named = {named.rank for cut in cuts if (named := deck.name_index(cut)) is not None}
    if named - {card.rank}:
        another = min(named - {card.rank})
        news = message("enrol.other-rank", rank=another, card=card.request)
        return _another(enrolment, news, newest=deck.indices[-1].rank is another)
    looks = (Sample(card.rank, card.suit, cut) for cut in cuts)
    return _learn(enrolment, card, replace(deck, indices=(*deck.indices, *looks)), picture)


def _by_picture(enrolment: Enrolment, card: Wanted, picture: Image) -> ShownCard:
    deck = enrolment.deck
    if card.suit is None and card.rank is not Rank.JOKER:
        each = tuple(Wanted(card.rank, suit) for suit in SUIT_ORDER)
        wanted = (*each, *_without(enrolment.wanted, card))
        return ShownCard(replace(enrolment, wanted=wanted), says=message("enrol.every-suit"))
    for look, like in zip(deck.wholes, deck.like_wholes(picture).max(axis=0), strict=True):
        shown = Wanted(look.rank, look.suit)
        if shown != card and like >= ENROL.same_likeness and not _twins(shown, card):
            news = message("enrol.other-card", seen=shown.request, card=card.request)
            return _another(enrolment, news, newest=look is deck.wholes[-1])
    look = Sample(card.rank, card.suit, picture)
    return _learn(enrolment, card, replace(deck, wholes=(*deck.wholes, look)), picture)


def _twins(one: Wanted, two: Wanted) -> bool:
    """Return True for the black suits of a rank, which look alike without an index."""
    black = (Suit.CLUBS, Suit.SPADES)
    return one.rank is two.rank is not Rank.JOKER and one.suit in black and two.suit in black


def _another(enrolment: Enrolment, says: Message, *, newest: bool) -> ShownCard:
    """Return the result for a wrong card; no message for the `newest`, which may lie there."""
    return ShownCard(enrolment, says=None if newest and enrolment.last is not None else says)


def _learn(enrolment: Enrolment, card: Wanted, deck: Deck, last: Image | None) -> ShownCard:
    wanted = _without(enrolment.wanted, card)
    return ShownCard(replace(enrolment, deck=deck, wanted=wanted, last=last), got=True)


def _alike(one: Image, others: Sequence[Image], comparison: Comparison) -> float:
    """Return the likeness of a picture to the likest of `others`, -1 to 1."""
    return float(likeness(one, plain(others, comparison), comparison).max())


def _without(wanted: tuple[Wanted, ...], card: Wanted) -> tuple[Wanted, ...]:
    """Return `wanted` without `card`, and without the request for any card of its rank."""
    done = {card, Wanted(card.rank)} if card.rank is not Rank.JOKER else {card}
    return tuple(card for card in wanted if card not in done)


def _ends(detections: Sequence[Detection]) -> list[tuple[Detection, Detection]]:
    """Return the two ends of each card that shows both, whatever their labels are."""
    left = sorted(detections, key=lambda index: -index.confidence)
    pairs: list[tuple[Detection, Detection]] = []
    while left:
        upper = left.pop(0)
        lower = next((each for each in left if _opposite(upper, each)), None)
        if lower is not None:
            pairs.append((upper, lower))
            middle, near = (upper.at + lower.at) / 2, 0.31 * (upper.card_height + lower.card_height)
            left = [each for each in left if abs(each.at - middle) > near]
    return pairs


def _pairs_up(one: Detection, other: Detection) -> bool:
    """Return True if the reader can pair both on one card; a joker's ornaments count as two."""
    jokers = [replace(each, probabilities=only(Rank.JOKER)) for each in (one, other)]
    cards, unclear = group(jokers, CALIBRATED)
    return len(cards) == 1 and not unclear


def _opposite(one: Detection, other: Detection) -> bool:
    """Return True if the two may be the ends of one card."""
    size = (one.card_height + other.card_height) / 2
    offset = (other.at - one.at) / one.up / size
    return (
        one.along(other) < -0.9
        and 0.6 < one.height / other.height < 1.67
        and 0.4 < -offset.real < 1.05
        and abs(offset.imag) < 0.75
    )

"""Whether a deck is complete, from readings of all its cards: what is missing, double, unread."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from appliance.rules.cards import RANKS, Card, Rank, Suit
from appliance.vision.reading import Quad, Reading

SUITS = 4


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in the picture numbered `picture` (from 0) that can't be read, and why."""

    picture: int
    why: str
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What was counted. `packs` are 52 cards each; `jokers` None: any number of them is right.

    `counts` has the cards of each rank that were read surely; `suits`, for those ranks of which
    every card's suit is known, how often each suit came.
    """

    packs: int
    jokers: int | None
    counts: Mapping[Rank, int]
    suits: Mapping[Rank, Mapping[Suit, int]]
    unread: tuple[Unread, ...]

    def wanted(self, rank: Rank) -> int:
        """How many cards of `rank` a complete deck has."""
        if rank is not Rank.JOKER:
            return SUITS * self.packs
        return self.counts.get(rank, 0) if self.jokers is None else self.jokers

    @property
    def off(self) -> dict[Rank, int]:
        """By rank, how many cards too many (or, below 0, too few) were read."""
        all_off = {rank: self.counts.get(rank, 0) - self.wanted(rank) for rank in Rank}
        return {rank: off for rank, off in all_off.items() if off}

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that are missing, of the ranks whose suits are known."""
        return tuple(card for card, off in self._by_suit() for _ in range(-off))

    @property
    def double(self) -> tuple[Card, ...]:
        """The cards that came once too often, of the ranks whose suits are known."""
        return tuple(card for card, off in self._by_suit() for _ in range(off))

    @property
    def complete(self) -> bool:
        """Whether all cards are there, and nothing was left unread."""
        return not (self.off or self.missing or self.double or self.unread)

    def _by_suit(self) -> list[tuple[Card, int]]:
        return [
            (Card(rank, suit), seen.get(suit, 0) - self.packs)
            for rank, seen in self.suits.items()
            for suit in Suit
        ]


def count(
    readings: Sequence[Reading],
    packs: int = 1,
    jokers: int | None = None,
    suits: Sequence[Sequence[Card | None]] = (),
) -> Check:
    """What `readings` of pictures, each of other cards, say of a deck.

    `suits` has, for each reading and each of its cards in order, which card it is; None where
    nobody knows. A card counts only where its rank is known surely.
    """
    counts: Counter[Rank] = Counter()
    seen: dict[Rank, Counter[Suit]] = {}
    unread: list[Unread] = []
    for number, reading in enumerate(readings):
        which = suits[number] if suits else (None,) * len(reading.cards)
        places = []
        for one, card in zip(reading.cards, which, strict=True):
            if one.known is None:
                unread.append(Unread(number, "a card can't be read surely", one.quad))
                places.append(one.quad)
                continue
            counts[one.known] += 1
            if card is not None and card.rank is one.known:
                seen.setdefault(one.known, Counter())[card.suit] += 1
        if reading.ask is not None and reading.asks_at not in places:
            unread.append(Unread(number, reading.ask, reading.asks_at))
    told = {rank: MappingProxyType(of) for rank, of in seen.items() if of.total() == counts[rank]}
    return Check(packs, jokers, MappingProxyType(counts), MappingProxyType(told), tuple(unread))


def lines(check: Check, names: Sequence[str]) -> list[str]:
    """The result for people; `names` are those of the pictures."""
    told = [_of(rank, check) for rank in (*RANKS, Rank.JOKER) if _is_off(rank, check)]
    told += [f"can't see: {names[one.picture]}{_at(one.place)}: {one.why}" for one in check.unread]
    cards = sum(check.counts.values())
    if check.complete:
        jokers = check.counts.get(Rank.JOKER, 0)
        said = f", with {jokers} joker{'s' * (jokers != 1)}" if jokers else ""
        told.append(f"complete: {cards} cards{said}")
    elif check.unread:
        told.append(f"not sure: {cards} cards read; put right what can't be seen, and look again")
    else:
        told.append(f"not complete: {cards} cards read")
    if any(rank not in check.suits for rank in RANKS):
        told.append("counted by rank: one suit twice in place of another is not seen")
    return told


def as_json(check: Check, names: Sequence[str]) -> dict[str, object]:
    """The result for programs."""
    return {
        "complete": check.complete,
        "cards": sum(check.counts.values()),
        "packs": check.packs,
        "counts": {str(rank): check.counts.get(rank, 0) for rank in Rank},
        "missing": {str(rank): -off for rank, off in check.off.items() if off < 0},
        "double": {str(rank): off for rank, off in check.off.items() if off > 0},
        "missing_cards": [f"{card.rank}{card.suit}" for card in check.missing],
        "double_cards": [f"{card.rank}{card.suit}" for card in check.double],
        "suits_known": [str(rank) for rank in check.suits],
        "unread": [
            {"file": names[one.picture], "why": one.why, "quad": one.place} for one in check.unread
        ],
    }


def _is_off(rank: Rank, check: Check) -> bool:
    return rank in check.off or any(card.rank is rank for card in (*check.missing, *check.double))


def _of(rank: Rank, check: Check) -> str:
    have, wanted = check.counts.get(rank, 0), check.wanted(rank)
    text = f"{have} of {rank.spoken(wanted)}"
    for word, cards in (("missing", check.missing), ("double", check.double)):
        mine = " ".join(f"{card.rank}{card.suit}" for card in cards if card.rank is rank)
        text += f"; {word} {mine}" if mine else ""
    return text


def _at(place: Quad | None) -> str:
    if not place:
        return ""
    x, y = (sum(corner[axis] for corner in place) / len(place) for axis in (0, 1))
    return f" at {x:.0f}, {y:.0f}"

"""Whether a deck is complete, from fans of all its cards: what is missing, double, unread.

A reading that is a little unsure is enough to call a deck complete: it would have to be wrong in
just the way that hides what is wrong with the deck. It is not enough to call a card missing or
double where it might be that card, or be none of that rank: then its place is asked about.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from appliance.core.reading import Quad
from appliance.decks.fan import Fan
from appliance.rules.cards import RANKS, Card, Rank, Suit

SUITS = 4

READ = 0.6
"""A rank that is less likely than this is not read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in the picture numbered `picture` (from 0) that can't be read, and why."""

    picture: int
    why: str
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What was counted. `packs` are 52 cards each; `jokers` None: any number of them is right.

    `counts` has the cards of each rank that were read; `suits`, for those ranks of which every
    card's suit is known, how often each suit came. While anything is `unread`, nothing is said to
    be missing or double.
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

    @property
    def settled(self) -> bool:
        """Whether everything was read well enough to say what is missing or double."""
        return not self.unread

    def _by_suit(self) -> list[tuple[Card, int]]:
        return [
            (Card(rank, suit), seen.get(suit, 0) - self.packs)
            for rank, seen in self.suits.items()
            for suit in Suit
        ]


def count(fans: Sequence[Fan], packs: int = 1, jokers: int | None = None) -> Check:
    """What `fans`, pictures of other cards each, say of a deck."""
    seen: dict[Rank, Counter[Suit]] = {}
    counts: Counter[Rank] = Counter()
    for fan in fans:
        for card, which in zip(fan.cards, fan.which, strict=True):
            if card.rank is None or card.sure < READ:
                continue
            counts[card.rank] += 1
            if which is not None and which.rank is card.rank:
                seen.setdefault(card.rank, Counter())[which.suit] += 1
    told = {rank: MappingProxyType(of) for rank, of in seen.items() if of.total() == counts[rank]}
    check = Check(packs, jokers, MappingProxyType(counts), MappingProxyType(told), ())
    return replace(check, unread=tuple(_unread(fans, check)))


def _unread(fans: Sequence[Fan], check: Check) -> Iterator[Unread]:
    """What must be put right before anything can be said about the deck."""
    lacks = {rank for rank, off in check.off.items() if off < 0}
    spare = {rank for rank, off in check.off.items() if off > 0}
    for number, fan in enumerate(fans):
        for card, may in zip(fan.cards, fan.may, strict=True):
            if card.rank is None or card.sure < READ:
                yield Unread(number, "a card can't be read", card.quad)
            elif card.known is None and (card.rank in spare or may & lacks):
                yield Unread(
                    number, f"is this {_a(card.rank)}? lay it flat, in good light", card.quad
                )
        for doubt in fan.doubts:
            yield Unread(number, doubt.ask, doubt.place)


def _a(rank: Rank) -> str:
    name = rank.name.lower()
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def lines(check: Check, names: Sequence[str]) -> list[str]:
    """The result for people; `names` are those of the pictures."""
    cards = sum(check.counts.values())
    if not check.settled:
        told = [
            f"can't see: {names[one.picture]}{_at(one.place)}: {one.why}" for one in check.unread
        ]
        told += [f"so far {_of(rank, check)}" for rank in Rank if _is_off(rank, check)]
        told.append(f"not sure: {cards} cards read; put right what can't be seen, and look again")
        return told
    told = [_of(rank, check) for rank in (*RANKS, Rank.JOKER) if _is_off(rank, check)]
    if check.complete:
        jokers = check.counts.get(Rank.JOKER, 0)
        said = f", with {jokers} joker{'s' * (jokers != 1)}" if jokers else ""
        told.append(f"complete: {cards} cards{said}")
    else:
        told.append(f"not complete: {cards} cards read; what lies wholly under another is not seen")
    if any(rank not in check.suits for rank in RANKS):
        told.append("counted by rank: one suit twice in place of another is not seen")
    return told


def as_json(check: Check, names: Sequence[str]) -> dict[str, object]:
    """The result for programs; what is `off` so far is missing or double once it is settled."""
    off = check.off if check.settled else {}
    return {
        "complete": check.complete,
        "settled": check.settled,
        "cards": sum(check.counts.values()),
        "packs": check.packs,
        "counts": {str(rank): check.counts.get(rank, 0) for rank in Rank},
        "off": {str(rank): off for rank, off in check.off.items()},
        "missing": {str(rank): -many for rank, many in off.items() if many < 0},
        "double": {str(rank): many for rank, many in off.items() if many > 0},
        "missing_cards": _words(check.missing) if check.settled else [],
        "double_cards": _words(check.double) if check.settled else [],
        "suits_known": [str(rank) for rank in check.suits],
        "unread": [
            {"file": names[one.picture], "why": one.why, "quad": one.place} for one in check.unread
        ],
    }


def _words(cards: Sequence[Card]) -> list[str]:
    return [f"{card.rank}{card.suit}" for card in cards]


def _is_off(rank: Rank, check: Check) -> bool:
    return rank in check.off or any(card.rank is rank for card in (*check.missing, *check.double))


def _of(rank: Rank, check: Check) -> str:
    have, wanted = check.counts.get(rank, 0), check.wanted(rank)
    text = f"{have} of {rank.spoken(wanted)}"
    for word, cards in (("missing", check.missing), ("double", check.double)):
        mine = " ".join(_words([card for card in cards if card.rank is rank]))
        text += f"; {word} {mine}" if mine else ""
    return text


def _at(place: Quad | None) -> str:
    if not place:
        return ""
    x, y = (sum(corner[axis] for corner in place) / len(place) for axis in (0, 1))
    return f" at {x:.0f}, {y:.0f}"

"""Checks a deck for missing and double cards by fans of all its cards.

A slightly unsure reading is enough to call a deck complete: it would have to be wrong in just the
way that hides the deck's fault. It is not enough to call a card missing or double if the reading
might be that card or another rank: then the check asks about its place.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from appliance.core.reading import Ask, Quad
from appliance.decks.fan import Fan
from bluffing.cards import RANKS, Card, Rank, Suit
from bluffing.message import Message, Spoken, message

MIN_SURE = 0.6
"""Minimum chance of a card's rank; below it the card counts as not read. Set by eye."""


@dataclass(frozen=True, slots=True)
class Check:
    """The counts of a deck. `packs` are 52 cards each; with `jokers` None any number is right.

    `counts` has the number of cards read of each rank. `suits` has the number of each suit, only
    for ranks whose cards all show their suit. `unread` has each unreadable place with the number of
    its picture (from 0); while it is not empty, no card counts as missing or double.
    """

    packs: int
    jokers: int | None
    counts: Counter[Rank]
    suits: Mapping[Rank, Counter[Suit]]
    unread: tuple[tuple[int, Ask], ...] = ()

    def wanted(self, rank: Rank) -> int:
        """Return the number of cards of `rank` in a complete deck."""
        if rank is not Rank.JOKER:
            return len(Suit) * self.packs
        return self.counts[rank] if self.jokers is None else self.jokers

    @property
    def off(self) -> dict[Rank, int]:
        """Number of surplus cards by rank; below 0, of missing ones."""
        all_off = {rank: self.counts[rank] - self.wanted(rank) for rank in Rank}
        return {rank: off for rank, off in all_off.items() if off}

    @property
    def missing(self) -> tuple[Card, ...]:
        """Missing cards of the ranks whose suits are known."""
        return tuple(card for card, off in self._by_suit() for _ in range(-off))

    @property
    def double(self) -> tuple[Card, ...]:
        """Double cards of the ranks whose suits are known."""
        return tuple(card for card, off in self._by_suit() for _ in range(off))

    @property
    def complete(self) -> bool:
        """Return True if no card is missing, double or unread."""
        return not (self.off or self.missing or self.double or self.unread)

    def _by_suit(self) -> list[tuple[Card, int]]:
        return [
            (Card(rank, suit), counts[suit] - self.packs)
            for rank, counts in self.suits.items()
            for suit in Suit
        ]


def count(fans: Sequence[Fan], packs: int = 1, jokers: int | None = None) -> Check:
    """Check a deck by `fans`, pictures that show different cards each."""
    by_suit: dict[Rank, Counter[Suit]] = {}
    counts: Counter[Rank] = Counter()
    for fan in fans:
        for card in fan.cards:
            if card.rank is None or card.sure < MIN_SURE:
                continue
            counts[card.rank] += 1
            if card.card is not None:
                by_suit.setdefault(card.rank, Counter())[card.card.suit] += 1
    complete = {rank: suits for rank, suits in by_suit.items() if suits.total() == counts[rank]}
    check = Check(packs, jokers, counts, complete)
    return replace(check, unread=tuple(_unread(fans, check)))


def _unread(fans: Sequence[Fan], check: Check) -> Iterator[tuple[int, Ask]]:
    """Yield the faults that must be corrected before the deck can be judged."""
    lacks = {rank for rank, off in check.off.items() if off < 0}
    spare = {rank for rank, off in check.off.items() if off > 0}
    for number, fan in enumerate(fans):
        for card in fan.cards:
            if card.rank is None or card.sure < MIN_SURE:
                yield number, Ask(message("deck.unread"), card.quad)
            elif card.known is None and (card.rank in spare or card.may & lacks):
                yield number, Ask(message("deck.is-this", rank=card.rank), card.quad)
        for doubt in fan.doubts:
            yield number, doubt


def lines(check: Check, names: Sequence[str]) -> Iterator[Message]:
    """Yield the result, a message a line; `names` are the names of the pictures."""
    cards = sum(check.counts.values())
    for number, ask in check.unread:
        yield message("deck.cant-see", picture=names[number], at=_at(ask.at), why=ask.reason)
    off = {*check.off, *(card.rank for card in (*check.missing, *check.double))}
    for rank in Rank:
        if rank in off:
            finding = _of(rank, check)
            yield message("deck.so-far", of=finding) if check.unread else finding
    if check.unread:
        yield message("deck.not-sure", cards=cards)
        return
    jokers = check.counts[Rank.JOKER]
    if not check.complete:
        yield message("deck.not-complete", cards=cards)
    elif jokers:
        yield message("deck.complete-with-jokers", cards=cards, n=jokers)
    else:
        yield message("deck.complete", cards=cards)
    if any(rank not in check.suits for rank in RANKS):
        yield message("deck.by-rank")


def as_json(check: Check, names: Sequence[str], say: Callable[[Message], str]) -> dict[str, object]:
    """Return the result for programs; once settled, `off` becomes missing or double cards.

    `say` is the language of the reasons for unread places.
    """
    settled = not check.unread
    off = check.off if settled else {}
    return {
        "complete": check.complete,
        "settled": settled,
        "cards": sum(check.counts.values()),
        "packs": check.packs,
        "counts": {str(rank): check.counts[rank] for rank in Rank},
        "off": {str(rank): off for rank, off in check.off.items()},
        "missing": {str(rank): -many for rank, many in off.items() if many < 0},
        "double": {str(rank): many for rank, many in off.items() if many > 0},
        "missing_cards": [card.code for card in check.missing] if settled else [],
        "double_cards": [card.code for card in check.double] if settled else [],
        "suits_known": [str(rank) for rank in check.suits],
        "unread": [
            {"file": names[number], "why": say(ask.reason), "quad": ask.at}
            for number, ask in check.unread
        ],
    }


def _of(rank: Rank, check: Check) -> Message:
    """Describe the number of cards of a rank, and the missing or double ones."""
    wanted = message(f"rank.{rank}.count", n=check.wanted(rank))
    text = message("deck.of", have=check.counts[rank], wanted=wanted)
    for code, cards in (("deck.missing", check.missing), ("deck.double", check.double)):
        mine = " ".join(card.code for card in cards if card.rank is rank)
        if mine:
            text = message(code, of=text, cards=mine)
    return text


def _at(place: Quad | None) -> Spoken:
    """The middle of a place, in pixels."""
    if not place:
        return ""
    x, y = (sum(corner[axis] for corner in place) / len(place) for axis in (0, 1))
    return message("deck.at", x=x, y=y)

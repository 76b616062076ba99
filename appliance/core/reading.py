"""The card reader's result of one look into the reveal box. Plain values, no arrays."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from operator import attrgetter

from bluffing.cards import Card, Rank, Suit, Trait
from bluffing.message import Message, message

UNKNOWN_FACE = message("ask.unknown-face")
"""Reason of a request about a card in plain sight on which the reader knows no sign."""

Place = tuple[float, float]
"""x to the right and y down, in pixels of the frame unless stated otherwise."""

Quad = tuple[Place, ...]
"""Four corners, clockwise from the card's own top left."""

SURE = 0.9
"""Minimum probability of a rank that counts as read surely; below it no verdict uses the rank.

Of 5,792 cards of photographs, of unseen decks and of drawn ones 8 were misread, the surest with
0.83, the next with 0.70; of the 93 from 0.9 to 0.93 none. What earlier networks misread more surely
has checks of its own: a joker's J (`JOKER_INITIAL`), a four whose foot is hidden
(`min_height_ratio`).
"""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One face-up card. `rank` is None if the card's rank can't be read.

    `sure` is the reader's own probability, 0 to 1, that `rank` is right. `suit` is None if the
    reader is unsure.
    """

    rank: Rank | None
    sure: float
    quad: Quad
    suit: Suit | None = None

    @property
    def known(self) -> Rank | None:
        """The rank if it is read surely, else None."""
        return self.rank if self.sure >= SURE else None

    @property
    def card(self) -> Card | None:
        """Card, if rank and suit are read surely."""
        known, suit = self.known, self.suit
        return None if known is None or suit is None else Card(known, suit)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request because cards are unclear: the reason, and the place (`at`) if there is one."""

    reason: Message
    at: Quad | None = None

    def moved(self, moved: Callable[[Quad], Quad]) -> "Ask":
        """Return the request in another frame, its place `moved`."""
        return Ask(self.reason, self.at and moved(self.at))


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of one look. `ask` is None, or the reason why the reader can't answer.

    A reading that asks may still have cards whose rank is `known`: the request is about another
    card, or about a missed one. `width` and `height` are the frame's size in pixels. The mat below
    has so many `lanes`, each for one card.
    """

    cards: tuple[SeenCard, ...]
    width: int
    height: int
    ask: Ask | None = None
    lanes: int = 0

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks read, in no order that means anything."""
        return tuple(card.rank for card in self.cards if card.rank is not None)

    @property
    def apart(self) -> bool:
        """True if no two of the cards touch, so that each is clearly a separate card."""
        quads = (card.quad for card in self.cards)
        return not any(touch(first, second) for first, second in combinations(quads, 2))

    def moved(self, width: int, height: int, moved: Callable[[Quad], Quad]) -> "Reading":
        """Return the reading in another frame of `width` and `height`, its places `moved`."""
        cards = tuple(replace(card, quad=moved(card.quad)) for card in self.cards)
        return Reading(cards, width, height, self.ask and self.ask.moved(moved), self.lanes)


def unclear(
    reading: Reading, needed: Callable[[SeenCard], Trait | None] = attrgetter("known")
) -> Ask | None:
    """Return why `reading` is incomplete, or None if it has every card and its `needed` trait."""
    if reading.ask is not None:
        return reading.ask
    for card in reading.cards:
        if needed(card) is None:
            wrong = "table.card-not-read" if card.known is None else "table.suit-not-read"
            return Ask(message(wrong), card.quad)
    return None


def rectangle(left: float, top: float, right: float, bottom: float) -> Quad:
    """The corners of an upright rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def touch(one: Quad, two: Quad, larger: float = 1.0) -> bool:
    """Return True if two places touch, given the ratio of their sizes."""
    x, y = (sum(axis) / len(one) for axis in zip(*one, strict=True))
    grown = tuple((x + (px - x) * larger, y + (py - y) * larger) for px, py in one)
    for mine, yours in zip(zip(*grown, strict=True), zip(*two, strict=True), strict=True):
        if max(mine) < min(yours) or max(yours) < min(mine):
            return False  # the usual case, and faster than below
    return not (_separates(grown, two) or _separates(two, grown))


def _separates(one: Quad, two: Quad) -> bool:
    """Return True if a line along a side of `one` separates the two.

    Of two convex shapes that don't touch, a side of one or of the other is such a line.
    """
    for (x0, y0), (x1, y1) in zip(one, one[1:] + one[:1], strict=True):
        x, y = y1 - y0, x0 - x1  # at right angles to the side
        mine, yours = ([x * px + y * py for px, py in quad] for quad in (one, two))
        if max(mine) < min(yours) or max(yours) < min(mine):
            return True
    return False

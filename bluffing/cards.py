"""Cards as every game here names them: thirteen ranks, the joker, four suits.

`Rank` and `Suit` are strings, so they print, compare and travel through
TOML and JSON as themselves ("A", "10", "joker", "H").
"""

from typing import NamedTuple, TypeAlias

from bluffing.message import Noun


class Rank(Noun):
    """Rank of a card, as a claim names it and as the camera reads it from the corner."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "joker"


class Suit(Noun):
    """A suit, by the letter used in file names; most games look at ranks alone."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


Trait: TypeAlias = Rank | Suit
"""Trait of a card that a claim names: its rank or, in a game of suits, its suit."""


class Card(NamedTuple):
    """One physical card. A joker's suit tells the two jokers of a pack apart."""

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """Rank and suit as in file names: 7H, 10S."""
        return f"{self.rank}{self.suit}"


def trait_named(text: str) -> Trait:
    """Return the rank or the suit of that name. Raises ValueError for another name."""
    return Suit(text) if text in tuple(Suit) else Rank(text)


RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.JOKER)
"""Ace to king, the order in which Bicycle's I Doubt It counts up."""


def pack(jokers: int = 0) -> tuple[Card, ...]:
    """Return one pack in factory order: 52 cards and `jokers` (0 to 2) jokers.

    Raises:
        ValueError: if `jokers` is outside 0 to 2.
    """
    if not 0 <= jokers <= 2:
        raise ValueError(f"a pack has 0 to 2 jokers, not {jokers}")
    cards = [Card(rank, suit) for suit in Suit for rank in RANKS]
    cards += [Card(Rank.JOKER, suit) for suit in (Suit.SPADES, Suit.HEARTS)[:jokers]]
    return tuple(cards)

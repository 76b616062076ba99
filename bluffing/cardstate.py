"""Public state of a game with cards, whatever its rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from bluffing.cards import Trait
from bluffing.changed import changed
from bluffing.events import Event, LastCards
from bluffing.game import Claim, Phase
from bluffing.house import House
from bluffing.message import Message, Spoken, message, of_seats
from bluffing.sketch import sketch

H_co = TypeVar("H_co", bound=House, covariant=True)


@dataclass(frozen=True, slots=True)
class Terms(Generic[H_co]):
    """Terms that stay the same during one game. `cap` is the most cards in one play, if limited."""

    dealer: int
    packs: int
    cap: int | None
    house: H_co


class Before(NamedTuple):
    """State of a game before its newest play, for a play with no cards left on the table.

    `choice` holds the ranks that the player could choose from, `passed` and `last` are those of a
    stack game, and `top` is the rank on the table.
    """

    turn: int
    required: Trait | None
    begun: bool
    choice: tuple[Trait, ...] = ()
    passed: tuple[int, ...] = ()
    last: int | None = None
    top: Trait | None = None


@dataclass(frozen=True, slots=True)
class CardState(Generic[H_co]):
    """One moment of a game with cards; fulfils `game.State`, whose docstrings hold here.

    `begun` is True once a play was made. `forced` is True if the doubter asks for a card out of the
    claimant's hand. `counted` is the number of the newest play's cards on the table, if all cards
    were counted since, and `before` the state of the game before that play. Games with more to
    remember extend this class.
    """

    terms: Terms[H_co]
    turn: int
    required: Trait | None
    hands: tuple[int, ...]
    heaps: tuple[int, ...]
    claim: Claim | None = None
    doubter: int | None = None
    begun: bool = False
    removed: int = 0
    stock: int = 0
    gone: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    loser: int | None = None
    over: bool = False
    forced: bool = False
    believed: bool = False
    tied: tuple[int, ...] = ()
    counted: int | None = None
    before: Before | None = None

    def __str__(self) -> str:
        return sketch(self)

    @property
    def lying(self) -> int:
        """Number of cards of the newest play on the table: as counted, else as announced."""
        if self.claim is None:
            return 0
        return self.claim.count if self.counted is None else self.counted

    @property
    def phase(self) -> Phase:
        """Phase of the game; it follows from the other fields, so it can never contradict them."""
        if self.over:
            return Phase.OVER
        if self.claim is None:
            return Phase.READY
        if self.doubter is not None:
            return Phase.PRODUCE if self.forced else Phase.REVEAL
        if self.hands[self.claim.seat]:
            return Phase.OPEN
        return Phase.REVEAL if self.must_show else Phase.LAST_CARDS

    @property
    def settled(self) -> bool:
        """True in READY and OPEN: the game goes on, and no cards wait for a verdict."""
        if self.over or self.doubter is not None:
            return False
        return self.claim is None or self.hands[self.claim.seat] > 0

    @property
    def must_show(self) -> bool:
        """True if the newest play was of last cards, and a rule turns them up without a doubt."""
        if self.terms.house.idi_last_card != "must_show" or self.claim is None:
            return False
        return not self.hands[self.claim.seat]

    @property
    def opens_face_up(self) -> bool:
        """True if the next cards begin a pile, and the house lays those face up."""
        return self.terms.house.opening_face_up and not any(self.heaps)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.terms.dealer

    @property
    def packs(self) -> int:
        """Number of packs in the game."""
        return self.terms.packs

    @property
    def points(self) -> tuple[int, ...]:
        """Nothing: games with cards keep no points."""
        return ()

    @property
    def winner(self) -> int | None:
        """Seat that went out first."""
        return self.out[0] if self.out else None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are still in the game: neither out nor gone."""
        return without(len(self.hands), (*self.out, *self.gone))

    def capped(self, cards: int) -> int:
        """Return the most cards of one play for a player who has `cards` to lay."""
        cap = self.terms.cap
        return cards if cap is None else min(cards, cap)

    def last_cards(self, seat: int) -> tuple[Event, ...]:
        """Return the event beside a play of `seat` if it was of the last cards."""
        return () if self.hands[seat] else (LastCards(seat),)

    def no_seat(self, seat: int) -> Message:
        """Return the reason to refuse `seat`, a number that no seat has."""
        return message("rules.no-such-seat", number=seat, last=len(self.hands) - 1)

    def absent(self, seat: int) -> Message | None:
        """Return the reason why `seat` can't act (no such seat, or it plays no more), or None."""
        if not 0 <= seat < len(self.hands):
            return self.no_seat(seat)
        gone = seat in self.out or seat in self.gone
        return of_seats("rules.plays-no-more", seat) if gone else None


CardStateT = TypeVar("CardStateT", bound=CardState[House])


def ranked(rank: Trait | None) -> Spoken:
    """Return the rank that an action names, whatever was given, or the words for no rank."""
    return of_seats("rules.no-rank") if rank is None else rank


@lru_cache(maxsize=1024)
def without(seats: int, absent: tuple[int | None, ...]) -> tuple[int, ...]:
    """Return the seats that are not `absent`."""
    return tuple(seat for seat in range(seats) if seat not in absent)


def drop(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return `seats` without `seat`."""
    return tuple(remaining for remaining in seats if remaining != seat) if seat in seats else seats


def laid(state: CardStateT, seat: int, count: int) -> CardStateT:
    """Lay `count` cards of `seat`'s hand on the table; a negative number takes cards back."""
    hands, heaps = moved(state.hands, seat, -count), moved(state.heaps, seat, count)
    return changed(state, hands=hands, heaps=heaps)


def moved(cards: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    """Return `cards` with `change` more at `seat`."""
    after = [*cards]
    after[seat] += change
    return tuple(after)


def after(hands: tuple[int, ...], seat: int, locked: tuple[int, ...] = ()) -> int:
    """Return the next seat on the left of `seat` that holds cards and is not locked; else `seat`.

    A claimant who laid the last cards is skipped as well: no seat moves until these are settled,
    and then the claimant is out or has cards again.
    """
    seats = len(hands)
    for step in range(1, seats):
        left = (seat + step) % seats
        if hands[left] and left not in locked:
            return left
    return seat


def span(least: int, most: int) -> Message:
    """Say how many cards: "1 card", "4 cards", "1 to 4 cards"."""
    if least == most:
        return message("rules.cards", n=most)
    return message("rules.cards-from-to", least=least, n=most)


def multisets(limits: Sequence[tuple[Trait, int]], size: int) -> Iterator[tuple[Trait, ...]]:
    """Yield every multiset of `size` ranks, each rank at most as often as its limit says."""
    if not size:
        yield ()
    elif size <= sum(limit for _, limit in limits):
        (rank, limit), rest = limits[0], limits[1:]
        for count in range(min(limit, size), -1, -1):
            for tail in multisets(rest, size - count):
                yield (rank,) * count + tail

"""The person at the desk: their seats, their cards, and their fingers on real contacts."""

import heapq
from collections import Counter, deque
from collections.abc import Hashable

from appliance.core.signals import MS, Edge
from bluffing.cards import Card, Rank

SHORTEST_TOUCH = 15 * MS
"""Minimum length of a click's press: a contact that opens within 8 ms may be a spark."""

LIFTS_FOR = 25 * MS
"""Rest of a contact between two touches; less than 20 ms is bounce."""

TAP, GAP, HOLD = 90 * MS, 170 * MS, 850 * MS
"""Tap, rest between two presses, and hold (ns) of the hand that presses for a person."""

_ORDER = {rank: place for place, rank in enumerate(Rank)}


def in_order(hand: tuple[Card, ...]) -> list[Card]:
    """Sort a hand by rank, then by suit."""
    return sorted(hand, key=lambda card: (_ORDER[card.rank], card.suit))


class Person:
    """A `Guest` of the world who presses the buzzers in `buzzers`, which may change.

    Every touch changes a real contact, returned by `moved` at its moment.
    """

    def __init__(self, buzzers: set[int]) -> None:
        self.buzzers = buzzers
        self.said: dict[int, tuple[int, int]] = {}
        """Numbers of claimed and of laid cards of the newest play, by buzzer."""
        self.laying: int | None = None
        """The buzzer whose lifted cards the desk lays for the person, press by press."""
        self.typing: deque[str] = deque()
        """Letters of a name that the desk still enters for the person, press by press."""
        self._lifted: dict[int, list[Card]] = {}
        self._coming: list[tuple[int, int, Edge]] = []
        self._held: dict[int, set[Hashable]] = {}
        self._free_at: dict[int, int] = {}
        self._sent = 0

    # --- cards ----------------------------------------------------------------------------------

    def lifted(self, buzzer: int, hand: tuple[Card, ...]) -> list[Card]:
        """Return the lifted cards of `hand`."""
        still = Counter(hand) & Counter(self._lifted.get(buzzer, ()))
        self._lifted[buzzer] = in_order(tuple(still.elements()))
        return self._lifted[buzzer]

    def up(self, buzzer: int, hand: tuple[Card, ...]) -> list[bool]:
        """Return, for each card of `hand`, if it is lifted: the first ones of equal cards."""
        left, up = Counter(self.lifted(buzzer, hand)), []
        for card in hand:
            up.append(left[card] > 0)
            left[card] -= 1
        return up

    def lift(self, buzzer: int, place: int, hand: tuple[Card, ...]) -> None:
        """Lift the card at that place of `hand`, or put a lifted card back."""
        was_up = self.up(buzzer, hand)[place]
        (self._lifted[buzzer].remove if was_up else self._lifted[buzzer].append)(hand[place])

    def lays(
        self, buzzer: int, hand: tuple[Card, ...], count: int, rank: Rank | None
    ) -> tuple[Card, ...]:
        """Return the lifted cards, whatever the claim, or true cards first if none are lifted."""
        laid = tuple(self.lifted(buzzer, hand))
        if not laid:
            laid = tuple(sorted(in_order(hand), key=lambda card: card.rank is not rank)[:count])
        self._lifted[buzzer] = []
        self.said[buzzer] = (count, len(laid))
        return laid

    # --- fingers --------------------------------------------------------------------------------

    @property
    def pressing(self) -> bool:
        """Return True if a finger is on a buzzer, or the desk presses for the person."""
        helped = self.laying is not None or bool(self.typing)
        return bool(self._coming) or helped or self.fingers

    @property
    def fingers(self) -> bool:
        """Return True if a finger is on a buzzer."""
        return any(self._held.values())

    def rests(self, buzzer: int, now: int) -> bool:
        """Return True if a hand has left `buzzer` for the time between two presses."""
        return not self._coming and now >= self._free_at.get(buzzer, -GAP) + GAP

    def down(self, buzzer: int) -> bool:
        """Return True if a finger is on `buzzer`."""
        return bool(self._held.get(buzzer))

    def press(self, who: Hashable, buzzer: int, at: int) -> None:
        """Press `buzzer` with a finger or a key, `who`, at `at` (ns), and end the desk's help."""
        self.laying = None
        self.typing.clear()
        fingers = self._held.setdefault(buzzer, set())
        if not fingers:
            self._move(buzzer, down=True, at=max(at, self._free_at.get(buzzer, 0) + LIFTS_FOR))
        fingers.add(who)

    def let_go(self, who: Hashable, at: int) -> None:
        """Release every buzzer that `who` presses."""
        for buzzer, fingers in self._held.items():
            if who in fingers:
                fingers.remove(who)
                if not fingers:
                    began = self._free_at.get(buzzer, 0)
                    self._move(buzzer, down=False, at=max(at, began + SHORTEST_TOUCH))

    def touch(self, buzzer: int, now: int, *lengths: int) -> None:
        """Press for these `lengths` (ns), by the same contact and as fast as a person does."""
        at = max(now, self._free_at.get(buzzer, -GAP) + GAP)
        for length in lengths:
            self._move(buzzer, down=True, at=at)
            self._move(buzzer, down=False, at=at + length)
            at += length + GAP

    def moved(self, now: int) -> list[Edge]:
        """Return the contacts that change until `now` (ns)."""
        edges = []
        while self._coming and self._coming[0][0] <= now:
            edges.append(heapq.heappop(self._coming)[2])
        return edges

    def _move(self, buzzer: int, *, down: bool, at: int) -> None:
        self._sent += 1
        self._free_at[buzzer] = at
        heapq.heappush(self._coming, (at, self._sent, Edge(buzzer, down, at)))

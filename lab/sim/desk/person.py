"""The person at the desk: their seats, their cards, and their fingers on real contacts.

One of their hands is in front at a time, so that all of it is visible. A choice by a click, an
arrow key or a letter becomes taps and holds on the buzzer that goes round the choices.
"""

import heapq
import unicodedata
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable

from appliance.core.signals import BACKSPACE, MS, RETURN, Edge
from appliance.display.view import View
from appliance.table.facts import (
    LETTER_GROUPS,
    MenuFacts,
    MenuPage,
    Opens,
    Prompt,
    Role,
    SeatFacts,
    Spells,
)
from bluffing.cards import Card, Rank, Trait
from lab.sim.desk.clock import DeskClock
from lab.sim.desk.faults import Breakage

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
        self, buzzer: int, hand: tuple[Card, ...], count: int, rank: Trait | None
    ) -> tuple[Card, ...]:
        """Return the lifted cards, whatever the claim, or true cards first if none are lifted."""
        laid = tuple(self.lifted(buzzer, hand))
        if not laid:
            laid = tuple(sorted(in_order(hand), key=lambda card: rank not in card)[:count])
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


STILL_THE_OTHERS = 300 * MS
"""Time (ns) after a hand has come in front by itself in which a click meant the one before."""

_WAITS_FOR = {
    Prompt.SIT,
    Prompt.READY,
    Prompt.PICK_UP,
    Prompt.DEALT,
    Prompt.DEAL,
    Prompt.BEGIN,
    Prompt.NEXT_DEAL,
    Prompt.DRAW_QUESTION,
}


class Front:
    """The hand in front, by its `buzzer`: the one that the table newly asks, or that was chosen."""

    def __init__(self, buzzer: int) -> None:
        self.buzzer = buzzer
        self._called: frozenset[int] = frozenset()
        self._came_at: int | None = None

    @staticmethod
    def calls(seat: SeatFacts) -> bool:
        """Return True if the table seems to wait for a press of this seat."""
        return seat.role is Role.TURN or seat.prompt in _WAITS_FOR

    def choose(self, buzzer: int) -> None:
        """The person wants to see this hand."""
        self.buzzer, self._came_at = buzzer, None

    def follow(self, called: Iterable[int], machine: int) -> None:
        """The table waits for the seats at `called` of the person, at the machine's time (ns)."""
        now = frozenset(called)
        if now != self._called and now and self.buzzer not in now:
            self.buzzer, self._came_at = min(now), machine
        self._called = now

    def meant(self, machine: int) -> bool:
        """Return True if a click at the machine's time `machine` (ns) can mean the front hand."""
        return self._came_at is None or machine >= self._came_at + STILL_THE_OTHERS


class Steering:
    """The hand that steers for the person: every step is a press of a real contact."""

    def __init__(
        self,
        view: Callable[[], View],
        clock: DeskClock,
        person: Person,
        front: Front,
        breakage: Breakage,
    ) -> None:
        self._view, self._clock, self._person = view, clock, person
        self._front, self._breakage = front, breakage
        self._typed: object = None
        """The page, as the hand took a row for the newest letter."""

    @property
    def ring(self) -> tuple[int, int, int] | None:
        """The choices that taps go round: the buzzer, how many there are, and which is lit.

        They are the rows of the table's menu while it is open, else those of the seat in front.
        """
        view, buzzer = self._view(), self._front.buzzer
        seats = {seat.buzzer: seat for seat in view.seats}
        menu, seat = view.menu, seats.get(buzzer)
        if menu is not None:
            buzzer = buzzer if menu.steers is None else menu.steers
            ring = (buzzer, len(menu.rows), menu.cursor)
            goes = menu.page is not MenuPage.PLACES and buzzer in self._person.buzzers
        elif seat is not None and seat.ring is not None:
            ring = (buzzer, len(seat.ring.labels), seat.ring.cursor)
            goes = seat.stepping is None
        else:
            return None
        works = not self._breakage.hub_out and buzzer not in self._breakage.stuck
        return ring if goes and works else None

    def go(self, steps: int, *, takes: bool = False) -> None:
        """Tap `steps` round the choices, and hold to take the choice there if `takes`."""
        ring, person = self.ring, self._person
        if ring is not None and person.laying is None and not person.down(ring[0]):
            self._clock.paused, self._typed = False, None
            lengths = [TAP] * (steps % ring[1]) + [HOLD] * takes
            person.touch(ring[0], self._clock.now, *lengths)

    def take(self, row: int) -> None:
        """Take a row of the table's menu."""
        ring = self.ring
        if ring is not None and not self._person.pressing:
            self.go(row - ring[2], takes=True)

    def back(self) -> bool:
        """Go back a page of the table's menu; return False if it is closed."""
        menu, ring = self._view().menu, self.ring
        if menu is None or ring is None:
            return False
        self._person.typing.clear()
        self.take(ring[1] - 1)
        return True

    def enter(self, text: str) -> bool:
        """Enter a letter of a name, BACKSPACE or RETURN; return False where it is none."""
        menu, typing, letter = self._view().menu, self._person.typing, _on_ring(text)
        if menu is None or menu.draft is None or self.ring is None or not letter:
            return False
        idle = not self._person.pressing
        spelt = menu.page is MenuPage.LETTERS and bool(menu.draft) and not menu.cursor
        if letter == RETURN and not (spelt if idle else typing or self._typed):
            return False  # it takes the row that is lit
        self._typed = None if idle else self._typed
        self._clock.paused = False
        typing.append(letter)
        return True

    def type_on(self, now: int) -> None:
        """Take the row that leads to the next letter, or stop without one."""
        typing = self._person.typing
        if not typing:
            return
        menu, ring = self._view().menu, self.ring
        if menu is None or menu.draft is None or ring is None:
            typing.clear()
        elif self._person.rests(ring[0], now):
            row, page = _row_to(menu, typing[0]), (menu.page, menu.group, menu.draft)
            if row is None or page == self._typed:  # the press before did not count
                typing.popleft()
                self._typed = None
                return
            if menu.rows[row].does == Spells(typing[0]):
                typing.popleft()
            self.go(row - ring[2], takes=True)
            self._typed = page


def _on_ring(text: str) -> str:
    """Return `text` as the menu spells it, without an accent; "" if it has no such letter."""
    plain = unicodedata.normalize("NFD", text)[:1].upper()
    known = plain in {BACKSPACE, RETURN} or any(plain in group for group in LETTER_GROUPS)
    return plain if known else ""


def _row_to(menu: MenuFacts, letter: str) -> int | None:
    """Return the row of a name's page that enters `letter` or leads to it, if there is one."""
    does = [row.does for row in menu.rows]
    group = next((group for group in LETTER_GROUPS if letter in group), "")
    for effect in (Spells(letter), Opens(MenuPage.GROUP, group)):
        if effect in does:
            return does.index(effect)
    return does.index(None) if menu.page is MenuPage.GROUP else None

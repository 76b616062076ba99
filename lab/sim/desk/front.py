"""The hand in front: which of a person's hands is shown, and how clicks and letters steer it.

One hand is shown at a time, so that all of it is visible. A choice by a click, an arrow key or a
letter becomes taps and holds on the buzzer that goes round the choices.
"""

import unicodedata
from collections.abc import Callable, Iterable

from appliance.core.signals import BACKSPACE, MS, RETURN
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
from lab.sim.desk.clock import DeskClock
from lab.sim.desk.faults import Breakage
from lab.sim.desk.person import HOLD, TAP, Person

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


def calls(seat: SeatFacts) -> bool:
    """Return True if the table seems to wait for a press of this seat."""
    return seat.role is Role.TURN or seat.prompt in _WAITS_FOR


class Front:
    """The hand in front, by its `buzzer`: the one that the table newly asks, or that was chosen."""

    def __init__(self, buzzer: int) -> None:
        self.buzzer = buzzer
        self._called: frozenset[int] = frozenset()
        self._came_at: int | None = None

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

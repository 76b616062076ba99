"""Where things are, for both layouts and every size from 800x480 up. Geometry only.

`tv` has one headline and the seats in a strip in seating order. `tabletop` lies flat: rails
along the four edges hold the seats, each seat's text faces its own edge, and the headline is
written twice, north and south.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from appliance.display.quiet import pygame

Layout = Literal["tv", "tabletop"]
LAYOUTS: tuple[Layout, ...] = ("tv", "tabletop")

Turn = Literal[0, 90, 180, 270]
"""Degrees counter-clockwise, as pygame turns a surface."""

_SIDES = {  # seats: top, right, bottom, left
    0: (0, 0, 0, 0),
    1: (0, 0, 1, 0),
    2: (1, 0, 1, 0),
    3: (1, 1, 1, 0),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
    9: (4, 1, 3, 1),
    10: (4, 1, 4, 1),
    11: (4, 2, 4, 1),
    12: (4, 2, 4, 2),
}
MOST_SEATS = max(_SIDES)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the surface for a drawing that is turned by `turn`."""

    rect: pygame.Rect
    turn: Turn = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing before it is turned."""
        w, h = self.rect.size
        return (w, h) if self.turn in {0, 180} else (h, w)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where the drawing's (x, y) comes to lie on the surface."""
        w, h = self.size
        turned = {0: (x, y), 90: (y, w - x), 180: (w - x, h - y), 270: (h - y, x)}[self.turn]
        return self.rect.left + turned[0], self.rect.top + turned[1]


@dataclass(frozen=True, slots=True)
class Plan:
    """One screen's geometry: `heads` hold title and headline, `body` the screen's own part.

    `ring` is where a tv shows what somebody chooses from; a tabletop shows it at the seat.
    """

    layout: Layout
    size: tuple[int, int]
    unit: float
    heads: tuple[Slot, ...]
    body: pygame.Rect
    seats: tuple[Slot, ...]
    ring: Slot | None = None

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The body for what everybody must read: whole, or once for each side of the table."""
        if self.layout == "tv":
            return (Slot(self.body),)
        half = self.body.width // 2
        left = pygame.Rect(self.body.left, self.body.top, half, self.body.height)
        return (Slot(left), Slot(left.move(self.body.width - half, 0), 180))


def plan(
    layout: Layout,
    size: tuple[int, int],
    seats: int,
    live: frozenset[int] = frozenset(),
    *,
    ring: bool = False,
) -> Plan:
    """Geometry for `seats` (0 to 12) on a surface of `size` pixels.

    In a long strip the `live` seats, whose players have something to read, get double width.
    `ring`: somebody chooses, and all shall see from what.

    Raises:
        ValueError: for an unknown layout or too many seats.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"no layout {layout!r}: there are {' and '.join(LAYOUTS)}")
    if seats not in _SIDES:
        raise ValueError(f"{seats} seats: the display has room for 0 to {MOST_SEATS}")
    unit = min(size[0] / 1920, size[1] / 1080)
    if layout == "tabletop":
        return _tabletop(size, unit, seats)
    return _tv(size, unit, seats, live, round(132 * unit) if ring else 0)


def _tv(size: tuple[int, int], unit: float, seats: int, live: frozenset[int], below: int) -> Plan:
    """`below` is how much of the middle is kept for a ring."""
    width, height = size
    head, strip, gap = round(270 * unit), round(300 * unit), round(12 * unit)
    if seats == 0:
        strip = gap
    top = height - strip
    shares = [2 if i in live and seats > 6 else 1 for i in range(seats)]
    edges = [gap + (width - gap) * sum(shares[:i]) // max(1, sum(shares)) for i in range(seats + 1)]
    slots = tuple(
        Slot(pygame.Rect(left, top, right - left - gap, strip - gap))
        for left, right in pairwise(edges)
    )
    body = pygame.Rect(gap * 3, head, width - gap * 6, top - head - gap - below)
    ring = Slot(pygame.Rect(body.left, body.bottom, body.width, below)) if below else None
    return Plan("tv", size, unit, (Slot(pygame.Rect(0, 0, width, head)),), body, slots, ring)


def _tabletop(size: tuple[int, int], unit: float, seats: int) -> Plan:
    width, height = size
    rail, side, gap = round(180 * unit), round(240 * unit), round(12 * unit)
    head = round(178 * unit)
    arena = pygame.Rect(side, rail, width - 2 * side, height - 2 * rail)
    top, right, bottom, left = _SIDES[seats]
    slots = [Slot(r, 180) for r in _row(pygame.Rect(0, 0, width, rail), top, gap)]
    slots += [
        Slot(r, 90)
        for r in _column(pygame.Rect(width - side, rail, side, arena.height), right, gap)
    ]
    slots += [
        Slot(r, 0) for r in reversed(_row(pygame.Rect(0, height - rail, width, rail), bottom, gap))
    ]
    slots += [
        Slot(r, 270) for r in reversed(_column(pygame.Rect(0, rail, side, arena.height), left, gap))
    ]
    north = Slot(pygame.Rect(arena.left, arena.top, arena.width, head), 180)
    south = Slot(pygame.Rect(arena.left, arena.bottom - head, arena.width, head), 0)
    body = pygame.Rect(
        arena.left + gap, arena.top + head, arena.width - 2 * gap, arena.height - 2 * head
    )
    return Plan("tabletop", size, unit, (north, south), body, tuple(slots))


def _row(rail: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """`count` places along a horizontal rail, left to right, none wider than a quarter of it."""
    if count == 0:
        return []
    wide = rail.width // max(count, 4)
    step = rail.width // count
    start = rail.left + (step - wide) // 2
    return [
        pygame.Rect(start + step * i, rail.top, wide, rail.height).inflate(-gap, -gap)
        for i in range(count)
    ]


def _column(rail: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """`count` places along a vertical rail, top to bottom, none taller than half of it."""
    if count == 0:
        return []
    tall = rail.height // 2
    step = rail.height // count
    start = rail.top + (step - tall) // 2
    return [
        pygame.Rect(rail.left, start + step * i, rail.width, tall).inflate(-gap, -gap)
        for i in range(count)
    ]

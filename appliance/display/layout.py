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

_SIDES = (
    (0, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (1, 1, 1, 0), (1, 1, 1, 1), (2, 1, 1, 1),
    (2, 1, 2, 1), (3, 1, 2, 1), (3, 1, 3, 1), (4, 1, 3, 1), (4, 1, 4, 1), (4, 2, 4, 1),
    (4, 2, 4, 2),
)  # fmt: skip
"""For each number of seats how many sit at the top, on the right, at the bottom, on the left."""

MOST_SEATS = len(_SIDES) - 1


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

    def place(self, rect: pygame.Rect) -> pygame.Rect:
        """Where `rect` of the drawing comes to lie on the surface."""
        (ax, ay), (bx, by) = self.point(*rect.topleft), self.point(*rect.bottomright)
        return pygame.Rect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))


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
    if seats > MOST_SEATS:
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
    rails = (
        Slot(pygame.Rect(0, 0, width, rail), 180),
        Slot(pygame.Rect(width - side, rail, side, arena.height), 90),
        Slot(pygame.Rect(0, height - rail, width, rail), 0),
        Slot(pygame.Rect(0, rail, side, arena.height), 270),
    )
    slots = [
        Slot(place, along.turn)
        for along, count in zip(rails, _SIDES[seats], strict=True)
        for place in _places(along, count, gap)
    ]
    north = Slot(pygame.Rect(arena.left, arena.top, arena.width, head), 180)
    south = Slot(pygame.Rect(arena.left, arena.bottom - head, arena.width, head), 0)
    body = arena.inflate(-2 * gap, -2 * head)
    return Plan("tabletop", size, unit, (north, south), body, tuple(slots))


def _places(rail: Slot, count: int, gap: int) -> list[pygame.Rect]:
    """`count` places along a rail, from right to left as who sits there sees it.

    None takes more than a quarter of a long rail, or half of one at a side.
    """
    length, depth = rail.size
    each, step = length // max(count, 2 if rail.turn in {90, 270} else 4), length // max(count, 1)
    starts = [(step - each) // 2 + step * i for i in reversed(range(count))]
    if rail.turn in {90, 180}:  # what is left over stays at the right, or below, on all sides
        starts = [length - each - at for at in reversed(starts)]
    return [rail.place(pygame.Rect(at, 0, each, depth)).inflate(-gap, -gap) for at in starts]

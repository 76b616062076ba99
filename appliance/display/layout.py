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
class Places:
    """Where the seats are: each one's place, clockwise, among `of` places around the table."""

    taken: tuple[int, ...]
    of: int

    @classmethod
    def all(cls, count: int) -> "Places":
        """`count` seats with no free place between them."""
        return cls(tuple(range(count)), count)


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
class Reach:
    """What fingers need, in pixels: the least side of a key and of letters on it.

    `wanted` is how wide the keys of each seat are in one row. `host`: there are keys that belong
    to nobody, such as for a pause.
    """

    key: int
    letter: int
    wanted: tuple[int, ...]
    host: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One screen's geometry: `heads` hold title and headline, `body` the screen's own part.

    `ring` is where a tv shows what somebody chooses from; a tabletop shows it at the seat. With
    touch there are a place of its own for each seat's `keys` and, by each head, for those of the
    host; on a tv a seat with many keys has the whole row, and the others have none.
    """

    layout: Layout
    size: tuple[int, int]
    unit: float
    heads: tuple[Slot, ...]
    body: pygame.Rect
    seats: tuple[Slot, ...]
    ring: Slot | None = None
    keys: tuple[Slot | None, ...] = ()
    host: tuple[tuple[Slot, Slot], ...] = ()
    reach: Reach | None = None

    @property
    def arena(self) -> pygame.Rect:
        """What lies in a soft light: the body, on a tabletop with the heads about it."""
        if self.layout == "tv":
            return self.body.inflate(round(24 * self.unit), 0)
        return self.body.unionall([head.rect for head in self.heads])

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
    places: Places,
    live: frozenset[int] = frozenset(),
    *,
    ring: bool = False,
    reach: Reach | None = None,
) -> Plan:
    """Geometry for up to 12 seats at `places` on a surface of `size` pixels.

    On a tabletop a seat stays where its place is, whoever else sits down or leaves. In a long
    strip the `live` seats, whose players have something to read, get double width.
    `ring`: somebody chooses, and all shall see from what. `reach`: there are fingers.

    Raises:
        ValueError: for an unknown layout or too many seats.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"no layout {layout!r}: there are {' and '.join(LAYOUTS)}")
    if places.of > MOST_SEATS:
        raise ValueError(f"{places.of} seats: the display has room for 0 to {MOST_SEATS}")
    unit = min(size[0] / 1920, size[1] / 1080)
    if layout == "tabletop":
        return _tabletop(size, unit, places, reach)
    below = round(132 * unit) if ring and reach is None else 0
    return _tv(size, unit, (len(places.taken), live), below, reach)


def _tv(
    size: tuple[int, int],
    unit: float,
    sitting: tuple[int, frozenset[int]],
    below: int,
    reach: Reach | None,
) -> Plan:
    """`below` is how much of the middle is kept for a ring."""
    (width, height), (seats, live) = size, sitting
    head, strip, gap = round((236 if reach else 270) * unit), round(300 * unit), round(12 * unit)
    row = max(round(120 * unit), reach.key + gap) if reach and seats else 0
    if seats == 0:
        strip = gap
    top = height - strip - row
    host: tuple[tuple[Slot, Slot], ...] = ()
    if reach and reach.host:
        side = max(round(170 * unit), reach.key)
        width -= side + gap
        tall = (height - top - 2 * gap) // 2
        above = pygame.Rect(width, top, side, tall)
        host = ((Slot(above), Slot(above.move(0, tall + gap))),)
    shares = [2 if i in live and seats > 6 else 1 for i in range(seats)]
    edges = [gap + (width - gap) * sum(shares[:i]) // max(1, sum(shares)) for i in range(seats + 1)]
    slots = tuple(
        Slot(pygame.Rect(left, top, right - left - gap, strip - gap))
        for left, right in pairwise(edges)
    )
    body = pygame.Rect(gap * 3, head, size[0] - gap * 6, top - head - gap - below)
    ring = Slot(pygame.Rect(body.left, body.bottom, body.width, below)) if below else None
    keys = _row(slots, pygame.Rect(gap, height - row, width - 2 * gap, row - gap), reach)
    heads = (Slot(pygame.Rect(0, 0, size[0], head)),)
    return Plan("tv", size, unit, heads, body, slots, ring, keys, host, reach)


def _row(slots: tuple[Slot, ...], row: pygame.Rect, reach: Reach | None) -> tuple[Slot | None, ...]:
    """Each seat's keys under its panel, or the whole row for the one whose keys need more."""
    if reach is None:
        return ()
    under = [pygame.Rect(slot.rect.left, row.top, slot.rect.width, row.height) for slot in slots]
    rows = max(1, row.height // reach.key)
    much = [i for i, wide in enumerate(reach.wanted) if wide > under[i].width * rows]
    if much:
        mark = row.height
        whole = pygame.Rect(row.left + mark, row.top, row.width - mark, row.height)
        return tuple(Slot(whole) if i == much[0] else None for i in range(len(slots)))
    return tuple(map(Slot, under))


def _tabletop(size: tuple[int, int], unit: float, places: Places, reach: Reach | None) -> Plan:
    width, height = size
    gap = round(12 * unit)
    band = max(round(66 * unit), reach.key) if reach else 0
    rail, side = round((168 if reach else 180) * unit) + band, round(240 * unit) + band
    if not places.taken:  # nobody has a panel
        rail = side = gap
    head = round((150 if reach else 178) * unit)
    arena = pygame.Rect(side, rail, width - 2 * side, height - 2 * rail)
    rails = (
        Slot(pygame.Rect(0, 0, width, rail), 180),
        Slot(pygame.Rect(width - side, rail, side, arena.height), 90),
        Slot(pygame.Rect(0, height - rail, width, rail), 0),
        Slot(pygame.Rect(0, rail, side, arena.height), 270),
    )
    around = [
        Slot(place, along.turn)
        for along, count in zip(rails, _SIDES[places.of], strict=True)
        for place in _places(along, count, gap)
    ]
    slots, keys = [around[place] for place in places.taken], []
    if reach:
        split = [
            _split(slot, wide, band, reach) for slot, wide in zip(slots, reach.wanted, strict=True)
        ]
        slots, keys = [one for one, _ in split], [one for _, one in split]
    ends = max(round(160 * unit), reach.key) if reach and reach.host else 0
    north = Slot(pygame.Rect(arena.left, arena.top, arena.width, head), 180)
    south = Slot(north.rect.move(0, arena.height - head))
    tall = max(round(84 * unit), reach.key) if reach else 0
    host = tuple(_ends(one, (ends, tall), gap) for one in (north, south)) if ends else ()
    body = arena.inflate(-2 * gap, -2 * head)
    return Plan(
        "tabletop", size, unit, (north, south), body, tuple(slots), None, tuple(keys), host, reach
    )


def _split(slot: Slot, wanted: int, band: int, reach: Reach) -> tuple[Slot, Slot]:
    """A seat's panel, and the place of its keys at its edge: deeper where it has many."""
    wide, deep = slot.size
    rows = -(-wanted // wide)
    depth = band if rows <= 1 else min(max(band, rows * reach.key), round(deep * 0.7))
    panel = pygame.Rect(0, 0, wide, deep - depth)
    return (
        Slot(slot.place(panel), slot.turn),
        Slot(slot.place(pygame.Rect(0, deep - depth, wide, depth)), slot.turn),
    )


def _ends(head: Slot, size: tuple[int, int], gap: int) -> tuple[Slot, Slot]:
    """Places of that size in the lower corners of a head, as whoever reads it sees it."""
    (wide, tall), (width, height) = size, head.rect.size
    left = head.place(pygame.Rect(gap, height - tall - gap, wide, tall))
    right = head.place(pygame.Rect(width - wide - gap, height - tall - gap, wide, tall))
    return Slot(left, head.turn), Slot(right, head.turn)


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

"""Where things are, for both layouts and every size from 800x480 up. Geometry only.

`tv` has one headline and the seats in a strip in seating order. `tabletop` lies flat: rails
along the four edges hold the seats, each seat's text faces its own edge, and the headline is
written twice, north and south.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

from appliance.display.quiet import pygame
from appliance.display.reach import Reach, need

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
class Plan:
    """One screen's geometry: `heads` hold title and headline, `body` the screen's own part.

    `ring` is where a tv shows what somebody chooses from; a tabletop shows it at the seat. With
    touch there are a place of its own for each seat's `keys` and, by each head, for those of the
    host. A seat with many keys has the whole row on a tv, and on a tabletop the edge below other
    panels too; the seats whose place that is have none.
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
    least: tuple[int, ...] = (),
    ring: bool = False,
    reach: Reach | None = None,
) -> Plan:
    """Geometry for up to 12 seats at `places` on a surface of `size` pixels.

    On a tabletop a seat stays where its place is, whoever else sits down or leaves and however many
    keys they have. In a long strip the `live` seats, whose players have
    something to read, get double width, and each at least that in `least`, if there is room.
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
    least = least or (0,) * len(places.taken)
    return _tv(size, unit, (least, live), below, reach)


def _tv(
    size: tuple[int, int],
    unit: float,
    sitting: tuple[tuple[int, ...], frozenset[int]],
    below: int,
    reach: Reach | None,
) -> Plan:
    """`below` is how much of the middle is kept for a ring."""
    (width, height), (least, live), seats = size, sitting, len(sitting[0])
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
    usual = [(width - gap) * share / sum(shares) for share in shares]
    wides = _shared(width - gap, usual, [one + gap for one in least])
    edges = [round(gap + edge) for edge in accumulate(wides, initial=0.0)]
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
    much = [
        i for i, wants in enumerate(reach.wanted) if wants and need(wants, rows) > under[i].width
    ]
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
    if reach:  # the short rails have room for two rows of the largest keys
        side = max(side, math.ceil(2 * reach.key / _KEYS_TAKE) + gap + 1)
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
    keyed = dict(zip(places.taken, reach.wanted, strict=True)) if reach else {}
    around: list[tuple[Slot, Slot | None]] = []
    for along, count in zip(rails, _SIDES[places.of], strict=True):
        homes, wants = (
            _homes(along, count, gap),
            [keyed.get(len(around) + i, ()) for i in range(count)],
        )
        around += [
            (Slot(along.place(panel), along.turn), row and Slot(along.place(row), along.turn))
            for panel, row in _split(homes, wants, (band, along.size[0], gap), reach)
        ]
    slots = [around[place][0] for place in places.taken]
    keys = [around[place][1] for place in places.taken] if reach else []
    ends = max(round(160 * unit), reach.key) if reach and reach.host else 0
    north = Slot(pygame.Rect(arena.left, arena.top, arena.width, head), 180)
    south = Slot(north.rect.move(0, arena.height - head))
    tall = max(round(84 * unit), reach.key) if reach else 0
    host = tuple(_ends(one, (ends, tall), gap) for one in (north, south)) if ends else ()
    body = arena.inflate(-2 * gap, -2 * head)
    return Plan(
        "tabletop", size, unit, (north, south), body, tuple(slots), None, tuple(keys), host, reach
    )


_KEYS_TAKE = 0.7
"""How much of a seat's place its keys may take; the rest is its panel."""


def _split(
    homes: Sequence[pygame.Rect],
    wants: Sequence[tuple[int, ...]],
    room: tuple[int, int, int],
    reach: Reach | None,
) -> list[tuple[pygame.Rect, pygame.Rect | None]]:
    """The panels of the seats of one rail, and the places of their keys, at the edge.

    A panel is as wide as its `homes` and stays there. Whose keys `wants` more have more rows, and
    then also the edge below panels whose seats have no keys now. `room` is how deep one row is,
    how long the rail, and how far things are apart.
    """
    if reach is None or not homes:
        return [(home, None) for home in homes]
    band, length, gap = room
    deep = round(homes[0].height * _KEYS_TAKE)
    most = max(1, deep // reach.key)
    free = _free(homes, [bool(some) and need(some, most) > home.width for home, some in
                         zip(homes, wants, strict=True)], [bool(some) for some in wants],
                 (length, gap))  # fmt: skip
    rows: list[pygame.Rect] = []
    for home, some, (left, right) in zip(homes, wants, free, strict=True):
        row = home.copy()
        lines = 1
        if some:
            inside = [n for n in range(1, most + 1) if need(some, n) <= home.width]
            beside = [n for n in range(1, most + 1) if need(some, n) <= home.width + left + right]
            lines = (inside or beside or [most])[0]
            more = min(max(0, need(some, lines) - home.width), left + right)
            before = min(left, max(more - right, more // 2))
            row.left, row.width = home.left - before, home.width + more
        row.height = band if lines == 1 else min(max(band, round(lines * reach.key * 1.1)), deep)
        row.bottom = home.bottom
        rows.append(row)
    found: list[tuple[pygame.Rect, pygame.Rect | None]] = []
    for home, some, row in zip(homes, wants, rows, strict=True):
        over = [other for one, other in zip(wants, rows, strict=True) if one and other is not row]
        covered = [other.height for other in over if other.colliderect(home)]
        panel = home.copy()
        panel.height -= max([row.height, *covered])
        found.append((panel, row if some or not covered else None))
    return found


def _free(
    homes: Sequence[pygame.Rect],
    lacks: Sequence[bool],
    keyed: Sequence[bool],
    room: tuple[int, int],
) -> list[tuple[int, int]]:
    """How far each seat's keys may go to the left and to the right of its home.

    As far as to the next seat that has keys, or halfway if that lacks room as well.
    """
    length, gap = room
    found = []
    for i, home in enumerate(homes):
        sides = [home.left - gap // 2, length - gap // 2 - home.right]
        for j, other in enumerate(homes):
            if i == j or not keyed[j]:
                continue
            side = int(other.left > home.left)
            apart = other.left - home.right if side else home.left - other.right
            sides[side] = min(sides[side], (apart // 2 if lacks[j] else apart) - gap)
        found.append((max(0, sides[0]), max(0, sides[1])))
    return found


def _ends(head: Slot, size: tuple[int, int], gap: int) -> tuple[Slot, Slot]:
    """Places of that size in the lower corners of a head, as whoever reads it sees it."""
    (wide, tall), (width, height) = size, head.rect.size
    left = head.place(pygame.Rect(gap, height - tall - gap, wide, tall))
    right = head.place(pygame.Rect(width - wide - gap, height - tall - gap, wide, tall))
    return Slot(left, head.turn), Slot(right, head.turn)


def _homes(rail: Slot, count: int, gap: int) -> list[pygame.Rect]:
    """The places of the seats along a rail, from right to left as who sits there sees it.

    None takes more than a quarter of a long rail, or half of one at a side.
    """
    length, depth = rail.size
    wide = length // max(count, 2 if rail.turn in {90, 270} else 4)
    step = length // max(count, 1)
    apart = step - wide
    at = length - (length - step * count if rail.turn in {0, 270} else 0)
    at -= apart - apart // 2 if rail.turn in {0, 270} else apart // 2
    return [
        pygame.Rect(at - wide - i * step, 0, wide, depth).inflate(-gap, -gap) for i in range(count)
    ]


def _shared(room: float, usual: Sequence[float], needs: Sequence[float]) -> list[float]:
    """What each gets of `room`: its usual part, or what it needs, which the others then lack."""
    needy: set[int] = set()
    while True:
        others = sum(usual) - sum(usual[i] for i in needy)
        rest = room - sum(needs[i] for i in needy)
        if rest < 0.5 * others or (needy and not others):  # not enough: all give way alike
            wished = [max(pair) for pair in zip(usual, needs, strict=True)]
            return [one * room / sum(wished) for one in wished]
        part = min(1.0, rest / others) if others else 1.0
        more = {i for i, need in enumerate(needs) if need > usual[i] * part} - needy
        if not more:
            return [needs[i] if i in needy else one * part for i, one in enumerate(usual)]
        needy |= more

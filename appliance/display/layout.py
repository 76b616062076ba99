"""Where things are, for both layouts and every size from 800x480 up. Geometry only.

`tv` has one headline and the seats in a strip in seating order. `tabletop` lies flat: rails
along the four edges hold the seats, each seat's text faces its own edge, and the headline is
written twice, north and south.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
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

    `wanted` is how wide each key of each seat must be, with the gap beside it. `host`: there are
    keys that belong to nobody, such as for a pause.
    """

    key: int
    letter: int
    wanted: tuple[tuple[int, ...], ...]
    host: bool = False

    def rows(self, wants: tuple[int, ...], wide: int, most: int) -> list[list[int]]:
        """The places of a seat's keys in rows that fit `wide`, as few as can be, at most `most`."""
        found: list[list[int]] = []
        for count in range(1, max(1, most) + 1):
            found = _in_rows(wants, count)
            if _widest(wants, found) <= wide:
                break
        return found


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
    least: tuple[int, ...] = (),
    ring: bool = False,
    reach: Reach | None = None,
) -> Plan:
    """Geometry for up to 12 seats at `places` on a surface of `size` pixels.

    On a tabletop a seat stays where its place is, whoever else sits down or leaves, unless one of
    them has more keys than there is room for. In a long strip the `live` seats, whose players have
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
        i
        for i, wants in enumerate(reach.wanted)
        if wants and _widest(wants, _in_rows(wants, rows)) > under[i].width
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
    around: list[Slot] = []
    for along, count in zip(rails, _SIDES[places.of], strict=True):
        wants = [keyed.get(len(around) + i, ()) for i in range(count)]
        around += [Slot(place, along.turn) for place in _places(along, wants, gap, reach)]
    slots, keys = [around[place] for place in places.taken], []
    if reach:
        split = [
            _split(slot, some, band, reach) for slot, some in zip(slots, reach.wanted, strict=True)
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


_KEYS_TAKE = 0.7
"""How much of a seat's place its keys may take; the rest is its panel."""


def _split(slot: Slot, wants: tuple[int, ...], band: int, reach: Reach) -> tuple[Slot, Slot]:
    """A seat's panel, and the place of its keys at its edge: deeper where it has many."""
    wide, deep = slot.size
    most = round(deep * _KEYS_TAKE)
    rows = len(reach.rows(wants, wide, most // reach.key)) if wants else 0
    depth = band if rows <= 1 else min(max(band, round(rows * reach.key * 1.1)), most)
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


def _places(
    rail: Slot, wants: Sequence[tuple[int, ...]], gap: int, reach: Reach | None
) -> list[pygame.Rect]:
    """A place for each of `wants` along a rail, from right to left as who sits there sees it.

    None takes more than a quarter of a long rail, or half of one at a side, unless its keys need
    more: then the others are narrower.
    """
    (length, depth), count = rail.size, len(wants)
    usual = length // max(count, 2 if rail.turn in {90, 270} else 4)
    wides = [usual] * count
    if reach:
        rows = round((depth - gap) * _KEYS_TAKE) // reach.key
        needs = [_widest(some, _in_rows(some, rows)) + gap if some else 0 for some in wants]
        wides = [int(wide) for wide in _shared(length, wides, needs)]
    step = length // max(count, 1)
    apart = step - sum(wides) // max(count, 1)
    at = length - (length - step * count if rail.turn in {0, 270} else 0)
    at -= apart - apart // 2 if rail.turn in {0, 270} else apart // 2
    found = []
    for wide in wides:
        found.append(pygame.Rect(at - wide, 0, wide, depth))
        at -= wide + apart
    return [rail.place(one).inflate(-gap, -gap) for one in found]


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


def _in_rows(wants: tuple[int, ...], count: int) -> list[list[int]]:
    """The places of `wants` in at most `count` rows, in order, the widest as short as can be."""
    limit = max(sum(wants) / count, *wants)
    while True:
        rows: list[list[int]] = [[]]
        for i, wide in enumerate(wants):
            if rows[-1] and sum(wants[j] for j in rows[-1]) + wide > limit:
                rows.append([])
            rows[-1].append(i)
        if len(rows) <= count:
            return rows
        limit *= 1.05


def _widest(wants: tuple[int, ...], rows: list[list[int]]) -> int:
    return max(sum(wants[i] for i in row) for row in rows)

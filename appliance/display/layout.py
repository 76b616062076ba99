"""Places of all parts, for both layouts and every size from 800x480 up. Geometry only.

`tv` has one headline and the seats in a strip in seating order. On an upright tv, taller than wide,
the strip continues in rows below. `tabletop` lies flat: rails along the four edges hold the seats,
each seat's text faces its own edge, and the headline is written twice, along each long edge. A
table that is taller than wide is the same one seen from another side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Literal

from appliance.display.quiet import pygame
from appliance.display.reach import KEYS_TAKE, Reach, need, split
from appliance.display.sizes import unit_of

Layout = Literal["tv", "tabletop"]
LAYOUTS: tuple[Layout, ...] = ("tv", "tabletop")

Turn = Literal[0, 90, 180, 270]
"""Degrees counter-clockwise, as pygame turns a surface."""

_SIDES = (
    (0, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (1, 1, 1, 0), (1, 1, 1, 1), (2, 1, 1, 1),
    (2, 1, 2, 1), (3, 1, 2, 1), (3, 1, 3, 1), (4, 1, 3, 1), (4, 1, 4, 1), (4, 2, 4, 1),
    (4, 2, 4, 2),
)  # fmt: skip
"""Numbers of seats at the top, on the right, at the bottom, on the left, for each number of
seats."""

MOST_SEATS = len(_SIDES) - 1


@dataclass(frozen=True, slots=True)
class Places:
    """Places of the seats, clockwise, among `of` places around the table."""

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
        """Map the drawing's (x, y) to the surface."""
        w, h = self.size
        turned = {0: (x, y), 90: (y, w - x), 180: (w - x, h - y), 270: (h - y, x)}[self.turn]
        return self.rect.left + turned[0], self.rect.top + turned[1]

    def place(self, rect: pygame.Rect) -> pygame.Rect:
        """Map `rect` of the drawing to the surface."""
        (ax, ay), (bx, by) = self.point(*rect.topleft), self.point(*rect.bottomright)
        return pygame.Rect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))


@dataclass(frozen=True, slots=True)
class Plan:
    """One screen's geometry: `heads` hold title and headline, `body` the screen's own part.

    `ring` is the place of a player's choices on a tv; a tabletop shows them at the seat. With touch
    each seat's `keys` have a place of their own, and the host's keys have one by each head. A seat
    with many keys has the whole row on a tv, and on a tabletop also the edge below other panels;
    the seats there have no keys.
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
        """Area in soft light: the body, and on a tabletop the heads about it."""
        if self.layout == "tv":
            return self.body.inflate(round(24 * self.unit), 0)
        return self.body.unionall([head.rect for head in self.heads])

    @property
    def upright(self) -> bool:
        """True for a tv that is taller than wide: its seats form rows."""
        return self.layout == "tv" and self.size[1] > self.size[0]

    @property
    def stacks(self) -> bool:
        """True if the body has more room below its first part than beside it."""
        return self.layout == "tv" and self.body.height > 0.8 * self.body.width

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The body for text that everybody must read: whole, or once for each side of the table."""
        if self.layout == "tv":
            return (Slot(self.body),)
        if self.size[1] > self.size[0]:
            far = pygame.Rect(self.body.topleft, (self.body.width, self.body.height // 2))
            return (Slot(far.move(0, self.body.height - far.height), 90), Slot(far, 270))
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
    """Plan the geometry for up to 12 seats at `places` on a surface of `size` pixels.

    On a tabletop a seat stays in its place, even if others sit down, leave or get more keys. On a
    tv seats keep the order of their places, whichever way play goes. In a long strip the
    `live` seats, whose players have something to read, get double width, and each seat at least its
    width in `least`, if there is room. `ring`: a player chooses, and all shall see the choices.
    `reach`: the screen takes touches.

    Raises:
        ValueError: for an unknown layout or too many seats.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"no layout {layout!r}: there are {' and '.join(LAYOUTS)}")
    if places.of > MOST_SEATS:
        raise ValueError(f"{places.of} seats: the display has room for 0 to {MOST_SEATS}")
    unit = unit_of(size)
    if layout == "tabletop":
        if size[1] > size[0]:
            return _turned(_tabletop(size[::-1], unit, places, reach))
        return _tabletop(size, unit, places, reach)
    least = least or (0,) * len(places.taken)
    below = 0 if reach or not ring else round((212 if size[1] > size[0] else 132) * unit)
    around = sorted(range(len(least)), key=places.taken.__getitem__)
    reading = frozenset(place for place, seat in enumerate(around) if seat in live)
    sitting = tuple(least[seat] for seat in around), reading
    standing = reach and replace(reach, wanted=tuple(reach.wanted[seat] for seat in around))
    make = _upright if size[1] > size[0] else _tv
    where = make(size, unit, sitting, below, standing)
    seats = tuple(where.seats[around.index(seat)] for seat in range(len(around)))
    keys = tuple(where.keys[around.index(seat)] for seat in range(len(where.keys)))
    return replace(where, seats=seats, keys=keys, reach=reach)


def _tv(
    size: tuple[int, int],
    unit: float,
    sitting: tuple[tuple[int, ...], frozenset[int]],
    below: int,
    reach: Reach | None,
) -> Plan:
    """Plan a tv; `below` is the part of the middle reserved for a ring."""
    (width, height), (least, live), seats = size, sitting, len(sitting[0])
    head, strip, gap = round((236 if reach else 270) * unit), round(300 * unit), round(12 * unit)
    row = max(round(120 * unit), reach.key + gap) if reach and seats else 0
    if seats == 0:
        strip = gap
    top = height - strip - row
    host: tuple[tuple[Slot, Slot], ...] = ()
    if reach and reach.host:
        side = max(round(170 * unit * _wider(reach, unit)), reach.key)
        width -= side + gap
        tall = (height - top - 2 * gap) // 2
        above = pygame.Rect(width, top, side, tall)
        host = ((Slot(above), Slot(above.move(0, tall + gap))),)
    double = 1.5 if reach and _wider(reach, unit) > 1 else 2  # large letters need room everywhere
    shares = [double if i in live and seats > 6 else 1 for i in range(seats)]
    usual = [(width - gap) * share / sum(shares) for share in shares]
    slots = _strip(pygame.Rect(gap, top, width - gap, strip - gap), usual, least, gap)
    body = pygame.Rect(gap * 3, head, size[0] - gap * 6, top - head - gap - below)
    ring = Slot(pygame.Rect(body.left, body.bottom, body.width, below)) if below else None
    wanted = () if reach is None else reach.wanted
    keys = _row(slots, pygame.Rect(gap, height - row, width - 2 * gap, row - gap), reach, wanted)
    heads = (Slot(pygame.Rect(0, 0, size[0], head)),)
    return Plan("tv", size, unit, heads, body, slots, ring, keys, host, reach)


def _upright(
    size: tuple[int, int],
    unit: float,
    sitting: tuple[tuple[int, ...], frozenset[int]],
    below: int,
    reach: Reach | None,
) -> Plan:
    """Plan an upright tv: seats in equal rows, with their keys below, and the host's at the foot.

    `below` is the part of the middle reserved for a ring.
    """
    (width, height), (least, live), gap = size, sitting, round(12 * unit)
    seats = len(least)
    rows = -(-seats // _MOST_IN_A_ROW)
    if reach:  # each row has keys below it
        rows = min(rows, 2)
    across = -(-seats // max(1, rows))
    head = round((340 if reach else 380) * unit)
    tall = round((288 if across <= _MOST_IN_A_ROW else 344) * unit)
    key = max(round(84 * unit), reach.key) + gap if reach and seats else 0
    foot, host = gap, tuple[tuple[Slot, Slot], ...]()
    if reach and reach.host:
        foot = key + gap
        left = pygame.Rect(gap, height - key, (width - 3 * gap) // 2, key - gap)
        host = ((Slot(left), Slot(left.move(left.width + gap, 0))),)
    top = height - foot - rows * (tall + gap + key)
    slots: list[Slot] = []
    keys: list[Slot | None] = []
    for row in range(rows):
        first, last = row * across, min(seats, (row + 1) * across)
        wide = min((width - gap) / across, 1.2 * tall + gap)
        room = pygame.Rect(0, top + row * (tall + gap + key), round(wide * (last - first)), tall)
        room.left = (width + gap - room.width) // 2
        shares = [1.3 if i in live and across > 3 else 1.0 for i in range(first, last)]
        usual = [room.width * share / sum(shares) for share in shares]
        some = _strip(room, usual, least[first:last], gap)
        slots += some
        under = pygame.Rect(gap, room.bottom, width - 2 * gap, key - gap)
        keys += _row(some, under, reach, () if reach is None else reach.wanted[first:last])
    body = pygame.Rect(2 * gap, head, width - 4 * gap, top - head - gap - below)
    ring = Slot(pygame.Rect(body.left, body.bottom, body.width, below)) if below else None
    heads = (Slot(pygame.Rect(0, 0, width, head)),)
    return Plan("tv", size, unit, heads, body, tuple(slots), ring, tuple(keys), host, reach)


_MOST_IN_A_ROW = 4
"""Seats side by side on an upright tv; with keys there are more, in panels that are higher."""


def _strip(
    room: pygame.Rect, usual: Sequence[float], least: Sequence[int], gap: int
) -> tuple[Slot, ...]:
    """Place panels side by side, of the `usual` widths or wider if `least` asks for it."""
    wides = _shared(room.width, usual, [width + gap for width in least])
    edges = [round(room.left + edge) for edge in accumulate(wides, initial=0.0)]
    return tuple(
        Slot(pygame.Rect(left, room.top, right - left - gap, room.height))
        for left, right in pairwise(edges)
    )


def _turned(where: Plan) -> Plan:
    """Return the same plan turned a quarter counter-clockwise."""
    whole = Slot(pygame.Rect((0, 0), where.size[::-1]), 90)

    def turn(slot: Slot) -> Slot:
        return Slot(whole.place(slot.rect), _QUARTER_ON[slot.turn])

    return replace(
        where,
        size=where.size[::-1],
        heads=tuple(map(turn, where.heads)),
        body=whole.place(where.body),
        seats=tuple(map(turn, where.seats)),
        keys=tuple(slot and turn(slot) for slot in where.keys),
        host=tuple((turn(left), turn(right)) for left, right in where.host),
    )


_QUARTER_ON: dict[Turn, Turn] = {0: 90, 90: 180, 180: 270, 270: 0}


def _row(
    slots: tuple[Slot, ...],
    row: pygame.Rect,
    reach: Reach | None,
    wanted: tuple[tuple[int, ...], ...],
) -> tuple[Slot | None, ...]:
    """Place each seat's keys under its panel, or one seat's many keys in the whole row."""
    if reach is None:
        return ()
    under = [pygame.Rect(slot.rect.left, row.top, slot.rect.width, row.height) for slot in slots]
    rows = max(1, row.height // reach.key)
    much = [i for i, wants in enumerate(wanted) if wants and need(wants, rows) > under[i].width]
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
        side = max(side, math.ceil(2 * reach.key / KEYS_TAKE) + gap + 1)
    if not places.taken:  # no seat has a panel
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
            for panel, row in split(homes, wants, (band, along.size[0], gap), reach)
        ]
    slots = [around[place][0] for place in places.taken]
    keys = [around[place][1] for place in places.taken] if reach else []
    ends = max(round(160 * unit * _wider(reach, unit)), reach.key) if reach and reach.host else 0
    north = Slot(pygame.Rect(arena.left, arena.top, arena.width, head), 180)
    south = Slot(north.rect.move(0, arena.height - head))
    tall = max(round(84 * unit), reach.key) if reach else 0
    host = tuple(_ends(strip, (ends, tall), gap) for strip in (north, south)) if ends else ()
    body = arena.inflate(-2 * gap, -2 * head)
    return Plan(
        "tabletop", size, unit, (north, south), body, tuple(slots), None, tuple(keys), host, reach
    )


def _wider(reach: Reach, unit: float) -> float:
    """Factor for the host's keys where letters are larger than usual."""
    return max(1.0, reach.letter / (27.5 * unit))


def _ends(head: Slot, size: tuple[int, int], gap: int) -> tuple[Slot, Slot]:
    """Return places of that size in the lower corners of a head, as its readers see it."""
    (wide, tall), (width, height) = size, head.rect.size
    left = head.place(pygame.Rect(gap, height - tall - gap, wide, tall))
    right = head.place(pygame.Rect(width - wide - gap, height - tall - gap, wide, tall))
    return Slot(left, head.turn), Slot(right, head.turn)


def _homes(rail: Slot, count: int, gap: int) -> list[pygame.Rect]:
    """Return the places of the seats along a rail, from right to left as its players see it.

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
    """Share `room`: each gets its usual part, or its need at the cost of the others."""
    needy: set[int] = set()
    while True:
        shares = sum(usual) - sum(usual[i] for i in needy)
        rest = room - sum(needs[i] for i in needy)
        if rest < 0.5 * shares or (needy and not shares):  # not enough: all give way alike
            wished = [max(pair) for pair in zip(usual, needs, strict=True)]
            return [wish * room / sum(wished) for wish in wished]
        part = min(1.0, rest / shares) if shares else 1.0
        more = {i for i, need in enumerate(needs) if need > usual[i] * part} - needy
        if not more:
            return [needs[i] if i in needy else width * part for i, width in enumerate(usual)]
        needy |= more

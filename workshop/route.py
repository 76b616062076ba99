"""Finds the tracks of a circuit board on a grid: one net after another, on two layers.

A search for the cheapest way (Lee's algorithm with costs: C. Y. Lee, "An Algorithm for Path
Connections and Its Applications", 1961). A finished track keeps others away by its clearance.
"""

import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from workshop.hub_board import (
    GROUND,
    HOLES,
    LAMPS,
    SIZE,
    STEP_MM,
    Pad,
    Part,
    Spot,
    nets,
)

FRONT, BACK = 0, 1

CLEARANCE = 0.2
"""Between copper of two nets, mm: more than most makers ask for (0.15)."""

WIDTH = 0.4
"""A track, mm: 1 A warms it by 10 K on the outside (IPC-2221, 35 um), and it carries 0.06 A."""

VIA, VIA_DRILL = 0.8, 0.4
"""Diameters of the copper and the hole of a via, mm."""

EDGE = 1.0
"""From a track to the board's edge, mm."""

STEP_COST = (2, 3)
"""On the front and the back: the back is for ground."""

VIA_COST = 20


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper."""

    net: str
    layer: int
    one: Spot
    other: Spot
    width: float = WIDTH


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole between both layers."""

    net: str
    at: Spot


Node = tuple[int, int, int]


@dataclass
class Copper:
    """The copper on the board, and how near other copper may come."""

    pads: tuple[Pad, ...]
    holes: tuple[Spot, ...]
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    _near: dict[tuple[int, str], dict[Spot, set[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for pad in self.pads:
            for layer in _layers(pad):
                self._keep(layer, [pad.at], pad.size / 2, pad.net or f"{pad.at}")
        for hole in self.holes:
            for layer in (FRONT, BACK):
                self._keep(layer, [hole], 3.2, "hole")

    def lay(self, track: Track) -> None:
        """Add a track."""
        self.tracks.append(track)
        self._keep(track.layer, list(_between(track.one, track.other)), track.width / 2, track.net)

    def drill(self, via: Via) -> None:
        """Add a via."""
        self.vias.append(via)
        for layer in (FRONT, BACK):
            self._keep(layer, [via.at], VIA / 2, via.net)

    def free(self, node: Node, net: str, *, via: bool = False) -> bool:
        """Return True if a track of this net may run over a node, or a via be there."""
        x, y, layer = node
        edge = math.ceil(EDGE / STEP_MM)
        if not (edge <= x <= SIZE[0] - edge and edge <= y <= SIZE[1] - edge):
            return False
        kind = "via" if via else "track"
        layers = (FRONT, BACK) if via else (layer,)
        return all(
            self._near.get((layer, kind), {}).get((x, y), set()) <= {net} for layer in layers
        )

    def _keep(self, layer: int, spots: Iterable[Spot], radius: float, net: str) -> None:
        for kind, half in (("track", WIDTH / 2), ("via", VIA / 2)):
            near = self._near.setdefault((layer, kind), {})
            reach = radius + half + CLEARANCE
            steps = math.ceil(reach / STEP_MM)
            for x, y in spots:
                for dx in range(-steps, steps + 1):
                    for dy in range(-steps, steps + 1):
                        if math.hypot(dx, dy) * STEP_MM < reach - 1e-9:
                            near.setdefault((x + dx, y + dy), set()).add(net)


def _between(one: Spot, other: Spot) -> Iterator[Spot]:
    steps = max(abs(other[0] - one[0]), abs(other[1] - one[1]), 1)
    for step in range(steps + 1):
        yield (
            one[0] + round((other[0] - one[0]) * step / steps),
            one[1] + round((other[1] - one[1]) * step / steps),
        )


def join(copper: Copper, net: str, pads: Iterable[Pad], joined: Iterable[Pad] = ()) -> None:
    """Join pads of a net, each to what is joined already: the first, or those that are `joined`.

    Raises:
        ValueError: there is no way.
    """
    rest = list(pads)
    roots = list(joined) or [rest.pop(0)]
    tree = {(*pad.at, layer) for pad in roots for layer in _layers(pad)}
    for pad in sorted(rest, key=lambda one: math.dist(one.at, roots[0].at)):
        path = _way(copper, net, tree, pad)
        if not path:
            raise ValueError(f"{net}: no way to {pad.at}")
        _lay_way(copper, net, path)
        tree.update(path)
        tree.update((*pad.at, layer) for layer in _layers(pad))


def _layers(pad: Pad) -> tuple[int, ...]:
    """The layers that a pad is on."""
    return (FRONT, BACK) if pad.drill else (FRONT,)


def _way(copper: Copper, net: str, tree: set[Node], pad: Pad) -> list[Node]:
    """The cheapest way from what is joined to a pad, node by node."""
    to = pad.at
    best: dict[Node, int] = dict.fromkeys(tree, 0)
    before: dict[Node, Node] = {}
    queue = [(_guess(node, to), 0, node) for node in sorted(tree)]
    heapq.heapify(queue)
    while queue:
        _, cost, node = heapq.heappop(queue)
        if cost > best[node]:
            continue
        if node[:2] == to and node[2] in _layers(pad):
            path = [node]
            while path[-1] in before:
                path.append(before[path[-1]])
            return path[::-1]
        for step, then in _steps(copper, net, node):
            total = cost + step
            if total < best.get(then, 1 << 30):
                best[then] = total
                before[then] = node
                heapq.heappush(queue, (total + _guess(then, to), total, then))
    return []


def _steps(copper: Copper, net: str, node: Node) -> Iterator[tuple[int, Node]]:
    x, y, layer = node
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        then = (x + dx, y + dy, layer)
        if copper.free(then, net):
            yield STEP_COST[layer], then
    via = (x, y, BACK if layer == FRONT else FRONT)
    if copper.free(via, net, via=True) and copper.free(via, net):
        yield VIA_COST, via


def _guess(node: Node, to: Spot) -> int:
    return STEP_COST[FRONT] * (abs(node[0] - to[0]) + abs(node[1] - to[1]))


def _lay_way(copper: Copper, net: str, way: list[Node]) -> None:
    """Tracks from corner to corner, and a via wherever the layer changes."""
    pads = {pad.at for pad in copper.pads if pad.net == net and pad.drill}
    start = way[0]
    for node, then in zip(way, [*way[1:], None], strict=True):
        turns = then is None or then[2] != node[2] or not _straight(start, node, then)
        if turns and start != node:
            copper.lay(Track(net, node[2], start[:2], node[:2]))
            start = node
        if then is not None and then[2] != node[2]:
            if node[:2] not in pads:
                copper.drill(Via(net, node[:2]))
            start = then


def _straight(start: Node, node: Node, then: Node) -> bool:
    return (
        start[:2] == node[:2]
        or (start[0] == node[0] == then[0])
        or (start[1] == node[1] == then[1])
    )


# --- the hub's board -----------------------------------------------------------------------------

WIDE = 2.0
"""The tracks of the lamps' supply, mm: 3 A warm them by 10 K (IPC-2221, 35 um)."""

BAR_Y = 4
"""Return the line of the lamps' plus along the upper edge."""

STITCH = 24
"""From one via between the two planes of ground to the next, steps: 15 mm."""

ROOM = 2
"""Steps around such a via in which nothing else is: there ground reaches it from all sides."""


def routed(board: tuple[Part, ...]) -> Copper:
    """All tracks of the hub's board but ground, which is a plane on both sides, and its vias.

    Raises:
        ValueError: a net finds no way.
    """
    joined = nets(board)
    copper = Copper(tuple(pad for part in board for pad in part.pads), HOLES)
    bar = [part.pads[1] for part in board if part.symbol == "Polyfuse"]
    fuse, diode, surge = (
        next(part for part in board if part.symbol == symbol).pads
        for symbol in ("Fuse", "Diode", "Surge")
    )
    bar.append(surge[0])
    _, light = next(part for part in board if part.value == "light").pads
    supply = next(pad for pad in joined["SUPPLY"] if pad not in diode)
    for start, end in (
        ((bar[0].at[0], BAR_Y), (fuse[1].at[0], BAR_Y)),
        ((fuse[1].at[0], BAR_Y), fuse[1].at),
        (fuse[1].at, (fuse[1].at[0], light.at[1])),
        ((fuse[1].at[0], light.at[1]), light.at),
        *(((pad.at[0], BAR_Y), pad.at) for pad in bar),
    ):
        copper.lay(Track(LAMPS, FRONT, start, end, WIDE))
    for net, places in (
        ("SUPPLY", (supply.at, (supply.at[0], diode[1].at[1]), diode[1].at)),
        ("GUARDED", (diode[0].at, (fuse[0].at[0], diode[0].at[1]), fuse[0].at)),
    ):
        for start, end in pairwise(places):
            copper.lay(Track(net, FRONT, start, end, WIDE))
    for name, pads in joined.items():
        if name == LAMPS:
            fed = [*bar, fuse[1], light]
            join(copper, name, [pad for pad in pads if pad not in fed], fed)
        elif name not in (GROUND, "SUPPLY", "GUARDED"):
            join(copper, name, pads)
    for via in _stitches(copper):
        copper.drill(via)
    return copper


def _stitches(copper: Copper) -> list[Via]:
    """Vias between the planes of ground, in each piece that tracks cut out of the front's.

    A piece that hangs on one leg alone is a fault by the rules of KiCad 9.
    """
    vias: list[Via] = []
    for piece in _pieces(copper):
        mine: list[Spot] = []
        for spot in sorted(piece):
            if _roomy(copper, spot) and all(math.dist(spot, hole) >= STITCH for hole in mine):
                mine.append(spot)
        vias += [Via(GROUND, spot) for spot in mine]
    return vias


def _pieces(copper: Copper) -> Iterator[set[Spot]]:
    """Return the connected parts of the front's plane, which nearly fits tracks of ground."""
    rest = {
        (x, y)
        for x in range(SIZE[0] + 1)
        for y in range(SIZE[1] + 1)
        if copper.free((x, y, FRONT), GROUND)
    }
    while rest:
        piece, edge = set[Spot](), {min(rest)}
        while edge:
            piece |= edge
            rest -= edge
            beside = {
                (x + dx, y + dy) for x, y in edge for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            }
            edge = beside & rest
        yield piece


def _roomy(copper: Copper, spot: Spot) -> bool:
    """Return True if no copper, not even a leg of ground, is around a spot on both layers."""
    x, y = spot
    near = range(-ROOM, ROOM + 1)
    return copper.free((x, y, FRONT), "", via=True) and all(
        copper.free((x + dx, y + dy, layer), "")
        for layer in (FRONT, BACK)
        for dx in near
        for dy in near
        if math.hypot(dx, dy) <= ROOM
    )

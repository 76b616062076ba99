"""Room for touch keys, and the rows and pages of a seat's keys. Geometry only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from appliance.display.quiet import pygame


@dataclass(frozen=True, slots=True)
class Reach:
    """Minimum sizes for touch, in pixels: the side of a key and the letters on it.

    `wanted` is the width of each key of each seat, with the gap beside it. `host`: there are keys
    without a seat, such as for a pause.
    """

    key: int
    letter: int
    wanted: tuple[tuple[int, ...], ...]
    host: bool = False

    @property
    def step(self) -> int:
        """Width of the smallest key with the gap beside it."""
        return self.key + self.key // 8

    def rows(self, wants: tuple[int, ...], wide: int, most: int) -> list[list[int]]:
        """Return the places of a seat's keys in the fewest rows that fit `wide`, at most `most`."""
        rooms: list[list[int]] = []
        for count in range(1, max(1, most) + 1):
            rooms = _in_rows(wants, count)
            if _widest(wants, rooms) <= wide:
                break
        return rooms

    def pages(self, wants: tuple[int, ...], wide: int, most: int) -> list[list[list[int]]]:
        """Return the same rows, or if they don't fit, as few pages as possible, about equally full.

        Each of several pages has one more key, which turns to the next: its place is the one behind
        the last. No key is made smaller for it; there are no more than `most` rows.
        """
        if need(wants, max(1, most)) <= wide:
            return [self.rows(wants, wide, most)]
        count, rooms = len(wants), list[list[list[int]]]()
        for pages in range(2, count + 1):
            edges = [count * page // pages for page in range(pages + 1)]
            rooms, fits = [], True
            for first, last in pairwise(edges):
                some = (*wants[first:last], self.step)
                rows, places = self.rows(some, wide, most), (*range(first, last), count)
                rooms.append([[places[i] for i in row] for row in rows])
                fits &= _widest(some, rows) <= wide
            if fits:
                break
        return rooms


def need(wants: tuple[int, ...], rows: int) -> int:
    """Width of a seat's keys in at most this number of rows."""
    return _widest(wants, _in_rows(wants, rows))


def _in_rows(wants: tuple[int, ...], count: int) -> list[list[int]]:
    """Return the places of `wants` in at most `count` rows, in order; the widest is minimal."""
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


KEYS_TAKE = 0.7
"""Share of a seat's place that its keys may take; the rest is its panel."""


def split(
    homes: Sequence[pygame.Rect],
    wants: Sequence[tuple[int, ...]],
    room: tuple[int, int, int],
    reach: Reach | None,
) -> list[tuple[pygame.Rect, pygame.Rect | None]]:
    """Return the panels of the seats of one rail, and the places of their keys, at the edge.

    A panel is as wide as its `homes` and stays there. A seat whose keys `wants` more gets more
    rows, and then also the edge below panels of seats without keys. `room` is the depth of a row,
    the length of the rail, and the gap between things.
    """
    if reach is None or not homes:
        return [(home, None) for home in homes]
    band, length, gap = room
    deep = round(homes[0].height * KEYS_TAKE)
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
    rooms: list[tuple[pygame.Rect, pygame.Rect | None]] = []
    for home, some, row in zip(homes, wants, rows, strict=True):
        over = [
            neighbour
            for width, neighbour in zip(wants, rows, strict=True)
            if width and neighbour is not row
        ]
        covered = [neighbour.height for neighbour in over if neighbour.colliderect(home)]
        panel = home.copy()
        panel.height -= max([row.height, *covered])
        rooms.append((panel, row if some or not covered else None))
    return rooms


def _free(
    homes: Sequence[pygame.Rect],
    lacks: Sequence[bool],
    keyed: Sequence[bool],
    room: tuple[int, int],
) -> list[tuple[int, int]]:
    """Return the room for each seat's keys to the left and to the right of its home.

    It extends to the next seat that has keys, or halfway if that lacks room as well.
    """
    length, gap = room
    rooms = []
    for i, home in enumerate(homes):
        sides = [home.left - gap // 2, length - gap // 2 - home.right]
        for j, neighbour in enumerate(homes):
            if i == j or not keyed[j]:
                continue
            side = int(neighbour.left > home.left)
            apart = neighbour.left - home.right if side else home.left - neighbour.right
            sides[side] = min(sides[side], (apart // 2 if lacks[j] else apart) - gap)
        rooms.append((max(0, sides[0]), max(0, sides[1])))
    return rooms

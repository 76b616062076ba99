"""What room fingers need for keys, and how a seat's keys go in rows and on pages. Geometry only."""

from dataclasses import dataclass
from itertools import pairwise


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

    @property
    def step(self) -> int:
        """How wide the smallest key is with the gap beside it."""
        return self.key + self.key // 8

    def rows(self, wants: tuple[int, ...], wide: int, most: int) -> list[list[int]]:
        """The places of a seat's keys in rows that fit `wide`, as few as can be, at most `most`."""
        found: list[list[int]] = []
        for count in range(1, max(1, most) + 1):
            found = _in_rows(wants, count)
            if _widest(wants, found) <= wide:
                break
        return found

    def pages(self, wants: tuple[int, ...], wide: int, most: int) -> list[list[list[int]]]:
        """The same, and where they don't fit, on as few pages as can be, about as many on each.

        Each page of several has one key more, which turns to the next: its place is the one behind
        the last. No key is made smaller for it; there are no more than `most` rows.
        """
        if need(wants, max(1, most)) <= wide:
            return [self.rows(wants, wide, most)]
        count, found = len(wants), list[list[list[int]]]()
        for pages in range(2, count + 1):
            edges = [count * page // pages for page in range(pages + 1)]
            found, fits = [], True
            for first, last in pairwise(edges):
                some = (*wants[first:last], self.step)
                rows, places = self.rows(some, wide, most), (*range(first, last), count)
                found.append([[places[i] for i in row] for row in rows])
                fits &= _widest(some, rows) <= wide
            if fits:
                break
        return found


def need(wants: tuple[int, ...], rows: int) -> int:
    """How wide a seat's keys are in at most so many rows."""
    return _widest(wants, _in_rows(wants, rows))


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

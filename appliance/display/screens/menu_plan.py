"""Places of the rows, the letters and the words of the table's menu, for eyes and for fingers."""

from collections.abc import Iterator
from typing import NamedTuple

from appliance.display import motion
from appliance.display.layout import Layout, Slot
from appliance.display.pen import Point
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.display.widgets import slice_rect
from appliance.table.facts import LETTER_GROUPS, MenuFacts, MenuPage

MOST_ROWS = 7
"""Rows in sight; of a longer page those about the one that a hold takes."""

LOWEST_ROW = 0.14
"""The height of a row at most, as a part of the place: few rows need not fill it."""


class Sheet(NamedTuple):
    """Return the parts of one place: the rows on the left or on top, their meaning beside them."""

    rows: pygame.Rect
    beside: pygame.Rect


class Rows(NamedTuple):
    """The rows in sight by their numbers, each with its place.

    Where fingers have no room for the rest, `more` is a key that leads on, with the row that it
    lights.
    """

    shown: list[tuple[int, pygame.Rect]]
    more: tuple[int, pygame.Rect] | None


def sheet_of(size: tuple[int, int], layout: Layout, menu: MenuFacts, key: int = 0) -> Sheet:
    """Divide a place of that size; a row must be `key` pixels tall or more."""
    whole = pygame.Rect((0, 0), size)
    if menu.page is MenuPage.PLACES or menu.job is not None:  # one row, and something to look at
        low = min(0.86, 1 - _tall(key) / size[1])
        return Sheet(slice_rect(whole, 0.3, low, 0.7, 1), slice_rect(whole, 0, 0, 1, low - 0.02))
    if layout == "tabletop":
        ends = 0.5 if menu.page is MenuPage.HOME else 0.59  # a home game says all its rules
        return Sheet(
            slice_rect(whole, 0.01, 0, ends, 1), slice_rect(whole, ends + 0.03, 0, 0.99, 1)
        )
    if size[1] > 0.8 * size[0]:
        high = 0.4 if menu.draft is not None else 0.62  # a name has its letters below
        return Sheet(
            slice_rect(whole, 0, 0.01, 0.97, high), slice_rect(whole, 0, high + 0.02, 1, 1)
        )
    return Sheet(slice_rect(whole, 0, 0.01, 0.57, 1), slice_rect(whole, 0.6, 0.01, 1, 0.99))


def is_shelf(menu: MenuFacts) -> bool:
    """Return True if the rows are games: then they are posters, side by side."""
    return any(row.game for row in menu.rows)


def rows_in(area: pygame.Rect, menu: MenuFacts, key: int = 0) -> Rows:
    """The rows in sight, in `area`; for fingers each is `key` pixels tall or more."""
    if is_shelf(menu):
        return _posters_in(area, menu, key)
    count = len(menu.rows)
    fits = min(MOST_ROWS, max(2, int(area.height / _tall(key)))) if key else MOST_ROWS
    places = min(count, fits)
    shown = places - bool(key and count > places)
    first = max(0, min(menu.cursor - shown // 2, count - shown))
    whole = area.height if places > 1 else area.height / LOWEST_ROW
    tall = min(area.height / places, max(whole * LOWEST_ROW, _tall(key)))
    gap = round(tall * (1 - _FILLED))
    rects = [
        pygame.Rect(area.left, area.top + round(place * tall), area.width, round(tall) - gap)
        for place in range(places)
    ]
    visible = [(first + place, rect) for place, rect in enumerate(rects[:shown])]
    if shown == places:
        return Rows(visible, None)
    after = first + shown
    lights = min(after + shown // 2, count - 1) if after < count else 0
    return Rows(visible, (lights, rects[shown]))


def _posters_in(area: pygame.Rect, menu: MenuFacts, key: int) -> Rows:
    """The posters in sight: the lit one is higher than the others."""
    count, width, height = len(menu.rows), area.width, round(area.height * SHELF)
    places = min(count, MOST_POSTERS, max(2, width // max(1, key + 1, round(height * 0.42))))
    more = None
    first = max(0, min(menu.cursor - places // 2, count - places))
    after = first + places
    if key and count > places:
        width -= key + area.width // 50
        lights = min(after + places // 2, count - 1) if after < count else 0
        more = lights, pygame.Rect(area.right - key, area.top, key, height)
    step = (width + area.width // 50) / places
    shown = []
    for place in range(places):
        left, right = round(place * step), round((place + 1) * step) - area.width // 50
        rect = pygame.Rect(area.left + left, area.top, right - left, height)
        lower = round(height * 0.08)
        if first + place != menu.cursor and height - lower >= key:
            rect.top, rect.height = rect.top + lower, height - lower
        shown.append((first + place, rect))
    return Rows(shown, more)


MOST_POSTERS = 3
"""Posters in sight."""

SHELF = 0.95
"""Share of the height that posters take; the bar that says where they are is below."""

_FILLED = 0.9
"""Share of its place that a row fills; the rest is the gap below it."""


def _tall(key: int) -> float:
    """Height of a row that is a key of that size."""
    return (key + 1) / _FILLED


def sign_of(row: pygame.Rect) -> tuple[Point, float]:
    """Centre and radius of the sign at the end of a row, and of the ring of a hold there.

    A poster, which is higher than a row, has it in its lower right corner.
    """
    side = row.height if row.width > 2.2 * row.height else min(row.height, row.width) * 0.2
    return (row.right - side * 0.55, row.bottom - side / 2), side * 0.36


def hold_due(view: View, at: int) -> int | None:
    """Time at which the ring of a hold grows next."""
    if view.menu is None or view.menu.hold is None:
        return None
    began, takes = view.menu.hold
    return motion.running((began + motion.RING_FROM, takes), at)


def letter_rects(beside: pygame.Rect) -> Iterator[tuple[str, pygame.Rect]]:
    """Every letter that a name can have, in its place below the name."""
    grid = slice_rect(beside, 0, 0.34, 1, 1)
    rows, columns = len(LETTER_GROUPS), max(map(len, LETTER_GROUPS))
    for y, group in enumerate(LETTER_GROUPS):
        for x, letter in enumerate(group):
            part = (x / columns, y / rows, (x + 1) / columns, (y + 1) / rows)
            rect = slice_rect(grid, *part)
            yield letter, rect.inflate(-round(rect.width * 0.1), -round(rect.height * 0.1))


def more_rows(slot: Slot, layout: Layout, menu: MenuFacts, key: int) -> tuple[int, Slot] | None:
    """The key that leads on to more rows, and the row that it lights, in one part of the screen."""
    more = rows_in(sheet_of(slot.size, layout, menu, key).rows, menu, key).more
    return more and (more[0], Slot(slot.place(more[1]), slot.turn))


def touched_rows(
    slot: Slot, layout: Layout, menu: MenuFacts, key: int
) -> Iterator[tuple[int | str, Slot]]:
    """Every row and letter in sight as a place on the screen, in one part of it.

    Letters that are smaller than a `key` are none: a row leads to each of them.
    """
    rows, beside = sheet_of(slot.size, layout, menu, key)
    for number, rect in rows_in(rows, menu, key).shown:
        yield number, Slot(slot.place(rect), slot.turn)
    if menu.draft is not None:
        for letter, rect in letter_rects(beside):
            if min(rect.size) >= key:
                yield letter, Slot(slot.place(rect), slot.turn)

"""Where the rows, the letters and the words of the table's menu stand, for eyes and for fingers."""

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
    """The parts of one place: the rows on the left or on top, what they mean beside them."""

    rows: pygame.Rect
    beside: pygame.Rect


def sheet_of(size: tuple[int, int], layout: Layout, menu: MenuFacts) -> Sheet:
    """How a place of that size is divided."""
    whole = pygame.Rect((0, 0), size)
    if menu.page is MenuPage.PLACES:  # one row, and a table to look at
        return Sheet(slice_rect(whole, 0.3, 0.86, 0.7, 1), slice_rect(whole, 0, 0, 1, 0.84))
    if menu.job is not None:
        return Sheet(slice_rect(whole, 0.3, 0.86, 0.7, 1), slice_rect(whole, 0, 0, 1, 0.84))
    if layout == "tabletop":
        return Sheet(slice_rect(whole, 0.01, 0, 0.59, 1), slice_rect(whole, 0.62, 0, 0.99, 1))
    return Sheet(slice_rect(whole, 0, 0.01, 0.57, 1), slice_rect(whole, 0.6, 0.01, 1, 0.99))


def row_rects(area: pygame.Rect, menu: MenuFacts) -> list[tuple[int, pygame.Rect]]:
    """The rows in sight by their numbers, each with its place in `area`."""
    count = len(menu.rows)
    shown = min(count, MOST_ROWS)
    first = max(0, min(menu.cursor - shown // 2, count - shown))
    whole = area.height if shown > 1 else area.height / LOWEST_ROW
    tall = min(area.height / shown, whole * LOWEST_ROW)
    gap = round(tall * 0.1)
    found = []
    for place in range(shown):
        top = area.top + round(place * tall)
        found.append((first + place, pygame.Rect(area.left, top, area.width, round(tall) - gap)))
    return found


def sign_of(row: pygame.Rect) -> tuple[Point, float]:
    """Centre and radius of the sign at the end of a row, and of the ring of a hold there."""
    return (row.right - row.height * 0.55, row.centery), row.height * 0.36


def hold_due(view: View, at: int) -> int | None:
    """When the ring of a hold grows next."""
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


def touched_rows(slot: Slot, layout: Layout, menu: MenuFacts) -> Iterator[tuple[int | str, Slot]]:
    """Every row and letter in sight as a place on the screen, in one part of it."""
    rows, beside = sheet_of(slot.size, layout, menu)
    for number, rect in row_rects(rows, menu):
        yield number, Slot(slot.place(rect), slot.turn)
    if menu.draft is not None:
        for letter, rect in letter_rects(beside):
            yield letter, Slot(slot.place(rect), slot.turn)

"""All rules, as pages that turn by themselves beside a pause."""

from functools import partial

from appliance.core.signals import SECOND
from appliance.display.layout import Slot
from appliance.display.lettering import Page
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, LINE, PANEL, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, facing, slice_rect, turned

PAGE_FOR = 10 * SECOND
"""Time that a page is open."""

_SIZE = {"tv": 46, "tabletop": 31}


def turns(view: View) -> bool:
    """Return True if pages turn on this View."""
    return bool(view.rules and view.rules.lines)


def due(view: View, at: int) -> int | None:
    """Time at which a page may turn or its clock changes: whole seconds since the start."""
    if view.rules is None or not turns(view):
        return None
    return at + SECOND - (at - view.rules.since) % SECOND


def show(easel: Easel, at: int, slots: tuple[Slot, ...]) -> None:
    """The page that is open at `at` (ns), once in each of `slots`, if there is one."""
    view, pen = easel.view, easel.pen
    if view.rules is None or not turns(view) or not slots:
        return
    size = pen.style(_SIZE[easel.plan.layout]).size
    pages = pen.kit.pages(view.rules.lines, _paper(pen, slots[0].size).size, size)
    title = easel.words("howto.title")
    number, gone = divmod((at - view.rules.since) % (PAGE_FOR * len(pages)), PAGE_FOR)
    page = pages[number]
    for slot in slots:
        key = ("page", title, page, slot.size, slot.turn, size)
        sheet = pen.kit.kept(key, partial(_sheet, pen, slot, page, size, title))
        pen.surface.blit(sheet, slot.rect)
        _dots(pen, slot, len(pages), number, gone // SECOND * SECOND / PAGE_FOR)


def _sheet(on: Pen, slot: Slot, page: Page, size: int, title: str) -> pygame.Surface:
    """One page, turned as its slot is."""
    pen, rect = turned(on, slot)
    pen.box(rect.inflate(-pen.px(12), -pen.px(12)), pen.px(28), PANEL)
    pen.words(title, slice_rect(rect, 0.03, 0.03, 0.97, 0.13), 30, FAINT, "left")
    font, paper = pen.kit.font(size), _paper(pen, slot.size)
    y, ink = float(paper.top), pen.kit.shades.ink(TEXT_COLOUR)
    for lines in page:
        for line in lines:
            image = font.render(line, ink)
            pen.surface.blit(image, (paper.left, round(y)))
            y += font.get_linesize()
        y += font.get_linesize() * pen.kit.BETWEEN
    return facing(pen.surface, slot)


def _paper(pen: Pen, size: tuple[int, int]) -> pygame.Rect:
    """Place of the words of a page."""
    rect = slice_rect(pygame.Rect((0, 0), size), 0, 0.14, 1, 0.89)
    return rect.inflate(-pen.px(72), 0)


def _dots(pen: Pen, slot: Slot, count: int, number: int, gone: float) -> None:
    """One dot a page; that of the open page is long and fills up as time goes by."""
    width, height = slot.size
    step = min(pen.px(34), width * 0.9 / (count + 2))
    radius = max(2.0, step * 0.22)
    left = width / 2 - step * (count + 1) / 2
    for i in range(count):
        x, y = left + step * (i + 0.5 + (2 if i > number else 0)), height * 0.935
        if i != number:
            pen.disc(slot.point(x, y), radius, LINE)
            continue
        for part, colour in ((1.0, LINE), (gone, DOUBT)):
            ends = [slot.point(x, y), slot.point(x + step * 2 * part, y)]
            pen.stroke(ends, radius * 2, colour)

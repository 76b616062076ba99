"""How to play, as pages that turn by themselves where people have time to read."""

from appliance.core.signals import SECOND
from appliance.display.layout import Slot
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, DOUBT, FAINT, LINE, PANEL, TEXT_COLOUR
from appliance.display.view import Screen, View
from appliance.display.widgets import Easel, slice_rect

PAGE_FOR = 10 * SECOND
"""How long a page is open."""

REST = {Screen.ATTRACT: 8 * SECOND, Screen.LOBBY: 20 * SECOND}
"""How long the screen itself is on before the first page, and after the last."""

_SIZE = {"tv": 46, "tabletop": 31}


def turns(view: View) -> bool:
    """Whether pages turn on this View."""
    return bool(view.rules and view.rules.lines) and (view.paused or view.screen in REST)


def show(easel: Easel, at: int, slots: tuple[Slot, ...]) -> bool:
    """The page that is open at `at` (ns), once in each of `slots`; whether there is one."""
    view = easel.view
    if view.rules is None or not turns(view) or not slots:
        return False
    rest = 0 if view.paused else REST[view.screen]
    size = easel.pen.px(_SIZE[easel.plan.layout])
    paper = _paper(easel.pen, slots[0].size)
    pages = easel.pen.theme.pages(view.rules.lines, paper.size, size)
    into = (at - view.rules.since) % (rest + PAGE_FOR * len(pages))
    if into < rest:
        return False
    if not view.paused:
        easel.pen.surface.fill(ARENA, easel.plan.body)
    title = view.words("howto.title")
    number, gone = divmod(into - rest, PAGE_FOR)
    for slot in slots:
        key = ("page", title, view.rules.lines, slot.size, slot.turn, size, number)
        make = _Page(easel.pen, slot, pages[number], size, title)
        easel.pen.surface.blit(easel.pen.theme.kept(key, make.sheet), slot.rect)
        _dots(easel.pen, slot, len(pages), number, gone / PAGE_FOR)
    return True


class _Page:
    """One page, to be drawn when it is opened for the first time."""

    def __init__(
        self,
        pen: Pen,
        slot: Slot,
        paragraphs: tuple[tuple[str, ...], ...],
        size: int,
        title: str,
    ) -> None:
        self.pen, self.slot, self.paragraphs, self.size = pen, slot, paragraphs, size
        self.title = title

    def sheet(self) -> pygame.Surface:
        """The page, turned as its slot is."""
        surface = pygame.Surface(self.slot.size, pygame.SRCALPHA)
        pen, rect = self.pen.on(surface), surface.get_rect()
        pen.box(rect.inflate(-pen.px(12), -pen.px(12)), pen.px(28), PANEL)
        pen.words(self.title, slice_rect(rect, 0.03, 0.03, 0.97, 0.13), 30, FAINT, "left")
        font, paper = pen.theme.font(self.size), _paper(pen, self.slot.size)
        y = float(paper.top)
        for lines in self.paragraphs:
            for line in lines:
                surface.blit(font.render(line, True, TEXT_COLOUR), (paper.left, round(y)))  # noqa: FBT003 - pygame's
                y += font.get_linesize()
            y += font.get_linesize() * pen.theme.BETWEEN
        return pygame.transform.rotate(surface, self.slot.turn) if self.slot.turn else surface


def _paper(pen: Pen, size: tuple[int, int]) -> pygame.Rect:
    """Where the words of a page stand."""
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
            pen.stroke(ends[0], ends[1], radius * 2, colour)

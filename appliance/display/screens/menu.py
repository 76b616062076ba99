"""The table's menu: its rows with their values, and the meaning of the lit row."""

import math

from appliance.display import motion, posters
from appliance.display.pen import Colour, Pen, mix
from appliance.display.qrcode import MOST_BYTES, Modules, modules
from appliance.display.quiet import pygame
from appliance.display.screens.menu_plan import (
    SHELF,
    is_shelf,
    letter_rects,
    rows_in,
    sheet_of,
    sign_of,
)
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.widgets import Easel, mark, qr_code, slice_rect
from appliance.table.facts import MenuFacts, MenuPage, MenuRow
from appliance.words import Words
from bluffing.message import Spoken

RESULT = "job.result"
"""Code of the lines that a job gives to telephones."""


def still(easel: Easel) -> None:
    """Draw the rows, the lit one among them, and beside them its meaning."""
    menu, layout, key = _menu(easel), easel.plan.layout, _key(easel)
    for pen, whole in easel.parts():
        rows, beside = sheet_of(whole.size, layout, menu, key)
        shown = rows_in(rows, menu, key).shown
        for number, rect in shown:
            lit = number == menu.cursor and menu.page is not MenuPage.PLACES
            (_poster if is_shelf(menu) else _row)(easel, pen, rect, menu.rows[number], lit=lit)
        _scroll(pen, rows, menu, [number for number, _ in shown])
        if menu.page is MenuPage.PLACES:
            _places(easel, pen, beside, menu)
        elif menu.job is not None:
            _job(easel, pen, beside, menu)
        elif menu.draft is not None:
            _name(pen, beside, menu)
        else:
            _about(easel, pen, beside, menu)


def moving(easel: Easel, at: int) -> None:
    """Draw the ring of a hold, at the end of the row that it will take, and the four corners."""
    menu, layout, key = _menu(easel), easel.plan.layout, _key(easel)
    if menu.corners:
        _corners(easel)
    if menu.hold is None:
        return
    began, takes = menu.hold
    part = (at - began - motion.RING_FROM) / (takes - began - motion.RING_FROM)
    for slot in easel.plan.parts:
        rows, _ = sheet_of(slot.size, layout, menu, key)
        rect = dict(rows_in(rows, menu, key).shown)[menu.cursor]
        centre, radius = sign_of(rect)
        easel.pen.arc(
            slot.point(*centre),
            radius * 0.78,
            radius,
            GROUND,
            start=-slot.turn,
            part=min(part, 1.0),
        )


def _corners(easel: Easel) -> None:
    """Mark each corner of the picture: a screen that cuts edges off hides them."""
    width, height = easel.plan.size
    length, thick = easel.pen.px(64), easel.pen.px(9)
    for x, right in ((0, 1), (width, -1)):
        for y, down in ((0, 1), (height, -1)):
            for wide, high in ((length, thick), (thick, length)):
                far = x + right * wide, y + down * high
                easel.pen.polygon(((x, y), (far[0], y), far, (x, far[1])), DOUBT)


def _menu(easel: Easel) -> MenuFacts:
    if easel.view.menu is None:
        raise ValueError("this View has no menu to show")
    return easel.view.menu


def _key(easel: Easel) -> int:
    """Return the minimum side of a key on a touch screen, or 0."""
    return 0 if easel.plan.reach is None else easel.plan.reach.key


def _said(easel: Easel, what: Spoken) -> str:
    return easel.words("text", text=what)


def _row(easel: Easel, pen: Pen, rect: pygame.Rect, row: MenuRow, *, lit: bool) -> None:
    """Draw its label on the left and its value on the right."""
    pen.box(rect, rect.height * 0.24, DOUBT if lit else mix(PANEL, GROUND, 0.2))
    ink, faint = (GROUND, mix(GROUND, DOUBT, 0.15)) if lit else (TEXT_COLOUR, FAINT)
    edge = min(rect.height * 0.12, max(0, rect.height - 1.26 * pen.least))
    inner = rect.inflate(-round(rect.height * 0.6), -round(edge))
    value = _said(easel, row.value) if row.value != "" else ""
    inner.width -= inner.height
    (x, y), far = sign_of(rect)
    if row.marked:
        mark(pen, (x, y), far * 0.8, good=True)
    elif row.opens:
        far *= 0.45
        pen.stroke(
            [(x - far / 2, y - far), (x + far / 2, y), (x - far / 2, y + far)], pen.px(6), faint
        )
    if row.avatar:
        fill = DOUBT if lit else mix(PANEL, GROUND, 0.2)
        pen.silhouette((inner.left + rect.height * 0.2, y), rect.height * 0.4, row.avatar, fill)
        inner.left, inner.width = inner.left + rect.height, inner.width - rect.height
    label, split = _said(easel, row.label), _split(pen, inner, _said(easel, row.label), value)
    pen.words(label, slice_rect(inner, 0, 0, split, 1), 46, ink, "left")
    pen.words(value, slice_rect(inner, split + 0.02, 0, 0.99, 1), 42, faint, "right")


def _poster(easel: Easel, pen: Pen, rect: pygame.Rect, row: MenuRow, *, lit: bool) -> None:
    """Draw a game as a poster, or the way back."""
    label = _said(easel, row.label)
    if not row.game:
        posters.back(pen, rect, label, lit=lit)
        return
    posters.draw(pen, rect, row.game, label, easel.words, lit=lit)
    if row.marked:
        at, radius = sign_of(rect)
        mark(pen, at, radius, good=True)


def _split(pen: Pen, rect: pygame.Rect, label: str, value: str) -> float:
    """Share of the width that the label takes: as usual, or so that both have room."""
    if not value:
        return 1.0
    for split in (0.62, 0.7, 0.76, 0.54):
        rooms = [(round(rect.width * part), rect.height) for part in (split, 0.97 - split)]
        fits = pen.kit.fits(label, rooms[0], pen.style(46)) and pen.kit.fits(
            value, rooms[1], pen.style(42)
        )
        if fits:
            return split
    return 0.62


def _scroll(pen: Pen, rows: pygame.Rect, menu: MenuFacts, shown: list[int]) -> None:
    """Draw the visible part of a long page."""
    count = len(menu.rows)
    if len(shown) == count:
        return
    if is_shelf(menu):
        top = rows.top + round(rows.height * (SHELF + 1)) // 2
        bar = pygame.Rect(rows.left, top, rows.width, pen.px(8))
        pen.box(bar, bar.height / 2, LINE)
        left = bar.left + round(bar.width * shown[0] / count)
        part = pygame.Rect(left, bar.top, round(bar.width * len(shown) / count), bar.height)
        pen.box(part, part.height / 2, FAINT)
        return
    bar = pygame.Rect(rows.right + pen.px(10), rows.top, pen.px(8), rows.height - pen.px(10))
    pen.box(bar, bar.width / 2, LINE)
    top = bar.top + round(bar.height * shown[0] / count)
    part = pygame.Rect(bar.left, top, bar.width, round(bar.height * len(shown) / count))
    pen.box(part, part.width / 2, FAINT)


def _about(easel: Easel, pen: Pen, rect: pygame.Rect, menu: MenuFacts) -> None:
    """Explain the lit row, in the words of the rules if it is a house option."""
    if menu.about is None:
        return
    pen.box(rect, pen.px(36), mix(PANEL, GROUND, 0.5), LINE, pen.px(3))
    inner = rect.inflate(-pen.px(72), -pen.px(56))
    row = menu.rows[menu.cursor]  # on one that says nothing of itself, what the page is about
    label = _said(easel, menu.trail[-1] if row.about is None else row.label)
    top = slice_rect(inner, 0, 0, 1, 0.3)
    top.height = max(top.height, min(round(3.8 * pen.least), inner.height // 2))
    done = _from_top(pen, label, top, 56, DOUBT)
    text = pygame.Rect(inner.left, done.bottom + pen.px(24), inner.width, 0)
    text.height = inner.bottom - text.top
    if row.avatar:
        size = min(text.height * 0.28, text.width * 0.3)
        at = (inner.centerx, inner.bottom - size)
        pen.disc(at, size * 1.35, PANEL)
        pen.silhouette(at, size, row.avatar, PANEL)
        text.height -= round(size * 2.4)
    _from_top(pen, easel.words.say(menu.about), text, 46, TEXT_COLOUR)


def _from_top(pen: Pen, text: str, rect: pygame.Rect, size: float, colour: Colour) -> pygame.Rect:
    """Write `text` in `rect`, beginning in its upper left corner."""
    style = pen.style(size, colour, "left")
    rect = pygame.Rect(rect.topleft, (rect.width, rect.height))
    rect.height = pen.kit.words(text, rect.size, style).picture.get_height()
    return pen.words(text, rect, size, colour, "left")


def _name(pen: Pen, rect: pygame.Rect, menu: MenuFacts) -> None:
    """Draw the typed part of the name, over all letters; those of an open group are lit."""
    field = slice_rect(rect, 0, 0, 1, 0.28)
    pen.box(field, pen.px(28), mix(PANEL, GROUND, 0.5), DOUBT, pen.px(4))
    inner = field.inflate(-pen.px(48), -pen.px(20))
    pen.words(f"{menu.draft}_", inner, 90, TEXT_COLOUR, "left")
    for letter, key in letter_rects(rect):
        lit = letter in menu.group
        pen.box(key, min(key.size) * 0.2, mix(PANEL, DOUBT, 0.25) if lit else PANEL)
        ink = TEXT_COLOUR if lit else FAINT
        if letter == " ":  # a trough, as on a keyboard
            (x, y), far = key.center, key.width * 0.22
            pen.stroke(
                [(x - far, y), (x - far, y + far / 2), (x + far, y + far / 2), (x + far, y)],
                pen.px(4), ink,
            )  # fmt: skip
        else:
            inner = key.inflate(-max(pen.px(8), 2 * pen.edge), -pen.px(6))
            pen.words(letter, inner, 50, ink)


def _places(easel: Easel, pen: Pen, rect: pygame.Rect, menu: MenuFacts) -> None:
    """Draw a table from above: each pressed buzzer, clockwise, and the place of the next."""
    placed, count = menu.placed or (), easel.view.table.places
    wide, tall = rect.width * 0.36, rect.height * 0.38
    middle, edge = rect.center, [2 * math.pi * i / 60 for i in range(60)]
    cloth = [(middle[0] + math.cos(t) * wide * 0.8, middle[1] + math.sin(t) * tall * 0.72)
             for t in edge]  # fmt: skip
    pen.polygon(cloth, mix(PANEL, GROUND, 0.3))
    radius = min(rect.height * 0.1, wide * 0.16)
    for place in range(count):
        turn = math.pi / 2 + 2 * math.pi * place / count  # clockwise, beginning at the near side
        at = (middle[0] + math.cos(turn) * wide, middle[1] + math.sin(turn) * tall)
        if place < len(placed):
            pen.badge(at, radius, placed[place])
        else:
            pen.arc(at, radius * 0.8, radius * 0.95, DOUBT if place == len(placed) else LINE)
    if menu.about is not None:
        inside = pygame.Rect(0, 0, round(wide * 1.2), round(tall * 0.9))
        inside.center = middle
        pen.words(easel.words.say(menu.about), inside, 52)


def _job(easel: Easel, pen: Pen, rect: pygame.Rect, menu: MenuFacts) -> None:
    """Draw the progress of a job, beside a live picture or a code if it has one."""
    pen.box(rect, pen.px(36), mix(PANEL, GROUND, 0.5), LINE, pen.px(3))
    inner = rect.inflate(-pen.px(60), -pen.px(48))
    if easel.evidence is not None:
        stacks = easel.plan.stacks
        left = slice_rect(inner, 0, 0, *((1, 0.5) if stacks else (0.58, 1)))
        picture = easel.evidence.whole
        scale = min(left.width / picture.get_width(), left.height / picture.get_height())
        size = (round(picture.get_width() * scale), round(picture.get_height() * scale))
        pen.surface.blit(pygame.transform.smoothscale(picture, size), left.topleft)
        inner = slice_rect(inner, *((0, 0.52, 1, 1) if stacks else (0.62, 0, 1, 1)))
    lines, code = read(menu, easel.words)
    if code and easel.plan.stacks:
        qr_code(pen, slice_rect(inner, 0, 0, 1, 0.5), code, left=False)
        inner = slice_rect(inner, 0, 0.52, 1, 1)
    elif code:
        side = qr_code(pen, inner, code) + pen.px(36)
        inner.left, inner.width = inner.left + side, inner.width - side
    if not lines and menu.about is not None:
        lines = [easel.words.say(menu.about)]
    if not menu.done:
        lines.append(easel.words("menu.working"))
    each = min(inner.height / len(lines), inner.height * (0.5 if code else 0.24))
    for number, line in enumerate(lines):
        part = pygame.Rect(inner.left, inner.top + round(number * each), inner.width, round(each))
        last = number == len(lines) - 1 and not menu.done
        pen.words(line, part, 46, TRUTH if last else TEXT_COLOUR, "left")


def read(menu: MenuFacts, words: Words) -> tuple[list[str], Modules]:
    """Return the results of a job to read, and the code that holds the result of a game."""
    result = [words.say(line) for line in menu.lines if line.code == RESULT]
    lines = [words.say(line) for line in menu.lines if line.code != RESULT]
    text = "\n".join(result).encode()[:MOST_BYTES].decode(errors="ignore")
    code = modules(text) if result else ()
    return [*[words("job.code")] * bool(code), *lines], code

"""The end of a game: the winner in light, or the loser, and the ranking of the others."""

import math
from functools import partial

from appliance.core.signals import MS
from appliance.display import show, titleart
from appliance.display.layout import Slot
from appliance.display.pen import Pen, Point, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.screens import catch
from appliance.display.theme import DOUBT, FAINT, GROUND, PANEL, TEXT_COLOUR
from appliance.display.view import StandingView, View, require
from appliance.display.widgets import Easel, Part, facing, felt_of, part_of, rect_at, slice_rect
from appliance.table.facts import SeatFacts

_STEP = 250 * MS
"""Time between two steps of the rays: they turn slowly until players deal again."""

_PIECES = 28
"""Pieces of confetti in one burst."""
_BURST = 800 * MS
_LIFE = 1600 * MS
_SPINS = 4


def still(easel: Easel) -> None:
    """Draw the ranking, best first, and the name of the winner or loser."""
    view, end = easel.view, require(easel.view.end)
    number = end.loser if end.winner is None else end.winner
    for pen, whole in easel.parts():
        rect, counts = _winners(easel, whole), _counted(easel, whole)
        if end.catch is not None and _caught(easel):
            catch.still(pen, slice_rect(whole, *_poster(easel)), end.catch)
        if end.tale:
            _tale(easel, pen, slice_rect(whole, 0.02, _room(easel) + 0.01, 0.98, 0.99))
        if number is None:
            banner = slice_rect(rect, 0.04, 0.3, 0.96, 0.7)
            pen.words(
                easel.words("over.tie" if end.tied else "over.no-winner"),
                banner,
                110,
                FAINT,
                face="shout",
            )
        else:
            first = view.seats[number]
            room = slice_rect(rect, 0.07, 0.79, 0.93, 0.985)
            titleart.ribbon(pen, room, first.name, seat_colour(first.buzzer), 84)
            if end.winner is None:
                at = (rect.centerx, rect.height * 0.42)
                pen.badge(
                    at,
                    rect.height * 0.22,
                    first.buzzer,
                    avatar=first.avatar,
                    mood=easel.mood(first),
                )
        _counts(easel, pen, counts)


def _winners(easel: Easel, whole: pygame.Rect) -> pygame.Rect:
    """Return the place of the winner: on the left, or on top."""
    room = slice_rect(whole, 0, 0, 1, _room(easel))
    if easel.plan.stacks:
        return slice_rect(room, 0, 0, 1, 0.44)
    if easel.plan.layout == "tabletop":
        return slice_rect(room, 0, 0, 0.32, 1)
    return slice_rect(room, 0, 0, 0.29 if _caught(easel) else 0.46, 1)


def _poster(easel: Easel) -> Part:
    """Return the place of the best catch: between winner and standings."""
    return 0.295, 0.03, 0.585, _room(easel) - 0.02


def _counted(easel: Easel, whole: pygame.Rect) -> pygame.Rect:
    """Return the place of the standings: beside the winner, or below."""
    room = slice_rect(whole, 0, 0, 1, _room(easel))
    if easel.plan.stacks:
        return slice_rect(room, 0.02, 0.46, 0.98, 0.98)
    if easel.plan.layout == "tabletop":
        return slice_rect(room, 0.32, 0.02, 0.98, 0.98)
    return slice_rect(room, 0.6 if _caught(easel) else 0.46, 0.02, 0.98, 0.98)


def _caught(easel: Easel) -> bool:
    """Return True if the best catch has room beside the standings: on a tv that is not upright."""
    wide = easel.plan.layout == "tv" and not easel.plan.upright
    return wide and require(easel.view.end).catch is not None


def _room(easel: Easel) -> float:
    """Share of the height that the tale of the game leaves."""
    if not require(easel.view.end).tale:
        return 1.0
    pen, (width, height) = easel.pen, easel.plan.parts[0].size
    room = 0.84 if easel.plan.layout == "tv" else 0.74
    place = (round(0.96 * width), round((0.98 - room) * height))
    if pen.kit.fits(_told(easel), place, pen.style(40, DOUBT, face="talk")):
        return room
    return min(room, 0.98 - 2.55 * pen.least / height)


def _tale(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw the tale of the game; half a table has room for one sentence of two lines."""
    pen.words(_told(easel), rect, 40, DOUBT, face="talk")


def _told(easel: Easel) -> str:
    tale = require(easel.view.end).tale
    return " ".join(tale if easel.plan.layout == "tv" else tale[:1])


def due(view: View, at: int) -> int | None:
    """Time of the next step of the rays, while there is a winner."""
    return at - at % _STEP + _STEP if require(view.end).winner is not None else None


def moving(easel: Easel, at: int) -> None:
    """Draw the best catch, and the winner in light."""
    end = require(easel.view.end)
    if end.winner is not None:
        _celebrate(easel, end.winner, at)
    if end.catch is None or not _caught(easel):
        return
    for slot in easel.plan.parts:
        catch.moving(easel, part_of(slot, _poster(easel)), end.catch, at)


def _celebrate(easel: Easel, number: int, at: int) -> None:
    """Draw slow rays behind the winner, who cheers or has a crowned sign; at first, a party."""
    pen, view = easel.pen, easel.view
    winner = view.seats[number]
    buzzer, avatar = winner.buzzer, winner.avatar
    for slot in easel.plan.parts:
        rect = _winners(easel, pygame.Rect((0, 0), slot.size))
        radius = min(rect.height * 0.17, slot.size[0] * 0.09)
        middle = (rect.width / 2, rect.height * 0.46)
        centre = slot.point(*middle)
        turn = 0 if easel.calm else at // _STEP * 3 % 60
        for i in range(12):
            angle = turn + 30 * i
            tint = mix(felt_of(view)[0], seat_colour(buzzer), 0.5 if i % 2 else 0.22)
            far = radius * (1.7 + 0.25 * (i % 2))
            ends = [math.radians(angle + part) for part in (-7.5, 7.5)]
            rim = [*((turn, radius * 1.3) for turn in ends), *((turn, far) for turn in ends[::-1])]
            x, y = centre
            pen.polygon([(x + math.sin(t) * r, y - math.cos(t) * r) for t, r in rim], tint)
        key = ("crowned", buzzer, radius, slot.turn, avatar, easel.mood(winner))
        sheet = pen.kit.kept(key, partial(_crowned, easel, slot, radius, winner))
        top = slot.point(middle[0], middle[1] - radius * 0.25)
        pen.surface.blit(sheet, rect_at(top, *sheet.get_size()))
        if not easel.calm and at < show.until(view):
            _party(easel, slot, at)


def _party(easel: Easel, slot: Slot, at: int) -> None:
    """Draw bursts of confetti in all players' colours, out from behind the winner's sign."""
    pen, view = easel.pen, easel.view
    width, height = slot.size[0], slot.size[1] * _room(easel)
    rect = _winners(easel, pygame.Rect((0, 0), slot.size))
    side = round(max(8, height * 0.045))
    for burst, begins in enumerate(range(0, show.PARTY - _LIFE + 1, _BURST)):
        age = (at - (view.show.began or 0) - begins) / _LIFE
        if not 0 < age < 1:
            continue
        out, falls = 1 - (1 - age) ** 2.5, 0.35 * height * age * age
        for i in range(_PIECES // len(easel.plan.parts)):
            number = burst * _PIECES + i
            turn = number * 2.399963  # the golden angle: they go everywhere, and never in rows
            far = out * height * (0.35 + 0.65 * (number * 37 % 101) / 100)
            x = rect.width / 2 + math.sin(turn) * far * 1.7
            y = rect.height * 0.46 - math.cos(turn) * far * 0.7 + falls
            if not (0 < x < width and 0 < y < height):
                continue
            buzzer = view.seats[number % len(view.seats)].buzzer
            spin = (at // (40 * MS) + number * 3) % _SPINS
            small = 1 if age < 0.75 else 2 if age < 0.9 else 3
            piece = _piece(pen, buzzer, side // small, spin)
            centre = slot.point(x, y)
            pen.surface.blit(piece, piece.get_rect(center=(round(centre[0]), round(centre[1]))))


def _piece(pen: Pen, buzzer: int, side: int, spin: int) -> pygame.Surface:
    """Return a piece of paper in a seat's colour, seen from one of several sides."""

    def draw() -> pygame.Surface:
        turn = math.pi * spin / _SPINS
        wide = max(2, round(side * abs(math.cos(turn))))
        sheet = pygame.Surface((wide, side), pygame.SRCALPHA)
        sheet.fill(mix(seat_colour(buzzer), GROUND, 0.3 * abs(math.sin(turn))))
        return pygame.transform.rotozoom(sheet, 17 * spin, 1.0)

    return pen.kit.kept(("confetti", buzzer, side, spin), draw)


def _crowned(easel: Easel, slot: Slot, radius: float, winner: SeatFacts) -> pygame.Surface:
    """Return the winner's puppet, or a chosen sign with a crown on it, turned as its slot is."""
    pen = easel.pen.on(pygame.Surface((round(radius * 4), round(radius * 4.4)), pygame.SRCALPHA))
    middle, buzzer = pen.surface.get_width() / 2, winner.buzzer
    if winner.avatar:
        pen.badge((middle, radius * 2.45), radius * 1.05, buzzer, avatar=winner.avatar)
        _crown(pen, (middle, radius * 1.12), radius * 0.62)
    else:
        pen.badge((middle, radius * 2.38), radius * 1.45, buzzer, mood=easel.mood(winner))
    return facing(pen.surface, slot)


def _crown(pen: Pen, centre: Point, size: float) -> None:
    x, y = centre
    left, middle, right = (-1.1, -0.45), (0, -0.65), (1.1, -0.45)
    rim = [(-1, 0.55), left, (-0.5, 0.0), middle, (0.5, 0.0), right, (1, 0.55)]
    pen.polygon([(x + a * size, y + b * size) for a, b in rim], DOUBT)
    for a, b in (left, middle, right):
        pen.disc((x + a * size, y + b * size), size * 0.14, DOUBT)


def _counts(easel: Easel, pen: Pen, rect: pygame.Rect) -> None:
    """Draw one line a seat, with a bar as long as its hand or its points if it has room.

    Many lines form two columns; the last ones may find no room, and their panels show them.
    """
    lines, least = require(easel.view.end).standings, max(pen.px(30), round(pen.least * 1.26))
    fits = max(1, rect.height // least)
    columns = 2 if len(lines) > fits and rect.width > pen.px(860) else 1
    rows = min(fits, max(1, -(-len(lines) // columns)))
    tall = min(rect.height / rows, rect.height * 0.2, rect.width * 0.16)
    top = rect.top + (rect.height - tall * rows) / 2
    wide = rect.width // columns
    most = max([standing.amount for standing in lines] or [0]) or 1
    for i, standing in enumerate(lines[: rows * columns]):
        column, row = divmod(i, rows)
        line = pygame.Rect(rect.left + column * wide, round(top + tall * row), wide, round(tall))
        line.width -= pen.px(24) if columns == 2 else 0
        _line(easel, pen, line, standing, standing.amount / most)


def _line(easel: Easel, pen: Pen, line: pygame.Rect, standing: StandingView, part: float) -> None:
    """Draw sign, name and place on the left, the count on the right, the bar between them."""
    seat, roomy = easel.view.seats[standing.seat], line.width > pen.px(640)
    radius = math.floor(line.height * 0.42)
    at = (line.left + radius * 1.2, line.centery)
    name = slice_rect(line, 0, 0, 0.4 if roomy else 0.37, 1)
    name.left += round(radius * 2.6)
    name.width -= round(radius * 2.6)
    won = seat.seat == require(easel.view.end).winner
    if won:
        row = line.inflate(0, -round(line.height * 0.06))
        pen.box(row, line.height * 0.3, mix(PANEL, seat_colour(seat.buzzer), 0.25))
    pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))
    pen.words(seat.name, name, 42, TEXT_COLOUR if won else FAINT, "left", face="talk")
    place = slice_rect(line, *((0.41, 0, 0.53, 1) if roomy else (0.37, 0, 0.54, 1)))
    pen.words(standing.place, place, 38, DOUBT, face="talk")
    if roomy:
        track = slice_rect(line, 0.54, 0.28, 0.72, 0.72)
        pen.box(track, track.height / 2, PANEL)
        if standing.amount:
            bar = slice_rect(track, 0, 0, max(0.06, part), 1)
            pen.box(bar, bar.height / 2, seat_colour(seat.buzzer))
    count = slice_rect(line, 0.73 if roomy else 0.55, 0, 1, 1)
    count.width -= pen.edge
    pen.words(standing.words, count, 40, align="right", face="talk")

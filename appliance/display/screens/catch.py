"""The best catch of a game as a poster: claim, doubt, cards and word, replayed beat by beat."""

from functools import partial
from typing import NamedTuple

from appliance.display import cardart, show
from appliance.display.cast.faces import Mood
from appliance.display.layout import Slot
from appliance.display.pen import STANDS, TALL, Pen
from appliance.display.quiet import pygame
from appliance.display.screens.speech import Tail, balloon
from appliance.display.screens.verdict import Front, turn_over
from appliance.display.theme import DOUBT, GROUND, LIE, LINE, PANEL
from appliance.display.view import CatchView
from appliance.display.widgets import Easel, facing, slice_rect, turned

_LEANS, _LARGE = 5, 0.6  # degrees, and how much larger the word falls than it is in the end


class _PosterParts(NamedTuple):
    """Places of the parts of a poster; the word is at the foot of the cards."""

    sentence: pygame.Rect
    liar: pygame.Rect
    bubble: pygame.Rect
    cards: pygame.Rect
    word: pygame.Rect
    doubter: pygame.Rect


def _parts(rect: pygame.Rect) -> _PosterParts:
    parts = (
        (0.03, 0.02, 0.97, 0.28), (0, 0.31, 0.3, 0.63), (0.33, 0.3, 0.96, 0.61),
        (0.04, 0.64, 0.68, 0.9), (0.06, 0.82, 0.66, 0.98), (0.69, 0.65, 0.99, 0.97),
    )  # fmt: skip
    return _PosterParts(*(slice_rect(rect, *part) for part in parts))


def still(pen: Pen, rect: pygame.Rect, catch: CatchView) -> None:
    """Draw the poster's paper, with the catch in a sentence."""
    pen.box(rect, pen.px(24), PANEL, LINE, pen.px(4))
    pen.words(catch.sentence, _parts(rect).sentence, 46, DOUBT, face="talk")


def moving(easel: Easel, slot: Slot, catch: CatchView, at: int) -> None:
    """Draw the parts of the poster in `slot` that the replay has told at `at` (ns)."""
    pen, beats = easel.pen, show.replay(easel.view, catch)
    over = easel.calm or easel.view.show.began is None or at >= beats.word
    step = 3 if over else (at >= beats.claim) + (at >= beats.doubt)
    parties = (easel.view.seats[catch.claim.seat], easel.view.seats[catch.doubter])
    signs = tuple((seat.buzzer, seat.avatar) for seat in parties)
    key = ("catch", catch, signs, slot.size, slot.turn, step, pen.unit)
    sheet = pen.kit.kept(key, partial(_poster, easel, slot, catch, step))
    pen.surface.blit(sheet, slot.rect)
    whole = pygame.Rect((0, 0), slot.size)
    if step == 2:
        for front, up in zip(_fronts(easel, pen, whole, catch), beats.cards, strict=False):
            turn_over(pen, slot, front, at - up)
    if not over:
        return
    word = _word(easel, slot, catch)
    down = (at - beats.word) / show.STAMPED
    if 0 <= down < 1 and at < show.until(easel.view) and not easel.calm:
        large = 1 + _LARGE * (1 - down)
        size = (round(word.get_width() * large), round(word.get_height() * large))
        word = pygame.transform.smoothscale(word, size)
    pen.surface.blit(word, word.get_rect(center=slot.point(*_parts(whole).word.center)))


def _poster(easel: Easel, slot: Slot, catch: CatchView, step: int) -> pygame.Surface:
    """Return the poster after the first `step` beats, turned as its slot is."""
    pen, rect = turned(easel.pen, slot)
    places = _parts(rect)
    if step >= 1:
        mood = Mood.CAUGHT if step == 3 else Mood.SMUG if step == 1 else Mood.NERVOUS
        _stand(easel, pen, places.liar, catch.claim.seat, mood)
        _claim(easel, pen, places, catch)
    if step >= 2:
        mood = Mood.SMUG if step == 3 else Mood.DOUBTING
        _stand(easel, pen, places.doubter, catch.doubter, mood)
    if step == 3 or not catch.ranks:
        for front, place in _fronts(easel, pen, rect, catch) if step >= 2 else ():
            pen.surface.blit(front, place)
    return facing(pen.surface, slot)


def _stand(easel: Easel, pen: Pen, rect: pygame.Rect, number: int, mood: Mood) -> None:
    seat = easel.view.seats[number]
    radius = min(rect.height / TALL, rect.width * 0.4)
    at = (rect.centerx, rect.bottom - radius * STANDS)
    pen.badge(at, radius, seat.buzzer, avatar=seat.avatar, mood=mood)


def _claim(easel: Easel, pen: Pen, places: _PosterParts, catch: CatchView) -> None:
    """Draw the cards as claimed in a bubble whose tail points at the liar."""
    bubble, half = places.bubble, places.bubble.height * 0.1
    root, y = bubble.left + pen.px(12), bubble.top + bubble.height * 0.6
    tail: Tail = ((places.liar.right - pen.px(8), y), (root, y - half), (root, y + half))
    balloon(pen, bubble, tail, LINE)
    shown = slice_rect(bubble, 0.09, 0.1, 0.91, 0.9)
    tall = min(shown.height, shown.width / cardart.RATIO)
    card = cardart.face(pen, tall, catch.claim.rank, easel.words)
    cardart.row(pen, shown, [card] * min(catch.claim.count, 12))


def _fronts(easel: Easel, pen: Pen, rect: pygame.Rect, catch: CatchView) -> list[Front]:
    """Return the cards that were turned up, or as many backs for a catch without cards."""
    room = _parts(rect).cards
    ranks = catch.ranks or (None,) * catch.claim.count
    tall = min(room.height, room.width / cardart.RATIO)
    wide = tall * cardart.RATIO
    step = min(wide * 1.1, (room.width - wide) / max(1, len(ranks) - 1))
    left = room.centerx - step * (len(ranks) - 1) / 2
    fronts = []
    for number, rank in enumerate(ranks):
        back = not catch.ranks
        front = cardart.back(pen, tall) if back else cardart.face(pen, tall, rank, easel.words)
        centre = (round(left + step * number), room.centery)
        fronts.append((front, front.get_rect(center=centre)))
    return fronts


def _word(easel: Easel, slot: Slot, catch: CatchView) -> pygame.Surface:
    """Return the word as a stamp, leaning, turned as its slot is."""
    pen, room = easel.pen, _parts(pygame.Rect((0, 0), slot.size)).word

    def make() -> pygame.Surface:
        sheet = pygame.Surface(room.size, pygame.SRCALPHA)
        fine, rect = pen.on(sheet), sheet.get_rect()
        fine.box(rect, rect.height * 0.2, LIE, GROUND, pen.px(6))
        fine.words(catch.word, rect.inflate(-pen.px(28), -pen.px(8)), 110, GROUND, face="shout")
        return pygame.transform.rotozoom(sheet, slot.turn + _LEANS, 1.0)

    return pen.kit.kept(("stamp", catch.word, room.size, slot.turn, pen.unit), make)

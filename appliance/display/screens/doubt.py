"""Photo finish: the first press, its lead, and the presses within the tie window.

It runs once in slow motion, at the real distances; then the photo is taken.
"""

from appliance.display import show
from appliance.display.layout import Slot
from appliance.display.pen import Colour, Pen, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import PressFacts
from appliance.words import Words

_SHORTEST = 0.15
"""Share of the whole way that the last of a race has made when the first arrives."""


def still(easel: Easel) -> None:
    """One lane for each press, first press first; under suspense only who is in it."""
    places = easel.view.finish.places
    for pen, whole in easel.parts():
        for lane, place in zip(_lanes(whole, len(places)), places, strict=True):
            _lane(easel, pen, lane, place)


def moving(easel: Easel, at: int) -> None:
    """Run all at one speed, slower and slower, until the first arrives and lights up."""
    pen, view = easel.pen, easel.view
    if easel.calm or at >= show.until(view):
        return
    lands = show.lands_at(view)
    began = view.show.began or 0
    left = max(0.0, (lands - at) / max(1, lands - began))
    for slot in easel.plan.parts:
        lanes = _lanes(pygame.Rect((0, 0), slot.size), len(view.finish.places))
        for lane, place in zip(lanes, view.finish.places, strict=True):
            if left:
                _track(pen, slot, lane, view)
                _bar(easel, pen, slot, lane, (place, _way(view, place) - left**2.2))
            elif place.doubter:
                past = min(1.0, (at - lands) / show.LAND)
                wide = pen.px(30) * past
                lit = slot.place(lane.inflate(round(2 * wide), round(2 * wide)))
                tint = mix(TEXT_COLOUR, PANEL, past)
                pen.frame(lit, lane.height * 0.25 + wide, tint, pen.px(8))


def _lanes(whole: pygame.Rect, count: int) -> list[pygame.Rect]:
    rect = slice_rect(whole, 0.01, 0.03, 0.99, 0.97)
    tall = min(rect.height / max(count, 1), rect.height * 0.28, rect.width * 0.15)
    top = rect.top + (rect.height - tall * count) / 2
    return [
        pygame.Rect(rect.left, round(top + tall * i), rect.width, round(tall)).inflate(
            0, -max(2, round(tall * 0.12))
        )
        for i in range(count)
    ]


def _lane(easel: Easel, pen: Pen, lane: pygame.Rect, place: PressFacts) -> None:
    """Sign and name, a bar as long as the press was quick, the time behind, a mark."""
    view, words = easel.view, easel.words
    seat = view.seats[place.seat]
    if place.doubter and not view.show.suspense:
        pen.box(lane, lane.height * 0.25, mix(PANEL, DOUBT, 0.22), DOUBT, pen.px(4))
    else:
        pen.box(lane, lane.height * 0.25, PANEL, LINE, pen.px(2))
    at = (lane.left + lane.height * 0.75, lane.centery)
    pen.badge(at, lane.height * 0.44, seat.buzzer, avatar=seat.avatar, mood=easel.mood(seat))
    name = slice_rect(lane, 0.0, 0.04, 0.31, 0.96)
    name.left += round(lane.height * 1.25)
    name.width -= round(lane.height * 1.25)
    pen.words(seat.name, name, 46, TEXT_COLOUR, "left", face="talk")
    slot = Slot(pen.surface.get_rect())
    _track(pen, slot, lane, view)
    if view.show.suspense:
        return
    _bar(easel, pen, slot, lane, (place, _way(view, place)))
    time = slice_rect(lane, 0.47, 0.04, 0.985 if place.late else 0.74, 0.96)
    pen.words(behind(place, words), time, 42, FAINT if place.late else TEXT_COLOUR, "right")
    code, colour = _mark(place)
    mark = slice_rect(lane, 0.75, 0.04, 0.985, 0.96)
    pen.words(words(code) if code else "", mark, 40, colour, "right")


def _way(view: View, place: PressFacts) -> float:
    """Progress of a press when the first one arrived: 1 is all the way."""
    longest = max((place.behind_us for place in view.finish.places if not place.late), default=0)
    return 1.0 - (1 - _SHORTEST) * (place.behind_us / longest if longest else 0.0)


def _on(lane: pygame.Rect) -> pygame.Rect:
    return slice_rect(lane, 0.32, 0.3, 0.46, 0.7)


def _track(pen: Pen, slot: Slot, lane: pygame.Rect, view: View) -> None:
    """The way, the part of it that is a tie, and the line at its end."""
    track = _on(lane)
    ground = mix(PANEL, GROUND, 0.5)
    pen.box(slot.place(track), track.height / 2, ground)
    longest = max((place.behind_us for place in view.finish.places if not place.late), default=0)
    if longest and view.finish.tie_ms:
        part = min(1.0, (1 - _SHORTEST) * view.finish.tie_ms * 1000 / longest)
        tie = slice_rect(track, 1 - part, 0, 1, 1)
        pen.box(slot.place(tie), min(tie.size) / 2, mix(ground, DOUBT, 0.3))
    line = pygame.Rect(track.right - pen.px(2), lane.top, pen.px(5), lane.height)
    pen.surface.fill(FAINT, slot.place(line))


def _bar(
    easel: Easel, pen: Pen, slot: Slot, lane: pygame.Rect, run: tuple[PressFacts, float]
) -> None:
    """A press that has come so far."""
    place, part = run
    if place.late or part <= 0:
        return
    bar = slice_rect(_on(lane), 0, 0.1, part, 0.9)
    bar.width = max(bar.width, bar.height)
    colour = seat_colour(easel.view.seats[place.seat].buzzer)
    pen.box(slot.place(bar), bar.height / 2, colour)


def behind(place: PressFacts, words: Words) -> str:
    """A press's time in words: ms with one decimal place, or s once it was late."""
    if place.late:
        return words("doubt.late-by", seconds=place.behind_us / 1_000_000)
    if place.behind_us == 0:
        return words("doubt.first")
    return words("doubt.behind", ms=place.behind_us / 1000)


def _mark(place: PressFacts) -> tuple[str, Colour]:
    """The code of a word about a press, or nothing, and its colour."""
    if place.doubter:
        return "doubt.doubts", DOUBT
    return ("doubt.tied", TEXT_COLOUR) if place.tied else ("", TEXT_COLOUR)

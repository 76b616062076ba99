"""Photo finish: who pressed first, by how much, and whom the tie window caught."""

from appliance.display.pen import Colour, Pen, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR
from appliance.display.widgets import Easel, slice_rect
from appliance.table.facts import PressFacts
from appliance.words import Words


def still(easel: Easel) -> None:
    """One lane for each press, first press first."""
    places = easel.view.places
    longest = max((one.behind_us for one in places if not one.late), default=0)
    for pen, whole in easel.parts():
        rect = slice_rect(whole, 0.01, 0.03, 0.99, 0.97)
        tall = min(rect.height / max(len(places), 1), rect.height * 0.28)
        top = rect.top + (rect.height - tall * len(places)) / 2
        for i, place in enumerate(places):
            lane = pygame.Rect(rect.left, round(top + tall * i), rect.width, round(tall))
            _lane(easel, pen, lane.inflate(0, -max(2, round(tall * 0.12))), place, longest)


def _lane(easel: Easel, pen: Pen, lane: pygame.Rect, place: PressFacts, longest: int) -> None:
    """Sign and name, a bar as long as the press was quick, the time behind, a mark."""
    seat, words = easel.view.seats[place.seat], easel.words
    if place.doubter:
        pen.box(lane, lane.height * 0.25, mix(PANEL, DOUBT, 0.22), DOUBT, pen.px(4))
    else:
        pen.box(lane, lane.height * 0.25, PANEL, LINE, pen.px(2))
    pen.badge((lane.left + lane.height * 0.75, lane.centery), lane.height * 0.38, seat.buzzer)
    name = slice_rect(lane, 0.0, 0.08, 0.34, 0.92)
    name.left += round(lane.height * 1.4)
    name.width -= round(lane.height * 1.4)
    pen.words(seat.name, name, 46, TEXT_COLOUR, "left")
    track = slice_rect(lane, 0.35, 0.32, 0.52, 0.68)
    pen.box(track, track.height / 2, mix(PANEL, GROUND, 0.5))
    line = slice_rect(lane, 0.518, 0.0, 0.52, 1.0)
    pen.surface.fill(FAINT, line.inflate(pen.px(2), 0))
    if not place.late:
        part = 1.0 - 0.85 * (place.behind_us / longest if longest else 0.0)
        bar = slice_rect(track, 0, 0, part, 1)
        pen.box(bar, bar.height / 2, seat_colour(seat.buzzer))
    time = slice_rect(lane, 0.53, 0.08, 0.79, 0.92)
    pen.words(behind(place, words), time, 42, TEXT_COLOUR, "right")
    code, colour = _mark(place)
    mark = slice_rect(lane, 0.8, 0.12, 0.98, 0.88)
    pen.words(words(code) if code else "", mark, 40, colour, "right")


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
    if place.late:
        return "doubt.too-late", FAINT
    return ("doubt.tied", TEXT_COLOUR) if place.tied else ("", TEXT_COLOUR)

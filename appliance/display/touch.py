"""Fingers on the screen: where they may touch what, and the signals that come of it.

Only for comfort: all of it can be said with a seat's own button, and nothing here is a doubt in
a race. `targets` is pure geometry over a View; `draw` lays the keys over the picture, so a table
without touch looks as it always did; `Fingers` is the Source.
"""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.core.signals import Touched, Wish, Wished
from appliance.display.layout import Plan, Slot
from appliance.display.panel import prompt_part
from appliance.display.pen import Pen, mix
from appliance.display.phrases.seats import option
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, GROUND, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.view import Screen, View
from appliance.display.widgets import Part, part_of, put, turned
from appliance.drivers import Post
from appliance.table.facts import KeyFacts, Prompt, SeatFacts
from appliance.words import Words

_GO_ON = {Screen.DEAL, Screen.QUESTION, Screen.VERDICT, Screen.ANSWER, Screen.OVER}
_PAUSES = {Screen.DEAL, Screen.GAME, Screen.QUESTION, Screen.REVEAL, Screen.VERDICT, Screen.ANSWER}

ROW = 7
"""Maximum number of keys in one row at a seat of the tabletop layout."""

_MOUSE = {pygame.MOUSEBUTTONDOWN: True, pygame.MOUSEBUTTONUP: False}
_FINGER = {pygame.FINGERDOWN: True, pygame.FINGERUP: False}


@dataclass(frozen=True, slots=True)
class Target:
    """A place that can be touched: `slot` on the screen, and what it does.

    Without a label it is drawn as a frame: the words in it are there already. `lit` is what a
    hold of the button would take.
    """

    slot: Slot
    label: str
    does: Wish | tuple[int, int]  # a wish, or a seat and its taps
    lit: bool = False


def targets(view: View, plan: Plan) -> tuple[Target, ...]:
    """All that can be touched where `view` is laid out by `plan`; none of them overlap.

    On a tv the plan has a strip for the keys of one seat: see `wants_strip`.
    """
    found = list(_wishes(view, plan))
    strip, words = plan.ring, view.words
    for seat, slot in zip(view.seats, plan.seats, strict=True):
        if len(seat.keys) == 1 and not seat.keys[0].label:
            found.append(_target(seat, seat.keys[0], part_of(slot, prompt_part(slot.size)), words))
        elif seat.keys and plan.layout == "tabletop":
            top = 0.47 if len(seat.keys) <= ROW else 0.34
            found += _keys(seat, slot, (0.3, top, 0.985, 0.97), words)
        elif seat.keys and strip is not None:
            found += _keys(seat, strip, (0.25, 0.02, 1, 0.98), words)
            strip = None  # the strip is for one seat: others have their buttons
    return tuple(found)


def wants_strip(view: View) -> bool:
    """Whether some seat has more to touch than its prompt."""
    return any(seat.keys and seat.keys[0].label for seat in view.seats)


def _target(seat: SeatFacts, key: KeyFacts, slot: Slot, words: Words) -> Target:
    return Target(slot, option(key.label, words), (seat.seat, key.taps), key.taps == 0)


def _keys(seat: SeatFacts, slot: Slot, part: Part, words: Words) -> list[Target]:
    """A seat's keys in rows, in that part of a place."""
    count, most = len(seat.keys), ROW if slot.size[0] < 6 * slot.size[1] else len(seat.keys)
    rows = -(-count // most)
    each = -(-count // rows)
    left, top, right, bottom = part
    wide, tall = (right - left) / each, (bottom - top) / rows
    found = []
    for place, key in enumerate(seat.keys):
        x, y = left + place % each * wide, top + place // each * tall
        inner = (x + wide * 0.04, y + tall * 0.05, x + wide * 0.96, y + tall * 0.95)
        found.append(_target(seat, key, part_of(slot, inner), words))
    return found


def _wishes(view: View, plan: Plan) -> list[Target]:
    """What a host may wish for, at the left and right end of each headline."""
    if not view.seats or view.screen in (Screen.ATTRACT, Screen.LOBBY):
        return []
    extends = any(seat.prompt is Prompt.MORE_TIME for seat in view.seats)
    asked = {
        Wish.PAUSE: not view.paused and view.screen in _PAUSES,
        Wish.GO_ON: view.paused or view.screen in _GO_ON,
        Wish.MORE_TIME: not view.paused and extends,
    }
    wishes = [wish for wish, here in asked.items() if here]
    ends = ((0.01, 0.72, 0.12, 0.98), (0.88, 0.72, 0.99, 0.98))
    return [
        Target(part_of(head, end), view.words(f"touch.{wish.replace('_', '-')}"), wish)
        for head in plan.heads
        for wish, end in zip(wishes, ends, strict=False)
    ]


def draw(pen: Pen, found: tuple[Target, ...]) -> None:
    """Lay the keys over the picture."""
    for target in found:
        sheet, rect = turned(pen, target.slot)
        edge = TRUTH if isinstance(target.does, Wish) else LINE
        if not target.label:
            frame = rect.inflate(-2, -2)
            corners = [frame.topleft, frame.topright, frame.bottomright, frame.bottomleft]
            sheet.outline(corners, pen.px(3), DOUBT)
        else:
            fill = DOUBT if target.lit else mix(PANEL, GROUND, 0.2)
            sheet.box(rect, min(rect.size) * 0.2, fill, edge, pen.px(3))
            words = rect.inflate(-pen.px(10), -round(rect.height * 0.2))
            sheet.words(target.label, words, 54, GROUND if target.lit else TEXT_COLOUR)
        put(pen, sheet.surface, target.slot)


class Fingers:
    """Turns touches, and clicks of a mouse, into Touched and Wished. Feed it by `handle`.

    What counts is where a finger leaves, if that is where it came down: who slides off takes
    nothing. `look` tells it what is on the screen.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._post: Post | None = None
        self._size = (1, 1)
        self._shown: tuple[tuple[Target, ...], int] = ((), 0)
        self._down: dict[int, Target] = {}

    def open(self, post: Post) -> None:
        """Start posting."""
        self._post = post

    def look(self, found: tuple[Target, ...], size: tuple[int, int], at: int) -> None:
        """A picture of `size` pixels shows these targets at `at` (ns)."""
        self._shown, self._size = (found, at), size

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether `event` was a finger's or the mouse's; what it says has been posted."""
        if event.type in _FINGER:
            place = (event.x * self._size[0], event.y * self._size[1])
            self._moved(event.finger_id, place, down=_FINGER[event.type])
        elif event.type in _MOUSE:
            if event.button == 1 and not getattr(event, "touch", False):  # else told as a finger
                self._moved(-1, event.pos, down=_MOUSE[event.type])
        else:
            return False
        return True

    def close(self) -> None:
        """Stop posting."""
        self._post = None
        self._down.clear()

    def _moved(self, finger: int, place: tuple[float, float], *, down: bool) -> None:
        found, at = self._shown
        here = next((one for one in found if one.slot.rect.collidepoint(place)), None)
        before = self._down.pop(finger, None)
        if here is None:
            return
        if down:
            self._down[finger] = here
        elif here == before and self._post is not None:
            if isinstance(here.does, Wish):
                self._post(Wished(here.does, self._clock()))
            else:
                self._post(Touched(*here.does, at))

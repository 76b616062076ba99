"""Touches of the screen: the touchable places, and the signals of a touch.

Only for comfort: a seat's own button can say all of it, and no touch is a doubt in a race.
`reach_of` gives the room for touch keys, and the plan keeps it free in every screen; `targets` is
pure geometry over a View and its plan; `draw` draws the keys; `Fingers` is the Source.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from appliance.core.signals import LetterTyped, RowTouched, Touched, Wish, Wished
from appliance.display.layout import Plan, Slot
from appliance.display.lettering import Kit
from appliance.display.pen import Pen, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.reach import Reach
from appliance.display.screens.menu_plan import more_rows, touched_rows
from appliance.display.seat_words import option
from appliance.display.sizes import Glass
from appliance.display.theme import DOUBT, FAINT, GROUND, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.display.view import Screen, View
from appliance.display.widgets import mark, put, turned
from appliance.drivers import Post
from appliance.table.facts import KeyFacts, MenuFacts, Prompt, SeatFacts
from appliance.words import Words

_GO_ON = {
    Screen.HOW_TO, Screen.PRACTICE, Screen.DEAL, Screen.QUESTION, Screen.VERDICT, Screen.ANSWER,
    Screen.OVER,
}  # fmt: skip
_READS = {Screen.ATTRACT, Screen.LOBBY, Screen.OVER, Screen.HOW_TO}
_PAUSES = {
    Screen.DEAL, Screen.GAME, Screen.QUESTION, Screen.REVEAL, Screen.VERIFY, Screen.VERDICT,
    Screen.ANSWER,
}  # fmt: skip

_MOUSE = {pygame.MOUSEBUTTONDOWN: True, pygame.MOUSEBUTTONUP: False}
_FINGER = {pygame.FINGERDOWN: True, pygame.FINGERUP: False}


@dataclass(frozen=True, slots=True)
class MoreKeys:
    """Show another page of a seat's keys, which has no room for all of them."""

    seat: int
    page: int


@dataclass(frozen=True, slots=True)
class MoreRows:
    """Light this row of the table's menu, which is not in sight yet."""

    row: int


@dataclass(frozen=True, slots=True)
class Target:
    """A touchable place: `slot` on the screen, and its effect.

    Without a label it is a tick: the seat's prompt explains it. `lit` marks the choice that a hold
    of the button would take.
    """

    slot: Slot
    label: str
    does: Wish | tuple[int, int] | int | str | MoreKeys | MoreRows
    """A wish; a seat and its taps; a row of the table's menu, or a letter of a name; or more."""
    lit: bool = False


def reach_of(view: View, glass: Glass, size: tuple[int, int], kit: Kit) -> Reach:
    """Return the room for touch keys in `view`, in `size` pixels and with letters of `kit`."""
    key, letter = glass.key(size), glass.letter(size)
    gap, beside = key // 8, round(0.8 * letter)
    wanted = tuple(
        tuple(
            gap + max(key, kit.wide(_label(control, view.words), letter) + beside)
            for control in seat.keys
        )
        for seat in view.seats
    )
    host = bool(view.seats) and view.screen not in (Screen.ATTRACT, Screen.LOBBY)
    return Reach(key, letter, wanted, host)


def _label(key: KeyFacts, words: Words) -> str:
    return option(key.label, words) if key.label else ""


def targets(view: View, plan: Plan, pages: Mapping[int, int] | None = None) -> tuple[Target, ...]:
    """Return all touchable places of `view` laid out by `plan`; none of them overlap.

    Empty if the plan has no room for keys. `pages` are the open pages by seat; by default the
    first, or the page of the choice that a hold would take.
    """
    if plan.reach is None:
        return ()
    if view.menu is not None:
        return tuple(in_menu(view.menu, plan, plan.reach.key))
    areas = _wishes(view, plan)
    for seat, slot, wants in zip(view.seats, plan.keys, plan.reach.wanted, strict=True):
        if slot is not None and seat.keys:
            page = None if pages is None else pages.get(seat.seat)
            areas += _keys(seat, slot, (plan.reach, wants), view.words, page)
    return tuple(areas)


def in_menu(menu: MenuFacts, plan: Plan, key: int = 0) -> Iterator[Target]:
    """Yield the rows and letters of the table's menu, and the keys to more rows.

    A `key` of a size is for fingers; without one they are in their visible places.
    """
    for part in plan.parts:
        for does, slot in touched_rows(part, plan.layout, menu, key):
            yield Target(slot, "", does)
        if more := more_rows(part, plan.layout, menu, key):
            yield Target(more[1], "", MoreRows(more[0]))


def _keys(
    seat: SeatFacts,
    slot: Slot,
    room: tuple[Reach, tuple[int, ...]],
    words: Words,
    page: int | None,
) -> list[Target]:
    """Return a seat's keys in its place: in as few rows as possible, each as wide as its label.

    If the keys take several pages, return one page.
    """
    (reach, wants), (wide, tall) = room, slot.size
    wants = tuple(min(want, max(wide - reach.step, reach.step)) for want in wants)
    pages = reach.pages(wants, wide, tall // reach.key)
    if page is None and seat.ring is not None:
        lit = next((i for i, key in enumerate(seat.keys) if key.taps == 0), 0)
        page = next(i for i, rows in enumerate(pages) if any(lit in row for row in rows))
    page = (page or 0) % len(pages)
    rows, wants = pages[page], (*wants, reach.step)
    keys = []
    each, gap = tall / len(rows), reach.key // 8
    for y, row in enumerate(rows):
        x, spare = 0.0, wide / sum(wants[i] for i in row)
        for i in row:
            step = wants[i] * spare
            rect = pygame.Rect(round(x), round(y * each), round(x + step) - round(x), 0)
            rect.height = round((y + 1) * each) - rect.top
            rect.width -= gap if i != row[-1] else 0
            rect.height -= min(gap, rect.height - reach.key) if y < len(rows) - 1 else 0
            x += step
            place = Slot(slot.place(rect), slot.turn)
            if i == len(seat.keys):
                keys.append(Target(place, "", MoreKeys(seat.seat, (page + 1) % len(pages))))
                continue
            key = seat.keys[i]
            does = (seat.seat, key.taps)
            keys.append(Target(place, _label(key, words), does, key.taps == 0))
    return keys


def _wishes(view: View, plan: Plan) -> list[Target]:
    """List the host's wishes beside each headline."""
    if not view.seats:
        return []
    extends = any(seat.prompt is Prompt.MORE_TIME for seat in view.seats)
    asked = {
        Wish.PAUSE: not view.paused and view.screen in _PAUSES,
        Wish.GO_ON: view.paused or view.screen in _GO_ON,
        Wish.MORE_TIME: not view.paused and extends,
        Wish.HOW_TO: not view.paused and view.screen in _READS,
        Wish.PRACTISE: view.screen is Screen.PRACTICE,
        Wish.MENU: not view.paused and view.opens_menu is not None,
    }
    wishes = [wish for wish, apt in asked.items() if apt]
    return [
        Target(slot, view.words(f"touch.{wish.replace('_', '-')}"), wish)
        for slots in plan.host
        for wish, slot in zip(wishes, slots, strict=False)
    ]


def whose(pen: Pen, view: View, plan: Plan) -> None:
    """Name the owner of keys that lie below other seats' panels, too.

    On a tv, draw the sign of the seat that has the whole row, before it; on a tabletop, where keys
    lie before that seat, its colour under them.
    """
    for i, (seat, slot) in enumerate(zip(view.seats, plan.keys, strict=False)):
        if slot is None:
            continue
        if slot.size[0] <= plan.seats[i].size[0]:
            continue
        if plan.layout == "tabletop":
            pen.box(slot.rect, pen.px(22), mix(GROUND, seat_colour(seat.buzzer), 0.5))
        else:
            radius = slot.rect.height * 0.36
            at = (slot.rect.left - slot.rect.height * 0.55, slot.rect.centery)
            pen.badge(at, radius, seat.buzzer, avatar=seat.avatar)


def draw(pen: Pen, found: tuple[Target, ...]) -> None:
    """Draw the keys."""
    for target in found:
        if isinstance(target.does, int) or type(target.does) is str:
            continue  # the menu's rows and letters look like keys without any
        sheet, rect = turned(pen, target.slot)
        lit, low = target.lit and bool(target.label), min(rect.size)
        edge = TRUTH if isinstance(target.does, Wish) else mix(LINE, TEXT_COLOUR, 0.25)
        sheet.box(rect, low * 0.25, DOUBT if lit else PANEL, DOUBT if lit else edge, pen.px(3))
        if isinstance(target.does, MoreKeys | MoreRows):
            for step in (-1, 0, 1):
                sheet.disc((rect.centerx + step * low * 0.22, rect.centery), low * 0.07, FAINT)
        elif not target.label:
            mark(sheet, rect.center, low * 0.3, good=True)
        else:
            words = rect.inflate(-pen.px(12), -pen.px(6))
            sheet.words(target.label, words, 44, GROUND if lit else TEXT_COLOUR)
        put(pen, sheet.surface, target.slot)


class Fingers:
    """Turns touches, and clicks of a mouse, into Touched and Wished. Feed it by `handle`.

    A touch counts only if the finger leaves the place where it came down; sliding off takes
    nothing. `look` sets the content of the screen. A touch for more keys sends no signal and calls
    `turn`.
    """

    def __init__(
        self, clock: Callable[[], int], turn: Callable[[MoreKeys], None] = lambda _: None
    ) -> None:
        self._clock, self._turn = clock, turn
        self._post: Post | None = None
        self._size = (1, 1)
        self._shown: tuple[tuple[Target, ...], int] = ((), 0)
        self._down: dict[int, Target] = {}

    def open(self, post: Post) -> None:
        """Start posting."""
        self._post = post

    def look(self, found: tuple[Target, ...], size: tuple[int, int], at: int) -> None:
        """Set the targets of the picture of `size` pixels that is shown at `at` (ns)."""
        self._shown, self._size = (found, at), size

    def handle(self, event: pygame.event.Event) -> bool:
        """Post the signal of a finger or the mouse; return True if `event` was one of theirs."""
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
        areas, at = self._shown
        target = next((target for target in areas if target.slot.rect.collidepoint(place)), None)
        before = self._down.pop(finger, None)
        if target is None:
            return
        if down:
            self._down[finger] = target
        elif target == before and self._post is not None:
            if isinstance(target.does, MoreKeys):
                self._turn(target.does)
            elif isinstance(target.does, MoreRows):
                self._post(RowTouched(target.does.row, at, takes=False))
            elif isinstance(target.does, Wish):
                self._post(Wished(target.does, self._clock()))
            elif isinstance(target.does, int):
                self._post(RowTouched(target.does, at))
            elif isinstance(target.does, str):
                self._post(LetterTyped(target.does, at))
            else:
                self._post(Touched(*target.does, at))

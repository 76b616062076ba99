"""The table's menu by one button: a tap goes to the next row, a hold takes it.

The buzzer that opened the menu steers it; after a short rest, the next buzzer to press does. The
last row of the first page closes the menu; it also closes itself after a minute of rest.

On the page of places, people press the buzzers one after the other, clockwise. A pressed buzzer
lights up. Holding it takes it out again, and holding the first means that the order is complete.
"""

from collections.abc import Callable
from dataclasses import replace

from appliance.core.effects import Job, Keep, Rhythm, Sound
from appliance.core.signals import (
    BACKSPACE,
    RETURN,
    SECOND,
    LetterTyped,
    RowTouched,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.menus.rows import (
    LONGEST_NAME,
    Becomes,
    Chooses,
    Opens,
    Spells,
    Surveys,
    opening,
    rows,
)
from appliance.table.menus.settings import entitle, seat_anew, setting_of
from appliance.table.outcomes import Poll
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.stages import TableMenu
from appliance.table.state import Table
from appliance.table.work import Work
from appliance.text import composed, key, letters, neat, unshown
from bluffing.message import message
from bluffing.options import Value

SPELLING = (MenuPage.LETTERS, MenuPage.TITLE, MenuPage.GROUP)
"""The pages for spelling a name."""

LEFT_AFTER = 60 * SECOND
"""Rest after which the menu closes itself."""

FREE_AFTER = 10 * SECOND
"""Rest after which any other buzzer may steer."""


class InTableMenu(Behaviour):
    """Behaviour of the open menu. `wish` hands a wish to the stage that follows the menu."""

    def __init__(self, wish: Callable[[Work, Wished], None]) -> None:
        self._wish = wish

    def gesture(self, work: Work, made: Gesture) -> None:
        """Let one buzzer steer; on the page of places, each one reports its place."""
        menu = _menu(work)
        if not work.fresh(made):
            return
        if menu.spot.page is MenuPage.PLACES:
            _touch(work)
            if _placed(work, made):
                _back(work)
        elif _steers(work, made):
            if made.kind is GestureKind.TAP:
                _next(work)
            elif made.kind is GestureKind.HOLD:
                self._take(work, menu.spot.cursor, made.at)

    def heard(self, work: Work, news: News) -> None:
        """Show the progress of the awaited job."""
        menu = _menu(work)
        waits = menu.spot.page is MenuPage.JOB
        if isinstance(news, Told) and waits and menu.spot.of == news.task:
            work.put(replace(menu, told=news, touched_at=work.now))

    def pointed(self, work: Work, signal: RowTouched | LetterTyped) -> None:
        """Take a row by a finger, or a typed letter."""
        menu = _menu(work)
        _touch(work)
        match signal:
            case RowTouched(at=at) if at < menu.since:
                pass  # a row of the page before: this page came up under the finger
            case RowTouched(row=row, takes=False) if row < len(rows(work.table, menu)):
                _light(work, row)
            case RowTouched(row=row, at=at) if row < len(rows(work.table, menu)):
                self._take(work, row, at)
            case LetterTyped(text=text) if menu.spot.page in SPELLING:
                _spell(work, text)
            case _:
                work.sound(Sound.NOTHING)

    def wished(self, work: Work, signal: Wished) -> None:
        """Go one page back; a host can wish for nothing else here."""
        if signal.wish is Wish.MENU:
            _touch(work)
            _back(work)
        else:
            work.refuse(NOT_NOW)

    def cut(self, work: Work) -> None:
        """Close the menu after a power cut."""
        work.enter(_menu(work).under)

    def advance(self, work: Work) -> None:
        """Close the menu after a rest, or if a stuck buzzer opened it."""
        if self.is_due(work) or _menu(work).steers in work.table.buttons.stuck(work.now):
            leave(work)

    def due(self, table: Table, now: int) -> int | None:
        """Return the time at which it closes itself."""
        return table.at(TableMenu).touched_at + LEFT_AFTER

    def light(self, table: Table, buzzer: int) -> Rhythm:
        """Light the buzzer that steers, or those without a place yet."""
        menu = table.at(TableMenu)
        if menu.spot.page is MenuPage.PLACES:
            placed = any(one == buzzer for one, _ in menu.placed)
            return Rhythm.SOLID if placed else Rhythm.BREATHE
        if menu.steers is None or buzzer == menu.steers:
            return Rhythm.WALK
        return Rhythm.OFF if table.seat_of(buzzer) is None else Rhythm.DIM

    def _take(self, work: Work, row: int, now: int) -> None:
        """Apply the effect of `row`."""
        menu = _menu(work)
        work.sound(Sound.LOCK)
        match rows(work.table, menu)[row].does:
            case Opens(page=page, of=of):
                spot = replace(menu.spot, cursor=row)
                _go(work, (*menu.trail[:-1], spot, opening(page, work.table, of)))
            case Chooses(key=key, value=value):
                _choose(work, key, value)
            case Spells(letter=letter):
                _spell(work, letter)
            case Becomes(of=of, cursor=cursor):
                _go(work, (*menu.trail[:-1], OpenPage(menu.spot.page, cursor, of)))
            case Surveys(survey=survey):
                leave(work)
                work.leave(Poll(survey))
            case Wish() as wish:
                leave(work)
                self._wish(work, Wished(wish, now))
            case None:
                _back(work)


def leave(work: Work) -> None:
    """Close the menu; the stage under it starts now."""
    menu = _menu(work)
    _stop(work)
    work.enter(replace(menu.under, since=work.now))


# --- the way through the pages -------------------------------------------------------------------


def _menu(work: Work) -> TableMenu:
    return work.table.at(TableMenu)


def _touch(work: Work) -> None:
    """Note that people are active."""
    work.put(replace(_menu(work), touched_at=work.now))


def _steers(work: Work, made: Gesture) -> bool:
    """Return True if `made` counts; the reply to a press names the buzzer that steers."""
    menu = _menu(work)
    if menu.steers not in (None, made.buzzer):
        if made.kind is not GestureKind.PRESS:
            return False
        if made.at < menu.touched_at + FREE_AFTER:
            work.refuse(message("menu.another-steers", number=menu.steers + 1))
            return False
    if made.kind is GestureKind.PRESS:  # letting go of a refused hold keeps its notice
        work.set(notice=None)
    work.put(replace(menu, steers=made.buzzer, touched_at=work.now))
    return True


def _next(work: Work) -> None:
    menu = _menu(work)
    _light(work, (menu.spot.cursor + 1) % len(rows(work.table, menu)))


def _light(work: Work, row: int) -> None:
    """Light this row, which a hold then takes."""
    menu = _menu(work)
    work.put(replace(menu, trail=(*menu.trail[:-1], replace(menu.spot, cursor=row))))
    work.sound(Sound.TICK)


def _go(work: Work, trail: tuple[OpenPage, ...]) -> None:
    """Open another page: end the job of the page before, and start its own."""
    _stop(work)
    menu = replace(_menu(work), trail=trail, since=work.now, told=None)
    before = _menu(work)
    deeper = len(trail) > len(before.trail)  # and not back from choosing the name's sign
    if deeper and menu.spot.page in SPELLING and before.spot.page not in SPELLING:
        menu = replace(menu, draft="")
    work.put(replace(menu, placed=()))
    if menu.spot.page is MenuPage.JOB:
        work.effects.append(Job(Task(menu.spot.of), on=True))


def _stop(work: Work) -> None:
    spot = _menu(work).spot
    if spot.page is MenuPage.JOB:
        work.effects.append(Job(Task(spot.of), on=False))


def _back(work: Work) -> None:
    trail = _menu(work).trail
    if trail[-1].page is MenuPage.PLACES:
        _keep_places(work)
    if len(trail) == 1:
        leave(work)
    else:
        _go(work, trail[:-1])


def _choose(work: Work, key: str, value: Value) -> None:
    """Change a setting and go back from its page, or say why not."""
    page = _menu(work).spot.page
    work.set(notice=None)
    if not setting_of(key).change(work, value):
        return
    if page is MenuPage.HOME:  # the choice of the game is complete
        leave(work)
    elif page in (MenuPage.CHOICES, MenuPage.AVATARS, MenuPage.SAVED_GAME):
        _back(work)


# --- a name --------------------------------------------------------------------------------------


def _spell(work: Work, letter: str) -> None:
    """Add a letter to a name, remove one, or end it. Letters after the first are small."""
    menu = _menu(work)
    trail = menu.trail[:-1] if menu.spot.page is MenuPage.GROUP else menu.trail
    draft, letter = menu.draft, letter if letter in (BACKSPACE, RETURN) else letter[:1]
    if letter == RETURN:
        _call(work, trail, neat(draft))
        return
    if letter == BACKSPACE:
        draft = draft[:-1]
    elif letter.isprintable():
        longer = draft + (letter.lower() if draft and draft[-1].isalpha() else letter.upper())
        longer = composed(longer)
        scripts = work.table.settings.household.scripts
        fits = letters(longer) <= LONGEST_NAME and not unshown(longer, scripts)
        draft = longer if fits else draft
    if draft == menu.draft:
        work.sound(Sound.NOTHING)
        return
    work.put(replace(menu, draft=draft))
    _go(work, (*trail[:-1], replace(trail[-1], cursor=0)))
    work.sound(Sound.TICK)


def _call(work: Work, trail: tuple[OpenPage, ...], name: str) -> None:
    """Take the name of a player or a game, unless it is empty or in use."""
    if trail[-1].page is MenuPage.TITLE:
        if entitle(work, trail[-1].of, name):
            _go(work, tuple(page for page in trail[:-1] if page.page is not MenuPage.SAVED_GAME))
        return
    settings, place = work.table.settings, int(trail[-1].of)
    others = (one for number, one in enumerate(settings.names) if number != place)
    if not name or key(name) in map(key, others):
        work.refuse(message("menu.name-taken" if name else "menu.no-name", name=name))
        return
    names = (*settings.names[:place], name, *settings.names[place + 1 :])
    work.set(settings=replace(settings, names=names))
    work.effects.append(Keep("seats.names", names))
    _go(work, trail[:-1])


# --- the places of the buzzers -------------------------------------------------------------------


def _placed(work: Work, made: Gesture) -> bool:
    """Add, remove or end with the buzzer; return True once the order is complete.

    Holding the first while it is alone changes nothing. The others follow in the order of their
    wires.
    """
    menu = work.table.at(TableMenu)
    pressed = [buzzer for buzzer, _ in menu.placed]
    if made.kind is GestureKind.PRESS and made.buzzer not in pressed:
        work.put(replace(menu, placed=(*menu.placed, (made.buzzer, made.onset))))
        work.sound(Sound.TICK)
        if len(pressed) + 1 < work.table.settings.buzzers:
            return False
        _stand(work, (*pressed, made.buzzer))
        return True
    if made.kind is not GestureKind.HOLD or (made.buzzer, made.onset) in menu.placed:
        return False  # the press that placed it has no other effect
    if made.buzzer != pressed[0]:
        left = tuple(one for one in menu.placed if one[0] != made.buzzer)
        work.put(replace(menu, placed=left))
        work.sound(Sound.LOCK)
        return False
    if len(pressed) > 1:
        others = (one for one in range(work.table.settings.buzzers) if one not in pressed)
        _stand(work, (*pressed, *others))
    else:
        work.sound(Sound.LOCK)
    return True


def _keep_places(work: Work) -> None:
    """Save the current order, however people leave the page, so that the table never asks again."""
    clockwise = work.table.settings.clockwise
    work.effects.append(Keep("seats.clockwise", tuple(one + 1 for one in clockwise)))


def _stand(work: Work, clockwise: tuple[int, ...]) -> None:
    """Put the buzzers in this order; seated players move with their buzzers."""
    table = work.table
    work.set(settings=replace(table.settings, clockwise=clockwise))
    if table.buzzers != work.table.in_turn(table.buzzers):
        seat_anew(work)
        work.seat(zip(work.table.buzzers, work.table.names, strict=True))
    work.sound(Sound.LOCK)

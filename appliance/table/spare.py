"""A buzzer that is stuck in a game, and another one that takes its place.

A buzzer without a player is spare. A hold makes it press for the seat whose own
buzzer is stuck, as with the setting `seats.proxies`, until the evening ends or the menu says
otherwise.

Where none is spare, another player presses for that seat as well, until the game is over: a pause
offers it. In a race such a buzzer doubts for its own seat alone; the other seat takes no part.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import BUZZERS, SECOND
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Item, Pause
from appliance.table.state import Table
from appliance.table.windows import on_turn
from appliance.table.work import Work
from bluffing.message import AtSeat, message

NAMED_AFTER = 3 * SECOND
"""Time down after which a game names a buzzer as stuck: no gesture takes longer."""


SLEEPS_AFTER = 15 * 60 * SECOND
"""Time without a press after which a buzzer may sleep: wireless ones do after 20 minutes."""

WAITED_FOR = 20 * SECOND
"""Time that the table waits for a turn until it asks if that buzzer sleeps."""


def stuck(table: Table, now: int) -> tuple[int, ...]:
    """Return the buzzers of players that are held down, or chatter, at `now` (ns) in a game.

    A buzzer for which another presses is not named as one that was down at start: its line has come
    to rest.
    """
    stage = table.stage
    if stage.match is None or table.inner.over or not table.inner.pauses or table.aside:
        return ()
    if BUZZERS in table.lost:
        return ()
    presses = table.buttons.presses(now)
    bad = {item.buzzer for item in presses if item.until is None and now - item.at >= NAMED_AFTER}
    bad |= {*table.buttons.stuck(now)}
    bad |= {item for item in table.held if not helped(table, item)}
    bad -= {*table.helpers}
    seated = enumerate(table.buzzers)
    return tuple(buzzer for seat, buzzer in seated if buzzer in bad and seat not in table.game.gone)


def named_until(table: Table, now: int) -> list[int]:
    """Return the moments (ns) before which `stuck` can't change without an event."""
    if table.stage.match is None:
        return []
    due, asleep = table.buttons.deadline(now), _asleep_from(table)
    held = (item.at + NAMED_AFTER for item in table.buttons.presses(now) if item.until is None)
    return [at - 1 for at in (due, asleep, *held) if at is not None]


def asleep(table: Table, now: int) -> tuple[int, ...]:
    """Return the seats whose buzzers may sleep at `now` (ns), where the table waits for them.

    In a pause it waits for all; in a turn for the seat that may move. Fingers need no buzzer.
    """
    begins = _asleep_from(table)
    if begins is None or now < begins or BUZZERS in table.lost:
        return ()
    present = (seat for seat in range(len(table.buzzers)) if seat not in table.game.gone)
    if table.paused is not None:
        return tuple(present)
    return tuple(seat for seat in present if seat == on_turn(table))


def _asleep_from(table: Table) -> int | None:
    """Return the earliest time (ns) at which the awaited buzzers may sleep."""
    paused, turns = table.paused, table.playing
    if table.stage.match is None or _touch(table):
        return None
    if paused is not None:
        return max(paused.at, *(item.onset for item in table.marks.values()), 0) + SLEEPS_AFTER
    seat = None if turns is None else on_turn(table)
    if turns is None or seat is None or table.buzzers[seat] in table.helpers:
        return None
    mark = table.marks.get(table.buzzers[seat])
    if mark is None:
        return None
    waits = max(turns.since, turns.moved_at, turns.touched_at, turns.opened_at)
    return max(mark.onset + SLEEPS_AFTER, waits + WAITED_FOR)


def _touch(table: Table) -> bool:
    return any(item.key == "display.touch" and bool(item.value) for item in table.settings.outside)


def helped(table: Table, buzzer: int) -> bool:
    """Return True if another buzzer presses for this one."""
    return len(table.settings.pressed_by(buzzer)) > 1 or buzzer in table.helpers


def line_out(work: Work, buzzer: int) -> None:
    """Ignore a line that chatters. A buzzer that presses for it still counts."""
    table = work.table
    if table.settings.presses_for(buzzer) != buzzer:
        return
    if helped(table, buzzer):
        work.set(buttons=table.buttons.again(buzzer, down=False, at=work.now))
    else:
        work.set(buttons=table.buttons.without(buzzer))


def is_spare(table: Table, buzzer: int, now: int) -> bool:
    """Return True if `buzzer` works, has no player and presses for no other seat."""
    settings = table.settings
    if buzzer in table.buzzers or settings.presses_for(buzzer) != buzzer:
        return False
    return buzzer not in (*table.held, *table.buttons.stuck(now))


def some_spare(table: Table, now: int) -> bool:
    """Return True if a buzzer is left for a player whose own is stuck."""
    return any(is_spare(table, buzzer, now) for buzzer in range(table.settings.buzzers))


def needs(table: Table, buzzer: int, now: int) -> int | None:
    """Return the stuck or sleeping buzzer that `buzzer` could replace, or None."""
    if not is_spare(table, buzzer, now):
        return None
    bad = stuck(table, now)
    if table.paused is None:
        bad += tuple(table.buzzers[seat] for seat in asleep(table, now))
    return next((item for item in bad if not helped(table, item)), None)


def unhelped(table: Table, seat: int | None, now: int) -> int | None:
    """Return the seat whose buzzer is stuck and for which `seat` may press as well, or None."""
    if seat is None or _touch(table) or some_spare(table, now):
        return None
    buzzer, bad = table.buzzers[seat], stuck(table, now)
    if buzzer in (*bad, *table.helpers, *table.helpers.values()) or table.settings.steps(buzzer):
        return None
    return next((table.seat_of(item) for item in bad if not helped(table, item)), None)


def steered(table: Table, pause: Pause, now: int) -> bool:
    """Return True if a player goes through a pause's options with a working buzzer."""
    if pause.seat is None:
        return False
    return pause.item is not None or table.buzzers[pause.seat] not in stuck(table, now)


def arrange(work: Work, seat: int | None, item: Item | int) -> None:
    """Let the buzzer of `seat` press for one that is stuck as well, or each for its own again."""
    table, whose = work.table, unhelped(work.table, seat, work.now)
    if item is Item.EACH_OWN:
        work.set(helpers={}, notice=message("table.each-own"))
    elif item is Item.PRESS_FOR and whose is not None and seat is not None:
        buzzer = table.buzzers[whose]
        work.set(
            helpers={**table.helpers, buzzer: table.buzzers[seat]},
            notice=message("table.presses-too", who=AtSeat(seat), seat=AtSeat(whose)),
        )
        work.sound(Sound.SIT, buzzer)


def takes(work: Work, made: Gesture) -> bool:
    """Let a spare buzzer that is held press for a seat whose own is stuck; return True if it does.

    Both lines are at rest then: later edges of the stuck contact count as before.
    """
    table, buzzer = work.table, made.buzzer
    whose = needs(table, buzzer, work.now) if made.kind is GestureKind.HOLD else None
    seat = None if whose is None else table.seat_of(whose)
    if whose is None or seat is None:
        return False
    settings = table.settings
    each = (whose if item == buzzer else settings.proxy(item) for item in range(settings.buzzers))
    proxies = tuple(-1 if proxy == item else proxy for item, proxy in enumerate(each))
    at_rest = table.buttons
    for line in (whose, buzzer):
        at_rest = at_rest.again(line, down=False, at=work.now)
    work.set(
        settings=replace(settings, proxies=proxies),
        buttons=at_rest,
        held=tuple(item for item in table.held if item != whose),
        notice=message("table.spare-buzzer", number=buzzer + 1, seat=AtSeat(seat)),
    )
    work.sound(Sound.SIT, whose)
    return True

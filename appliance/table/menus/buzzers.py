"""The settings of single buzzers, as the table's menu changes them: how each is pressed, and so on.

They are for who can't tap and hold, or can't in time. What is changed is kept, as all is there.
"""

from dataclasses import replace

from appliance.core.effects import Keep
from appliance.presses.grammar import Grammar
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.message import Message, Spoken, message
from bluffing.options import Value

GRAMMAR, MORE_TIME, PROXY = "seats.grammars.", "seats.more_time.", "seats.proxies."
"""How the keys begin; the number of a buzzer, from 0, follows.

They say how it is pressed, whether windows are longer for it, and for which other one it presses.
"""

OF_EACH = (GRAMMAR, MORE_TIME, PROXY)

PACE_KEY = "seats.scan_ms"
SCAN_PACES: tuple[Value, ...] = (600, 900, 1200, 1800, 3000, 5000)
"""How long a choice that moves by itself may stay where it is, as the menu offers it (ms)."""

_SECOND = 1000  # ms


def is_one(key: str) -> bool:
    """Return True if `key` is one of these."""
    return key == PACE_KEY or key.startswith(OF_EACH)


def choices(table: Table, key: str) -> tuple[Value, ...]:
    """List its values at this table."""
    if key == PACE_KEY:
        now = table.settings.scan_ms
        return SCAN_PACES if now in SCAN_PACES else (*SCAN_PACES, now)
    if key.startswith(GRAMMAR):
        return tuple(one.value for one in Grammar)
    return (False, True) if key.startswith(MORE_TIME) else _pressed_for(table, _buzzer(key))


def current(table: Table, key: str) -> Value:
    """Return its current value."""
    settings = table.settings
    if key == PACE_KEY:
        return settings.scan_ms
    buzzer = _buzzer(key)
    if key.startswith(GRAMMAR):
        return settings.grammar(buzzer).value
    if key.startswith(MORE_TIME):
        return buzzer in settings.more_time
    whose = settings.presses_for(buzzer)
    return 0 if whose == buzzer else whose + 1


def called(key: str) -> Message:
    """Its name."""
    if key.startswith(GRAMMAR):
        return message("menu.grammar")
    if key.startswith(MORE_TIME):
        return message("menu.more-time")
    return message("menu.proxy") if key.startswith(PROXY) else message("menu.seats.scan_ms")


def said(key: str, value: Value) -> Spoken:
    """A value of it, in words."""
    if key.startswith(GRAMMAR):
        return message(f"menu.grammar.{value}")
    if key.startswith(MORE_TIME):
        return message("menu.yes" if value else "menu.no")
    if key.startswith(PROXY):
        return message("menu.buzzer", number=value) if value else message("menu.proxy.own")
    return message("menu.seconds", seconds=int(value) / _SECOND)


def means(key: str, value: Value) -> Message:
    """Explain it, or a way to press."""
    if key.startswith(GRAMMAR):
        return message(f"menu.grammar.{value}.for")
    if key.startswith(MORE_TIME):
        return message("menu.more-time.for")
    return message("menu.proxy.for" if key.startswith(PROXY) else "menu.seats.scan_ms.for")


def change(work: Work, key: str, value: Value) -> None:
    """Let it be `value`, and keep that."""
    settings = work.table.settings
    if key == PACE_KEY:
        work.set(settings=replace(settings, scan_ms=int(value)))
        work.effects.append(Keep(PACE_KEY, value))
    elif key.startswith(GRAMMAR):
        _press_as(work, _buzzer(key), str(value))
    elif key.startswith(MORE_TIME):
        _more_time(work, _buzzer(key), on=bool(value))
    else:
        _press_for(work, _buzzer(key), int(value) - 1)


def _buzzer(key: str) -> int:
    return int(key.rpartition(".")[2])


def _pressed_for(table: Table, buzzer: int) -> tuple[Value, ...]:
    """The numbers of the buzzers for which this one may press; 0: its own.

    Who sits there presses for nobody else, and for whom somebody presses does not, either.
    """
    settings = table.settings
    if buzzer in table.buzzers or len(settings.pressed_by(buzzer)) > 1:
        return (0,)
    own = (one for one in range(settings.buzzers) if settings.presses_for(one) == one)
    return (0, *(one + 1 for one in own if one != buzzer))


def _press_as(work: Work, buzzer: int, grammar: str) -> None:
    settings = work.table.settings
    each = range(settings.buzzers)
    grammars = tuple(grammar if one == buzzer else settings.grammar(one).value for one in each)
    work.set(settings=replace(settings, grammars=grammars))
    work.effects.append(Keep("seats.grammars", grammars))


def _press_for(work: Work, buzzer: int, whose: int) -> None:
    """A press of `buzzer` counts for `whose` from now on; -1: for its own seat."""
    settings = work.table.settings
    each = range(settings.buzzers)
    now = (whose if one == buzzer else settings.presses_for(one) for one in each)
    proxies = tuple(-1 if other == one else other for one, other in enumerate(now))
    work.set(settings=replace(settings, proxies=proxies))
    work.effects.append(Keep("seats.proxies", tuple(one + 1 for one in proxies)))


def _more_time(work: Work, buzzer: int, *, on: bool) -> None:
    """Windows are longer where who presses `buzzer` may doubt, or are so no more."""
    settings = work.table.settings
    slow = {*settings.more_time} | {buzzer} if on else {*settings.more_time} - {buzzer}
    work.set(settings=replace(settings, more_time=tuple(sorted(slow))))
    work.effects.append(Keep("seats.more_time", tuple(one + 1 for one in sorted(slow))))

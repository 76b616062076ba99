"""The places of the buzzers: everybody presses, one after the other, clockwise.

A buzzer that was pressed lights up. A hold of it takes it out again; a hold of the first says that
no more are there: the others follow as they are wired. A hold of the first, when it is alone,
leaves all as it was. However people leave the page, what holds then is kept, so that nobody is
asked again; an empty order is that of the wires.
"""

from dataclasses import replace

from appliance.core.effects import Keep, Sound
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.menus.settings import seat_anew
from appliance.table.stages import TableMenu
from appliance.table.work import Work


def gesture(work: Work, made: Gesture) -> bool:
    """A buzzer says that it is next, or the first that these were all; True when that is done."""
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
        return False  # the press that put it there does no more
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


def keep(work: Work) -> None:
    """The buzzers stand as the settings have it."""
    clockwise = work.table.settings.clockwise
    work.effects.append(Keep("seats.clockwise", tuple(one + 1 for one in clockwise)))


def _stand(work: Work, clockwise: tuple[int, ...]) -> None:
    """The buzzers stand so; who sits there already changes seats with it."""
    table = work.table
    work.set(settings=replace(table.settings, clockwise=clockwise))
    if table.buzzers != tuple(sorted(table.buzzers, key=clockwise.index)):
        seat_anew(work)
        work.seat(zip(work.table.buzzers, work.table.names, strict=True))
    work.sound(Sound.LOCK)

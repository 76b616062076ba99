"""The places of the buzzers: people press them one after the other, clockwise.

A pressed buzzer lights up. Holding it takes it out again. Holding the first means that the order is
complete; the other buzzers follow in the order of their wires. Holding the first while it is alone
changes nothing. However people leave the page, the current order is kept, so that the table never
asks again; an empty order is that of the wires.
"""

from dataclasses import replace

from appliance.core.effects import Keep, Sound
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.menus.settings import seat_anew
from appliance.table.stages import TableMenu
from appliance.table.work import Work


def gesture(work: Work, made: Gesture) -> bool:
    """Add, remove or end with the buzzer; return True once the order is complete."""
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


def keep(work: Work) -> None:
    """Save the order of the buzzers that the settings have."""
    clockwise = work.table.settings.clockwise
    work.effects.append(Keep("seats.clockwise", tuple(one + 1 for one in clockwise)))


def _stand(work: Work, clockwise: tuple[int, ...]) -> None:
    """Put the buzzers in this order; seated players move with their buzzers."""
    table = work.table
    work.set(settings=replace(table.settings, clockwise=clockwise))
    if table.buzzers != tuple(sorted(table.buzzers, key=clockwise.index)):
        seat_anew(work)
        work.seat(zip(work.table.buzzers, work.table.names, strict=True))
    work.sound(Sound.LOCK)

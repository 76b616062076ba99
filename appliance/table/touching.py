"""What a finger takes on the screen: the same as so many taps and a hold of that seat's button.

Comfort beside the buttons, never more than they may, and never a doubt where anybody may doubt:
a screen is nearer to some hands than to others.
"""

from appliance.core.effects import Sound
from appliance.message import Message, message
from appliance.presses.gestures import Kind
from appliance.rules.actions import Doubt, Force
from appliance.table.doubting import menu_of, on_turn, race_of
from appliance.table.menu import Entry
from appliance.table.play import choose
from appliance.table.work import Work


def turn(work: Work, seat: int, taps: int, at: int) -> None:
    """In a turn: walk on by `taps`, and take what stands there at `at` (ns)."""
    table, round_ = work.table, work.current
    if seat != on_turn(table) or round_.pending is not None or round_.doubter is not None:
        work.refuse(message("table.not-now"))
        return
    menu = menu_of(table, seat)
    made = round_.entry if round_.entry is not None and round_.entry.seat == seat else None
    for kind in (*(Kind.TAP,) * taps, Kind.HOLD):
        step = menu.press(made, kind)
        if isinstance(step, Message):
            work.refuse(step)
            return
        if not isinstance(step, Entry):
            if isinstance(step, (Doubt, Force)) and race_of(table) is not None:
                work.refuse(message("table.doubt-with-buzzer"))
            else:
                choose(work, step, at)
            return
        made = step
    work.round(entry=made, touched_at=max(round_.touched_at, at))
    work.sound(Sound.TICK)

"""The presses of how to play: pages that people turn with any buzzer between games."""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import SECOND, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.outcomes import Rehearsal, Return
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.stages.howto import facts
from appliance.table.stages.howto.state import HowTo
from appliance.table.state import Table
from appliance.table.work import Work

CLOSES_AFTER = 60 * SECOND
"""Time without a turned page after which the page closes."""


class InHowTo(Behaviour):
    """Behaviour while a page is open."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Turn the page by a tap of any buzzer, and go back to where people were by a hold."""
        if made.onset < work.table.stage.since:
            return
        if made.kind is GestureKind.TAP:
            _turn(work)
        elif made.kind is GestureKind.HOLD:
            work.leave(Return())

    def wished(self, work: Work, signal: Wished) -> None:
        """Do the same by a finger."""
        match signal.wish:
            case Wish.HOW_TO:
                _turn(work)
            case Wish.GO_ON:
                work.leave(Return())
            case _:
                work.refuse(NOT_NOW)

    def front(self, table: Table) -> AsideFacts:
        """Return the facts of the open page."""
        return facts.front(table)

    def asks(self, table: Table, buzzer: int) -> Prompted:
        """Ask every buzzer to turn the page."""
        return facts.asks()

    def cut(self, work: Work) -> None:
        """Close the page after a power cut."""
        work.leave(Return())

    def advance(self, work: Work) -> None:
        """Close an old page."""
        if self.is_due(work):
            work.leave(Return())

    def due(self, table: Table, now: int) -> int | None:
        """Time at which the page closes by itself."""
        return table.at(HowTo).began + CLOSES_AFTER

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light every lamp faintly, because any buzzer may turn the page."""
        return Rhythm.DIM


def begin(work: Work) -> None:
    """Open the first page, in front of the current stage."""
    work.enter(HowTo(work.table.inner, work.now))
    work.sound(Sound.TICK)


def _turn(work: Work) -> None:
    """Open the next page; after the last one a practice round."""
    here = work.table.at(HowTo)
    if here.page + 1 == facts.pages(work.table):
        work.leave(Rehearsal())
    else:
        work.put(replace(here, page=here.page + 1, began=work.now))
        work.sound(Sound.TICK)

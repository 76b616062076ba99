"""How to play, as pages that people turn with any buzzer while nobody plays."""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import SECOND, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import practice
from appliance.table.asides import HowTo
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.state import Table
from appliance.table.work import Work

CLOSES_AFTER = 60 * SECOND
"""Nobody turned a page for so long: nobody reads."""


class InHowTo(Behaviour):
    """A page is open."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """A tap of any buzzer turns the page, a hold goes back to where people were."""
        if made.onset < work.table.stage.since:
            return
        if made.kind is GestureKind.TAP:
            _turn(work)
        elif made.kind is GestureKind.HOLD:
            practice.end(work)

    def wished(self, work: Work, signal: Wished) -> None:
        """The same by a finger."""
        match signal.wish:
            case Wish.HOW_TO:
                _turn(work)
            case Wish.GO_ON:
                practice.end(work)
            case _:
                work.refuse(NOT_NOW)

    def cut(self, work: Work) -> None:
        """The power was gone, and who read has read."""
        practice.end(work)

    def advance(self, work: Work) -> None:
        """An old page closes."""
        if self.is_due(work):
            practice.end(work)

    def due(self, table: Table, now: int) -> int | None:
        """Time at which the page closes by itself."""
        return table.at(HowTo).began + CLOSES_AFTER

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Everybody may turn the page."""
        return Rhythm.DIM


def begin(work: Work) -> None:
    """Open the first page, in front of what is there."""
    work.enter(HowTo(work.table.inner, work.now))
    work.sound(Sound.TICK)


def pages(table: Table) -> int:
    """Number of pages: the game's own, the buzzer's page, and the one to take home."""
    return len(table.ruleset.lessons) + 2


def _turn(work: Work) -> None:
    """The next page; after the last one whoever likes tries it."""
    here = work.table.at(HowTo)
    if here.page + 1 == pages(work.table):
        practice.begin(work)
    else:
        work.put(replace(here, page=here.page + 1, began=work.now))
        work.sound(Sound.TICK)

"""The presses at an empty table."""

from appliance.core.signals import Touched, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.menus.opening import opens
from appliance.table.outcomes import Arrival
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.work import Work


class InAttract(Behaviour):
    """Behaviour of an empty table."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Wake the table by any press, which also sits down."""
        if made.kind is GestureKind.PRESS:
            work.leave(Arrival(made))

    def touched(self, work: Work, signal: Touched) -> None:
        """Let a finger sit down, too; here a seat is a buzzer."""
        self.gesture(work, Gesture(GestureKind.PRESS, signal.seat, signal.at, work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, or the menu; there is nothing to pause."""
        if not opens(work, signal):
            work.refuse(NOT_NOW)

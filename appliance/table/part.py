"""The behaviour of a table in one stage of an evening, with the defaults of most stages.

`step` and the lamps ask the current stage; `parts.py` maps each stage to its behaviour.
"""

from appliance.core import signals
from appliance.core.effects import Effect, Rhythm
from appliance.core.signals import Chosen, LetterTyped, RowTouched, Touched, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.stages import AnyStage
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.actions import Adjust, Audit, Discard, Leave, Rescore, Void
from bluffing.message import message

News = (
    signals.CardsSeen
    | signals.CodeSeen
    | signals.QuestionDrawn
    | signals.VotesCounted
    | signals.DriverLost
    | signals.DriverBack
    | signals.EdgesLost
    | signals.Told
)
"""Signals without a press or a wish."""

PROCEDURES = (Adjust, Audit, Rescore, Leave, Discard, Void)
"""Corrections that people may make while the game is paused, by touch too."""

NOT_NOW = message("table.not-now")


class Behaviour:
    """Behaviour that ignores everything. Each stage overrides the events with a meaning there."""

    touch = False
    """True if a finger may replace taps and a hold."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Take a tap or a hold of a button."""

    def touched(self, work: Work, signal: Touched) -> None:
        """Take a finger on a seat's option: it counts as taps and a hold."""
        stage, buzzer = work.table.stage, work.table.buzzers[signal.seat]
        for kind in (*(GestureKind.TAP,) * signal.taps, GestureKind.HOLD) if self.touch else ():
            self.gesture(work, Gesture(kind, buzzer, signal.at, work.now))
            if is_another(work.table, stage):
                break  # the next gestures would answer another question

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Take an action of the game, entered by touch or by the host."""
        work.refuse(NOT_NOW)

    def wished(self, work: Work, signal: Wished) -> None:
        """Take a wish of the host that is no action of the game: a pause in any occupied stage."""
        match signal.wish:
            case Wish.PAUSE:
                work.pause(None)
            case Wish.GO_ON:
                self.go_on(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def go_on(self, work: Work, at: int) -> None:
        """Take a wish of the host that means the same as a hold, at `at` (ns)."""
        work.refuse(NOT_NOW)

    def pointed(self, work: Work, signal: RowTouched | LetterTyped) -> None:
        """Take a touched row of the table's menu, or a typed letter; other stages ignore them."""

    def heard(self, work: Work, news: News) -> None:
        """Take news that no player makes."""

    def front(self, table: Table) -> AsideFacts | None:
        """Return the facts of the page, practice or survey in front of the stage."""
        return None

    def asks(self, table: Table, buzzer: int) -> Prompted:
        """Return the prompt of that page, practice or survey to a buzzer."""
        return Prompted()

    def takes(self, table: Table, buzzer: int) -> Prompt | None:
        """Return the prompt whose choices it offers to a stepping buzzer."""
        return self.asks(table, buzzer).prompt

    def tells_at(self, table: Table) -> int | None:
        """Return the time (ns) of revealing a decision without a press; None: nothing is secret."""
        return None

    def tell(self, work: Work) -> None:
        """Reveal the decision: its time has come, or a player has pressed."""

    def cut(self, work: Work) -> None:
        """Drop half entered input after a power cut."""

    def resume(self, work: Work) -> None:
        """Repeat the requests from before a pause."""

    def restarts(self, table: Table) -> tuple[Effect, ...]:
        """Return the effects to repeat after a start in the middle of the stage."""
        return ()

    def advance(self, work: Work) -> None:
        """Do everything that is due."""

    def follow(self, work: Work) -> None:
        """Leave for the stage that the game's state asks for, if that is another."""

    def due(self, table: Table, now: int) -> int | None:
        """Return the time (ns) at which `advance` next has something to do, or None."""
        return None

    def moments(self, table: Table, now: int) -> list[int]:
        """List the times (ns) up to which its facts hold without a press."""
        return []

    def is_due(self, work: Work) -> bool:
        """Return True if it has something to do now."""
        at = self.due(work.table, work.now)
        return at is not None and work.now >= at

    def light(self, table: Table, buzzer: int) -> Rhythm:
        """Return the rhythm of a buzzer's lamp: dark without a player."""
        seat = table.seat_of(buzzer)
        if seat is None or (table.stage.match is not None and seat in table.game.gone):
            return Rhythm.OFF
        return self.lamp(table, seat)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Return the rhythm of a seat's lamp."""
        return Rhythm.DIM


def is_another(table: Table, stage: AnyStage) -> bool:
    """Return True if the table has gone on from `stage` to another one."""
    now = table.stage
    return type(now) is not type(stage) or now.since != stage.since

"""What a table does in one stage of an evening: what all answer to, and what most of them do.

`step` and the lamps ask the stage that the table is in; `parts.py` says whose file answers.
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
from bluffing.actions import Adjust, Audit, Discard, Leave, Void
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
"""The signals that come in without a press or a wish."""

PROCEDURES = (Adjust, Audit, Leave, Discard, Void)
"""What people may set right while the game is paused, by touch too."""

NOT_NOW = message("table.not-now")


class Behaviour:
    """A stage that answers to nothing. Each stage overrides what means something there."""

    touch = False
    """Whether a finger may say what taps and a hold would."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """A button was tapped or held."""

    def touched(self, work: Work, signal: Touched) -> None:
        """A finger on what the screen shows for a seat: so many taps and a hold."""
        stage, buzzer = work.table.stage, work.table.buzzers[signal.seat]
        for kind in (*(GestureKind.TAP,) * signal.taps, GestureKind.HOLD) if self.touch else ():
            self.gesture(work, Gesture(kind, buzzer, signal.at, work.now))
            if is_another(work.table, stage):
                break  # what came of it is another question

    def chosen(self, work: Work, signal: Chosen) -> None:
        """An action of the game, entered by touch or by the host."""
        work.refuse(NOT_NOW)

    def wished(self, work: Work, signal: Wished) -> None:
        """A wish of the host that is no action of the game: a pause, wherever somebody sits."""
        match signal.wish:
            case Wish.PAUSE:
                work.pause(None)
            case Wish.GO_ON:
                self.go_on(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def go_on(self, work: Work, at: int) -> None:
        """The host wishes for what a hold would say, at `at` (ns)."""
        work.refuse(NOT_NOW)

    def pointed(self, work: Work, signal: RowTouched | LetterTyped) -> None:
        """A finger took a row of the table's menu, or a letter was typed: elsewhere nothing."""

    def heard(self, work: Work, news: News) -> None:
        """Take news that no player makes."""

    def front(self, table: Table) -> AsideFacts | None:
        """Return the facts of what people read, try or are asked in front of the stage."""
        return None

    def asks(self, table: Table, buzzer: int) -> Prompted:
        """Return what it asks a buzzer there."""
        return Prompted()

    def takes(self, table: Table, buzzer: int) -> Prompt | None:
        """Return the prompt whose choices it offers there to who steps through them."""
        return self.asks(table, buzzer).prompt

    def tells_at(self, table: Table) -> int | None:
        """Time (ns) at which it tells what is decided by itself; None: it keeps nothing back."""
        return None

    def tell(self, work: Work) -> None:
        """Tell what is decided: its time has come, or a player has pressed."""

    def cut(self, work: Work) -> None:
        """The power was gone: what people had half entered is dropped."""

    def resume(self, work: Work) -> None:
        """Ask again for what was asked for before a pause."""

    def restarts(self, table: Table) -> tuple[Effect, ...]:
        """Return the effects to ask for again after a start in the middle of the stage."""
        return ()

    def advance(self, work: Work) -> None:
        """Do what has fallen due."""

    def follow(self, work: Work) -> None:
        """Leave for the stage that the game asks for, if that is another, however it got there."""

    def due(self, table: Table, now: int) -> int | None:
        """Time at which `advance` next has something to do (ns), or None."""
        return None

    def moments(self, table: Table, now: int) -> list[int]:
        """List the times (ns) up to which its facts hold without a press."""
        return []

    def is_due(self, work: Work) -> bool:
        """Return True if it has something to do now."""
        at = self.due(work.table, work.now)
        return at is not None and work.now >= at

    def light(self, table: Table, buzzer: int) -> Rhythm:
        """Rhythm of a buzzer's lamp: dark without a player."""
        seat = table.seat_of(buzzer)
        if seat is None or (table.stage.match is not None and seat in table.game.gone):
            return Rhythm.OFF
        return self.lamp(table, seat)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Rhythm of a seat's lamp."""
        return Rhythm.DIM


def is_another(table: Table, stage: AnyStage) -> bool:
    """Return True if the table has gone on from `stage` to another one."""
    now = table.stage
    return type(now) is not type(stage) or now.since != stage.since

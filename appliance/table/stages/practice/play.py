"""The presses of a practice round.

Each player who presses joins in. A scene ends when all of them have done its task, or a while after
the first has, because the table does not wait for people who have left.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import SECOND, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.outcomes import Return
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.stages.practice import facts
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.practice.story import story
from appliance.table.state import Table
from appliance.table.work import Work

NUDGE_AFTER = 6 * SECOND
"""Time after which the lamps and the screen ask once more."""

OTHERS_HAVE = 4 * SECOND
"""Time for the others to do it too, after the first player."""

ENDS_AFTER = 60 * SECOND
"""Time without a press after which the round ends."""


class InPractice(Behaviour):
    """Behaviour while a scene waits for a press."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Count the presses that the scene asks for; a long hold leaves, any hold leaves the offer.

        After a press of another kind, the table names the right one. A second wrong press skips the
        scene, so that people who just keep pressing come through.
        """
        here, scene = work.table.at(Practice), facts.scene_of(work.table)
        if made.kind is GestureKind.LONG:
            work.leave(Return())
        elif made.onset < here.began:
            pass  # it belongs to another scene
        elif made.kind is GestureKind.HOLD and here.number == 0:
            work.leave(Return())
        elif made.kind is scene.wants:
            _does(work, made.buzzer)
        elif made.kind in (GestureKind.TAP, GestureKind.HOLD) and _again(work, made.buzzer):
            _next(work)

    def wished(self, work: Work, signal: Wished) -> None:
        """Go on to the next scene by a finger, or leave."""
        match signal.wish:
            case Wish.PRACTISE:
                _next(work)
            case Wish.GO_ON:
                work.leave(Return())
            case _:
                work.refuse(NOT_NOW)

    def front(self, table: Table) -> AsideFacts:
        """Return the facts of the scene that is on."""
        return facts.front(table)

    def asks(self, table: Table, buzzer: int) -> Prompted:
        """Ask for the press that the scene waits for."""
        return facts.asks(table, buzzer)

    def takes(self, table: Table, buzzer: int) -> Prompt | None:
        """Offer the press that the scene waits for."""
        return facts.takes(table, buzzer)

    def cut(self, work: Work) -> None:
        """End the round after a power cut."""
        work.leave(Return())

    def advance(self, work: Work) -> None:
        """Go on to the next scene, ask once more, or end the round."""
        here = work.table.at(Practice)
        if work.now >= here.pressed_at + ENDS_AFTER:
            work.leave(Return())
        elif _finished(work.table) and work.now >= here.pressed_at + OTHERS_HAVE:
            _next(work)
        elif not here.nudged and work.now >= here.began + NUDGE_AFTER:
            work.put(replace(here, nudged=True))

    def due(self, table: Table, now: int) -> int | None:
        """Return the time at which one of these is due."""
        here = table.at(Practice)
        times = [here.pressed_at + ENDS_AFTER]
        if _finished(table):
            times.append(here.pressed_at + OTHERS_HAVE)
        if not here.nudged:
            times.append(here.began + NUDGE_AFTER)
        return min(times)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the buzzers that have not done it yet, more strongly after a while."""
        if facts.does(table, table.buzzers[seat]) >= facts.scene_of(table).times:
            return Rhythm.SOLID
        return Rhythm.WALK if table.at(Practice).nudged else Rhythm.BREATHE


def begin(work: Work) -> None:
    """Offer a practice round, in front of the current stage."""
    work.enter(Practice(work.table.inner, work.now, work.now))
    work.sound(Sound.TICK)


def _again(work: Work, buzzer: int) -> bool:
    """Return True if `buzzer` has just pressed more than once without doing what the scene asks."""
    presses, began = work.table.buttons.presses(work.now), work.table.at(Practice).began
    count = sum(press.buzzer == buzzer and press.at >= began for press in presses)
    return count > 1 + facts.does(work.table, buzzer)


def _finished(table: Table) -> bool:
    """Return True if a player has done all that the scene asks for."""
    return any(count >= facts.scene_of(table).times for _, count in table.at(Practice).done)


def _does(work: Work, buzzer: int) -> None:
    here, times = work.table.at(Practice), facts.scene_of(work.table).times
    done = {**dict(here.done), buzzer: min(facts.does(work.table, buzzer) + 1, times)}
    joined = here.joined if buzzer in here.joined else (*here.joined, buzzer)
    work.put(replace(here, done=tuple(sorted(done.items())), joined=joined, pressed_at=work.now))
    work.sound(Sound.TICK if facts.scene_of(work.table).wants is GestureKind.TAP else Sound.LOCK)
    if all(done.get(one, 0) >= times for one in joined):
        _next(work)


def _next(work: Work) -> None:
    """Go on to the next scene with the buzzers that took part; after the last one end the round."""
    here = work.table.at(Practice)
    if here.number + 1 == len(story(work.table.settings.ruleset)):
        work.leave(Return())
        return
    took_part = tuple(buzzer for buzzer, _ in here.done)
    work.put(Practice(here.stage, work.now, work.now, here.number + 1, joined=took_part))
    verdict = facts.scene_of(work.table).truth
    if verdict is not None:
        work.sound(Sound.TRUTH if verdict else Sound.LIE)

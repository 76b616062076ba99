"""A practice round: pretend cards, real buzzers. Nothing of it counts.

Everybody who presses joins in. A scene goes on when all who joined have done what it asks for, or a
while after the first has: nobody is waited for who has left.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import SECOND, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.asides import HowTo, Practice
from appliance.table.part import NOT_NOW, Behaviour
from appliance.table.stages import Attract, Lobby, Over
from appliance.table.state import Table
from appliance.table.story import PracticeStep, story
from appliance.table.work import Work

NUDGE_AFTER = 6 * SECOND
"""Nobody has done what is asked for so long: their lamps and the screen ask once more."""

OTHERS_HAVE = 4 * SECOND
"""How long the others have to do it too, once somebody has."""

ENDS_AFTER = 60 * SECOND
"""Nobody pressed anything for so long: nobody practises."""


class InPractice(Behaviour):
    """A scene waits for a press."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Count what the scene asks for; a long hold leaves, and any hold leaves the offer.

        A press of another kind is told the right one. The next such one skips the scene, so that
        whoever just keeps pressing comes through.
        """
        here, scene = work.table.at(Practice), scene_of(work.table)
        if made.kind is GestureKind.LONG:
            end(work)
        elif made.onset < here.began:
            pass  # it was about another scene
        elif made.kind is GestureKind.HOLD and here.number == 0:
            end(work)
        elif made.kind is scene.wants:
            _does(work, made.buzzer)
        elif made.kind in (GestureKind.TAP, GestureKind.HOLD) and _again(work, made.buzzer):
            _next(work)

    def wished(self, work: Work, signal: Wished) -> None:
        """A finger goes on to the next scene, or leaves."""
        match signal.wish:
            case Wish.PRACTISE:
                _next(work)
            case Wish.GO_ON:
                end(work)
            case _:
                work.refuse(NOT_NOW)

    def cut(self, work: Work) -> None:
        """The power was gone, and the round is over."""
        end(work)

    def advance(self, work: Work) -> None:
        """The next scene, another word, or the end."""
        here = work.table.at(Practice)
        if work.now >= here.pressed_at + ENDS_AFTER:
            end(work)
        elif _finished(work.table) and work.now >= here.pressed_at + OTHERS_HAVE:
            _next(work)
        elif not here.nudged and work.now >= here.began + NUDGE_AFTER:
            work.put(replace(here, nudged=True))

    def due(self, table: Table, now: int) -> int | None:
        """Time at which one of these falls due."""
        here = table.at(Practice)
        times = [here.pressed_at + ENDS_AFTER]
        if _finished(table):
            times.append(here.pressed_at + OTHERS_HAVE)
        if not here.nudged:
            times.append(here.began + NUDGE_AFTER)
        return min(times)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light those who have not done it yet, more strongly after a while."""
        if does(table, table.buzzers[seat]) >= scene_of(table).times:
            return Rhythm.SOLID
        return Rhythm.WALK if table.at(Practice).nudged else Rhythm.BREATHE


def begin(work: Work) -> None:
    """Offer a practice round, in front of what is there."""
    work.enter(Practice(work.table.inner, work.now, work.now))
    work.sound(Sound.TICK)


def end(work: Work) -> None:
    """Back to where people were. Time stood still."""
    stage, here = work.table.inner, work.table.stage
    assert isinstance(here, HowTo | Practice), "somebody reads or practises"
    assert isinstance(stage, Attract | Lobby | Over), "nobody plays meanwhile"
    work.enter(replace(stage, since=work.now))


def scene_of(table: Table) -> PracticeStep:
    """The scene that is on."""
    return story(table.settings.ruleset)[table.at(Practice).number]


def does(table: Table, buzzer: int) -> int:
    """Number of presses of `buzzer` as the scene asks."""
    return dict(table.at(Practice).done).get(buzzer, 0)


def _again(work: Work, buzzer: int) -> bool:
    """Return True if `buzzer` has just pressed more than once without doing what the scene asks."""
    presses, began = work.table.buttons.presses(work.now), work.table.at(Practice).began
    count = sum(press.buzzer == buzzer and press.at >= began for press in presses)
    return count > 1 + does(work.table, buzzer)


def _finished(table: Table) -> bool:
    """Return True if a player has done all that the scene asks for."""
    return any(count >= scene_of(table).times for _, count in table.at(Practice).done)


def _does(work: Work, buzzer: int) -> None:
    here, times = work.table.at(Practice), scene_of(work.table).times
    done = {**dict(here.done), buzzer: min(does(work.table, buzzer) + 1, times)}
    joined = here.joined if buzzer in here.joined else (*here.joined, buzzer)
    work.put(replace(here, done=tuple(sorted(done.items())), joined=joined, pressed_at=work.now))
    work.sound(Sound.TICK if scene_of(work.table).wants is GestureKind.TAP else Sound.LOCK)
    if all(done.get(one, 0) >= times for one in joined):
        _next(work)


def _next(work: Work) -> None:
    """The next scene, with those who took part in this one; after the last one the end."""
    here = work.table.at(Practice)
    if here.number + 1 == len(story(work.table.settings.ruleset)):
        end(work)
        return
    took_part = tuple(buzzer for buzzer, _ in here.done)
    work.put(Practice(here.stage, work.now, work.now, here.number + 1, joined=took_part))
    verdict = scene_of(work.table).truth
    if verdict is not None:
        work.sound(Sound.TRUTH if verdict else Sound.LIE)

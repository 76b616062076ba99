"""The public facts of a practice round, and what a scene asks each buzzer."""

from dataclasses import dataclass
from typing import ClassVar

from appliance.presses.gestures import HOLD_AFTER, LONG_AFTER, GestureKind
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.practice.story import PracticeStep, story
from appliance.table.state import Table
from bluffing.message import Message, message

_TRIES = {
    GestureKind.TAP: Prompt.TRY_TAP,
    GestureKind.HOLD: Prompt.TRY_HOLD,
    GestureKind.PRESS: Prompt.TRY_PRESS,
}


@dataclass(frozen=True, slots=True)
class PracticeFacts(AsideFacts):
    """A practice round with its current scene, the `number`th of `count`, from 0.

    `done` are the buzzers that have done the task. `nudged`: none has for a while.
    """

    screen: ClassVar[str] = "practice"
    scene: PracticeStep
    number: int
    count: int
    done: frozenset[int]
    nudged: bool

    @property
    def by_hold(self) -> bool:
        """True if the scene waits for a hold."""
        return self.scene.wants is GestureKind.HOLD


def front(table: Table) -> PracticeFacts:
    """Return the facts of the scene that is on."""
    here, scene = table.at(Practice), scene_of(table)
    done = frozenset(buzzer for buzzer, times in here.done if times >= scene.times)
    return PracticeFacts(scene, here.number, len(story(table.settings.ruleset)), done, here.nudged)


def scene_of(table: Table) -> PracticeStep:
    """Return the scene that is on."""
    return story(table.settings.ruleset)[table.at(Practice).number]


def does(table: Table, buzzer: int) -> int:
    """Return the number of presses of `buzzer` that the scene asked for."""
    return dict(table.at(Practice).done).get(buzzer, 0)


def asks(table: Table, buzzer: int) -> Prompted:
    """Ask for the presses of the scene, and show the buzzer's progress."""
    scene, done, offer = scene_of(table), does(table, buzzer), table.at(Practice).number == 0
    by_hold = scene.wants is GestureKind.HOLD
    prompt = Prompt.TRY_OFFER if offer else _TRIES[scene.wants]
    return Prompted(
        Prompt.TRY_DONE if done >= scene.times else prompt,
        holds=HOLD_AFTER if by_hold or offer else LONG_AFTER,
        counted=done if scene.times > 1 else 0,
        reply=_otherwise(table, buzzer, by_hold=by_hold),
    )


def takes(table: Table, buzzer: int) -> Prompt | None:
    """Return the choice of a player who steps through choices; a press itself needs none."""
    scene = scene_of(table)
    if table.at(Practice).number == 0:
        return Prompt.TRY_OFFER
    done = does(table, buzzer) >= scene.times
    return None if done or scene.wants is GestureKind.PRESS else _TRIES[scene.wants]


def _otherwise(table: Table, buzzer: int, *, by_hold: bool) -> Message | None:
    """Return the reply to another press than the one that the scene asks for."""
    press = table.unheard.get(buzzer)
    other = GestureKind.TAP if by_hold else GestureKind.HOLD
    if press is None or press.kind is not other:
        return None
    return message("reply.hold" if by_hold else "reply.tap")

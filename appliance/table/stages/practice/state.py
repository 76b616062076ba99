"""The fields of a practice round."""

from dataclasses import dataclass

from appliance.table.stages import Aside


@dataclass(frozen=True, slots=True)
class Practice(Aside):
    """A practice round of pretend cards, in which people try the buzzers.

    The scene `number` began at `began`, and the newest press was at `pressed_at`. `done` counts the
    presses of each buzzer that the scene asked for; `joined` are the buzzers with any press.
    """

    pressed_at: int
    number: int = 0
    done: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    nudged: bool = False  # the scene has waited for a while

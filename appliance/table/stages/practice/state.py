"""The fields of a practice round."""

from dataclasses import dataclass

from appliance.table.stages import Aside


@dataclass(frozen=True, slots=True)
class Practice(Aside):
    """People try the buzzers in a round of pretend cards.

    The scene `number` began at `began`, and the newest press was at `pressed_at`. `done` is how
    often each buzzer has pressed as the scene asks; `joined` are those that have pressed at all.
    """

    pressed_at: int
    number: int = 0
    done: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    nudged: bool = False  # nobody has done it for a while

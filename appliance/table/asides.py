"""What people read or try in front of a stage in which nobody plays: each a value around it."""

from dataclasses import dataclass

from appliance.table.stages import Aside


@dataclass(frozen=True, slots=True)
class HowTo(Aside):
    """Somebody reads how to play: a page, opened at `began`."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Practice(Aside):
    """Who likes tries the buzzers in a round of pretend cards.

    The scene `number` began at `began`, and the newest press was at `pressed_at`. `done` is how
    often each buzzer has pressed as the scene asks; `joined` are those that have pressed at all.
    """

    pressed_at: int
    number: int = 0
    done: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    nudged: bool = False  # nobody has done it for a while

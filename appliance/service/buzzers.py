"""The buzzers of a table and their lamps: opened, and heard for the first time."""

from collections.abc import Callable, Iterator

from appliance.core.effects import Effect, Lamp
from appliance.drivers import Lamps, Source
from appliance.runtime.loop import Perform
from bluffing.message import Message, message


def lamp_performer(lamps: Lamps, clock: Callable[[], int]) -> Perform:
    """Hands Lamp effects to a driver, and has them seen at once: a press is not kept waiting."""

    def perform(effect: Effect) -> None:
        if isinstance(effect, Lamp):
            lamps.show(effect.buzzer, effect.rhythm)
            lamps.beat(clock())

    return perform


def warnings(source: Source) -> Iterator[Message]:
    """Yield what a host should know about the open buzzers before the first game."""
    yield from source.warnings()
    for buzzer in source.held():
        yield message("run.buzzer-down", buzzer=buzzer + 1)

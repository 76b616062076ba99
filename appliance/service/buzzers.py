"""The buzzers of a table, their lamps and the power button, as the table opens them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from appliance.core.effects import Effect, Lamp
from appliance.core.signals import Held
from appliance.drivers import Lamps, Source, Switch, opened
from appliance.runtime.loop import Perform
from appliance.service.context import TableContext
from bluffing.message import Message, message


@contextmanager
def light_lamps(lamps: Lamps | None, context: TableContext) -> Iterator[None]:
    """Open `lamps`, if there are any."""
    if lamps is None:
        yield
        return
    context.performers.append(lamp_performer(lamps, context.clock))
    with opened(lamps):
        yield


@contextmanager
def hear_buzzers(source: Source, context: TableContext) -> Iterator[None]:
    """Open the buzzers; the loop gets those that are down, and the log their warnings."""
    source.open(context.say)
    try:
        if held := source.held():
            context.post(Held(held, context.clock()))
        for warning in warnings(source):
            context.log.say(warning)
        yield
    finally:
        source.close()


@contextmanager
def watch_power(switch: Switch | None) -> Iterator[None]:
    """Open the power button, if there is one."""
    if switch is None:
        yield
        return
    with opened(switch):
        yield


def lamp_performer(lamps: Lamps, clock: Callable[[], int]) -> Perform:
    """Passes Lamp effects to a driver, and shows them at once: a press must not wait."""

    def perform(effect: Effect) -> None:
        if isinstance(effect, Lamp):
            lamps.show(effect.buzzer, effect.rhythm)
            lamps.beat(clock())

    return perform


def warnings(source: Source) -> Iterator[Message]:
    """Yield warnings about the open buzzers for a host, before the first game."""
    yield from source.warnings()
    for buzzer in source.held():
        yield message("run.buzzer-down", buzzer=buzzer + 1)

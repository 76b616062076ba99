"""Jobs of the table's menu at a desk, which has a picture to take home and no other."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from appliance.core.effects import Effect, Job
from appliance.core.signals import Told
from appliance.core.task import Task
from appliance.drivers.stick import Stick
from appliance.errors import DriverError
from appliance.service.clock import today_here
from appliance.service.jobs import Lines
from bluffing.message import message

TakeHome = Callable[[Stick, date, Callable[[Lines], None]], None]
"""Writes the picture of the evening's end, as `keepsake.take_home` does."""


def answers(effect: Effect, take_home: TakeHome, at: int, pictures: Path | None) -> Iterator[Told]:
    """Yield the results of a job at `at` (ns); a picture goes to the folder `pictures`, if any."""
    if not isinstance(effect, Job) or not effect.on:
        return
    results: list[Lines] = [(message("desk.no-job", job=message(f"menu.{effect.task}")),)]
    if effect.task is Task.KEEPSAKE and pictures is not None:
        try:
            stick = Stick(mounted=lambda _: False, spare=pictures)
            take_home(stick, today_here(), results.append)
        except DriverError as error:
            results.append((*results[-1], error.says))
    yield Told(effect.task, results[-1], done=True, at=at)

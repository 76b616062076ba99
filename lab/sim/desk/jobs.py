"""Refusals for the jobs of the table's menu, which a desk can't do."""

from collections.abc import Callable

from appliance.core.effects import Effect, Job
from appliance.core.signals import Told
from bluffing.message import message


def decline(effect: Effect, post: Callable[[Told], None], now: int) -> None:
    """Answer a job that begins `now` (ns): a desk has no such job."""
    if isinstance(effect, Job) and effect.on:
        lines = (message("desk.no-job", job=message(f"menu.{effect.task}")),)
        post(Told(effect.task, lines, done=True, at=now))

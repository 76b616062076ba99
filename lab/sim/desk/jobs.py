"""Jobs of the table's menu, of which a desk can do none."""

from collections.abc import Callable

from appliance.core.effects import Effect, Job
from appliance.core.signals import Told
from bluffing.message import message


def decline(effect: Effect, post: Callable[[Told], None], now: int) -> None:
    """Answer a job that begins `now` (ns) with a line that a desk has none."""
    if isinstance(effect, Job) and effect.on:
        lines = (message("desk.no-job", job=message(f"menu.{effect.task}")),)
        post(Told(effect.task, lines, done=True, at=now))

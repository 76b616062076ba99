"""More time to doubt the last cards, which people may ask for once."""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.table.windows import extension
from appliance.table.work import Work


def lengthen(work: Work, at: int) -> None:
    """Double the last-card window, once, if it had not ended at `at` (ns)."""
    turns, more = work.turns, extension(work.table)
    if more and turns.closes_at is not None and at <= turns.closes_at:
        work.put(replace(turns, closes_at=turns.closes_at + more))
        work.sound(Sound.LOCK)

"""The record of steps that are in no journal."""

from collections.abc import Iterable

from appliance.record.entry import RecordEntry, SeatNames
from appliance.record.recorder import Recorder
from appliance.table import Table


def parts(
    steps: Iterable[tuple[int, Table]], before: Table
) -> tuple[list[tuple[int, RecordEntry]], list[SeatNames]]:
    """The numbered entries and the names of `steps`, moments (ns) and the tables after them."""
    recorder, entries, names = Recorder(before), list[tuple[int, RecordEntry]](), list[SeatNames]()
    for row, (now, table) in enumerate(steps, 1):
        count = recorder.count
        added = recorder.observe(row, now, table)
        entries += enumerate(added.entries, count + 1)
        names += added.names
    return entries, names

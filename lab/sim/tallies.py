"""Counts of the games of a simulated evening."""

from appliance.record.entry import RecordEntry, SeatNames
from appliance.record.recorder import Recorder
from appliance.statistics.tally import TalliedGame, tallied
from appliance.table import Table
from lab.sim.evening import Evening


def tallies(evening: Evening) -> tuple[TalliedGame, ...]:
    """Return the result of each game so far, including an aborted one.

    A journal in memory keeps no record: it is replayed.
    """
    evening.journal.wait()
    recorder, names = Recorder(Table(evening.journal.settings)), list[SeatNames]()
    entries = list[tuple[int, RecordEntry]]()
    for row, table in evening.journal.replay():
        count = recorder.count
        added = recorder.observe(row.number, row.now, table)
        entries += enumerate(added.entries, count + 1)
        names += added.names
    return tuple(tallied(entries, names, over=False))

"""The counts of an evening in sentences for the table's menu."""

from collections.abc import Mapping
from pathlib import Path

from appliance.statistics.gather import key_of_journal
from appliance.statistics.store import STATISTICS, Store
from appliance.statistics.tally import Tally, by_name, liars
from bluffing.message import Message, in_a_row, message


def evening_counts(journal: Path) -> list[Message]:
    """List the counts of the evening of `journal`, the liar of the night first."""
    key, _ = key_of_journal(journal)
    path = journal.with_name(STATISTICS)
    rows = []
    if path.is_file():
        with Store.open(path) as store:
            rows = store.rows(key)
    tallies = by_name((row.name, row.tally) for row in rows)
    return sentences(tallies)


def sentences(tallies: Mapping[str, Tally]) -> list[Message]:
    """Return sentences about the players, the liar of the night first."""
    if not tallies:
        return [message("job.nothing-counted")]
    worst = liars(tallies)
    head = message("job.no-liar")
    if worst:
        head = message("statistics.liar", names=in_a_row(worst), lies=tallies[worst[0]].lies)
    return [head, *(_row(name, tally) for name, tally in tallies.items())]


def _row(name: str, tally: Tally) -> Message:
    doubts = tally.right + tally.wrong
    values = {"claims": tally.claims, "lies": tally.lies, "right": tally.right, "doubts": doubts}
    if tally.slap_us is None:
        return message("job.tally", name=name, innocent=tally.innocent, **values)
    seconds = tally.slap_us / 1_000_000
    return message("job.tally-slap", name=name, innocent=tally.innocent, seconds=seconds, **values)

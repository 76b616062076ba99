"""The public facts of a doubt, while the photo finish is shown."""

from dataclasses import dataclass

from appliance.table import verdict, windows
from appliance.table.doubting import withdraws
from appliance.table.judge import Sought
from appliance.table.state import Table
from appliance.table.verdict import Parties


@dataclass(frozen=True, slots=True)
class DoubtingFacts:
    """Somebody doubts: the photo finish. `tie_ms` is how wide a tie is."""

    sought: Sought | None
    parties: Parties | None
    tie_ms: int
    withdraws: bool  # both parties may call the doubt off now


def about(table: Table, now: int) -> DoubtingFacts:
    """Return the facts of the doubt."""
    return DoubtingFacts(
        verdict.sought(table),
        verdict.parties(table),
        windows.tie_window(table),
        withdraws(table, now),
    )

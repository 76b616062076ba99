"""The table's own clock and calendar: core modules read none, they get the time from here."""

import datetime as dt
import time


class TableClock:
    """The table's clock (ns): monotonic, and continuing from the end of the journal."""

    def __init__(self) -> None:
        self._offset = -time.monotonic_ns()

    def go_on_from(self, at: int) -> None:
        """Read `at` now."""
        self._offset = at - time.monotonic_ns()

    def __call__(self) -> int:
        """The time now, ns."""
        return time.monotonic_ns() + self._offset


def today_here() -> dt.date:
    """Return the date, in UTC."""
    return dt.datetime.now(tz=dt.UTC).date()

"""The table's own clock: core modules read no clock, they get the time from here."""

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

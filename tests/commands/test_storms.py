"""Six lines that chatter at 1.5 kHz, at the real table in a process of its own."""

from contextlib import closing
from pathlib import Path

import pytest

from appliance.core.signals import MS, Edge
from appliance.runtime.journal import Journal
from bench.storms import ENDS_WITHIN, storm


@pytest.mark.thorough
def test_other_buzzers_are_served_and_the_stop_signal_ends_it(tmp_path: Path) -> None:
    seen = storm(tmp_path)
    assert (seen.code, len(seen.lamps)) == (0, 5)
    assert seen.cpu <= ENDS_WITHIN  # on the clock: `python -m bench.storms`
    assert seen.named
    with closing(Journal.read(tmp_path / "e.journal")) as read:
        heard = [entry.signal for entry in read.entries()]
    first = {line.buzzer: line.at for line in reversed(heard) if isinstance(line, Edge)}
    assert all(at - first[line] < 100 * MS for line, at in seen.out.items())

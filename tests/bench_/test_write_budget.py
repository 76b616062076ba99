"""What an evening writes: one sync for each commit, and few bytes; measured by strace."""

import shutil
import sys
from pathlib import Path

import pytest

from bench.diskwrites import recorded
from bench.powercuts import CHILD

COMMITS = 300
"""Commits of the evening that is measured: each is one change that people see."""

SPARE_SYNCS = 40
"""Syncs at most that are no commit's: a file is made, and SQLite's log goes into the main file."""

BYTES_A_COMMIT = 2500
"""Bytes written at most for a commit: a page or two of 1 KB, and what goes into the main file."""


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is missing")
def test_a_commit_waits_for_the_disk_once_and_writes_little(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    child = (sys.executable, "-m", "bench.powercuts", CHILD, str(folder / "e.journal"), "1")
    calls = recorded((*child, str(COMMITS)), tmp_path / "calls")
    syncs = sum(call.name in {"fsync", "fdatasync"} for call in calls)
    written = sum(call.gave for call in calls if call.name == "pwrite64" and call.gave > 0)
    assert COMMITS <= syncs <= COMMITS + SPARE_SYNCS
    assert written <= BYTES_A_COMMIT * COMMITS

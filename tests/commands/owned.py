"""Tables whose folder of evenings may be another user's, for tests of backups."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from appliance.core.signals import Edge
from appliance.runtime.journal import Journal
from appliance.table import Table, TableSettings, step

NOBODY = 65534

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")

BESIDE = ("-lock", "-wal", "-shm")


@contextmanager
def reachable() -> Iterator[Path]:
    """A folder that every account may enter: that of pytest is root's alone."""
    folder = Path(tempfile.mkdtemp(prefix="doubtit-test-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def play(path: Path, presses: int = 3, names: tuple[str, ...] = ("Ana", "Ben", "Cleo")) -> None:
    settings = TableSettings(buzzers=len(names), names=names)
    with closing(Journal.open(path, settings)) as journal:
        table = Table(settings)
        for number in range(1, presses + 1):
            signal = Edge(number % 2, number % 3 != 0, number * 10**8)
            table, _ = step(table, signal, number * 10**8)
            journal.append([(number * 10**8, signal, table)])


def rows(path: Path) -> int:
    with closing(Journal.read(path)) as journal:
        return sum(1 for _ in journal.replay())


def whole(*folders: Path) -> dict[str, bytes]:
    """Every file below these folders, but for locks and SQLite's own."""
    return {
        str(path): path.read_bytes() if path.is_file() else b"(no file)"
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if not path.name.endswith(BESIDE) and not path.is_dir()
    }


def give(folder: Path, uid: int, gid: int | None = None) -> None:
    """Give a folder away, with all that is in it."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, uid, uid if gid is None else gid, follow_symlinks=False)

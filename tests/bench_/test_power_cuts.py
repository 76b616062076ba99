"""What a power cut or damage leaves of an evening opens, and says what is missing."""

import random
import shutil
from argparse import Namespace
from pathlib import Path

import pytest

from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import Table, TableSettings
from bench import ext4cuts
from bench.damage import damage_all
from bench.diskwrites import SECTOR, Call, Disk, Stored
from bench.powercuts import Cuts, cut_again_and_again

HERE = Path("/there")


def quoted(data: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def disk_of(*calls: tuple[str, str, int]) -> Disk:
    disk = Disk(HERE)
    for call in calls:
        disk.apply(Call(*call))
    return disk


def left(disk: Disk, folder: Path, seed: int) -> dict[str, bytes]:
    folder.mkdir()
    disk.after_a_cut(random.Random(seed), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


OPENED = ("openat", f"AT_FDCWD, {quoted(b'/there/a')}, O_RDWR|O_CREAT, 0644", 5)
FOLDER = ("openat", f"AT_FDCWD, {quoted(b'/there')}, O_RDONLY", 6)
SYNCED = [("fsync", "6", 0), ("fsync", "5", 0)]


def test_only_what_is_synced_surely_survives(tmp_path: Path) -> None:
    old, new = b"a" * 2 * SECTOR, b"b" * 2 * SECTOR
    write = ("pwrite64", f"5, {quoted(old)}, 1024, 0", 1024)
    again = ("pwrite64", f"5, {quoted(new)}, 1024, 0", 1024)
    first = disk_of(OPENED, FOLDER, write, *SYNCED)
    assert all(left(first, tmp_path / f"1-{number}", number) == {"a": old} for number in range(20))
    second = disk_of(OPENED, FOLDER, write, *SYNCED, again)
    found = [left(second, tmp_path / f"2-{number}", number)["a"] for number in range(40)]
    assert {old, new} < set(found)
    assert any(fault[:SECTOR] == old[:SECTOR] and fault[SECTOR:] == new[SECTOR:] for fault in found)
    third = disk_of(OPENED, FOLDER, write, ("fsync", "5", 0))
    assert {len(left(third, tmp_path / f"3-{number}", number)) for number in range(20)} == {0, 1}


def test_what_is_shown_is_what_was_printed() -> None:
    printed = ("write", f"1, {quoted(b'abc ')}, 4", 4), ("write", f"1, {quoted(b'def')}, 3", 3)
    assert disk_of(*printed).shown == ["abc", "def"]
    file = Stored(b"abc", [(1, b"xyz"), (2, None)])
    file.sync()
    assert (file.synced, file.pending) == (b"ax", [])


def test_a_step_that_was_shown_and_is_not_there_is_counted_as_lost(tmp_path: Path) -> None:
    settings, path, toll = TableSettings(), tmp_path / "evening.journal", Cuts()
    Journal.open(path, settings).close()
    first = digest(Table(settings)).hex()
    ext4cuts.judge(path, [first], toll)
    assert toll == Cuts(cuts=1)
    ext4cuts.judge(path, [first, "another"], toll)
    assert toll == Cuts(cuts=2, steps_lost=1)


@pytest.mark.rule("X16")
@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_no_step_that_was_shown_is_lost_in_a_power_cut(tmp_path: Path) -> None:
    toll = cut_again_and_again(60, seed=2, steps=30, folder=tmp_path)
    assert toll.steps_shown > 60
    assert (toll.cuts, toll.steps_lost, toll.unopened, toll.reported) == (60, 0, 0, 0)


@pytest.mark.thorough
def test_no_damage_loses_a_step_without_a_word(tmp_path: Path) -> None:
    toll = damage_all(Namespace(seed=3, journals=60), tmp_path)
    assert toll.clean, (toll.silent, toll.crashed, toll.again)
    assert toll.whole
    assert toll.reported

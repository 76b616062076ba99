import os
from pathlib import Path

import pytest

from appliance.whole_file import write_whole


def test_a_file_and_its_folders_are_made_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "file"
    for data in (b"first", b"", b"second"):
        write_whole(data, path)
        assert path.read_bytes() == data
        assert list(path.parent.iterdir()) == [path]


def test_while_it_is_not_on_the_disk_the_file_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_whole(b"as it was", path)

    def full(_: int) -> None:
        assert path.read_bytes() == b"as it was"
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        write_whole(b"something else", path)
    assert path.read_bytes() == b"as it was"

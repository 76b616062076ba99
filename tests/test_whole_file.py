import os
import stat
from pathlib import Path

import pytest

from appliance.errors import IrregularFileError
from appliance.whole_file import is_file, rename_broken, write_whole


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


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    real, link, other = tmp_path / "far" / "real", tmp_path / "link", tmp_path / "other"
    real.write_bytes(b"first")
    link.symlink_to("far/real")
    other.symlink_to(link)
    write_whole(b"second", other)
    assert (real.read_bytes(), link.readlink(), other.readlink()) == (
        b"second",
        Path("far/real"),
        link,
    )
    assert rename_broken(other) == real.with_name("real.broken-1")
    assert link.is_symlink()
    with pytest.raises(IrregularFileError):  # it leads nowhere now
        write_whole(b"third", other)
    with pytest.raises(IrregularFileError):
        is_file(other)
    assert list(real.parent.iterdir()) == [real.with_name("real.broken-1")]


def test_a_link_of_somebody_else_is_not_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"precious")
    link.symlink_to(real)
    try:
        os.chown(link, 12345, 12345, follow_symlinks=False)
    except PermissionError:
        pytest.skip("only root can give a link away")
    for refused in (lambda: write_whole(b"other", link), lambda: rename_broken(link)):
        with pytest.raises(IrregularFileError):
            refused()
    assert (real.read_bytes(), link.readlink()) == (b"precious", real)


def test_what_is_beside_a_file_is_not_written_through(tmp_path: Path) -> None:
    path, beside, precious = tmp_path / "file", tmp_path / "file.new", tmp_path / "precious"
    precious.write_bytes(b"precious")
    beside.symlink_to(precious)
    with pytest.raises(IrregularFileError):
        write_whole(b"data", path)
    beside.unlink()
    os.mkfifo(beside)
    with pytest.raises(IrregularFileError):
        write_whole(b"data", path)
    assert stat.S_ISFIFO(beside.stat().st_mode)
    beside.unlink()
    beside.write_bytes(b"left by a power cut")
    write_whole(b"data", path)
    assert (path.read_bytes(), precious.read_bytes()) == (b"data", b"precious")
    assert not beside.exists()


def test_a_number_that_a_dangling_link_has_is_not_free(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"broken")
    (tmp_path / "file.broken-1").symlink_to("nowhere")
    assert rename_broken(path) == tmp_path / "file.broken-2"

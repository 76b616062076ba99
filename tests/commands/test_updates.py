"""The table tells of an update that was undone by itself."""

import os
from pathlib import Path

import pytest
from older_journal import older_journal
from said import said
from test_run_and_replay import KEYBOARD, no_clock, play

from appliance.__main__ import main
from appliance.core.signals import Noted
from appliance.runtime.aside import set_aside
from appliance.runtime.database import VERSION
from appliance.runtime.journal import Journal
from appliance.service.equip import REASONS, undone
from appliance.service.evenings import take_back
from appliance.table import TableSettings

__all__ = ["no_clock"]


@pytest.mark.parametrize("why", REASONS)
def test_an_update_that_was_undone_is_told(tmp_path: Path, why: str) -> None:
    note = tmp_path / "undone"
    note.write_text(f"0.3.0 0.2.0 {why}\n")
    what = undone(note)
    assert what is not None
    assert {"0.3.0", "0.2.0"} <= set(said(what).replace(":", "").split())


@pytest.mark.parametrize("text", ["", "0.3.0", "0.3.0 0.2.0 because", "a b c d", "\0"])
def test_anything_else_is_no_note(tmp_path: Path, text: str) -> None:
    note = tmp_path / "undone"
    note.write_text(text)
    assert undone(note) is None
    assert undone(tmp_path / "none") is None


@pytest.mark.usefixtures("no_clock")
def test_the_table_says_so_at_its_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "undone"
    note.write_text("0.3.0 0.2.0 start\n")
    what = undone(note)
    monkeypatch.setattr("appliance.service.appliance.undone", lambda: what)
    journal = Journal.read(play(monkeypatch, tmp_path, [[]] * 3))
    assert any(
        entry.signal.note == what for entry in journal.entries() if isinstance(entry.signal, Noted)
    )
    journal.close()
    assert "update: version 0.3.0 did not start: 0.2.0 was put back" in capfd.readouterr().err


def evening(path: Path) -> bytes:
    """A journal of this version; gives its file."""
    Journal.open(path, TableSettings()).close()
    return path.read_bytes()


def test_after_an_update_that_was_undone_the_evening_from_before_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    for number in (1, 2):  # of an earlier update, and of this one
        ours = evening(path)
        os.utime(path, (number, number))
        set_aside(path, "other-version")
    newer = older_journal(path, VERSION + 1)
    what = take_back(path)
    assert what is not None
    assert "the evening before the update continues" in said(what)
    assert path.read_bytes() == ours
    assert (tmp_path / "e.journal.other-version-3").read_bytes() == newer
    assert not (tmp_path / "e.journal.other-version-2").exists()
    assert (tmp_path / "e.journal.other-version-1").exists()
    assert take_back(path) is None, "what is ours stays"


def test_where_there_was_none_a_new_evening_begins(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    assert take_back(path) is None
    older_journal(tmp_path / "e.journal.other-version-1")
    older_journal(path, VERSION + 1)
    what = take_back(path)
    assert what is not None
    assert "a new evening begins" in said(what)
    assert not path.exists()


@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("put_back", [False, True])
def test_a_newer_evening_stops_the_table_but_after_an_update_that_was_undone(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    put_back: bool,
) -> None:
    note = tmp_path / "undone"
    note.write_text("0.3.0 0.2.0 start\n")
    monkeypatch.setattr(
        "appliance.service.appliance.undone", lambda: undone(note) if put_back else None
    )
    newer = older_journal(tmp_path / "e.journal", VERSION + 1)
    if put_back:
        play(monkeypatch, tmp_path, [[]])
        assert (tmp_path / "e.journal.other-version-1").read_bytes() == newer
        return
    (tmp_path / "table.toml").write_text(KEYBOARD)
    files = ["--config", str(tmp_path / "table.toml"), "--journal", str(tmp_path / "e.journal")]
    assert main(["run", *files]) == 5
    assert "install that version again" in capfd.readouterr().err
    assert (tmp_path / "e.journal").read_bytes() == newer

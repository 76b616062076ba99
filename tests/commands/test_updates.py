"""The table tells of an update that was undone by itself."""

from pathlib import Path

import pytest
from said import said
from test_run_and_replay import no_clock, play

from appliance.core.signals import Noted
from appliance.runtime.journal import Journal
from appliance.service.updates import REASONS, undone

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
    monkeypatch.setattr("appliance.commands.run.undone", lambda: what)
    journal = Journal.read(play(monkeypatch, tmp_path, [[]] * 3))
    assert any(
        one.signal.note == what for one in journal.entries() if isinstance(one.signal, Noted)
    )
    journal.close()
    assert "update: version 0.3.0 did not start: 0.2.0 was put back" in capfd.readouterr().err

"""From nothing to a move on the table: no settings, no hardware, three keys, and the screen."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_run_and_replay import QUIT, no_clock, pressed

from appliance.__main__ import main
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.runtime.journal import Journal
from appliance.service import appliance
from appliance.service.equip import equipment
from appliance.table.facts import Prompt, Role
from appliance.table.stages import Turns
from bluffing.events import Played

__all__ = ["no_clock"]

HOLDS = {Prompt.READY, Prompt.DEAL, Prompt.BEGIN, Prompt.DEALT}
"""What a hold answers; who has the turn taps once and holds."""


def people(seen: list[View]) -> Iterator[list[object]]:
    """Three people who know their keys and the screen, until the first claim."""
    yield []
    for key in "123":
        yield from pressed(key, 3)
    while seen[-1].play.claim is None:
        seats = {seat.buzzer: seat for seat in seen[-1].seats}
        holder = next((buzzer for buzzer, seat in seats.items() if seat.prompt in HOLDS), None)
        turn = next((buzzer for buzzer, seat in seats.items() if seat.role is Role.TURN), None)
        if holder is not None:
            yield from pressed(str(holder + 1), 100)
        elif turn is not None:
            yield from pressed(str(turn + 1), 5)
            yield from pressed(str(turn + 1), 100)
            yield from [[]] * 60  # a claim counts when it was not taken back
        else:
            yield from [[]] * 10
    yield [SimpleNamespace(type=QUIT)] * 2


@pytest.mark.usefixtures("no_clock")
@pytest.mark.untraced
def test_a_table_that_nobody_has_set_up_is_played_at_with_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    seen: list[View] = []
    monkeypatch.setattr(Window, "show", lambda _self, view, *_: seen.append(view))
    events = people(seen)
    monkeypatch.setattr(Window, "poll", lambda _: next(events))
    assert main(["run"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("doubtit: settings: none given")
    assert told[1].startswith("doubtit: buzzers: the keys 1 to 6 (no seat hub, no USB buzzers")
    assert told[2].startswith("doubtit: camera: none found")
    assert told[3] == f"doubtit: journal: {tmp_path / 'evening.journal'}"
    assert seen[1].notice.text == "Buzzers: the keys 1 to 6"
    assert seen[1].box.camera == "no camera: you type the cards"
    with closing(Journal.read(tmp_path / "evening.journal")) as journal:
        [*_, (_, table)] = journal.replay()
    assert isinstance(table.inner, Turns)
    claims = [event for event in table.inner.match.happened if isinstance(event, Played)]
    assert len(claims) == 1
    assert not (tmp_path / "kept.toml").exists(), "nobody has changed anything"


def strangers(seen: list[View]) -> Iterator[list[object]]:
    """A player sits down, and then leaves the requested places unchanged."""
    yield []
    yield from pressed("2", 3)
    yield from [[]] * 10
    assert seen[-1].menu is not None
    assert seen[-1].menu.placed == (1,)
    yield from pressed("2", 100)
    assert seen[-1].screen is Screen.LOBBY
    yield from pressed("3", 3)
    yield from [[]] * 10
    assert seen[-1].screen is Screen.LOBBY, "once"
    yield [SimpleNamespace(type=QUIT)] * 2


@pytest.mark.usefixtures("no_clock")
def test_the_places_of_buzzers_that_were_found_are_asked_for_as_the_first_sits_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        appliance, "equipment", lambda start: replace(equipment(start), asks_places=True)
    )
    seen: list[View] = []
    monkeypatch.setattr(Window, "show", lambda _self, view, *_: seen.append(view))
    events = strangers(seen)
    monkeypatch.setattr(Window, "poll", lambda _: next(events))
    assert main(["run"]) == 0
    assert "clockwise = []" in (tmp_path / "kept.toml").read_text()

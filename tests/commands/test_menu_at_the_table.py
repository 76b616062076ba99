"""The table's menu at the real table: used by keys, and what is changed there is kept."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from test_run_and_replay import QUIT, no_clock, pressed

from appliance.__main__ import main
from appliance.config import choice
from appliance.core.effects import Effect, Job
from appliance.display.develop import live_picture
from appliance.display.quiet import pygame
from appliance.display.screens import SCREENS
from appliance.display.view import Evidence, Screen, View
from appliance.display.window import Window
from appliance.drivers import Image
from appliance.kept import in_force
from appliance.questions.drawer import Drawer
from appliance.questions.pack import PACKS, read_pack
from appliance.service.jobs import Jobs
from appliance.table.facts import MenuFacts
from bluffing.message import message

__all__ = ["no_clock"]
pytestmark = pytest.mark.usefixtures("no_clock")

Shown = list[tuple[View, str, Evidence | None]]
Script = Callable[[Shown], Iterator[list[object]]]


ALL_ARE_READ: list[list[object]] = [[]] * (len(PACKS) + 3)
"""Frames in which nothing happens, until the table has read all questions."""


def key(code: int, text: str = "") -> list[list[object]]:
    """A key that is no buzzer, down for two frames."""
    down = SimpleNamespace(type=pygame.KEYDOWN, key=code, unicode=text, repeat=False)
    return [[down], [], [SimpleNamespace(type=pygame.KEYUP, key=code)], []]


def menu(shown: Shown) -> MenuFacts:
    found = shown[-1][0].menu
    assert found is not None, shown[-1][0].headline
    return found


def take(shown: Shown, says: str) -> Iterator[list[object]]:
    """Tap until the row that says so is under the cursor, and hold."""
    words = shown[-1][0].words
    rows = [words.say(message("text", text=row.label)) for row in menu(shown).rows]
    [wanted] = [number for number, row in enumerate(rows) if says in row]
    while menu(shown).cursor != wanted:
        yield from pressed("1", 4)
    yield from pressed("1", 100)


def at_table(monkeypatch: pytest.MonkeyPatch, script: Script, *options: str) -> Shown:
    """The views of a table whose people do that, and then close the window."""
    shown: Shown = []

    def show(
        self: Window,
        view: View,
        _at: int,
        evidence: Evidence | None = None,
        ready: Callable[[], bool] = lambda: True,
    ) -> bool:
        assert ready()
        shown.append((view, self.settings.layout, evidence))
        return True

    def everything() -> Iterator[list[object]]:
        yield []
        yield from script(shown)
        yield [SimpleNamespace(type=QUIT)] * 2

    events = everything()
    monkeypatch.setattr(Window, "show", show)
    monkeypatch.setattr(Window, "poll", lambda _: next(events))
    assert main(["run", *options]) == 0
    return shown


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("appliance.service.media.shine", lambda _: False)


def test_what_is_changed_there_holds_at_once_and_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def script(shown: Shown) -> Iterator[list[object]]:
        yield from key(pygame.K_m, "m")
        assert shown[-1][0].screen is Screen.MENU
        for says in ("Screen", "Layout", "in the table", "Size of letters", "largest"):
            yield from take(shown, says)
        for says in ("Contrast", "high", "Theatre", "at night"):
            yield from take(shown, says)
        yield from key(pygame.K_ESCAPE)
        for says in ("players", "Names", "Ben"):
            yield from take(shown, says)
        for letter in "mo":
            yield from key(ord(letter), letter)
        yield from key(pygame.K_BACKSPACE, "\b")
        for letter in "iq":
            yield from key(ord(letter), letter)
        yield from key(pygame.K_RETURN, "\r")
        for _ in range(3):
            yield from key(pygame.K_ESCAPE)
        assert shown[-1][0].menu is None

    assert at_table(monkeypatch, script)[-1][1] == "tabletop"
    config = in_force(None).config
    assert config.display.layout == "tabletop"
    assert (config.display.text, config.display.contrast) == ("largest", "high")
    assert config.display.theme == "night"
    assert config.seats.names[:3] == ("Ana", "Miq", "Cleo")

    def again(shown: Shown) -> Iterator[list[object]]:
        assert shown[-1][1] == "tabletop"
        yield from pressed("1", 4)
        yield from pressed("2", 4)

    last = at_table(monkeypatch, again)[-1][0]
    assert [seat.name for seat in last.seats][:2] == ["Ana", "Miq"]


@pytest.mark.thorough
def test_a_house_survey_becomes_a_pack_of_the_next_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people vote, five times; the table of the next evening offers the question."""
    settings = Path("settings.toml")
    settings.write_text("[game]\nruleset = 'doubt_it'\n")

    def script(shown: Shown) -> Iterator[list[object]]:
        yield from key(pygame.K_m, "m")
        for says in ("game", "Ask yourselves", "ghosts"):
            yield from take(shown, says)
        assert shown[-1][0].screen is Screen.SURVEY
        for _ in range(5):
            yield from pressed("1", 4)
            yield from pressed("2", 80)
            yield from [[]] * 60
            yield from key(pygame.K_ESCAPE)
        _, answers = SCREENS[Screen.SURVEY].read(shown[-1][0])
        assert "10 answers so far: a question of your own" in answers
        yield from key(pygame.K_ESCAPE)
        assert shown[-1][0].front is None

    at_table(monkeypatch, script, "--config", str(settings))
    [entry] = read_pack(Path("questions/house.toml")).entries
    assert (entry.question.percent, entry.question.id) == (50, "ghost")

    def again(shown: Shown) -> Iterator[list[object]]:
        yield from ALL_ARE_READ
        yield from key(pygame.K_m, "m")
        for says in ("game", "Questions"):
            yield from take(shown, says)
        yield from take(shown, "Asked at this table")

    at_table(monkeypatch, again, "--config", str(settings))
    assert in_force(settings).config.game.questions == ("questions/house.toml",)


def test_the_menu_does_jobs_and_shows_what_comes_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    perform = Jobs.perform

    def perform_and_wait(self: Jobs, effect: Effect) -> None:
        perform(self, effect)
        if isinstance(effect, Job) and self._running is not None:
            self._running[0].join(10)

    monkeypatch.setattr(Jobs, "perform", perform_and_wait)

    def script(shown: Shown) -> Iterator[list[object]]:
        yield from key(pygame.K_m, "m")
        yield from take(shown, "table itself")
        yield from take(shown, "alibrat")
        yield from [[]] * 3
        assert menu(shown).done
        said = [shown[-1][0].words.say(line) for line in menu(shown).lines]
        assert said == ["there is no camera: connect one, and start the table again"]

    at_table(monkeypatch, script)


def test_nothing_is_typed_where_no_name_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(shown: Shown) -> Iterator[list[object]]:
        yield from key(ord("x"), "x")
        yield from key(pygame.K_ESCAPE)
        assert "Press again to quit" in shown[-1][0].notice.text
        yield from key(pygame.K_m, "m")
        before = menu(shown)
        yield from key(ord("x"), "x")
        assert menu(shown) == before
        yield from key(pygame.K_m, "m")
        assert menu(shown) == before

    at_table(monkeypatch, script)


def test_a_live_picture_is_shown_for_as_long_as_the_camera_is_calibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "shots").mkdir()
    cv2.imwrite(str(tmp_path / "shots" / "one.png"), np.full((480, 640, 3), 90, np.uint8))
    start = in_force(None)
    camera = choice("camera", {"driver": "folder", "folder": str(tmp_path / "shots")})
    config = replace(start.config, camera=camera)
    found = replace(start, config=config, tables={"camera": {}})
    monkeypatch.setattr("appliance.service.settled.settled", lambda *_: found)
    monkeypatch.setattr("appliance.service.card_reader.say_runner", lambda *_, **__: False)

    taken = Event()

    def picture_taken(image: Image) -> Evidence:
        taken.set()
        return live_picture(image)

    monkeypatch.setattr("appliance.service.checks.LIVE_EVERY", 0)
    monkeypatch.setattr("appliance.service.checks.live_picture", picture_taken)

    def picture(shown: Shown) -> Evidence | None:
        return shown[-1][2]

    def script(shown: Shown) -> Iterator[list[object]]:
        yield from key(pygame.K_m, "m")
        yield from take(shown, "table itself")
        yield from take(shown, "alibrat")
        assert taken.wait(10)
        while (found := picture(shown)) is None:
            yield []
        assert found.whole.get_size() == (640, 480)
        assert shown[-1][0].box.camera == "camera on"
        yield from key(pygame.K_ESCAPE)
        while picture(shown) is not None:
            yield []
        assert menu(shown).job is None

    at_table(monkeypatch, script)


def test_escape_goes_back_from_how_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(shown: Shown) -> Iterator[list[object]]:
        for frames in (4, 4, 4, 100):  # sits down, goes past the name, takes how to play
            yield from pressed("1", frames)
        assert shown[-1][0].screen is Screen.HOW_TO
        yield from key(pygame.K_ESCAPE)
        yield []
        assert shown[-1][0].front is None

    at_table(monkeypatch, script)


PACK = """
format = 1
title = "Ours"
language = "en"
[[question]]
id = "aces"
kind = "fact"
text = "What percentage of a pack are aces?"
answer = "4/52"
source = "Counted"
date = 2026
"""


def test_a_pack_of_questions_is_chosen_and_a_broken_one_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "questions"
    folder.mkdir()
    (folder / "ours.toml").write_text(PACK)
    (folder / "bad.toml").write_text("format = 9")
    drawers: list[Drawer] = []
    make = Drawer.__init__

    def made(self: Drawer, *parts: Any, **more: Any) -> None:  # noqa: ANN401 - as a Drawer has them
        drawers.append(self)
        make(self, *parts, **more)

    monkeypatch.setattr(Drawer, "__init__", made)

    def script(shown: Shown) -> Iterator[list[object]]:
        yield from ALL_ARE_READ
        assert "bad.toml, line 1: format = 9" in shown[-1][0].notice.text
        yield from key(pygame.K_m, "m")
        for says in ("game", "Game", "Doubt/it!", "Questions", "Ours"):
            yield from take(shown, says)
        assert {drawers[-1].draw(None).id for _ in range(3)} == {"aces"}, "at once"

    at_table(monkeypatch, script)
    assert in_force(None).config.game.questions == ("questions/ours.toml",)

    def again(_: Shown) -> Iterator[list[object]]:
        yield from ALL_ARE_READ
        assert drawers[-1].draw(None).pack == "ours"
        (folder / "ours.toml").write_text("no pack")

    at_table(monkeypatch, again)

    def broken(shown: Shown) -> Iterator[list[object]]:
        yield from ALL_ARE_READ
        assert drawers[-1].draw(None).pack in PACKS
        yield from key(pygame.K_m, "m")
        assert menu(shown).rows

    at_table(monkeypatch, broken)

"""An evening is played again in a window: the same pictures wherever people seek, at their time."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from said import ENGLISH
from test_statistics import evening

from appliance import table as table_module
from appliance.__main__ import main
from appliance.commands import replay
from appliance.core.signals import SECOND, Signal
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.timeline import strip_of, track_of
from appliance.display.view_of import view_of
from appliance.runtime import backlog, rows
from appliance.runtime.journal import Journal
from appliance.service import playback
from appliance.service.playback import PACES, Playback, Recording, Rerun, heard
from appliance.table import Table

SIZE = (800, 480)
EVERY = 7
PARTS = st.lists(st.floats(0, 1), min_size=1, max_size=6)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening that was written step by step, and its table kept after every seventh."""
    path = tmp_path_factory.mktemp("evening") / "e.journal"
    evening(path)
    with closing(Journal.read(path)) as journal:
        settings = journal.settings
        steps = [(row.now, row.signal, table) for row, table in journal.replay()]
    path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backlog, "STATE_ROWS", EVERY)
        with closing(Journal.open(path, settings)) as journal:
            for step in steps:
                journal.append([step])
    return path


@pytest.fixture(scope="module")
def straight(path: Path) -> list[tuple[int, Table]]:
    """Each moment and table, as the evening went."""
    with closing(Journal.read(path)) as journal:
        return [(row.now, table) for row, table in journal.replay()]


@pytest.fixture
def recording(path: Path) -> Iterator[Recording]:
    with closing(Journal.read(path)) as journal:
        yield Recording(journal)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=PARTS)
def test_wherever_people_seek_the_table_is_the_one_that_stood_there(
    straight: list[tuple[int, Table]], recording: Recording, parts: list[float]
) -> None:
    it = Playback(recording, 0)
    for part in parts:
        it.seek_part(part)
        before = [table for now, table in straight if now <= it.now]
        assert it.table == before[-1]


@pytest.mark.examples
@pytest.mark.parametrize("way", [(0.9, 0.2, 0.55), (0.1, 0.3, 0.55), (0.55,)])
def test_the_picture_of_a_moment_is_the_same_whatever_was_shown_before(
    straight: list[tuple[int, Table]], recording: Recording, way: tuple[float, ...]
) -> None:
    it, rerun, surface = Playback(recording, 0), Rerun(ENGLISH), pygame.Surface(SIZE, 0, 32)
    for part in way:
        it.seek_part(part)
        rerun.draw(surface, it)
    table = [table for now, table in straight if now <= it.now][-1]
    above = (SIZE[0], strip_of(SIZE).top)
    alone = picture(view_of(table, it.now, ENGLISH), it.now, above)
    shown = surface.subsurface(pygame.Rect((0, 0), above))
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(alone, "RGB")


def test_a_seek_takes_no_more_steps_than_lie_between_two_kept_tables(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    stepped: list[int] = []
    monkeypatch.setattr(playback, "STATE_ROWS", EVERY)
    real = table_module.step

    def step(table: Table, signal: Signal, now: int) -> object:
        stepped.append(now)
        return real(table, signal, now)

    monkeypatch.setattr(rows, "step", step)
    last = recording.steps
    for number in (last, 3, last - 1, last, last // 2, 0):
        stepped.clear()
        recording.table_at(number)
        assert len(stepped) < 2 * EVERY, "few are held back until a verdict is told"


def test_no_verdict_is_on_the_timeline_before_people_knew_it(
    straight: list[tuple[int, Table]], recording: Recording
) -> None:
    it = Playback(recording, 0)
    [doubt] = recording.doubts
    [(told, truth)] = doubt.words
    assert not truth
    for now, table in straight:
        it.seek(now)
        [(where, known)] = it.doubts()
        assert 0 < where < 1
        assert known is (None if now < told else False)
        if known is not None:
            assert table.ruling is not None
    assert told > doubt.at + SECOND


def test_a_word_that_was_overruled_is_the_one_of_its_time() -> None:
    mark = playback.DoubtMark(5, ((7, True), (9, False)))
    assert [mark.truth(now) for now in (6, 7, 8, 9)] == [None, True, True, False]


def test_time_goes_at_its_pace_and_stands_still_in_a_pause(recording: Recording) -> None:
    it = Playback(recording, 0)
    it.to(SECOND)
    assert it.now == recording.began + SECOND
    it.faster(1)
    it.to(2 * SECOND)
    assert (it.speed, it.now) == (2.0, recording.began + 3 * SECOND)
    it.paused = True
    it.to(9 * SECOND)
    assert it.now == recording.began + 3 * SECOND
    it.paused = False
    it.to(999 * SECOND)
    assert (it.now, it.part) == (recording.ended, 1.0)
    it.faster(-99)
    assert it.speed == PACES[0]


def key(which: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=which)


def test_keys_and_touches_lead_through_the_evening(recording: Recording) -> None:
    it = Playback(recording, 0)
    assert not heard([key(pygame.K_END), key(pygame.K_LEFT)], it, SIZE)
    assert it.now == recording.ended - 10 * SECOND
    heard([key(pygame.K_p)], it, SIZE)
    [doubt] = recording.doubts
    assert it.now == doubt.at - 2 * SECOND
    heard([key(pygame.K_p)], it, SIZE)
    assert it.now == recording.began
    heard([key(pygame.K_n), key(pygame.K_SPACE), key(pygame.K_UP)], it, SIZE)
    assert (it.now, it.paused, it.speed) == (doubt.at - 2 * SECOND, True, 2.0)
    track = track_of(strip_of(SIZE))
    pressed = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=track.center, button=1)
    elsewhere = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 50), button=1)
    heard([pressed, elsewhere], it, SIZE)
    assert it.part == pytest.approx(0.5, abs=0.01)
    assert heard([key(pygame.K_ESCAPE)], it, SIZE)
    assert heard([pygame.event.Event(pygame.QUIT)], it, SIZE)


class Glass:
    """An invisible window that is closed after three frames."""

    opened: ClassVar[int] = 0
    size = SIZE

    def __init__(self, _: object = None) -> None:
        self.frames, self.surface = 0, pygame.Surface(SIZE, 0, 32)

    def open(self) -> None:
        Glass.opened += 1

    def close(self) -> None:
        Glass.opened -= 1

    def poll(self) -> list[pygame.event.Event]:
        return [key(pygame.K_ESCAPE)] if self.frames == 3 else []

    def change(self, draw: object) -> bool:
        assert callable(draw)
        self.frames += 1
        return bool(draw(self.surface))

    def wait(self, seconds: float) -> None:
        assert seconds < 0.1


def test_the_command_plays_until_the_window_is_closed(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay, "Window", Glass)
    assert main(["replay", str(path), "--window", "--speed", "4"]) == 0
    assert Glass.opened == 0
    assert main(["replay", str(path), "--window", "--speed", "3"]) == 2
    assert "3" in capsys.readouterr().err

"""The window on SDL's dummy driver: it draws when it must and rests when it can."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from example_seats import AT
from example_views import EXAMPLES

from appliance.core.signals import MS, SECOND
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.window import Window, WindowSettings
from appliance.errors import DriverError, PictureError

STILL = replace(EXAMPLES["lie"], seats=())
MOVING = EXAMPLES["game"]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(WindowSettings(800, 480))
    window.open()
    yield window
    window.close()


def test_a_still_view_is_drawn_once(window: Window) -> None:
    assert window.show(STILL, AT)
    assert not window.show(STILL, AT + SECOND)
    assert window.show(replace(STILL, headline="Ben lied"), AT + SECOND)
    assert not window.animated(STILL, AT)


def test_a_moving_view_is_drawn_at_most_at_its_frame_rate(window: Window) -> None:
    drawn = [window.show(MOVING, AT + ms * MS) for ms in range(1000)]
    assert 28 <= sum(drawn) <= 31


def test_the_last_frame_of_a_window_is_drawn_though_nothing_moves_after_it(
    window: Window, tmp_path: Path
) -> None:
    only = replace(STILL, screen=MOVING.screen, window=(AT, AT + SECOND), open=True)
    window.show(only, AT + SECOND - 10 * MS)
    assert window.show(only, AT + 2 * SECOND)
    assert not window.show(only, AT + 3 * SECOND)
    window.save(tmp_path / "last.png")
    saved = pygame.image.load(str(tmp_path / "last.png"))
    wanted = picture(only, AT + 2 * SECOND, (800, 480))
    assert pygame.image.tobytes(saved, "RGB") == pygame.image.tobytes(wanted, "RGB")


def test_reduced_motion_leaves_only_what_counts_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(WindowSettings(800, 480, layout="tabletop", reduced_motion=True))
    window.open()
    assert not window.animated(EXAMPLES["attract"], AT)
    assert window.animated(MOVING, AT)
    window.close()


def test_a_full_screen_is_drawn_whatever_size_it_gets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(WindowSettings(1280, 720, fullscreen=True))
    window.open()
    window.show(MOVING, AT)
    window.save(tmp_path / "full.png")
    window.close()
    saved = pygame.image.load(str(tmp_path / "full.png"))
    wanted = picture(MOVING, AT, saved.get_size())
    assert pygame.image.tobytes(saved, "RGB") == pygame.image.tobytes(wanted, "RGB")


def test_a_key_comes_out_of_poll(window: Window) -> None:
    window.poll()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q))
    assert [event.key for event in window.poll() if event.type == pygame.KEYDOWN] == [pygame.K_q]


def test_a_closed_window_says_so(window: Window) -> None:
    window.close()
    window.close()
    with pytest.raises(DriverError, match="not open"):
        window.show(STILL, AT)


def test_a_picture_that_cannot_be_written_names_its_file(window: Window, tmp_path: Path) -> None:
    window.show(STILL, AT)
    with pytest.raises(PictureError, match=r"gone.x\.png"):
        window.save(tmp_path / "gone" / "x.png")


def test_no_screen_is_a_driver_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(DriverError, match="connect a screen"):
        Window(WindowSettings()).open()

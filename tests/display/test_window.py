"""The window on SDL's dummy driver: it draws when it must and rests when it can."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest
from example_seats import AT
from example_views import EXAMPLES
from pseudo import english_in, pseudo

from appliance.config import Display
from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display.draw import Artist, picture
from appliance.display.painting import next_change
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import Glass
from appliance.display.window import Window
from appliance.errors import DriverError

STILL = replace(
    EXAMPLES["lie"],
    seats=(),
    verdict=EXAMPLES["lie"].verdict and replace(EXAMPLES["lie"].verdict, takes=None),
    play=replace(EXAMPLES["lie"].play, claim=None),
)
MOVING = EXAMPLES["game"]


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(800, 480))
    window.open()
    yield window
    window.close()


def test_a_still_view_is_drawn_once(window: Window) -> None:
    assert window.show(STILL, AT)
    assert not window.show(STILL, AT + SECOND)
    assert window.show(replace(STILL, headline="Ben lied"), AT + SECOND)
    assert next_change(STILL, AT) is None


def test_a_moving_view_is_drawn_at_most_at_its_frame_rate(window: Window) -> None:
    drawn = [window.show(MOVING, AT + ms * MS) for ms in range(1000)]
    assert 28 <= sum(drawn) <= 31


def on_screen() -> bytes:
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def test_the_last_frame_of_a_window_is_drawn_though_nothing_moves_after_it(window: Window) -> None:
    doubted = replace(MOVING.play, window=(AT, AT + SECOND), open=True)
    seats = tuple(replace(seat, rhythm=Rhythm.DIM) for seat in MOVING.seats)
    only = replace(MOVING, play=doubted, seats=seats)
    window.show(only, AT + SECOND - 10 * MS)
    assert window.show(only, AT + 2 * SECOND)
    assert not window.show(only, AT + 3 * SECOND)
    wanted = picture(only, AT + 2 * SECOND, (800, 480))
    assert on_screen() == pygame.image.tobytes(wanted, "RGB")


def test_reduced_motion_leaves_only_what_counts_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(layout="tabletop", reduced_motion=True))
    window.open()
    drawn = []
    for view in (EXAMPLES["attract"], MOVING):
        window.show(view, AT)
        drawn.append(window.show(view, AT + SECOND))
    assert drawn == [False, True]
    window.close()


def test_a_full_screen_is_drawn_whatever_size_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(1280, 720, fullscreen=True))
    window.open()
    window.show(MOVING, AT)
    wanted = picture(MOVING, AT, window.size)
    assert on_screen() == pygame.image.tobytes(wanted, "RGB")
    window.close()


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((720, 1280), (720, 1280)),
        ((1080, 1920), (720, 1280)),
        ((1920, 1080), (1280, 720)),
        ((3840, 2160), (1280, 720)),
        ((1280, 800), (1152, 720)),
        ((480, 320), (800, 533)),
    ],
)
@pytest.mark.parametrize("rotation", [0, 90])
def test_a_full_screen_has_the_proportions_of_the_screen(
    screen: tuple[int, int],
    size: tuple[int, int],
    rotation: Literal[0, 90],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the settings say, a panel that stands upright is filled; in no more pixels."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [screen])
    plain = pygame.display.set_mode  # the dummy driver can't scale
    monkeypatch.setattr(pygame.display, "set_mode", lambda size, *_, **__: plain(size))
    window = Window(Display(1280, 720, fullscreen=True, rotation=rotation))
    window.open()
    window.show(STILL, AT)
    assert pygame.display.get_surface().get_size() == size
    assert window.size == (size[::-1] if rotation else size)
    window.close()


class Monitors:
    """Screens of these sizes. Those in `broken` can't be opened; `used` was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
        self.broken, self.used, self._plain = set[int](), list[int](), pygame.display.set_mode
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        monkeypatch.setattr(pygame.display, "get_num_displays", lambda: len(names))
        sizes = [(1280 + 10 * place, 720) for place, _ in enumerate(names)]
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: sizes)
        monkeypatch.setattr(pygame.display, "set_mode", self._open)
        monkeypatch.setattr("appliance.display.window._name_of", lambda screen: names[screen])
        monkeypatch.setattr("appliance.display.window.kernel.screens", lambda: names)

    def _open(self, size: tuple[int, int], *_: int, display: int) -> None:
        if display in self.broken:
            raise pygame.error("no mode")
        self.used.append(display)
        self._plain(size)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("driver", ["KMSDRM", "x11"])
@pytest.mark.parametrize(
    ("screen", "place"), [("", 0), ("HDMI-A-1", 0), ("HDMI-A-2", 1), ("2", 1), ("1", 0)]
)
def test_the_picture_is_on_the_screen_that_is_chosen(
    screen: str, place: int, driver: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monitors = Monitors(monkeypatch, "HDMI-A-1", "HDMI-A-2")
    window = Window(Display(1280, 720, fullscreen=full, screen=screen))
    with monkeypatch.context() as patched:
        patched.setattr(pygame.display, "get_driver", lambda: driver)
        patched.setattr("appliance.display.window.X_TELLS_WITHIN", 0)
        window.open()
    assert (monitors.used, window.strays) == ([place], False)
    assert window.screens == ("HDMI-A-1", "HDMI-A-2")
    assert window.next_screen == window.screens[1 - place]
    window.close()


@pytest.mark.parametrize("screen", ["HDMI-A-3", "3", "0", "-1", "²"])
def test_without_the_chosen_screen_the_picture_is_on_the_first(
    screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monitors = Monitors(monkeypatch, "HDMI-A-1", "HDMI-A-2")
    window = Window(Display(screen=screen))
    window.open()
    assert (monitors.used, window.strays) == ([0], True)
    window.close()


def test_a_chosen_screen_that_does_not_open_leaves_the_picture_on_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monitors = Monitors(monkeypatch, "HDMI-A-1", "HDMI-A-2")
    monitors.broken = {1}
    window = Window(Display())
    window.open()
    window.apply(replace(window.settings, screen="2"))
    assert (monitors.used, window.strays, window.is_open) == ([0, 0], True, True)
    window.apply(replace(window.settings, screen="1"))
    assert not window.strays
    monitors.broken = {0, 1}
    with pytest.raises(DriverError, match="no mode"):
        window.apply(replace(window.settings, screen="2"))
    assert not window.is_open


def test_screens_of_the_same_name_have_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    Monitors(monkeypatch, "Dell", "Dell")
    window = Window(Display(screen="2"))
    window.open()
    assert window.screens == ("1", "2")
    window.close()


def test_sdl_names_its_screens(window: Window) -> None:
    assert len(window.screens) == 1
    assert all(window.screens)


def test_the_caption_is_in_the_language_of_the_view(window: Window) -> None:
    window.show(replace(STILL, words=pseudo()), AT)
    assert not english_in(pygame.display.get_caption()[0])


def test_what_another_window_covered_is_drawn_again(window: Window) -> None:
    window.show(STILL, AT)
    window.poll()
    window.show(STILL, AT)
    wanted = on_screen()
    pygame.display.get_surface().fill((1, 2, 3))
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    window.poll()
    assert window.show(STILL, AT)
    assert on_screen() == wanted


def test_a_key_comes_out_of_poll(window: Window) -> None:
    window.poll()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q))
    assert [event.key for event in window.poll() if event.type == pygame.KEYDOWN] == [pygame.K_q]


def test_a_closed_window_says_so(window: Window) -> None:
    window.close()
    window.close()
    with pytest.raises(DriverError, match="not open"):
        window.show(STILL, AT)


def test_no_screen_is_a_driver_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(DriverError, match="connect a screen"):
        Window(Display()).open()


# --- margins -------------------------------------------------------------------------------------


@pytest.fixture
def overscan(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window whose edges a television would cut off."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(1280, 720, margin_percent=5))
    window.open()
    yield window
    window.close()


INSIDE = pygame.Rect(64, 36, 1152, 648)
"""What margins of 5 percent leave of 1280x720 pixels."""


def test_margins_stay_empty_and_the_picture_keeps_all_that_it_shows(overscan: Window) -> None:
    assert overscan.size == INSIDE.size
    for at in (AT, AT + SECOND):
        overscan.show(MOVING, at)
        screen = pygame.display.get_surface()
        assert screen is not None
        wanted = pygame.Surface(INSIDE.size, 0, 32)
        artist = Artist(glass=Glass(overscan.settings.picture_inch), kit=shared_kit())
        artist.draw(wanted, MOVING, at)
        shown = screen.subsurface(INSIDE)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(wanted, "RGB")
        around = screen.copy()
        around.fill((0, 0, 0), INSIDE)
        assert not any(pygame.image.tobytes(around, "RGB"))


def test_margins_are_set_while_people_look(overscan: Window) -> None:
    overscan.show(STILL, AT)
    overscan.apply(replace(overscan.settings, margin_percent=10))
    assert overscan.show(STILL, AT)
    screen = pygame.display.get_surface()
    assert screen is not None
    assert screen.get_at(INSIDE.topleft) == pygame.Color(0, 0, 0)
    overscan.apply(replace(overscan.settings, margin_percent=0))
    overscan.show(STILL, AT)
    assert on_screen() == pygame.image.tobytes(picture(STILL, AT, (1280, 720)), "RGB")


def test_fingers_and_mice_are_where_the_picture_shows_them(overscan: Window) -> None:
    overscan.poll()
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.05, finger_id=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(64, 36), button=1))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_m))
    finger, mouse, key = overscan.poll()
    assert (finger.x, finger.y, finger.finger_id) == (pytest.approx(0.5), pytest.approx(0.0), 1)
    assert (mouse.pos, mouse.button) == ((0, 0), 1)
    assert key.key == pygame.K_m


def test_letters_are_as_large_as_they_were() -> None:
    """The picture is smaller, and so is the glass that it fills."""
    glass = Glass(Display(margin_percent=5).picture_inch)
    assert glass.letter(INSIDE.size) == Glass(27).letter((1280, 720))


# --- turned --------------------------------------------------------------------------------------

Turn = Literal[0, 90, 180, 270]
TURNS: tuple[Turn, ...] = (0, 90, 180, 270)


@pytest.mark.parametrize("degrees", TURNS)
def test_a_picture_is_turned_clockwise(degrees: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(1280, 720, margin_percent=5, rotation=degrees))
    window.open()
    for at in (AT, AT + SECOND):
        window.show(MOVING, at)
        screen = pygame.display.get_surface()
        assert screen is not None
        across, down = screen.get_size()
        assert (across < down) == bool(degrees % 180)
        wanted = pygame.Surface(window.size, 0, 32)
        artist = Artist(glass=Glass(window.settings.picture_inch), kit=shared_kit())
        artist.draw(wanted, MOVING, at)
        turned = pygame.transform.rotate(wanted, -degrees)
        inside = pygame.Rect(across // 20, down // 20, *turned.get_size())
        shown = screen.subsurface(inside)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(turned, "RGB")
    window.apply(replace(window.settings, rotation=0, margin_percent=0))
    window.show(STILL, AT)
    assert on_screen() == pygame.image.tobytes(picture(STILL, AT, (1280, 720)), "RGB")
    window.close()


@pytest.mark.parametrize("degrees", TURNS)
@pytest.mark.parametrize("pixel", [(0, 0), (1151, 647), (1151, 0), (300, 500)])
def test_a_finger_means_what_it_covers(
    degrees: Turn, pixel: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(1280, 720, margin_percent=5, rotation=degrees))
    window.open()
    window.change(lambda surface: [surface.fill("white", (pixel, (1, 1)))])
    screen = pygame.display.get_surface()
    assert screen is not None
    white = pygame.mask.from_threshold(screen, (255, 255, 255), (1, 1, 1, 255))
    left, top = white.centroid()
    width, height = screen.get_size()
    x, y = (left + 0.5) / width, (top + 0.5) / height
    window.poll()
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, finger_id=1, x=x, y=y))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(left, top), button=1))
    finger, mouse = window.poll()
    assert (int(finger.x * 1152), int(finger.y * 648)) == pixel
    assert mouse.pos == pixel
    window.close()

"""Strokes from a window's reports: an X server's event, and SDL's version."""

import struct

import pytest

from appliance.core.signals import MS, SECOND
from appliance.display.quiet import pygame
from appliance.display.strokes import server_time, strokes, timed
from appliance.drivers import Stroke
from appliance.drivers.keyboard import EVERY_KEY

NOW = 5_000 * SECOND + 700_000  # ns; an X server counts whole milliseconds
PRESS, RELEASE, CLICK, LET_GO, ENTER = 2, 3, 4, 5, 7
DOWN, UP = True, False


def x_event(kind: int, ms: int, made_up: int = 0) -> pygame.event.Event:
    """An XKeyEvent as pygame hands it on: the C struct's bytes, in an XEvent of 24 longs."""
    head = struct.pack("@iLiPLLLL", kind, 1, made_up, 0, 1, 1, 0, ms % 2**32)
    return pygame.event.Event(pygame.SYSWMEVENT, event=head.ljust(struct.calcsize("24L"), b"\0"))


def key(kind: int, number: int = pygame.K_q) -> pygame.event.Event:
    return pygame.event.Event(kind, key=number)


def test_a_key_has_the_time_of_the_x_event_before_it() -> None:
    ms = NOW // MS
    text = pygame.event.Event(pygame.TEXTINPUT, text="q")
    events = [
        x_event(PRESS, ms - 90),
        key(pygame.KEYDOWN),
        text,
        x_event(RELEASE, ms - 30),
        key(pygame.KEYUP),
    ]
    assert strokes(events, NOW) == [
        Stroke(pygame.K_q, DOWN, (ms - 90) * MS),
        Stroke(pygame.K_q, UP, (ms - 30) * MS),
    ]


def test_a_button_of_the_mouse_has_the_time_of_the_x_event_before_it() -> None:
    ms = NOW // MS
    down, up = (
        pygame.event.Event(kind, button=1, pos=(5, 6))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    )
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 6))
    events = [x_event(CLICK, ms - 90), moved, down, x_event(LET_GO, ms - 30), up, up]
    expected = [(moved, None), (down, (ms - 90) * MS), (up, (ms - 30) * MS), (up, None)]
    assert list(timed(events, NOW)) == expected
    assert list(timed([x_event(PRESS, ms), down], NOW)) == [(down, None)]


def test_a_key_without_its_own_x_event_has_no_time() -> None:
    ms = NOW // MS
    assert strokes([key(pygame.KEYDOWN)], NOW) == [Stroke(pygame.K_q, DOWN, None)]
    # a repeat, which pygame does not report, and the release that SDL makes up
    repeated = [x_event(PRESS, ms), key(pygame.KEYUP)]
    assert strokes(repeated, NOW) == [Stroke(pygame.K_q, UP, None)]
    entered = [x_event(PRESS, ms), x_event(ENTER, ms), key(pygame.KEYDOWN)]
    assert strokes(entered, NOW) == [Stroke(pygame.K_q, DOWN, None)]
    twice = [x_event(PRESS, ms), key(pygame.KEYDOWN), key(pygame.KEYDOWN, pygame.K_1)]
    assert strokes(twice, NOW)[1] == Stroke(pygame.K_1, DOWN, None)


@pytest.mark.parametrize(
    "event",
    [
        x_event(PRESS, NOW // MS, made_up=1),  # another program can write any time
        x_event(PRESS, 0),  # "now", says another program
        x_event(PRESS, NOW // MS - 3_600_000),  # another machine's clock
        x_event(PRESS, NOW // MS + 3_600_000),
        x_event(ENTER, NOW // MS),
        pygame.event.Event(pygame.SYSWMEVENT),  # not X11's
        pygame.event.Event(pygame.SYSWMEVENT, event=b"short"),
    ],
)
def test_what_has_no_time_that_can_be_believed(event: pygame.event.Event) -> None:
    assert server_time(event, NOW) is None


def test_the_servers_milliseconds_wrap_after_49_days() -> None:
    now = (2**32 + 20) * MS
    assert server_time(x_event(PRESS, 2**32 - 10), now) == (PRESS, (2**32 - 10) * MS)
    assert server_time(x_event(PRESS, 2**32 + 15), now) == (PRESS, (2**32 + 15) * MS)


def test_a_window_that_loses_the_keyboard_lets_go_of_every_key() -> None:
    events = [key(pygame.KEYUP), pygame.event.Event(pygame.WINDOWFOCUSLOST)]
    assert strokes(events, NOW)[1] == Stroke(EVERY_KEY, UP, None)

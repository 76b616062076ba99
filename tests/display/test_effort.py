"""A new View that takes too long is drawn over several frames, and then no pixel is wrong."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from example_seats import AT
from example_views import EXAMPLES
from extent import tries

from appliance.config import Display
from appliance.core.signals import MS, SECOND
from appliance.display.draw import Artist
from appliance.display.effort import EnoughError
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.lettering import Kit, Lettering
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.display.window import LATE_AFTER, Window

SMALL = (800, 480)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def after(asks: int) -> Callable[[], bool]:
    """A frame that may ask so often before it has taken enough."""
    asked = count()
    return lambda: next(asked) >= asks


def frames(artist: Artist, surface: pygame.Surface, view: View, at: int, asks: int) -> int:
    """Count the frames until `view` is on `surface`; until then that stays unchanged."""
    before, number = pixels(surface), 1
    while not artist.redraw(surface, view, at, enough=after(asks)) and artist.behind:
        assert pixels(surface) == before
        number += 1
    return number


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("fingers", [False, True])
@pytest.mark.untraced
@pytest.mark.examples
def test_a_view_drawn_in_several_frames_is_the_view_drawn_whole(
    layout: Layout, fingers: bool
) -> None:
    """Also where another View comes in between, or the very first one again."""
    chance = Random(f"{layout} {fingers}")
    artist, whole = (Artist(layout, fingers=fingers) for _ in range(2))
    shown, wanted = (pygame.Surface(SMALL, 0, 32) for _ in range(2))
    views = chance.sample(list(EXAMPLES.values()), tries(6, of=len(EXAMPLES)))
    took = list[int]()
    for view, other in zip(views, [*views[1:], views[0]], strict=True):
        at = AT + chance.randint(0, 3 * SECOND)
        artist.redraw(shown, other, at, enough=after(chance.randint(0, 30)))
        took.append(frames(artist, shown, view, at, 20))
        whole.draw(wanted, view, at)
        assert pixels(shown) == pixels(wanted)
    assert max(took) > 3


def test_each_frame_makes_one_thing_however_little_it_may_take() -> None:
    kit = Kit()
    kit.effort.begin(lambda: True)
    style = Lettering(20, 8, (255, 255, 255))
    kit.kept("first", lambda: pygame.Surface((1, 1)))
    with pytest.raises(EnoughError):
        kit.words("a second one", (200, 40), style)
    kit.effort.begin(lambda: True)
    kit.font(20)  # within one thing others are made: each of them is kept
    kit.effort.begin(lambda: False)
    assert kit.words("a second one", (200, 40), style).size == 20


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(*SMALL), most=0)
    window.open()
    return window


def test_a_window_that_is_behind_says_so_and_is_late_for_a_while_only(window: Window) -> None:
    view = EXAMPLES["game"]
    assert not window.show(view, AT)
    behind = window.behind
    assert not window.show(view, AT + LATE_AFTER - 1)
    assert window.show(view, AT + LATE_AFTER)
    assert (behind, window.behind) == (True, False)
    whole = pygame.Surface(SMALL, 0, 32)
    Artist().draw(whole, view, AT + LATE_AFTER)
    assert pixels(pygame.display.get_surface()) == pixels(whole)
    window.close()


def test_what_counts_is_how_long_the_screen_has_been_behind(window: Window) -> None:
    """A View that changes all the time is seen, too."""
    view = EXAMPLES["game"]
    seen = [
        window.show(replace(view, play=replace(view.play, pile=number)), AT + number * 10 * MS)
        for number in range(40)
    ]
    assert sum(seen) >= 3
    window.close()

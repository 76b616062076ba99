"""The window of a replay: frames out, keys and touches in."""

import time
from collections.abc import Callable, Sequence

from appliance.core.signals import SECOND
from appliance.display.draw import Artist
from appliance.display.pen import Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.sizes import unit_of
from appliance.display.strokes import quits
from appliance.display.timeline import draw_timeline, part_touched, strip_of
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.service.playback import Playback
from appliance.words import Words

PLAYER_FPS = 30

_KEYS: dict[int, Callable[[Playback], None]] = {
    pygame.K_RIGHT: lambda it: it.skip(10),
    pygame.K_LEFT: lambda it: it.skip(-10),
    pygame.K_PAGEDOWN: lambda it: it.skip(300),
    pygame.K_PAGEUP: lambda it: it.skip(-300),
    pygame.K_UP: lambda it: it.faster(1),
    pygame.K_DOWN: lambda it: it.faster(-1),
    pygame.K_HOME: lambda it: it.seek_part(0.0),
    pygame.K_END: lambda it: it.seek_part(1.0),
    pygame.K_n: lambda it: it.next_doubt(1),
    pygame.K_p: lambda it: it.next_doubt(-1),
}


class Rerun:
    """Draws a playback on a surface: the table of its moment, and the timeline at the foot."""

    def __init__(self, words: Words) -> None:
        self._words, self._artist = words, Artist(kit=shared_kit())
        self._size: tuple[int, int] | None = None
        self._drawn_at: int | None = None
        self._strip: object = None

    def draw(self, surface: pygame.Surface, it: Playback) -> list[pygame.Rect]:
        """Draw the changes; return their rectangles."""
        size = surface.get_size()
        if size != self._size or (self._drawn_at is not None and it.now < self._drawn_at):
            self._artist.forget()  # moving parts only animate forwards
            self._strip = None
        self._size, self._drawn_at = size, it.now
        strip = strip_of(size)
        above = surface.subsurface(pygame.Rect(0, 0, size[0], strip.top))
        new = self._artist.redraw(above, view_of(it.table, it.now, self._words), it.now)
        position = self._position(it)
        content = (position, round(it.part * size[0]), tuple(it.doubts()))
        if content != self._strip:
            self._strip = content
            pen = Pen(surface, shared_kit(), unit_of(size))
            keys = self._words("command.replay.keys")
            new = [*new, draw_timeline(pen, it.part, it.doubts(), position, keys)]
        return new

    def _position(self, it: Playback) -> str:
        began, ended = it.recording.began, it.recording.ended
        code = "command.replay.paused" if it.paused else "command.replay.at"
        at, end = _clock(it.now - began), _clock(ended - began)
        return self._words(code, at=at, of=end, speed=it.speed)


def _clock(ns: int) -> str:
    minutes, seconds = divmod(ns // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}"


def heard(events: Sequence[pygame.event.Event], it: Playback, size: tuple[int, int]) -> bool:
    """Handle keys and touches; return True to close the window."""
    for event in events:
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_SPACE:
                it.paused = not it.paused
            elif event.key in _KEYS:
                _KEYS[event.key](it)
        elif event.type == pygame.MOUSEBUTTONDOWN or (
            event.type == pygame.MOUSEMOTION and event.buttons[0]
        ):
            part = part_touched(event.pos, size)
            if part is not None:
                it.seek_part(part)
    return quits(events)


def play_again(window: Window, it: Playback, words: Words) -> None:
    """Play it in the open window until that is closed."""
    rerun = Rerun(words)
    while not heard(window.poll(), it, window.size):
        it.to(time.monotonic_ns())
        window.change(lambda surface: rerun.draw(surface, it))
        window.wait(1 / PLAYER_FPS)

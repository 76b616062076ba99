"""The desk in its window: it takes input, draws frames, and rests in between."""

import time
from collections.abc import Hashable, Sequence
from pathlib import Path

from appliance.core.signals import BACKSPACE, MS, RETURN, SECOND
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.strokes import strokes, timed
from appliance.display.window import Window
from appliance.drivers.keyboard import EVERY_KEY
from appliance.statistics.tally import TalliedGame
from appliance.words import Words
from lab.sim.change import Watch
from lab.sim.desk.desk import KEYS, Desk
from lab.sim.desk.outside import Arrangement
from lab.sim.desk.party import Party
from lab.sim.desk.places import SMALLEST_DESK
from lab.sim.desk.setting import set_up
from lab.sim.tallies import tallies

LEAVES_WITHIN = 3 * SECOND
"""Escape leaves when it is pressed twice within this time."""

_MOUSE = "mouse"

_ARROWS = {
    pygame.K_LEFT: (-1, None), pygame.K_UP: (-1, True),
    pygame.K_RIGHT: (1, None), pygame.K_DOWN: (1, False),
}  # fmt: skip
"""Steps of an arrow key among choices; True to lift a card, False to put one back."""
_TYPED = {
    pygame.K_BACKSPACE: BACKSPACE, pygame.K_RETURN: RETURN, pygame.K_KP_ENTER: RETURN,
}  # fmt: skip


class DeskInput:
    """Passes pygame's events to a desk. `leave` is set when the window is to close."""

    def __init__(self, desk: Desk) -> None:
        self.leave = False
        self.asked_at: int | None = None
        """Time of a recent Escape, by the machine's clock (ns)."""
        self._desk = desk
        does = (desk.point, self._drag, self._let_go)
        fingers = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
        mouse = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        self._fingers = dict(zip(fingers, does, strict=True))
        self._mouse = dict(zip(mouse, does, strict=True))
        self._others = {
            pygame.QUIT: self._close,
            pygame.KEYDOWN: self._key,
            pygame.MOUSEWHEEL: self._scroll,
        }

    def handle(
        self, events: Sequence[pygame.event.Event], machine: int, size: tuple[int, int]
    ) -> None:
        """Tell all of `events`, fetched at `machine` (ns) from a window of that `size`."""
        desk = self._desk
        for stroke in strokes(events, machine):
            at = machine if stroke.at is None else stroke.at
            if stroke.key == EVERY_KEY or not stroke.down:
                keys = (
                    KEYS if stroke.key == EVERY_KEY else chr(stroke.key) if stroke.key < 256 else ""
                )
                for key in keys:
                    desk.let_go(key, at)
            elif stroke.key < 256 and (buzzer := KEYS.find(chr(stroke.key))) in range(desk.buzzers):
                desk.press(chr(stroke.key), buzzer, at)
        for event, moved_at in timed(events, machine):
            self._one(event, machine if moved_at is None else moved_at, size)
        if self.asked_at is not None and machine > self.asked_at + LEAVES_WITHIN:
            self.asked_at = None
            desk.ask_to_leave(asked=False)

    def _one(self, event: pygame.event.Event, machine: int, size: tuple[int, int]) -> None:
        kind = event.type
        if kind in self._fingers:
            at = (event.x * size[0], event.y * size[1])
            self._fingers[kind](event.finger_id, at, machine)
        elif getattr(event, "touch", False):
            return  # a finger's event says the same
        elif kind in self._mouse and getattr(event, "button", 1) == 1:
            self._mouse[kind](_MOUSE, event.pos, machine)
        elif kind in self._others:
            self._others[kind](event, machine)

    def _drag(self, pointer: Hashable, at: tuple[float, float], _machine: int) -> None:
        self._desk.drag(pointer, at)

    def _let_go(self, pointer: Hashable, _at: tuple[float, float], machine: int) -> None:
        self._desk.let_go(pointer, machine)

    def _close(self, _event: pygame.event.Event, _machine: int) -> None:
        self.leave = True

    def _scroll(self, event: pygame.event.Event, _machine: int) -> None:
        if event.y:
            self._desk.steering.go(-1 if event.y > 0 else 1)

    def _key(self, event: pygame.event.Event, machine: int) -> None:
        desk, key, text = self._desk, event.key, getattr(event, "unicode", "")
        if getattr(event, "repeat", False):
            return
        if key < 256 and KEYS.find(chr(key)) in range(desk.buzzers):
            return  # it is a buzzer's
        if key == pygame.K_ESCAPE and desk.steering.back():
            return
        if key == pygame.K_ESCAPE:
            self.leave = self.asked_at is not None
            self.asked_at = machine
            desk.ask_to_leave(asked=True)
        elif desk.steering.enter(_TYPED.get(key, text)):
            return
        elif key == pygame.K_SPACE:
            desk.pause()
        elif key == pygame.K_F2:
            desk.open_bench()
        elif key in _ARROWS:
            steps, lifts = _ARROWS[key]
            desk.arrow(steps, lifts=lifts)
        elif _TYPED.get(key) == RETURN:
            desk.confirm()


FRAME_TIME = SECOND // 30

LONGEST_REST = SECOND // 4
"""Maximum time (ns) between two checks of the reader's thread at an idle desk."""


def size_here() -> tuple[int, int]:
    """Size of a window that fits this desktop well, in pixels."""
    try:
        pygame.display.init()
        width, height = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return SMALLEST_DESK
    unit = min(0.96 * width / SMALLEST_DESK[0], 0.9 * height / SMALLEST_DESK[1])
    return (round(SMALLEST_DESK[0] * max(1.0, unit)), round(SMALLEST_DESK[1] * max(1.0, unit)))


def rest(desk: Desk, picture_due: int | None) -> int:
    """Time that the machine may rest after a frame (ns) without input."""
    clock, times = desk.clock, (desk.evening.due, picture_due)
    if desk.person.pressing or desk.evening.reader.wanted:
        return FRAME_TIME
    dues = [at for at in times if at is not None]
    if clock.paused or not dues:
        return LONGEST_REST
    soon = round((min(dues) - clock.now) / clock.speed)
    return min(max(soon, FRAME_TIME), LONGEST_REST)


def play_at_desk(
    party: Party,
    words: Words,
    window: Window,
    speaker: Speaker,
    watchers: Sequence[Watch] = (),
) -> tuple[TalliedGame, ...]:
    """Play in an open `window` until it closes; open the `speaker` only if it is wanted.

    Return the result of each game of the evening, including an aborted one.

    Raises:
        DoubtItError: the party is impossible, or the evening can't be written down.
    """
    heard, folder = (speaker.perform,), Path.cwd()
    desk = set_up(party, words, time.monotonic_ns(), watchers, heard=heard, pictures=folder)
    desk.loud = not party.quiet
    try:
        events, arrangement = DeskInput(desk), Arrangement(desk, speaker)
        while not events.leave:
            machine = time.monotonic_ns()
            events.handle(window.poll(), machine, window.size)
            desk.step(machine)
            picture = arrangement.picture()
            window.change(picture.draw)
            speaker.show(desk.view, desk.clock.now)
            spent = time.monotonic_ns() - machine
            window.wait(max(rest(desk, picture.due) - spent, MS) / SECOND)
        return tallies(desk.evening)
    finally:
        desk.close()

"""Input of a person in the window of a desk: pygame's events, as the desk understands them."""

from collections.abc import Sequence

from appliance.core.signals import BACKSPACE, RETURN, SECOND
from appliance.display.quiet import pygame
from appliance.display.strokes import strokes, timed
from appliance.drivers.keyboard import EVERY_KEY
from lab.sim.desk.desk import KEYS, Desk

LEAVES_WITHIN = 3 * SECOND
"""Escape leaves when it is pressed twice within this time."""

_MOUSE = "mouse"

_ARROWS = {
    pygame.K_LEFT: (-1, None), pygame.K_UP: (-1, True),
    pygame.K_RIGHT: (1, None), pygame.K_DOWN: (1, False),
}  # fmt: skip
"""How far an arrow key goes among choices, and whether it lifts a card or puts one back."""
_TYPED = {
    pygame.K_BACKSPACE: BACKSPACE, pygame.K_RETURN: RETURN, pygame.K_KP_ENTER: RETURN,
}  # fmt: skip


class DeskInput:
    """What pygame reports, told to a desk. `leave` is set once the window is to be closed."""

    def __init__(self, desk: Desk) -> None:
        self.leave = False
        self.asked_at: int | None = None
        """When Escape was pressed, by the machine's clock (ns), if not long ago."""
        self._desk = desk

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
        desk = self._desk
        if event.type == pygame.QUIT:
            self.leave = True
        elif event.type == pygame.KEYDOWN and not getattr(event, "repeat", False):
            self._key(event, machine)
        elif event.type in {pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP}:
            self._finger(event, (event.x * size[0], event.y * size[1]), machine)
        elif getattr(event, "touch", False):
            return  # it is told as a finger, too
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            desk.point(_MOUSE, event.pos, machine)
        elif event.type == pygame.MOUSEMOTION:
            desk.drag(_MOUSE, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            desk.let_go(_MOUSE, machine)
        elif event.type == pygame.MOUSEWHEEL and event.y:
            desk.steering.go(-1 if event.y > 0 else 1)

    def _finger(self, event: pygame.event.Event, at: tuple[float, float], machine: int) -> None:
        if event.type == pygame.FINGERDOWN:
            self._desk.point(event.finger_id, at, machine)
        elif event.type == pygame.FINGERMOTION:
            self._desk.drag(event.finger_id, at)
        else:
            self._desk.let_go(event.finger_id, machine)

    def _key(self, event: pygame.event.Event, machine: int) -> None:
        desk, key, text = self._desk, event.key, getattr(event, "unicode", "")
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

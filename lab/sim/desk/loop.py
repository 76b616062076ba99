"""The desk in its window: pygame's events in, frames out, and rest while nothing happens."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from appliance.core.effects import Effect, Job
from appliance.core.fuse import fuse
from appliance.core.signals import BACKSPACE, MS, RETURN, SECOND, Told
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.strokes import strokes, timed
from appliance.display.window import Window
from appliance.drivers.keyboard import EVERY_KEY
from appliance.runtime.reader import Fuse, Read
from appliance.statistics.tally import TalliedGame, tallied
from appliance.words import Words
from bluffing.message import message
from lab.sim.camera import Glance
from lab.sim.change import Watch
from lab.sim.desk.box import DeskCamera, RevealBox
from lab.sim.desk.clock import DeskClock
from lab.sim.desk.desk import KEYS, Desk
from lab.sim.desk.faults import Breakage, DeskWiring
from lab.sim.desk.outside import Arrangement
from lab.sim.desk.party import Party, sit_down
from lab.sim.desk.person import Person
from lab.sim.desk.places import SMALLEST_DESK
from lab.sim.evening import Evening, VirtualClock
from lab.sim.games import card_reader
from lab.sim.world import World

FRAME_TIME = SECOND // 30
SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while nobody waits for cards, as at a real table."""

LONGEST_REST = SECOND // 4
"""A desk at which nothing happens looks so often (ns) what the reader's thread has found."""

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


def size_here() -> tuple[int, int]:
    """Size of a window that fits this desktop well, in pixels."""
    try:
        pygame.display.init()
        width, height = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return SMALLEST_DESK
    unit = min(0.96 * width / SMALLEST_DESK[0], 0.9 * height / SMALLEST_DESK[1])
    return (round(SMALLEST_DESK[0] * max(1.0, unit)), round(SMALLEST_DESK[1] * max(1.0, unit)))


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


def set_up(
    party: Party,
    words: Words,
    machine: int,
    watchers: Sequence[Watch] = (),
    *,
    eye: tuple[Read, Fuse] | None = None,
    heard: Callable[[Effect], None] | None = None,
    live: bool = True,
) -> Desk:
    """A desk with all that is below it, opened. Without an `eye` the table's own reads the cards.

    Raises:
        ConfigError: nobody can play so.
        JournalError: the journal is broken or can't be written.
    """
    people, journal = sit_down(party)
    clock = VirtualClock()
    person = Person(set(party.mine))
    camera, wiring = DeskCamera(party.seed, clock, party.deck), DeskWiring(clock)
    breakage = Breakage(wiring, camera, clock)

    def answer(effect: Effect) -> None:
        if isinstance(effect, Job) and effect.on:
            lines = (message("desk.no-job", job=message(f"menu.{effect.task}")),)
            evening.post(Told(effect.task, lines, done=True, at=clock()))

    read, vote = eye or (partial(card_reader().read, card_height=camera.card), fuse)
    evening = Evening(
        World(people, person),
        journal,
        (breakage.camera, Glance(read), vote),
        clock,
        watchers,
        live=live,
        wiring=wiring,
        idle=SIGN_OF_LIFE,
        heard=(answer,) if heard is None else (answer, heard),
        language=party.language,
    )
    evening.open()
    breakage.open(evening.post)
    desk_clock = DeskClock(machine, clock.now, party.speed)
    things = (RevealBox(camera, party.seed), breakage)
    return Desk(evening, desk_clock, person, things, words)


def rest(desk: Desk, picture_due: int | None) -> int:
    """Time that the machine may rest after a frame (ns), if the window is not touched."""
    clock, times = desk.clock, (desk.evening.due, picture_due)
    if desk.person.pressing or desk.evening.reader.wanted:
        return FRAME_TIME
    dues = [at for at in times if at is not None]
    if clock.paused or not dues:
        return LONGEST_REST
    soon = round((min(dues) - clock.now) / clock.speed)
    return min(max(soon, FRAME_TIME), LONGEST_REST)


def tallies(desk: Desk) -> tuple[TalliedGame, ...]:
    """Return what each game of the desk's evening came to so far."""
    return tuple(tallied(*desk.evening.played(), over=False))


def play_at_desk(
    party: Party,
    words: Words,
    window: Window,
    speaker: Speaker,
    watchers: Sequence[Watch] = (),
) -> tuple[TalliedGame, ...]:
    """Play in an open `window` until it is closed; the `speaker` is opened when it is wanted.

    Return what each game of the evening came to, one that was broken off too.

    Raises:
        DoubtItError: nobody can play so, or the evening can't be written down.
    """
    desk = set_up(party, words, time.monotonic_ns(), watchers, heard=speaker.perform)
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
        return tallies(desk)
    finally:
        desk.close()

"""Time of a press through the real drivers and the real loop, on the wall clock.

Once with a table that waits for the press, and once at its worst: the main thread draws one
moving frame after the other, the card reader reads one picture after the other on its thread,
and the press comes at any moment from a thread of its own, as gpiozero's do.
"""

import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Literal

import numpy as np

from appliance.config import Display
from appliance.core.effects import Effect, Lamp, PlaySound, ReadCards, Rhythm, Sound
from appliance.core.fuse import fuse
from appliance.core.signals import MS, SECOND
from appliance.display.view_of import view_of
from appliance.display.window import FRAME_TAKES, Window
from appliance.drivers import Frame
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.runtime import database
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.runtime.reader import Reader, Worker
from appliance.service.clock import TableClock
from appliance.service.equip import lamp_performer
from appliance.service.memory import answer_soon, leave_a_core
from appliance.table import Table, TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns
from appliance.table.state import Outside
from appliance.vision.read import CardReader
from appliance.words import words_of
from bluffing.actions import Play
from bluffing.cards import pack
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import photograph, scene_of

SEATS = 6
SIZE = (1920, 1080)

LAMP, SOUND, PIXELS = "press -> lamp", "press -> sound asked for", "press -> changed pixels"
DOUBTER = "press -> doubter on the screen"
PROMISED = {LAMP: 20.0, SOUND: 50.0, PIXELS: 85.0}
"""Maximum ms of 99 presses in a hundred, at the worst of times."""


def open_doubt(now: int, settings: TableSettings) -> Table:
    """A table at which seat 1 has just laid two cards, one second before `now` (ns)."""
    seats = tuple(range(SEATS))
    rules = RULESETS[settings.ruleset]
    game, _ = rules.apply(rules.start(Setup(SEATS, 0), {}), Play(1, 2))
    opened = now - SECOND
    turns = Turns(
        match=Match(game), opened_at=opened, counts_from=opened, closes_at=opened + 60 * SECOND
    )
    return Table(settings, turns, buzzers=seats, names=seats)


class Rig:
    """A table on simulated pins and a dummy screen, on the wall clock."""

    def __init__(self, path: Path, outside: tuple[Outside, ...] = ()) -> None:
        self.clock = TableClock()
        self.settings = TableSettings(buzzers=SEATS, outside=outside)
        factory = VirtualFactory(self.clock)
        board = PinBoard(given=factory)
        self.buzzers = GpioBuzzers(BuzzerSettings(), self.clock, board)
        self.lamps = GpioLamps(LampSettings(), board)
        self.window = Window(Display(*SIZE), most=FRAME_TAKES)
        self.heard: list[int] = []
        self.lit: dict[int, int] = {}  # buzzers whose lamp shines, and since when (ns)
        self.journal = Journal.open(path, self.settings)
        performers = (lamp_performer(self.lamps, self.clock), self._listen)
        self.loop = Loop(self.journal, performers, ahead=True)
        self.window.open()
        self.buzzers.open(self.loop.post)
        self.lamps.open()
        self.contacts = Contacts(factory, BuzzerSettings().pins, LampSettings().pins)

    def _listen(self, effect: Effect) -> None:
        if isinstance(effect, PlaySound) and effect.sound is Sound.SLAP:
            self.heard.append(self.clock())
        elif isinstance(effect, Lamp) and effect.rhythm is Rhythm.SOLID:
            self.lit.setdefault(effect.buzzer, self.clock())

    def race(self, buzzer: int, later: float | None = None) -> dict[str, float]:
        """Time a press until its doubter is on the screen: milliseconds to each thing seen.

        The press comes at once, and the table waits for it. Or another thread presses seconds
        `later`, while the table draws without a rest.
        """
        loop, clock = self.loop, self.clock
        loop.table = open_doubt(clock(), self.settings)
        self.window.show(view_of(loop.table, clock(), words_of("en")), clock())
        while self.window.behind:
            self.window.show(view_of(loop.table, clock(), words_of("en")), clock())
        self.heard.clear()
        self.lit.clear()
        finger = Finger(self.contacts, clock, buzzer, later or 0.0)
        (finger.run if later is None else finger.start)()
        counts: dict[str, int] = {}
        while DOUBTER not in counts:
            self._turn(buzzer, counts, rests=later is None)
        if later is not None:
            finger.join()
        self.contacts.move(buzzer, down=False, at=clock())
        time.sleep(0.03)
        loop.turn(clock())
        return {name: (at - finger.began) / MS for name, at in counts.items()}

    def _turn(self, buzzer: int, seen: dict[str, int], *, rests: bool) -> None:
        """Turn the loop as the open table does, and note in `seen` when each thing came (ns)."""
        loop, clock, now = self.loop, self.clock, self.clock()
        loop.turn(now)
        self.lamps.beat(now)
        if buzzer in self.lit:
            seen.setdefault(LAMP, self.lit[buzzer])
        decided = loop.table.game.doubter is not None
        if decided:
            seen.setdefault("press -> doubter decided", clock())
        view = view_of(loop.table, now, words_of("en"))
        if not loop.writing:
            loop.settle()
        drawn = self.window.show(view, now, ready=loop.settle)
        if drawn and LAMP in seen:
            seen.setdefault(PIXELS, clock())
            if decided:
                seen[DOUBTER] = clock()
        if not self.window.behind:
            loop.settle()
        if self.heard:
            seen.setdefault(SOUND, self.heard[0])
        due = loop.due(now)
        asleep = rests and not self.window.behind
        rest = min((due or now + 33 * MS) - clock(), 33 * MS) if asleep else 0
        loop.wait(rest / SECOND)

    def close(self) -> None:
        """Let everything go."""
        for part in (self.window, self.buzzers, self.lamps):
            part.close()


class Finger(Thread):
    """Presses one button after some seconds, and knows when (ns)."""

    def __init__(self, contacts: Contacts, clock: TableClock, buzzer: int, after: float) -> None:
        super().__init__(name="finger", daemon=True)
        self._contacts, self._clock = contacts, clock
        self._buzzer, self._after = buzzer, after
        self.began = 0

    def run(self) -> None:
        """Wait and press."""
        time.sleep(self._after)
        self.began = self._clock()
        self._contacts.move(self._buzzer, down=True, at=self.began)


class StillCamera:
    """The same picture of three cards again and again."""

    def __init__(self) -> None:
        rng = random.Random(1)
        picture = photograph(rng.sample(pack(), 3), STYLES[0], rng, scene_of(rng))
        self._image = np.asarray(picture.image, np.uint8)

    def open(self) -> None:
        """Nothing to open."""

    def capture(self) -> Frame:
        """The picture."""
        return Frame(self._image.copy(), 0)

    def close(self) -> None:
        """Nothing to close."""


@contextmanager
def reading(read: CardReader) -> Iterator[list[float]]:
    """Reads cards all the time on the reader's thread; gives the ms that each frame took."""
    took: list[float] = []

    def look(image: object) -> object:
        began = time.perf_counter()
        reading = read.read(np.asarray(image, np.uint8))
        took.append((time.perf_counter() - began) * 1000)
        return reading

    worker = Worker(Reader(StillCamera(), look, fuse, lambda _: None))  # type: ignore[arg-type]
    worker.open()
    worker.perform(ReadCards(1, 3))
    while not took:
        time.sleep(0.01)
    yield took
    worker.close()


@contextmanager
def slow_disk(seconds: float) -> Iterator[None]:
    """Let each commit take so much longer, as on a disk whose syncs do."""
    append = database.append

    def appended(connection: sqlite3.Connection, rows: Sequence[database.Row]) -> None:
        append(connection, rows)
        time.sleep(seconds)

    database.append = appended  # type: ignore[assignment]
    try:
        yield
    finally:
        database.append = append


def presses(count: int, path: Path, *, busy: bool = False) -> dict[str, list[float]]:
    """`count` doubts, each pressed once on a simulated pin: milliseconds from the press."""
    answer_soon()
    rig, chance = Rig(path), random.Random(1)
    times: dict[str, list[float]] = {}
    for number in range(count):
        later = chance.uniform(0.01, 0.12) if busy else None
        for name, took in rig.race((2, 3, 4, 5, 0)[number % 5], later).items():
            times.setdefault(name, []).append(took)
    rig.close()
    return dict(sorted(times.items(), key=lambda item: min(item[1])))


def busy_presses(count: int, path: Path) -> tuple[dict[str, list[float]], list[float]]:
    """Time `presses` at the worst of times, and the reader's frames meanwhile (ms)."""
    leave_a_core()
    with reading(CardReader()) as took:
        return presses(count, path, busy=True), took


def frames(width: int, height: int, layout: Literal["tv", "tabletop"]) -> dict[str, list[float]]:
    """Milliseconds to draw a moving frame, and one of a View that was not drawn before."""
    window = Window(Display(width, height, layout))
    window.open()
    table = open_doubt(SECOND, TableSettings(buzzers=SEATS))
    times: dict[str, list[float]] = {"still parts kept": [], "everything anew": []}
    for number in range(90):
        at = SECOND + number * 34 * MS
        for kind, values in times.items():
            view = view_of(table, at, words_of("en"))
            if kind == "everything anew":
                view = replace(view, play=replace(view.play, pile=number))
            began = time.perf_counter()
            drawn = window.show(view, at)
            took = (time.perf_counter() - began) * 1000
            if drawn and number > 2:
                values.append(took)
            window.show(view_of(table, at, words_of("en")), at)
    window.close()
    return times

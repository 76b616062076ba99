"""`doubtit run`: the table itself, as the service starts it."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import cv2

from appliance.commands.hardware import box_reader, hardware_of, say_runner
from appliance.config import Config, load_config
from appliance.core import signals
from appliance.core.effects import Effect, Lamp
from appliance.display.darkroom import Darkroom
from appliance.display.sound import Speaker
from appliance.display.strokes import quits, strokes
from appliance.display.touch import Fingers
from appliance.display.view import Evidence
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.drivers import Camera, Hardware, Lamps, Post, Source, opened
from appliance.errors import ConfigError, DriverError, JournalError
from appliance.message import Message, message
from appliance.questions.pack import Drawer, kinds_of, questions_of
from appliance.runtime.journal import Journal, set_aside
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.reader import Reader, Worker
from appliance.table import Table, TableSettings
from appliance.table.dispute import shows_cards
from appliance.table.facts import reading_of
from appliance.table.stages import Attract, Lobby
from appliance.vision.read import fuse
from appliance.words import Words

FRAME = signals.SECOND // 30
"""How long the loop sleeps at most: the window wants to be heard and drawn this often."""

SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while nobody waits for cards."""

SWITCH = 0.0005
"""Seconds after which the reader's thread lets the loop's have its turn."""

SWITCH_OFF = 10
"""The exit code that asks whoever started the table to switch the machine off."""


class TableClock:
    """The table's clock (ns): monotonic, and going on from where the journal stops."""

    def __init__(self) -> None:
        self._offset = -time.monotonic_ns()

    def go_on_from(self, at: int) -> None:
        """Read `at` now."""
        self._offset = at - time.monotonic_ns()

    def __call__(self) -> int:
        """The time now, ns."""
        return time.monotonic_ns() + self._offset


@dataclass(frozen=True, slots=True)
class Log:
    """What the service's log is told, in the table's language."""

    words: Words

    def say(self, what: Message) -> None:
        """One line."""
        print(f"doubtit: {self.words.say(what)}", file=sys.stderr)

    def heard(self, post: Post) -> Post:
        """A `post` that also logs what people are told of a driver."""

        def tell(signal: signals.Signal) -> None:
            match signal:
                case signals.DriverLost(driver, what) | signals.Noted(driver, what):
                    self.say(message("run.driver", driver=driver, what=what))
                case signals.DriverBack(driver):
                    self.say(message("run.driver", driver=driver, what=message("run.back")))
                case _:
                    pass
            post(signal)

        return tell


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table: its loop, and all that each round of it asks, feeds and shows.

    Without `fingers` nobody touches the window; without a `reader` no camera reads cards.
    """

    loop: Loop
    hardware: Hardware
    clock: Callable[[], int]
    window: Window
    words: Words
    fingers: Fingers | None = None
    reader: Reader | None = None
    darkroom: Darkroom = field(default_factory=Darkroom)

    def turn(self) -> bool:
        """One round of the loop; True when somebody closed the window."""
        now = self.clock()  # before the window is asked: what is decided knows presses until then
        events = self.window.poll()
        if quits(events):
            return True
        typed, lamps, fingers = self.hardware.source.typed, self.hardware.lamps, self.fingers
        if fingers is not None:
            for event in events:
                fingers.handle(event)
        if typed is not None:
            typed.handle(strokes(events, time.monotonic_ns()), now)
        self.loop.turn(now)
        if lamps is not None:
            lamps.beat(now)
        table = self.loop.table
        evidence = evidence_of(table, now, self.reader, self.darkroom)
        self.window.show(view_of(table, now, self.words), now, evidence)
        if fingers is not None:
            fingers.look(self.window.targets, self.window.size, now)
        due = self.loop.due(now)
        self.loop.wait((min(due - now, FRAME) if due is not None else FRAME) / signals.SECOND)
        return False


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Open everything, and play until the window is closed or the service is stopped."""
    config = load_config(args.config)
    if args.journal is not None:
        config = replace(config, journal=str(args.journal))
    clock, off = TableClock(), False
    hardware = hardware_of(config, clock)
    with ExitStack() as stack:
        table = _opened(stack, config, hardware, clock, words)
        while not (off or table.turn()):
            off = hardware.power is not None and hardware.power.wanted(clock())
    if off and config.shutdown:
        return _switch_off(config.shutdown)
    return SWITCH_OFF if off else 0


def lamp_performer(lamps: Lamps, clock: Callable[[], int]) -> Perform:
    """Hands Lamp effects to a driver, and has them seen at once: a press is not kept waiting."""

    def perform(effect: Effect) -> None:
        if isinstance(effect, Lamp):
            lamps.show(effect.buzzer, effect.rhythm)
            lamps.beat(clock())

    return perform


def evidence_of(
    table: Table, now: int, reader: Reader | None, darkroom: Darkroom
) -> Evidence | None:
    """The picture of the cards that `table` goes by; the reader drops it when none may be shown."""
    if reader is None:
        return None
    if not shows_cards(table, now):
        reader.forget()
    return darkroom.show(reader.shot, reading_of(table))


def leave_a_core() -> None:
    """Keep the reading of cards off one core, and out of Python soon: there presses are answered.

    Python lets a thread that computes go on for 5 ms before another has its turn, and drawing a
    frame and writing a journal take several turns.
    """
    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))
    sys.setswitchinterval(SWITCH)


def warnings(source: Source) -> Iterator[Message]:
    """What a host should know of the open buzzers before the first game."""
    yield from source.warnings()
    for buzzer in source.held():
        yield message("run.buzzer-down", buzzer=buzzer + 1)


def _opened(
    stack: ExitStack, config: Config, hardware: Hardware, clock: TableClock, words: Words
) -> OpenTable:
    """All of the table, open until `stack` closes; the order of the steps matters."""
    log, performers = Log(words), list[Perform]()
    source, lamps = hardware.source, hardware.lamps
    window = Window(config.display)
    stack.enter_context(opened(window))
    if source.typed is not None:
        source.typed.exact = window.tells_time
    if lamps is not None:  # before the source: they open the board that it shares,
        performers.append(lamp_performer(lamps, clock))
        stack.enter_context(opened(lamps))  # and only an open board knows how late edges can be
    edges = source.timekeeping
    settle_ms, tie_ms = -(-edges.worst_delay // signals.MS), edges.uncertainty // signals.MS
    questions = questions_of(config.game.questions)
    settings = config.table(settle_ms, kinds_of(questions), tie_ms)
    journal, loop = _begin(Path(config.journal), settings, performers, clock)
    stack.callback(journal.close)
    drawn = (entry.signal for entry in journal.entries())
    asked = (signal.question for signal in drawn if isinstance(signal, signals.QuestionDrawn))
    performers.append(Drawer(questions, Random(), loop.post, clock, asked).perform)
    reader = _reader(stack, config, hardware.camera, loop, performers, clock, log)
    speaker = Speaker(config.sound.volume)
    performers.append(speaker.perform)
    try:
        stack.enter_context(opened(speaker))
    except DriverError as error:
        log.say(error.says)
    if hardware.power is not None:
        stack.enter_context(opened(hardware.power))
    fingers = Fingers(clock) if config.display.touch else None
    if fingers is not None:
        fingers.open(loop.post)
        stack.callback(fingers.close)
    source.open(log.heard(loop.post))
    stack.callback(source.close)
    if held := source.held():
        loop.post(signals.Held(held, clock()))
    for warning in warnings(source):
        log.say(warning)
    loop.restart()
    return OpenTable(loop, hardware, clock, window, words, fingers, reader)


def _begin(
    path: Path, settings: TableSettings, performers: list[Perform], clock: TableClock
) -> tuple[Journal, Loop]:
    """Go on with the evening at `path`; where nobody plays, keep it beside and begin a new one."""
    journal = Journal.open(path, settings)
    loop = Loop(journal, performers)
    at = loop.resume()
    if at and isinstance(loop.table.inner, Attract | Lobby):
        journal.close()
        set_aside(path, "evening")
        return _begin(path, settings, performers, clock)
    was = loop.table.settings
    if was.settle_ms < settings.settle_ms or was.tie_ms < settings.tie_ms:
        journal.close()
        there = {"within": was.settle_ms, "off": was.tie_ms}
        here = {"needs": settings.settle_ms, "are_off": settings.tie_ms}
        raise JournalError.of("run.other-buzzers", path=str(path), **there, **here)
    clock.go_on_from(at)  # before the source opens: it measures its distance to this clock
    return journal, loop


def _reader(  # noqa: PLR0917 - what it stands between
    stack: ExitStack,
    config: Config,
    camera: Camera | None,
    loop: Loop,
    performers: list[Perform],
    clock: TableClock,
    log: Log,
) -> Reader | None:
    """What reads the cards, on its thread; where nothing can, they are entered by hand."""
    if camera is None:
        loop.post(signals.DriverLost("camera", message("run.no-camera"), clock()))
        return None
    stack.enter_context(opened(camera))
    if not say_runner(log.words, always=True):
        lost = message("run.no-reader")
        log.say(lost)
        loop.post(signals.DriverLost("camera", lost, clock()))
        return None
    leave_a_core()

    def tell(note: Message, logged: Message) -> None:  # from the reader's thread too
        log.say(logged)
        loop.post(signals.Noted("camera", note, clock()))

    read = box_reader(config.reader.calibration, tell, config.reader.deck)
    reader = Reader(camera, read, fuse, loop.post, SIGN_OF_LIFE)
    worker = Worker(reader)
    performers.append(worker.perform)
    stack.enter_context(opened(worker))
    return reader


def _switch_off(command: tuple[str, ...]) -> int:
    """Run what switches the machine off; the table is closed by now."""
    try:
        return subprocess.run(command, check=False).returncode  # noqa: S603 - the owner's own words
    except OSError as error:
        why = message("config.not-run", command=str(list(command)), error=str(error))
        raise ConfigError(why) from error

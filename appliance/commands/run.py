"""`doubtit run`: the table itself, as the service starts it."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2

from appliance.commands.hardware import Hardware, box_reader, hardware_of, say_runner
from appliance.config import Config, load_config
from appliance.core.effects import Effect, Lamp
from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    SECOND,
    DriverBack,
    DriverLost,
    Held,
    Noted,
    QuestionDrawn,
    Signal,
)
from appliance.display.darkroom import Darkroom
from appliance.display.evidence import Evidence
from appliance.display.sound import Speaker, SpeakerSettings
from appliance.display.strokes import strokes
from appliance.display.touch import Fingers
from appliance.display.view_of import view_of
from appliance.display.window import Window, WindowSettings
from appliance.drivers import Camera, Lamps, Openable, Post, Source
from appliance.errors import ConfigError, DriverError, JournalError
from appliance.message import Message, message
from appliance.questions.draw import Drawer
from appliance.questions.pack import packs_of
from appliance.runtime.journal import Journal, set_aside
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.reader import Reader, Worker
from appliance.table import Table, TableSettings
from appliance.table.dispute import shows_cards
from appliance.table.facts import reading_of
from appliance.table.stages import Attract, Lobby
from appliance.vision.fuse import fuse
from appliance.words import Words

FRAME = SECOND // 30
"""How long the loop sleeps at most: the window wants to be heard and drawn this often."""

SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while nobody waits for cards."""

SWITCH = 0.0005
"""Seconds after which the reader's thread lets the loop's have its turn."""

SWITCH_OFF = 10
"""The exit code that asks whoever started the table to switch the machine off."""

_QUIT, _ESCAPE = 0x100, 27  # SDL's numbers, the same in every pygame 2


EvidenceOf = Callable[[Table, int], Evidence | None]
"""The picture of the cards that a table goes by at a time (ns), if there is one."""


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
class TouchScreen:
    """The window, and whose fingers touch it where the settings have that."""

    words: Words
    window: Window
    fingers: Fingers | None


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--config", type=Path, metavar="FILE", help=words("command.run.config"))
    parser.add_argument("--journal", type=Path, metavar="FILE", help=words("command.run.journal"))


def execute(args: argparse.Namespace, words: Words) -> int:
    """Open everything, and play until the window is closed or the service is stopped."""
    config = load_config(args.config) if args.config is not None else Config()
    if args.journal is not None:
        config = replace(config, journal=str(args.journal))
    clock = TableClock()
    hardware = hardware_of(config, clock)
    screen = TouchScreen(words, _window(config), Fingers(clock) if config.display.touch else None)
    with ExitStack() as opened:
        _open(opened, screen.window)
        if hardware.source.typed is not None:
            hardware.source.typed.exact = screen.window.tells_time
        off = _evening(opened, config, hardware, clock, screen, Log(words))
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


def evidence_of(reader: Reader | None) -> EvidenceOf:
    """Shows the picture that the reader keeps, and has it dropped when nobody may be shown it."""
    darkroom = Darkroom()

    def evidence(table: Table, now: int) -> Evidence | None:
        if reader is None:
            return None
        if not shows_cards(table, now):
            reader.forget()
        return darkroom.show(reader.shot, reading_of(table))

    return evidence


class Log:
    """What the service's log is told, in the table's language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def say(self, what: Message) -> None:
        """One line."""
        print(f"doubtit: {self._words.say(what)}", file=sys.stderr)

    def heard(self, post: Post) -> Post:
        """A `post` that also logs what people are told of a driver."""

        def tell(signal: Signal) -> None:
            match signal:
                case DriverLost():
                    self._of(signal.driver, signal.reason)
                case DriverBack():
                    self._of(signal.driver, message("run.back"))
                case Noted():
                    self._of(signal.driver, signal.note)
                case _:
                    pass
            post(signal)

        return tell

    def _of(self, driver: str, what: Message) -> None:
        self.say(message("run.driver", driver=driver, what=what))


def leave_a_core() -> None:
    """Keep the reading of cards off one core, and out of Python soon: there presses are answered.

    Python lets a thread that computes go on for 5 ms before another has its turn, and drawing a
    frame and writing a journal take several turns.
    """
    cv2.setNumThreads(max(1, (os.cpu_count() or 1) - 1))
    sys.setswitchinterval(SWITCH)


def _open(opened: ExitStack, part: Openable) -> None:
    """Open `part` now, and close it when the table closes."""
    part.open()
    opened.callback(part.close)


def _window(config: Config) -> Window:
    display = config.display
    return Window(
        WindowSettings(
            display.width,
            display.height,
            display.layout,
            display.fullscreen,
            reduced_motion=display.reduced_motion,
            touch=display.touch,
        )
    )


def _evening(  # noqa: PLR0917 - the evening's parts
    opened: ExitStack,
    config: Config,
    hardware: Hardware,
    clock: TableClock,
    screen: TouchScreen,
    log: Log,
) -> bool:
    """Play; True when the power button ended it."""
    performers: list[Perform] = []
    if hardware.lamps is not None:  # before the source: they open the board that it shares,
        performers.append(lamp_performer(hardware.lamps, clock))
        _open(opened, hardware.lamps)  # and only an open board knows how late its edges can be
    settle_ms, tie_ms = -(-hardware.source.worst_delay // MS), hardware.source.uncertainty // MS
    packs = packs_of(config.game.questions)
    kinds = tuple(kind for kind in Kind if any(kind in pack.kinds for pack in packs))
    settings = config.table(settle_ms, kinds, tie_ms)
    journal, loop = _begin(Path(config.journal), settings, performers, clock)
    opened.callback(journal.close)
    performers.append(Drawer(packs, Random(), loop.post, clock, _asked(journal)).perform)
    reader = _reader(
        opened, config, hardware.camera, loop, performers=performers, clock=clock, log=log
    )
    speaker = Speaker(SpeakerSettings(config.sound.volume))
    performers.append(speaker.perform)
    try:
        _open(opened, speaker)
    except DriverError as error:
        log.say(error.says)
    if hardware.power is not None:
        _open(opened, hardware.power)
    if screen.fingers is not None:
        screen.fingers.open(loop.post)
        opened.callback(screen.fingers.close)
    hardware.source.open(log.heard(loop.post))
    opened.callback(hardware.source.close)
    if held := hardware.source.held():
        loop.post(Held(held, clock()))
    for warning in warnings(hardware.source):
        log.say(warning)
    loop.restart()
    evidence = evidence_of(reader)
    while not _turn(loop, hardware, clock, screen, evidence):
        if hardware.power is not None and hardware.power.wanted(clock()):
            return True
    return False


def _reader(
    opened: ExitStack,
    config: Config,
    camera: Camera | None,
    loop: Loop,
    *,
    performers: list[Perform],
    clock: TableClock,
    log: Log,
) -> Reader | None:
    """What reads the cards, on its thread; where nothing can, they are entered by hand."""
    if camera is None:
        loop.post(DriverLost("camera", message("run.no-camera"), clock()))
        return None
    _open(opened, camera)
    if not say_runner(always=True):
        lost = message("run.no-reader")
        log.say(lost)
        loop.post(DriverLost("camera", lost, clock()))
        return None
    leave_a_core()

    def tell(note: Message, log_: Message | None = None) -> None:  # from the reader's thread too
        log.say(log_ or note)
        loop.post(Noted("camera", note, clock()))

    read = box_reader(config.reader.calibration, tell, config.reader.deck)
    reader = Reader(camera, read, fuse, loop.post, SIGN_OF_LIFE)
    worker = Worker(reader)
    performers.append(worker.perform)
    _open(opened, worker)
    return reader


def _asked(journal: Journal) -> Iterator[Question]:
    """The questions of the evening so far: none of them comes again."""
    drawn = (entry.signal for entry in journal.entries())
    return (signal.question for signal in drawn if isinstance(signal, QuestionDrawn))


def _switch_off(command: tuple[str, ...]) -> int:
    """Run what switches the machine off; the table is closed by now."""
    try:
        return subprocess.run(command, check=False).returncode  # noqa: S603 - the owner's own words
    except OSError as error:
        raise ConfigError(
            message("config.not-run", command=str(list(command)), error=str(error))
        ) from error


def warnings(source: Source) -> Iterator[Message]:
    """What a host should know of the open buzzers before the first game."""
    yield from source.warnings()
    for buzzer in source.held():
        yield message("run.buzzer-down", buzzer=buzzer + 1)


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
        raise JournalError(
            message(
                "run.other-buzzers",
                path=str(path),
                within=was.settle_ms,
                off=was.tie_ms,
                needs=settings.settle_ms,
                are_off=settings.tie_ms,
            ),
            message("run.other-buzzers.todo"),
        )
    clock.go_on_from(at)  # before the source opens: it measures its distance to this clock
    return journal, loop


def _turn(
    loop: Loop, hardware: Hardware, clock: TableClock, screen: TouchScreen, evidence: EvidenceOf
) -> bool:
    """One round of the loop; True when somebody closed the window."""
    now = clock()  # before the window is asked: what is decided knows every press until then
    events = screen.window.poll()
    for event in events:
        if event.type == _QUIT or getattr(event, "key", None) == _ESCAPE:
            return True
        if screen.fingers is not None:
            screen.fingers.handle(event)
    if hardware.source.typed is not None:
        hardware.source.typed.handle(strokes(events, time.monotonic_ns()), now)
    loop.turn(now)
    if hardware.lamps is not None:
        hardware.lamps.beat(now)
    screen.window.show(view_of(loop.table, now, screen.words), now, evidence(loop.table, now))
    if screen.fingers is not None:
        screen.fingers.look(screen.window.targets, screen.window.size, now)
    due = loop.due(now)
    loop.wait((min(due - now, FRAME) if due is not None else FRAME) / SECOND)
    return False

"""`doubtit run`: the table itself, as the service starts it."""

import argparse
import datetime as dt
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from threading import Event

from appliance.config import Config, DriverChoice, choice
from appliance.core import signals
from appliance.display.hotplug import Hotplug
from appliance.display.touch import Fingers
from appliance.display.window import FRAME_TAKES, Window
from appliance.drivers import Hardware, drivers, opened
from appliance.drivers.pulse import Pulse
from appliance.errors import ConfigError, JournalError, LoadError
from appliance.kept import InForce, changed, mended, speaking
from appliance.package import damage
from appliance.questions.memory import NAME, Memory
from appliance.questions.pack import kinds_of
from appliance.questions.shelf import FOLDER, Shelf, shelf
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop, Perform
from appliance.service.buzzers import lamp_performer, warnings
from appliance.service.clock import TableClock
from appliance.service.counting import Counting
from appliance.service.equip import Equipment, equipment, hardware_of
from appliance.service.evenings import RowCheck, begin, take_back
from appliance.service.fault import show_fault
from appliance.service.jobs import Jobs
from appliance.service.keeper import Keeper, Light, tries
from appliance.service.late import Late
from appliance.service.leaving import stopped
from appliance.service.log import Log
from appliance.service.manager import Manager
from appliance.service.memory import answer_soon, keep, keep_late
from appliance.service.open_table import OpenTable
from appliance.service.outside import outside_of, wishes_of
from appliance.service.picture import TablePicture
from appliance.service.reading import eye_of, reader_of
from appliance.service.saying import Sounds, speaker_of, teller_of
from appliance.service.screen import open_or_wait
from appliance.service.settled import settled
from appliance.service.tasks import tasks_of
from appliance.service.troubles import Troubles
from appliance.service.updates import undone
from appliance.service.wanted import WantedQuestions, ballots_of
from appliance.table import TableSettings
from appliance.words import Words, words_of
from bluffing.message import Message, message

SWITCH_OFF = 10
"""The exit code that asks whoever started the table to switch the machine off."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    known = [name for name, driver in drivers().items() if driver.part == "buzzers"]
    parser.add_argument("--buzzers", choices=known, metavar="DRIVER")
    parser.add_argument("--screen", metavar="NAME")
    parser.add_argument("--no-display", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Play until people leave or the service is stopped; a fault that ends it is shown first."""
    try:
        return _play(args, words)
    except LoadError:
        raise  # the command line shows it, with as much of the program as can be loaded
    except Exception as error:
        show_fault(error, words)
        raise


def _play(args: argparse.Namespace, words: Words) -> int:
    """Open everything, and play."""
    clock, off = TableClock(), Event()
    with ExitStack() as stack:
        # the first of all: an import in C that is interrupted is only a driver that can't be had
        stop = stack.enter_context(stopped())
        start = speaking(mended(settled(args.config, args.journal, Log(words).say)), words.language)
        if args.buzzers is not None:
            start = with_buzzers(start, args.buzzers)
        start = with_screen(start, args.screen)
        if args.no_display:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
        answer_soon()
        found = equipment(start)
        config = found.config
        today = dt.datetime.now(tz=dt.UTC).date()
        packs = shelf(config.game.questions, (folder / FOLDER for folder in start.folders), today)
        hardware = hardware_of(config, clock)
        table, late = _opened(stack, start, found, packs, hardware, clock, words, off)
        for line in first_lines(args.config, start, found):
            Log(words).say(line)
        if found.buzzers is not None:
            table.loop.post(signals.Noted(signals.BUZZERS, found.buzzers, clock()))
        for part, what in notices(packs):
            Log(words).heard(table.loop.post)(signals.Noted(part, what, clock()))
        manager = Manager(os.environ, pulses(table), late.loads)
        stack.callback(manager.ends)
        keep()
        while not (off.is_set() or stop.is_set() or table.turn()):
            if not table.window.behind:  # nor is the first screen up before it is all there
                manager.goes_on(time.monotonic_ns())
                late.open()
            late.check()
            if hardware.power is not None and hardware.power.wanted(clock()):
                off.set()
    if off.is_set() and config.shutdown:
        return _switch_off(config.shutdown)
    return SWITCH_OFF if off.is_set() else 0


def with_buzzers(start: InForce, driver: str) -> InForce:
    """These settings with the buzzers of another driver, which is set to what it is by itself.

    Raises:
        ConfigError: the driver can't be used without settings.
    """
    table = {"driver": driver}
    config = replace(start.config, buzzers=choice("buzzers", table), lamps=None)
    return replace(start, config=config, tables={**start.tables, "buzzers": table})


def with_screen(start: InForce, screen: str | None) -> InForce:
    """These settings with the picture on `screen`, as if people had chosen it in the menu."""
    if screen is None:
        return start
    config = replace(start.config, display=replace(start.config.display, screen=screen))
    return replace(start, config=config, kept=changed(start.kept, "display.screen", screen))


def notices(packs: Shelf) -> Iterator[tuple[str, Message]]:
    """Yield the news for people as the table starts, each with its subject."""
    if (put_back := undone()) is not None:
        yield "update", put_back
    if (damaged := damage()) is not None:
        yield "package", damaged.says
    for wrong in (*packs.wrong, *packs.held):
        yield "questions", wrong


def first_lines(given: Path | None, start: InForce, found: Equipment) -> Iterator[Message]:
    """Yield the first lines of the log: the settings, the hardware and the place of the evening."""
    none = message("run.settings.none")
    yield none if given is None else message("run.settings", path=str(given))
    yield from start.wrong
    if start.kept:
        yield message("run.kept", path=str(start.path))
    for driver, what in found.notes.items():
        yield message("run.driver", driver=driver, what=what)
    for part in ("buzzers", "lamps", "camera", "power"):
        chosen: DriverChoice | None = getattr(found.config, part)
        if part not in found.notes and chosen is not None and chosen.driver:
            yield message("run.driver", driver=part, what=message("text", text=chosen.driver))
    yield message("run.playing", path=str(Path(found.config.journal).resolve()))


def pulses(table: OpenTable) -> tuple[Pulse, ...]:
    """Those of the threads without which the table hears no buzzer, or reads no cards."""
    reader = None if table.picture.reader is None else table.picture.reader.pulse
    return tuple(one for one in (table.hardware.source.pulse, reader) if one is not None)


def _opened(  # noqa: PLR0917 - all that a table is made of
    stack: ExitStack,
    start: InForce,
    found: Equipment,
    packs: Shelf,
    hardware: Hardware,
    clock: TableClock,
    words: Words,
    off: Event,
) -> tuple[OpenTable, Late]:
    """All of the table, open until `stack` closes; the order of the steps matters.

    What the first screen does without comes late.
    """
    config = found.config
    log, performers = Log(words), list[Perform]()
    source, lamps = hardware.source, hardware.lamps
    light = Light()
    window = Window(light.lit(config.display), most=FRAME_TAKES)
    open_or_wait(stack, window, os.environ)
    if source.typed is not None:
        source.typed.exact = window.tells_time
    if lamps is not None:  # before the source: they open the board that it shares,
        performers.append(lamp_performer(lamps, clock))
        stack.enter_context(opened(lamps))  # and only an open board knows how late edges can be
    edges = source.timekeeping
    settle_ms, tie_ms = -(-edges.worst_delay // signals.MS), edges.uncertainty // signals.MS
    wanted = WantedQuestions(packs, Memory(Path(config.journal).with_name(NAME), log.say))
    questions = wanted.by(config, packs.chosen)
    settings = replace(
        config.table(settle_ms, kinds_of(questions), tie_ms),
        outside=(*outside_of(config, len(window.screens)), *wishes_of(config, packs.every)),
        packs=packs.packs,
        questions=packs.chosen,
    )
    journal, loop = _evening(stack, config, settings, performers, clock, log)
    drawer = wanted.drawer(questions, config, journal, loop.post, clock)
    ballots = ballots_of(config, loop.post, clock, log)
    performers += [drawer.perform, wanted.memory.perform, ballots.perform]
    late = stack.enter_context(closing(Late()))
    eye = eye_of(stack, late, hardware.camera)
    reader, box = reader_of(late, found, eye, loop, performers, clock, log)
    speaker = speaker_of(stack, config, log)
    late.then += [speaker.prepare, keep_late]
    performers.append(speaker.perform)
    say = log.heard(loop.post)
    speaker.tells(say)
    teller = teller_of(stack, hardware.voice, say, speaker, on=config.sound.speech)
    if hardware.power is not None:
        stack.enter_context(opened(hardware.power))
    fingers = Fingers(clock, window.turn_to)
    fingers.open(loop.post)
    stack.callback(fingers.close)
    source.open(say)
    stack.callback(source.close)
    if held := source.held():
        loop.post(signals.Held(held, clock()))
    for warning in warnings(source):
        log.say(warning)
    check = RowCheck(journal.path, lambda what: say(signals.Noted(signals.DISK, what, clock())))
    stack.enter_context(opened(check))
    loop.restart()
    table = OpenTable(
        loop,
        hardware,
        clock,
        window,
        TablePicture(words, reader, late.add(Troubles(Path(config.journal), log.say))),
        fingers,
        Sounds(speaker, teller),
        asks_places=found.asks_places,
        hotplug=Hotplug(window, say),
        say=say,
    )
    table.counting = late.add(Counting(Path(config.journal)))
    draw = wanted.follows(drawer, start.config)
    performers += _keepers(start, table, Sounds(speaker, teller), light, draw, log)
    jobs = Jobs(tasks_of(config, table, eye, box, off), loop.post, clock)
    performers.append(jobs.perform)
    stack.callback(jobs.close)
    return table, late


def _evening(  # noqa: PLR0917 - all that an evening begins with
    stack: ExitStack,
    config: Config,
    settings: TableSettings,
    performers: list[Perform],
    clock: TableClock,
    log: Log,
) -> tuple[Journal, Loop]:
    """The evening that goes on, or a new one; the clock goes on from where it stops.

    Raises:
        JournalError: it can't be written, or it began with buzzers that were more exact.
    """
    path = Path(config.journal)
    if undone() is not None and (back := take_back(path)) is not None:
        log.say(back)
    beat = Manager(os.environ).extends
    journal, loop, at = begin(
        path, settings, config.evenings, performers, time.time, log, beat=beat, ahead=True
    )
    stack.callback(journal.close)
    was = loop.table.settings
    if was.settle_ms < settings.settle_ms or was.tie_ms < settings.tie_ms:
        there = {"within": was.settle_ms, "off": was.tie_ms}
        here = {"needs": settings.settle_ms, "are_off": settings.tie_ms}
        raise JournalError.of("run.other-buzzers", path=str(path), **there, **here)
    clock.go_on_from(at)  # before the source opens: it measures its distance to this clock
    return journal, loop


def _keepers(  # noqa: PLR0917 - all that goes by settings
    start: InForce,
    table: OpenTable,
    sounds: Sounds,
    light: Light,
    draw: Callable[[Config], None],
    log: Log,
) -> tuple[Perform, Perform]:
    """Return the keepers of the settings changed at the table; they apply at once."""

    def speak(now: Config) -> None:
        table.picture.words = log.words = words_of(now.language)

    def tell(what: Message) -> None:
        log.heard(table.loop.post)(signals.Noted("settings", what, table.clock()))

    def show(now: Config) -> None:
        table.window.apply(light.lit(now.display))

    keep, parts = Keeper(start, (show, sounds.follow, speak, draw), tell).perform, {}
    parts["sound.device"] = sounds.speaker.try_next
    if table.hotplug is not None:
        parts["display.screen"] = table.hotplug.try_next
    return keep, tries(parts, keep)


def _switch_off(command: tuple[str, ...]) -> int:
    """Run what switches the machine off; the table is closed by now."""
    try:
        return subprocess.run(command, check=False).returncode  # noqa: S603 - the owner's own words
    except OSError as error:
        why = message("config.not-run", command=str(list(command)), error=str(error))
        raise ConfigError(why) from error

"""The whole table: the one module that knows all its parts and their order."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Event
from typing import NamedTuple

from appliance.drivers import opened
from appliance.kept import InForce, Keeper, tries
from appliance.service.context import TableContext
from appliance.service.equip import (
    Equipment,
    announce,
    equipment,
    hardware_of,
    hear_buzzers,
    light_lamps,
    undone,
    wake_television,
    watch_power,
)
from appliance.service.evenings import check_rows, keep_evening
from appliance.service.late_questions import LateQuestions
from appliance.service.leaving import stopped, switch_off
from appliance.service.manager import Manager
from appliance.service.media import hear_fingers, play_sounds, show_screen
from appliance.service.memory import answer_soon, keep
from appliance.service.open_table import OpenTable
from appliance.service.picture import picture_of
from appliance.service.reading import lend_camera, lend_scale, reader_of
from appliance.service.settled import Wishes, start_of
from appliance.service.tasks import do_jobs
from appliance.words import Words


def play(wishes: Wishes, words: Words) -> int:
    """Play until people leave or the service is stopped; return the exit code.

    Raises:
        DoubtItError: the settings can't be used, or a part of the table can't be opened.
    """
    with stopped() as stop:  # an import in C that is interrupted would only be a missing driver
        start = start_of(wishes, words)
        answer_soon()
        table = Appliance(start, equipment(start), words)
        with opened(table):
            table.run(stop)
    return switch_off(table.context.config.shutdown) if table.context.off.is_set() else 0


class Appliance:
    """The whole table, with the settings in `start` and its `equipment`.

    Its parts open as `PARTS_IN_ORDER` lists them and close in the reverse order, also if a later
    part can't be opened. Implements Openable.
    """

    def __init__(self, start: InForce, equipment: Equipment, words: Words) -> None:
        config = equipment.config
        self.start, self.equipment, self.words = start, equipment, words
        self.context = TableContext.of(config, words)
        self.hardware = hardware_of(config, self.context.clock)
        self.update = undone()
        self._stack = ExitStack()

    def open(self) -> None:
        """Open all parts, or none. Raises DoubtItError: a part can't be opened."""
        with ExitStack() as stack:
            for part in PARTS_IN_ORDER:
                stack.enter_context(part.open(self))
            self._stack = stack.pop_all()

    def run(self, stop: Event) -> None:
        """Play until people leave, the machine is to be switched off or `stop` is set."""
        context, power = self.context, self.hardware.power
        keep()
        while not (context.off.is_set() or stop.is_set() or self.table.turn()):
            if not self.table.window.behind:  # the first screen is not up before either
                self.manager.goes_on(time.monotonic_ns())
                context.late.open()
                self.questions.read_on()
            self.television.look(seated=bool(context.loop.table.buzzers))
            context.late.check()
            if power is not None and power.wanted(context.clock()):
                context.off.set()

    def close(self) -> None:
        """Close all parts. May be called twice."""
        self._stack.close()

    # --- the parts -------------------------------------------------------------------------------

    @contextmanager
    def open_screen(self) -> Iterator[None]:
        """Open the window; keys of the window are buzzers that learn how exact their times are."""
        with show_screen(self.context, self.hardware.source.typed, os.environ) as self.screen:
            yield

    def open_lamps(self) -> AbstractContextManager[None]:
        """Open the lamps, and with them the board that buzzers may share."""
        return light_lamps(self.hardware.lamps, self.context)

    @contextmanager
    def open_evening(self) -> Iterator[None]:
        """Open the evening, once its settings have the number of screens and the delay of edges.

        Only an open board knows that delay.
        """
        edges, screens = self.hardware.source.timekeeping, len(self.screen.window.screens)
        settings = self.context.settings(edges, screens)
        undone_update = self.update is not None
        with keep_evening(self.context, settings, undone=undone_update) as self.journal:
            yield

    @contextmanager
    def open_television(self) -> Iterator[None]:
        """Wake the television; its faults are shown in the evening."""
        with wake_television(self.context) as self.television:
            yield

    @contextmanager
    def open_questions(self) -> Iterator[None]:
        """Read questions behind the first screen, and draw them; count votes."""
        self.questions = LateQuestions(self.context, self.start.folders, self.journal)
        self.context.performers.append(self.questions.perform)
        yield

    @contextmanager
    def open_late(self) -> Iterator[None]:
        """Close at the end the parts that are loaded after the first screen."""
        try:
            yield
        finally:
            self.context.late.close()

    @contextmanager
    def open_reader(self) -> Iterator[None]:
        """Open the camera and the scale, and read cards with them."""
        hardware, context = self.hardware, self.context
        lent = lend_camera(hardware.camera, context.late)
        with lent as self.eye, lend_scale(hardware.scale, context) as scale:
            self.reader, self.box = reader_of(context, self.eye, scale)
            yield

    @contextmanager
    def open_sounds(self) -> Iterator[None]:
        """Open the loudspeaker and the voice."""
        with play_sounds(self.context, self.hardware.voice) as self.sounds:
            yield

    def open_power(self) -> AbstractContextManager[None]:
        """Open the power button."""
        return watch_power(self.hardware.power)

    @contextmanager
    def open_fingers(self) -> Iterator[None]:
        """Hear fingers on the screen, and watch its cable."""
        window = self.screen.window
        with hear_fingers(window, self.context) as (self.fingers, self.hotplug):
            yield

    def open_buzzers(self) -> AbstractContextManager[None]:
        """Open the buzzers, which measure the offset of their clock from that of the evening."""
        return hear_buzzers(self.hardware.source, self.context)

    def open_rows(self) -> AbstractContextManager[None]:
        """Compare the evening's older rows behind the game."""
        return check_rows(self.journal, self.context)

    @contextmanager
    def open_table(self) -> Iterator[None]:
        """Open the table itself, and keep changes of its menu."""
        context = self.context
        context.loop.restart()
        picture = picture_of(context, self.reader, self.words)
        self.table = OpenTable(
            context.loop,
            self.hardware,
            context.clock,
            self.screen.window,
            picture,
            self.fingers,
            self.sounds,
            asks_places=self.equipment.asks_places,
            hotplug=self.hotplug,
            say=context.say,
        )
        follows = (
            self.screen.follow, self.sounds.follow, picture.follow, context.follow,
            self.questions.follow, lambda config: self.television.turn(on=config.display.cec),
        )  # fmt: skip
        keeper = Keeper(self.start, follows, lambda what: context.note("settings", what))
        nexts = {
            "sound.device": self.sounds.speaker.try_next,
            "display.screen": self.hotplug.try_next,
        }
        context.performers += (keeper.perform, tries(nexts, keeper.perform))
        yield

    def open_jobs(self) -> AbstractContextManager[None]:
        """Do the jobs of the menu."""
        return do_jobs(self.context, self.table, self.eye, self.box)

    @contextmanager
    def open_manager(self) -> Iterator[None]:
        """Tell the news, and the service's manager from the first screen until the table closes."""
        announce(self.context, self.start, self.equipment, self.update)
        reader = None if self.reader is None else self.reader.pulse
        pulses = [pulse for pulse in (self.hardware.source.pulse, reader) if pulse is not None]
        self.manager = Manager(os.environ, pulses, self.context.late.loads)
        try:
            yield
        finally:
            self.manager.ends()


class TablePart(NamedTuple):
    """A part of the table, which `open` has open in a context; it needs those in `after`."""

    name: str
    open: Callable[[Appliance], AbstractContextManager[None]]
    after: tuple[str, ...] = ()


PARTS_IN_ORDER = (
    TablePart("screen", Appliance.open_screen),
    TablePart("lamps", Appliance.open_lamps),
    TablePart("evening", Appliance.open_evening, after=("screen", "lamps")),
    TablePart("television", Appliance.open_television, after=("evening",)),
    TablePart("questions", Appliance.open_questions, after=("evening",)),
    TablePart("late", Appliance.open_late),
    TablePart("reader", Appliance.open_reader, after=("evening", "late")),
    TablePart("sounds", Appliance.open_sounds, after=("evening", "late")),
    TablePart("power", Appliance.open_power),
    TablePart("fingers", Appliance.open_fingers, after=("screen", "evening")),
    TablePart("buzzers", Appliance.open_buzzers, after=("lamps", "evening", "sounds")),
    TablePart("rows", Appliance.open_rows, after=("evening",)),
    TablePart(
        "table",
        Appliance.open_table,
        after=("television", "questions", "reader", "sounds", "fingers", "buzzers"),
    ),
    TablePart("jobs", Appliance.open_jobs, after=("reader", "table")),
    TablePart("manager", Appliance.open_manager, after=("jobs",)),
)
"""Parts of the table in the order of opening; they close in the reverse order."""

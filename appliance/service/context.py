"""The context that all parts of a table share."""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Self

from appliance.config import Config
from appliance.core.hardware import Timekeeping
from appliance.core.signals import Noted, Signal
from appliance.runtime.loop import Loop, Perform
from appliance.service.clock import TableClock
from appliance.service.late import Late
from appliance.service.log import Log
from appliance.service.outside import settings_of
from appliance.table import TableSettings
from appliance.words import Words, words_of
from bluffing.message import Message


@dataclass(slots=True)
class TableContext:
    """Shared objects of the table's parts: the settings at the start, the log and the clock.

    A part adds its own to `performers`, and parts that the first screen does not need to `late`.
    `off` is set when the machine is to be switched off. The `loop` comes with the evening.
    """

    config: Config
    log: Log
    clock: TableClock = field(default_factory=TableClock)
    performers: list[Perform] = field(default_factory=list)
    late: Late = field(default_factory=Late)
    off: Event = field(default_factory=Event)
    loop: Loop = field(init=False, repr=False)

    @classmethod
    def of(cls, config: Config, words: Words) -> Self:
        """Return the context of a table with these settings; its log speaks `words`."""
        return cls(config, Log(words))

    def settings(self, edges: Timekeeping, screens: int) -> TableSettings:
        """Return the table's own settings, for buzzers of this precision and so many `screens`."""
        return settings_of(self.config, edges, screens)

    @property
    def journal(self) -> Path:
        """Path of the evening's journal."""
        return Path(self.config.journal)

    def post(self, signal: Signal) -> None:
        """Hand a signal to the loop. Safe from any thread."""
        self.loop.post(signal)

    def say(self, signal: Signal) -> None:
        """Post a signal, and log its sentence."""
        self.log.hear(signal)
        self.loop.post(signal)

    def note(self, subject: str, what: Message) -> None:
        """Tell people and the log a piece of news about `subject`."""
        self.say(Noted(subject, what, self.clock()))

    def follow(self, config: Config) -> None:
        """Write the log in the language of `config`."""
        self.log.words = words_of(config.language)

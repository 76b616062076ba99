"""The end of a table: one key never ends an evening by accident, two always do."""

import signal
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread

from appliance.core.signals import SECOND
from appliance.display.quiet import pygame
from appliance.errors import ConfigError
from bluffing.message import Message, message

ASKS_FOR = 3 * SECOND
"""Time (ns) for which "press again to quit" is shown: twice the time to read a line."""


SWITCH_OFF = 10
"""Exit code that asks the program that started the table to switch the machine off."""


class Leaving:
    """Quits when Escape, or the window's close button, was pressed twice within `ASKS_FOR`."""

    def __init__(self) -> None:
        self._asked_at: int | None = None

    def hears(self, events: Iterable[pygame.event.Event], now: int) -> bool:
        """Take the window's events at `now` (ns); True if people have asked twice to leave."""
        for event in events:
            escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
            if event.type != pygame.QUIT and not (escape and not getattr(event, "repeat", False)):
                continue
            if self.asks(now) is not None:
                return True
            self._asked_at = now
        return False

    def asks(self, now: int) -> Message | None:
        """Question on the screen at `now` (ns), while there is one."""
        since = self._asked_at
        return None if since is None or now - since > ASKS_FOR else message("run.quit-again")


@contextmanager
def stopped() -> Iterator[Event]:
    """Provide an event that SIGTERM and Ctrl-C set; then the table closes in order.

    SDL would treat the signal like the close button, which asks first. A second signal raises
    KeyboardInterrupt, in case the closing hangs.
    """
    stop = Event()
    if current_thread() is not main_thread():  # only the main thread gets signals
        yield stop
        return

    def hear(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, hear) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def switch_off(command: tuple[str, ...]) -> int:
    """Run what switches the machine off, and return its exit code; the table is closed by now.

    Without a `command` the program that started the table does so.
    """
    if not command:
        return SWITCH_OFF
    try:
        return subprocess.run(command, check=False).returncode  # noqa: S603 - the owner's own words
    except OSError as error:
        why = message("config.not-run", command=str(list(command)), error=str(error))
        raise ConfigError(why) from error

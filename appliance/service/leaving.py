"""How a table is left: nobody ends an evening by one key, and whoever means it is not kept."""

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
"""How long "press again to quit" stands (ns): as long as a line needs to be read, twice."""


SWITCH_OFF = 10
"""Exit code that asks the program that started the table to switch the machine off."""


class Leaving:
    """Quits when Escape, or the window's close button, was pressed twice within `ASKS_FOR`."""

    def __init__(self) -> None:
        self._asked_at: int | None = None

    def hears(self, events: Iterable[pygame.event.Event], now: int) -> bool:
        """Take what the window reports, at `now` (ns); whether people have said it twice."""
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
    """An event that is set by SIGTERM and Ctrl-C: then the table is closed in order.

    SDL would make of it what it makes of the close button, and that asks first. Whoever says it
    twice is not kept by what does not end: the second is a KeyboardInterrupt.
    """
    stop = Event()
    if current_thread() is not main_thread():  # only that one hears signals
        yield stop
        return

    def hear(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {one: signal.signal(one, hear) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


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

"""A fault that the service can't play with has a screen of its own, until it is tried again.

It goes back to the manager, which starts the table anew: what was put right meanwhile heals so.
"""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass

from appliance.config import Display
from appliance.core.signals import SECOND
from appliance.display.view import FaultView, Screen, View
from appliance.display.window import Window
from appliance.errors import FAULT_EXIT, DoubtItError, told_of
from appliance.message import Message, message
from appliance.service.leaving import Leaving, stopped
from appliance.service.log import Log
from appliance.service.manager import Manager
from appliance.words import Words

SHOWN_FOR = 30 * SECOND
"""How long a fault stands on the screen (ns) before all is tried again."""

LOOKS_EVERY_S = 0.1
"""Seconds between two looks at what the window, or the manager, wants."""


@dataclass(frozen=True, slots=True)
class FatalFault:
    """What happened, what to do, and the `number` that docs/faults.md lists: the exit code."""

    number: int
    what: Message
    todo: Message

    @property
    def code(self) -> str:
        """As people read it out."""
        return f"F{self.number}"


def fault_of(error: Exception) -> FatalFault:
    """What `error` is to somebody who stands in front of the table."""
    what, number = told_of(error)
    if number == FAULT_EXIT:
        return FatalFault(
            number, message("fault.own", error=repr(error)), message("fault.own.todo")
        )
    if isinstance(error, DoubtItError):
        return FatalFault(number, error.seen, error.todo or message("fault.todo"))
    return FatalFault(number, what, message("fault.todo"))


def view_of_fault(fault: FatalFault, words: Words) -> View:
    """The screen of it."""
    shown = FaultView(fault.code, words.say(fault.what), words.say(fault.todo))
    headline, detail = words("fault.headline"), words("fault.detail")
    return View(Screen.FAULT, "", headline, detail, fault=shown, words=words)


def show_fault(error: Exception, words: Words, env: Mapping[str, str] = os.environ) -> None:
    """Let people read what stops the service, for a while or until it is told to stop.

    Only a service does so, which is started again by its manager; at a terminal the line is enough.
    """
    if "NOTIFY_SOCKET" not in env:
        return
    fault = fault_of(error)
    Log(words).say(message("fault.log", code=fault.code, what=fault.what))
    window, leaving, manager = Window(Display(fullscreen=True)), Leaving(), Manager(env)
    try:
        window.open()
    except DoubtItError:
        return  # the log has it
    view, began = view_of_fault(fault, words), time.monotonic_ns()
    with stopped() as stop:
        while not stop.is_set() and (now := time.monotonic_ns()) < began + SHOWN_FOR:
            manager.feeds(now)
            if leaving.hears(window.poll(), now):
                break
            window.show(view, now)
            time.sleep(LOOKS_EVERY_S)
    window.close()

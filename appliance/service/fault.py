"""Shows a fatal fault of the service on a screen of its own until the next start.

Then the service exits and its manager restarts it: a fault that was cured meanwhile is gone.
"""

import os
import sqlite3
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from errno import EACCES, EDQUOT, EIO, ENOMEM, ENOSPC, EPERM, EROFS
from pathlib import Path

from appliance.config import Display
from appliance.core.signals import SECOND
from appliance.display.qrcode import MOST_BYTES, modules
from appliance.display.view import FaultView, Plug, Screen, View
from appliance.display.window import Window
from appliance.errors import (
    FAULT_EXIT,
    SYSTEM_EXIT,
    DoubtItError,
    DriverError,
    message_and_code,
)
from appliance.service.leaving import Leaving, stopped
from appliance.service.log import Log
from appliance.service.manager import Manager
from appliance.words import Words
from bluffing.message import Message, message

SHOWN_FOR = 30 * SECOND
"""Time (ns) for which a fault is shown before the restart."""

LOOKS_EVERY_S = 0.1
"""Seconds between two checks of the window's, or the manager's, request to end."""


class Cause(StrEnum):
    """Causes of a fault that have different remedies."""

    SETTINGS = "settings"
    PART = "part"  # of the hardware
    EVENING = "evening"
    PACK = "pack"
    BOX = "box"
    DECK = "deck"
    PROGRAM = "program"  # a file of the program is missing or broken
    OWN = "own"
    OTHER = "other"  # a fault with a sentence of its own
    FULL = "full"
    READ_ONLY = "read-only"
    FAILING = "failing"
    REFUSED = "refused"
    MEMORY = "memory"
    SYSTEM = "system"  # anything else that the system refuses


_BY_NUMBER = {
    2: Cause.SETTINGS, 3: Cause.PART, 5: Cause.EVENING, 7: Cause.PACK, 8: Cause.BOX, 9: Cause.DECK,
    12: Cause.PROGRAM, 16: Cause.PROGRAM, FAULT_EXIT: Cause.OWN, SYSTEM_EXIT: Cause.SYSTEM,
}  # fmt: skip

_BY_ERRNO = {
    ENOSPC: Cause.FULL, EDQUOT: Cause.FULL, EROFS: Cause.READ_ONLY, EIO: Cause.FAILING,
    EACCES: Cause.REFUSED, EPERM: Cause.REFUSED, ENOMEM: Cause.MEMORY,
}  # fmt: skip

_BY_SQLITE = {
    sqlite3.SQLITE_FULL: Cause.FULL, sqlite3.SQLITE_READONLY: Cause.READ_ONLY,
    sqlite3.SQLITE_IOERR: Cause.FAILING, sqlite3.SQLITE_PERM: Cause.REFUSED,
    sqlite3.SQLITE_NOMEM: Cause.MEMORY,
}  # fmt: skip


_OF_THE_DISK = {Cause.FULL, Cause.READ_ONLY, Cause.FAILING}

_OF_PARTS = {
    "driver.hub.": Plug.HUB, "driver.evdev.": Plug.BUZZERS, "driver.gpio.": Plug.BUZZERS,
    "driver.camera.": Plug.CAMERA, "driver.picamera.": Plug.CAMERA, "driver.v4l2.": Plug.CAMERA,
    "driver.scale.": Plug.SCALE, "sound.": Plug.SOUND, "display.": Plug.SCREEN,
}  # fmt: skip
"""The part to look at, by the beginning of a fault's code."""


def _plug_of(fault: Message, cause: Cause) -> Plug | None:
    """Return the part that a fault is about, if it is one."""
    if cause in _OF_THE_DISK:
        return Plug.CARD
    return next((plug for begins, plug in _OF_PARTS.items() if fault.code.startswith(begins)), None)


def cause_of(error: BaseException) -> Cause:
    """Return the cause of `error`: the system's own reason if it led to one of our errors."""
    behind: BaseException | None = error
    while behind is not None:
        cause = _of_the_system(behind)
        if cause is Cause.FAILING and isinstance(error, DriverError):
            return Cause.PART  # a bus or a cable has errors of the same number as a disk
        if cause is not None:
            return cause
        behind = behind.__cause__
    number = message_and_code(error)[1] if isinstance(error, Exception) else FAULT_EXIT
    return _BY_NUMBER.get(number, Cause.OTHER)


def _of_the_system(error: BaseException) -> Cause | None:
    match error:
        case MemoryError():
            return Cause.MEMORY
        case OSError():
            return _BY_ERRNO.get(error.errno or 0)
        case sqlite3.Error():
            return _BY_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class FatalFault:
    """The fault, its remedy, and its `number` in docs/faults.md: the exit code.

    `exact` is the fault for the person who repairs the table, in the system's words or Python's.
    `plug` is the part that it is about, if it is one.
    """

    number: int
    what: Message
    todo: Message
    exact: Message
    plug: Plug | None = None

    @property
    def code(self) -> str:
        """The code as people read it out."""
        return f"F{self.number}"


def fault_of(error: Exception) -> FatalFault:
    """Describe `error` for the people at the table."""
    exact, number = message_and_code(error)
    cause = cause_of(error)
    fault, todo = message(f"fault.{cause}"), message(f"fault.{cause}.todo")
    if isinstance(error, DoubtItError):
        fault, todo = error.seen, error.todo or todo
    elif number == FAULT_EXIT:
        exact = message("fault.exact", error=repr(error), where=_line_of(error))
    return FatalFault(number, fault, todo, exact, _plug_of(fault, cause))


def _line_of(error: Exception) -> str:
    """Return the file and the line that raised `error`: "loop.py:120"."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def to_take_along(fault: FatalFault, words: Words) -> str:
    """Return the details of `fault` that fit a QR code: they need no network."""
    sentence = [words("fault.code", code=fault.code), words.say(fault.what), words.say(fault.todo)]
    exact = words.say(fault.exact)
    text = "\n".join(sentence if exact.startswith(sentence[1]) else [*sentence, exact])
    return text.encode()[:MOST_BYTES].decode(errors="ignore")


def view_of_fault(fault: FatalFault, words: Words) -> View:
    """Return the screen of a fault."""
    picture = modules(to_take_along(fault, words))
    shown = FaultView(fault.code, words.say(fault.what), words.say(fault.todo), picture, fault.plug)
    headline, detail = words("fault.headline"), words("fault.detail")
    return View(Screen.FAULT, "", headline, detail, front=shown, words=words)


def show_fault(error: Exception, words: Words, env: Mapping[str, str] = os.environ) -> None:
    """Show the fault that stops the service, for a while or until a signal to stop.

    Only a service does so, which its manager restarts; at a terminal the line is enough.
    """
    if "NOTIFY_SOCKET" not in env:
        return
    fault = fault_of(error)
    Log(words).say(message("fault.log", code=fault.code, what=fault.exact))
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

"""The way the program ended last time, and the report of its end now.

A reset forgets all memory, so a small file keeps how the program ended. The chip itself only
knows power from watchdog, and calls a reset by `machine.reset` a watchdog's, too.
"""

import io
import os
import sys
import time

import rp2

from seat_hub.board import restart
from seat_hub.protocol import (
    ASKED,
    FAULT,
    POWER,
    UNASKED,
    WATCHDOG,
    WORD,
    Deframer,
    Leave,
    encode,
)
from seat_hub.usb import Usb

NOTE = "seat_hub_note.txt"

RUNNING, PROMPT = "running", "prompt"
"""Notes: the program has begun and not ended yet; MicroPython's prompt is wanted, once."""

TELL = 1_000
"""Time (ms) in which a failed program reports its failure before the board restarts."""

TELL_EVERY = 100


def last_time(reset):
    """Why the board begins: a cause of the protocol and words, or PROMPT; and note that it runs.

    `reset` says that it was not power that came. A note is good for one start.
    """
    try:
        with open(NOTE) as file:  # noqa: PTH123 - MicroPython has no pathlib
            noted = file.read()
        os.remove(NOTE)  # noqa: PTH107 - as above
    except OSError:
        noted = ""
    if noted == PROMPT:
        return PROMPT, ""
    note(RUNNING)
    if noted not in ("", RUNNING):
        return FAULT, noted
    if reset:
        return (WATCHDOG, "") if noted == RUNNING else (ASKED, "")
    return POWER, ""


def note(text):
    """Keep `text` for the next start. Without room for it the reason is lost, and no more."""
    try:
        with open(NOTE, "w") as file:  # noqa: PTH123 - as above
            file.write(text)
    except OSError:
        pass


def reason(error):
    """Describe an exception in words: its line, its file and its kind."""
    stream = io.StringIO()
    sys.print_exception(error, stream)
    lines = stream.getvalue().strip().split("\n")
    places = [line.strip() for line in lines if line.strip().startswith("File ")]
    if not places:
        return lines[-1]
    file, line = places[-1].split(",")[:2]
    return file.split('"')[1].split("/")[-1] + line.replace(" line ", ":") + ": " + lines[-1]


def tell(error, dog):
    """Note why the program failed, and report it for a while, unless the prompt is requested."""
    why = reason(error)
    note(why)
    usb, deframer = Usb(), Deframer()
    # a 0x00 before it, for what was being sent may have been cut off
    frame = b"\0" + encode(restart(UNASKED, FAULT, why))
    for _ in range(TELL // TELL_EVERY):
        dog.feed()
        if usb.writable():
            usb.write(frame)
        time.sleep_ms(TELL_EVERY)
        data = usb.read()
        while data:
            if any(message == Leave(WORD) for message in deframer.feed(data)):
                note(PROMPT)
                return
            data = usb.read()
        if rp2.bootsel_button():
            note(PROMPT)
            return

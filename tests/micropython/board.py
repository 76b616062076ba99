"""The firmware's own main.py under MicroPython's Unix port: board.py FOLDER PINS [reset].

This file itself is MicroPython. It does what tests/drivers/board_process.py does under CPython, and
nothing that MicroPython has is stood in for: streams, poll, memory and exceptions are its own. Only
what the Unix port lacks of an RP2040 is made here: the pins, the watchdog, the reset, and ticks
that restart after 2^30 as on 32 bits; BOARD_TICKS in the environment is what they show at first.
One more order for the pins, `MEMORY`, writes how many bytes are in use to the file `memory` in
FOLDER.
"""

import os
import select
import struct
import sys
import time as unix_time

import ffi

FAILS, HANGS, OVERRUN, MEMORY = -1, -2, -3, -4
RESET, PROMPT = 64, 65
FOLDER = sys.argv[1]
ITIMER_PROF = 2
WRAP = 1 << 30
BEGAN = unix_time.ticks_us() - int(os.getenv("BOARD_TICKS") or 0)


class Time:
    """The module `time` of a port with 32 bits, as far as the firmware needs it."""

    sleep_ms = unix_time.sleep_ms

    @staticmethod
    def ticks_us():
        return (unix_time.ticks_us() - BEGAN) & (WRAP - 1)

    @staticmethod
    def ticks_add(one, more):
        return (one + more) & (WRAP - 1)

    @staticmethod
    def ticks_diff(one, other):
        return ((one - other + WRAP // 2) & (WRAP - 1)) - WRAP // 2


class Buzzers:
    """Pins that do what the test says."""

    levels = 0
    overrun = False

    def __init__(self, _first, _seats):
        self._pins = open("/dev/fd/" + sys.argv[2], "rb", 0)
        self._poll = select.poll()
        self._poll.register(self._pins, select.POLLIN)
        self._line = b""
        self._mask = 0

    def restart(self):
        self.overrun = False
        return self._mask

    def read(self):
        found = []
        now = Time.ticks_us()
        if not self._poll.poll(1):
            return found
        while self._poll.poll(0):
            byte = self._pins.read(1)
            if byte != b"\n":
                self._line += byte
                continue
            age, mask = (int(word) for word in self._line.split())
            self._line = b""
            if mask == FAILS:
                raise ZeroDivisionError("the pins fail")
            while mask == HANGS:
                pass
            if mask == OVERRUN:
                self.overrun = True
            elif mask == MEMORY:
                write_memory()
            else:
                self._mask = mask
                found.append((Time.ticks_add(now, -age), mask))
        return found


def write_memory():
    import gc

    gc.collect()
    with open(FOLDER + "/memory.new", "w") as file:
        file.write(str(gc.mem_alloc()))
    os.rename(FOLDER + "/memory.new", FOLDER + "/memory")


class Lamps:
    def __init__(self, _first, _seats):
        pass

    def show(self, _levels):
        pass


class Watchdog:
    """The kernel's timer kills the process that computes too long without feeding it.

    It counts the process's own time: one that gets no turn on a busy machine does not hang.
    """

    def __init__(self, timeout):
        if timeout > 8388:
            raise ValueError("timeout exceeds 8388")
        self._when = struct.pack("llll", 0, 0, timeout // 1000, timeout % 1000 * 1000)
        self._set = ffi.open(None).func("i", "setitimer", "ipp")
        self.feed()

    def feed(self):
        self._set(ITIMER_PROF, self._when, None)


class Machine:
    """The module `machine`, as far as the firmware needs it."""

    WDT_RESET = 3
    WDT = Watchdog

    @staticmethod
    def unique_id():
        return b"UNIXPORT"

    @staticmethod
    def reset():
        ffi.open(None).func("v", "_exit", "i")(RESET)

    @staticmethod
    def reset_cause():
        return 3 if len(sys.argv) > 3 else 1


class Rp2:
    """The module `rp2`, as far as the firmware needs it without its pins."""

    @staticmethod
    def bootsel_button():
        return 0


class Pins:
    """The module `seat_hub.pins`."""


Pins.Buzzers = Buzzers
Pins.Lamps = Lamps
sys.modules["time"] = Time
sys.modules["machine"] = Machine
sys.modules["rp2"] = Rp2
sys.modules["seat_hub.pins"] = Pins
os.chdir(FOLDER)
sys.path.insert(0, FOLDER)
import main

main.main()
sys.exit(PROMPT)

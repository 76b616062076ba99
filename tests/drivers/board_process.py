"""The firmware's own main.py in a process of its own: python board_process.py FOLDER PINS [reset].

Its standard input and output are the hub's end of a pseudo-terminal, and FOLDER is the board's
flash. What MicroPython has and CPython lacks is stood in for here. The pins are moved by lines on
the file descriptor PINS: the age of the change in us, and the mask; instead of a mask, `FAILS`
makes the pins raise, `HANGS` lets them never answer, and `OVERRUN` loses changes. With `reset` it
was not power that came. BOARD_TICKS in the environment is what the board's clock shows at first;
without it that is the machine's own clock.

It ends with RESET where a board would reset itself, with PROMPT where MicroPython's prompt comes,
and is killed by SIGPROF where the watchdog bites.
"""

import gc
import os
import select
import signal
import sys
import time
import traceback
from types import ModuleType, SimpleNamespace
from typing import TextIO

TICKS = 1 << 30
FAILS, HANGS, OVERRUN = -1, -2, -3
RESET, PROMPT = 64, 65
TICKS_AT_FIRST = os.environ.get("BOARD_TICKS")
BEGAN = time.monotonic_ns() // 1000 - int(TICKS_AT_FIRST) if TICKS_AT_FIRST else 0


def stand_in(name: str, **parts: object) -> None:
    module = ModuleType(name)
    for key, part in parts.items():
        setattr(module, key, part)
    sys.modules[name] = module


def ticks_us() -> int:
    return (time.monotonic_ns() // 1000 - BEGAN) % TICKS


def ticks_diff(one: int, other: int) -> int:
    return (one - other + TICKS // 2) % TICKS - TICKS // 2


class Buzzers:
    """Pins that do what the test says."""

    levels = 0
    overrun = False

    def __init__(self, _first: int, _seats: int) -> None:
        self._rest = b""
        self._mask = 0

    def restart(self) -> int:
        self.overrun = False
        return self._mask

    def read(self) -> list[tuple[int, int]]:
        pins = int(sys.argv[2])
        if select.select([pins], [], [], 0.0005)[0]:
            self._rest += os.read(pins, 4096)
        *lines, self._rest = self._rest.split(b"\n")
        now = ticks_us()
        found = []
        for line in lines:
            age, mask = (int(word) for word in line.split())
            if mask == FAILS:
                raise ZeroDivisionError("the pins fail")
            while mask == HANGS:
                pass
            if mask == OVERRUN:
                self.overrun = True
            else:
                self._mask = mask
                found.append(((now - age) % TICKS, mask))
        return found


class Lamps:
    def __init__(self, _first: int, _seats: int) -> None:
        pass

    def show(self, _levels: list[float]) -> None:
        pass


class Watchdog:
    """The kernel's timer kills the process that computes too long without feeding it.

    It counts the process's own time: one that gets no turn on a busy machine does not hang.
    """

    def __init__(self, timeout: int) -> None:
        assert timeout <= 8388, "what an RP2040 allows"
        self._timeout = timeout / 1000
        self.feed()

    def feed(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, self._timeout)


class Raw:
    """Standard input or output as MicroPython has them: no buffer between poll and read."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self.buffer = self

    def fileno(self) -> int:
        return self._fd

    def read(self, count: int) -> bytes:
        return os.read(self._fd, count)

    def write(self, data: bytes) -> int:
        return os.write(self._fd, data)


def print_exception(error: BaseException, file: TextIO) -> None:
    traceback.print_exception(error, file=file)


def main() -> None:
    os.chdir(sys.argv[1])
    sys.path.insert(0, sys.argv[1])
    sys.dont_write_bytecode = True
    stand_in(
        "machine",
        unique_id=lambda: b"PTYBOARD",
        reset=lambda: os._exit(RESET),
        reset_cause=lambda: 3 if sys.argv[3:] else 1,
        WDT_RESET=3,
        WDT=Watchdog,
    )
    stand_in("micropython", kbd_intr=lambda _byte: None)
    stand_in("rp2", bootsel_button=lambda: 0)
    sys.modules["seat_hub.pins"] = SimpleNamespace(Buzzers=Buzzers, Lamps=Lamps)  # type: ignore[assignment]
    for name, part in (
        ("ticks_us", ticks_us),
        ("ticks_diff", ticks_diff),
        ("ticks_add", lambda ticks, more: (ticks + more) % TICKS),
        ("sleep_ms", lambda ms: time.sleep(ms / 1000)),
    ):
        setattr(time, name, part)
    sys.print_exception = print_exception  # type: ignore[attr-defined]
    sys.stdin, sys.stdout = Raw(0), Raw(1)
    firmware = __import__("main")
    gc.freeze()  # the firmware collects every 20 ms, and a board has no modules of CPython's
    firmware.main()
    sys.exit(PROMPT)


if __name__ == "__main__":
    main()

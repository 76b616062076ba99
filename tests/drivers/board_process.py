"""The firmware's own main.py in a process of its own: python board_process.py FOLDER PINS.

Its standard input and output are the hub's end of a pseudo-terminal. What MicroPython has and
CPython lacks is stood in for here; the pins are moved by lines on the file descriptor PINS: the
age of the change in us, and the mask.
"""

import os
import select
import sys
import time
from types import ModuleType, SimpleNamespace

TICKS = 1 << 30
PINS = int(sys.argv[2])


def stand_in(name: str, **parts: object) -> None:
    module = ModuleType(name)
    for key, part in parts.items():
        setattr(module, key, part)
    sys.modules[name] = module


def ticks_us() -> int:
    return time.monotonic_ns() // 1000 % TICKS


def ticks_diff(one: int, other: int) -> int:
    return (one - other + TICKS // 2) % TICKS - TICKS // 2


class Buzzers:
    """Pins that do what the test says."""

    levels = 0
    overrun = False

    def __init__(self, _first: int, _seats: int) -> None:
        self._rest = b""

    def read(self) -> list[tuple[int, int]]:
        if select.select([PINS], [], [], 0.0005)[0]:
            self._rest += os.read(PINS, 4096)
        *lines, self._rest = self._rest.split(b"\n")
        now = ticks_us()
        found = []
        for line in lines:
            age, mask = (int(word) for word in line.split())
            found.append(((now - age) % TICKS, mask))
        return found


class Lamps:
    def __init__(self, _first: int, _seats: int) -> None:
        pass

    def show(self, _levels: list[float]) -> None:
        pass


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


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    stand_in("machine", unique_id=lambda: b"PTYBOARD")
    stand_in("micropython", kbd_intr=lambda _byte: None)
    stand_in("rp2", bootsel_button=lambda: 0)
    sys.modules["seat_hub.pins"] = SimpleNamespace(Buzzers=Buzzers, Lamps=Lamps)  # type: ignore[assignment]
    for name, part in (
        ("ticks_us", ticks_us),
        ("ticks_diff", ticks_diff),
        ("ticks_add", lambda one, more: (one + more) % TICKS),
    ):
        setattr(time, name, part)
    sys.stdin, sys.stdout = Raw(0), Raw(1)
    firmware = __import__("main")
    firmware.main()


if __name__ == "__main__":
    main()

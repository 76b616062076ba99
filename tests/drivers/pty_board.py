"""A seat hub's board behind a pseudo-terminal: a process for the chip, a folder for its flash.

The process is the firmware's own main.py, under CPython or under MicroPython's Unix port. When it
resets itself, or its watchdog kills it, its terminal goes away and another one comes, as a board's
USB does; the link to it keeps its name, as in /dev/serial/by-id. When the program ends for
MicroPython's prompt, the process `prompt` has the terminal until it ends.
"""

import os
import signal
import subprocess
import sys
import tty
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from appliance.drivers.seat_hub.install import board_files

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("MICROPYTHONS", "/nowhere"))
"""Where `make micropython-test` has put what it fetched. Only it says so: these tests take real
time, and are not for `make test`."""

BOARD = HERE.parent / "micropython" / "board.py"
"""The board in MicroPython."""

CPYTHON = (sys.executable, str(HERE / "board_process.py"))

FAILS, HANGS, OVERRUN, MEMORY = -1, -2, -3, -4
RESET, PROMPT = 64, 65


def micropython() -> str | None:
    """A MicroPython for this machine, 1.23 or newer, or None."""
    program = str(CACHE / "micropython")
    if not Path(program).is_file():
        return None
    code = "import sys, ffi; sys.exit(sys.implementation.version < (1, 23))"
    done = subprocess.run([program, "-c", code], check=False, capture_output=True)  # noqa: S603 - a path of ours
    return None if done.returncode else program


class PtyBoard:
    """A board that can be plugged in and out.

    `command` runs the program: it is called with the flash's folder, the pins' descriptor, and
    "reset" where it was not power that came; its clock shows `ticks` (us) at first. `starts` says
    how each process began, `ended` with which code each ended.
    """

    def __init__(
        self,
        folder: Path,
        command: tuple[str, ...] = CPYTHON,
        prompt: Callable[[Path], tuple[str, ...]] | None = None,
        ticks: int = 0,
    ) -> None:
        self.device = folder / "usb-Doubt_It_Seat_Hub"
        self.flash = folder / "board"
        self.starts: list[str] = []
        self.ended: list[int] = []
        self.command, self._prompt = command, prompt
        self._env = {**os.environ, "BOARD_TICKS": str(ticks)}
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._plugged = False
        self._pins = self._moves = -1

    def install(self) -> None:
        """Put the firmware on the flash, as if it had always been there."""
        for name, source in board_files().items():
            path = self.flash / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source.read_bytes())

    def plug(self) -> None:
        """Power comes; returns as soon as there is a device."""
        self.flash.mkdir(exist_ok=True)
        self._pins, self._moves = os.pipe()
        self._plugged = True
        line = self._start("power")
        self._thread = Thread(target=self._serve, args=(line,), daemon=True)
        self._thread.start()

    def move(self, *changes: tuple[int, int]) -> None:
        """Changes of the pins: how long ago (us), and the mask or an order for the pins."""
        os.write(self._moves, b"".join(b"%d %d\n" % change for change in changes))

    def unplug(self) -> None:
        """Pull the cable; the flash keeps what it has."""
        if self._thread is None or self._process is None:
            return
        self._plugged = False
        while self._thread.is_alive():  # it may just be starting another process
            self._process.kill()
            self._thread.join(0.1)
        self._thread = None
        os.close(self._pins)
        os.close(self._moves)

    def _start(self, how: str) -> int:
        """Start whatever the flash holds; gives the table's end of the cable."""
        self.starts.append(how)
        if how != "prompt" and (self.flash / "main.py").exists():
            more = ("reset",) if how == "reset" else ()
            command = (*self.command, str(self.flash), str(self._pins), *more)
        elif self._prompt is not None:
            command = self._prompt(self.flash)
        else:
            command = ("sleep", "1000")
        board, line = os.openpty()
        tty.setraw(line)
        name = os.ttyname(line)  # asked for now: the process may have ended before the next line
        self._process = subprocess.Popen(  # noqa: S603 - our own scripts
            command, stdin=board, stdout=board, pass_fds=(self._pins,), env=self._env
        )
        os.close(board)
        link = self.device.with_suffix(".new")
        link.symlink_to(name)
        link.replace(self.device)
        return line

    def _serve(self, line: int) -> None:
        """Wait for the process, and start what comes after it, as long as there is power."""
        while True:
            assert self._process is not None
            ended = self._process.wait()
            self.device.unlink()
            os.close(line)
            self.ended.append(ended)
            if not self._plugged:
                return
            again = ended in (RESET, -signal.SIGPROF)
            line = self._start("reset" if again else "prompt")

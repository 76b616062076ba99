"""Installs the seat hub's firmware on a board, by `mpremote`, MicroPython's own tool.

mpremote runs in a process of its own: it is a program, and its Python interface may change. Each
question to the board is a few lines of Python that run there and print one JSON object.
"""

import errno
import hashlib
import json
import subprocess
import time
from collections.abc import Callable
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from shutil import which
from typing import Any, TypeVar

from appliance.children import python_line
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.link import version_of
from appliance.drivers.seat_hub.serial_line import SerialWire
from appliance.errors import DriverError
from bluffing.message import Message, message

OURS = Path(__file__).resolve().parent

PLACES = (
    OURS.parents[2] / "hardware" / "firmware" / "seat_hub",  # a checkout
    OURS.parents[1] / "firmware" / "seat_hub",  # a package (pyproject.toml puts it there)
)
"""Folders that may have the board's own files; `OURS` has the two that it shares with the table."""

PROGRAM = "main.py"
"""Program that MicroPython runs at each start; it is copied last, after all other files."""

OLDEST = (1, 23)
"""The first MicroPython with `rp2.DMA` and the PIO functions that the firmware uses."""

PORT, CHIP = "rp2", "RP2040"

MPREMOTE_WITHIN = 60.0
"""Deadline of mpremote in seconds; copying seven small files takes about ten."""

GREETING = 1.5
"""Time (s) within which a program on the board must answer: three of its heartbeats."""

COMES_BACK = 15.0
"""Deadline (s) of a board's return after a reset; a Pico takes one or two."""

AWAY = 2.0
"""Longest time (s) that the port is away while its board restarts again and again."""

SIGHT = 0.1
"""Seconds between two attempts to reach a board, or two messages to its program."""

END_TRIES = 4
"""Number of requests to end a program: one that keeps failing may not listen at first."""

BUSY = "driver.install.busy"
"""Code of the error if another process uses the board."""

_FAILURES = (
    ("failed to access", BUSY),
    ("in use", BUSY),
    ("could not enter raw repl", "driver.install.no-prompt"),
    ("No space left", "driver.install.full"),
    ("ENOSPC", "driver.install.full"),
    ("OSError: 28", "driver.install.full"),
)
"""Texts in mpremote's output with the codes of their errors; the first match counts."""

_WHO = """
import json, sys
print(json.dumps({
    "name": sys.implementation.name, "version": list(sys.implementation.version[:3]),
    "port": sys.platform, "machine": getattr(sys.implementation, "_machine", "")}))
"""

_EMPTY = """
import os
try:
    os.mkdir("/seat_hub")
except OSError:
    pass
old = ["main.py", "seat_hub_note.txt"] + ["seat_hub/" + name for name in os.listdir("/seat_hub")]
for name in old:
    try:
        os.remove("/" + name)
    except OSError:
        pass
"""

_HASHES = """
import binascii, hashlib, json, os
found = {}
for name in ["main.py"] + ["seat_hub/" + one for one in os.listdir("/seat_hub")]:
    try:
        with open("/" + name, "rb") as file:
            data = file.read()
    except OSError:
        continue
    found[name] = binascii.hexlify(hashlib.sha256(data).digest()).decode()
print(json.dumps(found))
"""

T = TypeVar("T")

Say = Callable[[Message], None]
"""Reports the progress to the user."""


def board_files() -> dict[str, Path]:
    """Return every file of the board by its path there; the program is the last."""
    source = next((place for place in PLACES if (place / PROGRAM).is_file()), PLACES[-1])
    package = [*(source / "seat_hub").glob("*.py"), OURS / "board.py", OURS / "protocol.py"]
    files = {f"seat_hub/{path.name}": path for path in sorted(package, key=attrgetter("name"))}
    return files | {PROGRAM: source / PROGRAM}


def mpremote() -> tuple[str, ...]:
    """Return the command for mpremote. Raises DriverError if it is not installed."""
    if find_spec("mpremote") is not None:
        return python_line("mpremote")
    program = which("mpremote")
    if program is None:
        raise DriverError.of("driver.install.no-mpremote")
    return (program,)


def insist(act: Callable[[], T], within: float, hopeless: Callable[[DriverError], bool]) -> T:
    """Return the result of `act`, tried again while it raises DriverError, for `within` seconds.

    Raises the last DriverError, or the first that is `hopeless`.
    """
    until = time.monotonic() + within
    while True:
        try:
            return act()
        except DriverError as error:
            if hopeless(error) or time.monotonic() >= until:
                raise
            time.sleep(SIGHT)


def free_the_board(port: str, say: Say) -> None:
    """Bring the board to its prompt. Raises DriverError: it is in use, or its program goes on."""
    for attempt in range(END_TRIES):
        line = _wait_for(port, COMES_BACK if attempt else AWAY)
        try:
            firmware = _greet(line)
            if firmware is None:
                return
            say(message("driver.install.asks-to-end", firmware=firmware))
            _end(line)
        except OSError:
            pass  # it has just reset itself, and its port went away with it
        finally:
            line.close()
    raise DriverError.of("driver.install.does-not-end")


class Remote:
    """A board at its prompt, through mpremote."""

    def __init__(self, port: str) -> None:
        self._command = (*mpremote(), "connect", port)

    def ask(self, code: str) -> Any:  # noqa: ANN401 - JSON
        """Run `code` on the board; return the JSON that it prints last."""
        output = self.run("exec", code)
        try:
            return json.loads(output.strip().splitlines()[-1])
        except (ValueError, IndexError) as error:
            answer = output.strip()[-80:]
            raise DriverError.of("driver.install.odd-answer", answer=answer) from error

    def run(self, *words: str) -> str:
        """Return the output of one mpremote command. Raises DriverError if it fails or hangs."""
        try:
            done = subprocess.run(  # noqa: S603 - mpremote
                (*self._command, *words),
                check=False, capture_output=True, text=True, errors="replace",
                stdin=subprocess.DEVNULL, timeout=MPREMOTE_WITHIN,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise DriverError.of("driver.install.no-answer", seconds=MPREMOTE_WITHIN) from error
        if done.returncode == 0:
            return done.stdout
        output = done.stdout + done.stderr
        for known, code in _FAILURES:
            if known in output:
                raise DriverError.of(code)
        last = output.strip().splitlines()[-1:] or ["it says nothing"]
        raise DriverError.of("driver.install.mpremote", said=last[0].strip())


def who(remote: Remote) -> str:
    """Return the MicroPython on the board. Raises DriverError: another chip, or too old."""
    board = remote.ask(_WHO)
    version = tuple(board["version"])
    name = f"{board['name']} {'.'.join(map(str, version))} on {board['machine'] or board['port']}"
    if board["name"] != "micropython" or board["port"] != PORT or CHIP not in board["machine"]:
        raise DriverError.of("driver.install.other-chip", chip=CHIP, name=name)
    if version < OLDEST:
        raise DriverError(
            message("driver.install.too-old", name=name),
            message("driver.install.too-old.todo", oldest=".".join(map(str, OLDEST))),
        )
    return name


def copy(remote: Remote, files: dict[str, Path], say: Say) -> None:
    """Copy the firmware and compare the copies. The program goes last.

    If the cable is pulled meanwhile, the board has no program rather than half of one. Raises
    DriverError: it could not be copied, or the copies differ; FileNotFoundError: this installation
    has no firmware, a packaging bug.
    """
    wanted = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    remote.run("exec", _EMPTY)
    say(message("driver.install.copying", n=len(files)))
    package = [str(path) for name, path in files.items() if name != PROGRAM]
    remote.run("fs", "cp", *package, ":/seat_hub/")
    remote.run("fs", "cp", str(files[PROGRAM]), f":/{PROGRAM}")
    arrived = remote.ask(_HASHES)
    wrong = sorted(name for name, digest in wanted.items() if arrived.get(name) != digest)
    if wrong:
        raise DriverError.of("driver.install.differs", files=", ".join(wrong))
    say(message("driver.install.arrived"))


def install(port: str, say: Say) -> None:
    """Put this table's firmware onto the board at `port`, and reset it. Raises DriverError."""
    remote = Remote(port)  # before anything is changed: is there an mpremote?
    free_the_board(port, say)
    say(message("text", text=who(remote)))
    copy(remote, board_files(), say)
    remote.run("reset")


def _greet(line: SerialWire) -> Message | None:
    """Return the firmware that runs, or None.

    A hub sends at least one message every half second, MicroPython's prompt none. So the table asks
    only after a message of the board: a frame for a hub may be a command at a prompt.
    """
    deframer, asked = wire.Deframer(), 0.0
    firmware: Message | None = None
    until = time.monotonic() + GREETING
    while (now := time.monotonic()) < until:
        data = line.read()
        if data and now - asked > SIGHT:
            asked = now
            line.write(b"\0" + wire.encode(wire.Ask(wire.PROTOCOL, int(now * 1000) % (1 << 32))))
        for answer in deframer.feed(data):
            match answer:
                case wire.Hello():
                    return message("text", text=version_of(answer.firmware))
                case wire.Restart():
                    return message("driver.install.failing")
                case wire.Foreign() | wire.Heartbeat():
                    firmware = message("driver.install.other")
                case _:
                    pass
    return firmware


def _end(line: SerialWire) -> None:
    """Tell the program to end until it is silent. Raises OSError when the port has gone."""
    asked = 0.0
    heard = time.monotonic()
    until = heard + COMES_BACK
    while (now := time.monotonic()) - heard < GREETING and now < until:
        if now - asked > SIGHT:
            asked = now
            line.write(b"\0" + wire.encode(wire.Leave(wire.WORD)))
        if line.read():
            heard = now


def _wait_for(port: str, within: float) -> SerialWire:
    """Open the port. Raises DriverError: it is in use, or no device comes in time (s)."""
    line = SerialWire(port)

    def take() -> None:
        try:
            line.open()
        except DriverError as error:
            cause = error.__cause__
            if isinstance(cause, OSError) and cause.errno in (errno.EAGAIN, errno.EBUSY):
                raise DriverError.of(BUSY) from error
            raise

    insist(take, within, lambda error: error.seen.code == BUSY)
    return line

"""The emulated chip, from Python: `Room` speaks with room.mjs, `needs` says what is missing."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILD = ROOT / "build" / "chip"
PINS_PY = ROOT / "hardware" / "firmware" / "seat_hub" / "seat_hub" / "pins.py"
EMULATOR = BUILD / "rp2040js" / "package"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
MICROPYTHON = CACHE / "doubtit-micropython" / "webassembly" / "package" / "micropython.mjs"
RP2_PY = BUILD / "rp2.py"
FIRMWARE = BUILD / "firmware.bin"
NODE = shutil.which("node")


def needs(*things: Path) -> None:
    """Skip, and say why, unless node and all `things` are here."""
    if NODE is None:
        pytest.skip("no node here")
    for thing in things:
        if not thing.exists():
            pytest.skip(f"no {thing}: `make hub-chip-test` says why")


def assembled() -> dict[str, Any]:
    """The hub's PIO program as MicroPython's own assembler makes it: words, execctrl, shiftctrl.

    Raises:
        RuntimeError: MicroPython refuses it; the message is MicroPython's own.
    """
    done = subprocess.run(  # noqa: S603 - our own script
        [str(NODE), str(HERE / "assemble.mjs"), str(MICROPYTHON), str(RP2_PY), str(PINS_PY)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


class Room:
    """One emulated RP2040 in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [str(NODE), str(HERE / "room.mjs"), str(EMULATOR)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ,
        )  # fmt: skip

    def call(self, name: str, *args: object) -> Any:  # noqa: ANN401 - JSON
        """One command of room.mjs."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, *args]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the emulator ended in {name}: its own message is above"
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=30)

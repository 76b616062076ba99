"""The test's end of `pads.py`, and which of its keys are buzzers."""

import json
import subprocess
import sys
from pathlib import Path

from figures import until
from hands import Made

from appliance.drivers.usb.inputs import inputs
from appliance.drivers.usb.keymap import Key

BUZZERS = 11
KEYS = tuple(Key("Pad", f"pad-{number % 2}", 2 + number // 2) for number in range(BUZZERS))
"""Buzzer n is on the pad n % 2: neighbours are on different ones."""

Task = list[tuple[int, int, bool]]
"""Moves: ns from the task's start, buzzer, down."""


class Pads:
    """Fingers on two keyboards, in a process of their own (`pads.py`)."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [sys.executable, Path(__file__).with_name("pads.py"), "2"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.done()
        until(lambda: there() >= {"pad-0", "pad-1"})

    def begin(self, task: Task) -> None:
        """Let the fingers start to do this."""
        self._send([[at, buzzer % 2, 2 + buzzer // 2, int(down)] for at, buzzer, down in task])

    def done(self) -> list[Made]:
        """Return when they did it; waits until they have."""
        assert self._process.stdout is not None
        return [Made(*value) for value in json.loads(self._process.stdout.readline())]

    def do(self, task: Task) -> list[Made]:
        """Do this, and wait for it."""
        self.begin(task)
        return self.done()

    def raw(self, *moves: tuple[int, int, int, int]) -> None:
        """Moves as the kernel has them: ns, pad, code, value."""
        self._send(list(moves))
        self.done()

    def release(self) -> None:
        """Let go of everything."""
        self.do([(0, buzzer, False) for buzzer in range(BUZZERS)])

    def begin_unplugging(self, pad: int) -> None:
        self._send(["unplug", pad])

    def unplug(self, pad: int) -> None:
        self.begin_unplugging(pad)
        self.done()

    def plug(self, pad: int) -> None:
        self._send(["plug", pad])
        self.done()
        until(lambda: f"pad-{pad}" in there())

    def close(self) -> None:
        self._process.communicate()

    def _send(self, task: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()


def there() -> set[str]:
    """The ports of all devices that can be opened."""
    return {device.port for device in inputs() if device.node.exists()}

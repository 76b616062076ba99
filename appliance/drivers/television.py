"""The television, switched on and to the table's input over HDMI-CEC.

The table starts `cec-ctl` of v4l-utils for each message. That program ends with code 0 whatever a
television does, so only its output counts. A thread of its own does it: the game never waits.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from appliance.errors import reason
from bluffing.message import Message, message

CEC_CTL = "cec-ctl"

SHOWN_NAME = "Doubt It!"
"""Name of the table in the television's list of inputs; CEC allows 14 letters."""

LONGEST_ANSWER = 10.0
"""Maximum time of one message, s. A bus without a television takes 2 s."""

ADDRESS_LOOKS, ADDRESS_PAUSE = 15, 1.0
"""Looks for the table's address on the bus, and the time between two (s): a television in standby
may give an address only when it is on."""

UNKNOWN_ADDRESS = "f.f.f.f"

_ADDRESS = re.compile(r"Physical Address\s*: ([0-9a-f](?:\.[0-9a-f]){3})")
_FAILS = re.compile(r"^\s*Tx, ", re.MULTILINE)

Ask = Callable[[list[str]], subprocess.CompletedProcess[str]]
"""Runs a program with these words to its end."""

Aside = Callable[[Callable[[], None]], None]
"""Runs a job elsewhere, and returns at once."""


def _ask(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the words are ours
        words, capture_output=True, text=True, errors="replace", timeout=LONGEST_ANSWER, check=False
    )


def _on_a_thread(job: Callable[[], None]) -> None:
    Thread(target=job, name="television", daemon=True).start()


class CecTelevision:
    """Wakes the television on every adapter of `folder`, once `turn` allows it.

    `tell` gets a sentence if that fails, once. `ask` runs the program, and `aside` the whole job.
    """

    def __init__(
        self,
        tell: Callable[[Message], None],
        folder: Path = Path("/dev"),
        ask: Ask = _ask,
        aside: Aside = _on_a_thread,
    ) -> None:
        self._tell, self._folder, self._ask, self._aside = tell, folder, ask, aside
        self._on = self._busy = self._seated = False
        self._known: Message | None = None  # the fault that people know
        self._closed = Event()

    def turn(self, *, on: bool) -> None:
        """Begin to wake the television, and do so at once; or leave it alone."""
        before, self._on = self._on, on
        if on and not before:
            self._known = None
            self._wake()

    def look(self, *, seated: bool) -> None:
        """Wake the television when the first player sits down."""
        before, self._seated = self._seated, seated
        if self._on and seated and not before:
            self._wake()

    def close(self) -> None:
        """Send no further message. May be called twice."""
        self._closed.set()

    def _wake(self) -> None:
        if self._busy or self._closed.is_set():
            return
        self._busy = True

        def job() -> None:
            try:
                fault = self._fault()
            finally:
                self._busy = False
            known, self._known = self._known, fault
            if fault not in {None, known} and not self._closed.is_set():
                self._tell(fault)

        self._aside(job)

    def _fault(self) -> Message | None:
        """Wake a television on each adapter; return the reason if no adapter has one."""
        adapters = sorted(self._folder.glob("cec[0-9]*"))
        faults = [self._fault_at(adapter) for adapter in adapters]
        if None in faults:
            return None
        return faults[0] if faults else message("driver.television.no-adapter")

    def _fault_at(self, adapter: Path) -> Message | None:
        """Wake the television on `adapter`; return the reason if none obeys."""
        us = ["--playback", "--osd-name", SHOWN_NAME]
        try:
            output = self._say(adapter, *us, "--to", "0", "--image-view-on")
            if _FAILS.search(output):
                return message("driver.television.silent")
            address = self._address(adapter, output)
            if address != UNKNOWN_ADDRESS:
                self._say(adapter, "--skip-info", "--active-source", f"phys-addr={address}")
        except FileNotFoundError:
            return message("driver.television.no-program", program=CEC_CTL)
        except subprocess.TimeoutExpired:
            return message("driver.television.silent")
        except OSError as error:
            return message("driver.television.refused", error=reason(error))
        return None

    def _address(self, adapter: Path, output: str) -> str:
        """Return the table's address on the bus, from `output` or once there is one."""
        for _ in range(ADDRESS_LOOKS):
            match = _ADDRESS.search(output)
            if match is not None and match[1] != UNKNOWN_ADDRESS:
                return match[1]
            if self._closed.wait(ADDRESS_PAUSE):
                break
            output = self._say(adapter)
        return UNKNOWN_ADDRESS

    def _say(self, adapter: Path, *words: str) -> str:
        """Send a message, and return the program's output.

        Raises:
            OSError: the program can't be started, or can't open the adapter.
            subprocess.TimeoutExpired: it takes too long.
        """
        done = self._ask([CEC_CTL, "--device", str(adapter), *words])
        if done.returncode:
            raise OSError(done.stderr.strip() or f"code {done.returncode}")
        return done.stdout

"""The table as a service: unit, settings and program as they are shipped, behind systemd.

Run in the guest, by `make guest-test`, after `service.sh` has installed and started it.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import gpiosim
import pytest
from figures import told, until
from hands import Hands

from appliance.core.signals import MS, Edge
from appliance.drivers.gpio.board import BUZZER_PINS
from appliance.errors import JournalError
from appliance.runtime.journal import Journal

JOURNAL = Path("/var/lib/doubtit/evening.journal")
SLOW = 120.0
"""The guest draws and imports some fifteen times slower than a Pi."""


@pytest.fixture(scope="module")
def chip() -> Path:
    return gpiosim.make()


@pytest.fixture(scope="module")
def hands(chip: Path) -> Iterator[Hands]:
    made = Hands(chip)
    yield made
    made.close()


def systemctl(*words: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own words
        ["/usr/bin/systemctl", *words], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def told_of(name: str) -> str:
    return systemctl("show", "doubtit", f"--property={name}", "--value")


def opened() -> set[str]:
    """The devices that the program has open."""
    found = set()
    with suppress(OSError):  # it is being started, or has just closed one of them
        for file in Path(f"/proc/{told_of('MainPID')}/fd").iterdir():
            found.add(str(file.readlink()))
    return {one for one in found if one.startswith(("/dev/gpiochip", "/dev/dri/", "/dev/input/"))}


def comes_up(patience: float) -> float:
    """Wait until it has the pins and the screen; gives the seconds that it took."""

    def up() -> bool:
        time.sleep(0.5)  # looking takes a while, too
        return {"/dev/gpiochip0", "/dev/dri/card0"} <= opened()

    return until(up, patience)


def presses() -> int:
    """So many are in the evening's journal."""
    try:
        journal = Journal.read(JOURNAL)
        edges = [one.signal for one in journal.entries() if isinstance(one.signal, Edge)]
        journal.close()
    except JournalError:  # it is being made
        return 0
    return sum(edge.down for edge in edges)


def hears_a_press(hands: Hands) -> float:
    """Press the first buzzer until it is in the journal; gives the seconds that it took."""
    line, before = BUZZER_PINS[0], presses()

    def pressed() -> bool:
        hands.do([(0, line, True), (300 * MS, line, False)])
        time.sleep(0.5)
        return presses() > before

    return until(pressed, 60.0)


def check_it_comes_up_and_hears_a_press(hands: Hands) -> None:
    came, heard = comes_up(SLOW), hears_a_press(hands)
    told("service", f"up {came:.0f} s after it was looked for, heard a press in {heard:.1f} s")
    told("service", f"it has {', '.join(sorted(opened()))}")
    assert systemctl("is-active", "doubtit") == "active"
    assert told_of("User") == "doubtit"
    assert told_of("NRestarts") == "0"


def check_the_loop_that_hangs_is_ended_by_the_watchdog(hands: Hands) -> None:
    before, restarts = told_of("MainPID"), int(told_of("NRestarts"))
    os.kill(int(before), signal.SIGSTOP)
    waited = until(lambda: int(told_of("NRestarts")) == restarts + 1, SLOW)
    came, heard = comes_up(SLOW), hears_a_press(hands)
    told(
        "service",
        f"hung: ended after {waited:.0f} s, up {came:.0f} s later, heard in {heard:.1f} s",
    )
    assert told_of("MainPID") not in (before, "0")


def check_it_is_back_after_it_was_killed(hands: Hands) -> None:
    before, restarts = told_of("MainPID"), int(told_of("NRestarts"))
    os.kill(int(before), signal.SIGKILL)
    until(lambda: int(told_of("NRestarts")) == restarts + 1, SLOW)
    came, heard = comes_up(SLOW), hears_a_press(hands)
    told("service", f"killed: up again after {came:.0f} s, heard a press in {heard:.1f} s")
    assert told_of("MainPID") not in (before, "0")
    assert list(JOURNAL.parent.glob("evening.journal.evening-*")), "the first evening is gone"
    assert int(told_of("NRestarts")) == restarts + 1


def check_it_stops_when_it_is_told_to() -> None:
    systemctl("stop", "doubtit")
    assert (told_of("ActiveState"), told_of("Result")) == ("inactive", "success")
    said = subprocess.run(
        ["/usr/bin/journalctl", "--unit=doubtit", "--output=cat"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Traceback" not in said

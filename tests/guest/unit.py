"""The table's service, by systemd and its journal, and hands at its buzzers."""

import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

from figures import until
from hands import Fingers, Hands

from appliance.core.signals import MS, Edge
from appliance.drivers.gpio.board import BUZZER_PINS
from appliance.errors import JournalError
from appliance.runtime.journal import Journal
from appliance.table import Table

JOURNAL = Path("/var/lib/doubtit/evening.journal")
SETTINGS = Path("/etc/doubtit/table.toml")
SLOW = 240.0
"""The guest draws and imports some fifteen times slower than a Pi."""

OURS = ("/dev/gpiochip", "/dev/dri/", "/dev/input/", "/dev/snd/", "/dev/video", "/dev/ttyACM")


def run(*words: str) -> str:
    """Return what a command says; it must succeed."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


def systemctl(*words: str) -> str:
    return run("/usr/bin/systemctl", *words)


def told_of(name: str, unit: str = "doubtit") -> str:
    return systemctl("show", unit, f"--property={name}", "--value")


def restarts() -> int:
    return int(told_of("NRestarts"))


def log(unit: str = "doubtit") -> str:
    return run("/usr/bin/journalctl", f"--unit={unit}", "--output=cat", "--no-pager")


def opened() -> set[str]:
    """The devices that the program has open."""
    found = set()
    with suppress(OSError):  # it is being started, or has just closed one of them
        for file in Path(f"/proc/{told_of('MainPID')}/fd").iterdir():
            found.add(str(file.readlink()))
    return {line for line in found if line.startswith(OURS)}


def has(*devices: str) -> bool:
    """Return True if it has these open; looking takes a while, too."""
    time.sleep(0.5)
    return set(devices) <= opened()


def comes_up(patience: float = SLOW) -> float:
    """Wait until it is ready, with the screen and the pins; gives the seconds that it took."""
    return until(
        lambda: has("/dev/gpiochip0", "/dev/dri/card0") and told_of("ActiveState") == "active",
        patience,
    )


def rows() -> tuple[int, Table | None]:
    """So many signals are in the evening's journal, and the table after them."""
    try:
        with closing(Journal.read(JOURNAL)) as journal:
            count = journal.steps
            table = journal.standing(journal.state_before(count), count).table
            return count, table if count else None
    except JournalError:  # it is being made
        return 0, None


def presses() -> int:
    """So many are in the evening's journal."""
    try:
        with closing(Journal.read(JOURNAL)) as journal:
            edges = [entry.signal for entry in journal.entries() if isinstance(entry.signal, Edge)]
    except JournalError:  # it is being made
        return 0
    return sum(edge.down for edge in edges)


def hears_a_press(hands: Hands, buzzer: int = 0) -> float:
    """Press a buzzer until it is in the journal; gives the seconds that it took."""
    line, before = BUZZER_PINS[buzzer], presses()

    def pressed() -> bool:
        hands.do([(0, line, True), (150 * MS, line, False)])
        time.sleep(0.5)
        return presses() > before

    return until(pressed, 60.0)


def hold(hands: Fingers, buzzer: int, ms: int = 1000) -> None:
    """Hold one buzzer, and give the table time for it."""
    line = BUZZER_PINS[buzzer]
    hands.do([(0, line, True), (ms * MS, line, False)])
    time.sleep(1.0)

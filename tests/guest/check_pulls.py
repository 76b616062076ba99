"""Camera, screen, loudspeaker and seat hub, each pulled and put back at random moments of a game.

Run in the guest, by `make guest-test GUEST=pulls`. Prints how long the table took
to report each part as lost, and to use it again; in a guest that is some times slower than a Pi.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from check_service import pulls as pull_screen
from check_small import Game, counters
from figures import told, until
from gadget import UsbHub
from hands import Task
from unit import JOURNAL, SETTINGS, SLOW, has, log, restarts, systemctl, told_of
from vivid import Vivid, noisy

from appliance.core import signals
from appliance.core.signals import (
    BUZZERS,
    CAMERA,
    LOUDSPEAKER,
    MS,
    SCREEN,
    DriverBack,
    DriverLost,
    Signal,
)
from appliance.drivers.gpio.board import BUZZER_PINS
from appliance.errors import JournalError
from appliance.runtime.journal import Journal

TIMES = 20
PARTS = (CAMERA, SCREEN, LOUDSPEAKER, BUZZERS)
SOUND, SOUND_CARD = Path("/sys/bus/platform/drivers/snd_dummy"), "snd_dummy.0"
DRIVERS = """
[camera]
driver = "v4l2"
device = "/dev/video0"
"""


class HubHands:
    """Fingers at the buttons of a seat hub, as `Hands` are at pins."""

    def __init__(self, board: UsbHub) -> None:
        self._board = board

    def do(self, moves: Task) -> None:
        """Move these lines (ns from now, line of a Pi, down) and wait for it."""
        mask, before = 0, 0
        for after, line, down in sorted(moves):
            time.sleep((after - before) / 1000 / MS)
            bit = 1 << BUZZER_PINS.index(line)
            mask, before = mask | bit if down else mask & ~bit, after
            self._board.move((0, mask))


class Parts:
    """The parts of one table, which can be pulled and put back."""

    def __init__(self, folder: Path) -> None:
        self.board, self.camera = UsbHub(folder), Vivid()
        self.camera.feed(*noisy(200))
        self.board.power()
        self.board.plug()

    def pull(self, part: str) -> None:
        match part:
            case signals.CAMERA:
                self.camera.unplug()
            case signals.SCREEN:
                pull_screen(out=True)
            case signals.LOUDSPEAKER:
                # the kernel waits until the table has let go of it
                Thread(target=(SOUND / "unbind").write_text, args=(SOUND_CARD,)).start()
            case _:
                self.board.unplug()

    def put_back(self, part: str) -> None:
        match part:
            case signals.CAMERA:
                until(self.camera.unload, SLOW)  # the table has let go of it
                self.camera.load()
                self.camera.feed(*noisy(200))
            case signals.SCREEN:
                pull_screen(out=False)
            case signals.LOUDSPEAKER:
                (SOUND / "bind").write_text(SOUND_CARD)
            case _:
                self.board.plug()


def signals_in_journal() -> list[Signal]:
    """Return the evening's signals; none before it has begun."""
    try:
        with closing(Journal.read(JOURNAL)) as journal:
            return [entry.signal for entry in journal.entries()]
    except JournalError:
        return []


def news(part: str, kind: type[DriverLost | DriverBack], since: int) -> Callable[[], bool]:
    """Return a check that the journal has this of `part` after its first `since` signals."""

    def is_written() -> bool:
        time.sleep(0.2)
        newest = signals_in_journal()[since:]
        return any(isinstance(signal, kind) and signal.driver == part for signal in newest)

    return is_written


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    systemctl("stop", "doubtit")
    for file in JOURNAL.parent.glob(f"{JOURNAL.name}*"):
        file.unlink()  # a game that was begun with pins, which are more exact, needs them
    SETTINGS.write_text(
        SETTINGS.read_text().replace('driver = "gpio"\n', 'driver = "hub"\n', 1) + DRIVERS
    )
    table = Parts(tmp_path)
    systemctl("start", "doubtit")
    until(lambda: has("/dev/ttyACM0", "/dev/video0") and told_of("ActiveState") == "active", SLOW)
    yield table
    table.board.close()


def check_each_part_is_lost_and_back_in_a_game(parts: Parts) -> None:
    chance, before = Random(20), restarts()
    game = Game(HubHands(parts.board), parts.camera, counters(), doubts=0)
    took: dict[str, list[tuple[float, float]]] = {part: [] for part in PARTS}
    until(lambda: game.goes_on() and game.plays > 0, 4 * SLOW)
    for part in chance.sample([*PARTS] * TIMES, TIMES * len(PARTS)):
        for _ in range(chance.randrange(3)):
            game.goes_on()
        time.sleep(chance.random())
        since = len(signals_in_journal())
        parts.pull(part)
        gone = until(news(part, DriverLost, since), SLOW)
        time.sleep(chance.random())
        parts.put_back(part)
        back = until(news(part, DriverBack, since), SLOW)
        took[part].append((gone, back))
    for part, times in took.items():
        gone, back = (max(column) for column in zip(*times, strict=True))
        told(
            part,
            f"{len(times)} times: reported after {gone:.1f} s, back after {back:.1f} s at most",
        )
    plays = game.plays
    until(lambda: game.goes_on() and game.plays > plays, SLOW)
    told("the game", f"{game.plays} plays, and it goes on")
    assert restarts() == before
    assert "Traceback" not in log()

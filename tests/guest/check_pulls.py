"""Camera, screen, loudspeaker and seat hub, all pulled and put back at random moments of a game.

Run in the guest, by `make guest-test GUEST=pulls`. Prints how long the table took to report each
part as lost, and to use it again, by the guest's clock.
"""

import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Protocol

import pytest
from check_service import pulls as pull_screen
from check_small import Game, counters
from figures import ADOPTED_S, NAMED_S, told, until
from gadget import UsbHub
from hands import Task
from unit import JOURNAL, SETTINGS, SLOW, has, log, opened, restarts, rows, run, systemctl, told_of
from vivid import BIND

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
POLL_S = 0.1
WEBCAM = "vivid num_inputs=1 input_types=0 num_outputs=0 node_types=0x1"
"""A webcam alone."""

SETTINGS_TOO = """
[camera]
driver = "v4l2"
device = "/dev/video0"
width = 640
height = 480
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


class Webcam:
    """The kernel's virtual camera: its test picture changes all the time."""

    device = "/dev/video0"

    def __init__(self) -> None:
        run("/sbin/modprobe", *WEBCAM.split())

    def unplug(self) -> None:
        """Take the camera off the machine, whatever uses it."""
        (BIND / "unbind").write_text("vivid.0")

    def plug(self) -> None:
        """Put it back under the same name, once nobody uses the old one."""
        until(lambda: not any(name.startswith(self.device) for name in opened()), SLOW)
        (BIND / "bind").write_text("vivid.0")
        until(Path(self.device).exists)


class SoundCard:
    """A sound card that takes all samples."""

    card, driver = "snd_dummy.0", Path("/sys/bus/platform/drivers/snd_dummy")

    def __init__(self) -> None:
        self._leaves = Thread()

    def unplug(self) -> None:
        """Take it off the machine; the kernel waits until the table has let go of it."""
        self._leaves = Thread(target=(self.driver / "unbind").write_text, args=(self.card,))
        self._leaves.start()

    def plug(self) -> None:
        """Put it back, once nobody uses the old one."""
        self._leaves.join()
        (self.driver / "bind").write_text(self.card)


class ScreenCable:
    """The screen's cable."""

    @staticmethod
    def unplug() -> None:
        """Pull it."""
        pull_screen(out=True)

    @staticmethod
    def plug() -> None:
        """Put it back."""
        pull_screen(out=False)


class Pulled(Protocol):
    """A part of a table that people pull out."""

    def unplug(self) -> None:
        """Pull it."""

    def plug(self) -> None:
        """Put it back."""


class Watch:
    """Reads the evening's journal all the time, and notes when each signal was there."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, Signal]] = []
        self._row, self._ends = rows()[0], Event()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._ends.wait(POLL_S):
            with suppress(JournalError), closing(Journal.read(JOURNAL)) as journal:
                for row in journal.entries(self._row):
                    self._row = row.number
                    self._seen.append((time.monotonic(), row.signal))

    def heard(self, part: str, kind: type[DriverLost | DriverBack], since: float) -> float | None:
        """Return the seconds from `since` until the table knew this of `part`; None: not yet."""
        for at, signal in self._seen:
            if at >= since and isinstance(signal, kind) and signal.driver == part:
                return at - since
        return None

    def until(
        self, kind: type[DriverLost | DriverBack], since: dict[str, float]
    ) -> dict[str, float]:
        """Wait until the table knows this of each part, and return after how many seconds."""
        until(lambda: None not in self._all(kind, since).values(), SLOW)
        return {part: took or 0.0 for part, took in self._all(kind, since).items()}

    def _all(
        self, kind: type[DriverLost | DriverBack], since: dict[str, float]
    ) -> dict[str, float | None]:
        time.sleep(POLL_S)
        return {part: self.heard(part, kind, at) for part, at in since.items()}

    def close(self) -> None:
        """Read no more."""
        self._ends.set()
        self._thread.join()


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[dict[str, Pulled]]:
    """A table whose buzzers are on a hub, with all parts plugged in."""
    systemctl("stop", "doubtit")
    for file in JOURNAL.parent.glob(f"{JOURNAL.name}*"):
        file.unlink()  # a game that was begun with pins, which are more exact, needs them
    ours = SETTINGS.read_text().replace('driver = "gpio"\n', 'driver = "hub"\n', 1)
    calm = ours.replace("[display]\n", "[display]\nreduced_motion = true\n", 1)
    SETTINGS.write_text(calm + SETTINGS_TOO)
    board, webcam = UsbHub(tmp_path), Webcam()
    board.power()
    board.plug()
    systemctl("start", "doubtit")
    until(lambda: has("/dev/ttyACM0", webcam.device) and told_of("ActiveState") == "active", SLOW)
    until(JOURNAL.with_name("reader.json").exists, 4 * SLOW)  # it looks at the camera then
    yield {BUZZERS: board, CAMERA: webcam, SCREEN: ScreenCable(), LOUDSPEAKER: SoundCard()}
    board.close()


def one_by_one(chance: Random, parts: dict[str, Pulled], does: str) -> dict[str, float]:
    """Pull all parts, or put them back, in any order; return when."""
    done = dict[str, float]()
    for name in chance.sample([*parts], len(parts)):
        done[name] = time.monotonic()
        getattr(parts[name], does)()
        time.sleep(chance.random())
    return done


def check_each_part_is_lost_and_back_in_a_game(parts: dict[str, Pulled]) -> None:
    board = parts[BUZZERS]
    assert isinstance(board, UsbHub)
    chance, before, watch = Random(20), restarts(), Watch()
    game = Game(HubHands(board), None, counters(), doubts=0)
    longest = dict.fromkeys(parts, (0.0, 0.0))
    until(lambda: game.goes_on() and game.plays > 0, 4 * SLOW)
    for number in range(TIMES):
        if chance.random() < 0.5:
            game.goes_on()
        time.sleep(chance.random())
        lost = watch.until(DriverLost, one_by_one(chance, parts, "unplug"))
        back = watch.until(DriverBack, one_by_one(chance, parts, "plug"))
        for name, most in longest.items():
            longest[name] = max(most[0], lost[name]), max(most[1], back[name])
        figures = (f"{name} {lost[name]:.1f}/{back[name]:.1f}" for name in parts)
        told(f"{number + 1}. told/adopted (s)", ", ".join(figures))
    for name, (gone, back_after) in longest.items():
        told(name, f"told after {gone:.1f} s, adopted after {back_after:.1f} s at most")
    plays = game.plays
    until(lambda: game.goes_on() and game.plays > plays, SLOW)
    told("the game", f"{game.plays} plays, and it goes on")
    watch.close()
    assert restarts() == before
    assert "Traceback" not in log()
    for name, (gone, back_after) in longest.items():
        assert gone <= NAMED_S, name
        assert back_after <= ADOPTED_S, name

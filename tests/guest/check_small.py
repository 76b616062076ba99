"""A game at the service in a guest with the memory that a Pi Zero 2 W leaves to programs.

Run in the guest, by `make guest-test GUEST=small`: pins, a screen of 1920x1080, a camera that shows
the cards of each doubted play. Prints what the service took at most, and fails on a kill.
"""

import os
import time
from pathlib import Path

import gpiosim
import numpy as np
import pytest
from figures import told, until
from hands import Fingers, Hands
from unit import JOURNAL, SETTINGS, comes_up, has, hold, restarts, rows, systemctl, told_of
from vivid import HEIGHT, WIDTH, Picture, Vivid

from appliance.core.signals import MS, CardsSeen
from appliance.drivers.gpio.board import BUZZER_PINS
from appliance.runtime.journal import Journal
from appliance.table import Table
from appliance.table.stages import (
    Attract,
    Deal,
    Judged,
    Lobby,
    Over,
    Paused,
    Revealing,
    Turns,
    WhoDeals,
)
from appliance.table.stages.reveal.witness import witnesses
from appliance.table.verdict import loser
from bluffing.game import Phase, State

PEOPLE = (0, 1, 2)
DOUBTS = 1
"""Plays that are doubted, and read: a reading takes minutes here."""

HARDWARE = """
[buzzers]
driver = "gpio"
[camera]
driver = "v4l2"
device = "/dev/video0"
"""

LEFT = 368
"""MiB that a guest of 416 leaves to programs, as `MemTotal` has it."""

PRESSURE = Path("/proc/pressure/memory")
READ_WITHIN = 1800.0
GAME_WITHIN = 4200.0
PICTURES = Path("/run/shared/pictures")
COUNTERS = ("oom_kill", "pgmajfault", "pswpin", "pswpout", "workingset_refault_file")


def counters() -> dict[str, int]:
    """Return what the kernel has counted since it began."""
    lines = Path("/proc/vmstat").read_text("ascii").splitlines()
    told_all = dict(line.split() for line in lines)
    return {name: int(told_all[name]) for name in COUNTERS}


def memory() -> dict[str, int]:
    """MiB of the service: now and at most, of the program and of all its processes."""
    status = Path(f"/proc/{told_of('MainPID')}/status").read_text("ascii")
    group = Path("/sys/fs/cgroup/system.slice/doubtit.service")
    found = {
        name: int(status.split(f"{name}:")[1].split()[0]) // 1024
        for name in ("VmRSS", "VmHWM", "RssFile", "VmSwap")
    }
    for name in ("memory.current", "memory.peak"):
        found[name] = int((group / name).read_text("ascii")) >> 20
    return found


def own() -> int:
    """Return the MiB that the check's own programs take, shared pages in parts."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()
    rollups = (Path(f"/proc/{pid}/smaps_rollup") for pid in ("self", *children))
    lines = [path.read_text("ascii").split("Pss:")[1].split()[0] for path in rollups]
    return sum(map(int, lines)) // 1024


def fail_after_a_kill(before: dict[str, int]) -> None:
    """Fail if the kernel has killed something, or systemd has started the table again."""
    if counters()["oom_kill"] > before["oom_kill"] or restarts():
        say("memory after a kill, MiB")
        pytest.fail("the kernel has killed something, or the table was started again")


def say(moment: str) -> None:
    """Print the figures of a moment."""
    free = Path("/proc/meminfo").read_text("ascii").split("MemAvailable:")[1].split()[0]
    values = {**memory(), "available": int(free) // 1024, "check": own()}
    told(moment, ", ".join(f"{name} {value}" for name, value in values.items()))


def shown(rank: str, count: int) -> list[Picture]:
    """The camera's pictures of these cards: no two are the same."""
    raw = np.fromfile(PICTURES / f"{rank}-{count}.raw", np.uint8).reshape(HEIGHT, WIDTH, 3)
    chance = np.random.default_rng(count)
    noise = (chance.integers(-3, 4, raw.shape) for _ in range(5))
    return [np.clip(raw.astype(np.int16) + line, 0, 255).astype(np.uint8) for line in noise]


def looks() -> int:
    """So many answers of the reader are in the journal."""
    journal = Journal.read(JOURNAL)
    try:
        return sum(isinstance(entry.signal, CardsSeen) for entry in journal.entries())
    finally:
        journal.close()


class Game:
    """Three people who play whole hands, and doubt some plays."""

    def __init__(
        self, hands: Fingers, camera: Vivid | None, before: dict[str, int], doubts: int = DOUBTS
    ) -> None:
        self._hands, self._camera, self._before, self._most = hands, camera, before, doubts
        self.plays = self.doubts = 0

    def goes_on(self) -> bool:
        """Do what the table waits for; return False when the game is over."""
        table = rows()[1]
        stage = None if table is None else table.stage
        if isinstance(stage, Paused):
            told("a pause", f"after {self.plays} plays: {stage.pause}")
            hold(self._hands, 0)
            return True
        match None if table is None else table.inner:
            case Over():
                return False
            case Attract() | None:
                hold(self._hands, 0)
            case Lobby(ready=ready):
                for buzzer in set(PEOPLE) - set(ready):
                    hold(self._hands, buzzer)
                time.sleep(2.5)
            case WhoDeals() | Deal():
                hold(self._hands, 0)
            case Turns() as turns:
                assert table is not None
                self._turn(table, turns)
            case Revealing():
                assert table is not None
                self._reveal(table)
            case Judged(ruling=ruling):
                assert table is not None
                hold(self._hands, table.buzzers[loser(ruling) or 0])
            case _:
                time.sleep(0.5)
        return True

    def _turn(self, table: Table, turns: Turns) -> None:
        game = turns.game
        if self._doubts(game):
            self.doubts += 1
            self._tap(table, self._third(game), 1)
            time.sleep(4)
            return
        if game.phase is Phase.LAST_CARDS:
            time.sleep(2)  # no player moves until it can't be doubted any more
            return
        if turns.closes_at is not None and game.phase is not Phase.READY:
            time.sleep(6)  # until it can't be doubted any more
        seat = game.turn
        self._tap(table, seat, min(4, table.game.hands[seat]))
        hold(self._hands, table.buzzers[seat])
        self.plays += 1
        told("a play", f"{self.plays}: hands {table.game.hands}")
        time.sleep(1)

    @staticmethod
    def _third(game: State) -> int:
        """A player who neither made the newest play nor has the next turn."""
        assert game.claim is not None
        return next(seat for seat in PEOPLE if seat not in {game.claim.seat, game.turn})

    def _doubts(self, game: State) -> bool:
        """Return True if the newest play is to be doubted, by whose turn it is."""
        open_now = game.phase in {Phase.OPEN, Phase.LAST_CARDS}
        return open_now and self.plays > 3 * self.doubts + 2 and self.doubts < self._most

    def _tap(self, table: Table, seat: int, count: int) -> None:
        line = BUZZER_PINS[table.buzzers[seat]]
        moves = [
            (at * MS, line, down)
            for number in range(count)
            for at, down in ((number * 400, True), (number * 400 + 120, False))
        ]
        self._hands.do(moves)
        time.sleep(1)

    def _reveal(self, table: Table) -> None:
        """Lay what was claimed under the camera until it is read."""
        claim = table.game.claim
        assert claim is not None
        assert self._camera is not None
        self._camera.feed(*shown(claim.rank, claim.count))
        before = looks()
        since = time.monotonic()
        until(lambda: not self._reveals(), READ_WITHIN)
        told(
            "a reveal",
            f"decided after {time.monotonic() - since:.0f} s, {looks() - before} answers",
        )
        say("memory after it, MiB")
        self._camera.starve()

    def _reveals(self) -> bool:
        time.sleep(15.0)  # a look at the journal takes seconds that the reader lacks, on one core
        fail_after_a_kill(self._before)
        table = rows()[1]
        if table is None or not isinstance(table.inner, Revealing):
            return False
        for seat in witnesses(table):
            hold(self._hands, table.buzzers[seat])
        return True


def check_a_whole_game_without_a_kill() -> None:
    total = Path("/proc/meminfo").read_text("ascii").split()[1]
    camera = Vivid()
    camera.feed(*shown("A", 1))
    SETTINGS.write_text(SETTINGS.read_text() + HARDWARE)
    hands = Hands(gpiosim.make())
    before = counters()
    systemctl("restart", "doubtit")
    came = comes_up(READ_WITHIN)
    told("memory", f"{int(total) // 1024} MiB in all; ready after {came:.0f} s")
    say("memory of the first screen, MiB")
    left = int(total) // 1024 - own()
    assert left <= LEFT, f"{left} MiB are left to the table: more than a Zero 2 W has"
    until(lambda: has(camera.device), READ_WITHIN)
    kept = JOURNAL.with_name("reader.json")
    prepared = until(kept.exists, READ_WITHIN)
    told("reader", f"prepared {prepared:.0f} s after its camera was open")
    say("memory with the card reader, MiB")
    camera.starve()
    game, began = Game(hands, camera, before), time.monotonic()
    while game.goes_on():
        assert time.monotonic() - began < GAME_WITHIN, f"not over: {rows()[1]}"
        fail_after_a_kill(before)
    told("the game", f"{game.plays} plays, {game.doubts} doubts")
    say("memory after the game, MiB")
    grown = {name: value - before[name] for name, value in counters().items()}
    told("since the start", ", ".join(f"{name} {value}" for name, value in grown.items()))
    told("pressure", PRESSURE.read_text("ascii").replace("\n", "; ") if PRESSURE.exists() else "?")
    assert grown["oom_kill"] == 0
    assert restarts() == 0
    assert game.doubts
    hands.close()

"""`python -m bench.soak`: a long evening in one process: does its memory, or a descriptor, leak?

Simulated people play game after game at one table, with the loop, journal, sounds and card reader
of a real one, and each frame is shown in a window: SDL_VIDEODRIVER=x11 takes a real one, and
without it there is no screen (dummy). The clock is virtual: thirty frames a second are drawn, as
fast as they can be. The cards are photographed in a process of their own; what is measured is all
else, the simulated people in it. Exits 1 where memory grows by more than 2 MiB from the second
third to the last one, or what is in it by more than 1; where a descriptor stays open; or where it
all takes more than a table may.

Resident memory has three parts. Files are pages of programs and libraries: they come when a rare
line of one runs for the first time, and the system takes them back when it needs them. Spare is
what the C library keeps between pieces in use. The rest is in use: only that can leak.
"""

import ctypes
import os
import sys
import time
from argparse import Namespace
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import NamedTuple, cast

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from appliance.config import Display
from appliance.core.fuse import fuse
from appliance.core.signals import SECOND
from appliance.display.darkroom import Darkroom
from appliance.display.sound import Speaker
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.drivers import Frame, Image
from appliance.runtime.journal import Journal
from appliance.service.memory import give_back_large
from appliance.table import TableSettings
from bench import machine
from lab.sim.camera import Glance, SimCamera
from lab.sim.evening import Evening
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.reading import card_reader
from lab.sim.truth import Box
from lab.sim.world import World
from lab.words import words_of

SEATS = 4
GAMES = 1000
"""More games than any evening has."""

MOST_MIB = 200.0
GROWS_BY = 2.0
"""MiB of resident memory that a table may take, and that the last third may have more of than the
second: 0.2 MiB a minute in half an hour."""

USED_GROWS_BY = 1.0
"""The same of what is in use, which does not swing: what is kept of words fills up by 0.3."""

FRAME = SECOND // 30


class Look(NamedTuple):
    """The process's memory in MiB, its pages of files, its spare part, and its descriptors."""

    resident: float
    files: float
    spare: float
    open: int

    @property
    def used(self) -> float:
        """MiB that something is in."""
        return self.resident - self.files - self.spare


class _MallInfo(ctypes.Structure):
    """`struct mallinfo2` of malloc.h (glibc 2.33), in bytes."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd",
            "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def spare() -> float:
    """MiB that the C library keeps between pieces in use; 0 where it does not tell."""
    tell = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if tell is None:
        return 0.0
    tell.restype = _MallInfo
    return float(tell().fordblks) / (1 << 20)


def look() -> Look:
    """Measure this process now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    kib = dict(line.split(":", 1) for line in status.splitlines())
    resident, files = (int(kib[name].split()[0]) / 1024 for name in ("VmRSS", "RssFile"))
    number = sum(1 for _ in Path("/proc/self/fd").iterdir()) - 1  # less the folder itself
    return Look(resident, files, spare(), number)


@lru_cache(maxsize=1)
def _camera(seed: int) -> SimCamera:
    """The camera of the photographing process, which needs to know only the box."""
    return SimCamera(cast("Players", SimpleNamespace(seed=seed, box=None)), lambda: 0)


def _height(seed: int) -> float:
    return _camera(seed).card


def _photograph(seed: int, box: Box | None) -> Image:
    people = cast("SimpleNamespace", _camera(seed)._people)  # noqa: SLF001 - the one made above
    people.box = box
    return _camera(seed).capture().image


class FarCamera:
    """A `drivers.Pictures` whose pictures are made in another process."""

    def __init__(self, people: Players, clock: VirtualClock) -> None:
        self._people, self._clock = people, clock
        # spawn: a forked child would inherit threads in an unknown state
        self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        self.card = self._pool.submit(_height, people.seed).result()
        self._seen: tuple[Box | None, Image] | None = None

    def open(self) -> None:
        """There is always a camera."""

    def capture(self) -> Frame:
        """Take the box at this moment; while nothing moves, it is the very same picture."""
        box = self._people.box
        if self._seen is None or self._seen[0] != box:
            self._seen = (box, self._pool.submit(_photograph, self._people.seed, box).result())
        return Frame(self._seen[1], self._clock())

    def close(self) -> None:
        """End the other process."""
        self._pool.shutdown()


def soak(minutes: int, seed: int, folder: Path) -> list[Look]:
    """Play for the given time, and yield a look at the start and at each minute."""
    words, clock = words_of("en"), VirtualClock()
    policies = [POLICIES[name] for name in sorted(POLICIES)][:SEATS]
    people = Players(seed, policies, tuple(range(SEATS)), games=GAMES)
    camera = FarCamera(people, clock)
    speaker, window, darkroom = Speaker("on"), Window(Display()), Darkroom()
    journal = Journal.open(folder / "soak.journal", TableSettings(buzzers=SEATS))
    glance = Glance(partial(card_reader().read, card_height=camera.card))
    heard = (speaker.perform,)
    evening = Evening(World(people), journal, (camera, glance, fuse), clock, heard=heard)
    window.open()
    speaker.open()
    evening.open()
    looks, at, began = list[Look](), clock.now, time.monotonic()
    print(f"{window.size[0]}x{window.size[1]}, {os.environ['SDL_VIDEODRIVER']}")
    for now in range(at, at + minutes * 60 * SECOND + 1, FRAME):
        while (due := evening.next_at()) <= now:
            evening.step(due)
        window.poll()
        table = evening.loop.table
        view = view_of(table, now, words)
        window.show(view, now, darkroom.show(evening.reader.shot, evening.facts.box.reading))
        speaker.show(view, now)
        if now >= at + len(looks) * 60 * SECOND:
            looks.append(sample := look())
            judged = evening.referee.score.challenges
            summary = f"{table.games} games over, {judged} doubts judged"
            parts = (
                f"{sample.used:5.1f} used, {sample.spare:3.1f} spare, {sample.files:4.1f} of files"
            )
            mib = f"{sample.resident:6.1f} MiB ({parts})"
            print(
                f"  minute {len(looks) - 1:2}: {mib}, {sample.open:3} open, {summary}", flush=True
            )
    print(f"{minutes} minutes of play took {(time.monotonic() - began) / 60:.1f} minutes")
    evening.close()
    speaker.close()
    window.close()
    journal.close()
    camera.close()
    return looks


def grown(mib: list[float]) -> float:
    """Return the growth of memory, seen each minute, from the second third to the last (MiB).

    By their medians: a look may find 3 MiB more than the one before, for a picture that is shown.
    """
    third = len(mib) // 3
    return median(mib[2 * third :]) - median(mib[third : 2 * third])


def report(args: Namespace) -> int:
    """Play, and say whether it stayed level."""
    give_back_large()
    with TemporaryDirectory() as folder:
        looks = soak(args.minutes, args.seed, Path(folder))
    number = [sample.open for sample in looks[len(looks) // 3 :]]
    grew, used, of_files, free = (
        grown([getattr(sample, part) for sample in looks])
        for part in ("resident", "used", "files", "spare")
    )
    more, most = max(number) - number[0], max(sample.resident for sample in looks)
    print(
        f"{grew:+.1f} MiB from the second third to the last: {used:+.1f} used, {of_files:+.1f} of "
        f"files, {free:+.1f} spare; {more:+} descriptors; most {most:.0f}"
    )
    return int(grew > GROWS_BY or used > USED_GROWS_BY or more > 0 or most > MOST_MIB)


if __name__ == "__main__":
    sys.exit(machine.run(report, {"minutes": 30, "seed": 1}))

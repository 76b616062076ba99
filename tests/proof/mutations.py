"""`make mutations`: thousands of damaged files, each given to the command that reads it.

The damaged files are settings, pins, packs and sheets of questions, labels, calibrations,
scenarios, what was kept at the table, decks, journals, games as text, statistics, photographs,
keys. Some names of files become those of pipes, devices, sockets and folders, which have to stay.
Each attempt is a process of its own, a fork of this one, so that none can spoil the next; some
start afresh. None may end with "a fault of its own" (70) or a crash, take more than 5 s, or say
what is wrong in more than one line. Each has a seed of its own: `--first NUMBER --mutations 1`
makes it again.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import cv2

from appliance.__main__ import main
from appliance.command_line import command_modules
from appliance.display.window import Window
from appliance.runtime.loop import Loop
from appliance.service.open_table import OpenTable
from appliance.vision.find.runner import try_all
from lab.sim.photo.evenings import Outcome
from proof.damage import damaged
from proof.samples import LIST, lay_out, lay_traps, sealed, traps

LONGEST, HANGS = 5.0, 120.0
"""Seconds of a processor that an attempt may take; seconds after which one is ended that waits."""

LETTERS = 1200
"""The longest line, with what stands before it."""

TURNS = 3
"""Rounds of the loop, after which an open table is left."""

RUN = ("run", "--config", "table.toml", "--no-display")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file: its name, the line that reads it, and whether it is text."""

    file: str
    line: tuple[str, ...]
    text: bool = True
    beside: tuple[tuple[str, str], ...] = ()


KINDS = {
    "settings": Kind("table.toml", RUN),
    "settings looked at": Kind("table.toml", ("check", "--config", "table.toml", "--no-ask")),
    "pins": Kind("pins.toml", ("run", "--config", "pins.toml", "--no-display")),
    "build": Kind(
        "build.toml", ("check", "--config", "on_build.toml", "--no-ask", "--part", "wiring")
    ),
    "pack": Kind("pack.toml", RUN),
    "labels": Kind("photos/labels.json", ("simulate", "--photos", "photos", "--jobs", "1")),
    "calibration": Kind("box.toml", RUN),
    "scenario": Kind("story.toml", ("scenario", "story.toml")),
    "kept": Kind("kept.toml", RUN),
    "deck": Kind("deck.png", ("check-deck", "none.png", "--deck", "deck.png"), text=False),
    "deck's list": Kind("list", ("check-deck", "none.png", "--deck", "deck.png")),
    "journal": Kind("old.journal", ("replay", "old.journal", "--quiet"), text=False),
    "journal's settings": Kind("row", ("replay", "old.journal", "--quiet")),
    "photograph": Kind("photos/a.png", ("read", "photos/a.png"), text=False),
    "photograph, JPEG": Kind("photos/b.jpg", ("read", "photos/b.jpg"), text=False),
    "statistics": Kind("statistics.sqlite", ("statistics", "export", "--json"), text=False),
    "statistics merged": Kind("other.sqlite", ("statistics", "merge", "other.sqlite"), text=False),
    "statistics' schema": Kind("schema", ("statistics", "show")),
    "sheet": Kind("sheet.csv", ("questions", "import", "sheet.csv")),
    "games": Kind("a.games", ("replay", "a.games")),
    "votes": Kind("surveys.toml", RUN),
    "memory": Kind("questions.toml", RUN),
    "keys": Kind("keys.toml", ("run", "--config", "on_keys.toml", "--no-display")),
}
"""A damaged file, and its reader."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one line: its exit code (below 0: the signal that ended it), words, seconds."""

    code: int
    said: str
    seconds: float

    def wrong(self, *, log: bool) -> str:
        """Return its fault, or ""; a table that was open writes a `log`."""
        lines = self.said.splitlines()
        if self.code == 70 or self.code < 0:
            return f"ends with {self.code}"
        if self.seconds > LONGEST:
            return f"takes {self.seconds:.1f} s"
        if not all(line.startswith("doubtit: ") for line in lines):
            return "has lines of others"
        if len(lines) > 1 and not log:
            return f"says {len(lines)} lines"
        if any(len(line) > LETTERS for line in lines):
            return f"has a line of {max(map(len, lines))} letters"
        return ""


# --- damage ---------------------------------------------------------------------------------------


def spoil(folder: Path, kind: Kind, chance: random.Random) -> None:
    """Damage the file of that kind in `folder`."""
    if kind.file == "list":  # within a PNG that is whole
        _reseal(folder / "deck.png", chance)
    elif kind.file == "row":  # within a database that is whole
        _rewrite(folder / "old.journal", chance)
    elif kind.file == "schema":
        _restructure(folder / "statistics.sqlite", chance)
    else:
        path = folder / kind.file
        path.write_bytes(damaged(path.read_bytes(), chance, text=kind.text))


def _reseal(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    (length,) = struct.unpack_from(">I", data, LIST)
    text = damaged(data[LIST + 8 : LIST + 8 + length], chance)
    text = b"doubtit-deck\0" + text.partition(b"\0")[2] if chance.random() < 0.9 else text
    path.write_bytes(sealed(data, text))


def _rewrite(path: Path, chance: random.Random) -> None:
    table, column = chance.choice((("evening", "settings"), ("signals", "signal")))
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TRIGGER signals_stay")
        rows = database.execute(f"SELECT rowid, {column} FROM {table}").fetchall()  # noqa: S608
        number, text = chance.choice(rows)
        new = damaged(text.encode(), chance)
        try:
            value: str | bytes = new.decode()
        except UnicodeDecodeError:
            value = new
        database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, number))  # noqa: S608
        database.commit()


def _restructure(path: Path, chance: random.Random) -> None:
    """Another value in a row, or another schema."""
    with closing(sqlite3.connect(path)) as database:
        table = chance.choice(("evenings", "games", "tallies"))
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        value = chance.choice(("NULL", "'x'", "x'ff'", "-1", "0.5", "9223372036854775807"))
        with suppress(sqlite3.Error):
            database.executescript(
                chance.choice(
                    (
                        f"UPDATE {table} SET {column} = {value}",  # noqa: S608 - our own names
                        f"UPDATE {table} SET {column} = {value}",  # noqa: S608 - as above
                        f"ALTER TABLE {table} DROP COLUMN {column}",
                        f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
                        f"ALTER TABLE {table} RENAME TO other",
                        f"DROP TABLE {table}",
                        f"CREATE TABLE other AS SELECT * FROM {table}",  # noqa: S608 - as above
                    )
                )
            )


# --- an attempt ----------------------------------------------------------------------------------


def attempt(kind: Kind, folder: Path, *, begun: bool = False) -> Attempt:
    """Run `kind.line` in `folder`, in a fork of this process, and return its result.

    It starts afresh where `begun` asks for a start as people make it.
    """
    said = folder / "said"
    child = os.fork()
    if child == 0:
        _in_the_child(kind, folder, said, begun=begun)
    until, ended = time.monotonic() + HANGS, 0
    while not ended:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if not ended and time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            ended, status, used = os.wait4(child, 0)
        time.sleep(0.002)
    seconds = used.ru_utime + used.ru_stime
    code = os.waitstatus_to_exitcode(status)
    return Attempt(code, said.read_text("utf-8", "replace"), seconds)


def _in_the_child(kind: Kind, folder: Path, said: Path, *, begun: bool) -> None:
    """Run the line and end; never gives."""
    code = 71
    try:
        os.chdir(folder)
        with said.open("wb") as out, Path(os.devnull).open("r+b") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
            os.dup2(out.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if begun:
            python, root = sys.executable, str(Path(__file__).parents[2])
            env = {**os.environ, "PYTHONPATH": root}
            os.execve(python, [python, "-m", "appliance", *kind.line], env)  # noqa: S606 - our own
        _left_soon()
        sys.argv = ["doubtit", *kind.line]
        code = main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        print(f"raises {error!r}"[:500], file=sys.stderr)
        code = 70
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _left_soon() -> None:
    """In this process tables are left after a few rounds, and no photographs are played."""
    turn, turns = OpenTable.turn, 0

    def some(self: OpenTable) -> bool:
        nonlocal turns
        turns += 1
        return turn(self) or turns >= TURNS

    OpenTable.turn = some  # type: ignore[method-assign]
    Loop.wait = lambda *_: None  # type: ignore[method-assign]
    vars(sys.modules["lab.sim.batches"])["show"] = lambda *_: Outcome()
    Window.poll = lambda _: []  # type: ignore[assignment,method-assign]


# --- the run -------------------------------------------------------------------------------------


def run(
    numbers: range, seed: int, kinds: list[str], keep: Path | None = None
) -> Iterator[tuple[str, int, Attempt, str]]:
    """Yield each attempt: its kind, its number, its result and its fault."""
    with tempfile.TemporaryDirectory(prefix="doubtit-mutations-") as place:
        whole = Path(place, "whole")
        whole.mkdir()
        ready()
        _elsewhere(lay_out, whole)
        for number in numbers:
            name = kinds[number % len(kinds)]
            folder = Path(place, "one")
            shutil.copytree(whole, folder)
            lay_traps(folder)
            before = traps(folder)
            spoil(folder, KINDS[name], random.Random(f"{seed} {number}"))
            ends_alone = {"run", "simulate"}.isdisjoint(KINDS[name].line)
            done = attempt(KINDS[name], folder, begun=ends_alone and number // 15 % 10 == 0)
            wrong = done.wrong(log="run" in KINDS[name].line)
            if traps(folder) != before:
                wrong = "has moved what is no file"
            yield name, number, done, wrong
            if wrong and keep is not None:
                for trap in ("pipe", "socket", "device"):
                    (folder / trap).unlink(missing_ok=True)
                shutil.copytree(folder, keep / f"{number}", symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(folder)


def _elsewhere(work: Callable[[Path], None], folder: Path) -> None:
    """Do `work` in a process of its own: a thread that it left here might hold a lock at a fork."""
    child = os.fork()
    if child == 0:
        try:
            work(folder)
        except BaseException as error:  # noqa: BLE001 - this process ends here, whatever happens
            print(repr(error), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the files could not be laid out")


def ready() -> None:
    """Have imported and tried once what an attempt needs."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": "/nowhere"}
    cv2.setNumThreads(0)
    for name in (
        "run",
        "check",
        "simulate",
        "scenario",
        "check-deck",
        "replay",
        "read",
        "statistics",
        "questions",
    ):
        import_module(command_modules()[name])
    try_all()


def report(args: argparse.Namespace) -> int:
    """Print the figures, and each attempt that is wrong."""
    os.environ.pop("DOUBTIT_TRACE", None)
    kinds = [args.kind] if args.kind else list(KINDS)
    counts, wrongs, slowest, began = Counter[str](), 0, 0.0, time.monotonic()
    numbers = range(args.first, args.first + args.mutations)
    for name, number, done, wrong in run(numbers, args.seed, kinds, args.keep):
        counts[f"{name}: {done.code}"] += 1
        slowest = max(slowest, done.seconds)
        if wrong:
            wrongs += 1
            print(f"{number} ({name}): {wrong}: {done.said[-400:]!r}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"  {what:24} {count:6}")
    print(
        f"{len(numbers)} mutations, seed {args.seed}, {time.monotonic() - began:.0f} s; "
        f"the slowest took {slowest:.1f} s; {wrongs} are wrong"
    )
    return 1 if wrongs else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutations", description=__doc__)
    parser.add_argument("--mutations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(report(parsed()))

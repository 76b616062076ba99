"""The contract of the installed package: each command with a normal and a wrong use, one line each.

    contract.py [--one-user]

Run as root in a Debian without a network, by inside.sh, when the package is installed. A command
runs as the service's user, or as root where the manual says sudo; with --one-user all run as root,
as in a namespace without other users. Output never has a traceback, and a wrong use is one line
and an exit code that is not 0.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SHARED = Path("/shared")
STATE = Path("/var/lib/doubtit")
SETTINGS = Path("/etc/doubtit/table.toml")
WORK = Path("/var/tmp/contract")  # noqa: S108 - a root of our own, that is thrown away

ONE_USER = "--one-user" in sys.argv
USER = () if ONE_USER else ("setpriv", "--reuid=doubtit", "--regid=doubtit", "--init-groups")
LIMIT = 2400.0 if ONE_USER else 240.0
"""Seconds in which a command must end; the machine may be busy, or emulated."""

SCENERY = """
import random, sys
sys.path[:0] = ["/usr/lib/doubtit"]
import cv2
from bluffing.cards import Card, Rank, Suit
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph
cards = [Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.KING, Suit.CLUBS)]
shot = photograph(cards, STYLES[0], random.Random(4), Scene(table="green felt"))
cv2.imwrite("cards.jpg", shot.image)
"""
"""Draws a photograph of a seven and a king with the package's own simulator."""


class Use(NamedTuple):
    """One use of a command: its words, the exit codes that are right, a pattern of its output."""

    words: str
    codes: tuple[int, ...] = (0,)
    says: str = ""
    root: bool = False


INTERNAL = 70
"""The exit code of a fault of the program itself: no use may end with it."""

CONFIG = f"--config {SETTINGS}"

NORMAL = (
    Use("--version", says=r"Doubt It! table \d+\.\d+\.\d+"),
    Use("--help", says="COMMAND"),
    Use(f"check --no-ask {CONFIG} --part permissions", (0, 1), "doubtit exists"),
    Use("check --config camera.toml --part reader --json", says=r"ONNX Runtime 1\.27"),
    Use("calibrate --mat mat.pdf", says="sheet"),
    Use("read --json cards.jpg", says='"rank": "7"'),
    Use("verdict --claim 2x7 cards.jpg", says="contradicted.*1 king"),
    Use("verdict --claim 2x9 cards.jpg", says="contradicted.*1 seven, 1 king"),
    Use("enrol ours --photos cards.jpg", (9,), "one card at a time"),
    Use("check-deck cards.jpg", (1,)),
    Use("simulate --games 2 --jobs 2 --no-display --fast --json", says='"finished": 2'),
    Use("simulate --games 1 --seed 5 --no-display --fast --pictures shots"),
    Use("rules", says="bicycle"),
    Use("rules bicycle --json", says='"'),
    Use("questions check"),
    Use("questions check none.toml", (7,), "none.toml"),
    Use("questions list", says="."),
    Use("questions stats", says="."),
    Use("questions print --out cards.pdf"),
    Use("questions export fun --out fun.csv"),
    Use("questions import fun.csv --title Fun --language en --out ours.toml"),
    Use("scenario /shared/bluff.toml", says="hold, 0 failed"),
    Use("replay games.journal --quiet"),
    Use("evenings --journal games.journal"),
    Use("evenings games.journal --json", says='"'),
    Use("evenings games.journal --notation", says="."),
    Use("evenings games.journal --out charts"),
    Use("screens --out screens --language de --layout tv --seats 3 --size 800x480"),
)
"""People's uses, as the service's user, with the files of `prepare`."""

WRONG = (
    Use("no-such-command", says="invalid choice|no-such-command"),
    Use("run --config none.toml", says="none.toml"),
    Use("run --no-such-option", says="no-such-option"),
    Use("check --part nothing", says="nothing"),
    Use("keys", says="FILE"),
    Use("keys map.toml --buzzers 0"),
    Use("hub frobnicate", says="frobnicate"),
    Use("hub status", says="hub"),
    Use("calibrate --photo none.jpg", says="none.jpg"),
    Use("read none.jpg", says="none.jpg"),
    Use("read /usr/bin/doubtit"),
    Use("verdict --claim seven cards.jpg", says="seven"),
    Use("enrol ../evil --photos cards.jpg"),
    Use("check-deck none.jpg", says="none.jpg"),
    Use("simulate --ruleset poker", says="poker"),
    Use("simulate --games many", says="many"),
    Use("rules poker", says="poker"),
    Use("questions frobnicate", says="frobnicate"),
    Use("scenario none.toml", says="none.toml"),
    Use("replay none.journal", says="none.journal"),
    Use("evenings none.journal", says="none.journal"),
    Use("statistics merge none.sqlite", says="none.sqlite"),
    Use("screens --out screens --size tiny", says="tiny"),
    Use("report /proc/report.zip", says="/proc/report.zip"),
    Use("backup /proc/backup.zip", says="/proc/backup.zip"),
    Use("restore none.zip", says="none.zip"),
)
"""People's mistakes."""

TABLE = (
    Use(f"statistics {CONFIG}", says="."),
    Use(f"statistics export --csv {CONFIG}", says="."),
    Use(f"evenings {CONFIG}", says="."),
    Use(f"evenings {CONFIG}", says=".", root=True),
    Use(f"statistics rebuild {CONFIG}", root=True),
    Use(f"report report.zip {CONFIG}"),
    Use(f"report report-of-root.zip {CONFIG}", root=True),
    Use(f"backup backup.zip {CONFIG}", root=True),
    Use(f"restore backup.zip {CONFIG}", root=True),
    Use(f"statistics erase Nobody {CONFIG}", root=True),
)
"""People's uses of a table that has counted an evening."""


class BrokenError(Exception):
    """A part of the contract does not hold."""


def call(words: Sequence[str], *, root: bool = False) -> tuple[int, str, str]:
    """Run a command; returns its exit code, its output and its errors."""
    user = () if root else USER
    env = {
        "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/root" if root else str(STATE),
        "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            [*user, *words], cwd=WORK, env=env, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise BrokenError(f"{' '.join(words)}: no end within {LIMIT:.0f} s") from error
    return done.returncode, done.stdout, done.stderr


def hold(use: Use, *, wrong: bool = False) -> None:
    """Try a use of `doubtit`, and print a line. Raises BrokenError where it does not hold."""
    name = f"{'sudo ' if use.root else ''}doubtit {use.words}"
    code, output, errors = call(["/usr/bin/doubtit", *use.words.split()], root=use.root)
    shown = f"{name}: status {code}\n{output[-2000:]}{errors[-2000:]}"
    right = code not in {0, INTERNAL} if wrong else code in use.codes
    if not right or re.search("Traceback|Warning:", output + errors):
        raise BrokenError(shown)
    if not re.search(use.says, output + errors):
        raise BrokenError(f"{shown}\nnothing of that matches {use.says}")
    lines = [line for line in errors.splitlines() if not line.startswith((" ", "usage:"))]
    if wrong and len(lines) != 1:
        raise BrokenError(f"{shown}\nand its errors are not one line")
    print(f"  ok: {name}: {code}")


def give(path: Path) -> None:
    """Give a path to the service's user."""
    if not ONE_USER:
        shutil.chown(path, "doubtit", "doubtit")


def prepare() -> None:
    """Lay out a photograph, an evening and settings, for the service's user."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    give(WORK)
    (WORK / "camera.toml").write_text('[camera]\ndriver = "v4l2"\n')
    code, _, errors = call(["/usr/bin/python3", "-c", SCENERY])
    if code:
        raise BrokenError(errors)
    evening = "simulate --seed 3 --ruleset bluff --no-display --fast --journal games.journal"
    hold(Use(evening))


def count_an_evening() -> None:
    """Start the table with a kept evening and speech: it counts the evening, and speaks."""
    for name in ("", "-bookmark"):
        kept = STATE / f"evening.journal.evening-1{name}"
        source = WORK / f"games.journal{name}"
        if source.exists():
            shutil.copy(source, kept)
            give(kept)
    settings = SETTINGS.read_text() + "\n[sound]\nspeech = true\n"
    (WORK / "speech.toml").write_text(settings)
    counted = f"doubtit statistics --json {CONFIG}"
    until = f"{counted} | grep -q name"
    words = ["python3", "/shared/ready.py", until, "doubtit", "run", "--config", "speech.toml"]
    code, output, errors = call(words)
    if code or "Traceback" in output + errors:
        raise BrokenError(f"{' '.join(words)}: status {code}\n{output}{errors}")
    _, output, _ = call(counted.split())
    names = {json.loads(line)["name"] for line in output.splitlines()}
    print(f"  ok: the table starts with speech, counts the evening of {', '.join(sorted(names))}")


def leaves_nothing_of_roots() -> None:
    """Check that the service can still write all of its folder."""
    roots = [str(path) for path in STATE.rglob("*") if path.owner() != "doubtit"]
    if roots:
        raise BrokenError(f"sudo left files of root: {roots}")
    print("  ok: nothing in the table's folder belongs to root")


def main() -> int:
    """Try all; returns 1 where something did not hold, after all was tried."""
    broken = 0
    steps = [
        prepare,
        *(lambda use=use: hold(use) for use in NORMAL),
        *(lambda use=use: hold(use, wrong=True) for use in WRONG),
        count_an_evening,
        *(lambda use=use: hold(use) for use in TABLE),
        *([] if ONE_USER else [leaves_nothing_of_roots]),
    ]
    for step in steps:
        try:
            step()
        except BrokenError as error:
            broken += 1
            print(f"FAILED: {error}")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())

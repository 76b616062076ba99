"""Devices, pipes, sockets, folders and links instead of files: one line, and they stay.

The devices are nodes of the tests' own, in a folder of their own: a mistake must not rename or
write those of the machine.
"""

import os
import signal
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.errors import (
    NOTATION_EXIT,
    CalibrationError,
    ConfigError,
    DeckError,
    PictureError,
    QuestionError,
    StatisticsError,
)
from appliance.statistics.store import STATISTICS, Store
from bluffing.words import LINE_LETTERS
from lab.scenario.load import ScenarioError

HANGS = 30
"""Seconds after which a command waits for something that never comes."""

ZERO = os.makedev(1, 5)
"""The device that gives zeros without end (admin-guide/devices.txt of Linux)."""


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, ZERO)
        path.open("rb").close()
    except OSError as error:
        pytest.skip(f"nobody may make or open a device here: {error}")


def listens(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket has 108 letters at most
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


def link_to(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def link(path: Path) -> None:
        beside = path.with_name(f"behind-{path.name}")
        make(beside)
        path.symlink_to(beside)

    return link


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def ring(path: Path) -> None:
    path.symlink_to(path.name)


SPECIAL: dict[str, Callable[[Path], None]] = {
    "pipe": pipe,
    "device": device,
    "socket": listens,
    "folder": Path.mkdir,
    "link to a pipe": link_to(pipe),
    "link to a device": link_to(device),
    "dangling link": dangling,
    "link to itself": ring,
}


@pytest.fixture(autouse=True)
def ends() -> Iterator[None]:
    """End and fail a wait."""

    def late(*_: object) -> None:
        raise TimeoutError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(HANGS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def nodes(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in `folder`: what it is, and what its links name."""
    found: dict[str, tuple[object, ...]] = {}
    for path in folder.rglob("*"):
        about = path.lstat()
        link = str(path.readlink()) if path.is_symlink() else ""
        size = about.st_size if stat.S_ISREG(about.st_mode) else 0
        found[str(path)] = about.st_ino, about.st_mode, about.st_rdev, link, size
    return found


def statistics(path: Path) -> None:
    with Store.open(path, write=True):
        pass


ONE_QUESTION = """\
format = 1
title = "Ours"
language = "en"
[[question]]
id = "a"
kind = "fact"
text = "How much?"
answer = 5
source = "us"
date = 2026
"""


def prepare(folder: Path) -> None:
    """Write what the lines below need besides."""
    (folder / "kept.toml").unlink(missing_ok=True)
    (folder / "named.toml").write_text("kept = 'special'\njournal = 'e.journal'\n")
    (folder / "plain.toml").write_text("journal = 'e.journal'\n")
    (folder / "built.toml").write_text("[build]\nname = 'pi-table'\nfile = 'special'\n")
    (folder / "keyed.toml").write_text("[buzzers]\ndriver = 'usb'\nkeys = 'special'\n")
    (folder / "one.toml").write_text(ONE_QUESTION)
    (folder / "deck.toml").write_text("[camera]\ndriver = 'folder'\nfolder = '.'\n")


KINDS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "kept, run": ("special", ("run", "--config", "named.toml"), ConfigError.exit_code),
    "kept, check": ("special", ("check", "--config", "named.toml"), ConfigError.exit_code),
    "kept, evenings": ("special", ("evenings", "--config", "named.toml"), ConfigError.exit_code),
    "kept, by default": ("kept.toml", ("run", "--journal", "e.journal"), ConfigError.exit_code),
    "settings": ("special", ("run", "--config", "special"), ConfigError.exit_code),
    "build": ("special", ("run", "--config", "built.toml"), ConfigError.exit_code),
    "rules": ("special", ("rules", "--config", "special"), ConfigError.exit_code),
    "hub": ("special", ("hub", "status", "--config", "special"), ConfigError.exit_code),
    "show": (STATISTICS, ("statistics", "show"), StatisticsError.exit_code),
    "rebuild": (STATISTICS, ("statistics", "rebuild"), StatisticsError.exit_code),
    "export": (STATISTICS, ("statistics", "export"), StatisticsError.exit_code),
    "log": (f"{STATISTICS}-journal", ("statistics", "show"), StatisticsError.exit_code),
    "merge": ("special", ("statistics", "merge", "special"), StatisticsError.exit_code),
    "merge into": (STATISTICS, ("statistics", "merge", "other"), StatisticsError.exit_code),
    "scenario": ("special", ("scenario", "special"), ScenarioError.exit_code),
    "games": ("special.games", ("replay", "special.games"), NOTATION_EXIT),
    "pack": ("special.toml", ("questions", "stats", "special.toml"), QuestionError.exit_code),
    "checked": ("special.toml", ("questions", "check", "special.toml"), QuestionError.exit_code),
    "sheet": ("special.csv", ("questions", "import", "special.csv"), QuestionError.exit_code),
    "exported": (
        "special",
        ("questions", "export", "one.toml", "--out", "special"),
        QuestionError.exit_code,
    ),
    "cards": (
        "special",
        ("questions", "print", "one.toml", "--out", "special"),
        QuestionError.exit_code,
    ),
    "keys": ("special", ("run", "--config", "keyed.toml"), ConfigError.exit_code),
    "card": ("special", ("questions", "read", "special"), PictureError.exit_code),
    "mat": ("special", ("calibrate", "--mat", "special"), ConfigError.exit_code),
    "calibration": (
        "special",
        ("calibrate", "--check", "--out", "special", "--config", "deck.toml"),
        CalibrationError.exit_code,
    ),
    "deck": ("special", ("check-deck", "none.png", "--deck", "special"), DeckError.exit_code),
    "deck's file": (
        "special",
        ("enrol", "Ours", "--letters", "german", "--out", "special"),
        DeckError.exit_code,
    ),
    "photo": ("special", ("read", "special"), ConfigError.exit_code),
    "verdict": ("special", ("verdict", "special", "--claim", "1x7"), ConfigError.exit_code),
    "labels": ("labels.json", ("simulate", "--photos", "."), PictureError.exit_code),
    "sight of a mat": ("special", ("calibrate", "--photo", "special"), PictureError.exit_code),
}  # fmt: skip
"""Where it is, the line that is given, and the exit code."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("special", SPECIAL)
def test_nothing_but_a_regular_file_is_read_or_replaced(
    kind: str,
    special: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    name, line, code = KINDS[kind]
    if special == "folder" and kind in {"pack", "checked"}:
        pytest.skip("a folder may be a pack")
    prepare(tmp_path)
    if kind in {"merge into", "log"}:
        statistics(tmp_path / ("other" if kind == "merge into" else STATISTICS))
    SPECIAL[special](tmp_path / name)
    before = nodes(tmp_path)
    given = main(list(line))
    told = capsys.readouterr()
    lines = [
        line for line in told.err.splitlines() if not line.startswith("doubtit: cards are read")
    ]
    assert (given, len(lines)) == (code, int(kind != "checked")), told
    assert all(len(line) < LINE_LETTERS + 20 for line in lines)
    after = nodes(tmp_path)
    assert {path: after.get(path) for path in before} == before

"""Ctrl-C and SIGTERM, whenever they come: the command ends, and all that it began with it."""

import os
import random
import signal
import subprocess
import sys
import time
import weakref
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from appliance.__main__ import main
from appliance.words import Words

ROOT = Path(__file__).parents[2]

WORKS = {
    "games": ["simulate", "--games", "6", "--jobs", "2", "--no-display", "--fast"],
    "a game": ["simulate", "--fast"],
    "table": ["run", "--no-display", "--buzzers", "keyboard"],
    "picture": ["read", "a.png"],
    "self-test": ["check", "--no-ask"],
}
"""Lines that take a second or more, or go on."""

CLEAN = 60.0
"""Seconds after which a command that goes on has not heard."""


# --- inside one process --------------------------------------------------------------------------


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], int]], list[str]]:
    """Makes of a function the command `rules`; gives the line that runs it."""

    def made(work: Callable[[], int]) -> list[str]:
        def execute(_: Namespace, __: Words) -> int:
            return work()

        def add_arguments(_: ArgumentParser, __: Words) -> None:
            pass

        module = SimpleNamespace(add_arguments=add_arguments, execute=execute)
        monkeypatch.setitem(sys.modules, "appliance.commands.rules", module)
        return ["rules"]

    return made


Made = Callable[[Callable[[], int]], list[str]]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_command_with_the_exit_code_of_a_shell(
    number: signal.Signals, command: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = []

    def work() -> int:
        try:
            os.kill(os.getpid(), number)
            return 0
        finally:
            closed.append(True)

    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    assert main(command(work)) == 128 + number
    assert capsys.readouterr().err == "doubtit: stopped\n"
    assert closed
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before


def test_a_signal_where_python_can_raise_nothing_is_raised_after_it(
    command: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    class Thing:
        pass

    def work() -> int:
        thing = Thing()
        there = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
        del thing
        assert there() is None
        Event().wait(5)  # until it comes again
        return 0

    assert main(command(work)) == 130
    assert capsys.readouterr().err == "doubtit: stopped\n"


def test_what_a_library_makes_of_a_signal_is_no_fault(
    command: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    """An import in C that is interrupted is an ImportError to Python."""

    def work() -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except KeyboardInterrupt:
            raise ImportError("numpy.core failed to import") from None
        return 0

    assert main(command(work)) == 143
    assert capsys.readouterr().err == ""


# --- real processes, real signals ----------------------------------------------------------------


BEGUN = """
import runpy, signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
print(flush=True)
runpy.run_module("appliance", run_name="__main__", alter_sys=True)
"""
"""`python -m appliance`, but it says when Python itself is up: until then a Ctrl-C is Python's own,
which tells where it was."""


def _left(session: int) -> list[str]:
    """The processes of a session that still are."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, its, *_ = (path / "stat").read_text().rpartition(")")[2].split()
            if int(its) == session and state != "Z":
                found.append((path / "cmdline").read_text())
        except OSError:
            continue
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", range(8))
def test_a_process_that_is_told_to_end_leaves_nothing(
    work: str, number: signal.Signals, moment: int, tmp_path: Path
) -> None:
    """A terminal signals all its processes, a service manager the first."""
    from proof.samples import a_picture  # noqa: PLC0415 - it needs the whole of vision

    chance = random.Random(f"{work} {number} {moment}")
    (tmp_path / "a.png").write_bytes(a_picture(".png"))
    (tmp_path / "tmp").mkdir()
    env = {
        **os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "tmp"),
        "SDL_AUDIODRIVER": "dummy",
    }  # fmt: skip
    with subprocess.Popen(  # noqa: S603 - lines of ours
        [sys.executable, "-c", BEGUN, *WORKS[work]], cwd=tmp_path, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.choice((0, chance.uniform(0, 0.3), chance.uniform(0, 3))))
        if process.poll() is None:
            tell = os.killpg if number == signal.SIGINT else os.kill
            tell(process.pid, number)
        said = process.communicate(timeout=CLEAN)[1].splitlines()
    # one that was quicker than the signal has ended as it would have; a self-test finds something
    itself = 1 if work == "self-test" else 0
    assert process.returncode in (itself, -number, 128 + number), said
    others = [line for line in said if not line.startswith("doubtit: ")]
    assert not others
    assert len(said) <= 1 or work == "table"
    until = time.monotonic() + 2
    while _left(process.pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert _left(process.pid) == []
    assert os.listdir(tmp_path / "tmp") == []  # noqa: PTH208 - its names

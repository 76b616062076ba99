"""Which library runs the networks: each is tried in a process of its own."""

import resource
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from said import fails, said

from appliance.errors import ModelError
from appliance.vision.find import runner as runners
from appliance.vision.find.runner import (
    RUNNERS,
    Runner,
    Trial,
    attempt,
    describe_reader,
    fitting,
    try_all,
)
from appliance.vision.read import CardReader
from bluffing.message import message

FIRST, SECOND = RUNNERS


@pytest.fixture(autouse=True)
def tried_anew() -> None:
    try_all.cache_clear()


def in_place_of_onnxruntime(
    source: str, folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "1.21.0"
) -> None:
    """An `onnxruntime` that is `source`, found before the real one by every process of ours."""
    (folder / "onnxruntime.py").write_text(source)
    about = folder / f"onnxruntime-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: onnxruntime\nVersion: {version}\n"
    )
    monkeypatch.syspath_prepend(str(folder))


@pytest.mark.parametrize("runner", RUNNERS, ids=lambda runner: runner.package)
def test_both_run_here_and_say_their_versions(runner: Runner) -> None:
    trial = attempt(runner)
    assert trial.fault is None
    assert trial.version.count(".") >= 2


def test_the_first_that_runs_is_used() -> None:
    assert [trial.runner for trial in try_all()] == [FIRST]
    assert fitting() is FIRST
    assert (
        said(describe_reader(try_all()))
        == f"cards are read with ONNX Runtime {try_all()[0].version}"
    )


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (
            "import os, signal; os.kill(os.getpid(), signal.SIGILL)",
            "crashes: this processor lacks an instruction that it uses (SIGILL)",
        ),
        pytest.param(
            "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
            "crashes (SIGSEGV)",
            marks=pytest.mark.thorough,
        ),
        pytest.param("import os; os._exit(3)", "ends with code 3", marks=pytest.mark.thorough),
        pytest.param(
            "raise ImportError('no libonnx')",
            "is not installed (no libonnx)",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_one_that_ends_its_process_is_a_finding_and_the_other_reads(
    source: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian 13's ONNX Runtime on a Pi 4: `doubtit read` died of SIGILL."""
    in_place_of_onnxruntime(source, tmp_path, monkeypatch)
    first, second = try_all()
    assert (first.version, said(first.fault)) == ("1.21.0", fault)
    assert second.fault is None
    assert fitting() is SECOND
    assert said(describe_reader(try_all())) == (
        f"cards are read with OpenCV {second.version}, since ONNX Runtime 1.21.0 {fault}"
    )


def test_one_that_cannot_load_the_networks_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_place_of_onnxruntime("", tmp_path, monkeypatch)
    assert "can't be loaded (AttributeError)" in said(attempt(FIRST).fault)


def test_one_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "TRIAL_TIMEOUT", 0.0)
    assert said(attempt(FIRST).fault) == "gave no answer within 0 s"


def test_one_that_computes_for_ever_is_ended_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)"
    monkeypatch.setattr(runners, "python_line", lambda *_: [sys.executable, "-c", ends])
    assert said(attempt(FIRST).fault) == f"gave no answer within {runners.TRIAL_SECONDS} s"


def test_a_trial_may_compute_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    runners.try_here(SECOND.package)
    assert limits[resource.RLIMIT_CPU] == (runners.TRIAL_SECONDS, runners.TRIAL_SECONDS + 1)


def test_without_an_interpreter_nothing_can_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert said(attempt(FIRST).fault) == "can't be tried: No such file or directory"


def test_where_none_runs_people_are_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = message("runner.lacks-instruction"), message("runner.no-numbers")
    tried = (Trial(FIRST, "1.21.0", faults[0]), Trial(SECOND, "4.10.0", faults[1]))
    monkeypatch.setattr(runners, "try_all", lambda: tried)
    with fails(ModelError, "SIGILL.*; OpenCV 4.10.0 gives .*: run doubtit check --part reader"):
        CardReader()._finder  # noqa: B018 - it loads the networks
    assert replace(tried[0], version="").name == "ONNX Runtime"

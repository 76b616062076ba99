"""Runs the card reader's networks, with the first of two libraries that survives a trial here.

Both give the same values, on the caller's thread. But a library can be built for a newer processor.
Then the program dies of SIGILL, and can't catch that: Debian 13's ONNX Runtime 1.21.0 does so on a
Pi 4 and a Zero 2 W (microsoft/onnxruntime #23957). So each is tried in a process of its own, where
a crash is a result: `python -m appliance.vision.find.runner PACKAGE`.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cv2
import numpy as np

from appliance.children import python_line
from appliance.errors import ModelError, reason
from appliance.vision.arrays import Floats
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH
from bluffing.message import Message, Spoken, chained, message

NETWORKS = Path(__file__).parent
"""Folder of the networks."""

TRIAL_INPUTS = {
    "finder.onnx": (1, 3, 96, 160),
    "large_finder.onnx": (1, 3, 96, 160),
    "namer.onnx": (3, 3, INDEX_HEIGHT, INDEX_WIDTH),
}
"""Each network and the shape of its trial input: the smallest that resembles a picture's."""

TRIAL_SECONDS = 240
"""Seconds of computing after which a trial hangs. On a PC it takes less than half a second."""

TRIAL_TIMEOUT = 900.0
"""Seconds after which a trial hangs that waits: others may keep the processor and the disk busy."""

Network = Callable[[Floats], Floats]
"""Function from a network's only input to its only output; both float32 (n, ...)."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A library that runs networks: its `name` for people and its `package` for Python.

    `open` makes a Network of the bytes of an ONNX file. It raises ImportError if the library is
    missing, and the library's own errors if the bytes are no network.
    """

    name: str
    package: str
    open: Callable[[bytes], Network]


@dataclass(frozen=True, slots=True)
class Trial:
    """Result of trying a runner: its version if known, and its fault."""

    runner: Runner
    version: str = ""
    fault: Message | None = None

    @property
    def name(self) -> str:
        """The library and its version."""
        return f"{self.runner.name} {self.version}".strip()


def load(path: Path, runner: Runner) -> Network:
    """Load a network from an ONNX file. Raises ModelError if the file or its runner is missing."""
    try:
        with _silent():
            return runner.open(path.read_bytes())
    except ImportError as error:
        why = message("runner.missing", runner=runner.name, error=str(error))
        raise ModelError(why) from error
    except Exception as error:  # the libraries' errors have no class in common
        why = message("runner.no-network", path=str(path), error=type(error).__name__)
        raise ModelError(why) from error


def _onnxruntime(network: bytes) -> Network:
    # releases from 1.29 on else report every start over the internet, and mark the machine
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415 - it takes its time, and only who reads cards needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors are raised
    # an arena grows with the largest picture ever seen, a pattern with every new size
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(values: Floats) -> Floats:
        return np.asarray(session.run(None, {name: values})[0], np.float32)

    return run


def _opencv(network: bytes) -> Network:
    net = cv2.dnn.readNetFromONNX(np.frombuffer(network, np.uint8))

    def run(values: Floats) -> Floats:
        net.setInput(values)
        # the next run writes into the same memory
        return np.array(net.forward(), np.float32)

    return run


RUNNERS = (Runner("ONNX Runtime", "onnxruntime", _onnxruntime), Runner("OpenCV", "cv2", _opencv))
"""Libraries in the order of their trials: the faster one first."""


@contextmanager
def _silent() -> Iterator[None]:
    """Hide the output of libraries below Python: their errors are raised anyway.

    Debian 13's ONNX Runtime 1.21.0 prints 567 lines as it opens its first network.
    """
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@cache
def try_all() -> tuple[Trial, ...]:
    """Try the runners in their order, up to the first that works. A process does this once."""
    tried: list[Trial] = []
    for runner in RUNNERS:
        tried.append(attempt(runner))
        if tried[-1].fault is None:
            break
    return tuple(tried)


def fitting() -> Runner:
    """Return the first runner that works here.

    Raises:
        ModelError: none does.
    """
    tried = try_all()
    if tried[-1].fault is None:
        return tried[-1].runner
    raise ModelError.of("runner.none", why=faults(tried) or "")


def faults(tried: tuple[Trial, ...]) -> "Spoken | None":
    """Describe the faults of the `tried` runners, or None if all of them work."""
    faulty = [
        message("runner.fault", name=trial.name, fault=trial.fault)
        for trial in tried
        if trial.fault
    ]
    return chained("runner.faults", faulty) if faulty else None


def describe_reader(tried: tuple[Trial, ...]) -> Message:
    """Name the runner that reads the cards, and the faults of those before it."""
    reads = message("runner.reads", name=tried[-1].name)
    for trial in tried:
        if trial.fault is not None:
            reads = message("runner.since", reads=reads, name=trial.name, fault=trial.fault)
    return reads


def attempt(runner: Runner) -> Trial:
    """Run all networks once with `runner`, in a process of its own."""
    return Trial(runner, _version_of(runner.package), _fault_elsewhere(runner))


def _fault_elsewhere(runner: Runner) -> Message | None:
    """Return the fault of `runner` in another process, or None."""
    command = python_line("appliance.vision.find.runner", runner.package)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            command, capture_output=True, text=True, timeout=TRIAL_TIMEOUT, check=False,
            process_group=0,  # a terminal's Ctrl-C is for this process, which ends the other
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return message("runner.hangs", seconds=TRIAL_TIMEOUT)
    except OSError as error:
        return message("runner.untried", error=reason(error))
    if done.returncode == 0 and done.stdout:
        fault = json.loads(done.stdout)
        return fault and message(fault.pop("code"), **fault)
    if done.returncode == -signal.SIGXCPU:
        return message("runner.hangs", seconds=TRIAL_SECONDS)
    if done.returncode == -signal.SIGILL:
        return message("runner.lacks-instruction")
    if done.returncode < 0:
        return message("runner.crashes", signal=signal.Signals(-done.returncode).name)
    return message("runner.ends", status=done.returncode)


def try_here(package: str) -> None:
    """Print a runner's fault as JSON: null, or a code and its values."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash is expected: write no core dump
    resource.setrlimit(resource.RLIMIT_CPU, (TRIAL_SECONDS, TRIAL_SECONDS + 1))
    [runner] = [runner for runner in RUNNERS if runner.package == package]
    fault = _fault_of(runner)
    print(json.dumps(fault and {"code": fault.code, **dict(fault.values)}), flush=True)


def _fault_of(runner: Runner) -> Message | None:
    """Return the fault of `runner`, or None if all networks return numbers."""
    chance = np.random.default_rng(1)
    try:
        for file, shape in TRIAL_INPUTS.items():
            values = load(NETWORKS / file, runner)(chance.random(shape, np.float32))
            if not np.isfinite(values).all():
                return message("runner.no-numbers")
    except ModelError as error:
        missing = error.seen.code == "runner.missing"
        return message("runner.not-installed", error=error.seen["error"]) if missing else error.seen
    return None


def _version_of(package: str) -> str:
    """Return the installed version of `package`, or "" if unknown."""
    if package == cv2.__name__:
        return cv2.__version__
    try:
        return version(package)  # looked up, not imported: the import may crash
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    try_here(sys.argv[1])

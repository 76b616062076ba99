"""Runs the card reader's networks, with one of two libraries, on the caller's thread.

Both give the same values. Which of them works on this processor is found by `runner.py`.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from appliance.errors import ModelError
from appliance.vision.arrays import Floats

Network = Callable[[Floats], Floats]
"""From the values for a network's only input to its only output; both float32 (n, ...)."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A library that runs networks: its `name` for people and its `package` for Python.

    `open` makes a Network of the bytes of an ONNX file. It raises ImportError where the library
    is missing, and whatever the library raises where the bytes are no network.
    """

    name: str
    package: str
    open: Callable[[bytes], Network]


def load(path: Path, runner: Runner) -> Network:
    """The network in an ONNX file. Raises ModelError when there is none, or nothing to run it."""
    try:
        with _silent():
            return runner.open(path.read_bytes())
    except ImportError as error:
        raise ModelError(f"cards can't be read: {runner.name} is missing ({error})") from error
    except Exception as error:  # the libraries' errors have no class in common
        raise ModelError(
            f"{path} can't be loaded ({type(error).__name__}): install doubt-it-table again"
        ) from error


def _onnxruntime(network: bytes) -> Network:
    # releases from 1.29 on else report every start over the internet, and mark the machine
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415 - it takes its time, and only who reads cards needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what goes wrong is raised
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


RUNNERS = (
    Runner("ONNX Runtime", "onnxruntime", _onnxruntime),
    Runner("OpenCV", "cv2", _opencv),
)
"""The libraries in the order in which they are tried: the faster one first."""


@contextmanager
def _silent() -> Iterator[None]:
    """Keep what libraries print below Python from people: what goes wrong is raised.

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

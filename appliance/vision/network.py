"""Loads the card reader's networks, and runs them with ONNX Runtime on the caller's thread."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from appliance.errors import ModelError

Map = npt.NDArray[np.float32]

Network = Callable[[Map], Map]
"""From the values for a network's only input to its only output; both float32 (n, ...)."""


def load(path: Path) -> Network:
    """The network in an ONNX file. Raises ModelError when there is none, or nothing to run it."""
    # releases from 1.29 on else report every start over the internet, and mark the machine
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime  # noqa: PLC0415 - it takes its time, and only who reads cards needs it
    except ImportError as error:
        raise ModelError(
            f"cards can't be read: {error}: apt install python3-onnxruntime"
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what goes wrong is raised
    # an arena grows with the largest picture ever seen, a pattern with every new size
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    try:
        session = onnxruntime.InferenceSession(
            path.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # its errors have no class in common
        raise ModelError(
            f"{path} can't be loaded ({type(error).__name__}): install doubt-it-table again"
        ) from error
    name = session.get_inputs()[0].name

    def run(values: Map) -> Map:
        return np.asarray(session.run(None, {name: values})[0], np.float32)

    return run

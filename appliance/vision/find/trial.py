"""The process in which one runner is tried: `python -m appliance.vision.find.trial PACKAGE`.

It prints two lines: the library's version, and as JSON what is wrong with it, or "". The version
comes first, because the rest may end the process.
"""

import json
import resource
import sys
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from appliance.errors import ModelError
from appliance.vision.find.finder import NETWORKS
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH
from appliance.vision.find.network import RUNNERS, Runner, load

INPUTS = {"finder.onnx": (1, 3, 96, 160), "namer.onnx": (3, 3, INDEX_HEIGHT, INDEX_WIDTH)}
"""Each network and the shape of what it is tried with: the smallest that is like a picture's."""


def main() -> None:
    """Try the runner that the command line names."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash is expected: keep no core of it
    [runner] = [one for one in RUNNERS if one.package == sys.argv[1]]
    print(version_of(runner.package), flush=True)
    print(json.dumps(fault_of(runner)), flush=True)


def fault_of(runner: Runner) -> str:
    """What is wrong with `runner`; "" where both networks give numbers."""
    chance = np.random.default_rng(1)
    try:
        for file, shape in INPUTS.items():
            values = load(NETWORKS / file, runner)(chance.random(shape, np.float32))
            if not np.isfinite(values).all():
                return "gives no numbers"
    except ModelError as error:
        missing = isinstance(error.__cause__, ImportError)
        return f"is not installed ({error.__cause__})" if missing else str(error)
    return ""


def version_of(package: str) -> str:
    """The version of what is installed as `package`; "" where nobody says."""
    module = sys.modules.get(package)
    if module is not None:
        return str(module.__version__)
    try:
        return version(package)  # looked up, not imported: the import may be what crashes
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    main()

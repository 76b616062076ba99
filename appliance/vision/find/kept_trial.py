"""Keeps the results of the runners' trial in a file, so that an unchanged table skips the trial.

A wrong result can crash the process. So the file is deleted before its result is used, and written
again once the networks have run in this process: after a crash no result is left, and the trial
runs again. A file that can't be deleted is ignored.
"""

import json
import platform
import re
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from appliance.bounded_files import read_json
from appliance.errors import UnfitFileError
from appliance.vision.find.runner import NETWORKS, RUNNERS, TRIAL_INPUTS, Trial
from appliance.whole_file import is_file, write_whole
from bluffing.message import message

PACKAGES = ("cv2", "numpy", "onnxruntime")

PROCESSOR = re.compile(
    r"^(?:vendor_id|model name|cpu family|model|stepping|flags|features"
    r"|cpu (?:implementer|architecture|variant|part|revision))\s*:.*$",
    re.MULTILINE | re.IGNORECASE,
)
"""Lines of /proc/cpuinfo that identify a kind of processor and its features."""

LASTING = ("runner.lacks-instruction", "runner.not-installed")
"""The faults that another trial would find, too: a runner may hang because of a busy machine."""

_RUNNERS = {runner.package: runner for runner in RUNNERS}

CPUINFO = Path("/proc/cpuinfo")


class KeptTrial:
    """The trial that is kept in the file at `path`, for this program on this machine."""

    def __init__(self, path: Path, cpuinfo: Path = CPUINFO) -> None:
        self._path, self._key = path, _key(cpuinfo)

    def take(self) -> tuple[Trial, ...] | None:
        """Return the kept trials and delete the file; None if none of them applies."""
        try:
            if not is_file(self._path):
                return None
            try:
                kept = read_json(self._path)
            except UnfitFileError:
                kept = None
            self._path.unlink()
        except OSError:
            return None
        try:
            tried = tuple(_trial(values) for values in kept["tried"])
            fits = kept["key"] == self._digest(tried)
        except (AttributeError, KeyError, TypeError, ValueError):
            return None
        return tried if fits and tried and _lasts(tried) else None

    def keep(self, tried: tuple[Trial, ...]) -> None:
        """Write the trials `tried` if another trial would give the same result."""
        if not _lasts(tried):
            return
        values = {"key": self._digest(tried), "tried": [_values(trial) for trial in tried]}
        with suppress(OSError):
            write_whole(json.dumps(values).encode(), self._path, folders=False)

    def _digest(self, tried: tuple[Trial, ...]) -> str:
        """Return the digest of `tried` and of everything that the result depends on."""
        content = json.dumps([_values(trial) for trial in tried], sort_keys=True)
        return sha256(f"{self._key}\n{content}".encode()).hexdigest()


def _values(trial: Trial) -> dict[str, Any]:  # JSON's own types
    fault = trial.fault
    values = None if fault is None else {"code": fault.code, "values": dict(fault.values)}
    return {"package": trial.runner.package, "version": trial.version, "fault": values}


def _trial(values: Any) -> Trial:  # noqa: ANN401 - JSON's own types
    fault = values["fault"]
    fault_message = None if fault is None else message(fault["code"], **fault["values"])
    return Trial(_RUNNERS[values["package"]], values["version"], fault_message)


def _lasts(tried: tuple[Trial, ...]) -> bool:
    """Return True if a new trial would give the same result: only the last runner works."""
    *first, last = tried
    return last.fault is None and all(
        trial.fault and trial.fault.code in LASTING for trial in first
    )


def _key(cpuinfo: Path) -> str:
    """Return the inputs of a trial: the program, its libraries, the processor, the networks."""
    try:
        processor = sorted(set(PROCESSOR.findall(cpuinfo.read_text("utf-8", "replace"))))
    except OSError:
        processor = []
    networks = [sha256((NETWORKS / name).read_bytes()).hexdigest() for name in TRIAL_INPUTS]
    return json.dumps([
        _version("doubt-it-table"), sys.version, [_installed(package) for package in PACKAGES],
        platform.machine(), processor, networks,
    ])  # fmt: skip


def _installed(package: str) -> list[Any]:  # JSON's own types
    """Return the version of a library and which file it is; it is not imported."""
    try:
        spec = find_spec(package)
        origin = Path(spec.origin) if spec is not None and spec.origin else None
        about = None if origin is None else origin.stat()
    except (OSError, ValueError):
        return [package]
    return [package, _version(package), about and [str(origin), about.st_size, about.st_mtime_ns]]


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""

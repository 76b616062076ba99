"""What came of trying the runners, kept in a file: a start with nothing new need not try again.

A result that is wrong can end the program at once, and nothing in it can catch that. So the file is
deleted before its result is used, and written again when the networks have run in this process: a
start after a crash has no result to believe. What can't be deleted is not believed either.
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
"""The lines of /proc/cpuinfo that tell one kind of processor from another, and what it can do."""

LASTING = ("runner.lacks-instruction", "runner.not-installed")
"""The faults that another trial would find, too: a runner may hang because of a busy machine."""

_RUNNERS = {one.package: one for one in RUNNERS}

CPUINFO = Path("/proc/cpuinfo")


class KeptTrial:
    """The trial that is kept in the file at `path`, for this program on this machine."""

    def __init__(self, path: Path, cpuinfo: Path = CPUINFO) -> None:
        self._path, self._key = path, _key(cpuinfo)

    def take(self) -> tuple[Trial, ...] | None:
        """Return what is kept and delete the file; None where nothing kept fits."""
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
            tried = tuple(_trial(one) for one in kept["tried"])
            fits = kept["key"] == self._digest(tried)
        except (AttributeError, KeyError, TypeError, ValueError):
            return None
        return tried if fits and tried and _lasts(tried) else None

    def keep(self, tried: tuple[Trial, ...]) -> None:
        """Keep what was `tried`, if another trial would end the same and it can be written."""
        if not _lasts(tried):
            return
        values = {"key": self._digest(tried), "tried": [_values(one) for one in tried]}
        with suppress(OSError):
            write_whole(json.dumps(values).encode(), self._path, folders=False)

    def _digest(self, tried: tuple[Trial, ...]) -> str:
        """Return the digest of what `tried` says, and of all that it depends on."""
        says = json.dumps([_values(one) for one in tried], sort_keys=True)
        return sha256(f"{self._key}\n{says}".encode()).hexdigest()


def _values(trial: Trial) -> dict[str, Any]:  # JSON's own types
    fault = trial.fault
    said = None if fault is None else {"code": fault.code, "values": dict(fault.values)}
    return {"package": trial.runner.package, "version": trial.version, "fault": said}


def _trial(values: Any) -> Trial:  # noqa: ANN401 - JSON's own types
    fault = values["fault"]
    told = None if fault is None else message(fault["code"], **fault["values"])
    return Trial(_RUNNERS[values["package"]], values["version"], told)


def _lasts(tried: tuple[Trial, ...]) -> bool:
    """Return whether another trial would end the same: the last runs, and so do no others."""
    *first, last = tried
    return last.fault is None and all(one.fault and one.fault.code in LASTING for one in first)


def _key(cpuinfo: Path) -> str:
    """Return what a trial depends on: the program, its libraries, the processor, the networks."""
    try:
        processor = sorted(set(PROCESSOR.findall(cpuinfo.read_text("utf-8", "replace"))))
    except OSError:
        processor = []
    networks = [sha256((NETWORKS / name).read_bytes()).hexdigest() for name in TRIAL_INPUTS]
    return json.dumps([
        _version("doubt-it-table"), sys.version, [_installed(one) for one in PACKAGES],
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

"""The files for the system that packages bring with their drivers: groups, udev rules, unit lines.

An entry point `system.pedals = "doubtit_pedals:system"` in the group of drivers names a folder of
that module. Its files lie below it as they do below /etc.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from appliance.drivers import PLUG_INS
from appliance.errors import DriverError

TAKES_EFFECT = {
    "sysusers.d": "sudo systemd-sysusers",
    "udev/rules.d": "sudo udevadm control --reload && sudo udevadm trigger",
    "systemd/system/doubtit.service.d": (
        "sudo systemctl daemon-reload && sudo systemctl restart doubtit"
    ),
}
"""Folders of system files, in the order of installation, and the command by which the system reads
a new file there."""

INSTALLED_IN = ("etc", "run", "usr/local/lib", "usr/lib")
"""Folders that the system searches; of files with one name it takes the first."""


class FileState(StrEnum):
    """Comparison of a file with the installed one."""

    SAME = "same"
    OTHER = "other"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A file `source` of a `package`, for one of the folders in `TAKES_EFFECT`."""

    package: str
    source: Path
    folder: str

    @property
    def path(self) -> str:
        """Path of the file after its installation."""
        return f"/etc/{self.folder}/{self.source.name}"

    @property
    def command(self) -> str:
        """Command that installs the file, and lets the system read it."""
        files = f"{shlex.quote(str(self.source))} {shlex.quote(self.path)}"
        return f"sudo install -D -m 644 {files} && {TAKES_EFFECT[self.folder]}"

    def state(self, root: Path = Path("/")) -> FileState:
        """Compare the file with the one that is installed below `root`."""
        for place in INSTALLED_IN:
            try:
                same = (root / place / self.folder / self.source.name).read_bytes()
            except OSError:
                continue
            return FileState.SAME if same == self.source.read_bytes() else FileState.OTHER
        return FileState.MISSING


def system_files() -> Iterator[SystemFile | DriverError]:
    """Yield the files that installed packages bring; an error for each folder that is missing."""
    for entry in entry_points(group=PLUG_INS):
        if entry.name.partition(".")[0] == "system":
            package = entry.dist.name if entry.dist else entry.module
            folder = _folder(entry)
            if folder is None:
                yield DriverError.of("driver.plug-in", package=package, error=entry.value)
                continue
            for place in TAKES_EFFECT:
                for source in sorted((folder / place).glob("*")):
                    yield SystemFile(package, source, place)


def _folder(entry: EntryPoint) -> Path | None:
    """Return the folder that an entry names, without importing its package."""
    try:
        module = find_spec(entry.module)
    except (ImportError, ValueError):
        return None
    if module is None or module.origin is None or not entry.attr:
        return None
    folder = Path(module.origin).parent / entry.attr
    return folder if folder.is_dir() else None

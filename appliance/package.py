"""Checks the installed package: its files as dpkg lists them, and parts of the program."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from appliance.errors import LoadError
from bluffing.message import message

LISTED = Path("/var/lib/dpkg/info/doubtit.md5sums")
"""dpkg's list of the package's files: a sum and a path below / on each line."""

PLACE = Path("/usr/lib/doubtit")
"""Folder of the program in the package."""


def is_packaged(place: Path = PLACE) -> bool:
    """Return True if this program is the installed package, and no checkout or wheel."""
    return Path(__file__).is_relative_to(place)


def missing_files(listed: Path = LISTED, place: Path = PLACE) -> list[str]:
    """Return the files of the program that are listed and missing.

    A program outside `place`, such as a checkout, has no missing files.
    """
    if not is_packaged(place):
        return []
    try:
        lines = listed.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    files = (Path("/", line.partition("  ")[2]) for line in lines)
    return [str(file) for file in files if file.is_relative_to(place) and not file.exists()]


def damage() -> LoadError | None:
    """Return the error of a program with missing files, or None if all are present."""
    missing = missing_files()
    if not missing:
        return None
    fault = message("command.files-missing", n=len(missing), file=missing[0])
    return LoadError(fault, message("command.not-loaded.todo"))


def loaded(name: str) -> ModuleType:
    """Import a part of the program.

    Raises:
        LoadError: it or one of its dependencies can't be imported.
    """
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        raise damage() or LoadError.of("command.not-loaded", error=repr(error)) from error

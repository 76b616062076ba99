"""Rights of a command at a table: root works as the owner of the table's folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appliance.config import load_config
from appliance.errors import ConfigError
from appliance.kept import InForce, in_force
from appliance.owner import ROOT, as_owner, drop

WORK = ".restoring"
"""Folder beside the journal in which a restore works."""


def table_folder(given: Path | None, journal: Path | None = None) -> Path:
    """Return the folder of the journal that the settings file `given` names, or of `journal`.

    Raises:
        ConfigError: something in the file is not allowed.
    """
    if journal is None:
        journal = Path(load_config(given).journal)
    return journal.parent


@contextmanager
def at_table(given: Path | None, journal: Path | None = None) -> Iterator[InForce]:
    """Yield the settings in force, as `kept.in_force`; meanwhile root acts as the table's owner.

    Raises:
        ConfigError: something in the file `given` is not allowed, or the owner may not read it.
        OSError: the system does not let root act as another account.
    """
    if os.geteuid() != ROOT:
        yield in_force(given, journal)
        return
    folder = table_folder(given, journal)
    with as_owner(folder):
        check_readable(given, folder)
        yield in_force(given, journal)


def leave_root(given: Path | None, journal: Path | None = None, *, loads: bool = False) -> None:
    """Become the table's owner for good, where root runs this; `loads` as for `owner.drop`.

    Raises:
        ConfigError: something in the file `given` is not allowed, or the owner may not read the
            program.
        OSError: the system does not let root become another account.
    """
    if os.geteuid() == ROOT:
        folder = table_folder(given, journal)
        drop(folder, loads=loads)
        check_readable(given, folder)


def check_readable(given: Path | None, folder: Path) -> None:
    """Raise ConfigError if the account that root acts as may not read the settings."""
    if given is not None and not os.access(given, os.R_OK, effective_ids=True):
        raise ConfigError.of("owner.no-settings", path=str(given), folder=str(folder))

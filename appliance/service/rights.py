"""The rights with which a command works at a table: root works as the owner of its folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appliance.config import load_config
from appliance.kept import InForce, in_force
from appliance.owner import ROOT, as_owner, drop


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
    """Give the settings in force, as `kept.in_force`; until the end root acts as the table's owner.

    Raises:
        ConfigError: something in the file `given` is not allowed, or the owner may not read it.
        OSError: the system does not let root act as somebody else.
    """
    if os.geteuid() != ROOT:
        yield in_force(given, journal)
        return
    with as_owner(table_folder(given, journal)):
        yield in_force(given, journal)


def leave_root(given: Path | None, journal: Path | None = None, *, loads: bool = False) -> None:
    """Become the table's owner for good, where root runs this; `loads` as for `owner.drop`.

    Raises:
        ConfigError: something in the file `given` is not allowed, or the owner may not read the
            program.
        OSError: the system does not let root become somebody else.
    """
    if os.geteuid() == ROOT:
        drop(table_folder(given, journal), loads=loads)

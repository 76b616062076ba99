"""The settings that a table starts with: those of its file, and no half of a restore."""

import os
from collections.abc import Callable
from pathlib import Path

from appliance.kept import InForce, in_force
from appliance.service.rights import WORK, leave_root
from bluffing.message import Message


def settled(given: Path | None, journal: Path | None, say: Callable[[Message], object]) -> InForce:
    """Return the settings that a table starts with, after finishing a restore that was cut off.

    Root becomes the table's owner for good; `say` gets messages about the restore.

    Raises:
        ConfigError: the settings can't be used, or the owner may not read the program.
        OSError: something can't be written.
    """
    leave_root(given, journal, loads=True)
    start = in_force(given, journal)
    kept = Path(start.config.journal)
    if not os.path.lexists(kept.parent / WORK):
        return start
    from appliance.service.restoring import finish  # noqa: PLC0415 - hardly any start needs it

    for what in (messages := finish(kept, given)):
        say(what)
    return in_force(given, journal) if messages else start

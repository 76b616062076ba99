"""Commands for a table: what the venue may ask, and how it gets there.

The table has no network. It takes datagrams on a socket beside its public files, where its own
settings switch that on, and drops whatever it does not know.
"""

import socket
from contextlib import suppress
from pathlib import Path

from venue.topics import command_of

VENUE_COMMANDS = ("pause",)
"""All commands."""

OLD_AFTER_S = 5.0
"""Seconds after which a command that waited here is too old: people have moved on."""


def command_in(table: str, topic: str, *, retained: bool, age_s: float) -> str:
    """Return the command for `table` in a message that is `age_s` old, or "".

    A `retained` message comes again at each connection, so it is no command.
    """
    if retained or not 0 <= age_s <= OLD_AFTER_S:
        return ""
    return next((name for name in VENUE_COMMANDS if topic == command_of(table, name)), "")


def hand_over(folder: Path, command: str) -> None:
    """Send a command to the table, if it takes any; it never waits."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.setblocking(False)  # noqa: FBT003 - a table that does not listen is not waited for
        out.sendto(command.encode(), str(folder / "commands"))

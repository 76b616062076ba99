"""The self-test of the table's menu, for the parts that can be tested while the table is open."""

from threading import Event

from appliance.selftest.judge import Finding, Level
from appliance.selftest.observe import look
from appliance.selftest.observe.room import Room
from appliance.service.jobs import Tell
from bluffing.message import Message, message

PARTS = ("permissions", "disk", "supply", "machine", "reader", "camera")
"""Parts that can be tested while the table is open; the lobby itself shows the buzzers."""


def self_test(room: Room, tell: Tell, stop: Event) -> None:
    """Report the findings that are not fine, and the number of the others."""
    lines: list[Message] = []
    fine = 0
    for part in PARTS:
        tell((*lines, message("job.looking", part=message(f"job.part.{part}"))))
        for finding in look(part, room):
            if stop.is_set():
                return
            if finding.level in (Level.WARN, Level.FAIL):
                lines.append(_line(finding))
            fine += finding.level is Level.OK
    tell((*lines, message("job.fine", n=fine), message("job.rest")))


def _line(finding: Finding) -> Message:
    level = message(f"selftest.level.{finding.level}")
    line = message("job.finding", level=level, name=finding.name, seen=finding.seen)
    return line if finding.todo is None else message("error.todo", seen=line, todo=finding.todo)

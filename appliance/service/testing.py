"""The self-test from the table's menu: of what can be looked at while the table goes on."""

from threading import Event

from appliance.selftest.judge import Finding, Level
from appliance.selftest.observe import look
from appliance.selftest.observe.room import Room
from appliance.service.jobs import Tell
from bluffing.message import Message, message

PARTS = ("permissions", "disk", "supply", "machine", "reader", "camera")
"""What needs nothing that the open table has in its hands; the lobby itself shows the buzzers."""


def self_test(room: Room, tell: Tell, stop: Event) -> None:
    """Tell what is not fine, and how much is."""
    lines: list[Message] = []
    fine = 0
    for part in PARTS:
        tell((*lines, message("job.looking", part=message(f"job.part.{part}"))))
        for one in look(part, room):
            if stop.is_set():
                return
            if one.level in (Level.WARN, Level.FAIL):
                lines.append(_line(one))
            fine += one.level is Level.OK
    tell((*lines, message("job.fine", n=fine), message("job.rest")))


def _line(one: Finding) -> Message:
    level = message(f"selftest.level.{one.level}")
    seen = message("job.finding", level=level, name=one.name, seen=one.seen)
    return seen if one.todo is None else message("error.todo", seen=seen, todo=one.todo)

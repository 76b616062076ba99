"""The card reader: its libraries are tried, each in a process of its own."""

from collections.abc import Iterator

from appliance.selftest.judge import Finding, Part, skipped
from appliance.selftest.judge.reader import Runners, finding
from appliance.selftest.observe.room import Room
from appliance.vision.find.runner import try_all


def look(room: Room) -> Iterator[Finding]:
    """Find the library that runs the networks on this processor."""
    if not room.config.camera.driver:
        yield skipped(Part.READER, "networks", "selftest.reader.unused")
        return
    tried = try_all()
    works = next((one.name for one in tried if not one.fault), "")
    yield finding(Runners(works, tuple((one.name, one.fault) for one in tried if one.fault)))

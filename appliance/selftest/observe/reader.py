"""The card reader: its libraries are tried, each in a process of its own."""

from collections.abc import Iterator

from appliance.selftest.judge import Finding, skipped
from appliance.selftest.judge.reader import networks
from appliance.selftest.observe.room import Room
from appliance.vision.find.runner import try_all


def look(room: Room) -> Iterator[Finding]:
    """Find the library that runs the networks on this processor."""
    if not room.config.camera.driver:
        yield skipped("networks", "selftest.reader.unused")
        return
    tried = try_all()
    works = next((one.name for one in tried if not one.fault), "")
    yield networks(works, ((one.name, one.fault) for one in tried if one.fault))

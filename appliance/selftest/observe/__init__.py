"""What the self-test observes, one file a part: through the drivers that the table itself uses.

Whatever touches the machine is here; `judge` decides what it means. Each part has one `look`,
which opens what it needs, yields findings as they come, and lets go of it again.
"""

from collections.abc import Callable, Iterator

from appliance.errors import DriverError, PictureError
from appliance.selftest.judge import Finding, failed
from appliance.selftest.observe import (
    buzzers,
    camera,
    disk,
    display,
    hub,
    lamps,
    permissions,
    power,
    reader,
    sound,
)
from appliance.selftest.observe.room import Room

LOOKS: dict[str, tuple[Callable[[Room], Iterator[Finding]], str]] = {
    "permissions": (permissions.look, "user"),
    "disk": (disk.look, "journal"),
    "display": (display.look, "picture"),
    "sound": (sound.look, "loudspeaker"),
    "hub": (hub.look, "hub"),
    "buzzers": (buzzers.look, "buzzers"),
    "lamps": (lamps.look, "lamps"),
    "power": (power.look, "button"),
    "reader": (reader.look, "networks"),
    "camera": (camera.look, "camera"),
}
"""Every part, in the order in which it is looked at: how, and how a driver that fails is called."""


def look(part: str, room: Room) -> Iterator[Finding]:
    """What is found of a part of LOOKS. That a driver refuses is a finding, too."""
    how, name = LOOKS[part]
    try:
        yield from how(room)
    except (DriverError, PictureError) as error:
        yield failed(name, error)

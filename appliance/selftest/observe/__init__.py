"""The self-test's observations, through the drivers that the table itself uses.

All access to the machine is here; `judge` judges the results. Each part has one function, which
opens its devices, yields findings as they come, and closes the devices again.
"""

from collections.abc import Callable, Iterator

from appliance.errors import DriverError, PictureError
from appliance.selftest.judge import Finding, failed
from appliance.selftest.observe import buzzers, cards, machine, show
from appliance.selftest.observe.room import Room

LOOKS: dict[str, tuple[Callable[[Room], Iterator[Finding]], str]] = {
    "permissions": (machine.permissions, "user"),
    "disk": (machine.disk, "journal"),
    "supply": (machine.supply, "supply"),
    "machine": (machine.health, "card"),
    "display": (show.display, "picture"),
    "sound": (show.loudspeaker, "loudspeaker"),
    "wiring": (machine.wiring, "wiring"),
    "hub": (buzzers.hub, "hub"),
    "buzzers": (buzzers.buzzers, "buzzers"),
    "lamps": (buzzers.lamps, "lamps"),
    "power": (buzzers.power, "button"),
    "reader": (cards.reader, "networks"),
    "camera": (cards.camera, "camera"),
    "scale": (cards.scale, "scale"),
}
"""Parts in the order of their tests: the function, and the name of a finding about its driver."""


def look(part: str, room: Room) -> Iterator[Finding]:
    """Observe a part of LOOKS. A driver that refuses is a finding, too."""
    observe, name = LOOKS[part]
    try:
        yield from observe(room)
    except (DriverError, PictureError) as error:
        yield failed(name, error)

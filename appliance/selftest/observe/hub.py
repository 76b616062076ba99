"""The serial seat hub: it is opened, asked its name, and its clock is watched for a while."""

from collections.abc import Iterator

from appliance.core.signals import SECOND, DriverLost, EdgesLost, Signal
from appliance.drivers.seat_hub.driver import Hub as HubDriver
from appliance.drivers.seat_hub.firmware import SHIPPED, UNWANTED, version_of, why
from appliance.drivers.seat_hub.serial_line import find_port
from appliance.errors import DriverError
from appliance.message import message
from appliance.selftest.judge import Finding, Part, failed, skipped
from appliance.selftest.judge.hub import HubSeen, Offset, findings
from appliance.selftest.observe.room import Room

WATCHED = 5 * SECOND
"""How long the two clocks are compared: the longer, the better their drift is known."""

GLANCE = 0.05


def look(room: Room) -> Iterator[Finding]:
    """Open it, and watch it."""
    hub = room.boards.get(HubDriver)
    if not isinstance(hub, HubDriver):
        kind = room.config.buzzers.driver
        yield skipped(Part.HUB, "hub", "selftest.hub.unused", driver=kind)
        return
    told: list[Signal] = []
    try:
        port = hub.port or find_port()
        hub.take(told.append)
    except DriverError as error:
        yield failed(Part.HUB, "hub", error)
        return
    try:
        seen = _watched(room, hub, port, told)
    finally:
        hub.give_back(listened=True)
    if seen is None:
        away = DriverError(message("selftest.hub.away"), message("selftest.hub.away.todo"))
        gone = [DriverError(one.reason) for one in told if isinstance(one, DriverLost)]
        yield failed(Part.HUB, "hub", (gone or [away])[-1])
    else:
        yield from findings(seen, len(room.buzzer_places))


def _watched(room: Room, hub: HubDriver, port: str, told: list[Signal]) -> HubSeen | None:
    """The hub after a while; None where it went away."""
    first = _offset(hub)
    until = room.clock() + WATCHED
    while room.clock() < until and not any(isinstance(one, DriverLost) for one in told):
        room.pause(GLANCE)
    last, hello, restart = _offset(hub), hub.link.hello, hub.link.restart
    if first is None or last is None or hello is None or not hub.link.ready:
        return None
    return HubSeen(
        port=port,
        protocol=hello.protocol,
        firmware=version_of(hello.firmware),
        shipped=SHIPPED,
        board=hello.board.hex(),
        seats=hello.seats,
        first=first,
        last=last,
        lost=sum(isinstance(one, EdgesLost) for one in told),
        damaged=hub.link.damaged,
        began=None if restart is None else why(restart),
        unwanted=restart is not None and restart.cause in UNWANTED,
    )


def _offset(hub: HubDriver) -> Offset | None:
    clock = hub.link.clock
    found = None if clock is None else clock.estimate()
    return None if found is None else Offset(*found)

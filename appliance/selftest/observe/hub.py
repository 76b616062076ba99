"""The serial seat hub: it is opened, asked its name, and its clock is watched for a while."""

from collections.abc import Iterator

from appliance.core.signals import SECOND, DriverLost, EdgesLost, Signal
from appliance.drivers.seat_hub.driver import Hub as HubDriver
from appliance.drivers.seat_hub.firmware import SHIPPED, UNWANTED, version_of, why
from appliance.drivers.seat_hub.serial_line import find_port
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, skipped
from appliance.selftest.judge.hub import Offset, board, cable, clock, firmware, start
from appliance.selftest.observe.room import Room

WATCHED = 5 * SECOND
"""How long the two clocks are compared: the longer, the better their drift is known."""

GLANCE = 0.05


def look(room: Room) -> Iterator[Finding]:
    """Open it, and watch it."""
    hub = room.boards.get(HubDriver)
    if not isinstance(hub, HubDriver):
        yield skipped("hub", "selftest.hub.unused", driver=room.config.buzzers.driver)
        return
    told: list[Signal] = []
    port = hub.port or find_port()
    hub.take(told.append)
    try:
        first = _offset(hub)
        until = room.clock() + WATCHED
        while room.clock() < until and not _lost(told):
            room.pause(GLANCE)
        last, hello, restart = _offset(hub), hub.link.hello, hub.link.restart
        if first is None or last is None or hello is None or not hub.link.ready:
            raise (_lost(told) or [DriverError.of("selftest.hub.away")])[-1]
        version = version_of(hello.firmware)
        about = {"protocol": hello.protocol, "firmware": version, "seats": hello.seats}
        buzzers = len(room.buzzer_places)
        yield board(port, board=hello.board.hex(), buzzers=buzzers, **about)
        yield firmware(version, SHIPPED)
        if restart is not None:
            yield start(why(restart), unwanted=restart.cause in UNWANTED)
        yield clock(first, last)
        yield cable(hub.link.damaged, sum(isinstance(one, EdgesLost) for one in told))
    finally:
        hub.give_back(listened=True)


def _lost(told: list[Signal]) -> list[DriverError]:
    return [DriverError(one.reason) for one in told if isinstance(one, DriverLost)]


def _offset(hub: HubDriver) -> Offset | None:
    clock_of_board = hub.link.clock
    return None if clock_of_board is None else clock_of_board.estimate()

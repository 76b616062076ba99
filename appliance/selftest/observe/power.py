"""The power button: people hold it until the table would switch off."""

from collections.abc import Iterator

from appliance.drivers import Switch
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Part, failed, skipped
from appliance.selftest.judge.power import PowerSeen, finding
from appliance.selftest.observe.room import People, Room

GLANCE = 0.05
"""Seconds between two looks, as the table looks once a frame."""


def look(room: Room) -> Iterator[Finding]:
    """Wait for it to be held; nothing is switched off."""
    power = room.power
    if power is None:
        yield skipped(Part.POWER, "button", "selftest.power.unused")
        return
    try:
        power.open()
    except DriverError as error:
        yield failed(Part.POWER, "button", error)
        return
    try:
        wanted = None if room.people is None else _held(room, power, room.people)
    finally:
        power.close()
    yield finding(PowerSeen(power.place, wanted))


def _held(room: Room, power: Switch, people: People) -> bool | None:
    """Whether it was held; None where people skip it."""
    room.say("selftest.ask.power", place=power.place)
    began = room.clock()
    while room.clock() - began <= room.patience:
        room.pause(GLANCE)
        if power.wanted(room.clock()):
            return True
        if people.skips():
            return None
    return False

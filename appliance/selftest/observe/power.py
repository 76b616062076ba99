"""The power button: people hold it until the table would switch off."""

from collections.abc import Iterator

from appliance.core.signals import MS
from appliance.drivers import Switch, opened
from appliance.message import message
from appliance.selftest.judge import Finding, answered, skipped
from appliance.selftest.observe.room import People, Room

GLANCE = 0.05
"""Seconds between two looks, as the table looks once a frame."""


def look(room: Room) -> Iterator[Finding]:
    """Wait for it to be held; nothing is switched off."""
    if room.power is None:
        yield skipped("button", "selftest.power.unused")
        return
    with opened(room.power) as power:
        held = None if room.people is None else _held(room, power, room.people)
        name = message("selftest.name.power-button", place=power.place)
        codes = ("selftest.power.held", "selftest.power.not-held", "selftest.power.not-asked")
        yield answered(name, held, codes, place=power.place)


def _held(room: Room, power: Switch, people: People) -> bool | None:
    """Whether it was held; None where people skip it."""
    room.say("selftest.ask.power", place=power.place, seconds=power.hold_ms / 1000)
    until = room.clock() + room.patience + power.hold_ms * MS
    while room.clock() <= until:
        room.pause(GLANCE)
        if power.wanted(room.clock()):
            return True
        if people.skips():
            return None
    return False

"""Each lamp in turn: it is lit, and only people can say whether it shines."""

from collections.abc import Iterator

from appliance.core.effects import Rhythm
from appliance.drivers import opened
from appliance.message import message
from appliance.selftest.judge import Finding, Level, answered, found, skipped
from appliance.selftest.observe.room import Room

LIT_FOR = 0.1
"""Seconds that each is lit where nobody is asked."""


def look(room: Room) -> Iterator[Finding]:
    """Light them in turn."""
    if room.lamps is None or not room.lamps.places:
        yield skipped("lamps", "selftest.lamps.unused")
        return
    count, buzzers = len(room.lamps.places), len(room.buzzer_places)
    with opened(room.lamps) as lamps:
        if count < buzzers:
            yield found("lamps", Level.WARN, "selftest.lamps.fewer", lamps=count, buzzers=buzzers)
        for lamp, place in enumerate(lamps.places):
            lamps.show(lamp, Rhythm.SOLID)
            lamps.beat(room.clock())
            room.pause(LIT_FOR)
            shone = room.yes("selftest.ask.lamp", number=lamp + 1, place=place)
            lamps.show(lamp, Rhythm.OFF)
            lamps.beat(room.clock())
            name = message("selftest.name.lamp", number=lamp + 1, place=place)
            codes = ("selftest.lamp.shone", "selftest.lamp.dark", "selftest.lamp.not-asked")
            yield answered(name, shone, codes, place=place)

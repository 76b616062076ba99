"""Each lamp in turn: it is lit, and people say whether it shines."""

from collections.abc import Iterator

from appliance.core.effects import Rhythm
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Part, failed, skipped
from appliance.selftest.judge.lamps import LampSeen, findings
from appliance.selftest.observe.room import Room

LIT_FOR = 0.1
"""Seconds that each is lit where nobody is asked."""


def look(room: Room) -> Iterator[Finding]:
    """Light them in turn."""
    lamps = room.lamps
    if lamps is None or not lamps.places:
        yield skipped(Part.LAMPS, "lamps", "selftest.lamps.unused")
        return
    try:
        lamps.open()
    except DriverError as error:
        yield failed(Part.LAMPS, "lamps", error)
        return
    try:
        seen = []
        for lamp, place in enumerate(lamps.places):
            lamps.show(lamp, Rhythm.SOLID)
            lamps.beat(room.clock())
            room.pause(LIT_FOR)
            shone = room.yes("selftest.ask.lamp", number=lamp + 1, place=place)
            lamps.show(lamp, Rhythm.OFF)
            lamps.beat(room.clock())
            seen.append(LampSeen(lamp, place, shone))
    finally:
        lamps.close()
    yield from findings(tuple(seen), len(room.buzzer_places))

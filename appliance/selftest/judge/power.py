"""The power button: held, it asks for the table to be switched off."""

from dataclasses import dataclass

from appliance.message import Message, message
from appliance.selftest.judge import Finding, Level, Part, found


@dataclass(frozen=True, slots=True)
class PowerSeen:
    """The button on `place`; `wanted` says whether it was held, None that nobody was asked."""

    place: Message
    wanted: bool | None


def finding(seen: PowerSeen) -> Finding:
    """What is to be said of it."""
    level, code = (Level.OK, "held") if seen.wanted else (Level.FAIL, "not-held")
    if seen.wanted is None:
        level, code = Level.SKIP, "not-asked"
    name = message("selftest.name.power-button", place=seen.place)
    return found(Part.POWER, name, level, f"selftest.power.{code}", place=seen.place)

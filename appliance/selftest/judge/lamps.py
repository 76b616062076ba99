"""The lamps: only a person can say whether they shine."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.message import Message, message
from appliance.selftest.judge import Finding, Level, Part, found


@dataclass(frozen=True, slots=True)
class LampSeen:
    """A lamp that was lit for somebody to look at; `shone` is None where nobody said."""

    lamp: int
    place: Message
    shone: bool | None


def findings(lamps: tuple[LampSeen, ...], buzzers: int) -> Iterator[Finding]:
    """What is to be said of the lamps of a table with so many buzzers."""
    if len(lamps) < buzzers:
        code = "selftest.lamps.fewer" if lamps else "selftest.lamps.none"
        yield found(Part.LAMPS, "lamps", Level.WARN, code, lamps=len(lamps), buzzers=buzzers)
    for one in lamps:
        level, code = (Level.OK, "shone") if one.shone else (Level.FAIL, "dark")
        if one.shone is None:
            level, code = Level.SKIP, "not-asked"
        name = message("selftest.name.lamp", number=one.lamp + 1, place=one.place)
        yield found(Part.LAMPS, name, level, f"selftest.lamp.{code}", place=one.place)

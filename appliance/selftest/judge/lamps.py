"""The lamps: only a person can say whether they shine."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.selftest.judge import Finding, Level, Part, skipped


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that was lit for somebody to look at; `shone` is None where nobody said."""

    lamp: int
    place: str
    shone: bool | None


def findings(lamps: tuple[Lamp, ...], buzzers: int) -> Iterator[Finding]:
    """What is to be said of the lamps of a table with so many buzzers."""
    if not lamps:
        todo = "add lamps (lamps.pins), or do without: the screen shows the same"
        yield Finding(Part.LAMPS, "lamps", Level.WARN, "no buzzer has one", todo)
        return
    if len(lamps) < buzzers:
        yield Finding(
            Part.LAMPS,
            "lamps",
            Level.WARN,
            f"{len(lamps)} lamps for {buzzers} buzzers",
            "add the others to lamps.pins, or do without: the screen shows the same",
        )
    for one in lamps:
        name = f"lamp {one.lamp + 1}, {one.place}"
        if one.shone is None:
            yield skipped(Part.LAMPS, name, "lit and put out again; nobody said whether it shone")
        elif one.shone:
            yield Finding(Part.LAMPS, name, Level.OK, "shone")
        else:
            yield Finding(
                Part.LAMPS,
                name,
                Level.FAIL,
                "did not shine",
                f"check its wire from {one.place}, its resistor or driver, which way round it "
                "is, and its supply",
            )

"""The power button: held, it asks for the table to be switched off."""

from dataclasses import dataclass

from appliance.selftest.judge import Finding, Level, Part, skipped


@dataclass(frozen=True, slots=True)
class Power:
    """The button on `place`; `wanted` says whether it was held, None that nobody was asked."""

    place: str
    wanted: bool | None


def finding(seen: Power) -> Finding:
    """What is to be said of it."""
    name = f"button, {seen.place}"
    if seen.wanted is None:
        return skipped(Part.POWER, name, "its pin can be read; nobody held it")
    if seen.wanted:
        return Finding(Part.POWER, name, Level.OK, "held long enough: the table would switch off")
    return Finding(
        Part.POWER,
        name,
        Level.FAIL,
        "not held long enough, or not heard: it has to be let go once and then held",
        f"check its wires, {seen.place} and ground; dtoverlay=gpio-shutdown takes that pin: "
        "remove it from /boot/firmware/config.txt, or the table [power] from the settings",
    )

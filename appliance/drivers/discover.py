"""Discovers hardware that the settings don't name: each driver looks for its own."""

from dataclasses import dataclass

from appliance.drivers import Found, Machine, PartName, drivers
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Discovery:
    """Result for a part: the name of its `driver`, or "" for none, and the hardware found.

    `in_vain` has the reason against each driver before it.
    """

    driver: str = ""
    found: Found | None = None
    in_vain: tuple[Message, ...] = ()


def discover(
    part: PartName, machine: Machine, refused: dict[str, Message] | None = None
) -> Discovery:
    """Return the first driver in DRIVERS that finds its hardware in `machine`.

    `refused` are drivers that could not open their hardware, with the reasons.
    """
    away = refused or {}
    names = [name for name, driver in drivers().items() if driver.part == part]
    looks = [(name, away.get(name) or drivers()[name].found(machine)) for name in names]
    # the sort is stable: those that are the last resort come after all others
    looks.sort(key=lambda look: isinstance(look[1], Found) and look[1].last)
    in_vain: list[Message] = []
    for name, look in looks:
        if isinstance(look, Found):
            return Discovery(name, look, tuple(in_vain))
        if look is not None:
            in_vain.append(look)
    return Discovery(in_vain=tuple(in_vain))

"""Who runs the table, and which devices that user may open."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.hardware import Need
from appliance.selftest.judge import Finding, Level, Part, skipped

SERVICE = "doubtit"
"""The user that the service runs as."""


NEEDS = {
    "screen": Need(
        "screen",
        "video",
        ("/dev/dri/card*",),
        missing="connect a screen; dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt",
    ),
    "graphics": Need("graphics", "render", ("/dev/dri/renderD*",), vital=False),
    "input": Need("keys and touch", "input", ("/dev/input/event*",), writes=False),
    "sound": Need(
        "sound",
        "audio",
        ("/dev/snd/pcm*", "/dev/snd/control*"),
        missing="connect a loudspeaker; dtparam=audio=on in /boot/firmware/config.txt",
        vital=False,
    ),
}
"""What the table itself may need, by what for."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device node, and whether this process may open it as it has to."""

    path: str
    opens: bool


@dataclass(frozen=True, slots=True)
class Access:
    """What was observed: who runs this, in which groups, and what there is of each need.

    `known` are the groups that this machine has; `service` says that the service's user exists.
    """

    user: str
    root: bool
    groups: tuple[str, ...]
    known: frozenset[str]
    service: bool
    devices: tuple[tuple[Need, tuple[Device, ...]], ...]


def needs(hardware: tuple[Need, ...], driver: str, *, sound: bool) -> tuple[Need, ...]:
    """What a table needs with this `hardware`; `driver` is SDL's, where one was asked for."""
    own = ["screen", "graphics", "input"] if driver.lower() == "kmsdrm" else []
    wanted = (*hardware, *(NEEDS[one] for one in (*own, *(["sound"] if sound else []))))
    return tuple(one for at, one in enumerate(wanted) if not _again(one, wanted[:at]))


def _again(need: Need, before: tuple[Need, ...]) -> bool:
    """Whether one that came before asks for the same device nodes."""
    return any(need.patterns == one.patterns for one in before)


def findings(access: Access) -> Iterator[Finding]:
    """What is to be said of the user and the devices."""
    who = "root" if access.root else access.user
    figures = (("user", access.user), ("groups", " ".join(access.groups)))
    says = f"{who}, in the groups {', '.join(access.groups) or '(none)'}"
    if access.root:
        todo = f"run the table as a user of its own ({SERVICE}; systemd/README.md)"
        yield Finding(Part.PERMISSIONS, "user", Level.WARN, says, todo, figures)
    else:
        yield Finding(Part.PERMISSIONS, "user", Level.OK, says, "", figures)
    yield _service(access)
    for need, devices in access.devices:
        yield _need(access, need, devices)


def _service(access: Access) -> Finding:
    if not access.service:
        says = f"no user {SERVICE}: the table is started by hand"
        return skipped(Part.PERMISSIONS, "service", says)
    says = f"user {SERVICE} exists; its unit adds the groups"
    if access.user == SERVICE:
        return Finding(Part.PERMISSIONS, "service", Level.OK, says)
    says += f", what is said here goes for {access.user}"
    return Finding(Part.PERMISSIONS, "service", Level.OK, says)


def _need(access: Access, need: Need, devices: tuple[Device, ...]) -> Finding:
    """Devices that are missing, closed to this user, or fine."""
    name = f"{need.name} ({need.group})"
    if not devices:
        level = Level.FAIL if need.missing and need.vital else Level.WARN
        todo = need.missing or "nothing, if the parts below are fine"
        says = f"no {' or '.join(need.patterns)}"
        return Finding(Part.PERMISSIONS, name, level, says, todo)
    shut = [one.path for one in devices if not one.opens]
    if not shut:
        paths = ", ".join(one.path for one in devices[:3])
        more = f" and {len(devices) - 3} more" if len(devices) > 3 else ""
        return Finding(Part.PERMISSIONS, name, Level.OK, f"{paths}{more} can be opened")
    way = "written" if need.writes else "read"
    says = f"{', '.join(shut[:3])} can't be {way}"
    level = Level.FAIL if need.vital else Level.WARN
    return Finding(Part.PERMISSIONS, name, level, says, _join(access, need, shut[0]))


def _join(access: Access, need: Need, path: str) -> str:
    if need.group not in access.known:
        return (
            f"this machine has no group {need.group}: sudo groupadd --system {need.group}, and a "
            f"udev rule that gives it {path}"
        )
    if need.group in access.groups:
        return f"{access.user} is in {need.group}, but {path} isn't: see ls -l {path}"
    return f"sudo usermod -aG {need.group} {access.user}, then log in again"

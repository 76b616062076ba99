"""Who runs the table, and which devices that user may open."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from appliance.core.hardware import Need
from appliance.message import any_of, message
from appliance.selftest.judge import Finding, Level, found

SERVICE = "doubtit"
"""The user that the service runs as."""

NEEDS = {
    "screen": Need(
        message("need.screen"), "video", ("/dev/dri/card*",), missing=message("need.screen.missing")
    ),
    "graphics": Need(message("need.graphics"), "render", ("/dev/dri/renderD*",), vital=False),
    "input": Need(message("need.keys-and-touch"), "input", ("/dev/input/event*",), writes=False),
    "sound": Need(
        message("need.sound"),
        "audio",
        ("/dev/snd/pcm*", "/dev/snd/control*"),
        missing=message("need.sound.missing"),
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


def needs(hardware: Iterable[Need], driver: str, *, sound: bool) -> tuple[Need, ...]:
    """What a table needs with this `hardware`; `driver` is SDL's, where one was asked for.

    Of several that ask for the same device nodes only the first counts.
    """
    own = ["screen", "graphics", "input"] if driver.lower() == "kmsdrm" else []
    wanted = (*hardware, *(NEEDS[one] for one in (*own, *(["sound"] if sound else []))))
    first: dict[tuple[str, ...], Need] = {}
    for one in wanted:
        first.setdefault(one.patterns, one)
    return tuple(first.values())


def findings(access: Access) -> Iterator[Finding]:
    """What is to be said of the user and the devices."""
    yield found(
        "user",
        Level.WARN if access.root else Level.OK,
        "selftest.user",
        who="root" if access.root else access.user,
        user=access.user,
        groups=", ".join(access.groups) or message("selftest.user.no-groups"),
        service=SERVICE,
    )
    level, code = Level.SKIP, "missing"
    if access.service:
        level, code = Level.OK, "there" if access.user == SERVICE else "other-user"
    code = f"selftest.service.{code}"
    yield found("service", level, code, service=SERVICE, user=access.user)
    for need, devices in access.devices:
        yield _need(access, need, devices)


def _need(access: Access, need: Need, devices: tuple[Device, ...]) -> Finding:
    """Devices that are missing, closed to this user, or fine."""
    name = message("selftest.name.device", what=need.name, group=need.group)
    if not devices:
        level = Level.FAIL if need.missing and need.vital else Level.WARN
        seen = message("selftest.device.none", patterns=any_of(need.patterns))
        return Finding(name, level, seen, need.missing or message("selftest.device.none.todo"))
    shut = [one.path for one in devices if not one.opens]
    if not shut:
        paths, more = ", ".join(one.path for one in devices[:3]), len(devices) - 3
        opens = "selftest.device.more-open" if more > 0 else "selftest.device.opens"
        return found(name, Level.OK, opens, paths=paths, more=more)
    code = "selftest.device.unwritable" if need.writes else "selftest.device.unreadable"
    todo = "join"
    if need.group not in access.known:
        todo = "no-group"
    elif need.group in access.groups:
        todo = "foreign"
    return Finding(
        name,
        Level.FAIL if need.vital else Level.WARN,
        message(code, paths=", ".join(shut[:3])),
        message(f"selftest.device.{todo}", group=need.group, user=access.user, path=shut[0]),
    )

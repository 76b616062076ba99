"""Judges the machine: the user and the permissions, the journal's disk, and the display."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from errno import EACCES, EDQUOT, EIO, ENODEV, ENOSPC, ENXIO, EPERM, EROFS
from statistics import median

from appliance.core.hardware import HOT, LOW, Need, Vitals
from appliance.core.signals import MS
from appliance.errors import DoubtItError
from appliance.selftest.judge import Finding, Level, found, skipped
from bluffing.message import Spoken, any_of, message

SERVICE = "doubtit"
"""The user that the service runs as."""

WITHOUT_DESKTOP = (
    Need(
        message("need.screen"), "video", ("/dev/dri/card*",), missing=message("need.screen.missing")
    ),
    Need(message("need.graphics"), "render", ("/dev/dri/renderD*",), vital=False),
    Need(message("need.keys-and-touch"), "input", ("/dev/input/event*",), writes=False),
)
"""Devices that the table needs if SDL draws without a desktop."""

SOUND = Need(
    message("need.sound"),
    "audio",
    ("/dev/snd/pcm*", "/dev/snd/control*"),
    missing=message("need.sound.missing"),
    vital=False,
)
"""Devices for sound."""

MB = 1_000_000
NEARLY_FULL, FULL = 500 * MB, 50 * MB
"""Bytes free: an evening's journal has a few megabytes, but a full disk stops the table."""

SLOW, STALLS = 15 * MS, 200 * MS
"""The time of one commit (ns), usual and at worst: the table answers nothing before it is done."""

UNWRITABLE = {
    ENOSPC: "full", EDQUOT: "full", EROFS: "read-only", EIO: "failing", ENODEV: "failing",
    ENXIO: "failing", 0: "unwritable", EACCES: "unwritable", EPERM: "unwritable",
}  # fmt: skip
"""Codes of a journal that can't be written, by the system's error; 0: another user's file."""

IN_MEMORY = ("tmpfs", "ramfs", "overlay")
"""File systems in memory, lost without power. An overlay on a disk has the disk's own kind."""

LITTLE, NO_MEMORY = 150 * MB, 60 * MB
"""Bytes of memory left: the card reader takes some tens of megabytes for one picture."""

MIN_FRAME_RATE = 12.0
"""Whole pictures a second: below it, what moves stutters."""

NO_SCREEN = ("dummy", "offscreen")
"""SDL's drivers without a visible picture."""


@dataclass(frozen=True, slots=True)
class User:
    """The user of this process, with their groups.

    `known` are the groups that this machine has; `service` is True if the service's user exists.
    """

    name: str
    root: bool
    groups: tuple[str, ...]
    known: frozenset[str]
    service: bool


def needs(hardware: Iterable[Need], driver: str, *, sound: bool) -> tuple[Need, ...]:
    """List the device nodes of a table with this `hardware`; `driver` is the requested one of SDL.

    Of several needs for the same device nodes only the first counts.
    """
    desktop_needs = WITHOUT_DESKTOP if driver.lower() == "kmsdrm" else ()
    first: dict[tuple[str, ...], Need] = {}
    for need in (*hardware, *desktop_needs, *((SOUND,) if sound else ())):
        first.setdefault(need.patterns, need)
    return tuple(first.values())


def user(seen: User) -> Finding:
    """Judge the user who runs the table."""
    return found(
        "user",
        Level.WARN if seen.root else Level.OK,
        "selftest.user",
        who="root" if seen.root else seen.name,
        user=seen.name,
        groups=", ".join(seen.groups) or message("selftest.user.no-groups"),
        service=SERVICE,
    )


def service(seen: User) -> Finding:
    """Judge if that is the user of the service, if the service exists."""
    level, code = Level.SKIP, "missing"
    if seen.service:
        level, code = Level.OK, "there" if seen.name == SERVICE else "other-user"
    return found("service", level, f"selftest.service.{code}", service=SERVICE, user=seen.name)


def devices(need: Need, opens: Mapping[str, bool], seen: User) -> Finding:
    """Judge the devices of a `need` by path, and which of them this user may open."""
    name = message("selftest.name.device", what=need.name, group=need.group)
    if not opens:
        level = Level.FAIL if need.missing and need.vital else Level.WARN
        none = message("selftest.device.none", patterns=any_of(need.patterns))
        return Finding(name, level, none, need.missing or message("selftest.device.none.todo"))
    shut = [path for path, open_ in opens.items() if not open_]
    if not shut:
        paths, more = ", ".join([*opens][:3]), len(opens) - 3
        opened = "selftest.device.more-open" if more > 0 else "selftest.device.opens"
        return found(name, Level.OK, opened, paths=paths, more=more)
    code = "selftest.device.unwritable" if need.writes else "selftest.device.unreadable"
    todo = "join"
    if need.group not in seen.known:
        todo = "no-group"
    elif need.group in seen.groups:
        todo = "foreign"
    return Finding(
        name,
        Level.FAIL if need.vital else Level.WARN,
        message(code, paths=", ".join(shut[:3])),
        message(f"selftest.device.{todo}", group=need.group, user=seen.name, path=shut[0]),
    )


def system_file(package: str, path: str, state: str, command: str) -> Finding:
    """Judge a file for the system that a `package` provides; `command` installs it.

    `state` compares it with the installed one: "same", "other" or "missing".
    """
    name = message("selftest.name.system-file", package=package)
    verdict = message(f"selftest.system-file.{state}", path=path, package=package)
    if state == "same":
        return Finding(name, Level.OK, verdict)
    return Finding(name, Level.WARN, verdict, message("selftest.system-file.todo", command=command))


def writable(
    journal: str, folder: str, *, missing: bool, read_only: bool, error: Spoken, number: int = 0
) -> Finding:
    """Judge if the journal can be written in `folder`; `error` is the reason if not, or "".

    `missing`: the journal's own folder must be created in this one. `number` is the system's errno,
    if it refused.
    """
    level, code = Level.FAIL, UNWRITABLE.get(number, "odd")
    if read_only:
        code = "read-only"
    elif not error:
        level, code = Level.OK, "writable"
    place = message("selftest.disk.to-be-made", folder=folder) if missing else folder
    values = {"journal": journal, "folder": folder, "where": place, "error": error}
    return found("journal", level, f"selftest.disk.{code}", **values)


def speed(commits: Sequence[int]) -> Finding:
    """Judge the time of small writes until they are safe on the disk (ns)."""
    usual, worst = median(commits), max(commits)
    slow = usual > SLOW or worst > STALLS
    level, code = (Level.WARN, "slow") if slow else (Level.OK, "speed")
    times = {"commit_ms": usual / MS, "worst_commit_ms": worst / MS}
    return found("speed", level, f"selftest.disk.{code}", **times)


def lasting(kind: str, journal: str) -> Iterator[Finding]:
    """Report a file system of a `kind` that lies in memory."""
    if kind in IN_MEMORY:
        yield found("journal", Level.WARN, "selftest.disk.in-memory", kind=kind, journal=journal)


def supply(throttled: int | None) -> Iterator[Finding]:
    """Judge a Pi's own report on its power and its heat; None: this machine has none."""
    if throttled is None:
        yield skipped("supply", "selftest.supply.unknown")
        return
    for name, bits in (("supply", LOW), ("heat", HOT)):
        now, before = bool(throttled & bits), bool(throttled & bits << 16)
        level, code = (Level.WARN, "was") if before else (Level.OK, "fine")
        if now:
            level, code = Level.FAIL, "is"
        yield found(name, level, f"selftest.{name}.{code}")


def card(seen: Vitals) -> Finding:
    """Judge the disk's own report."""
    if seen.disk_errors:
        return found("card", Level.FAIL, "selftest.card.errors", errors=seen.disk_errors)
    if seen.worn:
        return found("card", Level.WARN, "selftest.card.worn")
    return found("card", Level.OK, "selftest.card.fine")


def memory(left: int | None) -> Finding:
    """Judge the free memory (bytes)."""
    if left is None:
        return skipped("memory", "selftest.memory.unknown")
    level, code = Level.OK, "enough"
    if left < LITTLE:
        level, code = Level.FAIL if left < NO_MEMORY else Level.WARN, "little"
    return found("memory", level, f"selftest.memory.{code}", left_mb=left / MB)


def date(*, clock_set: bool) -> Finding:
    """Judge whether evenings get the right date."""
    level, code = (Level.OK, "set") if clock_set else (Level.WARN, "unset")
    return found("date", level, f"selftest.date.{code}")


def vitals(seen: Vitals, journal: str) -> Iterator[Finding]:
    """Judge all troubles of the machine during play."""
    yield from supply(seen.throttled)
    if seen.read_only:
        values = {"journal": journal, "folder": journal, "where": journal, "error": ""}
        yield found("journal", Level.FAIL, "selftest.disk.read-only", **values)
    yield from lasting(seen.kind, journal)
    yield card(seen)
    yield memory(seen.memory)
    yield date(clock_set=seen.clock_set)


def free_room(free: int, journal: str) -> Finding:
    """Judge the free room in bytes."""
    level, code = Level.OK, "room"
    if free < NEARLY_FULL:
        level, code = Level.FAIL if free < FULL else Level.WARN, "little-room"
    values: dict[str, Spoken] = {"free_bytes": free, "free_mb": free / MB, "journal": journal}
    return found("room", level, f"selftest.disk.{code}", **values)


def picture(driver: str, size: tuple[int, int], fps: float | None) -> Finding:
    """Judge what SDL's `driver` drew, in pictures a second (None: too fast to be timed)."""
    level, code = Level.OK, "untimed" if fps is None else "drawn"
    if driver in NO_SCREEN:
        level, code = Level.WARN, "unseen"
    elif fps is not None and fps < MIN_FRAME_RATE:
        level, code = Level.WARN, "slow"
    code = f"selftest.display.{code}"
    return found("picture", level, code, driver=driver, width=size[0], height=size[1], fps=fps)


def screens(there: Sequence[str], chosen: str, *, strays: bool) -> Finding:
    """List the screens that are `there`; `strays`: another shows the picture than was chosen."""
    level, code = (Level.WARN, "other-screen") if strays else (Level.OK, "screens")
    names = ", ".join(there)
    return found("screens", level, f"selftest.display.{code}", names=names, screen=chosen or None)


def readable(distance_cm: int, farthest_cm: int) -> Iterator[Finding]:
    """Judge if people can read the smallest letters from their seats."""
    if distance_cm > farthest_cm:
        values = {"distance": distance_cm, "farthest": farthest_cm}
        yield found("letters", Level.WARN, "selftest.display.small-letters", **values)


def touchable(diagonal_inch: int, smallest_inch: int) -> Iterator[Finding]:
    """Judge if keys are large enough for a finger."""
    if diagonal_inch < smallest_inch:
        values = {"diagonal": diagonal_inch, "smallest": smallest_inch}
        yield found("keys", Level.WARN, "selftest.display.small-keys", **values)


def without_desktop(driver: str, *, gl: bool, runtime_dir: bool) -> Iterator[Finding]:
    """Judge the libraries and devices that SDL needs without a desktop. `gl`: libGL is there."""
    if driver.lower() == "kmsdrm" and not gl:
        yield found("libgl", Level.FAIL, "selftest.display.no-libgl")
    if driver.lower() == "kmsdrm" and not runtime_dir:
        yield found("runtime-dir", Level.WARN, "selftest.display.no-runtime-dir")


def closed(error: DoubtItError, driver: str) -> Finding:
    """Return the finding for a display that did not open; `driver` is the requested SDL driver."""
    cause = "desktop"
    if driver.lower() == "kmsdrm":
        cause = "no-kmsdrm" if error.seen.code == "display.no-driver" else "kmsdrm"
    todo = message(f"selftest.display.closed.{cause}")
    return Finding(message("selftest.name.picture"), Level.FAIL, error.seen, todo)

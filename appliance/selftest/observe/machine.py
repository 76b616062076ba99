"""Observes the machine: the user and the permissions, its disk, supply, health and wiring."""

import grp
import os
import pwd
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile

from appliance.builds import electrics
from appliance.builds.file import chosen
from appliance.config import Config
from appliance.core.hardware import Need
from appliance.drivers import kernel
from appliance.drivers.gpio.driver import BuzzerSettings, LampSettings, PowerSettings
from appliance.drivers.pca9685 import Settings as ChipSettings
from appliance.drivers.system_files import system_files
from appliance.errors import DriverError, reason
from appliance.owner import as_owner
from appliance.selftest.judge import Finding, failed, machine, skipped
from appliance.selftest.judge import wiring as judged_wiring
from appliance.selftest.observe.room import Room
from bluffing.message import Spoken, message

MOUNTS = Path("/proc/self/mountinfo")

COMMITS = 20
PAGE = bytes(4096)
"""SQLite writes whole pages; one row of a journal is less than one."""

_CHANGED = os.R_OK | os.W_OK


def permissions(room: Room) -> Iterator[Finding]:
    """Observe the user, and the devices that may be opened; nothing is opened."""
    groups = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    numbers = {os.getegid(), *os.getgroups()}
    user = machine.User(
        name=_user(os.geteuid()),
        root=os.geteuid() == 0,
        groups=tuple(sorted(groups.get(number, str(number)) for number in numbers)),
        known=frozenset(groups.values()),
        service=any(account.pw_name == machine.SERVICE for account in pwd.getpwall()),
    )
    yield machine.user(user)
    yield machine.service(user)
    fitted = room.hardware
    parts = (fitted.source, fitted.camera, fitted.lamps, fitted.power, fitted.scale)
    hardware = [need for part in parts if part is not None for need in part.needs]
    driver, sound = room.env.get("SDL_VIDEODRIVER", ""), room.config.sound.volume != "off"
    for need in machine.needs(hardware, driver, sound=sound):
        yield machine.devices(need, _devices(need), user)
    for file in system_files():
        if isinstance(file, DriverError):
            yield failed("system-files", file)
        else:
            yield machine.system_file(file.package, file.path, file.state(), file.command)


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _devices(need: Need) -> dict[str, bool]:
    """Observe the devices, and if this process may open them as it must."""
    access = os.R_OK | (os.W_OK if need.writes else 0)
    devices = {
        path for pattern in need.patterns for path in Path("/").glob(pattern.removeprefix("/"))
    }
    return {str(path): os.access(path, access) for path in sorted(devices)}


def disk(room: Room) -> Iterator[Finding]:
    """Write a little beside the journal, into a file without a name that is gone afterwards."""
    journal = Path(room.config.journal)
    wanted = journal.absolute().parent
    folder = next(path for path in (wanted, *wanted.parents) if path.is_dir())
    about = os.statvfs(folder)
    read_only = bool(about.f_flag & os.ST_RDONLY)
    commits: list[int] = []
    mine, number = True, 0
    error: Spoken = ""
    try:
        with as_owner(folder):
            commits += _commits(room, folder)
            mine = not journal.exists() or os.access(journal, _CHANGED, effective_ids=True)
    except OSError as refused:
        error, number = reason(refused), refused.errno or 0
    if not error and not mine:
        error = message("selftest.disk.foreign")
    yield machine.writable(
        str(journal), str(folder), missing=folder != wanted, read_only=read_only, error=error,
        number=number,
    )  # fmt: skip
    with suppress(OSError):  # a system without /proc
        yield from machine.lasting(
            kernel.kind_of(folder.resolve(), MOUNTS.read_text("utf-8")), str(journal)
        )
    if not (read_only or error):
        yield machine.speed(commits)
    yield machine.free_room(about.f_bavail * about.f_frsize, str(journal))


def _commits(room: Room, folder: Path) -> Iterator[int]:
    """Time each write until it is safe (ns). Raises OSError if no write succeeds."""
    with TemporaryFile(dir=folder) as file:
        for _ in range(COMMITS):
            began = room.clock()
            file.write(PAGE)
            file.flush()
            os.fsync(file.fileno())
            yield room.clock() - began


def supply(_: Room) -> Iterator[Finding]:
    """Read the reports of a Pi's firmware and of its sensor of the supply."""
    yield from machine.supply(kernel.throttled(Path("/sys")))


def health(room: Room) -> Iterator[Finding]:
    """Read the kernel's reports on the card, on memory and on the clock."""
    vitals = kernel.vitals(Path(room.config.journal))
    yield machine.card(vitals)
    yield machine.memory(vitals.memory)
    yield machine.date(clock_set=vitals.clock_set)


# --- the wiring: no device is opened, since none can detect wires --------------------------------


def wiring(room: Room) -> Iterator[Finding]:
    """Check the build of the settings by calculation, on the pins of the settings."""
    at = wiring_of(room.config)
    if at is None:
        yield skipped("wiring", "selftest.wiring.unknown")
    elif room.config.buzzers.driver != at.build.buzzers:
        yield skipped("wiring", "selftest.wiring.other", driver=room.config.buzzers.driver)
    elif lamps_driver := other_lamps(room.config, dimmed=bool(at.build.dimming.dimmer)):
        yield skipped("wiring", "selftest.wiring.other-lamps", driver=lamps_driver)
    else:
        yield from judged_wiring.findings(at)


def other_lamps(config: Config, *, dimmed: bool) -> str:
    """Return the driver of lamps that are not part of the build, or ""."""
    lamps = config.lamps
    if lamps is None or not isinstance(lamps.settings, LampSettings | ChipSettings):
        return ""
    return lamps.driver if isinstance(lamps.settings, ChipSettings) != dimmed else ""


def wiring_of(config: Config) -> electrics.Wiring | None:
    """Return the wiring of a table with these settings, or None without a build.

    Raises:
        ConfigError: the file of the build can't be used.
    """
    choice = chosen(config.build)
    if choice is None:
        return None
    at = electrics.wiring(*choice, config.seats.buzzers)
    set_ = (config.buzzers.settings, config.lamps and config.lamps.settings, config.power.settings)
    at = replace(at, power_pin=0)
    for settings in set_:
        match settings:
            case BuzzerSettings(pins):
                at = replace(at, buzzer_pins=pins[: at.seats])
            case LampSettings(pins):
                at = replace(at, lamp_pins=pins[: at.seats])
            case ChipSettings(_, address, outputs):
                at = replace(at, lamp_pins=outputs[: at.seats], dimmer_address=address)
            case PowerSettings(pin):
                at = replace(at, power_pin=pin)
            case _:
                pass
    return at

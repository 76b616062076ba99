"""Who runs this, in which groups, and which devices may be opened."""

import grp
import os
import pwd
from collections.abc import Iterator
from pathlib import Path

from appliance.core.hardware import Need
from appliance.selftest.judge import Finding
from appliance.selftest.judge.permissions import SERVICE, Access, Device, findings, needs
from appliance.selftest.observe.room import Room


def look(room: Room) -> Iterator[Finding]:
    """Look; nothing is opened and nothing changed."""
    parts = (room.source, room.camera, room.lamps, room.power)
    wanted = needs(
        [need for part in parts if part is not None for need in part.needs],
        room.env.get("SDL_VIDEODRIVER", ""),
        sound=room.config.sound.volume != "off",
    )
    yield from findings(
        Access(
            user=_user(os.geteuid()),
            root=os.geteuid() == 0,
            groups=_groups(),
            known=frozenset(one.gr_name for one in grp.getgrall()),
            service=any(one.pw_name == SERVICE for one in pwd.getpwall()),
            devices=tuple((need, _devices(need)) for need in wanted),
        )
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _groups() -> tuple[str, ...]:
    names = {one.gr_gid: one.gr_name for one in grp.getgrall()}
    numbers = {os.getegid(), *os.getgroups()}
    return tuple(sorted(names.get(one, str(one)) for one in numbers))


def _devices(need: Need) -> tuple[Device, ...]:
    how = os.R_OK | (os.W_OK if need.writes else 0)
    found = {path for one in need.patterns for path in Path("/").glob(one.removeprefix("/"))}
    return tuple(Device(str(path), os.access(path, how)) for path in sorted(found))

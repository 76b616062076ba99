"""The machine: who runs the table and may open what, its disk, its display, its loudspeaker."""

import grp
import os
import pwd
from collections.abc import Iterator
from contextlib import suppress
from ctypes.util import find_library
from pathlib import Path
from tempfile import TemporaryFile

from appliance.core.effects import PlaySound, Sound
from appliance.core.hardware import Need
from appliance.core.signals import SECOND
from appliance.display.quiet import RATE, pygame
from appliance.display.sizes import Glass
from appliance.display.sound import Speaker
from appliance.display.view import Screen, View
from appliance.display.waves import wave
from appliance.display.window import Window
from appliance.drivers import kernel, opened
from appliance.errors import DriverError, reason
from appliance.owner import as_owner
from appliance.selftest.judge import Finding, Level, answered, found, machine, skipped
from appliance.selftest.observe.room import Room
from bluffing.message import Spoken, message

MOUNTS = Path("/proc/self/mountinfo")

COMMITS = 20
PAGE = bytes(4096)
"""SQLite writes whole pages; one row of a journal is less than one."""

_CHANGED = os.R_OK | os.W_OK

FRAMES_DRAWN = 20
"""Number of full frames drawn to measure the frame rate."""

SHOWN = 2.0
"""Seconds that the picture stays for people to look at."""

MUTE = ("dummy", "disk")
"""SDL's drivers that nobody hears."""


def permissions(room: Room) -> Iterator[Finding]:
    """Look who runs this, and which devices may be opened; nothing is opened."""
    groups = {one.gr_gid: one.gr_name for one in grp.getgrall()}
    numbers = {os.getegid(), *os.getgroups()}
    seen = machine.User(
        name=_user(os.geteuid()),
        root=os.geteuid() == 0,
        groups=tuple(sorted(groups.get(one, str(one)) for one in numbers)),
        known=frozenset(groups.values()),
        service=any(one.pw_name == machine.SERVICE for one in pwd.getpwall()),
    )
    yield machine.user(seen)
    yield machine.service(seen)
    there = room.hardware
    parts = (there.source, there.camera, there.lamps, there.power)
    hardware = [need for part in parts if part is not None for need in part.needs]
    driver, sound = room.env.get("SDL_VIDEODRIVER", ""), room.config.sound.volume != "off"
    for need in machine.needs(hardware, driver, sound=sound):
        yield machine.devices(need, _devices(need), seen)


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _devices(need: Need) -> dict[str, bool]:
    """Observe the devices, and if this process may open them as it must."""
    how = os.R_OK | (os.W_OK if need.writes else 0)
    there = {path for one in need.patterns for path in Path("/").glob(one.removeprefix("/"))}
    return {str(path): os.access(path, how) for path in sorted(there)}


def disk(room: Room) -> Iterator[Finding]:
    """Write a little beside the journal, into a file without a name that is gone afterwards."""
    journal = Path(room.config.journal)
    wanted = journal.absolute().parent
    folder = next(one for one in (wanted, *wanted.parents) if one.is_dir())
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
    """Time each write until it is safe (ns). Raises OSError where none can be made."""
    with TemporaryFile(dir=folder) as file:
        for _ in range(COMMITS):
            began = room.clock()
            file.write(PAGE)
            file.flush()
            os.fsync(file.fileno())
            yield room.clock() - began


def supply(_: Room) -> Iterator[Finding]:
    """Read what a Pi's firmware and its sensor of the supply say."""
    yield from machine.supply(kernel.throttled(Path("/sys")))


def health(room: Room) -> Iterator[Finding]:
    """Read what the kernel says of the card, of memory and of the clock."""
    seen = kernel.vitals(Path(room.config.journal))
    yield machine.card(seen)
    yield machine.memory(seen.memory)
    yield machine.date(clock_set=seen.clock_set)


def display(room: Room) -> Iterator[Finding]:
    """Open it as the table does, draw as fast as it goes, and ask whether anybody saw it."""
    window = Window(room.config.display, fps=1000)
    title, name = room.words("selftest.window"), room.words("attract.headline")
    try:
        with opened(window):
            began = room.clock()
            for number in range(FRAMES_DRAWN):
                text = room.words("selftest.window.picture", number=number + 1, of=FRAMES_DRAWN)
                window.show(View(Screen.ATTRACT, title, name, text), room.clock())
            spent = room.clock() - began
            driver, size = pygame.display.get_driver(), window.size
            screens, strays = window.screens, window.strays
            if room.people is not None:
                room.pause(SHOWN)
    except DriverError as error:
        yield machine.closed(error, room.env.get("SDL_VIDEODRIVER", ""))
        return
    yield machine.picture(driver, size, FRAMES_DRAWN * SECOND / spent if spent > 0 else None)
    settings = room.config.display
    glass = Glass(settings.picture_inch, settings.distance_cm)
    yield from machine.readable(glass.distance_cm, glass.farthest_cm(size))
    if settings.touch:
        yield from machine.touchable(round(glass.diagonal_inch), glass.smallest_inch(size))
    if driver in machine.NO_SCREEN:
        return
    yield machine.screens(screens, settings.screen, strays=strays)
    gl, folder = find_library("GL") is not None, bool(room.env.get("XDG_RUNTIME_DIR"))
    yield from machine.without_desktop(driver, gl=gl, runtime_dir=folder)
    codes = ("selftest.screen.seen", "selftest.screen.unseen", "selftest.screen.not-asked")
    yield answered("screen", room.yes("selftest.ask.display"), codes)


def loudspeaker(room: Room) -> Iterator[Finding]:
    """Play what a winner hears, and ask whether anybody heard it."""
    volume = room.config.sound.volume
    if volume == "off":
        yield skipped("loudspeaker", "selftest.sound.off")
        return
    with opened(Speaker(volume, device=room.config.sound.device)) as speaker:
        speaker.perform(PlaySound(Sound.WIN))
        room.pause(len(wave(Sound.WIN)) / RATE)
    driver = room.env.get("SDL_AUDIODRIVER", "")
    if driver in MUTE:
        yield found("loudspeaker", Level.WARN, "selftest.sound.mute", driver=driver)
    else:
        codes = ("selftest.sound.heard", "selftest.sound.unheard", "selftest.sound.not-asked")
        yield answered("loudspeaker", room.yes("selftest.ask.sound"), codes, driver=driver)

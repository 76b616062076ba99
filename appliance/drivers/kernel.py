"""The machine itself, as the kernel knows it: supply, heat, disk, memory, clock.

All values are read from files under one folder, which is / but in tests. A file that is missing or
has other content counts as unknown.
"""

import os
import re
import time
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from appliance.core.hardware import LOW, Vitals

CARD_WARNS = 2
"""Lowest pre_eol_info of a card that is a warning (JEDEC eMMC, PRE_EOL_INFO)."""

CARD_USED = 0x0A
"""Lowest life_time of a card that is used up by 90 % or more (the same, DEVICE_LIFE_TIME_EST)."""

DIRECT = 1 << 1
"""Bit of a touch screen, which is touched at the place of its picture (INPUT_PROP_DIRECT)."""

KEYBOARD = 0xFFFFFFFE
"""Keys that every keyboard has: Escape, digits, and the letters Q to D (linux/input.h)."""

CONNECTORS = Path("/sys/class/drm")
"""The outputs for screens."""

NEVER_BEFORE = 1767225600
"""Seconds since 1970 at the start of 2026: a clock that is behind was never set."""


def vitals(journal: Path, root: Path = Path("/"), clock: Callable[[], float] = time.time) -> Vitals:
    """Return the health of the machine under `root`; its evenings are written to `journal`."""
    folder = next(entry for entry in journal.absolute().parents if entry.is_dir())
    return Vitals(
        throttled=throttled(root / "sys"),
        kind=kind_of(folder.resolve(), _text(root / "proc/self/mountinfo")),
        read_only=_read_only(folder),
        disk_errors=_disk_errors(root / "sys"),
        worn=_worn(root / "sys"),
        memory=_memory(root / "proc/meminfo"),
        clock_set=_clock_set(root, clock()),
        touch=any(_bits(entry / "properties") & DIRECT for entry in _inputs(root)),
        keyboard=any(
            _bits(entry / "capabilities/key") & KEYBOARD == KEYBOARD for entry in _inputs(root)
        ),
    )


def screens(connectors: Path = CONNECTORS) -> tuple[str, ...]:
    """Return the outputs of the first graphics card that have a screen, such as HDMI-A-1.

    Their order is that of the kernel's own numbers, in which SDL counts its screens.
    """
    cards = dict[str, list[tuple[int, str]]]()
    for file in connectors.glob("card*-*/status"):
        card, _, name = file.parent.name.partition("-")
        if _text(file).strip() == "connected":
            number = _text(file.with_name("connector_id")).strip()
            cards.setdefault(card, []).append((int(number) if number.isdecimal() else 0, name))
    first = min(cards, key=lambda card: (len(card), card), default="")
    return tuple(name for _, name in sorted(cards.get(first, ())))


def throttled(system: Path) -> int | None:
    """Return the bits of get_throttled, including the sensor's; None without both."""
    bits = None
    for file in system.glob("devices/platform/soc*/*firmware/get_throttled"):
        with suppress(OSError, ValueError):
            bits = int(file.read_text("ascii"), 16)
    for name in system.glob("class/hwmon/hwmon*/name"):
        with suppress(OSError, ValueError):
            if name.read_text("ascii").strip() == "rpi_volt":
                alarm = int((name.parent / "in0_lcrit_alarm").read_text("ascii"))
                bits = (bits or 0) | (alarm and LOW)
    return bits


@lru_cache(maxsize=2)
def kind_of(path: Path, mounts: str) -> str:
    """Return the kind of the file system at `path`; "": unknown.

    `mounts` is /proc/self/mountinfo, see proc(5). An overlay stores files in its upper folder.
    """
    kinds = dict[Path, tuple[str, str]]()
    for line in mounts.splitlines():
        about, _, kept = line.partition(" - ")
        place = Path(about.split()[4].replace("\\040", " "))
        kind, _, options = kept.split(maxsplit=2)
        kinds[place] = kind, options
    place = _mount(path, kinds)
    kind, options = kinds.get(place, ("", ""))
    upper = re.search(r"upperdir=([^,]+)", options)
    if kind == "overlay" and upper is not None and _mount(Path(upper[1]), kinds) != place:
        return kind_of(Path(upper[1]), mounts)
    return kind


def _mount(path: Path, kinds: Container[Path]) -> Path:
    """Return the mount that `path` is in."""
    return next((entry for entry in (path, *path.parents) if entry in kinds), Path("/"))


def _read_only(folder: Path) -> bool:
    with suppress(OSError):
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    return False


def _disk_errors(system: Path) -> int:
    """Return how many errors the ext4 file systems of this machine have counted."""
    files = system.glob("fs/ext4/*/errors_count")
    return sum(_number(file, 10) or 0 for file in files)


def _worn(system: Path) -> bool:
    """Return True if a memory card or an eMMC reports that it is near its end."""
    for device in system.glob("block/mmcblk*/device"):
        if (_number(device / "pre_eol_info", 16) or 0) >= CARD_WARNS:
            return True
        used = _text(device / "life_time").split()
        with suppress(ValueError):
            if any(int(entry, 16) >= CARD_USED for entry in used):
                return True
    return False


def _memory(meminfo: Path) -> int | None:
    """Return the bytes of memory that programs can still have; None: unknown."""
    match = re.search(r"^MemAvailable:\s+(\d+) kB$", _text(meminfo), re.MULTILINE)
    return None if match is None else int(match[1]) * 1024


def _clock_set(root: Path, now: float) -> bool:
    """Return True if the clock has a battery, or was set over a network since the start."""
    battery = any((root / "sys/class/rtc").glob("rtc*"))
    network = any(
        (root / "run" / entry).exists() for entry in ("systemd/timesync/synchronized", "chrony")
    )
    return now >= NEVER_BEFORE and (battery or network)


def _inputs(root: Path) -> Iterator[Path]:
    yield from (root / "sys/class/input").glob("input*")


def _bits(file: Path) -> int:
    """Return the lowest 32 bits of a file that has words of them, the lowest word last."""
    words = _text(file).split()
    with suppress(ValueError):
        return int(words[-1], 16) & 0xFFFFFFFF if words else 0
    return 0


def _number(file: Path, base: int) -> int | None:
    with suppress(ValueError):
        return int(_text(file), base)
    return None


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""

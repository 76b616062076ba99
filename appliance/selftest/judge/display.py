"""The display: which driver draws, how large, how fast, and whether anybody can see it."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.signals import SECOND
from appliance.selftest.judge import Finding, Level, Part, skipped

SLOW = 12.0
"""Whole pictures a second: below it, what moves stutters."""

NO_SCREEN = ("dummy", "offscreen")
"""SDL's drivers that show nothing to anybody."""


@dataclass(frozen=True, slots=True)
class Display:
    """What was observed of the display.

    `driver` is SDL's, `frames` whole pictures were drawn in `spent` ns. `gl` says that libGL is
    there, `seen` what a person said of the picture (None: nobody did).
    """

    driver: str
    width: int
    height: int
    frames: int
    spent: int
    gl: bool
    runtime_dir: bool
    seen: bool | None = None

    @property
    def direct(self) -> bool:
        """Whether it draws without a desktop."""
        return self.driver.lower() == "kmsdrm"

    @property
    def fps(self) -> float | None:
        """Whole pictures a second."""
        return self.frames * SECOND / self.spent if self.spent > 0 else None


def findings(display: Display) -> Iterator[Finding]:
    """What is to be said of the display."""
    fps = display.fps
    figures = (
        ("driver", display.driver),
        ("width", display.width),
        ("height", display.height),
        ("fps", None if fps is None else round(fps, 1)),
    )
    rate = "" if fps is None else f", {fps:.0f} whole pictures a second"
    says = f"{display.driver}, {display.width}x{display.height}{rate}"
    if display.driver in NO_SCREEN:
        todo = "unset SDL_VIDEODRIVER, or set it to kmsdrm (without a desktop), wayland or x11"
        yield Finding(Part.DISPLAY, "picture", Level.WARN, f"{says}: nobody sees it", todo, figures)
        return
    if fps is not None and fps < SLOW:
        todo = "set a smaller display.width and display.height: a full screen is scaled up"
        yield Finding(Part.DISPLAY, "picture", Level.WARN, f"slow: {says}", todo, figures)
    else:
        yield Finding(Part.DISPLAY, "picture", Level.OK, says, "", figures)
    if display.direct and not display.gl:
        yield Finding(
            Part.DISPLAY,
            "libGL",
            Level.FAIL,
            "missing: SDL draws without a complaint, and the screen stays black",
            "apt install libgl1",
        )
    if display.direct and not display.runtime_dir:
        yield Finding(
            Part.DISPLAY,
            "XDG_RUNTIME_DIR",
            Level.WARN,
            "not set: SDL may fail without a desktop",
            "export XDG_RUNTIME_DIR=/run/user/$(id -u); the service sets /run/doubtit",
        )
    yield _looked_at(display)


def closed(error: Exception, driver: str) -> Finding:
    """The display did not open; `driver` is the one that SDL was told to use, or nothing."""
    reason = str(error)
    if "not available" in reason and driver.lower() == "kmsdrm":
        todo = (
            "this pygame was built without KMSDRM, as pip's is: apt install python3-pygame, make "
            "the virtual environment with --system-site-packages, and remove pip's pygame"
        )
    elif driver.lower() == "kmsdrm":
        todo = (
            "stop what else uses the screen (a desktop; the service), join the groups video and "
            "render, and see that /boot/firmware/config.txt has dtoverlay=vc4-kms-v3d"
        )
    else:
        todo = (
            "connect a screen; without a desktop set SDL_VIDEODRIVER=kmsdrm, over ssh to a "
            "machine with one set WAYLAND_DISPLAY=wayland-0 or DISPLAY=:0"
        )
    return Finding(Part.DISPLAY, "picture", Level.FAIL, reason.partition(";")[0], todo)


def _looked_at(display: Display) -> Finding:
    if display.seen is None:
        return skipped(Part.DISPLAY, "screen", "nobody said whether there was a picture on it")
    if display.seen:
        return Finding(Part.DISPLAY, "screen", Level.OK, "somebody saw the picture")
    return Finding(
        Part.DISPLAY,
        "screen",
        Level.FAIL,
        "nobody saw the picture",
        "check its cable, input and power; without a desktop: apt install libgl1 libegl1 libgbm1",
    )

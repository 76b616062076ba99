"""The display: which driver draws, how large, how fast, and whether anybody can see it."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.core.signals import SECOND
from appliance.errors import DoubtItError
from appliance.message import message
from appliance.selftest.judge import Finding, Level, Part, found, skipped

MIN_FRAME_RATE = 12.0
"""Whole pictures a second: below it, what moves stutters."""

NO_SCREEN = ("dummy", "offscreen")
"""SDL's drivers that show nothing to anybody."""


@dataclass(frozen=True, slots=True)
class DisplaySeen:
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


def findings(display: DisplaySeen) -> Iterator[Finding]:
    """What is to be said of the display."""
    fps = display.fps
    level, code = Level.OK, "untimed" if fps is None else "drawn"
    if display.driver in NO_SCREEN:
        level, code = Level.WARN, "unseen"
    elif fps is not None and fps < MIN_FRAME_RATE:
        level, code = Level.WARN, "slow"
    yield found(
        Part.DISPLAY,
        "picture",
        level,
        f"selftest.display.{code}",
        driver=display.driver,
        width=display.width,
        height=display.height,
        fps=fps,
    )
    if display.driver in NO_SCREEN:
        return
    if display.direct and not display.gl:
        yield found(Part.DISPLAY, "libgl", Level.FAIL, "selftest.display.no-libgl")
    if display.direct and not display.runtime_dir:
        yield found(Part.DISPLAY, "runtime-dir", Level.WARN, "selftest.display.no-runtime-dir")
    yield _looked_at(display)


def closed(error: DoubtItError, driver: str) -> Finding:
    """The display did not open; `driver` is the one that SDL was told to use, or nothing."""
    way = "desktop"
    if driver.lower() == "kmsdrm":
        way = "no-kmsdrm" if error.seen.code == "display.no-driver" else "kmsdrm"
    todo = message(f"selftest.display.closed.{way}")
    return Finding(Part.DISPLAY, message("selftest.name.picture"), Level.FAIL, error.seen, todo)


def _looked_at(display: DisplaySeen) -> Finding:
    if display.seen is None:
        return skipped(Part.DISPLAY, "screen", "selftest.screen.not-asked")
    level, code = (Level.OK, "seen") if display.seen else (Level.FAIL, "unseen")
    return found(Part.DISPLAY, "screen", level, f"selftest.screen.{code}")

"""The display: which driver draws, how large, how fast, and whether anybody can see it."""

from collections.abc import Iterator

from appliance.errors import DoubtItError
from appliance.message import message
from appliance.selftest.judge import Finding, Level, found

MIN_FRAME_RATE = 12.0
"""Whole pictures a second: below it, what moves stutters."""

NO_SCREEN = ("dummy", "offscreen")
"""SDL's drivers that show nothing to anybody."""


def picture(driver: str, size: tuple[int, int], fps: float | None) -> Finding:
    """What SDL's `driver` drew, in whole pictures a second (None: too fast to be timed)."""
    level, code = Level.OK, "untimed" if fps is None else "drawn"
    if driver in NO_SCREEN:
        level, code = Level.WARN, "unseen"
    elif fps is not None and fps < MIN_FRAME_RATE:
        level, code = Level.WARN, "slow"
    code = f"selftest.display.{code}"
    return found("picture", level, code, driver=driver, width=size[0], height=size[1], fps=fps)


def without_desktop(driver: str, *, gl: bool, runtime_dir: bool) -> Iterator[Finding]:
    """What SDL lacks where it draws without one. `gl`: libGL is there."""
    if driver.lower() == "kmsdrm" and not gl:
        yield found("libgl", Level.FAIL, "selftest.display.no-libgl")
    if driver.lower() == "kmsdrm" and not runtime_dir:
        yield found("runtime-dir", Level.WARN, "selftest.display.no-runtime-dir")


def closed(error: DoubtItError, driver: str) -> Finding:
    """The display did not open; `driver` is the one that SDL was told to use, or nothing."""
    way = "desktop"
    if driver.lower() == "kmsdrm":
        way = "no-kmsdrm" if error.seen.code == "display.no-driver" else "kmsdrm"
    todo = message(f"selftest.display.closed.{way}")
    return Finding(message("selftest.name.picture"), Level.FAIL, error.seen, todo)

"""The screen's own light, where Linux has it in sysfs: a panel's, not that of most monitors."""

from contextlib import suppress
from pathlib import Path

BACKLIGHTS = Path("/sys/class/backlight")


def shine(percent: int, folder: Path = BACKLIGHTS) -> bool:
    """Set every backlight to so much of its brightest, never to dark; whether there was one."""
    shone = False
    for light in sorted(folder.glob("*")):
        with suppress(OSError, ValueError):
            most = int((light / "max_brightness").read_text(encoding="ascii"))
            bright = max(1, round(most * percent / 100))
            (light / "brightness").write_text(str(bright), encoding="ascii")
            shone = True
    return shone

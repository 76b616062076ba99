"""Twenty-eight simulated GPIO lines named like a Pi's, through the kernel's gpio-sim.

`finger.py` moves them; here they are made, and looked at.
"""

from pathlib import Path

CONFIG = Path("/sys/kernel/config/gpio-sim/pi")
LINES = 28


def make() -> Path:
    """The chip's folder in sysfs; makes the chip if it isn't there."""
    bank = CONFIG / "bank0"
    if not CONFIG.exists():
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text("pinctrl-bcm2711")
        for line in range(2, LINES):
            named = bank / f"line{line}"
            named.mkdir()
            (named / "name").write_text(f"GPIO{line}")
        (CONFIG / "live").write_text("1")
    device = (CONFIG / "dev_name").read_text().strip()
    chip = (bank / "chip_name").read_text().strip()
    return Path("/sys/devices/platform") / device / chip


def level(chip: Path, line: int) -> int:
    """The level of `line`, whatever drives it."""
    return int((chip / f"sim_gpio{line}" / "value").read_text())

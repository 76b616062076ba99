"""What the kernel says of the machine itself, read from files that a test writes."""

from pathlib import Path

import pytest

from appliance.core.hardware import LOW, Vitals
from appliance.drivers.kernel import NEVER_BEFORE, kind_of, screens, throttled, vitals


def wrote(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def seen(root: Path, now: float = NEVER_BEFORE + 1) -> Vitals:
    return vitals(root / "var" / "e.journal", root, lambda: now)


def test_a_machine_that_says_nothing_has_no_trouble_but_its_clock(tmp_path: Path) -> None:
    assert seen(tmp_path) == Vitals(clock_set=False)


def test_errors_of_all_file_systems_are_counted(tmp_path: Path) -> None:
    wrote(tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count", "2\n")
    wrote(tmp_path / "sys/fs/ext4/sda1/errors_count", "1\n")
    wrote(tmp_path / "sys/fs/ext4/sdb1/errors_count", "many\n")
    assert seen(tmp_path).disk_errors == 3


@pytest.mark.parametrize(
    ("end", "life", "worn"),
    [
        ("0x01", "0x01 0x01", False),
        ("0x00", "0x09 0x03", False),
        ("0x01", "0x02 0x0a", True),
        ("0x02", "0x01 0x01", True),
        ("0x01", "0x0b 0x01", True),
        ("soon", "very", False),
    ],
)
def test_a_card_that_is_nearly_worn_out_is_known(
    tmp_path: Path, end: str, life: str, worn: bool
) -> None:
    wrote(tmp_path / "sys/block/mmcblk0/device/pre_eol_info", f"{end}\n")
    wrote(tmp_path / "sys/block/mmcblk0/device/life_time", f"{life}\n")
    assert seen(tmp_path).worn is worn


def test_memory_that_is_left_is_read(tmp_path: Path) -> None:
    wrote(tmp_path / "proc/meminfo", "MemTotal:  900000 kB\nMemAvailable:    1000 kB\n")
    assert seen(tmp_path).memory == 1_024_000


@pytest.mark.parametrize("there", ["sys/class/rtc/rtc0/name", "run/systemd/timesync/synchronized"])
def test_a_battery_or_a_network_sets_the_clock(tmp_path: Path, there: str) -> None:
    wrote(tmp_path / there, "")
    assert seen(tmp_path).clock_set
    assert not seen(tmp_path, NEVER_BEFORE - 1).clock_set


def test_the_supply_and_the_mount_are_read_below_the_same_folder(tmp_path: Path) -> None:
    wrote(tmp_path / "sys/class/hwmon/hwmon0/name", "rpi_volt\n")
    wrote(tmp_path / "sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    line = f"30 1 0:25 / {tmp_path} rw,relatime - tmpfs tmpfs rw\n"
    wrote(tmp_path / "proc/self/mountinfo", line)
    now = seen(tmp_path)
    assert (now.throttled, now.kind, now.read_only) == (LOW, "tmpfs", False)
    assert throttled(tmp_path / "sys") == LOW
    assert kind_of(tmp_path, line) == "tmpfs"


def test_a_touch_screen_and_a_keyboard_are_known_by_their_bits(tmp_path: Path) -> None:
    assert not seen(tmp_path).touch
    assert not seen(tmp_path).keyboard
    wrote(tmp_path / "sys/class/input/input3/properties", "2\n")
    wrote(tmp_path / "sys/class/input/input3/capabilities/key", "400 0 0 0 0 0\n")
    wrote(tmp_path / "sys/class/input/input4/properties", "0\n")
    wrote(tmp_path / "sys/class/input/input4/capabilities/key", "10000 7 fffffffffffffffe\n")
    wrote(tmp_path / "sys/class/input/input5/properties", "none\n")
    now = seen(tmp_path)
    assert (now.touch, now.keyboard) == (True, True)


def test_a_mouse_is_neither(tmp_path: Path) -> None:
    wrote(tmp_path / "sys/class/input/input3/properties", "0\n")
    wrote(tmp_path / "sys/class/input/input3/capabilities/key", "70000 0 0 0 0\n")
    assert not seen(tmp_path).touch
    assert not seen(tmp_path).keyboard


def test_screens_are_those_of_the_first_card_that_has_any_in_the_kernels_order(
    tmp_path: Path,
) -> None:
    assert screens(tmp_path) == ()
    for name, state, number in (
        ("card0-Writeback-1", "unknown", "30"),
        ("card1-DSI-1", "connected", "40"),
        ("card1-HDMI-A-1", "connected", "33"),
        ("card1-HDMI-A-2", "disconnected", "36"),
        ("card10-DP-1", "connected", "20"),
    ):
        wrote(tmp_path / name / "status", f"{state}\n")
        wrote(tmp_path / name / "connector_id", f"{number}\n")
    assert screens(tmp_path) == ("HDMI-A-1", "DSI-1")
    for file in tmp_path.glob("card1-*/connector_id"):
        file.unlink()  # an older kernel has none
    assert screens(tmp_path) == ("DSI-1", "HDMI-A-1")

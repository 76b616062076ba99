"""Which input devices there are, out of a sysfs made up of files, and the map of keys."""

from pathlib import Path

import pytest

from appliance.core.signals import MS
from appliance.drivers.usb.inputs import EXACT, UNKNOWN, Input, find, inputs
from appliance.drivers.usb.keymap import Key, keys_text, lamp_of, load_keys
from appliance.errors import ConfigError

BUZZ_NAME = "Logitech Logitech Buzz(tm) Controller V1"


class Sys:
    """A sysfs below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.classes = folder / "class" / "input"
        self.classes.mkdir(parents=True)

    def add(self, number: int, above: str, name: str, port: str, codes: str) -> Path:
        device = self.folder / "devices" / above / f"input{number}"
        (device / f"event{number}").mkdir(parents=True)
        (device / "id").mkdir()
        (device / "capabilities").mkdir()
        for file, text in (
            ("name", name),
            ("phys", port),
            ("id/vendor", "054c"),
            ("id/product", "1000"),
            ("capabilities/key", codes),
        ):
            (device / file).write_text(f"{text}\n")
        (self.classes / f"event{number}").symlink_to(device / f"event{number}")
        return device

    def usb(self, above: str, interval: str) -> None:
        """An interface whose endpoint is asked so often."""
        interface = self.folder / "devices" / above
        (interface / "ep_81").mkdir(parents=True)
        (interface / "bInterfaceNumber").write_text("00\n")
        (interface / "ep_81" / "interval").write_text(f"{interval}\n")

    def found(self) -> tuple[Input, ...]:
        return inputs(self.classes, Path("/dev/input"))


@pytest.fixture
def sys(tmp_path: Path) -> Sys:
    return Sys(tmp_path)


@pytest.mark.parametrize(
    ("interval", "ns"),
    [("8ms", 8 * MS), ("125us", 125_000), ("4 ms", UNKNOWN), ("", UNKNOWN)],
)
def test_a_usb_device_says_how_often_it_is_asked(sys: Sys, interval: str, ns: int) -> None:
    above = "platform/usb1/1-1/1-1.2/1-1.2:1.0"
    sys.usb(above, interval)
    sys.add(3, f"{above}/0003:054C:1000.0001/input", BUZZ_NAME, "usb-1.2/input0", "fffff 0 0")
    [device] = sys.found()
    assert device.interval == ns
    assert device.node == Path("/dev/input/event3")
    assert (device.name, device.port) == (BUZZ_NAME, "usb-1.2/input0")
    assert (device.vendor, device.product) == (0x054C, 0x1000)
    assert device.codes == frozenset(range(128, 148))


def test_devices_that_are_programs_are_exact_and_others_unknown(sys: Sys) -> None:
    sys.add(0, "virtual/input", "made by a program", "", "3fe")
    sys.add(1, "virtual/misc/uhid/0005:046D:B35B.0002/input", "Bluetooth", "aa:bb", "3fe")
    sys.add(2, "virtual/input", "a switch without keys", "", "0")
    assert [device.interval for device in sys.found()] == [EXACT, UNKNOWN]


def test_the_lamps_of_a_device(sys: Sys) -> None:
    device = sys.add(0, "x/0003:054C:1000.0001/input", BUZZ_NAME, "p", "3fe")
    leds = device.parent.parent / "leds" / "0003:054C:1000.0001::buzz1"
    leds.mkdir(parents=True)
    [one] = sys.found()
    assert [lamp.name for lamp in one.lamps] == ["0003:054C:1000.0001::buzz1"]


def test_equal_receivers_are_told_by_their_ports(sys: Sys) -> None:
    for number in range(2):
        sys.add(number, f"x{number}/y/input", BUZZ_NAME, f"usb-1.{number}", "3fe")
    sys.add(2, "x2/y/input", BUZZ_NAME, "usb-1.0", "ff000")  # another part of the first
    found = sys.found()
    keys = tuple(Key(BUZZ_NAME, f"usb-1.{number}", 5) for number in range(2))
    assert [find(key, found, keys) for key in keys] == list(found[:2])
    assert find(keys[0], found[1:], keys) is None, "the other one is not it"
    moved = (Key(BUZZ_NAME, "usb-7", 5),)
    assert find(moved[0], found[1:], moved) == found[1], "the only one is, wherever it is"
    assert find(moved[0], found, moved) is None


def test_the_lamp_of_a_buzz_controller_is_known() -> None:
    assert lamp_of(0x054C, 0x1000, 704) == "buzz1"
    assert lamp_of(0x054C, 0x0002, 719) == "buzz4"
    assert lamp_of(0x054C, 0x1000, 724) == ""
    assert lamp_of(0x046D, 0x1000, 704) == ""


def test_a_map_is_read_as_it_was_written(tmp_path: Path) -> None:
    keys = (Key('a "pad" \\ é', "usb-1.2/input0", 304), Key(BUZZ_NAME, "", 704, "buzz1"))
    path = tmp_path / "keys.toml"
    path.write_text(keys_text(keys), encoding="utf-8")
    assert load_keys(path) == keys


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs 1 to 12"),
        ("buzzer = 3", "needs 1 to 12"),
        ("buzzer = []", "needs 1 to 12"),
        ("[[buzzer]]\nname = 'a'\nport = 'b'\n", "needs a name"),
        ("[[buzzer]]\nname = 'a'\nport = 'b'\ncode = true\n", "needs a name"),
        ("[[buzzer]]\nname = 'a'\nport = 'b'\ncode = 1\nlamp = 2\n", "needs a name"),
        ("[[buzzer]]\nname = 'a'\nport = 'b'\ncode = 1\n" * 2, "is two buzzers"),
        ("[[buzzer]", r"can't be read \(Expected ']]'"),
    ],
)
def test_what_is_no_map(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=says) as refused:
        load_keys(path)
    assert "doubtit keys" in str(refused.value)


def test_no_map_at_all(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load_keys(tmp_path / "none.toml")

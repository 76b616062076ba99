"""The pins file: the shipped one agrees with the code, and a wrong one says where it is wrong."""

from pathlib import Path

import pytest

from appliance.drivers.gpio.pins import DEFAULT_PINS, SEATS, load_pins
from appliance.errors import ConfigError

SHIPPED = Path(__file__).parents[2] / "hardware" / "pins.toml"


def test_the_shipped_file_is_the_default() -> None:
    assert load_pins(SHIPPED) == DEFAULT_PINS
    assert len(DEFAULT_PINS.buzzers) == len(DEFAULT_PINS.lamps) == SEATS
    assert not {2, 3, 14, 15} & {*DEFAULT_PINS.buzzers, *DEFAULT_PINS.lamps}


def test_the_wiring_table_shows_the_shipped_pins() -> None:
    lines = (SHIPPED.parent / "README.md").read_text(encoding="utf-8").splitlines()
    for buzzer, (pin, lamp) in enumerate(
        zip(DEFAULT_PINS.buzzers, DEFAULT_PINS.lamps, strict=True)
    ):
        assert any(
            line.startswith(f"| {buzzer} | {pin} (") and f"| {lamp} (" in line for line in lines
        )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("buzzers = [4, 1]", r"buzzers\[1\] = 1: allowed are the BCM numbers 2 to 27"),
        ("buzzers = [4, 28]", r"buzzers\[1\] = 28"),
        ("buzzers = [4, true]", r"buzzers\[1\] = True"),
        ('buzzers = [4, "5"]', r"buzzers\[1\] = '5'"),
        ("buzzers = [4, 5, 4]", r"buzzers\[2\] = 4: that pin is buzzers\[0\] already"),
        ("buzzers = [4]\nlamps = [4]", r"lamps\[0\] = 4: that pin is buzzers\[0\] already"),
        ("buzzers = 4", "needs a list"),
        ("buzzers = [2,3,4,5,6,7,8,9,10,11,12,13]", "at most 11"),
        ("buzzers = [4]\npower = 4", r"power = 4: that pin is buzzers\[0\] already"),
        ("buzzers = [4]\npower = 'top'", "power = 'top': allowed are"),
        ("lamps = [4]", r"buzzers = \[\]: needs 1 to 11"),
        ("buzzers = [4]\nlamp = [5]", "unknown key 'lamp'"),
        ("buzzers = [", "is not TOML"),
    ],
)
def test_a_wrong_file_says_where(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=says) as caught:
        load_pins(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pins\.toml can't be read"):
        load_pins(tmp_path / "pins.toml")


def test_a_power_button_has_a_pin_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("buzzers = [4]\npower = 3")
    assert load_pins(path).power == 3
    assert DEFAULT_PINS.power is None

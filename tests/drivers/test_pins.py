"""The shipped wiring: the file, the table in the document and the code say the same."""

from pathlib import Path

from said import said

from appliance.config import load_config
from appliance.drivers.gpio.board import BUZZER_PINS, HEADER, LAMP_PINS, place
from appliance.drivers.gpio.driver import BuzzerSettings, LampSettings

SHIPPED = Path(__file__).parents[2] / "hardware" / "pins.toml"


def test_the_shipped_file_is_the_default() -> None:
    config = load_config(SHIPPED)
    assert config.buzzers.settings == BuzzerSettings(BUZZER_PINS)
    assert config.lamps is not None
    assert config.lamps.settings == LampSettings(LAMP_PINS)
    assert not config.power.driver
    assert len(BUZZER_PINS) == len(LAMP_PINS) == 11
    assert not {2, 3, 14, 15} & {*BUZZER_PINS, *LAMP_PINS}


def test_the_wiring_table_shows_the_shipped_pins() -> None:
    lines = (SHIPPED.parent / "README.md").read_text(encoding="utf-8").splitlines()
    for buzzer, (pin, lamp) in enumerate(zip(BUZZER_PINS, LAMP_PINS, strict=True)):
        assert any(
            line.startswith(f"| {buzzer} | {pin} (") and f"| {lamp} (" in line for line in lines
        )


def test_every_pin_that_can_be_set_has_a_place_on_the_header() -> None:
    assert set(HEADER) == set(range(2, 28))
    assert said(place(17)) == "BCM 17 (header pin 11)"

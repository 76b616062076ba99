"""The shipped wiring: the file, the table in the document and the code say the same."""

from pathlib import Path

from said import said

from appliance.builds.file import plan_of, shipped
from appliance.drivers.gpio.board import BUZZER_PINS, HEADER, LAMP_PINS, place

HARDWARE = Path(__file__).parents[2] / "hardware"
BUILDS = plan_of(shipped()).build


def test_the_shipped_wiring_is_the_default() -> None:
    for name in ("kitchen-table", "table"):
        assert (BUILDS[name].buzzer_pins, BUILDS[name].lamp_pins) == (BUZZER_PINS, LAMP_PINS)
    assert len(BUZZER_PINS) == len(LAMP_PINS) == 11
    assert not {2, 3, 14, 15} & {*BUZZER_PINS, *LAMP_PINS}


def test_the_wiring_table_shows_the_shipped_pins() -> None:
    lines = (HARDWARE / "README.md").read_text(encoding="utf-8").splitlines()
    pairs = zip(BUZZER_PINS, LAMP_PINS, strict=True)
    for buzzer, (pin, lamp) in enumerate(pairs, start=1):
        assert any(
            line.startswith(f"| {buzzer} | {pin} (") and f"| {lamp} (" in line for line in lines
        )


def test_every_pin_that_can_be_set_has_a_place_on_the_header() -> None:
    assert set(HEADER) == set(range(2, 28))
    assert said(place(17)) == "BCM 17 (header pin 11)"

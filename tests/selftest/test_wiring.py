"""`doubtit check --part wiring`: what the settings say of the build, judged with their own pins."""

import json
from pathlib import Path

import pytest

from appliance.__main__ import main


def checked(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> tuple[int, list[str]]:
    """The exit code, and what was found, a line each."""
    (folder / "table.toml").write_text(text, encoding="utf-8")
    code = main(
        ["check", "--part", "wiring", "--no-ask", "--json", "--config", str(folder / "table.toml")]
    )
    found = json.loads(capsys.readouterr().out)["findings"]
    return code, [f"{finding['level']} {finding['name']}: {finding['seen']}" for finding in found]


def test_each_part_of_the_wiring_has_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (pins, contacts, lamps, power) = checked(
        capsys, tmp_path, '[build]\nname = "big-table"\n'
    )
    assert code == 0
    assert pins.endswith("11 seats, no pin twice, none of another interface (on: none)")
    assert contacts == (
        "ok contacts: 1.5 mA through a closed one, 0.03 V at its pin; "
        "on 3 m of wire an edge is late by up to 1.7 us"
    )
    assert lamps == (
        "ok lamps: 60.0 mA each, by 2 TBD62083APG (0.2 W each at most); "
        "0.2 mA from a pin, 2 mA from all"
    )
    assert power.endswith("1.2 A of 3 A, fuse 2 A: 12 V supply of the lamps")


def test_lamps_on_the_pins_have_no_supply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, (*_, lamps, power) = checked(capsys, tmp_path, '[build]\nname = "kitchen-table"\n')
    assert lamps.startswith("ok lamps: 1.5 mA each, by the pins themselves;")
    assert power == "ok power: 1.6 A of 3 A: Raspberry Pi 15 W USB-C supply"


def test_the_pins_are_those_of_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '[build]\nname = "table"\n[seats]\nbuzzers = 2\n[lamps]\ndriver = "gpio-lamps"\n'
    text += 'pins = [8, 17]\n[power]\ndriver = "none"\n'
    code, found = checked(capsys, tmp_path, text)
    assert code == 1
    assert found[0] == "fail pins: the lamp on pin 8 glows from power-on until the program runs"


def test_a_dimmer_is_told_with_its_bus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (pins, _, lamps, _) = checked(capsys, tmp_path, '[build]\nname = "i2c-table"\n')
    assert code == 0
    assert pins.endswith("(on: i2c)")
    assert lamps == (
        "ok lamps: 20.0 mA each, by 2 TBD62083APG (0.1 W each at most), dimmed by a PCA9685 at "
        "0x40 (i2c: 1.9 mA to ground, 58 ns to rise); 0.2 mA from a pin, 2 mA from all"
    )


def test_the_address_is_that_of_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '[build]\nname = "i2c-table"\n[lamps]\ndriver = "pca9685"\naddress = 0x41\n'
    code, found = checked(capsys, tmp_path, text)
    assert code == 0
    assert any("dimmed by a PCA9685 at 0x41" in finding for finding in found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[build]\nname = "table"\n[lamps]\ndriver = "pca9685"\n',
            "skipped wiring: the lamps are pca9685, and not those of the build",
        ),
        (
            '[build]\nname = "i2c-table"\n[lamps]\ndriver = "gpio-lamps"\n',
            "skipped wiring: the lamps are gpio-lamps",
        ),
        ("", "skipped wiring: [build] in the settings names none"),
        (
            '[build]\nname = "table"\n[buzzers]\ndriver = "keyboard"\n',
            "skipped wiring: the buzzers are keyboard",
        ),
    ],
)
def test_what_is_not_known_is_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    code, [found] = checked(capsys, tmp_path, text)
    assert code == 0
    assert found.startswith(says)

"""hardware/build.toml: what is in it, what settings follow from it, and what is refused."""

from pathlib import Path

import pytest

from appliance.builds.build import BuildFile
from appliance.builds.file import plan_of, settings_of, shipped
from appliance.config import Config, config_of, load_config
from appliance.drivers import DRIVERS
from appliance.drivers.camera.picamera import Settings as PiSettings
from appliance.drivers.gpio.driver import BuzzerSettings, LampSettings, PowerSettings
from appliance.drivers.pca9685 import Settings as ChipSettings
from appliance.errors import ConfigError
from appliance.kept import in_force
from appliance.service.equip import hardware_of

PLAN = plan_of(shipped())
TEXT = shipped().read_text(encoding="utf-8")
ROOT = Path(__file__).parents[2]


def spoilt(tmp_path: Path, old: str, new: str) -> BuildFile:
    """The shipped file with one thing changed."""
    assert old in TEXT
    (tmp_path / "build.toml").write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return plan_of(tmp_path / "build.toml")


def settings(tmp_path: Path, text: str) -> Config:
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    return load_config(tmp_path / "table.toml")


@pytest.mark.parametrize("name", PLAN.build)
def test_a_build_is_a_whole_table(name: str) -> None:
    """Its drivers can be made, with the buzzers that it says."""
    config = config_of(settings_of(PLAN, PLAN.build[name]))
    made = hardware_of(config, lambda: 0)
    assert config.buzzers.driver == PLAN.build[name].buzzers
    assert config.seats.buzzers == PLAN.build[name].seats
    assert made.lamps is not None
    assert made.camera is not None
    assert DRIVERS[config.camera.driver].part == "camera"


def test_settings_name_a_build_and_nothing_else(tmp_path: Path) -> None:
    config = settings(tmp_path, '[build]\nname = "table"\n')
    build = PLAN.build["table"]
    assert config.buzzers.settings == BuzzerSettings(build.buzzer_pins)
    assert config.lamps is not None
    assert config.lamps.settings == LampSettings(build.lamp_pins)
    assert config.power.settings == PowerSettings(3)
    assert config.camera.settings == PiSettings(height_cm=build.box.height_cm)
    assert (config.seats.buzzers, config.display.layout) == (8, "tabletop")
    start = in_force(tmp_path / "table.toml", tmp_path / "evening.journal")
    assert all(start.sets(table) for table in ("buzzers", "lamps", "camera", "power", "seats"))


def test_lamps_on_a_dimmer(tmp_path: Path) -> None:
    config = settings(tmp_path, '[build]\nname = "i2c-table"\n[seats]\nbuzzers = 9\n')
    assert config.lamps is not None
    assert config.lamps.driver == "pca9685"
    assert config.lamps.settings == ChipSettings(outputs=PLAN.build["i2c-table"].lamp_pins)
    assert not config.power.driver or config.power.driver == "none"


def test_what_the_settings_say_goes_before_the_build(tmp_path: Path) -> None:
    text = '[build]\nname = "table"\n[seats]\nbuzzers = 5\n[buzzers]\ndriver = "keyboard"\n'
    config = settings(tmp_path, text + '[display]\nlayout = "tv"\n[lamps]\ndriver = "none"\n')
    assert (config.buzzers.driver, config.seats.buzzers) == ("keyboard", 5)
    assert (config.display.layout, config.display.touch) == ("tv", True)
    assert config.lamps is not None
    assert not config.lamps.driver


def test_a_copy_with_own_measures_lies_beside_the_settings(tmp_path: Path) -> None:
    spoilt(tmp_path, "height_cm = 40", "height_cm = 52")
    text = '[build]\nname = "kitchen-table"\nfile = "build.toml"\n'
    assert settings(tmp_path, text).camera.settings == PiSettings(height_cm=52)


def test_a_file_without_a_build_is_as_it_was(tmp_path: Path) -> None:
    assert settings(tmp_path, "[build]\n") == Config()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[build]\nname = "tabel"\n', 'allowed is "kitchen-table" or "table" or "i2c-table" or'),
        ('[build]\nname = "table"\nfile = "none.toml"\n', "none.toml: how the table is built"),
        ('build = "table"\n', "build must be a table"),
        ("[build]\nfiel = 3\n", "unknown key 'fiel'"),
    ],
)
def test_a_wrong_choice_is_told(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as told:
        settings(tmp_path, text)
    assert says in str(told.value)
    assert str(tmp_path / "table.toml") in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('lamp = "red-led"', 'lamp = "blue-led"', "there is no lamp 'blue-led'"),
        ("pull_up_ohm = 2200", "pull_up_ohm = -1", "pull_up_ohm = -1.0: allowed is a number that"),
        ("high_v = 2.0", "high_v = 3.5", "high_v = 3.5: allowed is a number between"),
        ("own_pull_up_ohm = 33000", "own_pull_up_ohm = 0", "allowed is a number above 0"),
        ("input_ohm = 2700", "input_ohm = 0", "input_ohm = 0.0: allowed is a number above 0"),
        ("focal_mm = 3.6", "focal_mm = 0", "focal_mm = 0: allowed is a number above 0"),
        ("[3.68, 2.76]", "[3.68]", "sensor_mm = [3.68]: allowed is two numbers above 0"),
        ("seats = 6", "seats = 12", "seats = 12: allowed is a whole number from 2 to 11"),
        ("seats = 6", "chairs = 6", "unknown key 'chairs'"),
        ("seats = 6", "box = { height_cm = 30 }", "unknown key 'box'"),
        ("seats = 6", "chairs = 6", "loads, optics, height_cm, light_out_cm, light_up_cm"),
        ("wire_m = 1.5", "", "wire_m is missing"),
        ("light_up_cm = ", "wire_light_up = ", "unknown key 'wire_light_up'"),
        ('dimmer = "pca9685"', 'dimmer = "tlc5940"', "there is no dimmer 'tlc5940'"),
        ("[0x40, 0x7F]", "[0x40]", "addresses = [64]: allowed is the first and the last, two"),
        ("dimmer_address = 0x40", "dimmer_address = 0x80", "dimmer_address = 128: allowed is"),
        ('estimates = ["pin_pf"]', 'estimates = ["pin_nf"]', "allowed is names of figures in the"),
        ("[contact]", "[contacts]", "unknown key 'contacts'"),
        ('hub = { ma = 100, estimates = ["ma"] }', "hub = 100", "hub must be a table"),
    ],
)
def test_a_spoilt_file_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(ConfigError) as told:
        spoilt(tmp_path, old, new)
    assert says in str(told.value)


def test_the_hub_of_the_file_is_the_hub_of_the_firmware() -> None:
    """The board's own program has its pins at its top, where a person changes them."""
    firmware = (ROOT / "hardware/firmware/seat_hub/main.py").read_text(encoding="utf-8")
    build = PLAN.build["big-table"]
    assert f"\nBUZZERS = {build.buzzer_pins[0]}\n" in firmware
    assert f"\nLAMPS = {build.lamp_pins[0]}\n" in firmware
    assert f"\nSEATS = {len(build.buzzer_pins)}\n" in firmware
    assert list(build.lamp_pins) == list(range(build.lamp_pins[0], build.lamp_pins[-1] + 1))

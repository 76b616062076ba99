"""A settings file is right, or one line says where it is wrong and what is allowed."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from fonts_made import install
from said import assert_says, fails, said

from appliance.config import RENAMED, CardReading, Config, DriverChoice, load_config
from appliance.drivers import DRIVERS, NoSettings
from appliance.drivers.camera.picamera import Settings as PiSettings
from appliance.drivers.gpio.driver import PowerSettings
from appliance.drivers.seat_hub.driver import Settings as HubSettings
from appliance.errors import ConfigError
from appliance.service.equip import hardware_of
from bluffing.rulesets import NAMED_GAMES, RULESETS

PI = "[camera]\ndriver = 'picamera2'\n"


def load(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_config(path)


def test_a_name_may_be_in_a_script_of_an_installed_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = "[seats]\nbuzzers = 2\nnames = ['\u05d0', '%s']"
    install(monkeypatch, tmp_path, Hebrew="\u05d0")
    settings = load(tmp_path, named % "Ben").table(settle_ms=30)
    assert settings.names == ("\u05d0", "Ben")
    assert settings.household.scripts == ("Hebrew",)
    with pytest.raises(ConfigError, match="or in one script that an installed font has"):
        load(tmp_path, named % "Ben\u05d0")


def test_an_empty_file_is_a_working_table(tmp_path: Path) -> None:
    config = load(tmp_path, "")
    assert config == Config()
    assert config.table(settle_ms=30).ruleset == next(iter(RULESETS))


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_is_understood_by_its_name_and_aliases(tmp_path: Path, name: str) -> None:
    for word in (name, *RULESETS[name].aliases):
        assert load(tmp_path, f"[game]\nruleset = '{word}'").table(settle_ms=30).ruleset == name


@pytest.mark.parametrize("name", RULESETS)
def test_a_preset_sets_options_and_given_ones_come_on_top(tmp_path: Path, name: str) -> None:
    game = RULESETS[name]
    for preset in game.presets:
        text = f"[game]\nruleset = '{name}'\npreset = '{preset.name}'\n"
        assert dict(load(tmp_path, text).table(settle_ms=30).options) == dict(preset.options)
        for key, value in preset.options:
            default = game.house({})[key]
            typed = str(default).lower() if isinstance(default, bool) else repr(default)
            table = load(tmp_path, f"{text}options = {{ {key} = {typed} }}").table(settle_ms=30)
            assert dict(table.options) == dict(preset.options) | {key: default}
            assert value != default
    with fails(ConfigError, f"preset = 'none': allowed is {game.presets[0].name}"):
        load(tmp_path, f"[game]\nruleset = '{name}'\npreset = 'none'")


def test_what_is_set_reaches_the_table(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        """
        journal = "friday.journal"
        [game]
        doubt_window_ms = "untimed"
        options = { tie_window_ms = 25, count_mismatch = "correct_only" }
        [seats]
        buzzers = 3
        names = ["Mo", "Flo", "Jo"]
        """,
    )
    table = config.table(settle_ms=100)
    assert table.options == (("count_mismatch", "correct_only"), ("tie_window_ms", 25))
    assert (table.doubt_window_ms, table.settle_ms, table.names[1]) == (None, 100, "Flo")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "[game]\nruleset = 'snap'",
            rf"game.ruleset = 'snap': allowed is {' or '.join((*RULESETS, *NAMED_GAMES))}$",
        ),
        ("[game]\nrulset = 'snap'", r"game.unknown key 'rulset'; known are ruleset,"),
        (
            "[game]\ndoubt_window_ms = 10",
            r"game.doubt_window_ms = 10: allowed is a whole number from 1000 to 60000",
        ),
        ("[game]\ndoubt_window_ms = 'x'", r'= .x.: allowed is a whole number .* or "untimed"'),
        (
            "[game.options]\ntie_window_ms = 900",
            r"options.tie_window_ms = 900: allowed is 0 to 250",
        ),
        ("[game.options]\nforce = 2", r"unknown house option 'force'"),
        ("[seats]\nbuzzers = true", r"seats.buzzers = True: allowed is a whole number"),
        ("[seats]\nbuzzers = 40", r"seats.buzzers = 40: allowed is a whole number from 2 to 12"),
        ("[seats]\nbuzzers = 3\nclockwise = [1, 2, 2]", "each buzzer's number from 1 to 3 once"),
        (
            "[seats]\nbuzzers = 6\nteams = 4",
            r"toml: seats.teams: 6 buzzers must be enough for 3 teams",
        ),
        (
            "[seats]\nbuzzers = 4\nmore_time = [9]",
            r"toml: seats.more_time: numbers of buzzers from 1 to",
        ),
        (
            "[seats]\nbuzzers = 4\nproxies = [9]",
            r"toml: seats.proxies: numbers of buzzers from 0 to 4",
        ),
        (
            "[seats]\nnames = ['A', '\u05d0', 'C', 'D', 'E', 'F']",
            "seats.names = .*: allowed is a name in Latin, Greek or Cyrillic",
        ),
        ("[seats]\nnames = ['A', 1]", r"seats.names\[1\] = 1: allowed is a text"),
        ("[camera]\ndriver = 'folder'", r"camera.folder is missing: allowed is a path"),
        ("[camera]\nwidth = 800", r'camera.driver = None: allowed is "picamera2" or "v4l2" or'),
        ("[camera]\ndriver = 'eye'", r'camera.driver = .eye.: allowed is "picamera2" or "v4l2"'),
        ("[camera]\ndriver = 'gpio'", r'camera.driver = .gpio.: allowed is "picamera2" or "v4l2"'),
        ("[camera]\ndriver = 'none'\nwidth = 800", r"camera.width: a part without a driver"),
        (
            "[camera]\ndriver = 'v4l2'\nnumber = 1",
            r"unknown key 'number'; known are driver, device",
        ),
        (f"{PI}number = 'top'", r"camera.number = 'top': allowed is a whole number from 0 to 9"),
        (f"{PI}width = 10", r"camera.width = 10: allowed is a whole number from 640 to 4608"),
        (f"{PI}height_cm = 3", r"camera.height_cm = 3: allowed is .* from 5 to 200 or 0$"),
        (f"{PI}mains_hz = 55", r"camera.mains_hz = 55: allowed is 0 or 50 or 60"),
        (f"{PI}mains_hz = false", r"camera.mains_hz = False: allowed is 0 or 50 or 60"),
        (f"{PI}wait = 'long'", r"camera.wait = 'long': allowed is a number"),
        ("buzzers = 3", r"buzzers must be a table, \[buzzers\]"),
        ("[buzzers]\ndriver = 'none'", r'buzzers.driver = .none.: allowed is "hub" or "evdev"'),
        ("[buzzers]\ndriver = 'evdev'", r"needs the file that doubtit keys writes"),
        (
            "[lamps]\ndriver = 'pca9685'\naddress = 0x70",
            r"lamps.address = 0x70: all chips of this kind answer to 0x70",
        ),
        ("[buzzers]\npins = [4, 1]", r"buzzers.pins\[1\] = 1: allowed is .* from 2 to 27"),
        ("[buzzers]\npins = [4, 28]", r"buzzers.pins\[1\] = 28"),
        ("[buzzers]\npins = [4, true]", r"buzzers.pins\[1\] = True"),
        ("[buzzers]\npins = 4", r"buzzers.pins = 4: allowed is a list, each a whole number"),
        ("[power]\npin = 'top'", r"power.pin = 'top': allowed is"),
        ("[power]\nhold_ms = 1000", r"power.pin is missing: allowed is a whole number"),
        ("language = 'xx'", r'language = .xx.: allowed is .*"en"'),
        ("shutdown = [1]", r"shutdown\[0\] = 1: allowed is a text"),
        ("[display]\nfullscreen = 1", r"display.fullscreen = 1: allowed is true or false"),
        ("display = 3", r"display must be a table, \[display\]"),
        ("[game", r"can't read the settings in .*table.toml"),
    ],
)
def test_a_wrong_setting_names_file_key_value_and_what_is_allowed(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    assert_says(caught.value.says, says)
    assert_says(caught.value.says, r"table\.toml")
    assert "\n" not in said(caught.value.says)


def test_names_are_kept_in_one_spelling(tmp_path: Path) -> None:
    config = load(tmp_path, "[seats]\nbuzzers = 2\nnames = ['Zoe\u0308', ' A\u200bna  B ']")
    assert config.seats.names == ("Zo\xeb", "Ana B")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't read the settings"):
        load_config(tmp_path / "none.toml")


def test_each_driver_has_a_table_of_its_own_and_lamps_come_with_the_buzzers(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        """
        [buzzers]
        driver = "hub"
        port = "/dev/ttyACM7"
        [camera]
        driver = "picamera2"
        height_cm = 36
        wait = 3
        [power]
        pin = 3
        """,
    )
    assert config.buzzers == DriverChoice("hub", HubSettings("/dev/ttyACM7"))
    assert config.lamps == DriverChoice("hub-lamps", NoSettings())
    assert config.camera == DriverChoice("picamera2", PiSettings(height_cm=36, wait=3.0))
    assert config.power == DriverChoice("gpio-power", PowerSettings(3))
    assert load(tmp_path, "[lamps]\ndriver = 'none'").lamps == DriverChoice()
    assert load(tmp_path, "[buzzers]\ndriver = 'keyboard'").lamps == DriverChoice()


def test_a_file_from_before_is_told_all_its_new_keys_at_once(tmp_path: Path) -> None:
    old = """
        [drivers]
        buzzers = "gpio"
        pins = "pins.toml"
        camera = "picamera2"
        camera_height_cm = 36
        mains_hz = 60
        deck = "odd.deck.png"
        [power]
        command = ["poweroff"]
        """
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, old)
    said = str(caught.value)
    for key, now in (
        ("drivers.buzzers", "[buzzers] driver"),
        ("drivers.pins", "[buzzers] pins, [lamps] pins and [power] pin"),
        ("drivers.camera", "[camera] driver"),
        ("drivers.camera_height_cm", "[camera] height_cm"),
        ("drivers.mains_hz", "[camera] mains_hz"),
        ("drivers.deck", "[reader] deck"),
        ("power.command", "shutdown"),
    ):
        assert f"{key} is now {now}" in said
    assert "\n" not in said
    with pytest.raises(ConfigError, match=r"\[drivers\] is gone"):
        load(tmp_path, "[drivers]")


def test_what_a_file_is_told_from_before_is_what_there_is() -> None:
    known = {part: set(settings_of(part)) for part in ("buzzers", "lamps", "camera", "power")}
    known["reader"] = {field.name for field in fields(CardReading)}
    for now in RENAMED.values():
        for part, key in re.findall(r"\[(\w+)\] (\w+)", now):
            assert key in known[part] | {"driver"}, now


def settings_of(part: str) -> Iterator[str]:
    """The keys of all drivers of a part."""
    for driver in DRIVERS.values():
        if driver.part == part:
            yield from (field.name for field in fields(driver.settings))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[buzzers]\npins = [4, 5, 4]", r"buzzers.pins\[2\] = 4: that pin is buzzers.pins\[0\]"),
        ("[lamps]\ndriver = 'gpio-lamps'\npins = [4]", r"lamps.pins\[0\] = 4: that pin is buzzers"),
        ("[power]\npin = 4", r"power.pin = 4: that pin is buzzers.pins\[0\] already"),
        (
            "[buzzers]\nfactory = 'lgpio'\n[power]\npin = 3\nfactory = 'mock'",
            r"power.factory = 'mock': another part wants 'lgpio'",
        ),
        ("[buzzers]\ndriver = 'keyboard'\nkeys = ['a']", r"seats.buzzers = 3: buzzers.keys has 1"),
    ],
)
def test_drivers_that_do_not_go_together_say_so(tmp_path: Path, text: str, says: str) -> None:
    config = load(tmp_path, f"[seats]\nbuzzers = 3\n{text}")
    with pytest.raises(ConfigError, match=says):
        hardware_of(config, lambda: 0)

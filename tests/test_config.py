"""A settings file is right, or one line says where it is wrong and what is allowed."""

from pathlib import Path

import pytest

from appliance.config import Config, load_config
from appliance.errors import ConfigError
from appliance.rules import RULESETS
from appliance.rules.options import parse_options


def load(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return load_config(path)


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
            default = parse_options(game.options, {})[key]
            typed = str(default).lower() if isinstance(default, bool) else repr(default)
            table = load(tmp_path, f"{text}options = {{ {key} = {typed} }}").table(settle_ms=30)
            assert dict(table.options) == dict(preset.options) | {key: default}
            assert value != default
    with pytest.raises(ConfigError, match=f"preset = 'none': allowed is {game.presets[0].name}"):
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
            rf"game.ruleset = 'snap': allowed is {' or '.join(RULESETS)}$",
        ),
        ("[game]\nrulset = 'snap'", r"game.unknown key 'rulset'; known are ruleset,"),
        ("[game]\ndoubt_window_ms = 10", r"game.doubt_window_ms = 10: allowed is 1000 to 60000"),
        ("[game]\ndoubt_window_ms = 'x'", r'= .x.: allowed is a whole number or "untimed"'),
        (
            "[game.options]\ntie_window_ms = 900",
            r"options.tie_window_ms = 900: allowed is 0 to 250",
        ),
        ("[game.options]\njokers = 2", r"unknown house option 'jokers'"),
        ("[seats]\nbuzzers = true", r"seats.buzzers = True: allowed is a whole number"),
        ("[seats]\nbuzzers = 40", r"seats.buzzers = 40: allowed is 2 to 12"),
        ("[seats]\nnames = ['A', 1]", r"seats.names = 1: allowed is a text"),
        ("[drivers]\ncamera = 'folder'", r"needs the folder that it serves"),
        ("[drivers]\ncamera = 'eye'", r'drivers.camera = .eye.: allowed is "picamera2" or "v4l2"'),
        ("[drivers]\ncamera = 'picamera2'\ncamera_device = 'top'", r"allowed is its number"),
        ("[drivers]\ncamera_width = 10", r"drivers.camera_width = 10: allowed is 640 to 4608"),
        ("[drivers]\ncamera_height_cm = 3", r"drivers.camera_height_cm = 3: allowed is 5 to 200"),
        ("[drivers]\nmains_hz = 55", r"drivers.mains_hz = 55: allowed is 0 or 50 or 60"),
        ("[drivers]\nmains_hz = false", r"drivers.mains_hz = False: allowed is 0 or 50 or 60"),
        ("[power]\ncommand = [1]", r"power.command = 1: allowed is a text"),
        ("[display]\nfullscreen = 1", r"display.fullscreen = 1: allowed is true or false"),
        ("display = 3", r"display must be a table, \[display\]"),
        ("[game", r"can't read the settings in .*table.toml"),
    ],
)
def test_a_wrong_setting_names_file_key_value_and_what_is_allowed(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        load(tmp_path, text)
    assert "table.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't read the settings"):
        load_config(tmp_path / "none.toml")

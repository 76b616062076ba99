"""Home Assistant's discovery: identifiers that stay, and topics that the publisher serves."""

import json
from typing import Any

from venue.discovery import HAPPENED, discovery
from venue.standing import HEALTH_PARTS, TableStanding
from venue.topics import command_of, of_table

MESSAGE = discovery("t-1", "Table 1", "1.0.0", commands=True)
FOUND: dict[str, Any] = json.loads(MESSAGE.payload)  # as Home Assistant has it

IDENTIFIERS = {
    "playing": "doubtit_t_1_playing",
    "game": "doubtit_t_1_game",
    "players": "doubtit_t_1_players",
    "turn": "doubtit_t_1_turn",
    "happened": "doubtit_t_1_happened",
    "camera": "doubtit_t_1_camera",
    "buzzers": "doubtit_t_1_buzzers",
    "disk": "doubtit_t_1_disk",
    "pause": "doubtit_t_1_pause",
}
"""These never change: histories hang on them."""


def test_identifiers_stay() -> None:
    assert {key: part["uniq_id"] for key, part in FOUND["cmps"].items()} == IDENTIFIERS
    assert FOUND["dev"]["ids"] == ["doubtit_t-1"]
    assert MESSAGE.topic == "homeassistant/device/doubtit-t-1/config"
    assert MESSAGE.retain


def test_every_component_can_be_shown() -> None:
    state, health = of_table("t-1", "state"), of_table("t-1", "health")
    for key, part in FOUND["cmps"].items():
        assert part["default_entity_id"] == f"{part['p']}.{part['uniq_id']}"
        assert part["name"]
        if part["p"] == "button":
            assert part["cmd_t"] == command_of("t-1", key)
            continue
        assert part["stat_t"] in (state, health, of_table("t-1", "event"))
        shown = TableStanding().state if part["stat_t"] == state else TableStanding().health
        assert key in shown or key == "happened"
        assert f"value_json.{key}" in part["val_tpl"] or key == "happened"
    assert set(HEALTH_PARTS) <= set(FOUND["cmps"])
    assert FOUND["cmps"]["happened"]["evt_typ"] == list(HAPPENED)


def test_no_short_form_is_used_that_home_assistant_refuses() -> None:
    assert "~" not in FOUND
    assert FOUND["availability"][0]["t"] == of_table("t-1", "online")


def test_a_button_goes_when_commands_are_switched_off() -> None:
    found = json.loads(discovery("t-1", "Table 1", "1.0.0").payload)
    assert found["cmps"]["pause"] == {"p": "button"}


def test_a_table_goes_when_discovery_is_switched_off() -> None:
    gone = discovery("t-1", "Table 1", "1.0.0", wanted=False)
    assert (gone.topic, gone.payload, gone.retain) == (MESSAGE.topic, b"", True)

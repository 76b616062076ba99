"""Home Assistant's discovery of a table: one message a device, retained.

A component's key and its `unique_id` stay for ever: Home Assistant keeps a person's own names and
histories by them. A former component is named once more with its platform alone, which removes it.
"""

import json
from typing import Any  # JSON's own types

from venue.commands import VENUE_COMMANDS
from venue.topics import Publication, command_of, of_table

HAPPENED = ("dealt", "doubted", "verdict", "took", "won", "lost", "ended", "fault")
"""Types of events that Home Assistant may act on."""


def discovery(
    table: str, name: str, version: str, prefix: str = "homeassistant", *,
    commands: bool = False, wanted: bool = True,
) -> Publication:  # fmt: skip
    """Return the message by which Home Assistant finds a table, shown as `name`.

    Without `commands` it removes their buttons, and where it is not `wanted` the whole table.
    """
    topic = f"{prefix}/device/doubtit-{table}/config"
    if not wanted:
        return Publication(topic, b"", retain=True)
    state, health = of_table(table, "state"), of_table(table, "health")
    value = "value_json"
    happened = ", ".join(f"'{kind}'" for kind in HAPPENED)
    event = {
        "evt_typ": list(HAPPENED), "stat_t": of_table(table, "event"),
        "val_tpl": f"{{% if {value}.type in [{happened}] %}}"
        f"{{{{ {{'event_type': {value}.type, 'n': {value}.n}} | to_json }}}}{{% endif %}}",
    }  # fmt: skip
    playing = {"dev_cla": "running", **_shown(state, f"'ON' if {value}.playing else 'OFF'")}
    players = {"stat_cla": "measurement", **_shown(state, f"{value}.players")}
    turn = _shown(state, f"'' if {value}.turn is none else {value}.turn + 1")
    components = {
        "playing": _component(table, "binary_sensor", "playing", "Game running", playing),
        "game": _component(table, "sensor", "game", "Game", _shown(state, f"{value}.game")),
        "players": _component(table, "sensor", "players", "Players", players),
        "turn": _component(table, "sensor", "turn", "Seat on turn", turn),
        "happened": _component(table, "event", "happened", "Happened", event),
    }
    for part in ("camera", "buzzers", "disk"):
        fault = _shown(health, f"'OFF' if {value}.{part} == 'ok' else 'ON'")
        problem = {"dev_cla": "problem", "ent_cat": "diagnostic", **fault}
        components[part] = _component(table, "binary_sensor", part, part.capitalize(), problem)
    for command in VENUE_COMMANDS:
        button = {"cmd_t": command_of(table, command)}
        whole = _component(table, "button", command, command.capitalize(), button)
        components[command] = whole if commands else {"p": "button"}
    message = {
        "dev": {"ids": [f"doubtit_{table}"], "name": name, "sw": version, "mf": "Doubt It!"},
        "o": {"name": "doubtit-venue", "sw": version},
        "qos": 1,
        "availability": [{"t": of_table(table, "online"), "pl_avail": "1", "pl_not_avail": "0"}],
        "cmps": components,
    }
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return Publication(topic, text.encode(), retain=True)


def _shown(topic: str, template: str) -> dict[str, Any]:  # JSON's own types
    return {"stat_t": topic, "val_tpl": f"{{{{ {template} }}}}"}


def _component(
    table: str,
    platform: str,
    key: str,
    name: str,
    more: dict[str, Any],  # as above
) -> dict[str, Any]:  # as above
    own = f"doubtit_{table}_{key}".replace("-", "_")
    return {
        "p": platform, "name": name, "uniq_id": own, "default_entity_id": f"{platform}.{own}",
        **more,
    }  # fmt: skip

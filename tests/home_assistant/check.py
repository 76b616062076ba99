"""A table in the real Home Assistant: discovery, restarts, a new entity, a command, and removal.

run.sh has Home Assistant and Mosquitto. Home Assistant runs in this process, with nothing but its
MQTT integration.
"""

import asyncio
import json
import logging
import shutil
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from homeassistant import bootstrap, runner
from homeassistant.const import __version__
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry, entity_registry

from bench.venue.real_broker import PATH, Mosquitto
from venue.discovery import discovery

TABLE = "t-1"
EVENING = "6929f3a1.1"
WAIT_S = 60
DATE = "2026-11-01T00:00:00+00:00"

Shown = dict[str, tuple[str, str]]
"""Entity and state by `unique_id`."""

FACTS: tuple[dict[str, object], ...] = (
    {"type": "dealt", "data": {"game": "bluff", "hands": [5, 5, 5], "points": []}},
    {"type": "decided", "data": {"hands": [4, 5, 5], "points": [], "over": False, "turn": 1}},
    {"type": "fault", "data": {"part": "camera", "code": "camera.gone"}},
)
STATES = {
    "playing": "on", "game": "bluff", "players": "3", "turn": "2", "camera": "on",
    "buzzers": "off", "disk": "off",
}  # fmt: skip


class Publisher:
    """The real publisher of a table, as a process."""

    def __init__(self, folder: Path, port: int) -> None:
        self.public, self._settings, self._port = folder / "public", folder / "venue.toml", port
        self.public.mkdir()
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, facts: Iterable[dict[str, object]]) -> None:
        with (self.public / f"{EVENING}.jsonl").open("a", encoding="utf-8") as file:
            for n, fact in enumerate(facts, 1):
                line = {"v": 1, "evening": EVENING, "n": n, "entry": n, "at_ms": n, "game": 1}
                file.write(json.dumps({**line, **fact}) + "\n")

    def start(self, *, commands: bool = False, discovery: bool = True) -> None:
        self._settings.write_text(
            f'table = "{TABLE}"\nfolder = "{self.public}"\ncommands = {str(commands).lower()}\n'
            f"[broker]\nport = {self._port}\n"
            f'[home_assistant]\ndiscovery = {str(discovery).lower()}\nname = "Table 1"\n',
            encoding="utf-8",
        )
        command = [sys.executable, "-m", "venue", "publish", "--config", str(self._settings)]
        self._process = subprocess.Popen(command)  # noqa: S603 - ours

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Complaints(logging.Handler):
    """Whatever Home Assistant says of us or of MQTT, from warnings upwards."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = f"{record.name}: {record.getMessage()}"
        if "mqtt" in line or "doubtit" in line:
            self.lines.append(line)


def configure(folder: Path, port: int) -> None:
    """Write Home Assistant's settings: a broker on `port`, and no web server for others."""
    entry = {
        "entry_id": "01DOUBTITMQTT0000000000000", "domain": "mqtt", "version": 1,
        "minor_version": 2, "title": "broker", "data": {"broker": "127.0.0.1", "port": port},
        "options": {"discovery": True, "discovery_prefix": "homeassistant"}, "source": "user",
        "unique_id": None, "disabled_by": None, "discovery_keys": {}, "subentries": [],
        "pref_disable_new_entities": False, "pref_disable_polling": False,
        "created_at": DATE, "modified_at": DATE,
    }  # fmt: skip
    kept = {"version": 1, "minor_version": 4, "key": "core.config_entries"}
    storage = folder / ".storage"
    storage.mkdir(parents=True)
    text = json.dumps({**kept, "data": {"entries": [entry]}})
    (storage / "core.config_entries").write_text(text, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        http = probe.getsockname()[1]
    settings = f"http:\n  server_host: 127.0.0.1\n  server_port: {http}\n"
    (folder / "configuration.yaml").write_text(settings, encoding="utf-8")


async def started(folder: Path) -> HomeAssistant:
    """Start Home Assistant."""
    bootstrap.DEFAULT_INTEGRATIONS = bootstrap.CRITICAL_INTEGRATIONS = set()
    home = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(config_dir=str(folder), skip_pip=True)
    )
    assert home is not None
    await home.async_start()
    await home.async_block_till_done()
    return home


def shown(home: HomeAssistant) -> Shown:
    """Return the entities of the table."""
    found: Shown = {}
    for entry in entity_registry.async_get(home).entities.values():
        if entry.platform == "mqtt":
            state = home.states.get(entry.entity_id)
            found[entry.unique_id] = entry.entity_id, state.state if state else "none"
    return found


def entities(home: HomeAssistant) -> dict[str, str]:
    """Return the entities' own names by `unique_id`."""
    return {key: entity for key, (entity, _) in shown(home).items()}


async def until(true: Callable[[], bool], home: HomeAssistant) -> None:
    """Wait until it is true."""
    for _ in range(WAIT_S * 10):
        if true():
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"it did not come true; shown are {shown(home)}")


def identifiers(*, commands: bool = False) -> set[str]:
    """Return the identifiers in the message of discovery."""
    message = json.loads(discovery(TABLE, "Table 1", "1", commands=commands).payload)
    return {part["uniq_id"] for part in message["cmps"].values() if "uniq_id" in part}


def is_right(found: Shown) -> bool:
    """Return True if all of the table's facts are shown."""
    states = {unique: state for unique, (_, state) in found.items()}
    return {f"doubtit_t_1_{key}": state for key, state in STATES.items()}.items() <= states.items()


async def check(folder: Path, publisher: Publisher) -> None:
    """Carry out all checks."""
    home = await started(folder)
    publisher.play(FACTS)
    publisher.start()
    await until(lambda: is_right(shown(home)), home)
    first = shown(home)
    assert {*first} == identifiers(), first
    [device] = device_registry.async_get(home).devices.values()
    assert (device.name, device.manufacturer) == ("Table 1", "Doubt It!"), device
    say(f"discovered: {len(first)} entities, {', '.join(sorted(STATES.values()))}")

    publisher.kill()
    await until(lambda: {state for _, state in shown(home).values()} == {"unavailable"}, home)
    publisher.start()
    await until(lambda: is_right(shown(home)), home)
    assert entities(home) == {key: entity for key, (entity, _) in first.items()}
    say("the table was missed, and is back with the same entities")

    publisher.kill()
    publisher.start(commands=True)
    await until(lambda: {*shown(home)} == identifiers(commands=True), home)
    await until(lambda: is_right(shown(home)), home)
    await until(lambda: shown(home)["doubtit_t_1_pause"][1] == "unknown", home)  # never pressed
    button = entities(home)["doubtit_t_1_pause"]
    assert entities(home).items() >= {key: entity for key, (entity, _) in first.items()}.items()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
        table.bind(str(publisher.public / "commands"))
        table.settimeout(WAIT_S)
        await home.services.async_call("button", "press", {"entity_id": button}, blocking=True)
        word = await asyncio.to_thread(table.recv, 64)
    assert word == b"pause", word
    say("an update added the button, the rest stayed, and the button pauses the table")

    publisher.kill()
    publisher.start()
    await until(lambda: {*shown(home)} == identifiers(), home)
    say("an update took the button away")

    publisher.kill()
    publisher.start(discovery=False)
    await until(lambda: not shown(home), home)
    await until(lambda: not device_registry.async_get(home).devices, home)
    say("without discovery the table is gone")
    await home.async_stop(force=True)


def say(line: str) -> None:
    print(f"home-assistant-test: {line}", flush=True)


def main() -> int:
    """Start the parts, check, and end them."""
    program = shutil.which("mosquitto", path=PATH)
    assert program is not None
    complaints = Complaints()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Mosquitto(program, folder)
        publisher = Publisher(folder, broker.port)
        try:
            broker.start()
            configure(folder / "home", broker.port)
            logging.getLogger().addHandler(complaints)
            asyncio.run(check(folder / "home", publisher))
        except BaseException:
            traceback.print_exc()  # Home Assistant's own hook writes it to a file
            raise
        finally:
            publisher.kill()
            broker.kill()
    if complaints.lines:
        say(f"Home Assistant {__version__} complains: {complaints.lines}")
        return 1
    say(f"Home Assistant {__version__}: all checks hold, and it has no complaint")
    return 0


if __name__ == "__main__":
    sys.exit(main())

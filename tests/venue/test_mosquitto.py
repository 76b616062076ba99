"""The publisher and the store with a real Mosquitto: kills of each, and nothing lost or doubled."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from public_lines import TABLE, line, write

from bench.venue.real_broker import PATH, Mosquitto
from venue.settings import BrokerAddress
from venue.topics import Publication

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]

DEADLINE_S = 120
"""Maximum seconds for what takes some on a quiet machine."""

PART = 100
"""Events from one kill to the next."""


class Programs:
    """The two programs of a venue, each of which may be killed."""

    def __init__(self, folder: Path, port: int, more: str = "", table: str = TABLE) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.running = folder, dict[str, subprocess.Popen[bytes]]()
        self._settings = folder / "venue.toml"
        self._settings.write_text(
            f'table = "{table}"\nfolder = "{folder}/public"\nstore = "{folder}/store.sqlite"\n'
            f"[broker]\nport = {port}\n{more}[home_assistant]\ndiscovery = true\n",
            encoding="utf-8",
        )

    def start(self, name: str) -> None:
        command = [sys.executable, "-m", "venue", name, "--config", str(self._settings)]
        known = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(command, env=known, stderr=log)  # noqa: S603

    def kill(self, name: str) -> None:
        self.running[name].kill()
        self.running.pop(name).wait()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def stored(self, table: str = TABLE) -> list[int]:
        """The numbers of a table's stored events, in order."""
        with (
            suppress(sqlite3.OperationalError),
            closing(sqlite3.connect(self.folder / "store.sqlite")) as database,
        ):
            asked = "SELECT n FROM events WHERE table_name = ? ORDER BY n"
            return [n for (n,) in database.execute(asked, (table,))]
        return []


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
    program = shutil.which("mosquitto", path=PATH)
    if program is None:
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    broker = Mosquitto(program, tmp_path)
    try:
        broker.start()
        yield broker
    finally:
        broker.kill()


@pytest.fixture
def programs(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Programs]:
    venue = Programs(tmp_path, mosquitto.port)
    try:
        yield venue
    finally:
        for name in [*venue.running]:
            venue.kill(name)


def wait_for(true: Callable[[], bool]) -> None:
    """Look until it is true; the event is only for waiting."""
    for _ in range(DEADLINE_S * 20):
        if true():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it did not come true")


def test_kills_of_broker_publisher_and_store_lose_and_double_nothing(
    programs: Programs, mosquitto: Mosquitto
) -> None:
    kills, count = 9, 9 * PART
    lines = [line("e.1", n + 1, pad="x" * 100) for n in range(count)]
    path = write(programs.folder / "public", "e.1", [])
    for name in ("store", "publish"):
        programs.start(name)
    for part in range(kills):
        with path.open("ab") as file:
            file.write(b"".join(lines[part * PART : (part + 1) * PART]))
        before = part * PART
        wait_for(lambda before=before: len(programs.stored()) > before)  # type: ignore[misc]
        if part % 3 == 0:
            mosquitto.kill()
            mosquitto.start()
        else:
            name = "publish" if part % 3 == 1 else "store"
            programs.kill(name)
            programs.start(name)
    wait_for(lambda: len(programs.stored()) >= count)
    assert programs.stored() == list(range(1, count + 1))


def accounts(folder: Path, *users: str) -> str:
    """Make accounts whose password is "word", also in the file `secret`; give their settings."""
    tool = shutil.which("mosquitto_passwd", path=PATH)
    if tool is None:
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    (folder / "secret").write_text("word\n", encoding="utf-8")
    known = folder / "accounts"
    known.touch()
    for user in users:
        subprocess.run([tool, "-b", known, user, "word"], check=True)  # noqa: S603 - ours
    return f"password_file {known}\n"


def bridge_to(port: int, user: str) -> str:
    """The shipped settings of a venue's broker in a chain whose centre is on this machine."""
    shipped = (ROOT / "venue" / "mosquitto-bridge.conf").read_text(encoding="utf-8")
    here = {
        "address": f"address 127.0.0.1:{port}", "remote_username": f"remote_username {user}",
        "remote_password": "remote_password word", "bridge_cafile": "",
    }  # fmt: skip
    lines = shipped.splitlines()
    return "\n".join(here.get(line.partition(" ")[0], line) for line in lines)


def test_a_chain_of_brokers_loses_and_doubles_nothing(tmp_path: Path) -> None:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
    program = shutil.which("mosquitto", path=PATH)
    if program is None:
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    users = accounts(tmp_path, "store", "cafe1", "cafe2")
    rights = (ROOT / "venue" / "mosquitto.acl").read_text(encoding="utf-8")
    rights += "".join(
        f"user {venue}\ntopic write doubtit/1/v/{venue}-t1/#\n"
        f"topic read doubtit/1/ack/{venue}-t1\ntopic read doubtit/1/cmd/{venue}-t1/#\n"
        for venue in ("cafe1", "cafe2")
    )
    (tmp_path / "rights").write_text(rights, encoding="utf-8")
    settings = f"{users}acl_file {tmp_path}/rights"
    brokers = [Mosquitto(program, tmp_path, settings, anonymous=False)]
    account = f'user = "store"\npassword_file = "{tmp_path}/secret"\n'
    centre = Programs(tmp_path / "centre", brokers[0].port, account)
    venues = dict[str, Programs]()
    try:
        brokers[0].start()
        centre.start("store")
        for venue in ("cafe1", "cafe2"):
            folder, table = tmp_path / venue, f"{venue}-t1"
            folder.mkdir()
            brokers.append(Mosquitto(program, folder, bridge_to(brokers[0].port, venue)))
            brokers[-1].start()
            venues[table] = Programs(folder, brokers[-1].port, table=table)
            write(folder / "public", "e.1", [])
            venues[table].start("publish")
        for part, broker in enumerate(brokers):
            for programs in venues.values():
                with (programs.folder / "public" / "e.1.jsonl").open("ab") as file:
                    numbers = range(part * PART + 1, (part + 1) * PART + 1)
                    file.write(b"".join(line("e.1", n) for n in numbers))
            for table in venues:
                wait_for(lambda t=table, n=part * PART: len(centre.stored(t)) > n)  # type: ignore[misc]
            broker.kill()
            broker.start()
        for table in venues:
            wait_for(lambda table=table: len(centre.stored(table)) >= 3 * PART)  # type: ignore[misc]
            assert centre.stored(table) == list(range(1, 3 * PART + 1))
    finally:
        for programs in (centre, *venues.values()):
            for name in [*programs.running]:
                programs.kill(name)
        for broker in brokers:
            broker.kill()


def test_what_a_table_is_stays_at_the_broker_until_it_is_missed(
    programs: Programs, mosquitto: Mosquitto
) -> None:
    from venue.broker import BrokerLink  # noqa: PLC0415 - paho-mqtt may be missing

    dealt = line("e.1", 1, "dealt", game="bluff", hands=[5, 5])
    write(programs.folder / "public", "e.1", [dealt])
    programs.start("publish")
    heard: dict[str, bytes] = {}
    topics = ("doubtit/1/v/#", "homeassistant/#")
    link = BrokerLink(BrokerAddress(port=mosquitto.port), "watcher", topics, lambda _: None)
    link.open()
    with closing(link):

        def is_there(topic: str, payload: bytes) -> bool:
            heard.update({each.topic: each.payload for each in link.hear(0.05)})
            return payload in heard.get(topic, b"")

        wait_for(lambda: is_there("doubtit/1/v/t1/state", b'"players":2'))
        wait_for(lambda: is_there("doubtit/1/v/t1/health", b'"camera":"ok"'))
        wait_for(lambda: is_there("doubtit/1/v/t1/online", b"1"))
        wait_for(lambda: is_there("homeassistant/device/doubtit-t1/config", b"doubtit_t1_playing"))
        assert "connected to the broker" in programs.log("publish")
        programs.kill("publish")
        wait_for(lambda: is_there("doubtit/1/v/t1/online", b"0"))


def test_a_table_writes_below_its_own_name_alone(tmp_path: Path) -> None:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
    from venue.broker import BrokerLink  # noqa: PLC0415 - paho-mqtt may be missing

    program = shutil.which("mosquitto", path=PATH)
    if program is None:
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    users, secret = accounts(tmp_path, "t1", "t2", "store"), tmp_path / "secret"
    rights = f"acl_file {ROOT / 'venue' / 'mosquitto.acl'}\n{users}"
    broker = Mosquitto(program, tmp_path, rights, anonymous=False)
    heard: dict[str, bytes] = {}
    said = list[str]()
    try:
        broker.start()

        def linked(user: str, *topics: str) -> BrokerLink:
            own = BrokerAddress(port=broker.port, user=user, password_file=str(secret))
            link = BrokerLink(own, user, topics, said.append)
            link.open()
            wait_for(lambda: link.connected is not None)
            return link

        with (
            closing(linked("store", "doubtit/1/v/#")) as store,
            closing(linked("t1", "doubtit/1/v/#")) as table,
        ):
            for topic in ("doubtit/1/v/t2/event", "doubtit/1/ack/t1", "doubtit/1/v/t1/event"):
                table.send(Publication(topic, topic.encode()))
            own = "doubtit/1/v/t1/event"

            def is_there() -> bool:
                heard.update({each.topic: each.payload for each in store.hear(0.05)})
                return own in heard

            wait_for(is_there)
            assert heard == {own: own.encode()}
            wait_for(lambda: any("Not authorized" in line for line in said))
            assert table.hear(0.0) == []
    finally:
        broker.kill()


def certified(folder: Path, name: str, address: str) -> str:
    """Make an authority `name` and its certificate for an address; give Mosquitto's settings."""
    tool = shutil.which("openssl", path=PATH)
    if tool is None:
        pytest.skip("OpenSSL is not installed: apt install openssl")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    authority = ("-CA", f"{name}.pem", "-CAkey", f"{name}.key")
    names = ("-addext", f"subjectAltName=IP:{address}", "-addext", "basicConstraints=CA:FALSE")
    for words in (
        (*key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}"),
        (*key, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=broker", *authority, *names),
    ):
        command = [tool, "req", "-x509", "-days", "2", *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours
    return f"certfile {folder}/own.pem\nkeyfile {folder}/own.key\n"


@pytest.mark.parametrize(
    ("trusted", "address"),
    [("venue", "127.0.0.1"), ("stranger", "127.0.0.1"), ("venue", "192.0.2.1")],
)
def test_an_encrypted_broker_has_to_prove_itself(
    tmp_path: Path, trusted: str, address: str
) -> None:
    pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
    program = shutil.which("mosquitto", path=PATH)
    if program is None:
        pytest.skip("Mosquitto is not installed: apt install mosquitto")
    certified(tmp_path, "stranger", address)
    broker = Mosquitto(program, tmp_path, certified(tmp_path, "venue", address))
    venue = Programs(tmp_path, broker.port, f'ca_file = "{tmp_path}/{trusted}.pem"\n')
    write(tmp_path / "public", "e.1", [line("e.1", n + 1) for n in range(PART)])
    try:
        broker.start()
        for name in ("store", "publish"):
            venue.start(name)
        if (trusted, address) == ("venue", "127.0.0.1"):
            wait_for(lambda: len(venue.stored()) >= PART)
            return
        for name in ("store", "publish"):
            wait_for(lambda name=name: "certificate" in venue.log(name))  # type: ignore[misc]
        assert venue.stored() == []
    finally:
        for name in [*venue.running]:
            venue.kill(name)
        broker.kill()

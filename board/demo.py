"""A venue to look at: a broker, a store, a board, and three tables that play recorded evenings."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from board.people import PeopleError, add_season, seat_person
from board.server import serve
from venue.broker import Say
from venue.database import Database, StorageError
from venue.service import Service, publish, store
from venue.settings import BrokerAddress, SettingsError, VenueSettings

EVENINGS = Path(__file__).parent / "evenings"

PATHS = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin"

PACE = 4
"""The tables play so many times as fast as people did."""

BETWEEN_S = 10
"""Seconds from the end of an evening to the next."""

GUESTS = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""Names of invented people, from seat 1."""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table that plays a recorded `evening` again and again into its `folder`."""

    name: str
    evening: Path
    folder: Path
    database: Path

    def play(self, stop: Event) -> None:
        """Play until `stop` is set."""
        lines = [json.loads(line) for line in self.evening.read_text("utf-8").splitlines()]
        self.folder.mkdir()
        while not stop.is_set():
            evening, now = f"{int(time.time()):x}.1", lines[0]["at_ms"]
            unseated = True
            with (self.folder / f"{evening}.jsonl").open("a", encoding="utf-8") as file:
                for line in lines:
                    if stop.wait((line["at_ms"] - now) / 1000 / PACE):
                        return
                    now = line["at_ms"]
                    file.write(json.dumps({**line, "evening": evening}) + "\n")
                    file.flush()
                    unseated = unseated and not self._seated(evening, line)
            stop.wait(BETWEEN_S)

    def _seated(self, evening: str, line: dict[str, object]) -> bool:
        """Write down who plays, once the store has the evening."""
        with suppress(PeopleError, StorageError), closing(Database(self.database)) as database:
            known = "SELECT 1 FROM evenings WHERE table_name = ? AND evening = ?"
            if line["type"] != "dealt" and database.execute(known, (self.name, evening)):
                for seat, name in enumerate(GUESTS, 1):
                    seat_person(database, self.name, seat, name)
                return True
        return False


def demo(settings: VenueSettings, say: Say) -> None:
    """Show a venue of three tables until it is stopped.

    Raises:
        SettingsError: Mosquitto is not installed.
    """
    program = shutil.which("mosquitto", path=PATHS)
    if program is None:
        raise SettingsError("the demo needs Mosquitto: sudo apt install mosquitto")
    stop = Event()
    with TemporaryDirectory() as name, _broker(program, Path(name)) as port:
        folder = Path(name)
        own = replace(settings, broker=BrokerAddress(port=port), store=str(folder / "venue.sqlite"))
        with closing(Database(own.store)) as database:
            add_season(database, "Demo", "1", "2020-01-01", "2099-12-31")
        threads = [Thread(target=_serve, args=(store, own, stop, say))]
        for number, evening in enumerate(sorted(EVENINGS.glob("*.jsonl")), 1):
            table = DemoTable(f"table-{number}", evening, folder / str(number), Path(own.store))
            publisher = replace(own, table=table.name, folder=str(table.folder))
            threads += [
                Thread(target=table.play, args=(stop,)),
                Thread(target=_serve, args=(publish, publisher, stop, say)),
            ]
        for thread in threads:
            thread.start()
        try:
            say(f"open http://{own.board.host}:{own.board.port}/ and press Ctrl+C to stop")
            serve(own)
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def _serve(service: Service, settings: VenueSettings, stop: Event, say: Say) -> None:
    try:
        service(settings, stop, say)
    except SettingsError as error:
        say(str(error))


@contextmanager
def _broker(program: str, folder: Path) -> Iterator[int]:
    """Run Mosquitto on a free port of this machine, and give the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    settings = folder / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
    command = [program, "-c", str(settings)]
    with subprocess.Popen(  # noqa: S603 - Debian's; Ctrl+C does not reach it
        command, stderr=subprocess.DEVNULL, start_new_session=True
    ) as broker:
        try:
            yield port
        finally:
            broker.terminate()

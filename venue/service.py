"""The two programs of a venue: the publisher beside a table, and the store."""

import time
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Event

from venue.broker import BrokerLink, BrokerMessage, Say
from venue.commands import VENUE_COMMANDS, command_in, hand_over
from venue.database import POSTGRESQL, StorageError
from venue.discovery import discovery
from venue.files import PublicFolder
from venue.publisher import TablePublisher
from venue.settings import SettingsError, VenueSettings
from venue.store import EventStore
from venue.topics import EVENTS, ack_of, command_of

LOOK_S = 0.1
"""Seconds between two looks at the public files."""

SESSION_S = 3600
"""Seconds for which the broker keeps what comes while the store is away."""

DAY_S = 24 * 3600

DROPS_EVERY_S = 3600
"""Seconds between two looks for events that are too old."""

Service = Callable[[VenueSettings, Event, Say], None]


class TableLink:
    """A table's publisher with its own connection to the broker.

    Raises:
        SettingsError: the settings name no table, or can't be used.
    """

    def __init__(self, settings: VenueSettings, say: Say) -> None:
        if not settings.table:
            raise SettingsError("table is missing: the name of this table at the broker")
        assistant = settings.home_assistant
        name = assistant.name or settings.table
        table, folder = settings.table, Path(settings.folder)
        about = discovery(
            table, name, own_version(), assistant.prefix,
            commands=settings.commands, wanted=assistant.discovery,
        )  # fmt: skip
        self._settings, self._folder = settings, folder
        self._publisher = TablePublisher(table, PublicFolder(folder), (about,))
        asks = (command_of(table, name) for name in VENUE_COMMANDS if settings.commands)
        topics = (ack_of(table), *asks)
        will = self._publisher.will
        self._link = BrokerLink(settings.broker, f"doubtit-{table}", topics, say, will=will)
        self._number = 0
        self._link.open()

    def look(self, seconds: float) -> None:
        """Take what the broker says, up to `seconds` for the first word, and send what is due."""
        heard = self._link.hear(seconds)
        connected = self._link.connected
        if connected is None:
            self._publisher.gone()
        elif connected.number != self._number:
            self._number = connected.number
            self._publisher.connected(connected.limit)
        for message in heard:
            self._take(message)
        for publication in self._publisher.due(time.monotonic()):
            self._link.send(publication)

    def _take(self, message: BrokerMessage) -> None:
        now, table = time.monotonic(), self._settings.table
        self._publisher.hears(message.topic, message.payload, now)
        age = now - message.at
        asked = command_in(table, message.topic, retained=message.retained, age_s=age)
        if asked and self._settings.commands:
            hand_over(self._folder, asked)

    def close(self) -> None:
        """Disconnect."""
        self._link.close()


def publish(settings: VenueSettings, stop: Event, say: Say) -> None:
    """Publish the public files of a table until `stop` is set.

    Raises:
        SettingsError: the settings name no table, or can't be used.
    """
    with closing(TableLink(settings, say)) as link:
        while not stop.is_set():
            link.look(LOOK_S)


def store(settings: VenueSettings, stop: Event, say: Say) -> None:
    """Store the events of all tables until `stop` is set.

    Raises:
        SettingsError: the file can't be used, or the settings can't.
        StorageError: PostgreSQL can't be used now; it may be there later.
    """
    try:
        events = EventStore(settings.store)
    except StorageError as error:
        if settings.store.startswith(POSTGRESQL):
            raise
        raise SettingsError(f"store can't be used: {error}") from error
    link = BrokerLink(settings.broker, "doubtit-store", (EVENTS,), say, session_s=SESSION_S)
    wrong, drops_at = "", time.monotonic()
    with closing(events), closing(link):
        link.open()
        while not stop.is_set():
            heard = link.hear(LOOK_S)
            drops = settings.keep_days > 0 and time.monotonic() > drops_at
            if not heard and not drops:
                continue
            messages, now = (
                [(message.topic, message.payload) for message in heard],
                int(time.time()),
            )
            try:
                acks = events.take(messages, now)
                if drops:
                    drops_at = time.monotonic() + DROPS_EVERY_S
                    if events.drop(now - settings.keep_days * DAY_S):
                        drops_at = time.monotonic() + 1
            except StorageError as error:
                if str(error) != wrong:
                    say(f"nothing can be stored: {error}")
                wrong = str(error)
                stop.wait(1)
                continue
            wrong = ""
            for ack in acks:
                link.send(ack)


def own_version() -> str:
    """Return the version of this package."""
    try:
        return version("doubtit-venue")
    except PackageNotFoundError:
        return "0"

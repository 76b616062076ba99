"""The two programs of a venue: the publisher beside a table, and the store."""

import time
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Event

from venue.broker import BrokerLink, Say
from venue.commands import VENUE_COMMANDS, command_in, hand_over
from venue.database import StorageError
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

Service = Callable[[VenueSettings, Event, Say], None]


def publish(settings: VenueSettings, stop: Event, say: Say) -> None:
    """Publish the public files of a table until `stop` is set.

    Raises:
        SettingsError: the settings name no table, or can't be used.
    """
    if not settings.table:
        raise SettingsError("table is missing: the name of this table at the broker")
    assistant = settings.home_assistant
    name = assistant.name or settings.table
    table, folder = settings.table, Path(settings.folder)
    found = discovery(table, name, own_version(), assistant.prefix, commands=settings.commands)
    about = (found,) if assistant.discovery else ()
    publisher = TablePublisher(table, PublicFolder(folder), about)
    asks = tuple(command_of(table, name) for name in VENUE_COMMANDS) if settings.commands else ()
    topics = (ack_of(table), *asks)
    link = BrokerLink(settings.broker, f"doubtit-{table}", topics, say, will=publisher.will)
    link.open()
    number = 0
    with closing(link):
        while not stop.is_set():
            heard = link.hear(LOOK_S)
            connected = link.connected
            if connected is None:
                publisher.gone()
            elif connected.number != number:
                number = connected.number
                publisher.connected(connected.limit)
            for message in heard:
                now = time.monotonic()
                publisher.hears(message.topic, message.payload, now)
                age = now - message.at
                asked = command_in(table, message.topic, retained=message.retained, age_s=age)
                if asked and settings.commands:
                    hand_over(folder, asked)
            for publication in publisher.due(time.monotonic()):
                link.send(publication)


def store(settings: VenueSettings, stop: Event, say: Say) -> None:
    """Store the events of all tables until `stop` is set.

    Raises:
        SettingsError: the file can't be used, or the settings can't.
    """
    try:
        events = EventStore(settings.store)
    except StorageError as error:
        raise SettingsError(f"store can't be used: {error}") from error
    link = BrokerLink(settings.broker, "doubtit-store", (EVENTS,), say, session_s=SESSION_S)
    wrong = ""
    with closing(events), closing(link):
        link.open()
        while not stop.is_set():
            heard = link.hear(LOOK_S)
            if not heard:
                continue
            messages = [(message.topic, message.payload) for message in heard]
            try:
                acks = events.take(messages, int(time.time()))
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

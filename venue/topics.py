"""The topics of a venue in MQTT, and the messages that go there: docs/venue.md lists them."""

import re
from dataclasses import dataclass

TOPIC_ROOT = "doubtit/1"
"""First levels of every topic; the number is that of the messages' form."""

TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""Names of tables: a level of a topic, a part of identifiers, and an account of the broker."""

EVENTS = f"{TOPIC_ROOT}/v/+/event"
"""The events of all tables."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A message for the broker, with a delivery that it confirms."""

    topic: str
    payload: bytes
    retain: bool = False

    @property
    def size(self) -> int:
        """Maximum size of its packet in bytes: MQTT's own fields take less than 32."""
        return len(self.topic.encode()) + len(self.payload) + 32


def of_table(table: str, name: str) -> str:
    """Return the topic `name` of what a table says."""
    return f"{TOPIC_ROOT}/v/{table}/{name}"


def command_of(table: str, name: str) -> str:
    """Return the topic of a command for a table."""
    return f"{TOPIC_ROOT}/cmd/{table}/{name}"


def ack_of(table: str) -> str:
    """Return the topic by which the store confirms the events of a table."""
    return f"{TOPIC_ROOT}/ack/{table}"


def table_of(topic: str) -> str:
    """Return the table that an event's topic names, or ""."""
    before, _, name = topic.removeprefix(f"{TOPIC_ROOT}/v/").partition("/")
    known = topic.startswith(TOPIC_ROOT) and name == "event" and TABLE_NAME.fullmatch(before)
    return before if known else ""

"""A connection to a broker in MQTT 5, by paho-mqtt.

Its thread keeps the connection and does nothing else: what it hears waits in a bounded queue, and
what finds no room there is dropped, since all of it comes again.
"""

import queue
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple  # paho's own types, which older releases lack

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from venue.settings import BrokerAddress
from venue.topics import Publication

INBOX = 1000
"""Messages that wait at most."""

WILL_AFTER_S = 10
"""Seconds that the broker waits with the will: a reconnection in time cancels it."""

LONGEST_PAUSE_S = 30
"""Maximum seconds between two attempts to connect."""

KEEP_ALIVE_S = 20

Say = Callable[[str], object]

_fields_of: Any = Properties  # paho gives it no types, and sets its fields by name


class BrokerMessage(NamedTuple):
    """A message of the broker, heard `at` (s, monotonic); a `retained` one may be old."""

    topic: str
    payload: bytes
    retained: bool
    at: float


class Connected(NamedTuple):
    """A connection by its `number`, to a broker that takes packets of `limit` bytes or any."""

    number: int
    limit: int | None


class BrokerLink:
    """A connection that comes back by itself. `say` gets a line when it is there, or lost.

    The broker keeps the session for `session_s` seconds after a loss. Each connection subscribes
    to `topics` again, because a broker may have forgotten the session.
    """

    def __init__(
        self, address: BrokerAddress, name: str, topics: tuple[str, ...], say: Say, *,
        session_s: int = 0, will: Publication | None = None,
    ) -> None:  # fmt: skip
        transport: Any = "unix" if address.socket else "tcp"  # paho's Literal
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, name, protocol=mqtt.MQTTv5, transport=transport
        )
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_message, client.on_publish = self._on_message, self._on_publish
        client.on_connect_fail = self._on_connect_fail
        client.reconnect_delay_set(1, LONGEST_PAUSE_S)
        client.max_inflight_messages_set(0)
        if address.user:
            client.username_pw_set(address.user, address.password)
        if address.ca_file:
            client.tls_set(ca_certs=address.ca_file)
        if will is not None:
            delayed = _fields_of(PacketTypes.WILLMESSAGE)
            delayed.WillDelayInterval = WILL_AFTER_S
            client.will_set(will.topic, will.payload, 1, will.retain, delayed)
        self._client, self._address, self._topics, self._say = client, address, topics, say
        self._session_s = session_s
        self._heard: queue.Queue[BrokerMessage] = queue.Queue(INBOX)
        self._refused, self._unreachable = False, ""
        self.connected: Connected | None = None
        self._number = 0

    def open(self) -> None:
        """Start to connect. Raises OSError, ValueError: the address can't be used."""
        session = _fields_of(PacketTypes.CONNECT)
        session.SessionExpiryInterval = self._session_s
        self._client.connect_async(
            self._address.socket or self._address.host, self._address.port, KEEP_ALIVE_S,
            clean_start=not self._session_s, properties=session,
        )  # fmt: skip
        self._client.loop_start()

    def close(self) -> None:
        """Disconnect; the broker sends the will of a table after its delay."""
        self._client.disconnect(ReasonCode(PacketTypes.DISCONNECT, identifier=4))
        self._client.loop_stop()
        self._client.on_connect = self._client.on_disconnect = self._client.on_connect_fail = None
        self._client.on_message = self._client.on_publish = None  # no cycle keeps it alive

    def hear(self, seconds: float) -> list[BrokerMessage]:
        """Return the messages that have come, and wait up to `seconds` for the first."""
        heard = []
        try:
            heard.append(self._heard.get(timeout=seconds))
            while len(heard) < INBOX:
                heard.append(self._heard.get_nowait())
        except queue.Empty:
            pass
        return heard

    def send(self, publication: Publication) -> None:
        """Hand a message to a broker that is connected; without one it is dropped."""
        if self.connected is not None:
            self._client.publish(
                publication.topic, publication.payload, qos=1, retain=publication.retain
            )

    def _on_connect(
        self,
        client: mqtt.Client,
        _data: object,
        _flags: object,
        reason: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._say(f"the broker refuses the connection: {reason}")
            return
        self._number += 1
        self._refused, self._unreachable = False, ""
        if self._topics:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in self._topics])
        limit = getattr(properties, "MaximumPacketSize", None)
        self.connected = Connected(self._number, limit)
        self._say("connected to the broker")

    def _on_connect_fail(self, _client: object, _data: object) -> None:
        """Name the reason once: paho calls this while it handles the error."""
        reason = str(sys.exception())
        if reason != self._unreachable:
            self._unreachable = reason
            self._say(f"the broker can't be reached: {reason}")

    def _on_disconnect(
        self, _client: object, _data: object, _flags: object, reason: object, _properties: object
    ) -> None:
        if self.connected is not None:
            self._say(f"the broker is gone: {reason}")
        self.connected = None

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        heard = BrokerMessage(
            message.topic, bytes(message.payload), bool(message.retain), time.monotonic()
        )
        try:
            self._heard.put_nowait(heard)
        except queue.Full:
            return  # it comes again: nobody has confirmed it

    def _on_publish(
        self, _client: object, _data: object, _number: int, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure and not self._refused:
            self._refused = True
            self._say(f"the broker refuses a message: {reason}")

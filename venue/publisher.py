"""Decides what a table's publisher sends; it knows no broker and no clock.

A broker's own confirmation does not mean that it has saved a message. So an event counts as
delivered once the store says so (`topics.ack_of`), and is sent again until then.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from venue.files import EveningFile, Line, PublicFolder
from venue.standing import TableStanding
from venue.topics import Publication, ack_of, of_table

MOST_AHEAD = 100
"""Events that are under way at most, ahead of the store's confirmation."""

AGAIN_AFTER_S, AGAIN_AT_LAST_S = 1.5, 24.0
"""Seconds without a confirmation until an event is sent again: at first, and after long silence."""

REPEATED_AFTER_S = 0.25
"""Minimum seconds between two repetitions that the store asks for."""


@dataclass(slots=True)
class _Delivery:
    """How far an evening is delivered: `acked` by the store, `sent` to the broker.

    At most `ahead` events are under way. A single one asks a store that is silent, so that many
    tables do not fill the broker's queues while it is away. Each confirmation doubles that number,
    and each one that is repeated, since an event was lost, halves it. `since` is the time in
    seconds from which the present `wait` counts. The newest confirmation came at the time `heard`;
    until the store has spoken it is not `known`.
    """

    acked: int = 0
    sent: int = 0
    ahead: int = 1
    known: bool = False
    since: float = 0.0
    heard: float = 0.0
    wait: float = AGAIN_AFTER_S

    def ask(self) -> None:
        """Send a single event next, the one behind those that the store has."""
        self.sent, self.ahead = self.acked, 1


class TablePublisher:
    """Publishes the evenings in `folder` as `table`.

    `about` has the retained messages beside the standing, such as Home Assistant's discovery.
    """

    def __init__(
        self, table: str, folder: PublicFolder, about: tuple[Publication, ...] = ()
    ) -> None:
        self._table, self._folder = table, folder
        self._about = about
        self._deliveries: dict[str, _Delivery] = {}
        self._standing, self._of = TableStanding(), ""
        self._limit: int | None = None
        self._up = False
        self._told: dict[str, Publication] = {}

    @property
    def will(self) -> Publication:
        """The message that the broker sends when it misses the table."""
        return Publication(of_table(self._table, "online"), b"0", retain=True)

    def connected(self, limit: int | None = None) -> None:
        """Note a new connection, to a broker that takes packets of `limit` bytes (None: any)."""
        self._up, self._limit, self._told = True, limit, {}
        for delivery in self._deliveries.values():
            delivery.ask()
            delivery.wait = AGAIN_AFTER_S

    def gone(self) -> None:
        """Note that the connection is lost."""
        self._up = False

    def hears(self, topic: str, payload: bytes, now: float) -> None:
        """Take a message of the broker at `now` (s): only the store's confirmation counts."""
        confirmed = _ack(payload) if topic == ack_of(self._table) else None
        if confirmed is None:
            return
        evening, n = confirmed
        delivery = self._deliveries.get(evening)
        if delivery is None:
            return
        repeated = delivery.known and n <= delivery.acked
        if repeated and now < delivery.heard + REPEATED_AFTER_S:
            return
        if repeated or not delivery.known:
            delivery.sent = n  # the store lacks what follows, whatever was sent
        ahead = delivery.ahead // 2 if repeated else delivery.ahead * 2
        delivery.ahead = min(max(ahead, 1), MOST_AHEAD)
        delivery.acked, delivery.known = n, True
        delivery.since = delivery.heard = now
        delivery.wait = AGAIN_AFTER_S
        delivery.sent = max(delivery.sent, n)

    def due(self, now: float) -> Iterator[Publication]:
        """Yield what is to be sent at `now` (s), in this order."""
        evenings = self._folder.evenings()
        for evening in evenings:
            self._read(evening, newest=evening is evenings[-1])
        if not self._up:
            return
        online = Publication(of_table(self._table, "online"), b"1", retain=True)
        state = of_table(self._table, "state"), self._standing.state
        health = of_table(self._table, "health"), self._standing.health
        for each in (*self._about, online, *(_retained(*part) for part in (state, health))):
            if self._told.get(each.topic) != each and self._fits(each):
                self._told[each.topic] = each
                yield each
        for evening in evenings:
            yield from self._events(evening, now)

    def _read(self, evening: EveningFile, *, newest: bool) -> None:
        """Read what a file has more; the newest evening makes the standing."""
        if newest and evening.evening != self._of:
            self._standing, self._of = TableStanding(), evening.evening
            evening.restart()
        try:
            for line in evening.grow():
                if newest:
                    self._standing.follow(line)
        except OSError:
            return

    def _events(self, evening: EveningFile, now: float) -> Iterator[Publication]:
        delivery = self._deliveries.setdefault(evening.evening, _Delivery())
        if delivery.acked > evening.count:
            return  # the file was cut, and will have the same lines again
        if delivery.sent > delivery.acked and now >= delivery.since + delivery.wait:
            delivery.ask()
            delivery.wait = min(delivery.wait * 2, AGAIN_AT_LAST_S)
        while delivery.sent < min(delivery.acked + delivery.ahead, evening.count):
            try:
                event = self._event(evening.line(delivery.sent + 1))
            except OSError:
                return
            if not self._fits(event):
                return
            if delivery.sent == delivery.acked:
                delivery.since = now
            delivery.sent += 1
            yield event

    def _event(self, text: bytes) -> Publication:
        """Return the message of a line; without its data where the broker takes no such size."""
        topic = of_table(self._table, "event")
        line = {"table": self._table, **json.loads(text)}
        event = Publication(topic, _packed(line))
        return event if self._fits(event) else Publication(topic, _packed(line | {"data": {}}))

    def _fits(self, publication: Publication) -> bool:
        return self._limit is None or publication.size <= self._limit


def _ack(payload: bytes) -> tuple[str, int] | None:
    """Return the evening and the number of a confirmation, or None."""
    try:
        ack = json.loads(payload)
        evening, n = ack["evening"], ack["n"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (evening, n) if isinstance(evening, str) and type(n) is int and n >= 0 else None


def _retained(topic: str, value: Line) -> Publication:
    return Publication(topic, _packed(value), retain=True)


def _packed(value: Line) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

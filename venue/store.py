"""The store: every event of every table once, in order, in one database.

It takes the event behind the newest one of an evening and nothing else. It confirms what is on the
disk, and repeats that when it gets an event that it can't take. In the same step it keeps what a
board shows: the standing of each table, its catches and its finished games.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from venue.database import Database
from venue.files import Line, is_event
from venue.fold import Catch, EveningFold, Result, Undone
from venue.topics import Publication, ack_of, table_of

PAYLOAD_BYTES = 8192
"""Maximum size of an event that the store reads."""


EveningKey = tuple[str, str]
"""Table and name of an evening."""


@dataclass(slots=True)
class _Evening:
    """An evening of a table while a change of the store lasts: `n` events, of them `fresh` new."""

    n: int
    fold: EveningFold
    fresh: int = 0


class EventStore:
    """The events in the database at `address`, which is made if it is missing.

    Raises:
        StorageError: it can't be used.
    """

    def __init__(self, address: str | Path) -> None:
        self._database = Database(address)
        known = "SELECT COUNT(*) FROM evenings WHERE state = ''"
        if self._database.execute(known)[0][0]:
            self.rebuild()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def take(self, messages: Iterable[tuple[str, bytes]], now: int) -> list[Publication]:
        """Store events by topic and payload, which arrived at `now` (s since 1970).

        Return the confirmations, to be sent after this. What is no event is left out silently.

        Raises:
            StorageError: they can't be written, and none of them is stored.
        """
        events = [event for each in messages if (event := event_of(*each)) is not None]
        if not events:
            return []
        fresh = list[tuple[object, ...]]()
        self._database.keep_month(now)
        with self._database.transaction() as change:
            known = self._evenings([(event["table"], event["evening"]) for event in events])
            for event in events:
                key = event["table"], event["evening"]
                if event["n"] == known[key].n + 1:
                    text = json.dumps(event, separators=(",", ":"))
                    fresh.append((*key, event["n"], now, text))
                    self._follow(known[key], event, now)
            self._database.execute_many("INSERT INTO events VALUES (?, ?, ?, ?, ?)", fresh)
            self._keep({key: each for key, each in known.items() if each.fresh}, change, now)
        return [
            Publication(ack_of(table), _ack_payload(name, evening.n), retain=True)
            for (table, name), evening in known.items()
        ]

    def rebuild(self) -> None:
        """Make all that follows from the events of whole evenings again. Raises StorageError."""
        whole = (
            "SELECT table_name, evening FROM evenings WHERE n = (SELECT COUNT(*) FROM events"
            " WHERE events.table_name = evenings.table_name AND events.evening = evenings.evening)"
        )
        with self._database.transaction() as change:
            for table, name in self._database.execute(whole):
                for derived in ("games", "catches"):
                    self._delete(derived, "table_name = ? AND evening = ?", (table, name))
                asked = (
                    "SELECT event, arrived FROM events WHERE table_name = ? AND evening = ?"
                    " ORDER BY n"
                )
                evening, arrived = _Evening(0, EveningFold()), 0
                for text, arrived in self._database.execute(asked, (table, name)):
                    self._follow(evening, json.loads(text), arrived)
                self._keep({(table, name): evening}, change, arrived)

    def drop(self, before: int) -> bool:
        """Drop some events of evenings that were over `before` a time; what follows stays.

        Return True if there are more. Raises StorageError.
        """
        newest = self._database.execute("SELECT MAX(arrived) FROM evenings")[0][0]
        return newest is not None and before <= newest and self._database.drop_events(before)

    def _evenings(self, keys: Iterable[EveningKey]) -> dict[EveningKey, _Evening]:
        evenings = {key: _Evening(0, EveningFold()) for key in keys}
        signs = ", ".join(["(?, ?)"] * len(evenings))
        asked = (
            "SELECT table_name, evening, n, state FROM evenings"  # noqa: S608 - ours
            f" WHERE (table_name, evening) IN (VALUES {signs})"
        )
        rows = self._database.execute(asked, [part for key in evenings for part in key])
        return evenings | {
            (table, name): _Evening(n, EveningFold.of_text(state)) for table, name, n, state in rows
        }

    def _keep(self, evenings: Mapping[EveningKey, _Evening], change: int, now: int) -> None:
        self._database.execute_many(
            "INSERT INTO evenings (table_name, evening, n, changed, arrived, state)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_name, evening) DO UPDATE SET"
            " n = excluded.n, changed = excluded.changed, arrived = excluded.arrived,"
            " state = excluded.state, dropped = 0",
            [(*key, each.n, change, now, each.fold.text) for key, each in evenings.items()],
        )

    def _follow(self, evening: _Evening, event: Line, now: int) -> None:
        """Let an evening take its next event, and keep what follows from it."""
        evening.n += 1
        evening.fresh += 1
        key = event["table"], event["evening"]
        for fact in evening.fold.follow(event):
            here = (*key, evening.fold.game)
            match fact:
                case Catch():
                    when = event["entry"], now
                    self._insert("catches", here, fact.action, *when, *fact[1:])
                case Result(ruleset, places):
                    self._insert("games", here, event["entry"], now, ruleset, json.dumps(places))
                case Undone(action=int(action)):
                    where = "table_name = ? AND evening = ? AND game = ?"
                    self._delete("games", where, here)
                    self._delete("catches", f"{where} AND action > ?", (*here, action))
                case Undone(entry=entry):
                    for derived in ("games", "catches"):
                        where = "table_name = ? AND evening = ? AND entry > ?"
                        self._delete(derived, where, (*key, entry))

    def _insert(self, derived: str, here: tuple[str, str, int], *values: object) -> None:
        row = (*here, *values)
        signs = ", ".join("?" * len(row))
        kept = f"INSERT INTO {derived} VALUES ({signs}) ON CONFLICT DO NOTHING"  # noqa: S608 - ours
        self._database.execute(kept, row)
        if derived == "games":
            self._database.mark_results()

    def _delete(self, derived: str, where: str, values: tuple[object, ...]) -> None:
        self._database.execute(f"DELETE FROM {derived} WHERE {where}", values)  # noqa: S608 - ours
        if derived == "games":
            self._database.mark_results()

    def count(self, table: str, evening: str) -> int:
        """Return the number of stored events of an evening."""
        asked = "SELECT n FROM evenings WHERE table_name = ? AND evening = ?"
        rows = self._database.execute(asked, (table, evening))
        return int(rows[0][0]) if rows else 0

    def events(self, table: str, evening: str) -> list[Line]:
        """Return the events of an evening in order."""
        asked = "SELECT event FROM events WHERE table_name = ? AND evening = ? ORDER BY n"
        return [json.loads(text) for (text,) in self._database.execute(asked, (table, evening))]


def event_of(topic: str, payload: bytes) -> Line | None:
    """Return the event in a message, or None if it is none of the table that its topic names."""
    if len(payload) > PAYLOAD_BYTES:
        return None
    try:
        event = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or not is_event(event):
        return None
    table, evening = table_of(topic), event["evening"]
    fits = 0 < len(evening) <= 64 and evening.isprintable()
    return event if table and event.get("table") == table and fits else None


def _ack_payload(evening: str, n: int) -> bytes:
    return json.dumps({"evening": evening, "n": n}, separators=(",", ":")).encode()

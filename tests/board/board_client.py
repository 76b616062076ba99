"""A board in this process: evenings in a store, and requests without a network."""

import asyncio
import json
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed")
pytest.importorskip("openskill", reason="OpenSkill is not installed")
pytest.importorskip("argon2", reason="argon2-cffi is not installed")

from argon2 import PasswordHasher

from board.app import board_app
from board.people import add_season, seat_person
from venue.database import Database
from venue.settings import BoardSettings
from venue.store import EventStore
from venue.topics import of_table

CHEAP = PasswordHasher(1, 8, 1)
"""Hashes passwords of tests quickly."""

RECORDED = Path(__file__).parents[2] / "board" / "evenings"
NOW = 1_798_800_000
"""2027-01-01 10:40 UTC."""


def recorded(name: str) -> list[dict[str, Any]]:
    """The events of a recorded evening."""
    text = (RECORDED / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def messages(table: str, events: list[dict[str, Any]]) -> list[tuple[str, bytes]]:
    topic = of_table(table, "event")
    return [(topic, json.dumps({**event, "table": table}).encode()) for event in events]


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Board:
    """A board of three tables, one of which plays, and a league with two people."""

    def __init__(self, folder: Path, code: str = "") -> None:
        self.path, self.now = folder / "venue.sqlite", NOW + 100
        store = EventStore(self.path)
        store.take(messages("t1", recorded("bluff")[:-10]), NOW)
        self.seat("t1", 4, "Ana")
        self.seat("t1", 1, "<Bo & Co>")
        store.take(messages("t1", recorded("bluff")[-10:]), NOW)
        store.take(messages("t2", recorded("bullshit")), NOW + 60)
        store.take(messages("t3", recorded("doubt_it")[:60]), NOW + 90)
        self.store = store
        with_season = Database(self.path)
        add_season(with_season, "Club", "Winter", "2026-12-01", "2027-02-28")
        with_season.close()
        self.database = Database(self.path, read_only=True)
        self.app = board_app(
            self.database, lambda: Database(self.path), BoardSettings(code=code), lambda: self.now
        )

    def seat(self, table: str, seat: int, name: str) -> None:
        database = Database(self.path)
        seat_person(database, table, seat, name)
        database.close()

    def close(self) -> None:
        self.store.close()
        self.database.close()

    def ask(
        self, target: str, method: str = "GET",
        headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b"", scheme: str = "http",
    ) -> Answer:  # fmt: skip
        """Ask as a server does that has read a request."""
        path, _, query = target.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": scheme, "path": unquote(path), "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "headers": headers or [(b"host", b"board")],
            "client": ("192.0.2.1", 5), "server": ("192.0.2.2", 80),
        }  # fmt: skip
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        async def answer() -> None:
            await self.app(scope, receive, send)

        asyncio.run(answer())
        [start] = [each for each in sent if each["type"] == "http.response.start"]
        known = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], known, b"".join(each.get("body", b"") for each in sent))

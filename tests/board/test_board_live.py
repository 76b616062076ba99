"""Live updates: what changed since a viewer's last message, and nothing before."""

import asyncio
import json
from collections.abc import AsyncIterator

from board_client import NOW, Board, messages, recorded

from board import live
from board.facts import BoardFacts
from board.live import LiveFeed
from board.pages import Pages, Visitor


def feed_of(board: Board) -> LiveFeed:
    facts = BoardFacts(board.database)
    return LiveFeed(facts, Pages(facts, "Hall"), lambda: NOW + 100)


async def until_quiet(stream: AsyncIterator[str]) -> dict[str, str]:
    """The HTML of the parts of the next message, by their names."""
    parts: dict[str, str] = {}
    async for text in stream:
        for block in text.split("\n\n"):
            if block.startswith("event: "):
                kind, _, data = block.removeprefix("event: ").partition("\ndata: ")
                known = json.loads(data)
                parts[known.get("id", kind)] = known["html"]
            if block.startswith("id: "):
                return parts
    raise AssertionError("the stream ended")


def test_a_viewer_gets_what_changed_after_what_it_has(board: Board) -> None:
    async def watch() -> None:
        feed = feed_of(board)
        stream = feed.messages(Visitor("de", "/"), 0)
        first = await until_quiet(stream)
        assert first.keys() == {"table-t1", "table-t2", "table-t3", "beside"}
        assert "Karten" in first["table-t1"]
        board.store.take(messages("t3", recorded("doubt_it")[60:]), NOW + 99)
        second = await until_quiet(stream)
        assert second.keys() == {"table-t3", "beside"}
        assert "Doubt/it!" in second["beside"], "the finished game"
        gone = {**recorded("doubt_it")[-1], "n": 106, "type": "agreement", "data": {}}
        board.store.take(messages("t3", [gone]), NOW + 99)
        assert (await until_quiet(stream))["table-t3"] == ""
        await stream.aclose()
        assert feed.viewers == 0

    asyncio.run(watch())


def test_a_page_that_is_newer_than_the_database_gets_everything(board: Board) -> None:
    async def watch() -> None:
        stream = feed_of(board).messages(Visitor("en", "/"), 1 << 50)
        assert len(await until_quiet(stream)) == 4
        await stream.aclose()

    asyncio.run(watch())


def test_many_viewers_cost_little_and_too_many_are_sent_away(board: Board) -> None:
    async def watch() -> None:
        feed = feed_of(board)
        streams = [feed.messages(Visitor("en", "/"), 0) for _ in range(50)]
        parts = await asyncio.gather(*map(until_quiet, streams))
        assert all(part == parts[0] for part in parts)
        assert feed._parts.cache_info().hits == 49
        assert feed.viewers == 50
        assert not feed.full
        for stream in streams:
            await stream.aclose()
        feed.viewers = live.MOST_VIEWERS
        assert feed.full

    asyncio.run(watch())

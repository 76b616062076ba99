"""Live updates of a board: Server-Sent Events with parts of pages.

One task looks for changes while the board has viewers. A slow viewer misses nothing: it gets the
newest state of whatever has changed since its last message.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from functools import lru_cache

from starlette.concurrency import run_in_threadpool

from board.facts import BoardFacts
from board.pages import Pages, Visitor
from venue.database import StorageError

LOOK_S = 0.1
"""Seconds between two looks for changes."""

RETRY_S = 2.0
"""Seconds until the next look, or until a browser connects again, after a failure."""

QUIET_S = 15.0
"""Seconds after which an empty message shows that viewer and board are still there."""

MOST_VIEWERS = 500

MOST_STATES = 64
"""Messages that are kept for viewers who need the same, by language and by what they have."""


class LiveFeed:
    """Feeds the viewers of a board, `MOST_VIEWERS` at most."""

    def __init__(
        self, facts: BoardFacts, pages: Pages, clock: Callable[[], float] = time.time
    ) -> None:
        self._facts, self._pages, self._clock = facts, pages, clock
        self._change = 0
        self._fresh, self._drawing = asyncio.Condition(), asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None
        self.viewers = 0
        self._parts = lru_cache(MOST_STATES)(self._drawn)

    @property
    def full(self) -> bool:
        """True if no further viewer can be fed."""
        return self.viewers >= MOST_VIEWERS

    async def messages(self, visitor: Visitor, since: int) -> AsyncGenerator[str, None]:
        """Yield messages for a viewer that has what came up to the change `since`."""
        self.viewers += 1
        try:
            since = since if since <= await self._newest() else 0
            yield f"retry: {RETRY_S * 1000:.0f}\n\n"
            while True:
                self._start()
                if self._change <= since and not await self._changed(since):
                    yield "event: quiet\ndata:\n\n"
                    continue
                change = self._change
                try:
                    async with self._drawing:  # the first of many viewers draws for all
                        parts = await run_in_threadpool(self._parts, visitor, since, change)
                except StorageError:
                    return  # the browser connects again
                for part in parts:
                    yield part
                yield f"id: {change}\ndata:\n\n"
                since = change
        finally:
            self.viewers -= 1

    async def _newest(self) -> int:
        try:
            return await run_in_threadpool(self._facts.newest_change)
        except StorageError:
            return 0

    def _start(self) -> None:
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Look for changes until the last viewer leaves."""
        while self.viewers:
            pause = LOOK_S
            try:
                change = await run_in_threadpool(self._facts.newest_change)
            except StorageError:
                change, pause = self._change, RETRY_S
            if change != self._change:
                async with self._fresh:
                    self._change = change
                    self._fresh.notify_all()
            await asyncio.sleep(pause)

    async def _changed(self, since: int) -> bool:
        """Wait for a change, and return False after a quiet while."""
        try:
            async with asyncio.timeout(QUIET_S), self._fresh:
                await self._fresh.wait_for(lambda: self._change > since)
        except TimeoutError:
            return False
        return True

    def _drawn(self, visitor: Visitor, since: int, _change: int) -> list[str]:
        """Return what changed after `since`, up to a change."""
        now = int(self._clock())
        parts = [
            _message(
                "table", id=f"table-{table.name}",
                html=self._pages.card(visitor, table) if table.fold.public else "",
            )
            for table in self._facts.tables(now, since)
        ]  # fmt: skip
        return [*parts, _message("beside", html=self._pages.beside(visitor, now))]


def _message(kind: str, **data: str) -> str:
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"

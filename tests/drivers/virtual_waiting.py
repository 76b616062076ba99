"""Virtual time for a library with threads: it passes only while a caller waits for the future.

picamera2 has two event loops on threads of their own; who wants a picture waits on a `Future` for
them. `Future` here lets time pass, tick by tick, while it is waited for; after each tick it waits
until both loops have handled their input and wait at their selectors again. So a test is the same
every time, and a deadline of seconds is over at once. The library's own code runs unchanged.
"""

import select
import selectors
from collections.abc import Callable
from concurrent import futures
from threading import Condition, Event, Thread, current_thread
from weakref import WeakKeyDictionary, WeakSet

POLL = 0.002
"""Seconds after which a loop looks whether it shall end: picamera2's own are 0.2."""

FOR_EVER = 3_000
"""So many ticks without a deadline are for ever."""

STUCK = 20.0
"""Seconds after which a busy loop counts as hung: the test has failed."""


class Pace:
    """Time, and the loops that it is shown to. `tick` lets one period pass; `woken` ends all.

    `unread` says whether there is something that no loop has taken yet: one whose thread has only
    just begun has no selector to be known by.
    """

    def __init__(
        self, tick: Callable[[], None], period: int, woken: Event, unread: Callable[[], bool]
    ) -> None:
        self._tick, self._period, self._woken, self._unread = tick, period, woken, unread
        # weakly: a loop's selector goes, and closes, when the library lets it go
        self._loops: WeakKeyDictionary[Selector, Thread] = WeakKeyDictionary()
        self._idle: WeakSet[Selector] = WeakSet()
        self._changed = Condition()

    def wait(self, done: Callable[[], bool], seconds: float | None) -> None:
        """Let time pass until `done`, for `timeout` seconds at most (None: for ever)."""
        self.settle()
        left = FOR_EVER if seconds is None else round(seconds * 1e9) // self._period
        while not done() and left > 0:
            self._tick()
            self.settle()
            left -= 1
        if not done() and seconds is None:
            self._woken.wait()

    def settle(self) -> None:
        """Wait until every loop is at its selector and has nothing to read."""
        with self._changed:
            for _ in range(round(STUCK / POLL)):  # a loop ends silently
                if self._changed.wait_for(self._all_idle, POLL):
                    return
        raise AssertionError("an event loop hangs")

    def joined(self, loop: "Selector") -> None:
        with self._changed:
            self._loops[loop] = current_thread()

    def rests(self, loop: "Selector", *, idle: bool) -> None:
        with self._changed:
            (self._idle.add if idle else self._idle.discard)(loop)
            self._changed.notify_all()

    def _all_idle(self) -> bool:
        if self._unread():
            return False
        alive = [loop for loop, thread in self._loops.items() if thread.is_alive()]
        # in the order in which they began: the loop that feeds the other is the first
        return all(loop in self._idle and not loop.readable() for loop in alive)


def selector_of(pace: Pace) -> type[selectors.BaseSelector]:
    """A selector that tells `pace` when its loop rests."""

    class Told(Selector):
        def __init__(self) -> None:
            super().__init__()
            self.pace = pace
            pace.joined(self)

    return Told


class Selector(selectors.DefaultSelector):
    """The system's own selector, and whether its loop rests."""

    pace: Pace

    def select(self, _timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait no longer than POLL: a loop then looks whether it shall end, and comes back."""
        ready = super().select(0)
        if ready:
            return ready
        self.pace.rests(self, idle=True)
        try:
            return super().select(POLL)
        finally:
            self.pace.rests(self, idle=False)

    def readable(self) -> bool:
        """Return True if the loop will wake at once."""
        places = [key.fd for key in (self.get_map() or {}).values()]
        try:
            return bool(select.select(places, [], [], 0)[0])
        except (OSError, ValueError):  # closed meanwhile
            return False


def future_of(pace: Pace) -> type[futures.Future[object]]:
    """A Future that lets time pass while it is waited for."""

    class Future(futures.Future[object]):
        def result(self, timeout: float | None = None) -> object:
            pace.wait(self.done, timeout)
            return super().result(0)

    return Future

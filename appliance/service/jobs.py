"""The jobs of the table's menu, on a thread of their own: the table never waits for them."""

from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Protocol

from appliance.core.effects import Effect, Job
from appliance.core.signals import Told
from appliance.core.task import Task
from appliance.drivers import Post
from appliance.errors import DoubtItError
from bluffing.message import Message, message

Lines = tuple[Message, ...]


class Tell(Protocol):
    """Reports all results of a job so far, and True if it is `done`."""

    def __call__(self, lines: Lines, *, done: bool = False) -> None:
        """May be called as often as there is anything new."""


Work = Callable[[Tell, Event], None]
"""Does a job; ends soon after the event is set, when its result is no longer needed."""

ENDS_WITHIN = 5.0
"""Seconds that a closing table waits for a job; one that still runs ends with the process."""


class Jobs:
    """Performs Job effects, one at a time, by the functions of `tasks`, and posts their results."""

    def __init__(self, tasks: Mapping[Task, Work], post: Post, clock: Callable[[], int]) -> None:
        self._tasks, self._post, self._clock = tasks, post, clock
        self._running: tuple[Thread, Event] | None = None

    def perform(self, effect: Effect) -> None:
        """Begin or stop the job of a Job effect; ignore other effects."""
        if not isinstance(effect, Job):
            return
        self._stop()
        if effect.on:
            stop = Event()
            thread = Thread(
                target=self._do, args=(effect.task, stop), name=effect.task, daemon=True
            )
            self._running = thread, stop
            thread.start()

    def close(self) -> None:
        """Stop the running job. May be called twice."""
        if (thread := self._stop()) is not None:
            thread.join(ENDS_WITHIN)

    def _stop(self) -> Thread | None:
        if self._running is None:
            return None
        (thread, stop), self._running = self._running, None
        stop.set()
        return thread

    def _do(self, task: Task, stop: Event) -> None:
        newest: tuple[Lines, bool] = ((), False)

        def tell(lines: Lines, *, done: bool = False) -> None:
            nonlocal newest
            if (lines, done) != newest and not stop.is_set():
                newest = lines, done
                self._post(Told(task, lines, done, self._clock()))

        try:
            self._tasks[task](tell, stop)
        except DoubtItError as error:
            tell((*newest[0], error.says))
        except Exception as error:  # noqa: BLE001 - no traceback on a thread of its own either
            tell((*newest[0], message("command.fault", error=repr(error))))
        tell(newest[0], done=True)

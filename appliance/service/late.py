"""Loads in the background the parts that the first screen does not need."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from threading import Event, Thread

from appliance.drivers import Openable, OpenableT, opened
from appliance.drivers.pulse import lower_priority
from appliance.package import loaded

LATE_PARTS = (
    "appliance.display.waves", "appliance.service.card_reader", "appliance.display.develop",
    "appliance.questions.code", "appliance.service.checks", "appliance.service.counted",
    "appliance.service.past",
)  # fmt: skip
"""Parts that functions of the open table import, in the order of their likely use."""

CLOSES_WITHIN = 5.0
"""Seconds that a closing table waits for a part that is being loaded."""


class Late:
    """Loads `parts` on a thread of its own, and then calls each of `then`.

    The loading is complete when all events of `awaits` are set, too.
    """

    def __init__(self, parts: Sequence[str] = LATE_PARTS) -> None:
        self._opens: list[Openable] = []
        self.then: list[Callable[[], None]] = []
        self.awaits: list[Event] = []
        self._parts, self._stack = parts, ExitStack()
        self._done, self._stop = Event(), Event()
        self._fault: Exception | None = None
        self._thread = Thread(target=self._run, name="late", daemon=True)

    def add(self, part: OpenableT) -> OpenableT:
        """Open `part` after those that were added before, until this object is closed."""
        self._opens.append(part)
        return part

    def open(self) -> None:
        """Begin. May be called twice. Raises DriverError: something can't be opened."""
        if self._thread.ident is None:
            while self._opens:
                self._stack.enter_context(opened(self._opens.pop(0)))
            self._thread.start()

    def check(self) -> None:
        """Raise the error of loading, if any: LoadError for a part that can't be loaded."""
        if self._fault is not None:
            raise self._fault

    def loads(self) -> bool:
        """Return True if something is still being loaded, here or elsewhere."""
        return not all(event.is_set() for event in (self._done, *self.awaits))

    def wait(self) -> bool:
        """Wait until all is loaded; return whether it is. For other threads than the table's."""
        self._done.wait()
        return self._fault is None and not self._stop.is_set()

    def close(self) -> None:
        """Stop loading, and close all open parts. May be called twice."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(CLOSES_WITHIN)
        self._done.set()
        self._stack.close()

    def _run(self) -> None:
        lower_priority()
        try:
            for part in self._parts:
                if self._stop.is_set():
                    return
                loaded(part)
            for action in self.then:
                action()
        except Exception as error:  # noqa: BLE001 - the table raises it
            self._fault = error
        finally:
            self._done.set()

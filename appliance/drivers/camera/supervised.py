"""A camera that may hang, vanish and come back, and a table that never waits for it.

Every call of the camera's library is made on a thread of its own, because a loose cable blocks
one for ever and without a word. Whoever asks for a picture waits until a deadline and no longer.
After a failure the camera is opened anew, with pauses that grow, so that one that is plugged in
again works again by itself. A thread that hangs is left behind, since none can be killed; should
it ever wake it lets go of its camera.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from appliance.core.hardware import Need
from appliance.core.signals import SECOND
from appliance.drivers import Clock, Frame, Pictures
from appliance.drivers.camera.checked import Checked, Limits
from appliance.errors import DriverError, PictureError
from appliance.message import message

MOST_STUCK = 3
"""The most hanging threads: with so many, one has to end before the camera is tried again."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a camera is waited for: to open, for a picture, and to close, in seconds.

    `pause` (ns) stands between two attempts; each is twice the one before, up to `longest`.
    """

    open_s: float = 10.0
    capture_s: float = 3.0
    close_s: float = 2.0
    pause: int = SECOND
    longest: int = 30 * SECOND


def watched(
    make: Callable[[], Pictures],
    clock: Clock,
    patience: Patience | None = None,
    limits: Limits | None = None,
    *,
    needs: tuple[Need, ...] = (),
) -> Checked:
    """The camera that `make` gives, supervised, and its pictures checked: a Camera for a table."""
    supervised = Supervised(make, clock, patience)
    return Checked(supervised, clock, limits, supervised.fail, needs=needs)


class _Attempt:
    """One camera on one thread, from opening to letting go."""

    def __init__(self, camera: Pictures) -> None:
        self._camera = camera
        self._asked: SimpleQueue[bool] = SimpleQueue()
        self._answers: SimpleQueue[Frame | DriverError | PictureError | None] = SimpleQueue()
        self.opened = False
        self.thread = Thread(target=self._serve, name="camera", daemon=True)
        self.thread.start()

    def capture(self, patience: Patience) -> Frame:
        """A picture, of a camera that has opened. Raises its own errors, or Empty if it is late."""
        if not self.opened:
            self._answer(patience.open_s)
            self.opened = True
        self._asked.put(item=True)
        frame = self._answer(patience.capture_s)
        assert frame is not None  # noqa: S101 - None is said once, when it has opened
        return frame

    def end(self) -> None:
        """Let the thread end as soon as it can."""
        self._asked.put(item=False)

    def _answer(self, seconds: float) -> Frame | None:
        found = self._answers.get(timeout=seconds)
        if isinstance(found, (DriverError, PictureError)):
            raise found
        return found

    def _serve(self) -> None:
        try:
            self._camera.open()
            self._answers.put(None)
            while self._asked.get():
                try:
                    self._answers.put(self._camera.capture())
                except PictureError as error:
                    self._answers.put(error)
        except DriverError as error:
            self._answers.put(error)
        except Exception as error:  # noqa: BLE001 - a camera's library may raise anything
            self._answers.put(DriverError(message("driver.camera.software", error=repr(error))))
        finally:
            with suppress(Exception):
                self._camera.close()


class Supervised:
    """Any camera behind a deadline. Implements Pictures, for one thread.

    `make` gives a camera that was never opened; `clock` is the table's, ns.
    """

    def __init__(
        self, make: Callable[[], Pictures], clock: Clock, patience: Patience | None = None
    ) -> None:
        self._make, self._clock = make, clock
        self._patience = patience or Patience()
        self._open = False
        self._attempt: _Attempt | None = None
        self._left: list[Thread] = []  # threads that were told to end
        self._failure: DriverError | None = None
        self._pause = self._patience.pause
        self._again_at = 0

    def open(self) -> None:
        """Begin to open the camera. One that is not there is a state, which `capture` tells."""
        self.close()
        self._open = True
        self._pause = self._patience.pause
        self._attempt = _Attempt(self._make())

    def capture(self) -> Frame:
        """A picture, no later than the deadline.

        Raises:
            DriverError: there is none: what is wrong with the camera, and what to do.
            PictureError: this one is broken.
        """
        if not self._open:
            raise DriverError.of("driver.camera.closed")
        attempt = self._attempt or self._again()
        try:
            frame = attempt.capture(self._patience)
        except Empty:
            waited = self._patience.capture_s if attempt.opened else self._patience.open_s
            code = "driver.camera.hangs" if attempt.opened else "driver.camera.does-not-start"
            late = DriverError(message(code, seconds=waited), message("driver.camera.cable"))
            raise self.fail(late) from None
        except DriverError as error:
            raise self.fail(error) from error
        self._pause = self._patience.pause
        return frame

    def fail(self, failure: DriverError) -> DriverError:
        """Give this attempt up, and gives the error to raise; the next begins after a pause."""
        self._leave()
        self._failure = failure
        self._again_at = self._clock() + self._pause
        self._pause = min(2 * self._pause, self._patience.longest)
        return DriverError(failure.seen, failure.todo)

    def close(self) -> None:
        """Let go of the camera; one that hangs is left to let go when it wakes."""
        self._open = False
        thread = self._leave()
        if thread is not None:
            thread.join(self._patience.close_s)

    def _again(self) -> _Attempt:
        """The next attempt, if its time has come."""
        failure = self._failure
        if failure is not None and self._clock() < self._again_at:
            raise DriverError(failure.seen, failure.todo)
        self._left = [thread for thread in self._left if thread.is_alive()]
        if failure is not None and len(self._left) >= MOST_STUCK:
            todo = message("driver.camera.then-restart", first=failure.todo or failure.seen)
            raise DriverError(failure.seen, todo)
        self._attempt = _Attempt(self._make())
        return self._attempt

    def _leave(self) -> Thread | None:
        attempt, self._attempt = self._attempt, None
        if attempt is None:
            return None
        attempt.end()
        self._left.append(attempt.thread)
        return attempt.thread

"""Supervises a camera: nothing waits for it without a deadline, and bad pictures are dropped.

The camera may hang, vanish and come back. A loose cable blocks a call of the camera's library for
ever, so each call is made on a thread of its own and has a deadline. After a failure the camera is
opened again, after a pause. A thread that hangs is abandoned, since none can be killed; if it
ever wakes it closes its camera.

A picture that was taken before the request, or the same one again, may show the cards of an earlier
reveal: a verdict on them would be wrong. Pictures that show nothing are dropped, too.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Event, Thread

from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND
from appliance.drivers import Camera, Clock, Frame, Pictures
from appliance.errors import DriverError, PictureError
from bluffing.message import Message, message

MOST_STUCK = 3
"""Maximum number of hanging threads: then one has to end before the next attempt."""

PICTURE_TRIES = 5
"""Number of late, repeated or broken pictures in a row that counts as a failure."""

MAX_LATE = 500 * MS
"""Maximum time from a picture's exposure to the request for it (ns)."""

DEAD_FOR = 3 * SECOND
"""Maximum time of pictures that show nothing (ns), because a hand over the lens is no fault."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Deadlines of a camera: to open, to take a picture, and to close, in seconds.

    `pause` (ns) is the pause between two attempts: a camera that is put back, and opens within 3 s,
    is in use within 5 s.
    """

    open_s: float = 10.0
    capture_s: float = 3.0
    close_s: float = 2.0
    pause: int = SECOND


USUAL_PATIENCE = Patience()


class _Attempt:
    """One camera on one thread, from opening to letting go."""

    def __init__(self, camera: Pictures) -> None:
        self._camera = camera
        self._asked: Queue[bool] = Queue()
        self._answers: Queue[Frame | DriverError | PictureError] = Queue()
        self.opened = Event()  # or failed to: then that is the answer
        self.thread = Thread(target=self._serve, name="camera", daemon=True)
        self.thread.start()

    def capture(self, patience: Patience) -> Frame:
        """Return a picture. Raises the camera's errors, or Empty if it is too late."""
        if not self.opened.wait(patience.open_s):
            raise Empty
        self._asked.put(item=True)
        answer = self._answers.get(timeout=patience.capture_s)
        if isinstance(answer, (DriverError, PictureError)):
            raise answer
        return answer

    def end(self) -> None:
        """Let the thread end as soon as it can."""
        self._asked.put(item=False)

    def _serve(self) -> None:
        try:
            self._camera.open()
            self.opened.set()
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
            self.opened.set()
            with suppress(Exception):
                self._camera.close()


class Supervised:
    """Any camera behind a deadline. Implements Pictures, for one thread.

    `make` returns a camera that was never opened; `clock` is the table's, ns.
    """

    def __init__(
        self, make: Callable[[], Pictures], clock: Clock, patience: Patience = USUAL_PATIENCE
    ) -> None:
        self._make, self._clock, self._patience = make, clock, patience
        self._open = False
        self._attempt: _Attempt | None = None
        self._left: list[Thread] = []  # threads that should end
        self._failure = DriverError.of("driver.camera.closed")
        self._again_at = 0

    def open(self) -> None:
        """Begin to open the camera. A missing one is a state, which `capture` reports."""
        self.close()
        self._open = True
        self._attempt = _Attempt(self._make())

    def capture(self) -> Frame:
        """Return a picture, no later than the deadline.

        Raises:
            DriverError: the camera fails; says how, and what to do.
            PictureError: the picture is broken.
        """
        if not self._open:
            raise DriverError.of("driver.camera.closed")
        attempt = self._attempt or self._again()
        try:
            return attempt.capture(self._patience)
        except Empty:
            code, waited = "driver.camera.does-not-start", self._patience.open_s
            if attempt.opened.is_set():
                code, waited = "driver.camera.hangs", self._patience.capture_s
            late = DriverError(message(code, seconds=waited), message("driver.camera.cable"))
            raise self.fail(late) from None
        except DriverError as error:
            raise self.fail(error) from error

    def fail(self, failure: DriverError) -> DriverError:
        """Abandon this attempt, and return the error to raise; the next begins after a pause."""
        self._leave()
        self._failure = failure
        self._again_at = self._clock() + self._patience.pause
        return DriverError(failure.seen, failure.todo)

    def close(self) -> None:
        """Release the camera; one that hangs releases itself when it wakes."""
        self._open = False
        thread = self._leave()
        if thread is not None:
            thread.join(self._patience.close_s)

    def _again(self) -> _Attempt:
        """Begin the next attempt, if its time has come."""
        fault, todo = self._failure.seen, self._failure.todo
        if self._clock() < self._again_at:
            raise DriverError(fault, todo)
        self._left = [thread for thread in self._left if thread.is_alive()]
        if len(self._left) >= MOST_STUCK:
            raise DriverError(fault, message("driver.camera.then-restart", first=todo or fault))
        self._attempt = _Attempt(self._make())
        return self._attempt

    def _leave(self) -> Thread | None:
        attempt, self._attempt = self._attempt, None
        if attempt is None:
            return None
        attempt.end()
        self._left.append(attempt.thread)
        return attempt.thread


class Checked(Camera):
    """A camera whose pictures are checked before use.

    `clock` is the table's, ns. `failed` takes a fault that opening the camera again may cure, and
    returns the error to raise. `noisy`: no two pictures of this camera are the same, as with every
    real one. `needs` are the camera's own.
    """

    def __init__(
        self,
        camera: Pictures,
        clock: Clock,
        failed: Callable[[DriverError], DriverError] = lambda error: error,
        *,
        noisy: bool = True,
        needs: tuple[Need, ...] = (),
    ) -> None:
        self.needs = needs
        self._camera, self._clock, self._failed, self._noisy = camera, clock, failed, noisy
        self._last = b""
        self._dead_since: int | None = None

    def open(self) -> None:
        """Open the camera. Raises DriverError as the camera does."""
        self._dead_since = None
        self._camera.open()

    def capture(self) -> Frame:
        """Return a complete, new picture that was exposed after the request.

        Raises:
            DriverError: the camera's own, or it delivers no such picture.
            PictureError: pictures come, but broken.
        """
        asked = self._clock()
        wrong: Message | PictureError = message("driver.camera.frozen")
        for _ in range(PICTURE_TRIES):
            try:
                frame = self._camera.capture()
            except PictureError as error:
                wrong = error
                continue
            late = asked - frame.at
            pixels = frame.image.tobytes() if self._noisy else b""
            if late > MAX_LATE:
                wrong = message("driver.camera.late", late=late / SECOND)
            elif pixels and pixels == self._last:
                wrong = message("driver.camera.frozen")
            else:
                self._last = pixels
                self._must_show(frame)
                return frame
        if isinstance(wrong, PictureError):
            raise wrong
        raise self._failed(DriverError(wrong, message("driver.camera.comes-back")))

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def _must_show(self, frame: Frame) -> None:
        """Refuse a picture that shows nothing once that has lasted for too long."""
        from appliance.drivers.camera.dead import dead  # noqa: PLC0415 - numpy is late

        why, now = dead(frame.image), self._clock()
        if why is None:
            self._dead_since = None
            return
        if self._dead_since is None:
            self._dead_since = now
        if now - self._dead_since >= DEAD_FOR:
            fault, todo = why
            raise DriverError(message("driver.camera.dead", why=fault), todo)


def watched(
    make: Callable[[], Pictures],
    clock: Clock,
    patience: Patience = USUAL_PATIENCE,
    *,
    needs: tuple[Need, ...] = (),
) -> Checked:
    """The camera that `make` gives, supervised, and its pictures checked: a Camera for a table."""
    supervised = Supervised(make, clock, patience)
    return Checked(supervised, clock, supervised.fail, needs=needs)

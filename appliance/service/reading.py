"""The card reader of a table: on a thread of its own, and loaded after the first screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock
from typing import TYPE_CHECKING

from appliance.core import signals
from appliance.core.fuse import fuse
from appliance.core.hardware import Need
from appliance.core.reading import Reading
from appliance.drivers import Camera, Frame, Image, Scale, opened
from appliance.errors import DoubtItError, DriverError, ModelError
from appliance.runtime.reader import Reader, Worker
from appliance.service.context import TableContext
from appliance.service.late import Late
from appliance.service.memory import keep_late
from bluffing.message import Message, message

if TYPE_CHECKING:  # the card reader is loaded late
    from appliance.box.calibrate import Calibration
    from appliance.decks.deck import Deck
    from appliance.service.card_reader import TableReader

SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while no reveal waits for it."""


class LateReader:
    """A `reader.Read` that `make` makes on the reading thread, like a TableReader.

    `late` loads its parts.
    """

    def __init__(self, make: "Callable[[], TableReader]", late: Late) -> None:
        self._make, self._late = make, late
        self._prepared = Event()
        late.awaits.append(self._prepared)
        self._made: TableReader | None = None
        self._calibration: Calibration | None = None
        self._deck: Deck | None = None

    def prepare(self) -> None:
        """Make it. Raises ModelError: nothing here can read cards."""
        try:
            if self._late.wait():
                self._made = reader = self._make()
                if self._calibration is not None:
                    reader.calibrated(self._calibration)
                if self._deck is not None:
                    reader.in_use.deck = self._deck
        finally:
            self._prepared.set()

    def __call__(self, image: Image) -> Reading:
        """The cards in the camera's BGR picture. Raises ModelError: it could not be made."""
        if self._made is None:
            raise ModelError(message("run.no-reader"))
        return self._made(image)

    def forget_deck(self) -> None:
        """Forget the traits of the deck: another one may be on the table."""
        if self._made is not None:
            self._made.forget_deck()

    def calibrated(self, calibration: "Calibration") -> None:
        """Use this calibration. Safe from any thread."""
        self._calibration = calibration
        if self._made is not None:
            self._made.calibrated(calibration)

    def taught(self, deck: "Deck") -> None:
        """Use this deck. Safe from any thread."""
        self._deck = deck
        if self._made is not None:
            self._made.in_use.deck = deck

    def flat(self, image: Image) -> Image:
        """Return the box from above, as cards are read; `image` where its place is unknown."""
        return image if self._made is None else self._made.flat(image)


class Lent:
    """A camera that its owner opens and closes; borrowers take pictures, one at a time.

    Implements Camera.
    """

    def __init__(self, camera: Camera) -> None:
        self._camera, self._taking = camera, Lock()
        self.needs: tuple[Need, ...] = camera.needs

    @property
    def live(self) -> bool:
        """True if it shows the present."""
        return self._camera.live

    def open(self) -> None:
        """Do nothing: it is open."""

    def capture(self) -> Frame:
        """Take the newest picture, after any other borrower. Raises as the camera does."""
        with self._taking:
            return self._camera.capture()

    def next(self) -> bool:
        """Go on to the next picture, as the camera does."""
        return self._camera.next()

    def close(self) -> None:
        """Do nothing: it stays open."""


@contextmanager
def lend_camera(camera: Camera | None, late: Late) -> Iterator[Camera | None]:
    """Open the camera; a live one, which may be slow, is opened late.

    Raises:
        DriverError: a folder of pictures has none.
    """
    if camera is None:
        yield None
    elif camera.live:
        yield Lent(late.add(camera))
    else:
        with opened(camera):
            yield Lent(camera)


@contextmanager
def lend_scale(scale: Scale | None, context: TableContext) -> Iterator[Scale | None]:
    """Open the scale, if there is one; a missing one is looked for while people play."""
    if scale is None:
        yield None
        return
    with suppress(DriverError):  # it has posted that, and `weigh` tries again
        scale.open(context.post)
    try:
        yield scale
    finally:
        scale.close()


def reader_of(
    context: TableContext, camera: Camera | None, scale: Scale | None = None
) -> tuple[Reader | None, LateReader | None]:
    """Return the reader of cards on its thread, or none: cards are then entered by hand.

    The `scale` is open.
    """
    if camera is None:
        context.post(signals.DriverLost(signals.CAMERA, signals.NO_CAMERA, context.clock()))
        return None, None

    late, log = context.late, context.log

    def tell(note: Message, logged: Message) -> None:  # from the reader's thread too
        log.say(logged)
        context.post(signals.Noted("camera", note, context.clock()))

    def make() -> "TableReader":
        from appliance.service.card_reader import prepared_reader  # noqa: PLC0415 - it is late

        try:
            choice, folder = context.config.reader, context.journal.parent
            return prepared_reader(choice, folder, tell, log.words, reader.pulse.beat)
        except DoubtItError as error:
            log.say(error.says)
            raise
        finally:
            keep_late()

    read = LateReader(make, late)
    forget = read.forget_deck
    reader = Reader(camera, read, fuse, context.post, SIGN_OF_LIFE, forget_deck=forget, scale=scale)
    worker = Worker(reader, read.prepare)
    context.performers.append(worker.perform)
    late.add(worker)
    return reader, read

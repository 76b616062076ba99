"""The reader of a simulated table: it looks at the cards and codes of simulated people."""

from collections.abc import Callable
from functools import partial

from appliance.core.effects import Effect
from appliance.core.fuse import fuse
from appliance.core.signals import MS, SECOND, Signal
from appliance.drivers import Pictures, Scale
from appliance.questions.code import read_code
from appliance.runtime.reader import Fuse, Read, Reader, Worker
from appliance.table import Table
from appliance.table.objections import shows_cards
from lab.sim.camera import Glance
from lab.sim.reading import card_reader

CAMERA_LOOKS_EVERY = 100 * MS
"""Time between two looks of the camera while the table waits for cards."""

Eye = tuple[Pictures, Read, Fuse] | tuple[Pictures, Read, Fuse, Scale | None]
"""A camera, a reader of its pictures, a function that makes one reading of several, and a scale."""

CardEye = tuple[Read, Fuse]
"""A reader of a picture of cards, and a function that makes one reading of several."""


def eye_of(pictures: Pictures, card: float, reads: CardEye | None) -> Eye:
    """Return an eye for `pictures` with cards of a height in pixels; by itself the table's own."""
    read, vote = reads or (partial(card_reader().read, card_height=card), fuse)
    return pictures, Glance(read), vote


class Eyes:
    """A reader that looks on request, or a `live` one on a thread of its own.

    `post` receives its readings; `idle` is the reader's.
    """

    def __init__(
        self,
        eye: Eye,
        post: Callable[[Signal], None],
        *,
        live: bool,
        idle: float | None,
    ) -> None:
        camera, read, fuse = eye[:3]
        scale = eye[3] if len(eye) == 4 else None
        decode = Glance(read_code)
        self.reader = Reader(camera, read, fuse, post, idle, decode=decode, scale=scale)
        self._scale, self._post = scale, post
        self._worker = Worker(self.reader) if live else None
        self._looked_at = -SECOND

    @property
    def looks_at(self) -> int | None:
        """Time of the camera's next look (ns), or None if it never looks or has its own thread."""
        rest = None if self._worker is not None else self.reader.rest
        if rest is None:
            return None
        rests = CAMERA_LOOKS_EVERY if self.reader.wanted else round(rest * SECOND)
        return self._looked_at + rests

    def perform(self, effect: Effect) -> None:
        """Perform a reading that an effect of the table requests."""
        (self._worker or self.reader).perform(effect)

    def look(self, now: int) -> None:
        """Look, if a look is due at `now` (ns)."""
        if self.looks_at is not None and self.looks_at <= now:
            self._looked_at = now
            self.reader.look()

    def forget(self, table: Table, now: int) -> None:
        """Forget the picture of cards that `table` no longer shows."""
        if self.reader.shot is not None and not shows_cards(table, now):
            self.reader.forget()

    def open(self) -> None:
        """Start the scale and the thread, if it has them."""
        if self._scale is not None:
            self._scale.open(self._post)
        if self._worker is not None:
            self._worker.open()

    def close(self) -> None:
        """End the thread and the scale, if it has them."""
        if self._worker is not None:
            self._worker.close()
        if self._scale is not None:
            self._scale.close()

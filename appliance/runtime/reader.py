"""The reader: looks into the reveal box until it can answer, and posts its readings.

It captures, reads, and lets several frames of still cards vote; or it looks for the code of a
question's printed card, for which a single frame suffices: the code corrects its own errors
(ISO/IEC 18004). At the table it runs on a thread of its own (`Worker`), in the simulated world step
by step; the reading itself is the same.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread

from appliance.core.effects import Effect, NewDeck, ReadCards, ReadCode, StopReading
from appliance.core.question import CardCode
from appliance.core.reading import Reading
from appliance.core.signals import MS, SECOND, CardsSeen, CodeSeen, DriverBack, DriverLost
from appliance.core.weighing import Mass
from appliance.drivers import Frame, Image, Pictures, Post, Scale
from appliance.drivers.pulse import Pulse, lower_priority
from appliance.errors import DoubtItError
from bluffing.message import message

FRAMES = 3
"""Number of frames in a row that must agree: those with moving cards, or a hand over them, don't.
The same number without a code means that there is no code."""

LOOK_REST, LOST_REST = 0.02, 0.5
"""Seconds between two looks, so that the core stays free for the buzzers; and for a lost camera."""

FAULTY_MOST = 30.0
"""Maximum rest in seconds of a reader that fails itself; its rests double, from `LOST_REST`."""

LOOKS_WITHIN = 60.0
"""Most seconds that a look may take; beyond them the reader counts as hanging. A camera's deadlines
add up to 25 s, and reading a picture takes some seconds on a Pi, 25 s on an emulated one."""

SCALE_BEHIND, SCALE_WAITS = 800 * MS, 2 * SECOND
"""Time (ns) by which a scale at rest may be behind the picture; and for which a reading of cards
waits for a scale that is not at rest."""

WEIGHT_STEP = 0.3
"""Change of a weight at rest (g) that is news."""

Read = Callable[..., Reading]
Fuse = Callable[[tuple[Reading, ...]], Reading]
Decode = Callable[[Image], CardCode | None]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A posted reading, and the picture that it is of; never anywhere but in memory."""

    reading: Reading
    image: Image


def _read_code(image: Image) -> CardCode | None:
    from appliance.questions.code import read_code  # noqa: PLC0415 - OpenCV is late

    return read_code(image)


class Reader:
    """Answers the newest ReadCards or ReadCode, one `look` at a time. Posts only news.

    It keeps one `shot`, of the answer that it posted last, until the next effect or `forget`, from
    any thread. `idle` is the interval (s) of checks of the camera while no reading is wanted, so
    that a table learns of a lost camera before the next doubt; None: no checks. `forget_deck` drops
    the traits that `read` has learned of the deck on the table. A reading of cards waits
    until the `scale`, if there is one, is at rest. `pulse` is that of the reader's thread, if it
    has one.
    """

    def __init__(
        self,
        camera: Pictures,
        read: Read,
        fuse: Fuse,
        post: Post,
        idle: float | None = None,
        *,
        decode: Decode | None = None,
        forget_deck: Callable[[], None] = lambda: None,
        scale: Scale | None = None,
    ) -> None:
        self._camera, self._read, self._fuse, self._post = camera, read, fuse, post
        self._idle, self._decode, self._forget_deck = idle, decode or _read_code, forget_deck
        self._scale = scale
        self._seen: tuple[object, int] | None = None  # the newest reading, and its first time (ns)
        self._weighed: float | None = None  # the posted weight at rest (g)
        self._request: ReadCards | ReadCode | None = None
        self._bare = 0  # looks in a row that have shown no code
        self._looks: deque[Shot] = deque(maxlen=FRAMES)
        self.shot: Shot | None = None
        self._posted: object = None
        self._lost = False
        self._fault_rest: float | None = None  # seconds; None: the newest look did not fail
        self.pulse = Pulse(LOOKS_WITHIN)

    @property
    def wanted(self) -> bool:
        """True if a reveal or a code search is open."""
        return self._request is not None

    def forget(self) -> None:
        """Drop the shot: it is no longer shown."""
        self.shot = None

    @property
    def rest(self) -> float | None:
        """Seconds until the next look; None: until a reading is wanted."""
        if self._fault_rest is not None:
            return self._fault_rest
        if not self.wanted and (self._idle is None or not self._lost):
            return self._idle
        return LOST_REST if self._lost else LOOK_REST

    def perform(self, effect: Effect) -> None:
        """Take ReadCards, ReadCode, StopReading and NewDeck; leave the rest to others."""
        if isinstance(effect, ReadCards | ReadCode):
            self._request = effect
            self._looks.clear()
            self._posted, self._bare = None, 0
            self._seen = self._weighed = None
            self.forget()
        elif isinstance(effect, StopReading):
            self._request = None
            self._looks.clear()
        elif isinstance(effect, NewDeck):
            self._forget_deck()

    def look(self) -> None:
        """Capture and read one frame, and post the answer if it is new.

        Errors other than a lost camera are raised; pass them to `fail`.
        """
        if self._request is None and self._idle is None:
            return
        weight = None if self._scale is None else self._scale.weigh()
        try:
            frame = self._camera.capture()
        except DoubtItError as error:
            self._looks.clear()  # the box may have changed unseen
            if not self._lost:
                self._lost = True
                self._post(DriverLost("camera", error.says, 0))
            return
        failed, wanted = self._fault_rest is not None, self._request
        read = failed or isinstance(wanted, ReadCards)
        reading = self._read(frame.image) if read else None
        card = self._decode(frame.image) if isinstance(wanted, ReadCode) else None
        self._fault_rest = None
        if self._lost:
            self._lost = False
            self._post(DriverBack("camera", frame.at))
        if isinstance(wanted, ReadCode):
            self._tell_code(wanted.request, card, frame.at)
        elif wanted is not None and reading is not None:
            self._tell_cards(wanted.request, reading, frame, weight)

    def _tell_code(self, request: int, card: CardCode | None, at: int) -> None:
        """Post the code of a look; post its absence only after several looks without a code."""
        self._bare = self._bare + 1 if card is None else 0
        if 0 < self._bare < FRAMES or self._posted == (card,):
            return
        self._posted = (card,)
        self._post(CodeSeen(request, card, at))

    def _tell_cards(
        self, request: int, reading: Reading, frame: Frame, weight: Mass | None
    ) -> None:
        """Let the reading of a look vote, and post the agreement of the last few."""
        self._looks.append(Shot(reading, frame.image))
        if len(self._looks) < FRAMES:
            return
        reading = self._fuse(tuple(look.reading for look in self._looks))
        why = None if reading.ask is None else reading.ask.reason
        news = (sorted(card.known or "" for card in reading.cards), reading.apart, why)
        if self._waits(news, reading, weight, frame.at):
            return
        if news != self._posted or self._changed(weight):
            self._posted = news
            self._weighed = weight.grams if weight is not None and weight.settled else None
            # the newest picture whose cards are at the places of the reading
            alike = [look.image for look in self._looks if look.reading.cards == reading.cards]
            image = (alike or [self._looks[-1].image])[-1]
            self.shot = Shot(reading, image) if reading.width else None
            self._post(CardsSeen(request, reading, frame.at, weight))

    def _waits(self, news: object, reading: Reading, weight: Mass | None, at: int) -> bool:
        """Return True if a reading of cards has to wait for the scale."""
        if self._seen is None or self._seen[0] != news:
            self._seen = news, at
        if weight is None or not reading.cards:
            return False
        return at - self._seen[1] < (SCALE_BEHIND if weight.settled else SCALE_WAITS)

    def _changed(self, weight: Mass | None) -> bool:
        """Return True if the scale is at rest with another weight than was posted."""
        if weight is None or not weight.settled:
            return False
        return self._weighed is None or abs(weight.grams - self._weighed) > WEIGHT_STEP

    def fail(self, error: Exception) -> None:
        """Reading failed by this `error`: cards are entered by hand until it works again."""
        self._looks.clear()
        rest = self._fault_rest
        self._fault_rest = LOST_REST if rest is None else min(2 * rest, FAULTY_MOST)
        if not self._lost or rest is None:
            self._lost = True
            why = message("reader.fault", error=repr(error))
            if isinstance(error, DoubtItError):
                why = error.says
            self._post(DriverLost("camera", why, 0))


class Worker:
    """A reader on its own thread: the table never waits for a camera or for a model."""

    def __init__(self, reader: Reader, prepare: Callable[[], object] = lambda: None) -> None:
        """Call `prepare` on a thread beside it; no effect is performed until it has ended.

        That may take minutes, in which a lost camera is reported as ever.
        """
        self._reader, self._prepare = reader, prepare
        self._unprepared: Exception | None = None
        self._effects: Queue[Effect | None] = Queue()
        self._thread = Thread(target=self._run, name="reader", daemon=True)

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()

    def perform(self, effect: Effect) -> None:
        """Hand an effect to the thread."""
        if isinstance(effect, ReadCards | ReadCode | StopReading | NewDeck):
            self._effects.put(effect)

    def close(self) -> None:
        """Stop the thread after the frame in hand."""
        self._effects.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._reader.pulse.rest()

    def _run(self) -> None:
        lower_priority()
        self._await_preparation()
        while True:
            rest = self._reader.rest
            if rest is None:
                self._reader.pulse.rest()
            else:
                self._reader.pulse.beat()
            try:
                effect = self._effects.get(timeout=rest)
            except Empty:
                self._look()
                continue
            if effect is None:
                return
            self._reader.perform(effect)

    def _await_preparation(self) -> None:
        """Check the camera until the reader is prepared. Only the preparation beats meanwhile."""
        preparation = Thread(target=self._make_ready, name="reader-prepares", daemon=True)
        preparation.start()
        while True:
            preparation.join(self._reader.rest)
            if not preparation.is_alive():
                break
            self._look()
        if self._unprepared is not None:
            self._reader.fail(self._unprepared)

    def _make_ready(self) -> None:
        lower_priority()
        try:
            self._prepare()
        except Exception as error:  # noqa: BLE001 - a library may raise anything
            self._unprepared = error

    def _look(self) -> None:
        """A look that fails ends neither the thread nor the game."""
        try:
            self._reader.look()
        except Exception as error:  # noqa: BLE001 - a library may raise anything
            self._reader.fail(error)

"""The reader and the scale of a simulated table: they look at the cards of people, and weigh them.

The scale is a bar that drifts and swings below a box that people touch. The figures are estimates,
and harsher than makers' figures. No real bar was weighed yet.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from appliance.core.effects import Effect
from appliance.core.fuse import fuse
from appliance.core.hardware import Need
from appliance.core.signals import MS, SECOND, Signal
from appliance.core.weighing import CARD_G
from appliance.drivers import Clock, Pictures, Scale
from appliance.drivers.scale.steady import SteadyScale
from appliance.questions.code import read_code
from appliance.runtime.reader import Fuse, Read, Reader, Worker
from appliance.table import Table
from appliance.table.objections import shows_cards
from lab.sim.camera import Glance
from lab.sim.people.players import Players
from lab.sim.reading import card_reader
from lab.sim.truth import Box

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


# --- the scale ------------------------------------------------------------------------------------

SAMPLE_EVERY = 100 * MS
"""Time between two samples of an HX711 at 10 a second."""

RESPONSE = 120 * MS
"""Time constant with which the bar and the converter's filter follow a load."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Conditions around a scale. Shares are of reveals, forces in g.

    `noise` is that of a sample, `warming` the drift in g a minute, `cards` the spread of cards'
    weights and `places` of a card's place in the box, as shares. A `knock` comes so often in a
    second. A hand that lays cards presses with about `push`, and rests on the box in a share of
    `hand`; a card is `left` behind so often.
    """

    noise: float = 0.01
    warming: float = 0.02
    cards: float = 0.008
    places: float = 0.012
    taught: float = 0.005
    knock: float = 0.01
    push: float = 15.0
    hand: float = 0.1
    left: float = 0.01


UNTOUCHED = Bench(0.002, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Conditions without hands, knocks or drift."""


class SimCell:
    """A load cell below the box of simulated people. Implements Cell.

    `box` returns the cards that lie there. By its seed everything else happens.
    """

    needs: tuple[Need, ...] = ()

    def __init__(
        self, box: Callable[[], Box | None], clock: Clock, seed: object, bench: Bench | None = None
    ) -> None:
        self._box, self._clock, self.bench = box, clock, bench or Bench()
        self._rng = random.Random(f"scale/{seed}")
        self._gain = self._rng.gauss(1, self.bench.taught)
        self._drift = self._rng.uniform(20, 60)  # of the tray
        self._at, self._lies = clock(), box()
        self._force = self._load = 0.0
        self._hand, self._hand_until = 0.0, 0
        self._left = 0.0

    def open(self) -> None:
        """Begin: the cell is always there."""

    def close(self) -> None:
        """Let it go."""

    def sample(self) -> float | None:
        """Return the newest weight (g); None: no new one is ready."""
        now, rng, bench = self._clock(), self._rng, self.bench
        if now - self._at < SAMPLE_EVERY:
            return None
        passed, self._at = now - self._at, now
        lies = self._box()
        if lies != self._lies:
            self._touched(now, lies)
        self._drift += rng.gauss(0, bench.warming) * math.sqrt(passed / (60 * SECOND))
        load = self._load + self._left
        if now < self._hand_until:
            load += self._hand * rng.gauss(1, 0.1)
        if rng.random() < 1 - (1 - bench.knock) ** (passed / SECOND):
            self._force += rng.gauss(0, 8)
            self._drift += rng.gauss(0, 0.03)
        self._force = load + (self._force - load) * math.exp(-passed / RESPONSE)
        return self._gain * self._force + self._drift + rng.gauss(0, bench.noise)

    def _touched(self, now: int, lies: Box | None) -> None:
        """Lay these cards into the box, or pick them up; a hand is there for a moment."""
        rng, bench, before = self._rng, self.bench, self._lies
        self._lies = lies
        rests = bench.hand > rng.random()
        self._hand = rng.gauss(0, bench.push)
        self._hand_until = now + (rng.randint(2000, 6000) if rests else rng.randint(0, 400)) * MS
        if lies is None:
            self._left = CARD_G if before is not None and rng.random() < bench.left else self._left
            self._load = 0.0
            return
        if lies.spread or before is not None:
            self._left = 0.0  # people look what lies there
        self._load = sum(CARD_G * rng.gauss(1, bench.cards) for _ in lies.all)
        self._load *= rng.gauss(1, bench.places)


def scale_of(people: Players, clock: Clock) -> SteadyScale:
    """Return the scale below the box of `people`."""
    return SteadyScale(SimCell(lambda: people.box, clock, people.seed), clock)

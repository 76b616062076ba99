"""A key per buzzer, for developers of the table's software and for tables without pins.

The window owns the event queue and passes strokes on, in the window system's order. A key debounces
itself, so each press of one counts, however short it was. The precision of a press's time depends
on the window system: X11 stamps each stroke itself; elsewhere only the order of reading is known,
so presses that were read together are a tie.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic_ns
from typing import Self

from appliance.core.hardware import Stamp, Timekeeping
from appliance.core.signals import MS, Edge
from appliance.drivers import Clock, Context, Found, Machine, Post, Source, Stroke
from appliance.errors import ConfigError, DriverError
from bluffing.message import message

EVERY_KEY = -1
"""Key of a Stroke that releases all keys: another window has the keyboard now."""

SHORTEST = 10 * MS
"""Minimum reported duration of a press. A contact that opens within 8 ms may be a spark
(`appliance.presses.debounce`); a key that was down for 1 ms was pressed."""

APART = 21 * MS
"""Minimum reported rest between two presses of one key; less than 20 ms is bounce."""

BY_WINDOW = Timekeeping(Stamp.WINDOW, worst_delay=50 * MS, uncertainty=2 * MS)
"""Precision of strokes that the window system stamps. They wait for the loop: a frame and a half. A
loop that is busy for longer decides nothing meanwhile, and reads them before it does. An X server's
clock counts milliseconds and may be one behind (CLOCK_MONOTONIC_COARSE)."""

BY_LOOKING = Timekeeping(Stamp.KEYBOARD, worst_delay=0, uncertainty=34 * MS)
"""Precision of other strokes: they are stamped on delivery, up to a frame (1/30 s) late."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The key of each buzzer: the character that it types, one each."""

    keys: tuple[str, ...] = tuple("1234567890-=")


class KeyboardBuzzers(Source):
    """Keys that act as buzzers. Implements Typed: it is fed by `handle`.

    `exact` is True if the window system stamps strokes; the window's owner sets it before the first
    use of `timekeeping`. `clock` is the table's (ns), `monotonic` the machine's.
    """

    @classmethod
    def found(cls, machine: Machine) -> Found:
        """Find the keys of the window: always available, and the last choice."""
        keys = Settings().keys[: machine.buzzers]
        sighting = message("driver.keyboard.found", first=keys[0], last=keys[-1])
        return Found(sighting, Settings(), last=True)

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """Make the keys of a table. Raises ConfigError if they are fewer than the buzzers."""
        if len(settings.keys) < context.buzzers:
            raise ConfigError(
                message("config.few-keys", count=context.buzzers, keys=len(settings.keys))
            )
        return cls(Settings(settings.keys[: context.buzzers]), context.clock)

    def __init__(self, settings: Settings, clock: Clock, monotonic: Clock = monotonic_ns) -> None:
        self.exact = False
        self.typed = self
        self.places = tuple(message("driver.place.key", key=key) for key in settings.keys)
        self._settings = settings
        self._clock, self._monotonic = clock, monotonic
        self._post: Post | None = None
        self._buzzers: dict[int, int] = {}
        self._offset = 0  # how far the table's clock is ahead of the machine's, ns
        self._newest = 0  # the newest press, ns
        self._posted: dict[int, Edge] = {}  # the newest edge of each buzzer

    @property
    def timekeeping(self) -> Timekeeping:
        """Precision by the window system if it stamps strokes, else by the loop."""
        return BY_WINDOW if self.exact else BY_LOOKING

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError for an unknown or repeated key in the settings."""
        keys = self._settings.keys
        for key in keys:
            if len(key) != 1 or not key.isprintable() or keys.count(key) > 1:
                raise DriverError.of("driver.keyboard.no-key", key=key)
        # a key that types a character has that character's number in SDL
        self._buzzers = {ord(key.lower()): buzzer for buzzer, key in enumerate(keys)}
        self._offset = self._clock() - self._monotonic()
        self._newest, self._posted = 0, {}
        self._post = post

    def takes(self, key: int) -> bool:
        """Return True if the key of this number is a buzzer."""
        return key in self._buzzers

    def handle(self, strokes: Sequence[Stroke], now: int) -> None:
        """Post the edges of all strokes since the last call, in the window system's order.

        `now` (ns of the table's clock) is from before the strokes were read: a decision at `now`
        knows every stroke until then.
        """
        mine = [
            stroke for stroke in strokes if stroke.key in self._buzzers or stroke.key == EVERY_KEY
        ]
        # one press without a time could be earlier than any: then all of them are a tie
        timed = self.exact and all(stroke.at is not None for stroke in mine if stroke.down)
        for stroke in mine:
            at = now if stroke.at is None or not timed else stroke.at + self._offset
            if stroke.key != EVERY_KEY:
                self._edge(self._buzzers[stroke.key], stroke.down, at)
                continue
            for buzzer in sorted(self._posted):
                self._edge(buzzer, down=False, at=at)

    def close(self) -> None:
        """Stop posting; keys no longer act as buzzers."""
        self._post = None

    def _edge(self, buzzer: int, down: bool, at: int) -> None:
        """Post one edge unless the level is unchanged: held keys repeat themselves."""
        before = self._posted.get(buzzer)
        if self._post is None or down == (before is not None and before.down):
            return
        if down:
            at = self._newest = max(
                at, self._newest
            )  # never before an edge that was posted earlier
        if before is not None:
            at = max(at, before.at + (APART if down else SHORTEST))
        edge = self._posted[buzzer] = Edge(buzzer, down, at)
        self._post(edge)

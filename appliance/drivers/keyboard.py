"""A key per buzzer, for people who write the table's software and for tables without pins.

The window owns the event queue and hands over strokes: what the keys did, in the window system's
order. A key has debounced itself, so each press of one counts, however short it was. What a press's
time is worth depends on the window system: X11 stamps each stroke itself; elsewhere all that is
known is the order in which the window was asked, so presses that were handed over together are a
tie.
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
"""In a Stroke: all keys are up, for the keyboard belongs to another window now."""

SHORTEST = 10 * MS
"""A press is told as no shorter than this. A contact that opens within 8 ms may be a spark
(`appliance.presses.debounce`); a key that was down for 1 ms was pressed."""

APART = 21 * MS
"""Two presses of one key are told with so much rest between them; less than 20 ms is bounce."""

BY_WINDOW = Timekeeping(Stamp.WINDOW, worst_delay=50 * MS, uncertainty=2 * MS)
"""Where the window system stamps strokes. They wait for the loop to ask for them: a frame and half
again; a loop that is busy for longer decides nothing meanwhile, and asks before it does. An X
server's clock counts milliseconds and may be one behind (CLOCK_MONOTONIC_COARSE)."""

BY_LOOKING = Timekeeping(Stamp.KEYBOARD, worst_delay=0, uncertainty=34 * MS)
"""Where it doesn't: a stroke is stamped when it is handed over, up to a frame (1/30 s) late."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The key of each buzzer: the character that it types, one each."""

    keys: tuple[str, ...] = tuple("1234567890-=")


class KeyboardBuzzers(Source):
    """Keys that act as buzzers. Implements Typed: it is fed by `handle`.

    `exact` says that the window system stamps strokes: whoever opens the window sets it, before
    anybody asks what the stamps are worth. `clock` is the table's (ns), `monotonic` the machine's.
    """

    @classmethod
    def found(cls, machine: Machine) -> Found:
        """The keys of whoever sits at the window: they are always there, and comfort at best."""
        keys = Settings().keys[: machine.buzzers]
        seen = message("driver.keyboard.found", first=keys[0], last=keys[-1])
        return Found(seen, Settings(), last=True)

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The keys of a table. Raises ConfigError where there are fewer than buzzers."""
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
        self._told: dict[int, Edge] = {}  # the newest edge of each buzzer

    @property
    def timekeeping(self) -> Timekeeping:
        """By the window system where it stamps strokes, else by whoever asks the window."""
        return BY_WINDOW if self.exact else BY_LOOKING

    def open(self, post: Post) -> None:
        """Start posting. Raises DriverError: a key of the settings is none, or is there twice."""
        keys = self._settings.keys
        for key in keys:
            if len(key) != 1 or not key.isprintable() or keys.count(key) > 1:
                raise DriverError.of("driver.keyboard.no-key", key=key)
        # a key that types a character has that character's number in SDL
        self._buzzers = {ord(key.lower()): buzzer for buzzer, key in enumerate(keys)}
        self._offset = self._clock() - self._monotonic()
        self._newest, self._told = 0, {}
        self._post = post

    def takes(self, key: int) -> bool:
        """Return True if the key of this number is a buzzer."""
        return key in self._buzzers

    def handle(self, strokes: Sequence[Stroke], now: int) -> None:
        """Post the edges of all strokes since the last call, in the window system's order.

        `now` (ns of the table's clock) is from before the window was asked for them: whatever is
        decided at `now` is decided with every stroke that had come by then.
        """
        mine = [one for one in strokes if one.key in self._buzzers or one.key == EVERY_KEY]
        # one press without a time could be earlier than any: then all of them are a tie
        timed = self.exact and all(one.at is not None for one in mine if one.down)
        for stroke in mine:
            at = now if stroke.at is None or not timed else stroke.at + self._offset
            if stroke.key != EVERY_KEY:
                self._edge(self._buzzers[stroke.key], stroke.down, at)
                continue
            for buzzer in sorted(self._told):
                self._edge(buzzer, down=False, at=at)

    def close(self) -> None:
        """Stop posting; keys are nobody's again."""
        self._post = None

    def _edge(self, buzzer: int, down: bool, at: int) -> None:
        """Post one edge, unless it says what is known: keys that are held repeat themselves."""
        before = self._told.get(buzzer)
        if self._post is None or down == (before is not None and before.down):
            return
        if down:
            at = self._newest = max(at, self._newest)  # never before one that was told earlier
        if before is not None:
            at = max(at, before.at + (APART if down else SHORTEST))
        edge = self._told[buzzer] = Edge(buzzer, down, at)
        self._post(edge)

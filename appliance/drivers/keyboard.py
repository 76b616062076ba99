"""A key per buzzer, for people who write the table's software and for tables without pins.

The window owns pygame's event queue and hands the events over. A key's time is the moment it
was handled, once a frame: good enough to play at a desk, not to judge a race (`exact`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from appliance.drivers import Post
from appliance.errors import DriverError
from appliance.signals import MS, Edge

_LEVELS = {0x300: True, 0x301: False}  # SDL's KEYDOWN and KEYUP, the same in every pygame 2


class Event(Protocol):
    """What is used of a pygame event; events other than of keys have no `key`."""

    type: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The key of each buzzer: the character that it types, one each."""

    keys: tuple[str, ...] = tuple("1234567890-=")


class KeyboardBuzzers:
    """Keys that act as buzzers. Implements Source; feed it by `handle`."""

    worst_delay = 0  # an edge is stamped when it is posted,
    uncertainty = 34 * MS  # once a frame
    exact = False

    def __init__(self, settings: Settings, clock: Callable[[], int]) -> None:
        self._settings = settings
        self._clock = clock
        self._post: Post | None = None
        self._buzzers: dict[int, int] = {}

    def open(self, post: Post) -> None:
        """Start posting.

        Raises:
            DriverError: a key of the settings is none, or stands there twice.
        """
        keys = self._settings.keys
        for key in keys:
            if len(key) != 1 or not key.isprintable() or keys.count(key) > 1:
                raise DriverError(
                    f"keyboard buzzers: keys = {key!r}: needs one character for each buzzer, "
                    "each only once"
                )
        # a key that types a character has that character's number in SDL
        self._buzzers = {ord(key.lower()): buzzer for buzzer, key in enumerate(keys)}
        self._post = post

    def handle(self, event: Event) -> bool:
        """Whether `event` was a buzzer's key; if so, its edge has been posted."""
        down = _LEVELS.get(event.type)
        buzzer = self._buzzers.get(getattr(event, "key", -1))
        if self._post is None or down is None or buzzer is None:
            return False
        if not getattr(event, "repeat", False):
            self._post(Edge(buzzer, down, self._clock()))
        return True

    def close(self) -> None:
        """Stop posting; keys are nobody's again."""
        self._post = None

"""Hot-plugging: the window opens when a screen comes, and closes when the screen was pulled.

SDL 2 asks the kernel for screens once, when it begins. If the table has the screen to itself
(KMSDRM), SDL continues silently after the cable is pulled, and a screen that comes later may stay
dark. So this module watches the connectors, and opens a returning screen again. Under a desktop the
desktop has the connectors.

The kernel keeps each connector's state in sysfs, and renews it when the cable's own line changes.
It also sends events (udev), but none of them reaches the service, which has no network.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from appliance.core.signals import SCREEN, SECOND, DriverBack, DriverLost, Noted
from appliance.display.window import Window
from appliance.drivers import Post
from appliance.drivers.kernel import CONNECTORS
from appliance.drivers.pulse import Pauses
from appliance.errors import DriverError
from bluffing.message import Message, message

Plugged = frozenset[str]
"""The connectors with a screen at the other end, such as card1-HDMI-A-1."""

SEEN_WITHIN = SECOND // 2
"""Time between two looks at the connectors (ns)."""

GONE_AFTER = SECOND
"""Minimum time that a screen is missing (ns): one that changes its input is gone for a moment."""

LONGEST_PAUSE = 3 * SECOND
"""The longest pause between two attempts to open a screen (ns): it shows within 5 s after it comes.
An attempt without a screen takes 1 to 6 ms of CPU time."""

NOT_PLUGGED = message("display.not-plugged")
"""Reason for the missing screen if no connector has one."""


def plugged(folder: Path = CONNECTORS) -> Plugged | None:
    """Return the connectors with a screen, or None if the kernel has no connectors at all."""
    states = dict[str, str]()
    for file in folder.glob("card*-*/status"):
        with suppress(OSError):  # a card that is just being removed
            states[file.parent.name] = file.read_text(encoding="ascii").strip()
    return frozenset(name for name, is_ in states.items() if is_ == "connected") if states else None


class Hotplug:
    """Keeps `window` open while there is a screen, and tells `post` when it is lost and back.

    `look` returns the connectors with a screen. The window may be open or closed at first.
    """

    def __init__(
        self, window: Window, post: Post, look: Callable[[], Plugged | None] = plugged
    ) -> None:
        self._window, self._post, self._look = window, post, look
        self._pauses = Pauses(SECOND, LONGEST_PAUSE)
        self._look_at = 0  # when to look again, ns
        self._open_at = 0  # when to try again, ns
        self._tried: Plugged | None = None  # what was plugged in at the newest attempt
        self._used: Plugged | None = None  # what was plugged in when the window was opened
        self._gone_since: int | None = None
        self._lost: Message | None = None  # why there is no screen
        self._named: tuple[str, bool] | None = (window.settings.screen, False)  # as people know

    def shows(self, now: int) -> bool:
        """Open or close the window at `now` (ns) if needed; return True if it is open."""
        if now >= self._look_at:
            self._look_at = now + SEEN_WITHIN
            plugged = self._look()
            if self._window.is_open:
                self._watch(plugged, now)
            if not self._window.is_open:
                self._try(plugged, now)
            if self._window.is_open:
                self._name(now)
        return self._window.is_open

    def try_next(self) -> str:
        """Return the name of the screen after the one that shows the picture, and tell people."""
        self._named = None
        return self._window.next_screen

    def _name(self, now: int) -> None:
        """Announce the screen of the picture, if people know of another."""
        shows = (self._window.settings.screen, self._window.strays)
        if shows != self._named:
            self._named = shows
            code = "display.other-screen" if shows[1] else "display.screen"
            name = shows[0] or message("display.first-screen")
            self._post(Noted(SCREEN, message(code, name=name), now))

    def _watch(self, plugged: Plugged | None, now: int) -> None:
        """Close the window when each screen that may show it has been gone for a while."""
        if plugged is None or not self._window.has_screen_alone:
            return
        if self._used is None:
            self._used = plugged
        if plugged and self._used <= plugged:
            self._gone_since = None
            if self._window.strays and plugged != self._used:  # the one that is chosen may be there
                self._window.close()
                self._open_at = now
        elif self._gone_since is None:
            self._gone_since = now
        elif now - self._gone_since >= GONE_AFTER:
            self._window.close()
            self._open_at = now
            self._lose(message("display.pulled"), now)

    def _try(self, plugged: Plugged | None, now: int) -> None:
        """Open the window if there may be a screen: when one comes, otherwise every few seconds."""
        if plugged is not None and not plugged:
            self._tried = plugged
            self._lose(self._lost or NOT_PLUGGED, now)
            return
        if now < self._open_at and plugged == self._tried:
            return
        self._tried = plugged
        try:
            self._window.open()
        except DriverError as error:
            self._open_at = now + self._pauses.after(now)
            self._lose(error.seen, now)
            return
        self._used, self._gone_since = plugged, None
        if self._lost is not None:
            self._lost = None
            self._post(DriverBack(SCREEN, now))

    def _lose(self, why: Message, now: int) -> None:
        """Report the reason of a lost screen, once."""
        if why != self._lost:
            self._lost = why
            self._post(DriverLost(SCREEN, why, now))

"""Notifies the service's manager that the table is ready, alive, or stopping.

This is systemd's protocol sd_notify(3): one datagram for each word, to the socket that the
environment names. Without such a socket nothing is sent.
"""

import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from appliance.drivers.pulse import Pulse

MORE_TIME_US = 60_000_000
"""Extra time in microseconds for a start that makes progress."""

LOADING_US = 60_000_000
"""Microseconds that the watchdog waits while the rest of the program is loaded behind the first
screen: a library from a slow card may hold the loop up for longer than it usually waits."""

FEEDS = 4
"""Number of signs of life within the watchdog's timeout: three of them may be late."""


class Manager:
    """The service manager that the environment `env` names; `pulses` are those of the threads.

    `loads` returns True while parts of the program are still being loaded.
    """

    def __init__(
        self,
        env: Mapping[str, str],
        pulses: Sequence[Pulse] = (),
        loads: Callable[[], bool] = lambda: False,
    ) -> None:
        name = env.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        waits = env.get("WATCHDOG_USEC", "")
        number = waits.isdecimal() and len(waits) <= len(str(2**64))
        self._every = int(waits) * 1000 // FEEDS if number else None
        self._pulses, self._loads = pulses, loads
        self._usual = waits if number else ""
        self._patient = False
        self._fed: int | None = None
        self._ready = False

    def goes_on(self, now: int) -> None:
        """Report a turn of the loop at `now` (ns, of the machine's monotonic clock).

        The first one reports that the table is ready. The watchdog is fed unless the pulse of a
        thread is missing: a table that reads no cards, or hears no buzzer, is restarted. While
        parts are being loaded the watchdog's timeout is longer.
        """
        if not self._ready:
            self._ready = True
            self._tell("READY=1")
            self._fed = now
            if self._usual and int(self._usual) < LOADING_US and self._loads():
                self._patient = True
                self._tell(f"WATCHDOG_USEC={LOADING_US}")
            return
        if self._patient and not self._loads():
            self._patient, self._fed = False, now
            self._tell("WATCHDOG=1")  # its timeout starts here
            self._tell(f"WATCHDOG_USEC={self._usual}")
        if not any(pulse.missing(now) for pulse in self._pulses):
            self.feeds(now)

    def feeds(self, now: int) -> None:
        """Feed the watchdog at `now` (ns), if it is time; the table need not be ready."""
        if self._every is not None and (self._fed is None or now - self._fed >= self._every):
            self._fed = now
            self._tell("WATCHDOG=1")

    def extends(self) -> None:
        """Ask for more time: the start makes progress."""
        self._tell(f"EXTEND_TIMEOUT_USEC={MORE_TIME_US}")

    def ends(self) -> None:
        """The table is being closed."""
        self._tell("STOPPING=1")

    def _tell(self, what: str) -> None:
        if self._address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)  # noqa: FBT003 - a manager that does not listen is not waited for
                out.sendto(what.encode(), self._address)

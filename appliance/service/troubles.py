"""Reports troubles of the machine during play, on the screen and in the log."""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from appliance.core.hardware import Vitals
from appliance.core.signals import SECOND
from appliance.display.view import Plug
from appliance.drivers import kernel
from appliance.drivers.pulse import lower_priority
from bluffing.message import Message, message

VITALS: Callable[[Path], Vitals] = kernel.vitals

LOOK_PAUSE_S = 2.0
"""Seconds between two looks at the machine."""

LEFT_AFTER_S = 1.0
"""Seconds that a last look may take when the table is closed."""

SAID_FOR = 30 * SECOND
"""Time on the screen of a trouble that does not stop the table (ns)."""

PLUGGED = {
    "supply.is": Plug.POWER, "heat.is": Plug.HEAT, "disk.read-only": Plug.CARD,
    "disk.in-memory": Plug.CARD, "card.errors": Plug.CARD, "card.worn": Plug.CARD,
    "memory.little": None, "date.unset": Plug.CLOCK, "touch.gone": Plug.USB,
    "keyboard.gone": Plug.USB,
}  # fmt: skip
"""Troubles named while people play, each with its picture; the self-test names earlier ones."""


class _Said(NamedTuple):
    """A finding; it `lasts` on the screen if the table does not work properly."""

    seen: Message
    todo: Message | None
    lasts: bool

    @property
    def whole(self) -> Message:
        """Return the trouble with its remedy."""
        if self.todo is None:
            return self.seen
        return message("error.todo", seen=self.seen, todo=self.todo)


class Troubles:
    """Checks the machine's health at intervals, on a thread of its own: a disk may keep it waiting.

    Implements Openable. `say` gets each trouble once when it begins, and once when it is over.
    `look` reads the health of the machine that keeps evenings in `journal`.
    """

    def __init__(
        self,
        journal: Path,
        say: Callable[[Message], None],
        look: Callable[[Path], Vitals] | None = None,
    ) -> None:
        self._look, self._journal, self._say = look or VITALS, journal, say
        self._now: dict[str, _Said] = {}  # by code; replaced as a whole
        self._since: dict[str, int] = {}
        self._had: set[str] = set()  # devices that were plugged in, by the code of their loss
        self._stop = Event()
        self._thread = Thread(target=self._run, name="troubles", daemon=True)

    def open(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Stop looking. A look that a disk keeps waiting is abandoned."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(LEFT_AFTER_S)

    def look(self) -> None:
        """Look once, and report troubles that have begun or ended."""
        from appliance.selftest.judge import Level, machine  # noqa: PLC0415 - it is late

        now, vitals = dict[str, _Said](), self._look(self._journal)
        for trouble in machine.vitals(vitals, str(self._journal)):
            code = trouble.seen.code.removeprefix("selftest.")
            if trouble.level in (Level.WARN, Level.FAIL) and code in PLUGGED:
                now[code] = _Said(trouble.seen, trouble.todo, lasts=trouble.level is Level.FAIL)
        for code, present in (("touch.gone", vitals.touch), ("keyboard.gone", vitals.keyboard)):
            if present:
                self._had.add(code)
            elif code in self._had:
                now[code] = _Said(message(f"trouble.{code}"), None, lasts=False)
        was, self._now = self._now, now
        for code, news in now.items():
            if code not in was:
                self._say(news.whole)
        for code, news in was.items():
            if code not in now:
                self._say(message("trouble.over", what=news.seen))

    def notice(self, now: int) -> tuple[Message, Plug | None] | None:
        """Return the screen's line about a trouble at `now` (ns), with its picture, or None."""
        troubles = self._now
        self._since = {code: self._since.get(code, now) for code in troubles}
        for code, trouble in troubles.items():
            if trouble.lasts or now < self._since[code] + SAID_FOR:
                return message(f"trouble.{code}"), PLUGGED[code]
        return None

    def _run(self) -> None:
        lower_priority()
        while True:
            self.look()
            if self._stop.wait(LOOK_PAUSE_S):
                return

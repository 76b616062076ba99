"""Parts of a table that people pull out, beside buzzers, camera, screen and disk.

Each is the table's own driver on a thing that is made up: lamps, loudspeaker, voice, touch screen
and keyboard.
"""

from collections.abc import Callable
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from unittest.mock import patch

from appliance.core.hardware import Vitals
from appliance.core.signals import SECOND, DriverLost, Signal
from appliance.display.quiet import RATE, pygame
from appliance.display.sound import Speaker
from appliance.drivers import Hardware, Post
from appliance.drivers.speech import EspeakVoice, Process, Settings
from appliance.runtime.loop import Loop
from appliance.service.open_table import OpenTable
from appliance.service.picture import TablePicture
from appliance.service.troubles import LOOK_PAUSE_S, Troubles
from bench.weeks.plan import Fault
from bluffing.message import Message, message
from lab.words import words_of

if TYPE_CHECKING:
    from appliance.display.window import Window
    from appliance.drivers import Lamps, Source

WELL = Vitals(0, "ext4", memory=2_000_000_000)
DARK = message("text", text="the lamps don't answer")
LOUD = "appliance.display.sound"

SENTENCE = b"RIFF(\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0" + RATE.to_bytes(4, "little")
SENTENCE += (2 * RATE).to_bytes(4, "little") + b"\2\0\x10\0data\4\0\0\0\1\0\1\0"
"""A sentence of two samples, as a WAV file."""


class _Says:
    """A program that says a sentence at once."""

    def __init__(self) -> None:
        self.stdin, self.stdout = BytesIO(), BytesIO(SENTENCE)

    def kill(self) -> None:
        """End it."""

    def wait(self) -> int:
        """Return the code of a program that is well."""
        return 0


class Gadgets:
    """The parts; those in `out` are pulled. `post` hears of them as the table does."""

    def __init__(self, loop: Loop, post: Post, clock: Callable[[], int]) -> None:
        self.out: set[Fault] = set()
        self.missed: set[Fault] = set()  # what the machine itself is said to miss
        self._stack, self._post, self._open = ExitStack(), post, False
        self._look_at, self._changed = 0, -1
        hardware, window = Hardware(cast("Source", None)), cast("Window", None)
        self._table = OpenTable(
            loop, hardware, clock, window, TablePicture(words_of("en")), say=post
        )
        self._mute, self._answers = False, Event()
        self._troubles = Troubles(Path(__file__), self._hear, self._vitals)
        for name, does in (
            ("open_mixer", self._opens), ("sound_cards", lambda: str(Fault.SOUND in self.out)),
            ("loudspeakers", tuple),
        ):  # fmt: skip
            self._stack.enter_context(patch(f"{LOUD}.{name}", does))
        self._stack.enter_context(patch.object(pygame.mixer, "quit", self._closes))
        self._stack.enter_context(
            patch.object(pygame.mixer, "get_init", lambda: self._open or None)
        )
        self._speaker = Speaker(late=True, away=lambda job: job())
        self._speaker.tells(post)
        self._speaker.begin(lambda _: None)
        self._voice = EspeakVoice(Settings(), clock, self._start)
        self._voice.tells(self._hears)
        self._voice.through(self)
        self._voice.open()
        self.look(clock(), changes=-1)

    def close(self) -> None:
        """Let go of all."""
        self._voice.close()
        self._stack.close()

    def look(self, now: int, changes: int) -> None:
        """Let each part notice at `now` (ns), after `changes` changes of the table."""
        lamps = cast("Lamps", SimpleNamespace(lost=DARK if Fault.LAMPS in self.out else None))
        self._table._tell_of(lamps, now)  # noqa: SLF001 - a whole round needs a window
        gone = self._open and Fault.SOUND in self.out
        removed = [pygame.event.Event(pygame.AUDIODEVICEREMOVED, iscapture=0)] if gone else []
        self._speaker.keep(removed, now)
        if now >= self._look_at:
            self._look_at = now + round(LOOK_PAUSE_S * SECOND)
            self._troubles.look()
        if changes != self._changed and self._mute is not (Fault.VOICE in self.out):
            self._answers.clear()
            self._voice.say("a sentence", "en")  # there is news to say
            self._answers.wait(5)
        self._changed = changes

    # --- the loudspeaker -------------------------------------------------------------------------

    def _opens(self, device: str | None = None) -> None:
        del device
        if Fault.SOUND in self.out:
            raise pygame.error("No such device")
        self._open = True

    def _closes(self) -> None:
        self._open = False

    # --- the voice -------------------------------------------------------------------------------

    def _start(self, words: list[str]) -> Process:
        if Fault.VOICE in self.out:
            raise FileNotFoundError(2, "No such file", words[0])
        return cast("Process", _Says())

    def _hears(self, signal: Signal) -> None:
        self._mute = isinstance(signal, DriverLost)
        self._post(signal)
        self._answers.set()

    def speak(self, samples: bytes, rate: int) -> float | None:
        """Play a sentence in no time."""
        del samples, rate
        return 0.0

    def fall_silent(self) -> None:
        """There is nothing to end."""

    # --- the machine -----------------------------------------------------------------------------

    def _vitals(self, _: Path) -> Vitals:
        parts = {"touch": Fault.TOUCH not in self.out, "keyboard": Fault.KEYBOARD not in self.out}
        return Vitals(WELL.throttled, WELL.kind, memory=WELL.memory, **parts)

    def _hear(self, trouble: Message) -> None:
        part = Fault.TOUCH if "trouble.touch" in repr(trouble) else Fault.KEYBOARD
        (self.missed.discard if trouble.code == "trouble.over" else self.missed.add)(part)

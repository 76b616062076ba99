"""Speech by espeak-ng, a program that is started for each sentence and writes its samples.

The table's own mixer plays them: without a desktop only one program can have the loudspeaker. A
thread of its own does it, so that the game never waits. A sentence that fails makes the driver
lost; the next successful one brings it back.
"""

import io
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Annotated, Protocol, Self

from appliance.core.signals import SPEECH, DriverBack, DriverLost
from appliance.drivers import Clock, Context, Loudspeaker, Post, Voice
from appliance.errors import reason
from bluffing.message import Message, message

ESPEAK = "espeak-ng"

LONGEST_WAIT = 20.0
"""Maximum time that the program may take for a sentence, s; beyond it the program is ended."""

MOST_WRITTEN = 4 << 20
"""Maximum length of a sentence: a minute and a half. The rest is left out."""


class Process(Protocol):
    """The used part of a running program."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None

    def kill(self) -> None:
        """End it."""

    def wait(self) -> int:
        """Return the code that it has ended with."""


Start = Callable[[list[str]], Process]
"""Starts the program with these words."""


@dataclass(frozen=True, slots=True)
class Settings:
    """[speech]: how fast it speaks, and how high (0 to 99)."""

    words_per_minute: Annotated[int, range(80, 451)] = 170
    pitch: Annotated[int, range(100)] = 50


def _start(words: list[str]) -> Process:
    return subprocess.Popen(  # noqa: S603 - the words are ours, what is said comes as its input
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


def samples_of(sound: bytes) -> tuple[bytes, int]:
    """Return the samples of a WAV file, and their rate; b"" if it has none.

    A program that writes into a pipe doesn't know the length yet: the one in the header is ignored.
    """
    import wave  # noqa: PLC0415 - only a spoken sentence needs it

    try:
        with wave.open(io.BytesIO(sound)) as file:
            rate = file.getframerate()
            if (file.getnchannels(), file.getsampwidth()) != (1, 2) or rate <= 0:
                return b"", 0
            samples = file.readframes(MOST_WRITTEN)
            return samples[: len(samples) & ~1], rate  # a broken-off file may end in half a sample
    except (wave.Error, EOFError):
        return b"", 0


class EspeakVoice(Voice):
    """Says one sentence after the other. `start` starts the program."""

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The voice of a table."""
        return cls(settings, context.clock)

    def __init__(self, settings: Settings, clock: Clock, start: Start = _start) -> None:
        self._settings, self._clock, self._start = settings, clock, start
        self._waiting: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._process: Process | None = None
        self._loudspeaker: Loudspeaker | None = None
        self._hushed = threading.Event()
        self._lost = False
        self._unsaid = 0
        self._post: Post = lambda _: None

    def open(self) -> None:
        """Start the thread only; a missing program is reported at the first sentence."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()

    def tells(self, post: Post) -> None:
        """Post to `post` when the voice is lost and when it is back."""
        self._post = post

    def through(self, loudspeaker: Loudspeaker) -> None:
        """Say everything through `loudspeaker`."""
        self._loudspeaker = loudspeaker

    @property
    def busy(self) -> bool:
        """True while a text is spoken or waits."""
        return self._unsaid > 0

    def say(self, text: str, language: str) -> None:
        """Say `text`; returns at once."""
        if self._thread is not None:
            self._unsaid += 1
            self._waiting.put((text, language))

    def hush(self) -> None:
        """Break off all speech."""
        process = self._process
        self._hushed.set()
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the thread and its speech; waiting sentences are dropped."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            self.hush()
            thread.join()
            self._waiting, self._unsaid = queue.Queue(), 0

    def _run(self) -> None:
        while (sentence := self._waiting.get()) is not None and self._thread is not None:
            self._hushed.clear()
            why = self._speak(*sentence)
            self._unsaid -= 1
            if why is not None and not self._lost and not self._hushed.is_set():
                self._lost = True
                self._post(DriverLost(SPEECH, why, self._clock()))
            elif why is None and self._lost:
                self._lost = False
                self._post(DriverBack(SPEECH, self._clock()))

    def _speak(self, text: str, language: str) -> Message | None:
        """Speak `text`; return the reason if it can't be heard, else None."""
        speed, pitch = str(self._settings.words_per_minute), str(self._settings.pitch)
        words = [ESPEAK, "-v", language, "-s", speed, "-p", pitch, "--stdin", "--stdout"]
        try:
            process = self._process = self._start(words)
        except FileNotFoundError:
            return message("driver.speech.missing", program=ESPEAK)
        except OSError as error:
            return message("driver.speech.no-start", program=ESPEAK, error=reason(error))
        if self._thread is None:  # closed before there was a process to end
            process.kill()
        late = threading.Event()
        sound, code = _output_of(process, text.encode(), late)
        self._process = None
        if self._hushed.is_set():
            return None
        samples, rate = samples_of(sound)
        if late.is_set():
            return message("driver.speech.hangs", program=ESPEAK)
        if not samples and code:
            return message("driver.speech.ended", program=ESPEAK, code=code)
        if not samples:
            return message("driver.speech.no-samples", program=ESPEAK)
        return self._play(samples, rate)

    def _play(self, samples: bytes, rate: int) -> Message | None:
        """Play it to its end, or until it is broken off."""
        loudspeaker = self._loudspeaker
        seconds = None if loudspeaker is None else loudspeaker.speak(samples, rate)
        if loudspeaker is None or seconds is None:
            return message("sound.gone")
        self._hushed.wait(seconds)
        loudspeaker.fall_silent()
        return None


def _output_of(process: Process, text: bytes, late: threading.Event) -> tuple[bytes, int]:
    """Return the output of `process` for `text`, and its exit code.

    `late` is set if it took too long and was ended.
    """

    def end() -> None:
        late.set()
        process.kill()

    watch = threading.Timer(LONGEST_WAIT, end)
    watch.daemon = True
    watch.start()
    sound = b""
    try:
        if process.stdin is not None and process.stdout is not None:
            with suppress(BrokenPipeError), process.stdin as pipe:
                pipe.write(text)
            with process.stdout as pipe:
                sound = pipe.read(MOST_WRITTEN)
        return sound, process.wait()
    finally:
        watch.cancel()


@dataclass
class SpokenLines(Voice):
    """A voice for tests: it keeps its sentences, and finishes each at once unless `slow`."""

    lines: deque[str] = field(default_factory=deque)
    hushed: int = 0
    slow: bool = False
    busy: bool = False

    def open(self) -> None:
        """There is nothing to open."""

    def tells(self, post: Post) -> None:
        """It is never lost."""

    def through(self, loudspeaker: Loudspeaker) -> None:
        """Do nothing: it uses no loudspeaker."""

    def say(self, text: str, language: str) -> None:
        """Keep `text`."""
        del language
        self.lines.append(text)
        self.busy = self.slow

    def hush(self) -> None:
        """Break off the text being spoken."""
        self.hushed += 1
        self.busy = False

    def close(self) -> None:
        """There is nothing to close."""

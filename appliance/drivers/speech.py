"""Speech by espeak-ng, a program that is started for each sentence.

It speaks on a thread of its own, so that nobody waits for it. A sentence that it can't say makes
the driver lost; the next one that it can say brings it back.
"""

import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Annotated, Protocol, Self

from appliance.core.signals import SPEECH, DriverBack, DriverLost
from appliance.drivers import Clock, Context, Post, Voice
from appliance.errors import reason
from appliance.message import Message, message

ESPEAK = "espeak-ng"

LONGEST_SENTENCE = 60.0
"""Maximum time that a sentence may take, s; beyond it the program hangs, and is ended."""


class Process(Protocol):
    """What is used of a program that runs."""

    stdin: IO[bytes] | None
    returncode: int | None

    def communicate(self, input: bytes, timeout: float) -> object:  # noqa: A002 - subprocess's
        """Hand it the text, and wait until it has said it."""

    def kill(self) -> None:
        """End it."""

    def wait(self) -> int:
        """How it has ended."""


Start = Callable[[list[str]], Process]
"""Starts the program with these words."""


@dataclass(frozen=True, slots=True)
class Settings:
    """[speech]: how fast it speaks, and how high (0 to 99)."""

    words_per_minute: Annotated[int, range(80, 451)] = 170
    pitch: Annotated[int, range(100)] = 50


def _start(words: list[str]) -> Process:
    return subprocess.Popen(  # noqa: S603 - the words are ours, what is said comes as its input
        words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


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
        self._hushed = self._lost = False
        self._unsaid = 0
        self._post: Post = lambda _: None

    def open(self) -> None:
        """Nothing is started yet but the thread: what can't speak says so when it is to."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
            self._thread.start()

    def tells(self, post: Post) -> None:
        """Who is told when it is lost and when it is back."""
        self._post = post

    @property
    def busy(self) -> bool:
        """Whether something is being said, or waits for it."""
        return self._unsaid > 0

    def say(self, text: str, language: str) -> None:
        """Say `text`; returns at once."""
        if self._thread is not None:
            self._unsaid += 1
            self._waiting.put((text, language))

    def hush(self) -> None:
        """Break off what is being said."""
        process, self._hushed = self._process, True
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the thread and what it says; what waits is not said any more."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            self.hush()
            thread.join()
            self._waiting, self._unsaid = queue.Queue(), 0

    def _run(self) -> None:
        while (one := self._waiting.get()) is not None and self._thread is not None:
            self._hushed = False
            why = self._said(*one)
            self._process = None
            self._unsaid -= 1
            if why is not None and not self._lost and not self._hushed:
                self._lost = True
                self._post(DriverLost(SPEECH, why, self._clock()))
            elif why is None and self._lost:
                self._lost = False
                self._post(DriverBack(SPEECH, self._clock()))

    def _said(self, text: str, language: str) -> Message | None:
        """Say it; None, or why it could not be said."""
        speed, pitch = str(self._settings.words_per_minute), str(self._settings.pitch)
        try:
            process = self._start([ESPEAK, "-v", language, "-s", speed, "-p", pitch, "--stdin"])
        except OSError as error:
            return message("driver.speech.no-start", program=ESPEAK, error=reason(error))
        self._process = process
        if self._thread is None:  # closed before there was a process to end
            process.kill()
        try:
            process.communicate(text.encode(), timeout=LONGEST_SENTENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return message("driver.speech.hangs", program=ESPEAK)
        except OSError as error:
            process.wait()
            return message("driver.speech.no-start", program=ESPEAK, error=reason(error))
        if process.returncode and not self._hushed:
            return message("driver.speech.ended", program=ESPEAK, code=process.returncode)
        return None


@dataclass
class SpokenLines(Voice):
    """A voice for tests: it keeps what it is to say, and is done with it at once unless `slow`."""

    lines: deque[str] = field(default_factory=deque)
    hushed: int = 0
    slow: bool = False
    busy: bool = False

    def open(self) -> None:
        """There is nothing to open."""

    def tells(self, post: Post) -> None:
        """It is never lost."""

    def say(self, text: str, language: str) -> None:
        """Keep `text`."""
        del language
        self.lines.append(text)
        self.busy = self.slow

    def hush(self) -> None:
        """What was being said is broken off."""
        self.hushed += 1
        self.busy = False

    def close(self) -> None:
        """There is nothing to close."""

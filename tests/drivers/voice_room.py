"""A room in which a voice is heard: what it says, and what becomes of the programs that speak."""

import io
import threading
import wave
from typing import IO

from appliance.core.signals import Signal
from appliance.display.quiet import RATE

SENTENCE = bytes(range(200)) * 2
"""The samples of each sentence."""


def wav(samples: bytes, channels: int = 1, rate: int = RATE) -> bytes:
    """Return a WAV file as a program writes it into a pipe: its length means nothing."""
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(channels)
        made.setsampwidth(2)
        made.setframerate(rate)
        made.writeframes(samples)
    whole = file.getvalue()
    return whole[:40] + b"\x00\xf0\xff\x7f" + whole[44:]


class _Text(io.BytesIO):
    """Hears what is to be said."""

    def __init__(self, room: "Room") -> None:
        super().__init__()
        self.room = room

    def close(self) -> None:
        if not self.closed:
            self.room.heard.append(self.getvalue().decode())
            self.room.speaks.set()
            super().close()


class _Samples(io.BytesIO):
    """Gives the samples when the program is ready, or when it was ended."""

    def __init__(self, program: "Program") -> None:
        super().__init__(program.room.writes)
        self.program = program

    def read(self, size: int | None = -1, /) -> bytes:
        if self.program.room.hangs:
            assert self.program.over.wait(10)
            return b""
        return super().read(size)


class Program:
    """A program that speaks: it ends when it may, and with that code."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.over = threading.Event()
        self.stdin, self.stdout = _Text(room), _Samples(self)

    def kill(self) -> None:
        self.room.killed += 1
        self.over.set()

    def wait(self) -> int:
        return self.room.code


class Room:
    """The audible sounds, the fate of started programs, and the loudspeaker."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.words: list[list[str]] = []
        self.told: list[Signal] = []
        self.played: list[tuple[bytes, int]] = []
        self.news, self.speaks, self.plays = (threading.Event() for _ in range(3))
        self.hangs = self.missing = self.shut = self.deaf = False
        self.writes = wav(SENTENCE)
        self.code = self.killed = self.silenced = 0
        self.seconds = 0.0

    def start(self, words: list[str]) -> Program:
        self.words.append(words)
        if self.missing:
            raise FileNotFoundError(2, "No such file", words[0])
        if self.shut:
            raise PermissionError(13, "Permission denied", words[0])
        return Program(self)

    def post(self, signal: Signal) -> None:
        self.told.append(signal)
        self.news.set()

    def speak(self, samples: bytes, rate: int) -> float | None:
        if self.deaf:
            return None
        self.played.append((samples, rate))
        self.plays.set()
        return self.seconds

    def fall_silent(self) -> None:
        self.silenced += 1

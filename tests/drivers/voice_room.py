"""A room in which a voice is heard: what it says, and what becomes of the programs that speak."""

import subprocess
import threading
from typing import IO

from appliance.core.signals import Signal


class Program:
    """Stands in for a program that speaks: it ends when it may, and with that code."""

    stdin: IO[bytes] | None = None

    def __init__(self, room: "Room", words: list[str]) -> None:
        self.room, self.words = room, words
        self.returncode: int | None = None
        self.over = threading.Event()

    def communicate(self, input: bytes, timeout: float) -> None:  # noqa: A002 - subprocess's
        self.room.heard.append(input.decode())
        self.room.speaks.set()
        if self.room.hangs:
            raise subprocess.TimeoutExpired(self.words, timeout)
        if self.room.slow:
            self.over.wait(10)
        self.returncode = self.room.code

    def kill(self) -> None:
        self.room.killed += 1
        self.over.set()

    def wait(self) -> int:
        return 0


class Room:
    """What is heard, and what becomes of the programs that are started."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.words: list[list[str]] = []
        self.told: list[Signal] = []
        self.news, self.speaks = threading.Event(), threading.Event()
        self.slow = self.hangs = self.missing = False
        self.code = self.killed = 0

    def start(self, words: list[str]) -> Program:
        self.words.append(words)
        if self.missing:
            raise FileNotFoundError(2, "No such file", words[0])
        return Program(self, words)

    def post(self, signal: Signal) -> None:
        self.told.append(signal)
        self.news.set()

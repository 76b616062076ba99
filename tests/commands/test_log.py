"""A game never waits for its log."""

import os
from collections.abc import Iterator
from contextlib import suppress
from fcntl import F_SETPIPE_SZ, fcntl

import pytest

from appliance.service.log import Log
from bluffing.message import message
from lab.words import words_of


class Pipe:
    """Standard error that is read by hand; it has room for 4 KiB."""

    def __init__(self) -> None:
        self.reads, self.writes = os.pipe()
        fcntl(self.writes, F_SETPIPE_SZ, 4096)
        self.file = os.fdopen(self.writes, "w", 1)

    def read(self) -> list[str]:
        os.set_blocking(self.reads, False)
        return os.read(self.reads, 1 << 16).decode().splitlines()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    with suppress(OSError):  # it was closed at its other end
        made.file.close()
    os.close(made.reads)


def line(number: int) -> str:
    return f"line {number} " + "x" * 900


def test_lines_that_nobody_reads_are_dropped_and_counted(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", pipe.file)
    log = Log(words_of("en"))
    for number in range(20):
        log.say(message("text", text=line(number)))
    first = pipe.read()
    assert first == [f"doubtit: {line(number)}" for number in range(len(first))]
    assert 1 <= len(first) < 5
    log.say(message("text", text="the last"))
    dropped = (
        f"doubtit: {20 - len(first)} lines before this were dropped, because the log was not read"
    )
    assert pipe.read() == [dropped, "doubtit: the last"]
    log.say(message("text", text="once"))
    assert pipe.read() == ["doubtit: once"]


def test_a_log_that_is_gone_ends_no_game(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", pipe.file)
    os.close(pipe.reads)
    Log(words_of("en")).say(message("text", text="nobody hears it"))
    pipe.reads = os.open(os.devnull, os.O_RDONLY)

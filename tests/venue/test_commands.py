"""Commands of a venue: which messages are one, and what the table takes of them."""

import os
import socket
from pathlib import Path
from threading import Event

import pytest

from appliance.config import Config
from appliance.core.signals import Signal, Wish, Wished
from appliance.drivers import opened
from appliance.service.context import TableContext
from appliance.service.evenings import COMMANDS_SOCKET, VENUE_WISHES, CommandSocket
from appliance.words import words_of
from venue import commands
from venue.commands import OLD_AFTER_S, command_in, hand_over
from venue.topics import command_of

PAUSE = command_of("t1", "pause")


def test_both_sides_know_the_same_commands() -> None:
    assert [name.decode() for name in VENUE_WISHES] == list(commands.VENUE_COMMANDS)


@pytest.mark.parametrize(
    ("topic", "retained", "age_s", "command"),
    [
        (PAUSE, False, 0.0, "pause"),
        (PAUSE, True, 0.0, ""),
        (PAUSE, False, OLD_AFTER_S + 0.1, ""),
        (PAUSE, False, -1.0, ""),
        (command_of("t2", "pause"), False, 0.0, ""),
        (command_of("t1", "deal"), False, 0.0, ""),
        (f"{PAUSE}/x", False, 0.0, ""),
        ("", False, 0.0, ""),
    ],
)
def test_a_message_is_a_command_for_this_table_now(
    topic: str, retained: bool, age_s: float, command: str
) -> None:
    assert command_in("t1", topic, retained=retained, age_s=age_s) == command


class PostedSignals:
    """What a table is given."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.came = Event()

    def post(self, signal: Signal) -> None:
        self.signals.append(signal)
        self.came.set()


@pytest.fixture
def context(monkeypatch: pytest.MonkeyPatch) -> tuple[TableContext, PostedSignals]:
    heard = PostedSignals()
    monkeypatch.setattr(TableContext, "post", lambda _, signal: heard.post(signal))
    monkeypatch.setattr("appliance.service.evenings.COMMAND_EVERY_S", 0.0)
    return TableContext.of(Config(), words_of("en")), heard


def test_a_table_takes_a_pause_and_drops_all_else(
    tmp_path: Path, context: tuple[TableContext, PostedSignals]
) -> None:
    table, heard = context
    with opened(CommandSocket(tmp_path, table)):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            for spoilt in (b"", b"deal", b"pausepausepausepause", os.urandom(1000), b"pause\0"):
                out.sendto(spoilt, str(tmp_path / COMMANDS_SOCKET))
        hand_over(tmp_path, "pause")
        assert heard.came.wait(30)
    [signal] = heard.signals
    assert isinstance(signal, Wished)
    assert signal.wish is Wish.PAUSE
    assert not (tmp_path / COMMANDS_SOCKET).exists()


def test_a_socket_of_a_table_that_was_killed_is_replaced(
    tmp_path: Path, context: tuple[TableContext, PostedSignals]
) -> None:
    table, _ = context
    (tmp_path / COMMANDS_SOCKET).write_text("left", encoding="utf-8")
    with opened(CommandSocket(tmp_path, table)):
        assert (tmp_path / COMMANDS_SOCKET).is_socket()


def test_no_socket_and_no_table_change_nothing(
    tmp_path: Path, context: tuple[TableContext, PostedSignals]
) -> None:
    table, heard = context
    hand_over(tmp_path, "pause")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with opened(CommandSocket(tmp_path / "file", table)):
        pass
    assert heard.signals == []

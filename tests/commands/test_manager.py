"""systemd hears that the table is ready and goes on, over a real socket."""

import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from test_run_and_replay import no_clock, play

from appliance.core.signals import SECOND
from appliance.drivers.pulse import Pulse
from appliance.service.manager import FEEDS, Manager

__all__ = ["no_clock"]


class Ear:
    """The manager's end of the socket."""

    def __init__(self, name: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(name)
        self._socket.setblocking(False)  # noqa: FBT003 - as Python has it

    def heard(self) -> list[str]:
        said = []
        try:
            while True:
                said.append(self._socket.recv(100).decode())
        except BlockingIOError:
            return said

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(str(tmp_path / "notify"))
    yield ear
    ear.close()


def manager(tmp_path: Path, *pulses: Pulse, watchdog: str = "10000000") -> Manager:
    env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": watchdog}
    return Manager(env, pulses)


def pulse_at(monkeypatch: pytest.MonkeyPatch, now: int, limit: float = 5.0) -> Pulse:
    """A thread that beat at `now`."""
    monkeypatch.setattr("appliance.drivers.pulse.monotonic_ns", lambda: now)
    pulse = Pulse(limit)
    pulse.beat()
    return pulse


def test_ready_is_said_once_and_the_watchdog_is_fed_in_time(tmp_path: Path, ear: Ear) -> None:
    told = manager(tmp_path)
    frame, said = SECOND // 30, list[tuple[int, str]]()
    for now in range(0, 60 * SECOND, frame):
        told.goes_on(now)
        said += [(now, word) for word in ear.heard()]
    told.ends()
    assert [word for _, word in said] == ["READY=1"] + ["WATCHDOG=1"] * (len(said) - 1)
    gaps = [after - before for (before, _), (after, _) in pairwise(said)]
    assert max(gaps) <= 10 * SECOND // FEEDS + frame
    assert min(gaps) >= 10 * SECOND // FEEDS
    assert ear.heard() == ["STOPPING=1"]


def test_the_watchdog_waits_for_longer_while_parts_are_loaded(tmp_path: Path, ear: Ear) -> None:
    env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"}
    loads = [True]
    told = Manager(env, (), lambda: bool(loads))
    told.goes_on(1 * SECOND)
    assert ear.heard() == ["READY=1", "WATCHDOG_USEC=60000000"]
    told.goes_on(5 * SECOND)
    assert ear.heard() == ["WATCHDOG=1"]
    loads.clear()
    told.goes_on(6 * SECOND)
    assert ear.heard() == ["WATCHDOG=1", "WATCHDOG_USEC=10000000"]
    told.goes_on(7 * SECOND)
    assert ear.heard() == []


def test_a_patient_watchdog_stays_patient_while_parts_are_loaded(tmp_path: Path, ear: Ear) -> None:
    env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000000"}
    Manager(env, (), lambda: True).goes_on(1 * SECOND)
    assert ear.heard() == ["READY=1"]


def test_without_a_watchdog_nobody_is_told_of_what_is_loaded(tmp_path: Path, ear: Ear) -> None:
    told = Manager({"NOTIFY_SOCKET": str(tmp_path / "notify")}, (), lambda: True)
    told.goes_on(1 * SECOND)
    assert ear.heard() == ["READY=1"]


def test_a_thread_that_hangs_starves_the_watchdog(
    tmp_path: Path, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    lively, hangs = pulse_at(monkeypatch, 9 * SECOND), pulse_at(monkeypatch, 1 * SECOND)
    told = manager(tmp_path, lively, hangs)
    told.goes_on(1 * SECOND)
    told.goes_on(6 * SECOND)
    assert ear.heard() == ["READY=1", "WATCHDOG=1"]
    told.goes_on(10 * SECOND)
    assert ear.heard() == []
    hangs.rest()
    told.goes_on(13 * SECOND)
    assert ear.heard() == ["WATCHDOG=1"]


def test_a_thread_that_was_never_started_is_not_missed() -> None:
    assert not Pulse(1.0).missing(10**18)


def test_an_abstract_socket_is_told_too() -> None:
    ear = Ear("\0doubtit of the tests")
    Manager({"NOTIFY_SOCKET": "@doubtit of the tests"}).goes_on(0)
    assert ear.heard() == ["READY=1"]
    ear.close()


@pytest.mark.parametrize("watchdog", ["", "0x10", "-5"])
def test_without_a_watchdog_none_is_fed(tmp_path: Path, ear: Ear, watchdog: str) -> None:
    told = manager(tmp_path, watchdog=watchdog)
    for now in range(0, 100 * SECOND, SECOND):
        told.goes_on(now)
    assert ear.heard() == ["READY=1"]


def test_nobody_who_listens_is_no_fault(tmp_path: Path) -> None:
    for env in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1"}):
        told = Manager(env)
        told.goes_on(0)
        told.goes_on(SECOND)
        told.ends()


@pytest.mark.usefixtures("no_clock")
def test_the_table_is_ready_when_its_first_screen_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ear: Ear
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    heard = list[list[str]]()
    show = "appliance.display.window.Window.show"
    monkeypatch.setattr(show, lambda *_: heard.append(ear.heard()))
    key = SimpleNamespace(type=0x300, key=ord("3"), repeat=False)
    play(monkeypatch, tmp_path, [[key], [], []])
    assert heard[:3] == [[], ["READY=1"], []]
    assert ear.heard() == ["STOPPING=1"]


def test_a_watchdog_of_thousands_of_digits_is_none() -> None:
    assert Manager({"WATCHDOG_USEC": "9" * 5000})._every is None


def test_a_start_that_takes_long_asks_for_more_time(tmp_path: Path, ear: Ear) -> None:
    Manager({"NOTIFY_SOCKET": str(tmp_path / "notify")}).extends()
    assert ear.heard() == ["EXTEND_TIMEOUT_USEC=60000000"]

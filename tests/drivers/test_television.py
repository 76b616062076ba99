"""The television over HDMI-CEC: it wakes, shows the table's input, and its faults are told once."""

import shutil
from pathlib import Path

import pytest
from cec_bus import CecBus, adapters

from appliance.drivers import television
from appliance.drivers.television import CEC_CTL, CecTelevision
from bluffing.message import Message, message


@pytest.fixture
def bus() -> CecBus:
    return CecBus()


@pytest.fixture
def faults() -> list[Message]:
    return []


@pytest.fixture
def tv(bus: CecBus, faults: list[Message], tmp_path: Path) -> CecTelevision:
    devices = adapters(tmp_path, "cec0")
    return CecTelevision(faults.append, devices, bus.ask, lambda job: job())


def test_it_wakes_and_shows_the_table(
    bus: CecBus, tv: CecTelevision, faults: list[Message]
) -> None:
    tv.turn(on=True)
    assert bus.awake
    assert (bus.shows, bus.name) == ("1.0.0.0", "Doubt It!")
    assert not faults
    assert {(words[0], words[2][-4:]) for words in bus.asked} == {(CEC_CTL, "cec0")}


def test_it_is_left_alone_unless_people_want_it(bus: CecBus, tv: CecTelevision) -> None:
    tv.turn(on=False)
    tv.look(seated=False)
    tv.look(seated=True)
    assert not bus.asked


def test_it_wakes_when_the_first_player_sits_down(bus: CecBus, tv: CecTelevision) -> None:
    tv.turn(on=True)
    for seated, wakes in ((False, False), (True, True), (True, False), (False, False)):
        bus.awake = False
        tv.look(seated=seated)
        assert bus.awake is wakes
    tv.turn(on=True)
    assert not bus.awake, "another setting was changed"
    tv.turn(on=False)
    tv.look(seated=True)
    assert not bus.awake


def test_the_input_is_chosen_once_the_television_gives_an_address(
    bus: CecBus, tv: CecTelevision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(television, "ADDRESS_PAUSE", 0.0)
    bus.asleep = 5
    tv.turn(on=True)
    assert bus.shows == "1.0.0.0"
    assert len(bus.asked) == 1 + 5 + 1


def test_a_television_without_an_address_is_only_woken(
    bus: CecBus, tv: CecTelevision, faults: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(television, "ADDRESS_PAUSE", 0.0)
    bus.address = "f.f.f.f"
    tv.turn(on=True)
    assert bus.awake
    assert not bus.shows
    assert not faults


FAULTS = {"missing": "no-program", "shut": "refused", "deaf": "silent", "hangs": "silent"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_once_until_it_is_another(
    bus: CecBus, tv: CecTelevision, faults: list[Message], fault: str
) -> None:
    setattr(bus, fault, True)
    for _ in range(2):
        tv.turn(on=True)
        for _ in range(2):
            tv.look(seated=False)
            tv.look(seated=True)
        tv.turn(on=False)
        codes = [message.code for message in faults]
        assert codes == [f"driver.television.{FAULTS[fault]}"], "once each time it is turned on"
        faults.clear()
    setattr(bus, fault, False)
    tv.turn(on=True)
    assert bus.awake
    assert not faults


def test_a_machine_without_an_adapter_says_so(faults: list[Message], tmp_path: Path) -> None:
    tv = CecTelevision(faults.append, adapters(tmp_path), CecBus().ask, lambda job: job())
    tv.turn(on=True)
    assert faults == [message("driver.television.no-adapter")]


def test_an_adapter_of_another_socket_is_no_fault(faults: list[Message], tmp_path: Path) -> None:
    """A Pi has two adapters, and mostly one television."""
    silent, bus = CecBus(deaf=True), CecBus(address="2.0.0.0")
    tv = CecTelevision(
        faults.append,
        adapters(tmp_path, "cec0", "cec1"),
        lambda words: (silent if words[2].endswith("cec0") else bus).ask(words),
        lambda job: job(),
    )
    tv.turn(on=True)
    assert (bus.awake, bus.shows) == (True, "2.0.0.0")
    assert not faults


def test_one_job_at_a_time_and_none_after_the_end(bus: CecBus, tmp_path: Path) -> None:
    jobs: list[object] = []
    tv = CecTelevision(lambda _: None, adapters(tmp_path, "cec0"), bus.ask, jobs.append)
    tv.turn(on=True)
    tv.look(seated=True)
    assert len(jobs) == 1
    tv.close()
    tv.close()
    again = CecTelevision(lambda _: None, tmp_path, bus.ask, jobs.append)
    again.close()
    again.turn(on=True)
    assert len(jobs) == 1


@pytest.mark.skipif(shutil.which(CEC_CTL) is None, reason="there is no cec-ctl")
def test_the_real_program_knows_the_words(faults: list[Message], tmp_path: Path) -> None:
    """It reads all of them before it opens an adapter, which is missing here."""
    (tmp_path / "cec0").symlink_to("gone")
    tv = CecTelevision(faults.append, tmp_path, aside=lambda job: job())
    tv.turn(on=True)
    [fault] = faults
    assert fault.code == "driver.television.refused"
    assert "Failed to open" in str(fault)

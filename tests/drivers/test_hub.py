"""The seat hub's drivers over a simulated hub, in virtual time: what goes wrong is always told."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from said import ENGLISH
from said import said as read

from appliance.core.effects import Rhythm
from appliance.core.signals import (
    BUZZERS,
    MS,
    SECOND,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Signal,
)
from appliance.drivers import level
from appliance.drivers.seat_hub import board
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.driver import Hub, HubLamps, Settings
from appliance.drivers.seat_hub.link import DOUBTFUL, HUB_WORST_DELAY, HubLink
from appliance.drivers.seat_hub.mock import Faults, MockHub
from appliance.drivers.seat_hub.serial_line import find_port
from appliance.errors import DriverError
from appliance.service.log import Log

US = 1000


@dataclass
class Seated:
    """A hub at a table, opened."""

    hub: MockHub
    posted: list[Signal] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    seats: int = 4

    def __post_init__(self) -> None:
        self.driver = Hub(Settings(), self.seats, self.hub.clock, self.hub)
        self.buzzers = self.driver
        self.buzzers.open(self._post)

    def _post(self, signal: Signal) -> None:
        self.posted.append(signal)
        self.arrived.append(self.hub.now)

    def wait(self, ns: int) -> None:
        self.hub.run(self.hub.now + ns)

    def of(self, *kinds: type) -> list[Signal]:
        return [signal for signal in self.posted if isinstance(signal, kinds)]

    def edges(self) -> list[Edge]:
        return [signal for signal in self.posted if isinstance(signal, Edge)]

    def doubtful(self, at: int) -> bool:
        """Return True if a press at `at` is said to be one that may be lost."""
        lost = (signal for signal in self.posted if isinstance(signal, EdgesLost))
        return any(signal.since <= at <= signal.at for signal in lost)


def press(seated: Seated, buzzer: int, length: int = 80 * MS) -> int:
    at = seated.hub.now
    seated.hub.move(buzzer, down=True)
    seated.wait(length)
    seated.hub.move(buzzer, down=False)
    seated.wait(40 * MS)
    return at


@pytest.mark.parametrize("drift", [-50, 0, 50])
@pytest.mark.parametrize("micros", [0, wire.TICKS - 400_000])
@pytest.mark.untraced
def test_stamps_are_the_tables_time_across_drift_and_wraps(drift: int, micros: int) -> None:
    seated = Seated(
        MockHub(3 * SECOND, seats=4, drift=drift, micros=micros, faults=Faults(delay=(0, 2 * MS)))
    )
    for _ in range(30):
        pressed = press(seated, 2)
        clock = seated.driver.link.clock
        assert clock is not None
        assert clock.uncertainty() <= 3 * MS
        found = [edge.at for edge in seated.edges() if edge.down][-1]
        assert abs(found - pressed) <= clock.uncertainty()
        seated.wait(500 * MS)
    assert seated.of(EdgesLost, DriverLost) == []


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.untraced
def test_order_and_distance_are_the_boards_own(seed: int) -> None:
    chance = Random(seed)
    hub = MockHub(
        SECOND, seats=4, chance=chance, drift=50, faults=Faults(0.1, 0.1, 0.1, (0, 8 * MS))
    )
    seated = Seated(hub)
    moves = []
    for turn in range(40):
        hub.run(hub.now + chance.randrange(2, 200_000) * US)
        hub.move(turn % 4, down=turn // 4 % 2 == 0)
        moves.append((turn % 4, hub.now))
    hub.run(hub.now + SECOND)
    edges = seated.edges()
    assert [edge.buzzer for edge in edges] == [buzzer for buzzer, _ in moves]
    for (earlier, later), (was, then) in zip(pairwise(edges), pairwise(moves), strict=True):
        apart = then[1] - was[1]
        assert abs(later.at - earlier.at - apart) <= 2 * US + apart * 300 // 1_000_000


def test_a_lost_frame_is_sent_again_and_a_double_one_counts_once() -> None:
    seated = Seated(MockHub(SECOND, seats=4, chance=Random(5), faults=Faults(lost=0.2, twice=0.5)))
    for buzzer in range(4):
        press(seated, buzzer)
    assert [(edge.buzzer, edge.down) for edge in seated.edges()] == [
        (buzzer, down) for buzzer in range(4) for down in (True, False)
    ]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.untraced
def test_an_edge_in_time_or_told_to_be_late(seed: int) -> None:
    """Whatever the wire does: posted within HUB_WORST_DELAY, or declared doubtful before that."""
    chance = Random(seed)
    faults = Faults(0.3, 0.1, 0.3, (0, chance.choice([2, 30, 60]) * MS))
    hub = MockHub(SECOND, seats=4, chance=chance, drift=chance.choice([-50, 50]), faults=Faults())
    seated = Seated(hub)
    hub.faults = faults
    down, moved = [False] * 4, []
    for _ in range(60):
        hub.run(hub.now + chance.randrange(1000, 60_000) * US)
        buzzer = chance.randrange(4)
        down[buzzer] = not down[buzzer]
        hub.move(buzzer, down[buzzer])
        moved.append((buzzer, down[buzzer], hub.now))
    hub.faults = Faults()
    hub.run(hub.now + 3 * SECOND)
    if not seated.of(DriverLost):
        assert [(e.buzzer, e.down) for e in seated.edges()] == [(b, d) for b, d, _ in moved]
    for signal, when in zip(seated.posted, seated.arrived, strict=True):
        if isinstance(signal, Edge) and when - signal.at > HUB_WORST_DELAY:
            assert seated.doubtful(signal.at)


def test_silence_is_told_before_a_race_could_be_decided() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(200 * MS)
    seated.hub.hangs_until = seated.hub.now + 300 * MS
    silent = seated.hub.now
    seated.wait(HUB_WORST_DELAY)
    lost = seated.of(EdgesLost)
    assert lost
    assert isinstance(lost[0], EdgesLost)
    assert lost[0].since <= silent
    assert lost[0].at - lost[0].since <= DOUBTFUL + 5 * MS
    seated.wait(SECOND)
    assert seated.of(DriverLost) == []


def test_unplugged_and_back_by_itself() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(100 * MS)
    seated.hub.move(1, down=True)
    seated.wait(50 * MS)
    pulled = seated.hub.now
    seated.hub.unplug()
    seated.hub.move(2, down=True)
    seated.wait(5 * SECOND)
    assert isinstance(seated.posted[0], Edge)
    assert isinstance(seated.posted[1], EdgesLost)
    assert seated.posted[1].since <= pulled
    assert seated.posted[2] == Edge(1, down=False, at=seated.posted[1].since)  # it is not held now
    [lost] = seated.of(DriverLost)
    assert isinstance(lost, DriverLost)
    assert lost.driver == BUZZERS
    assert "plug it in" in read(lost.reason)
    plugged = seated.hub.now
    seated.hub.plug()
    seated.wait(3 * SECOND)
    [back] = seated.of(DriverBack)
    assert isinstance(back, DriverBack)
    assert back.at <= plugged + 2 * SECOND
    assert seated.doubtful(pulled)
    assert seated.doubtful(back.at - 1)
    count = len(seated.edges())
    seated.hub.move(2, down=False)  # it was pressed without a listener: only its end is heard
    at = press(seated, 3)
    assert [(edge.buzzer, edge.down) for edge in seated.edges()[count:]] == [
        (2, False), (3, True), (3, False),
    ]  # fmt: skip
    assert abs(seated.edges()[count + 1].at - at) <= 10 * US


def test_a_reset_in_the_middle_of_a_race_is_told() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(100 * MS)
    seated.hub.move(0, down=True)
    seated.hub.reset()  # the edge had not left the board
    pressed = seated.hub.now
    seated.wait(HUB_WORST_DELAY)
    assert seated.edges() == []
    assert seated.doubtful(pressed)
    seated.hub.move(0, down=False)
    seated.wait(3 * SECOND)
    assert seated.driver.link.ready
    press(seated, 1)
    assert [(edge.buzzer, edge.down) for edge in seated.edges()] == [(1, True), (1, False)]


def test_a_hole_in_the_numbers_is_told() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(100 * MS)
    assert seated.of(EdgesLost) == []
    seated.hub.overrun()
    seated.wait(100 * MS)
    assert len(seated.of(EdgesLost)) == 1
    assert seated.of(DriverLost) == []
    press(seated, 1)
    assert [edge.buzzer for edge in seated.edges()] == [1, 1]


def test_more_edges_than_the_board_keeps_are_told() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(100 * MS)
    at = seated.hub.now
    for turn in range(600):
        seated.hub.now += 20 * US
        seated.hub.move(turn % 3, down=turn // 3 % 2 == 0)
    seated.wait(SECOND)
    assert seated.doubtful(at)
    count = len(seated.edges())
    press(seated, 3)
    assert [edge.buzzer for edge in seated.edges()[count:]] == [3, 3]


def test_another_protocol_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = MockHub(SECOND, seats=4)
    monkeypatch.setattr(board, "wire", SimpleNamespace(**vars(wire) | {"PROTOCOL": 2}))
    with pytest.raises(
        DriverError, match=r"speaks protocol 2, this table 1: install the table.s firmware"
    ):
        Seated(hub)


def test_another_protocol_after_plugging_in_is_a_lost_driver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.hub.unplug()
    seated.wait(SECOND)
    monkeypatch.setattr(board, "wire", SimpleNamespace(**vars(wire) | {"PROTOCOL": 2}))
    seated.hub.plug()
    seated.wait(3 * SECOND)
    said = seated.of(DriverLost)
    assert isinstance(said[-1], DriverLost)
    assert "speaks protocol 2" in read(said[-1].reason)
    monkeypatch.undo()
    seated.hub.unplug()
    seated.wait(SECOND)
    seated.hub.plug()
    seated.wait(3 * SECOND)
    assert isinstance(seated.posted[-1], DriverBack)


def test_a_board_with_too_few_seats_is_refused() -> None:
    with pytest.raises(DriverError, match="has 3 seats, this table 4"):
        Seated(MockHub(SECOND, seats=3))


def test_a_silent_board_is_no_hub() -> None:
    hub = MockHub(SECOND, seats=4)
    hub.hangs_until = 1 << 62
    with pytest.raises(DriverError, match="does not answer: is its firmware on it"):
        Seated(hub)


def test_lamps_follow_the_tables_clock_and_survive_a_bad_wire() -> None:
    hub = MockHub(SECOND, seats=9, chance=Random(1))
    shared = Hub(Settings(), 9, hub.clock, hub)
    lamps = HubLamps(shared)
    lamps.open()
    hub.faults = Faults(lost=0.3, garbled=0.2)
    for buzzer, rhythm in enumerate(Rhythm):
        lamps.show(buzzer, rhythm)
    wrong = looked = 0
    for _ in range(400):
        hub.run(hub.now + 10 * MS)
        lamps.beat(hub.now)
        if hub.now > 2 * SECOND:
            for buzzer, rhythm in enumerate(Rhythm):
                near = [level(rhythm, hub.now + d * MS, buzzer) for d in (-25, 0, 25)]
                looked += 1
                wrong += not min(near) - 0.05 <= hub.bright(buzzer) <= max(near) + 0.05
    assert looked > 1000
    assert wrong == 0


def test_lamps_go_dark_without_a_table() -> None:
    hub = MockHub(SECOND, seats=4)
    lamps = HubLamps(Hub(Settings(), 4, hub.clock, hub))
    lamps.open()
    lamps.show(1, Rhythm.SOLID)
    lamps.beat(hub.now)
    hub.run(hub.now + 50 * MS)
    assert hub.bright(1) == 1
    hub.write = lambda data: None  # type: ignore[method-assign] # noqa: ARG005 - the table hangs
    hub.run(hub.now + 3 * SECOND)
    assert hub.bright(1) == 0


def test_the_hub_is_open_as_long_as_one_driver_needs_it() -> None:
    hub = MockHub(SECOND, seats=4)
    shared = Hub(Settings(), 4, hub.clock, hub)
    lamps, buzzers = HubLamps(shared), shared
    posted: list[Signal] = []
    lamps.open()
    buzzers.open(posted.append)
    lamps.close()
    hub.move(1, down=True)
    hub.run(hub.now + 10 * MS)
    assert [type(signal) for signal in posted] == [Edge]
    buzzers.close()
    hub.run(hub.now + SECOND)
    assert len(posted) == 1


def test_ports_are_found_by_name(tmp_path: Path) -> None:
    with pytest.raises(DriverError, match=r"no seat hub in .*: plug it in"):
        find_port(tmp_path)
    (tmp_path / "usb-FTDI_thing").touch()
    hub = tmp_path / "usb-MicroPython_Board_in_FS_mode_e66-if00"
    hub.touch()
    assert find_port(tmp_path) == str(hub)
    (tmp_path / "usb-MicroPython_Board_in_FS_mode_e77-if00").touch()
    with pytest.raises(DriverError, match=r"more than one seat hub .*set buzzers\.port"):
        find_port(tmp_path)
    named = tmp_path / "usb-Doubt_It_Seat_Hub_e88-if00"
    named.touch()
    assert find_port(tmp_path) == str(named)


def test_a_fault_of_the_driver_is_a_lost_hub_that_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated = Seated(MockHub())
    press(seated, 1)
    with monkeypatch.context() as broken:
        broken.setattr(HubLink, "tick", lambda *_: 1 // 0)
        seated.wait(5 * SECOND)
    lost = seated.of(DriverLost)
    assert len(lost) == 1
    assert "ZeroDivisionError" in str(lost[0])
    seated.wait(5 * SECOND)
    assert len(seated.of(DriverBack)) == 1
    at = press(seated, 2)
    assert any(edge.buzzer == 2 and abs(edge.at - at) < MS for edge in seated.edges())


@pytest.mark.parametrize(
    ("error", "sentence", "exact"),
    [
        (
            OSError("device reports readiness to read but returned no data"),
            "the seat hub is gone: its cable came out, or it lost its power: plug it in again",
            "device reports readiness to read but returned no data",
        ),
        (
            ZeroDivisionError("by zero"),
            "the seat hub is gone: the table's program made a mistake: it restarts by itself",
            "ZeroDivisionError('by zero')",
        ),
    ],
)
def test_a_lost_port_is_said_by_cause_and_the_system_s_own_words_go_to_the_log(
    error: Exception, sentence: str, exact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = HubLink(4)
    link.opened(0)
    link.closed(error, SECOND)
    [lost] = [signal for signal in link.signals() if isinstance(signal, DriverLost)]
    assert read(lost.reason) == sentence
    assert exact not in read(lost.reason)
    Log(ENGLISH).hear(lost)
    assert exact in capsys.readouterr().err.splitlines()[1]

"""Faults are values: what a contact makes of a finger, and a wire of an edge, out of a seed."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND, Edge, Signal
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers
from appliance.drivers.gpio.mock import Contacts, VirtualFactory, Wire
from lab.sim.contact_faults import Bounce, Fault, Glitches, Moves, Storm, Stuck, finger, spoilt

SINCE, UNTIL = 300 * MS, 700 * MS
FAULTS: tuple[Fault, ...] = (
    Bounce(),
    Bounce(longest=81 * MS, most=12),
    Glitches(SINCE, UNTIL, every=20 * MS, spell=2 * MS, closed=False),
    Glitches(SINCE, UNTIL, every=10 * MS),
    Stuck(SINCE, UNTIL),
    Stuck(SINCE, UNTIL, closed=False),
    Storm(SINCE, UNTIL),
)


@st.composite
def fingers(draw: st.DrawFn) -> Moves:
    """Some touches within a second."""
    times = draw(st.lists(st.integers(1, 1000), max_size=8, unique=True))
    times = sorted(times)[: len(times) // 2 * 2]
    return finger(*((a * MS, b * MS) for a, b in zip(times[::2], times[1::2], strict=True)))


def level(moves: Moves, at: int) -> bool:
    return next((move.closed for move in reversed(moves) if move.at <= at), False)


@given(fingers(), st.lists(st.sampled_from(FAULTS), max_size=3), st.integers(0, 2**32))
def test_a_contact_only_ever_opens_and_closes(moves: Moves, faults: list[Fault], seed: int) -> None:
    made = spoilt(moves, faults, Random(seed))
    assert made == spoilt(moves, faults, Random(seed))
    assert all(move.at < two.at for move, two in pairwise(made))
    assert [move.closed for move in made] == [index % 2 == 0 for index in range(len(made))]


@given(fingers(), st.integers(0, 2**32))
def test_bounce_begins_with_the_finger_and_settles(moves: Moves, seed: int) -> None:
    made = spoilt(moves, (Bounce(longest=20 * MS, most=6),), Random(seed))
    assert set(moves) <= set(made)
    for here, there in pairwise(moves):
        for at in (min(here.at + 20 * MS, (here.at + there.at) // 2), there.at - 1):
            assert level(made, at) == here.closed


@pytest.mark.parametrize("fault", FAULTS[2:], ids=lambda fault: type(fault).__name__)
@given(moves=fingers(), seed=st.integers(0, 2**32), at=st.integers(0, SECOND))
def test_a_fault_keeps_to_its_time(fault: Fault, moves: Moves, seed: int, at: int) -> None:
    made = spoilt(moves, (fault,), Random(seed))
    if not SINCE <= at < UNTIL:
        assert level(made, at) == level(moves, at)
    elif isinstance(fault, (Glitches, Stuck)) and (
        isinstance(fault, Stuck) or level(moves, at) == fault.closed
    ):
        assert level(made, at) == fault.closed


def test_sparks_are_short_and_storms_are_dense() -> None:
    made = spoilt([], (Glitches(0, 10 * SECOND, every=20 * MS),), Random(1))
    assert len(made) > 500
    assert all(close.at - open_.at < MS for open_, close in zip(made[::2], made[1::2], strict=True))
    assert len(spoilt([], (Storm(0, SECOND),), Random(1))) > 500


# --- wires ------------------------------------------------------------------------------------


def heard(wire: Wire, moves: Moves, bounce: float | None = None) -> list[tuple[int, Edge]]:
    """Return the times and edges of one buzzer, as heard."""
    now = 0
    factory = VirtualFactory(lambda: now, wire=wire)
    contacts, came = Contacts(factory, (4,)), list[tuple[int, Edge]]()

    def post(signal: Signal) -> None:
        assert isinstance(signal, Edge)
        came.append((now, signal))

    buzzers = GpioBuzzers(BuzzerSettings((4,)), lambda: now, PinBoard(given=factory))
    buzzers.open(post)
    factory.pin(4).bounce = bounce
    assert buzzers.timekeeping.worst_delay == wire.delay
    todo = list(moves)
    while todo or factory.next_at is not None:
        times = [todo[0].at if todo else None, factory.next_at]
        now = min(at for at in times if at is not None)
        while todo and todo[0].at <= now:
            move = todo.pop(0)
            contacts.move(0, move.closed, move.at)
        factory.deliver(now)
    return came


BOUNCING = spoilt(
    finger(*((at * SECOND, at * SECOND + 100 * MS) for at in range(1, 60))), (Bounce(),), Random(4)
)


def test_a_wire_delays_and_overtakes_but_stamps_stay_true() -> None:
    wire = Wire(delay=50 * MS, stamp_late=90_000, seed=3)
    came = heard(wire, BOUNCING)
    assert len(came) == len(BOUNCING)
    assert [edge for _, edge in came] != sorted((edge for _, edge in came), key=lambda e: e.at)
    assert max(now - edge.at for now, edge in came) > 45 * MS
    for move, edge in zip(BOUNCING, sorted((e for _, e in came), key=lambda e: e.at), strict=True):
        assert edge.down == move.closed
        assert 0 <= edge.at - move.at <= wire.stamp_late + len(BOUNCING)
    assert all(edge.at <= now <= edge.at + 50 * MS for now, edge in came)
    assert came == heard(wire, BOUNCING)


def test_a_wire_loses_its_share() -> None:
    kept = len(heard(Wire(lost=0.25), BOUNCING))
    assert 0.6 < kept / len(BOUNCING) < 0.9


def test_the_kernels_debounce_tells_a_level_when_it_has_stood() -> None:
    moves = finger((SECOND, SECOND + 3 * MS), (SECOND + 5 * MS, SECOND + 90 * MS))
    assert heard(Wire(), moves, bounce=0.01) == [
        (SECOND + 15 * MS, Edge(0, down=True, at=SECOND + 15 * MS)),
        (SECOND + 100 * MS, Edge(0, down=False, at=SECOND + 100 * MS)),
    ]

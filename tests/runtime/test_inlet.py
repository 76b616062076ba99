"""The input is bounded, and a line that chatters leaves the others their time."""

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import (
    MS,
    SECOND,
    DriverBack,
    Edge,
    EdgesLost,
    LineIn,
    LineOut,
    Signal,
)
from appliance.presses.debounce import STORM, Buttons
from appliance.runtime.loop import CALM_AFTER, MOST_EDGES, QUICK, QUICKLY, Inlet

T0 = 5 * SECOND


def chatter(buzzer: int, hertz: int, since: int, until: int) -> Iterable[Edge]:
    """A line that closes and opens `hertz` times a second (ns)."""
    half = SECOND // (2 * hertz)
    for number, at in enumerate(range(since, until, half)):
        yield Edge(buzzer, number % 2 == 0, at)


def of(kind: type[Signal], signals: Iterable[Signal]) -> list[Signal]:
    return [signal for signal in signals if isinstance(signal, kind)]


@given(
    fingers=st.lists(st.tuples(st.integers(0, 10), st.integers(0, 900)), max_size=40),
    turns=st.integers(1, 5),
)
def test_what_fingers_do_comes_through_by_its_own_time(
    fingers: list[tuple[int, int]], turns: int
) -> None:
    edges = [
        Edge(buzzer, index % 2 == 0, T0 + at * MS) for index, (buzzer, at) in enumerate(fingers)
    ]
    inlet = Inlet()
    for first in range(0, len(edges), turns):
        batch = edges[first : first + turns]
        for edge in batch:
            inlet.post(edge)
        assert inlet.take(T0) == sorted(batch, key=lambda edge: edge.at)
    assert not inlet.take(T0)


def test_a_line_at_kilohertz_is_taken_out_at_once_and_others_are_not() -> None:
    told = list[Signal]()
    inlet = Inlet(told.append)
    storm = list(chatter(3, 1500, T0, T0 + SECOND))
    for edge in storm:
        inlet.post(edge)
    inlet.post(Edge(5, down=True, at=T0 + SECOND))
    came = inlet.take(T0 + SECOND)
    [out] = of(LineOut, came)
    assert out == told[0]
    assert isinstance(out, LineOut)
    assert (out.buzzer, out.at - T0 < 100 * MS) == (3, True)
    assert of(EdgesLost, came) == [EdgesLost(T0, out.at)]
    heard = of(Edge, came)
    assert heard[:-1] == storm[:QUICK]
    assert heard[-1] == Edge(5, down=True, at=T0 + SECOND)


@given(down=st.booleans(), spell=st.integers(1, 5))
def test_it_is_taken_back_when_it_rests_and_stands_as_it_does(down: bool, spell: int) -> None:
    inlet, buttons = Inlet(), Buttons()
    end = T0 + spell * SECOND
    for edge in chatter(0, 1000, T0, end):
        inlet.post(edge)
        inlet.take(edge.at)
    inlet.post(Edge(0, down=down, at=end))
    assert inlet.take(end + CALM_AFTER - 1) == []
    assert inlet.take(end + CALM_AFTER) == [LineIn(0, down, end)]
    buttons = buttons.without(0)
    assert buttons.stuck(end) == (0,)
    buttons = buttons.again(0, down, end)
    assert buttons.is_down(0) is down
    assert buttons.stuck(end) == ()
    assert buttons.presses(end + SECOND) == ()
    pressed = end + SECOND
    if down:
        buttons = buttons.add(Edge(0, down=False, at=end + CALM_AFTER))
    buttons = buttons.add(Edge(0, down=True, at=pressed))
    assert [press.at for press in buttons.presses(pressed + SECOND)] == [pressed]


def test_a_slow_storm_is_one_by_the_second() -> None:
    inlet = Inlet()
    came = list[Signal]()
    for edge in chatter(1, 150, T0, T0 + 2 * SECOND):  # 300 edges a second: 30 in 100 ms
        inlet.post(edge)
        came += inlet.take(edge.at)
    assert len(of(Edge, came)) == STORM
    assert len(of(LineOut, came)) == 1


@given(st.integers(MOST_EDGES, 3 * MOST_EDGES), st.integers(2, 11))
def test_the_queue_is_bounded_and_says_what_it_drops(count: int, lines: int) -> None:
    """A loop that hangs while edges come too slowly for a storm."""
    inlet = Inlet()
    apart = QUICKLY // QUICK * 2
    posted = [
        Edge(number % lines, number // lines % 2 == 0, T0 + number * apart)
        for number in range(count)
    ]
    for edge in posted:
        inlet.post(edge)
    inlet.post(DriverBack("camera", T0))
    came = inlet.take(T0 + count * apart)
    heard = of(Edge, came)
    assert len(heard) <= MOST_EDGES + lines
    assert came[-1] == DriverBack("camera", T0)
    known = set(heard)
    missing = [edge for edge in posted if edge not in known]
    if missing or of(LineOut, came):
        [lost] = of(EdgesLost, came)
        assert isinstance(lost, EdgesLost)
        assert all(
            lost.since < edge.at <= lost.at for edge in missing if edge.buzzer not in out_of(came)
        )
    for line in set(range(lines)) - out_of(came):  # how each contact stands is known
        assert [signal for signal in heard if isinstance(signal, Edge) and signal.buzzer == line][
            -1
        ] == [signal for signal in posted if signal.buzzer == line][-1]
    inlet.post(posted[0])
    assert inlet.take(T0) == [posted[0]]


def out_of(signals: Iterable[Signal]) -> set[int]:
    return {signal.buzzer for signal in signals if isinstance(signal, LineOut)}


def test_what_was_lost_in_one_round_is_one_word() -> None:
    inlet = Inlet()
    spans = [(T0 + 5, T0 + 9), (T0, T0 + 3), (T0 + 7, T0 + 20)]
    for since, at in spans:
        inlet.post(EdgesLost(since, at))
    inlet.wait(1000)  # it wakes the loop
    assert inlet.take(T0) == [EdgesLost(T0, T0 + 20)]
    assert inlet.take(T0) == []


def test_edges_come_in_their_order_whatever_came_between() -> None:
    inlet = Inlet()
    for edge in chatter(0, 1000, T0, T0 + 60 * MS):
        inlet.post(edge)
        inlet.post(DriverBack("camera", edge.at))
    came = inlet.take(T0)
    moves = [signal for signal in came if isinstance(signal, Edge | LineOut)]
    assert came[: len(moves)] == moves
    assert all(before.at <= after.at for before, after in pairwise(moves))


def test_a_wait_ends_though_its_time_is_over_as_it_begins() -> None:
    inlet, back = Inlet(), DriverBack("camera", T0)
    for number in range(10_000):  # a wait of CPython's SimpleQueue mostly stood still by then
        inlet.post(back)
        inlet.take(T0)
        inlet.wait(number % 9 * 2e-7)

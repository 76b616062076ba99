"""Presses out of raw edges: bounce, glitches, storms, held buttons, and any order of arrival."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND, Edge
from appliance.presses.debounce import (
    CONFIRM,
    JUDGED,
    RELEASE,
    STEADY_CLOSED,
    STORM,
    STUCK,
    Buttons,
    Press,
)

T0 = 5 * SECOND


def buttons(*edges: tuple[int, float], buzzer: int = 4) -> Buttons:
    """(1 or 0, ms after T0) each."""
    made = Buttons()
    for level, at in edges:
        made = made.add(Edge(buzzer, bool(level), T0 + int(at * MS)))
    return made


def seen(made: Buttons, now: float = 10_000) -> list[tuple[float, float | None]]:
    """The presses as (onset, release) in ms after T0."""
    return [
        ((press.at - T0) / MS, None if press.until is None else (press.until - T0) / MS)
        for press in made.presses(T0 + int(now * MS))
    ]


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([(1, 0), (0, 100)], [(0, 100)]),
        ([(1, 0)], [(0, None)]),
        ([(1, 0), (0, 1), (1, 2), (0, 2.5), (1, 3), (0, 90), (1, 91), (0, 92)], [(0, 92)]),
        ([(1, 0), (0, 1)], []),  # a glitch
        ([(1, 0), (0, 1), (1, 2), (0, 3)], []),
        ([(1, 0), (0, 4)], [(0, 4)]),  # just long enough
        ([(1, 0), (0, 3), (1, 5), (0, 80)], [(0, 80)]),  # open exactly when it is asked
        ([(1, 0), (0, 1), (1, 6.5), (0, 80)], [(0, 80)]),  # the last moment to make up its mind
        ([(1, 0), (0, 1), (1, 6.6), (0, 80)], [(6.6, 80)]),
        ([(1, 0), (0, 1), (1, 5), (0, 6.1)], []),  # two sparks are no finger,
        ([(1, at) for at in range(9)] + [(0, at + 0.9) for at in range(9)], []),  # nor are nine
        ([(1, 0), (0, 1), (1, 5), (0, 6.5)], [(0, 6.5)]),  # closed for long enough at a stretch
        ([(1, 0), (0, 1), (1, 2.5), (0, 4)], [(0, 4)]),
        ([(1, 0), (0, 1), (1, 2), (0, 3.5)], []),
        ([(1, 0), (0, 0.5), (1, 6), (0, 7), (1, 7), (0, 8)], []),
        ([(1, 0), (0, 1), (1, 12), (0, 80)], [(12, 80)]),  # a glitch must not hide a press
        ([(1, 0), (0, 50), (1, 69), (0, 120)], [(0, 120)]),  # not released for long enough
        ([(1, 0), (0, 50), (1, 70), (0, 120)], [(0, 50), (70, 120)]),
        ([(0, 0), (1, 30), (0, 80)], [(30, 80)]),  # held since before we looked
        ([(0, 0), (1, 5), (0, 9), (1, 12)], []),  # ... and bouncing when let go
        ([(1, 0), (1, 3), (0, 50)], [(0, 50)]),  # a release was lost
        ([(1, 0), (0, 0), (1, 1), (0, 50)], [(0, 50)]),  # two edges of one instant
    ],
)
def test_what_is_one_press(
    edges: list[tuple[int, float]], expected: list[tuple[float, float | None]]
) -> None:
    assert seen(buttons(*edges)) == expected


def test_a_press_is_certain_after_confirm_and_released_after_release() -> None:
    made = buttons((1, 0))
    assert seen(made, 3.999) == []
    assert made.deadline(T0) == T0 + CONFIRM
    assert seen(made, 4) == [(0, None)]
    made = made.add(Edge(4, down=False, at=T0 + 100 * MS))
    assert seen(made, 119.9) == [(0, None)]
    assert made.deadline(T0 + 100 * MS) == T0 + 100 * MS + RELEASE
    assert seen(made, 120) == [(0, 100)]
    assert made.deadline(T0 + 200 * MS) is None


def test_the_bouncing_first_beats_the_clean_second() -> None:
    made = buttons((1, 0), (0, 0.4), (1, 0.9), (0, 3.5), (1, 6.1))
    made = made.add(Edge(5, down=True, at=T0 + MS))
    assert [press.buzzer for press in made.presses(T0 + SECOND)] == [4, 5]


@pytest.mark.rule("X18")
def test_stuck_buzzers_are_reported_until_let_go() -> None:
    made = buttons((1, 0))
    assert made.stuck(T0 + STUCK) == ()
    assert made.deadline(T0 + SECOND) == T0 + STUCK + 1
    assert made.stuck(T0 + STUCK + 1) == (4,)
    made = made.add(Edge(4, down=False, at=T0 + STUCK + SECOND))
    assert made.stuck(T0 + STUCK + SECOND + RELEASE) == ()
    assert len(made.presses(T0 + 12 * SECOND)) == 1


def test_a_storm_gives_no_presses_until_it_is_over() -> None:
    step = 4  # four edges in 12 ms, then a rest that would pass for a release
    made = buttons(
        *((level, start + at) for start in range(0, 2000, 12 + 21) for level, at in _noise(step))
    )
    assert made.stuck(T0 + 2000 * MS) == ()
    calm = len(made.presses(T0 + 4 * SECOND))
    assert calm > 50  # so the noise alone does make presses
    step = 1
    made = buttons(
        *((level, start + at) for start in range(0, 2000, 12 + 21) for level, at in _noise(step))
    )
    assert made.stuck(T0 + 2000 * MS) == (4,)
    assert all(press.at < T0 + SECOND for press in made.presses(T0 + 4 * SECOND))
    over = made.deadline(T0 + 2100 * MS)
    assert over is not None
    assert made.stuck(over) == ()
    assert made.stuck(over - 1) == (4,)
    again = made.add(Edge(4, down=True, at=T0 + 4 * SECOND)).presses(T0 + 5 * SECOND)
    assert again[-1] == Press(4, T0 + 4 * SECOND, None)


def _noise(step: int) -> list[tuple[int, int]]:
    """Twelve milliseconds of chatter that ends open."""
    return [(1 - index % 2, at) for index, at in enumerate(range(0, 12, step))] + [(0, 12)]


@pytest.mark.untraced
def test_endless_chatter_stays_small() -> None:
    made = Buttons()
    for index in range(5000):
        made = made.add(Edge(0, index % 2 == 0, T0 + index * MS))
    assert len(made.lines[0].edges) <= 3 * STORM
    assert made.stuck(T0 + 5 * SECOND) == (0,)
    late = Edge(0, down=False, at=T0 + 4650 * MS + 1)  # among those done with
    assert made.add(late) == made


def test_what_is_forgotten_stays_forgotten() -> None:
    made = buttons((1, 0), (0, 50), (1, 100), (0, 150), (1, 200))
    assert seen(made.forget(T0 + 50 * MS)) == [(0, 50), (100, 150), (200, None)]
    made = made.forget(T0 + 51 * MS)
    assert seen(made) == [(100, 150), (200, None)]
    assert seen(made.forget(T0 + 300 * MS)) == [(200, None)]
    assert made.forget(T0) == made
    assert made.add(Edge(4, down=True, at=T0 + 40 * MS)) == made
    assert made.add(Edge(9, down=True, at=T0 + 40 * MS)) == made


# --- an oracle that looks at every step of time -----------------------------------------------

TICK = MS // 2  # all times of the property tests are its multiples


def slow_presses(edges: list[tuple[int, bool]], end: int) -> list[tuple[int, int | None]]:
    """The presses of one contact, read off its level sampled at each step. Times in ticks.

    An edge at t sets the level of t and later, so "closed just before t" is sample t - 1.
    """
    level, levels = False, []
    changes = dict(edges)
    for t in range(end + 1):
        level = changes.get(t, level)
        levels.append(level)
    confirm, judged, release = CONFIRM // TICK, JUDGED // TICK, RELEASE // TICK
    steady = STEADY_CLOSED // TICK
    found: list[tuple[int, int | None]] = []
    t = 0
    while t <= end:
        if not levels[t]:
            t += 1
            continue
        ends = range(t + confirm, min(t + judged, end) + 1)
        if not any(all(levels[at - steady : at]) for at in ends):
            t = t + judged - steady + 1
            continue
        let_go = t
        while let_go <= end and any(levels[let_go : let_go + release]):
            let_go += 1
        found.append((t, None if let_go + release > end + 1 else let_go))
        t = max(let_go, t + 1) + (release if let_go <= end else 0)
    return found


@st.composite
def contacts(draw: st.DrawFn) -> list[tuple[int, bool]]:
    """Edges of one contact: alternating levels with gaps around the limits that matter."""
    gaps = draw(
        st.lists(st.integers(1, 12) | st.integers(30, 50) | st.integers(60, 200), max_size=24)
    )
    at, edges = 0, []
    for index, gap in enumerate(gaps):
        at += gap
        edges.append((at, index % 2 == 0))
    return edges


@given(contacts())
def test_presses_agree_with_the_sampled_level(edges: list[tuple[int, bool]]) -> None:
    made = Buttons()
    for at, down in edges:
        made = made.add(Edge(0, down, T0 + at * TICK))
    end = (edges[-1][0] if edges else 0) + 60
    expected = [
        Press(0, T0 + at * TICK, None if until is None else T0 + until * TICK)
        for at, until in slow_presses(edges, end)
    ]
    assert list(made.presses(T0 + end * TICK)) == expected


def test_an_edge_that_comes_late_unmakes_a_press_and_nothing_else_does() -> None:
    pressed = buttons((1, 0), (1, 100))
    assert not pressed.unmade(4, T0, T0 + SECOND)
    late = pressed.add(Edge(4, down=False, at=T0 + MS))
    assert late.unmade(4, T0, T0 + SECOND)
    assert not late.unmade(4, T0 + 100 * MS, T0 + SECOND)
    assert not late.unmade(4, T0 + 50 * MS, T0 + SECOND), "no edge was there"
    assert not late.unmade(5, T0, T0 + SECOND), "of another buzzer"
    ended = pressed.add(Edge(4, down=False, at=T0 + 150 * MS))
    assert not ended.unmade(4, T0, T0 + 3 * SECOND)
    assert not ended.forget(T0 + SECOND).unmade(4, T0, T0 + 3 * SECOND), "it is forgotten"


raw_edges = st.lists(
    st.builds(
        Edge, st.integers(0, 2), st.booleans(), st.integers(0, 400).map(lambda t: T0 + t * TICK)
    ),
    max_size=30,
)


@given(raw_edges, st.randoms(use_true_random=False), st.integers(0, 500))
def test_the_order_of_arrival_means_nothing(edges: list[Edge], chance: Random, now: int) -> None:
    shuffled = [*edges, *edges[:3]]  # and neither does hearing of an edge twice
    chance.shuffle(shuffled)
    first, second = Buttons(), Buttons()
    for edge in edges:
        first = first.add(edge)
    for edge in shuffled:
        second = second.add(edge)
    at = T0 + now * TICK
    assert first == second
    assert first.presses(at) == second.presses(at)


@given(raw_edges, st.integers(0, 500))
def test_nothing_changes_before_the_deadline(edges: list[Edge], now: int) -> None:
    made = Buttons()
    for edge in edges:
        made = made.add(edge)
    at = max([T0 + now * TICK, *(edge.at for edge in edges)])
    answer, deadline = (made.presses(at), made.stuck(at)), made.deadline(at)
    if deadline is None:
        assert (made.presses(at + 99 * SECOND), made.stuck(at + 99 * SECOND)) == answer
    else:
        assert deadline > at
        assert (made.presses(deadline - 1), made.stuck(deadline - 1)) == answer


@given(raw_edges, st.integers(0, 400), st.integers(0, 400))
def test_forgetting_changes_only_what_is_old(edges: list[Edge], before: int, later: int) -> None:
    """Forget in the middle, then hear the rest: as if nothing had been forgotten."""
    cut = T0 + before * TICK
    everything, forgetful = Buttons(), Buttons()
    moved = sorted(edges, key=lambda edge: edge.at)
    moved += [replace(edge, at=edge.at + (401 + later) * TICK) for edge in moved]
    for edge in moved:
        everything = everything.add(edge)
        if edge.at >= cut:
            forgetful = forgetful.forget(cut)
        forgetful = forgetful.add(edge)
    end = T0 + 60 * SECOND
    kept = [p for p in everything.presses(end) if p.until is None or p.until >= forgetful.since]
    assert list(forgetful.presses(end)) == kept
    assert [forgetful.is_down(b) for b in range(3)] == [everything.is_down(b) for b in range(3)]

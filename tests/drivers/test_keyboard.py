"""Keys as buzzers: each press counts once, and none is stamped earlier than possible."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, NEVER, SECOND, Edge, Signal
from appliance.drivers import Stroke
from appliance.drivers.keyboard import EVERY_KEY, KeyboardBuzzers, Settings
from appliance.errors import DriverError
from appliance.presses.arbiter import Race, decide
from appliance.presses.debounce import RELEASE, Buttons, Press

ONE, TWO, EQUALS = ord("1"), ord("2"), ord("=")
DOWN, UP = True, False
BOOT = 3 * SECOND
"""The machine's clock is so far behind the table's."""


class Desk:
    """Keys, and what the table makes of them. All times in ns of the table's clock."""

    def __init__(self, *, timed: bool) -> None:
        self.posted: list[Signal] = []
        self.timed = timed
        self.keys = KeyboardBuzzers(Settings(), lambda: BOOT, lambda: 0)
        self.keys.exact = timed
        self.keys.open(self.posted.append)

    def hand_over(self, *moves: tuple[int, bool, int], at: int) -> None:
        """The window was asked at `at`: these (key, down, when) had come since the last time."""
        strokes = [
            Stroke(key, down, when - BOOT if self.timed else None) for key, down, when in moves
        ]
        self.keys.handle(strokes, at)

    @property
    def edges(self) -> list[Edge]:
        return [signal for signal in self.posted if isinstance(signal, Edge)]

    def presses(self, now: int) -> tuple[Press, ...]:
        buttons = Buttons()
        for edge in self.edges:
            buttons = buttons.add(edge)
        return buttons.presses(now)


@pytest.mark.parametrize("timed", [True, False])
def test_a_press_within_one_frame_counts(timed: bool) -> None:
    """The table once stamped both edges when it handled them: 22 us apart, and took it for dust."""
    desk, began = Desk(timed=timed), 10 * SECOND
    desk.hand_over((ONE, DOWN, began), (ONE, UP, began + 100 * MS), at=began + 115 * MS)
    [press] = desk.presses(began + SECOND)
    assert press.buzzer == 0
    assert press.at == (began if timed else began + 115 * MS)
    assert press.until is not None
    assert press.until - press.at == (100 * MS if timed else 10 * MS)


@pytest.mark.parametrize("timed", [True, False])
def test_a_slap_in_an_open_window_counts_however_short_it_is(timed: bool) -> None:
    desk, began = Desk(timed=timed), 10 * SECOND
    desk.hand_over((TWO, DOWN, began), (TWO, UP, began + MS), at=began + 33 * MS)
    race = Race(
        began - SECOND,
        NEVER,
        (0, 1, 2),
        desk.keys.timekeeping.uncertainty,
        desk.keys.timekeeping.worst_delay,
    )
    now = began + SECOND
    finish = decide(race, desk.presses(now), now)
    assert finish is not None
    assert finish.doubter == 1


def test_stamps_are_the_window_systems_where_it_has_some() -> None:
    desk = Desk(timed=True)
    at = 10 * SECOND
    desk.hand_over((TWO, DOWN, at), (ONE, DOWN, at + 5 * MS), at=at + 120 * MS)
    assert desk.edges == [Edge(1, DOWN, at), Edge(0, DOWN, at + 5 * MS)]


def test_without_stamps_presses_of_one_look_are_a_tie_and_the_rule_decides() -> None:
    desk, at = Desk(timed=False), 10 * SECOND
    desk.hand_over((TWO, DOWN, at), (ONE, DOWN, at + 5 * MS), at=at + 120 * MS)
    assert {edge.at for edge in desk.edges} == {at + 120 * MS}
    race = Race(at, NEVER, (0, 1), 0, 0)
    finish = decide(race, desk.presses(at + SECOND), at + SECOND)
    assert finish is not None
    assert all(place.tied for place in finish.places)
    assert finish.doubter == 0


def test_one_press_without_a_stamp_makes_a_tie_of_its_whole_look() -> None:
    desk, at = Desk(timed=True), 10 * SECOND
    strokes = [Stroke(TWO, DOWN, at - BOOT), Stroke(ONE, DOWN, None)]
    desk.keys.handle(strokes, at + 50 * MS)
    assert {edge.at for edge in desk.edges} == {at + 50 * MS}
    desk.keys.handle([Stroke(EQUALS, DOWN, at + 49 * MS - BOOT)], at + 90 * MS)
    assert desk.edges[-1].at == at + 50 * MS, "it came later, so it is no earlier"


def test_a_press_that_a_stuck_loop_left_lying_is_as_long_as_it_was() -> None:
    """It was once stamped when it was handed over: a hold became a tap."""
    desk, at = Desk(timed=True), 10 * SECOND
    desk.hand_over((ONE, DOWN, at), (TWO, DOWN, at), (ONE, UP, at + 850 * MS), at=at + 5 * SECOND)
    assert [edge.at for edge in desk.edges] == [at, at, at + 850 * MS]


def test_only_its_own_keys_are_taken() -> None:
    desk = Desk(timed=False)
    desk.hand_over((27, DOWN, 0), (EQUALS, DOWN, 0), at=BOOT)
    assert desk.posted == [Edge(11, DOWN, BOOT)]


def test_a_key_that_repeats_itself_is_one_press() -> None:
    desk = Desk(timed=True)
    for repeat in range(20):
        at = 10 * SECOND + repeat * 40 * MS
        desk.hand_over((ONE, DOWN, at), at=at + MS)
    assert len(desk.posted) == 1


def test_a_keyboard_that_is_somebody_elses_lets_go_of_all_keys() -> None:
    desk, at = Desk(timed=True), 10 * SECOND
    desk.hand_over((ONE, DOWN, at), (TWO, DOWN, at), (TWO, UP, at + 50 * MS), at=at + 60 * MS)
    desk.keys.handle([Stroke(EVERY_KEY, UP)], at + 90 * MS)
    assert desk.edges[-1] == Edge(0, UP, at + 90 * MS)
    desk.hand_over((ONE, UP, at + 300 * MS), at=at + 300 * MS)
    assert len(desk.edges) == 4, "let go already"


@st.composite
def typing(draw: st.DrawFn) -> list[tuple[int, int, int]]:
    """Presses (key, when, how long) of keys, as quick as keys can be."""
    found = []
    for key in (ONE, TWO, EQUALS):
        at = 10 * SECOND
        for _ in range(draw(st.integers(0, 6))):
            at += draw(st.integers(1, 400)) * MS
            length = draw(st.integers(1, 40)) * MS
            found.append((key, at, length))
            at += length
    return found


@given(typing(), st.lists(st.integers(1, 120), min_size=1), st.booleans())
def test_no_press_is_lost_and_none_overtakes(
    pressed: list[tuple[int, int, int]], looks: list[int], timed: bool
) -> None:
    """However busy the loop is. In the order of the window system, or a tie."""
    moves = sorted(
        [(at, key, DOWN) for key, at, _ in pressed]
        + [(at + length, key, UP) for key, at, length in pressed]
    )
    desk, now, told = Desk(timed=timed), 10 * SECOND, 0
    while told < len(moves):
        now += looks[told % len(looks)] * MS
        ready = [move for move in moves[told:] if move[0] <= now]
        desk.hand_over(*((key, down, at) for at, key, down in ready), at=now)
        told += len(ready)
    counts = [0] * 12
    for press in desk.presses(now + 10 * SECOND):
        counts[press.buzzer] += 1
    assert counts[0] == sum(key == ONE for key, _, _ in pressed)
    assert counts[1] == sum(key == TWO for key, _, _ in pressed)
    assert counts[11] == sum(key == EQUALS for key, _, _ in pressed)
    firsts: dict[int, int] = {}
    for edge in desk.edges:
        firsts.setdefault(edge.buzzer, edge.at)
    order = list(firsts.values())  # as the window system told them
    assert all(first <= second for first, second in pairwise(order))


def test_two_presses_of_a_key_are_told_with_a_rest_between() -> None:
    desk, at = Desk(timed=True), 10 * SECOND
    desk.hand_over((ONE, DOWN, at), (ONE, UP, at + MS), (ONE, DOWN, at + 2 * MS), at=at + 3 * MS)
    assert [edge.at - at for edge in desk.edges] == [0, 10 * MS, 31 * MS]
    assert desk.edges[2].at - desk.edges[1].at > RELEASE


@pytest.mark.parametrize("keys", [("a", "a"), ("",), ("esc",), ("\n",)])
def test_keys_that_can_not_be(keys: tuple[str, ...]) -> None:
    with pytest.raises(DriverError, match="one character"):
        KeyboardBuzzers(Settings(keys), lambda: 0).open(print)

"""Bounce, told from raw edges: what a known contact did comes out again."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS
from appliance.presses.bounce import WORN, touches, unpaired
from appliance.presses.debounce import RELEASE
from lab.sim.contact_faults import Bounce, Moves, finger, spoilt

AT = 1000 * MS


def edges(moves: Moves) -> list[tuple[int, bool]]:
    return [(move.at, move.closed) for move in moves]


def test_a_clean_press_has_no_bounce() -> None:
    [touch] = touches(edges(finger((AT, AT + 80 * MS))))
    assert (touch.at, touch.until, touch.steady) == (AT, AT + 80 * MS, 80 * MS)
    assert (touch.closing, touch.opening, touch.bounce_ns, touch.worn, touch.spark) == (
        0,
        0,
        0,
        False,
        False,
    )


def test_bounce_is_counted_and_timed_on_either_side() -> None:
    times = [0, 1, 3, 50, 52, 53]  # ms: closes, opens, closes for good, opens, closes, opens
    [touch] = touches((AT + at * MS, place % 2 == 0) for place, at in enumerate(times))
    assert (touch.closing, touch.closing_ns) == (1, 3 * MS)
    assert (touch.opening, touch.opening_ns) == (1, 3 * MS)
    assert touch.until == AT + 53 * MS
    assert touch.steady == 47 * MS


def test_a_contact_that_is_still_closed_has_bounced_so_far() -> None:
    [touch] = touches([(AT, True), (AT + MS, False), (AT + 2 * MS, True)])
    assert (touch.until, touch.steady, touch.closing, touch.closing_ns) == (None, None, 1, 2 * MS)
    assert not touch.spark


def test_a_spark_is_no_finger() -> None:
    [touch] = touches([(AT, True), (AT + MS // 2, False)])
    assert touch.spark
    assert not touch.worn


def test_what_was_closed_before_we_looked_is_no_touch() -> None:
    assert touches([(AT, False)]) == ()


def test_a_rest_parts_two_touches() -> None:
    two = touches(edges(finger((AT, AT + 50 * MS), (AT + 50 * MS + RELEASE, AT + 200 * MS))))
    assert [touch.at for touch in two] == [AT, AT + 50 * MS + RELEASE]


def test_a_worn_contact_bounces_for_longer_than_a_press_is_judged() -> None:
    late = AT + WORN + MS
    [touch] = touches(
        [(AT, True), (AT + MS, False), (late, True), (late + 90 * MS, False)],
    )
    assert touch.worn


def test_an_edge_that_says_what_the_last_one_said_follows_a_lost_one() -> None:
    assert unpaired([(3, True), (1, True), (2, False)]) == 0
    assert unpaired([(1, True), (2, True), (3, False), (4, False)]) == 2


@given(
    press=st.lists(st.integers(15 * MS, 400 * MS), min_size=1, max_size=4),
    longest=st.integers(MS // 10, 6 * MS),
    seed=st.integers(0, 1 << 30),
)
def test_every_press_is_found_whatever_it_bounces(
    press: list[int], longest: int, seed: int
) -> None:
    """One touch a press, at its first edge, whatever the order in which the edges come."""
    chance = Random(seed)
    fingers, at = [], AT
    for length in press:
        fingers.append((at, at + length))
        at += length + 2 * RELEASE + longest
    moves = spoilt(finger(*fingers), [Bounce(longest=longest)], chance)
    found = edges(moves)
    chance.shuffle(found)
    told = touches(found)
    assert [touch.at for touch in told] == [began for began, _ in fingers]
    assert all(touch.bounce_ns <= longest for touch in told)
    assert unpaired(found) == 0
    changes = sum(2 * touch.closing + 2 * touch.opening + 2 for touch in told)
    assert changes == len(found)

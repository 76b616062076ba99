"""Presses to gestures: told once each, at their own moments, in whatever steps time moves."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS
from appliance.presses.debounce import Press
from appliance.presses.gestures import (
    HOLD_AFTER,
    LONG_AFTER,
    TAP_WITHIN,
    Gesture,
    GestureKind,
    Mark,
    gestures,
    next_gesture_at,
)

ONSET = 1000 * MS
LENGTHS = st.integers(1, 4000 * MS)
STEPS = st.lists(st.integers(1, 900 * MS), min_size=1, max_size=12)


def told(length: int, steps: list[int]) -> list[Gesture]:
    """All reports of one press as time moves by `steps` and then far on."""
    marks: Mapping[int, Mark] = {}
    found: list[Gesture] = []
    now = ONSET
    for ns in (0, *steps, 5000 * MS):
        now += ns
        until = ONSET + length if now >= ONSET + length else None
        new, marks = gestures((Press(3, ONSET, until),), marks, now)
        found += new
    return found


@given(LENGTHS, STEPS)
def test_a_press_is_what_its_length_says_however_time_moves(length: int, steps: list[int]) -> None:
    expected = [Gesture(GestureKind.PRESS, 3, ONSET, ONSET)]
    if length < TAP_WITHIN:
        expected.append(Gesture(GestureKind.TAP, 3, ONSET, ONSET + length))
    if length >= HOLD_AFTER:
        expected.append(Gesture(GestureKind.HOLD, 3, ONSET, ONSET + HOLD_AFTER))
    if length >= LONG_AFTER:
        expected.append(Gesture(GestureKind.LONG, 3, ONSET, ONSET + LONG_AFTER))
    elif length >= HOLD_AFTER:
        expected.append(Gesture(GestureKind.LET_GO, 3, ONSET, ONSET + length))
    assert told(length, steps) == expected


@given(LENGTHS)
def test_nothing_is_told_between_the_moments_that_are_foretold(length: int) -> None:
    marks: Mapping[int, Mark] = {}
    now = ONSET
    _, marks = gestures((Press(3, ONSET, None),), marks, now)
    while (due := next_gesture_at((Press(3, ONSET, None),), now)) is not None:
        early, same = gestures((Press(3, ONSET, None),), marks, due - 1)
        assert early == ()
        assert same is marks, "what changes nothing gives back the very same"
        new, marks = gestures((Press(3, ONSET, None),), marks, due)
        assert [gesture.at for gesture in new] == [due]
        now = due
    assert now == ONSET + LONG_AFTER
    assert next_gesture_at((Press(3, ONSET, ONSET + length),), now) is None


def test_the_next_press_of_a_buzzer_is_a_new_one_and_an_old_one_stays_told() -> None:
    first, second = Press(1, 10, 20), Press(1, 100 * MS, None)
    new, marks = gestures((first,), {}, 30)
    assert [gesture.kind for gesture in new] == [GestureKind.PRESS, GestureKind.TAP]
    new, marks = gestures((first, second), marks, 110 * MS)
    assert new == (Gesture(GestureKind.PRESS, 1, 100 * MS, 100 * MS),)
    assert gestures((first, second), marks, 111 * MS) == ((), marks)

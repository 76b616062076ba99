"""Fingers bounce, but each touch is one press and one release, with a rest between."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND
from lab.sim.people.fingers import (
    FINGER_REST,
    LAUNCHED,
    NOTICES,
    FingerPress,
    Hands,
    Why,
    contacts,
)


@given(st.integers(0, 10**12), st.integers(60 * MS, 2000 * MS), st.integers(0))
def test_a_touch_closes_and_opens_and_bounces_for_six_milliseconds_at_most(
    at: int, length: int, seed: int
) -> None:
    made = contacts(FingerPress(at, 3, at + length, Why.TAP), random.Random(seed))
    assert [edge.at for edge in made] == sorted(edge.at for edge in made)
    assert [contact.down for contact in made] == [place % 2 == 0 for place in range(len(made))]
    assert made[0].at == at
    assert not made[-1].down
    for contact in made:
        assert contact.at - at <= 6 * MS or 0 <= contact.at - at - length <= 6 * MS


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10**9)), max_size=12), st.integers(0))
def test_no_finger_presses_what_it_presses_already(
    wanted: list[tuple[int, int]], seed: int
) -> None:
    hands = Hands(random.Random(seed))
    for buzzer, at in wanted:
        hands.press(buzzer, at, 100 * MS, Why.TAP)
    edges = hands.run(10**12)
    assert len(hands.made) == len(wanted)
    assert [edge.at for edge in edges] == sorted(edge.at for edge in edges)
    for buzzer in range(3):
        touches = [touch for touch in hands.made if touch.buzzer == buzzer]
        ends = [touch.until + FINGER_REST for touch in touches]
        assert all(end <= touch.at for end, touch in zip(ends[:-1], touches[1:], strict=True))


def test_a_press_on_its_way_can_not_be_held_back() -> None:
    hands = Hands(random.Random(1))
    hands.press(0, LAUNCHED, 80 * MS, Why.SLAP, "then")
    hands.press(1, LAUNCHED + 1, 80 * MS, Why.SLAP, "then")
    hands.press(2, 0, 100 * MS, Why.TAP, "then")
    hands.press(3, SECOND, 100 * MS, Why.TAP, "now")
    hands.reconsider(0, lambda touch: touch.sight == "now")
    hands.run(10**10)
    assert [touch.buzzer for touch in hands.made] == [2, 0, 3]


@given(st.integers(0, 600), st.integers(0))
@pytest.mark.traced
def test_who_sees_while_he_holds_that_it_means_something_else_lets_go(
    after: int, seed: int
) -> None:
    hands = Hands(random.Random(seed))
    hands.press(0, SECOND, 900 * MS, Why.COMMIT)
    now = SECOND + after * MS
    edges = hands.run(now)
    hands.reconsider(now, lambda _: False)
    edges += hands.run(10**10)
    end = min(now + NOTICES, SECOND + 900 * MS) if after < 450 else SECOND + 900 * MS
    (touch,) = hands.made
    assert touch.until == end
    assert edges[0].down
    assert not edges[-1].down
    assert 0 <= edges[-1].at - end <= 6 * MS
    assert [edge.down for edge in edges] == [place % 2 == 0 for place in range(len(edges))]
    assert not hands.busy(0, end)


def test_a_slap_is_never_let_go() -> None:
    hands = Hands(random.Random(1))
    hands.press(0, 0, 900 * MS, Why.SLAP)
    hands.run(1)
    hands.reconsider(1, lambda _: False)
    assert hands.made[0].until == 900 * MS


def test_a_new_game_forgets_older_touches_but_for_those_that_may_go_on_still() -> None:
    hands = Hands(random.Random(1))
    for game in range(3):
        for press in range(50):
            hands.press(0, (game * 50 + press) * SECOND, 100 * MS, Why.TAP)
        hands.run((game + 1) * 50 * SECOND)
        newest = hands.made[-1]
        hands.forget()
        assert hands.made[-1] is newest
        assert len(hands.made) < 50

"""The first press, checked against a brute-force oracle that shares no line with the arbiter."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND, Edge
from appliance.presses.arbiter import (
    LATE_SHOWN,
    Finish,
    Race,
    complete,
    decide,
    ready_at,
    silent_at,
)
from appliance.presses.debounce import JUDGED, Buttons, Press

NEVER = 1000 * SECOND
OPEN = Race(
    opened_at=SECOND, closes_at=NEVER, order=(2, 3, 4, 0), tie_window=10 * MS, settle=30 * MS
)


def press(buzzer: int, ms: float) -> Press:
    return Press(buzzer, SECOND + round(ms * MS), None)


def winner(race: Race, *presses: Press, now: int = NEVER) -> int | None:
    finish = decide(race, presses, now)
    return None if finish is None else finish.doubter


def test_presses_before_the_play_or_at_its_very_instant_do_not_count() -> None:
    assert winner(OPEN, press(3, -10), press(4, 200)) == 4
    assert winner(OPEN, press(3, 0), press(4, 200)) == 4
    assert winner(OPEN, press(3, 0.000001), press(4, 200)) == 3


def test_the_claimant_and_strangers_can_not_doubt() -> None:
    assert winner(OPEN, press(1, 5), press(9, 6)) is None
    assert winner(OPEN, press(1, 5), press(4, 200)) == 4


@pytest.mark.parametrize(
    ("presses", "doubter"),
    [
        ([press(4, 100), press(2, 110)], 2),  # exactly the window: closed
        ([press(4, 100), press(2, 110.000001)], 4),
        ([press(0, 100), press(4, 108), press(2, 116)], 4),  # anchored, not chained
        ([press(0, 100), press(4, 100), press(3, 100)], 3),
    ],
)
def test_ties(presses: list[Press], doubter: int) -> None:
    for arrived in permutations(presses):
        assert winner(OPEN, *arrived) == doubter


def places(race: Race, *presses: Press) -> list[tuple[int, int, bool]]:
    finish = decide(race, presses, NEVER)
    assert finish is not None
    return [(place.buzzer, place.behind, place.late) for place in finish.places]


def test_the_photo_finish() -> None:
    race = replace(OPEN, closes_at=SECOND + 300 * MS)
    presses = [press(2, 420), press(0, 100), press(3, 100), press(4, 140), press(3, 150)]
    finish = decide(race, presses, NEVER)
    assert finish is not None
    assert [(p.buzzer, p.behind // MS, p.tied, p.late) for p in finish.places] == [
        (3, 0, True, False),
        (0, 0, True, False),
        (4, 40, False, False),
        (2, 120, False, True),
    ]


def test_late_presses_are_shown_and_never_win() -> None:
    race = replace(OPEN, closes_at=SECOND + 300 * MS)
    assert winner(race, press(2, 300)) == 2
    assert winner(race, press(2, 300.000001)) is None
    assert places(race, press(4, 298), press(2, 510)) == [(4, 0, False), (2, 210 * MS, True)]
    assert places(race, press(4, 298), press(2, 801)) == [(4, 0, False)]
    assert places(race, press(4, 298), press(1, 510)) == [(4, 0, False)]
    assert places(OPEN, press(4, 298), press(2, 510)) == [(4, 0, False), (2, 212 * MS, False)]
    # within the tie window of a press in time, but late all the same
    assert winner(race, press(4, 298), press(2, 302)) == 4


def test_it_settles_before_it_answers() -> None:
    presses = [press(3, 100)]
    ready = SECOND + 140 * MS + JUDGED
    assert ready_at(OPEN, presses) == ready
    assert winner(OPEN, *presses, now=ready - 1) is None
    assert winner(OPEN, *presses, now=ready) == 3
    assert ready_at(OPEN, []) is None
    assert silent_at(OPEN) > NEVER
    assert silent_at(replace(OPEN, closes_at=9 * SECOND)) == 9 * SECOND + 30 * MS + JUDGED


# --- properties ---------------------------------------------------------------------------------

TIMES = st.integers(-20, 1200) | st.integers(90, 110)  # ms after the opening; crowded near 100


@st.composite
def races(draw: st.DrawFn) -> Race:
    order = draw(st.permutations(range(11)).map(lambda seats: tuple(seats[:9])))
    closes = draw(st.none() | st.integers(0, 800))
    return Race(
        opened_at=SECOND,
        closes_at=NEVER if closes is None else SECOND + closes * MS,
        order=order,
        tie_window=draw(st.sampled_from([0, 1, 10, 40, 250])) * MS,
        settle=draw(st.sampled_from([0, 30])) * MS,
    )


presses_of_all = st.lists(st.builds(press, st.integers(0, 11), TIMES), max_size=14)


def slow_decide(race: Race, presses: list[Press]) -> int | None:
    """Ask of every buzzer whether it wins: no other may have a better right."""

    def valid(p: Press) -> bool:
        closes = race.closes_at
        return race.opened_at < p.at <= closes and race.order.count(p.buzzer) == 1

    valids = [p for p in presses if valid(p)]

    def tied(p: Press) -> bool:
        return not any(other.at + race.tie_window < p.at for other in valids)

    return next(
        (b for b in race.order if any(p.buzzer == b and tied(p) for p in valids)),
        None,
    )


@given(races(), presses_of_all, st.randoms(use_true_random=False))
def test_the_doubter_is_the_oracles_in_any_order(
    race: Race, presses: list[Press], chance: Random
) -> None:
    finish = decide(race, presses, NEVER)
    assert (finish and finish.doubter) == slow_decide(race, presses)
    shuffled = list(presses)
    chance.shuffle(shuffled)
    assert decide(race, shuffled, NEVER) == finish
    if finish is not None:
        check_places(race, presses, finish)


def check_places(race: Race, presses: list[Press], finish: Finish) -> None:
    places = finish.places
    assert len({place.buzzer for place in places}) == len(places)
    assert all(Press(place.buzzer, place.at, None) in presses for place in places)
    assert [p.at for p in places] == sorted(p.at for p in places)
    assert places[0].behind == 0
    assert next(p for p in places if p.buzzer == finish.doubter).tied
    for place in places:
        late = place.at > race.closes_at
        assert place.late == late
        anchor = race.closes_at if late else places[0].at
        assert anchor is not None
        assert place.behind == place.at - anchor
        assert place.tied == (not late and place.behind <= race.tie_window)
        assert not late or place.behind <= LATE_SHOWN


@given(races(), presses_of_all, st.builds(press, st.integers(0, 11), TIMES))
def test_a_later_press_changes_nothing_outside_the_window(
    race: Race, presses: list[Press], more: Press
) -> None:
    before = decide(race, presses, NEVER)
    assume(before is not None)
    assert before is not None
    after = decide(race, [*presses, more], NEVER)
    assert after is not None
    behind = more.at - before.places[0].at
    if behind > race.tie_window:
        assert after.doubter == before.doubter
    elif behind < -race.tie_window and more.at > race.opened_at and more.buzzer in race.order:
        assert after.doubter == more.buzzer


@given(races(), presses_of_all, st.integers(0, 2000))
def test_an_answer_once_given_stands(race: Race, presses: list[Press], now: int) -> None:
    """What arrives in time can't overturn an answer, whatever else is still under way."""
    at = SECOND + now * MS
    arrived = [p for p in presses if p.at <= at - race.settle - JUDGED]
    early = decide(race, arrived, at)
    assert early is None or early.doubter == slow_decide(race, presses)


@given(races(), presses_of_all, st.integers(0, 2000))
def test_who_is_shown_once_is_shown_for_good(race: Race, presses: list[Press], now: int) -> None:
    """An edge under way may still undo an arrived one: that is not shown yet."""
    at = SECOND + now * MS
    settled = [p for p in presses if p.at <= at - race.settle - JUDGED]
    phantom = Press(11, at - race.settle - JUDGED + 1, None)
    race = replace(race, order=(*race.order, 11))
    finish, clean = decide(race, [*presses, phantom], at), decide(race, settled, at)
    assert finish == clean
    later = decide(race, presses, NEVER)
    if finish is not None and later is not None:
        assert later.places[: len(finish.places)] == finish.places


@given(races(), presses_of_all, st.randoms(use_true_random=False))
def test_whoever_is_heard_of_later_has_the_place_of_his_press(
    race: Race, presses: list[Press], chance: Random
) -> None:
    """In whatever order, and however long after the decision, those behind the tied arrive."""
    whole = decide(race, presses, NEVER)
    assume(whole is not None)
    assert whole is not None
    own = {(place.buzzer, place.at) for place in whole.places}
    arrived = [p for p in presses if p.at <= whole.places[0].at + race.tie_window]
    coming = [p for p in presses if p not in arrived and (p.buzzer, p.at) in own]
    finish = decide(race, arrived, NEVER)
    assert finish is not None
    for late in chance.sample(coming, len(coming)):
        arrived.append(late)
        finish = complete(race, finish, arrived, NEVER)
        assert finish == decide(race, arrived, NEVER)
    assert finish == whole
    assert complete(race, finish, [*presses, press(1, -500)], NEVER) is finish


@given(races(), presses_of_all, st.randoms(use_true_random=False))
def test_bounce_and_delay_make_no_difference(
    race: Race, presses: list[Press], chance: Random
) -> None:
    """Through raw edges: each press bounces, arrives in any order, and wins as if it were clean."""
    clean: dict[int, Press] = {}
    for press in sorted(presses, key=lambda p: p.at):
        clean.setdefault(press.buzzer, press)
    edges = [edge for press in clean.values() for edge in bouncing(press, chance)]
    chance.shuffle(edges)
    buttons = Buttons()
    for edge in edges:
        buttons = buttons.add(edge)
    now = 5 * SECOND
    assert decide(race, buttons.presses(now), now) == decide(race, clean.values(), now)


def bouncing(one: Press, chance: Random) -> list[Edge]:
    """A press of 60 ms with up to five bounces in its first and last milliseconds."""
    edges = [Edge(one.buzzer, down=True, at=one.at)]
    for start in (one.at, one.at + 60 * MS):
        at = start
        for _ in range(chance.randrange(6)):
            at += chance.randrange(1, 300_000)
            edges.append(Edge(one.buzzer, down=False, at=at))
            at += chance.randrange(1, 300_000)
            edges.append(Edge(one.buzzer, down=True, at=at))
    return [*edges, Edge(one.buzzer, down=False, at=one.at + 70 * MS)]

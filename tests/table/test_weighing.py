"""The scale is a second witness: its weight and the picture together make a claim true."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from at_table import People, reading_of
from hypothesis import example, given
from hypothesis import strategies as st
from test_witness import REST, asks, doubted, witnesses

from appliance.box.bare_ground import ONE_A_LANE, SOMETHING_ELSE
from appliance.core.effects import PlaySound, Sound
from appliance.core.reading import Ask, Reading
from appliance.core.signals import MS, SCALE, SECOND, CardsSeen, DriverBack, DriverLost
from appliance.core.weighing import (
    CARD_G,
    CARD_SHARE,
    RESIDUE_G,
    ZERO_DRIFT,
    ZERO_STEP,
    Mass,
    Zero,
    count_of,
    renewed,
    zero_below,
)
from appliance.table.elements import Basis
from appliance.table.stages import Judged, Revealing
from appliance.table.verdict import truth_of
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD
from bluffing.cards import Rank
from bluffing.events import Verdict
from bluffing.message import Message, message

TRAY = 41.0
MINUTE = 60 * SECOND


def rest(cards: float) -> Mass:
    """The weight of so many cards on the tray, at rest."""
    return Mass(TRAY + cards * CARD_G, 0.02, settled=True)


def moving(cards: float) -> Mass:
    return replace(rest(cards), settled=False)


def emptied(people: People, weight: Mass | None = None) -> None:
    looks(people, "ask.no-cards", weight or rest(0))


def looks(people: People, ask: str, weight: Mass) -> None:
    """The camera sees no card, and says why."""
    reading = Reading((), 640, 480, Ask(message(ask)))
    people.send(CardsSeen(people.table.request, reading, people.now, weight))


def weighed(count: int = 1) -> People:
    """A doubt of `count` aces at a table with a scale, whose zero an earlier play has confirmed."""
    people = doubted(count)
    people.table = replace(people.table, zero=Zero(TRAY, 0.02, people.now))
    emptied(people)
    people.wait(2 * SECOND)
    return people


# --- the number of cards ---------------------------------------------------------------------

CARDS = st.integers(0, 12)
SHARES = st.floats(-CARD_SHARE, CARD_SHARE)


SPREADS = st.floats(0, 0.05)


@given(CARDS, st.lists(SHARES, min_size=12, max_size=12), st.floats(-1, 1), st.data())
def test_a_number_is_right_or_none(
    cards: int, shares: list[float], error: float, data: st.DataObject
) -> None:
    """Whatever a scale errs by within its limits, it never counts wrongly."""
    now, before = data.draw(SPREADS), data.draw(SPREADS)
    age = data.draw(st.integers(0, 20 * MINUTE))
    limit = RESIDUE_G + now + before + ZERO_DRIFT * age
    net = sum(CARD_G * (1 + share) for share in shares[:cards])
    weight = Mass(TRAY + net + 0.999 * error * limit, now, settled=True)
    assert count_of(weight, Zero(TRAY, before, 0), age) in (cards, None)


@given(st.integers(0, 5), SHARES, st.floats(-0.12, 0.12))
def test_up_to_five_cards_of_any_deck_are_counted(cards: int, share: float, error: float) -> None:
    weight = Mass(TRAY + cards * CARD_G * (1 + share) + error, 0.01, settled=True)
    assert count_of(weight, Zero(TRAY, 0.01, 0), 10 * SECOND) == cards


def test_an_old_zero_counts_nothing() -> None:
    assert count_of(rest(2), Zero(TRAY, 0.02, 0), SECOND) == 2
    assert count_of(rest(2), Zero(TRAY, 0.02, 0), 60 * MINUTE) is None


def test_half_a_card_or_less_than_nothing_is_no_number() -> None:
    zero = Zero(TRAY, 0.02, 0)
    assert count_of(rest(1.5), zero, 0) is None
    assert count_of(rest(-1), zero, 0) is None
    assert count_of(moving(1), zero, 0) is None
    assert count_of(rest(1), None, 0) is None


@given(st.floats(-60, 60))
def test_a_card_that_lies_in_the_box_moves_no_zero(change: float) -> None:
    zero = Zero(TRAY, 0.02, 0)
    weight = Mass(TRAY + change, 0.02, settled=True)
    after = renewed(zero, weight, SECOND)
    assert (after is zero) == (weight.grams - zero.grams > ZERO_STEP)
    assert renewed(zero, replace(weight, settled=False), SECOND) is zero
    assert renewed(zero, None, SECOND) is zero
    assert renewed(None, weight, SECOND) is None


@given(st.integers(1, 9), SHARES, st.integers(0, 120 * MINUTE))
def test_no_renewed_zero_has_a_card_in_it(cards: int, share: float, age: int) -> None:
    """Whatever the cards of the confirmed play weigh, and however long ago it was."""
    confirmed = Mass(TRAY + cards * CARD_G * (1 + share), 0.02, settled=True)
    zero = zero_below(confirmed, cards, 0)
    assert zero is not None
    drift = ZERO_DRIFT * age
    lightest = Mass(TRAY - drift + CARD_G * (1 - CARD_SHARE), 0.02, settled=True)
    assert renewed(zero, lightest, age) is zero


# --- at the table ------------------------------------------------------------------------------


def test_where_weight_and_picture_agree_no_seat_is_asked() -> None:
    people = weighed(2)
    people.show("A", "A", weight=rest(2))
    assert people.happened[0] == Verdict(1, 3, truth=True, ranks=(Rank.ACE,) * 2)
    ruling = people.table.ruling
    assert ruling is not None
    assert (ruling.basis, ruling.witness, ruling.weighed) == (Basis.CAMERA, None, 2)
    assert PlaySound(Sound.NOTICE) not in people.effects


def test_the_first_zero_is_below_cards_that_a_seat_confirms() -> None:
    people = doubted()
    emptied(people)
    people.show("A", weight=rest(1))
    assert asks(people) == message("table.scale-asks", n=1)
    people.wait(REST)
    people.hold(0)
    assert people.table.zero is not None
    assert people.table.zero.grams == pytest.approx(TRAY)


@pytest.mark.parametrize("start", [doubted, weighed])
def test_a_card_that_lay_face_down_in_the_empty_box_is_found(
    start: Callable[[], People],
) -> None:
    """The reader sees no card then, and the other one weighs a card more than that."""
    people = start()
    emptied(people, rest(1))
    people.show("A", weight=rest(2))
    assert people.at(Revealing)
    assert asks(people) in (
        message("table.scale-asks", n=1), message("table.scale-differs", n=2, count=1)
    )  # fmt: skip


@pytest.mark.parametrize("cards", [0, 2, 3])
def test_where_they_disagree_the_table_asks_and_no_seat_may_confirm(cards: int) -> None:
    people = weighed()
    people.show("A", weight=rest(cards))
    assert people.at(Revealing)
    assert asks(people) == message("table.scale-differs", n=cards, count=1)
    assert not witnesses(people)
    people.wait(REST)
    people.hold(0)
    assert people.at(Revealing)
    people.show("A", weight=rest(1))
    assert people.at(Judged)


@pytest.mark.parametrize("weight", [rest(1.5), moving(1), rest(9.6)])
def test_a_scale_that_cannot_tell_leaves_it_to_a_seat(weight: Mass) -> None:
    people = weighed()
    people.show("A", weight=weight)
    assert asks(people) == message("table.scale-asks", n=1)
    assert witnesses(people) == (0, 2)
    people.wait(REST)
    people.hold(0)
    ruling = people.table.ruling
    assert ruling is not None
    assert (ruling.witness, ruling.weighed) == (0, None)


def test_a_picture_that_is_too_dark_renews_no_zero() -> None:
    people = weighed()
    zero = people.table.zero
    looks(people, "ask.too-dark", rest(0.1))
    assert people.table.zero is zero


def test_a_card_left_behind_is_weighed_with_the_others() -> None:
    people = weighed()
    people.show("A", weight=rest(1))
    people.table = replace(people.table, stage=doubted().table.stage)
    emptied(people, rest(1))
    people.show("A", weight=rest(2))
    assert asks(people) == message("table.scale-differs", n=2, count=1)


def test_a_lie_is_a_lie_whatever_it_weighs() -> None:
    people = weighed()
    people.show("K", weight=rest(4))
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=(Rank.KING,))


def notice(people: People) -> Message | None:
    return people.table.notice


def test_a_lost_scale_is_named_and_a_seat_is_asked_as_before() -> None:
    people = weighed()
    gone = message("driver.scale.silent")
    people.send(DriverLost(SCALE, gone, people.now))
    assert notice(people) == gone
    people.show("A")
    assert asks(people) == message("table.nothing-below", n=1)
    people.send(DriverBack(SCALE, people.now))
    assert notice(people) is None
    people.show("A", weight=rest(1))
    assert people.at(Judged)


DOUBTS = [COVERED, INDEX_UNREAD, ONE_A_LANE, SOMETHING_ELSE]


def doubtful(people: People, count: int, doubt: Message, weight: Mass, shift: float = 2.0) -> None:
    """The camera sees `count` aces, the last `shift` widths beside the first, and has a doubt."""
    cards = reading_of("A" * count).cards
    if count > 1:
        moved = tuple((x + shift, y) for x, y in cards[0].quad)
        cards = (*cards[:-1], replace(cards[-1], quad=moved))
    reading = Reading(cards, 640, 480, Ask(doubt, cards[0].quad))
    people.send(CardsSeen(people.table.request, reading, people.now, weight))


@pytest.mark.parametrize("doubt", DOUBTS)
@pytest.mark.parametrize("shift", [0.8, 2.0])
def test_a_doubt_about_the_number_is_settled_where_as_many_are_weighed_and_announced(
    doubt: Message, shift: float
) -> None:
    people = weighed(2)
    doubtful(people, 2, doubt, rest(2), shift)
    assert people.happened[0] == Verdict(1, 3, truth=True, ranks=(Rank.ACE,) * 2)
    ruling = people.table.ruling
    assert ruling is not None
    assert (ruling.witness, ruling.weighed) == (None, 2)


@given(
    announced=st.integers(1, 3),
    above=st.integers(1, 3),
    below=st.integers(0, 2),
    doubt=st.sampled_from([*DOUBTS, message("ask.unsure")]),
    shares=st.lists(SHARES, min_size=5, max_size=5),
    error=st.floats(-0.999, 0.999),
    shift=st.floats(0, 2),
)
def test_no_card_slipped_in_passes_a_scale(
    *,
    announced: int,
    above: int,
    below: int,
    doubt: Message,
    shares: list[float],
    error: float,
    shift: float,
) -> None:
    """Whatever the camera doubts, and whatever the scale errs by within its limits."""
    people = weighed(announced)
    zero = people.table.zero
    assert zero is not None
    net = sum(CARD_G * (1 + share) for share in shares[: above + below])
    limit = RESIDUE_G + zero.spread + 0.02
    doubtful(people, above, doubt, Mass(TRAY + net + error * limit, 0.02, settled=True), shift)
    verdict = people.happened[0]
    if people.at(Judged) and isinstance(verdict, Verdict) and verdict.truth:
        assert (above, below) == (announced, 0)
        assert above == 1 or shift >= 0.75
        assert doubt in DOUBTS


LOADS = st.floats(-1, 6)
STEPS = st.one_of(
    st.tuples(st.just("empty"), st.tuples(LOADS, st.booleans())),
    st.tuples(
        st.just("show"),
        st.tuples(
            st.lists(st.sampled_from(["A", "K"]), min_size=1, max_size=3), LOADS, st.booleans()
        ),
    ),
    st.tuples(st.just("wait"), st.sampled_from([100 * MS, SECOND])),
)


@example(1, [("empty", (0.0, True)), ("show", (["A"], 1.0, True))])
@given(st.integers(1, 2), st.lists(STEPS, max_size=10))
def test_no_picture_and_no_weight_alone_makes_a_claim_true(
    count: int, steps: list[tuple[str, Any]]
) -> None:
    people = weighed(count)
    last: tuple[list[str], float, bool] | None = None
    floor = 0.0
    for kind, what in steps:
        if not people.at(Revealing):
            break
        match kind:
            case "empty":
                load, settled = what
                emptied(people, replace(rest(load), settled=settled))
                if settled and (load - floor) * CARD_G <= ZERO_STEP:
                    floor = load
            case "show":
                last = what
                people.show(*what[0], weight=replace(rest(what[1]), settled=what[2]))
            case _:
                people.wait(what)
    ruling = people.table.ruling
    if ruling is not None and ruling.basis is Basis.CAMERA and truth_of(ruling.event):
        assert last is not None
        ranks, load, settled = last
        assert ranks == ["A"] * count
        assert settled
        assert load - floor == pytest.approx(count, abs=0.5)
        assert (ruling.weighed, ruling.witness) == (count, None)

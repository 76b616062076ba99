"""A claim that the camera finds true waits for a seat: no card lies below those in sight."""

from dataclasses import replace
from typing import Any

import pytest
from at_table import People, playing, race_ruleset, reading_of
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH

from appliance.core.effects import PlaySound, ReadCards, Rhythm, Sound
from appliance.core.reading import Reading
from appliance.core.signals import CAMERA, MS, SECOND, CardsSeen, DriverLost, Touched
from appliance.display.view_of import view_of
from appliance.table import Conventions
from appliance.table.challenge import ASK_FOR, WAIT_FOR
from appliance.table.elements import Basis
from appliance.table.facts import Prompt, RevealingFacts, facts_of
from appliance.table.parts import rhythms
from appliance.table.stages import Judged, Revealing
from appliance.table.verdict import truth_of
from appliance.table.windows import SETTLES
from bluffing.cards import Rank
from bluffing.events import Verdict
from bluffing.message import Message, message

REST = SETTLES + 10 * MS


def doubted(count: int = 1, players: int = 4, doubter: int = 3) -> People:
    """Seat `doubter` doubts `count` aces of seat 1, at a table that trusts no picture."""
    people = playing(players, race_ruleset())
    people.table = replace(
        people.table, settings=replace(people.table.settings, conventions=Conventions())
    )
    people.lay(1, count)
    people.wait(SECOND)
    people.press(doubter)
    people.wait(3 * SECOND)
    assert people.at(Revealing)
    return people


def prompts(people: People) -> list[Prompt | None]:
    return [seat.prompt for seat in view_of(people.table, people.now, ENGLISH).seats]


def asks(people: People) -> Message | None:
    about = facts_of(people.table, people.now).about
    assert isinstance(about, RevealingFacts)
    return about.ask


def witnesses(people: People) -> tuple[int, ...]:
    about = facts_of(people.table, people.now).about
    assert isinstance(about, RevealingFacts)
    return about.witnesses


def headline(people: People) -> str:
    return view_of(people.table, people.now, ENGLISH).headline


def see(people: People, reading: Reading) -> None:
    request = max(effect.request for effect in people.effects if isinstance(effect, ReadCards))
    people.send(CardsSeen(request, reading, people.now))


def test_a_true_claim_waits_for_a_seat_that_is_no_party() -> None:
    people = doubted()
    people.show("A")
    assert people.at(Revealing)
    assert witnesses(people) == (0, 2)
    assert prompts(people) == [Prompt.NOTHING_BELOW, None, Prompt.NOTHING_BELOW, Prompt.FLIP]
    assert [rhythms(people.table)[seat] for seat in (0, 2)] == [Rhythm.WALK] * 2
    assert asks(people) == message("table.nothing-below", n=1)
    people.wait(REST)
    people.hold(0)
    assert people.happened[0] == Verdict(1, 3, truth=True, ranks=(Rank.ACE,))
    ruling = people.table.ruling
    assert ruling is not None
    assert (ruling.basis, ruling.witness) == (Basis.CAMERA, 0)


def test_a_lie_needs_no_witness() -> None:
    people = doubted()
    people.show("K")
    assert people.at(Judged)
    people = doubted()
    people.show("A", "A")
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=(Rank.ACE,) * 2)


def test_on_a_mat_with_lanes_cards_go_into_these_and_are_pushed_along() -> None:
    people = doubted(2)
    assert headline(people) == "Flip the last 2 cards into the box"
    see(people, replace(reading_of(()), lanes=8))
    assert headline(people) == "Flip the last 2 cards into lanes 1 to 2, one each"
    see(people, replace(reading_of(("A", "A")), lanes=8))
    assert asks(people) == message("table.push-in-lanes", n=2)
    assert witnesses(people) == (0, 2)


def test_too_few_lanes_for_the_cards_are_none() -> None:
    people = doubted(2)
    see(people, replace(reading_of(("A", "A")), lanes=1))
    assert headline(people) == "Flip the last 2 cards into the box"
    assert asks(people) == message("table.nothing-below", n=2)


def test_a_card_that_is_slid_out_makes_it_a_lie() -> None:
    people = doubted()
    people.show("A")
    people.wait(2 * SECOND)
    people.show("A", "A")
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=(Rank.ACE,) * 2)


@pytest.mark.parametrize("party", [1, 3])
def test_no_party_confirms_while_there_is_another_seat(party: int) -> None:
    people = doubted()
    people.show("A")
    people.wait(REST)
    people.hold(party)
    assert people.at(Revealing)
    assert people.entering() is (party == 3)


def test_of_two_players_the_doubter_confirms() -> None:
    people = doubted(players=2, doubter=0)
    people.show("A")
    assert prompts(people) == [Prompt.NOTHING_BELOW, None]
    people.wait(REST)
    people.hold(1)
    assert people.at(Revealing)
    people.hold(0)
    assert people.happened[0] == Verdict(1, 0, truth=True, ranks=(Rank.ACE,))


def test_a_press_from_before_the_question_confirms_nothing() -> None:
    people = doubted()
    people.down(0)
    people.show("A")
    people.wait(SECOND)
    people.up(0)
    assert people.at(Revealing)
    people.wait(REST)
    people.hold(0)
    assert people.at(Judged)


def test_a_finger_confirms_too() -> None:
    people = doubted()
    people.show("A")
    people.wait(REST)
    people.send(Touched(2, 0, people.now))
    assert people.at(Judged)


def test_the_question_is_heard_once_and_has_time() -> None:
    people = doubted()
    people.show("A")
    assert people.effects.count(PlaySound(Sound.NOTICE)) == 1
    people.wait(ASK_FOR)
    people.show("A")
    assert people.effects.count(PlaySound(Sound.NOTICE)) == 1
    assert not people.entering()
    people.wait(WAIT_FOR)
    assert people.entering()


def test_a_word_in_hand_is_the_parties_matter() -> None:
    people = doubted()
    people.show("A")
    people.hold(3)
    assert people.entering()
    people.hold(3)
    assert not witnesses(people)


def test_without_a_camera_nobody_confirms() -> None:
    people = doubted()
    people.show("A")
    people.wait(REST)
    people.send(DriverLost(CAMERA, message("text", text="gone"), people.now))
    assert not witnesses(people)
    people.hold(0)
    assert people.at(Revealing)


STEPS = st.one_of(
    st.tuples(st.just("show"), st.lists(st.sampled_from(["A", "K"]), max_size=3)),
    st.tuples(st.just("unsure"), st.lists(st.sampled_from(["A", "K"]), max_size=3)),
    st.tuples(st.just("hold"), st.integers(0, 3)),
    st.tuples(st.just("tap"), st.integers(0, 3)),
    st.tuples(st.just("wait"), st.sampled_from([100 * MS, SECOND, 9 * SECOND])),
)


@given(st.integers(1, 2), st.lists(STEPS, max_size=12))
def test_no_picture_alone_makes_a_claim_true(count: int, steps: list[tuple[str, Any]]) -> None:
    people = doubted(count)
    last: tuple[str, Any] | None = None
    held: int | None = None
    for kind, what in steps:
        if not people.at(Revealing) or people.paused():
            break
        if kind in ("show", "unsure"):
            people.show(*what, ask="covered" if kind == "unsure" else None)
            last = (kind, what)
        elif kind == "wait":
            people.wait(what)
        else:
            held = what if kind == "hold" else held
            (people.hold if kind == "hold" else people.press)(what)
    ruling = people.table.ruling
    if ruling is not None and ruling.basis is Basis.CAMERA and truth_of(ruling.event):
        assert ruling.witness == held
        assert held in (0, 2)
        assert last == ("show", ["A"] * count)

"""Without a reading the doubter says one word of the play, and the claimant agrees."""

import pytest
from at_table import People, playing, race_ruleset
from said import ENGLISH, noticed, told

from appliance.core.signals import MS, SECOND, DriverLost
from appliance.display.seat_words import option
from appliance.display.view_of import view_of
from appliance.table.elements import Basis
from appliance.table.facts import Prompt
from appliance.table.stages import Judged, Revealing
from bluffing.actions import Settle
from bluffing.events import Verdict


def asked() -> People:
    """Seat 3 has doubted two aces of seat 1, and asks to say by hand what lies there."""
    people = playing(4, race_ruleset())
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(3 * SECOND)
    assert people.at(Revealing)
    people.hold(3)
    return people


def seen(people: People) -> str:
    view = view_of(people.table, people.now, ENGLISH)
    return f"{view.headline}. {view.detail}"


def prompt(people: People, seat: int) -> Prompt | None:
    return view_of(people.table, people.now, ENGLISH).seats[seat].prompt


def choices(people: People) -> tuple[str, ...]:
    ring = view_of(people.table, people.now, ENGLISH).seats[3].ring
    assert ring is not None
    return tuple(option(label, ENGLISH) for label in ring.labels)


@pytest.mark.rule("X14")
def test_a_lie_is_one_hold_and_one_agreement() -> None:
    people = asked()
    assert seen(people) == "Flip the last 2 cards into the box. Dov, did Ben lie?"
    people.hold(3)
    assert seen(people) == "Dov says: a lie. Ben, hold to agree, tap if not"
    people.hold(1)
    assert people.at(Judged)
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=())
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.PARTIES


def test_the_truth_is_one_tap_more() -> None:
    people = asked()
    people.press(3)
    people.hold(3)
    assert seen(people) == "Dov says: the truth. Ben, hold to agree, tap if not"
    people.hold(1)
    assert people.happened[0] == Verdict(1, 3, truth=True, ranks=())


def test_the_ring_says_all_that_there_is_to_say_and_begins_at_the_lie() -> None:
    people = asked()
    assert choices(people) == ("a lie", "the truth", "enter the cards")
    assert prompt(people, 3) is Prompt.ONE_OF
    for _ in range(3):
        people.press(3)
    assert people.by_hand.stop == Settle(truth=False), "it is a ring"


def test_nobody_but_the_doubter_says_the_word() -> None:
    people = asked()
    for seat in (0, 1, 2):
        people.press(seat)
        people.hold(seat)
        assert not people.by_hand.done
        assert people.by_hand.word
    assert prompt(people, 1) is None


def test_the_claimant_is_asked_and_the_doubter_waits() -> None:
    people = asked()
    people.hold(3)
    assert prompt(people, 1) is Prompt.AGREE_OR_NOT
    assert prompt(people, 3) is None
    people.press(3)
    people.hold(3)
    assert people.at(Revealing), "nobody agrees with himself"


def test_only_where_the_claimant_says_no_are_the_cards_entered() -> None:
    people = asked()
    people.hold(3)
    people.press(1)
    assert not people.by_hand.word
    assert noticed(people.table) == "not agreed: enter the cards"
    assert seen(people).endswith("Dov enters the cards: none yet")
    people.hold(3)
    people.hold(3)
    people.hold(3)
    people.press(1)
    assert noticed(people.table) == "not agreed: enter the cards again"
    assert not people.by_hand.word, "the word was not enough before"


def test_most_others_agree_for_a_claimant_who_says_nothing() -> None:
    people = asked()
    people.hold(3)
    people.hold(0)
    assert people.at(Revealing), "one of two is not most"
    people.hold(2)
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=())
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.NEUTRALS


def test_more_than_a_word_is_entered_card_by_card() -> None:
    people = asked()
    people.to_ranks(3)
    assert not people.by_hand.word
    assert prompt(people, 3) is Prompt.NEXT_RANK


def test_a_verdict_by_a_word_is_disputed_like_any_other() -> None:
    people = asked()
    people.hold(3)
    people.hold(1)
    people.wait(100 * MS)
    people.press(0, 2600 * MS)
    assert people.disputed()
    people.hold(1)
    people.hold(3)
    assert people.table.ruling is not None
    assert people.table.ruling.event == Verdict(1, 3, truth=True, ranks=())


def test_without_a_camera_the_word_is_asked_for_at_once() -> None:
    people = playing()
    people.send(DriverLost("camera", told("gone"), people.now))
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    assert people.by_hand.word

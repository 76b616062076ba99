"""The printed card of a doubted question: the right one, another, an older print, or none."""

import re
from dataclasses import replace

import pytest
from at_table import People
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH, noticed, told
from test_asking import FACT, FUN, answer, draws, guessed

from appliance.core.effects import PassOver, ReadCode, Rhythm, StopReading
from appliance.core.question import CardCode
from appliance.core.signals import (
    CAMERA,
    MS,
    SECOND,
    Chosen,
    CodeSeen,
    DriverBack,
    DriverLost,
    Resumed,
    Wish,
    Wished,
)
from appliance.display.view import Screen, View
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import restart_effects
from appliance.table.challenge import ASK_FOR, WAIT_FOR
from appliance.table.elements import Basis, PrintedAnswer
from appliance.table.facts import Prompt, facts_of
from appliance.table.parts import rhythms
from appliance.table.stages import Asking, Doubting, Judged, Ruling, Verifying
from appliance.table.stages.doubt.play import SHOW_FINISH
from appliance.table.suspense import ANSWER_AFTER
from bluffing.actions import Discard, Doubt, Settle
from bluffing.events import Answered

RIGHT, OTHER = FACT.code, CardCode("test", "sea", 70.8)
ALIKE = replace(RIGHT, percent=31.5)  # an older print by which 40 is too high as well
ROUND = replace(RIGHT, percent=55.0)  # and one by which it is not


def wanted(*, before: tuple[DriverLost, ...] = ()) -> People:
    """Seat 1 guessed 40 where 29.2 is true, seat 2 doubts it, and the card is asked for."""
    people = guessed(printed_cards=True)
    for signal in before:
        people.send(signal)
    people.send(Chosen(Doubt(2), people.now))
    people.wait(100 * MS)
    assert people.at(Doubting)
    people.wait(SHOW_FINISH)
    assert people.at(Verifying)
    people.wait(100 * MS)
    return people


def shows(people: People, card: CardCode | None) -> None:
    """The reader answers the newest request."""
    request = max(effect.request for effect in people.effects if isinstance(effect, ReadCode))
    people.send(CodeSeen(request, card, people.now))


def ruled(people: People) -> Ruling:
    """By our own answer, whatever the card said."""
    ruling = people.table.ruling
    assert ruling is not None
    assert people.at(Judged)
    assert ruling.basis is Basis.BANK
    assert ruling.event == Answered(1, 2, 29.2, truth=False)
    assert people.game.points == (100, 80, 100)
    assert StopReading() in people.effects
    return ruling


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def lost() -> DriverLost:
    return DriverLost(CAMERA, told("the cable is out: put it back"), 0)


@pytest.mark.rule("printed_cards")
def test_the_right_card_agrees_and_the_verdict_is_as_before() -> None:
    people = wanted()
    view = seen(people)
    assert view.screen is Screen.VERIFY
    assert view.headline == "Cleo, turn over the card test/land in the box"
    assert view.box.camera == "camera on"
    assert rhythms(people.table) == (Rhythm.DIM, Rhythm.DIM, Rhythm.WALK)
    assert "29" not in re.sub(r" at 0x\w+", "", repr(view)), "nobody knows the answer yet"
    shows(people, RIGHT)
    assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)
    people.wait(ANSWER_AFTER)
    assert seen(people).detail == "Card and table agree. Ben loses 20 points"


def test_without_the_option_no_card_is_asked_for() -> None:
    people = guessed()
    people.send(Chosen(Doubt(2), people.now))
    people.wait(100 * MS + SHOW_FINISH)
    assert ruled_without_card(people)


def ruled_without_card(people: People) -> bool:
    return people.table.ruling is not None and people.table.ruling.checked is None


def test_another_card_is_told_and_asked_again_and_its_question_is_known_now() -> None:
    people = wanted()
    shows(people, OTHER)
    assert people.at(Verifying)
    view = seen(people)
    assert view.box.ask == "test/sea: another question's card."
    assert [effect for effect in people.effects if isinstance(effect, PassOver)] == [
        PassOver("test", "sea")
    ]
    people.wait(WAIT_FOR - SECOND)
    shows(people, None)
    assert seen(people).box.ask == ""
    people.wait(WAIT_FOR - SECOND)
    assert people.at(Verifying), "who takes the wrong card away has new time"
    shows(people, RIGHT)
    assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)


@pytest.mark.parametrize("card", [None, OTHER])
def test_people_go_on_without_the_card_by_a_hold_of_a_party(card: CardCode | None) -> None:
    for seat in (1, 2):
        people = wanted()
        shows(people, card)
        people.wait(10 * MS)
        people.press(seat)
        people.hold(0)
        assert people.at(Verifying)
        people.hold(seat)
        assert ruled(people).checked == PrintedAnswer()
        people.wait(ANSWER_AFTER)
        assert seen(people).detail == "The card was not checked. Ben loses 20 points"


@pytest.mark.parametrize("card", [None, OTHER])
def test_or_after_a_time(card: CardCode | None) -> None:
    people = wanted()
    if card is not None:
        shows(people, card)
    people.wait(WAIT_FOR - 300 * MS)
    assert people.at(Verifying)
    people.wait(SECOND)
    assert ruled(people).checked == PrintedAnswer()


@pytest.mark.parametrize("early", [True, False])
def test_without_a_camera_people_go_on_soon(early: bool) -> None:
    people = wanted(before=(lost(),) if early else ())
    if not early:
        people.send(lost())
    assert seen(people).box.ask == "Without a camera the card is not checked. Hold to go on."
    people.wait(ASK_FOR - 300 * MS)
    assert people.at(Verifying)
    people.wait(SECOND)
    assert ruled(people).checked == PrintedAnswer()


def test_a_camera_that_comes_back_sees_the_card() -> None:
    people = wanted()
    people.send(lost())
    people.wait(SECOND)
    people.send(DriverBack(CAMERA, people.now))
    people.wait(ASK_FOR)
    shows(people, RIGHT)
    assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)


def test_a_code_for_an_older_request_is_not_heard() -> None:
    people = wanted()
    people.send(CodeSeen(people.table.request - 1, RIGHT, people.now))
    assert people.at(Verifying)


# --- older prints ---------------------------------------------------------------------------------


def test_an_older_print_that_judges_alike_is_told_and_ours_counts() -> None:
    people = wanted()
    shows(people, ALIKE)
    assert ruled(people).checked == PrintedAnswer(31.5)
    people.wait(ANSWER_AFTER)
    assert seen(people).detail == "The card says 31.5%: an older print. Ben loses 20 points"


def older() -> People:
    """A card lies there by which the guess would be safe."""
    people = wanted()
    shows(people, ROUND)
    assert people.at(Verifying)
    assert seen(people).headline == "Card 55%, table 29.2%: discard it?"
    people.wait(100 * MS)
    return people


def test_about_one_that_does_not_both_parties_are_asked_or_the_others() -> None:
    people = older()
    prompts = [seat.prompt for seat in facts_of(people.table, people.now).seats]
    assert prompts == [Prompt.AGREE, Prompt.AGREE_OR_NOT, Prompt.AGREE_OR_NOT]
    assert rhythms(people.table) == (Rhythm.DIM, Rhythm.WALK, Rhythm.WALK)
    people.hold(1)
    assert people.at(Verifying)
    assert facts_of(people.table, people.now).seats[1].prompt is Prompt.AGREED
    people.hold(2)
    dropped(people)


@pytest.mark.rule("X19")
def test_most_of_the_others_can_say_so_too() -> None:
    people = older()
    people.hold(0)
    dropped(people)


def dropped(people: People) -> None:
    """No player loses anything, and the same seat starts the next question."""
    assert people.at(Asking)
    assert noticed(people.table) == "The question does not count."
    assert people.game.points == (100, 100, 100)
    assert people.game.turn == 1
    people.wait(100 * MS)
    people.hold(1)
    answer(people, FUN)
    assert people.table.match.question == FUN
    assert len(draws(people)) == 2


def test_a_tap_of_a_party_lets_ours_count() -> None:
    for seat in (1, 2):
        people = older()
        people.hold(3 - seat)
        people.press(0)
        assert people.at(Verifying)
        people.press(seat)
        assert ruled(people).checked == PrintedAnswer(55.0)


@pytest.mark.parametrize("later", [None, OTHER, ALIKE, RIGHT])
def test_or_time_does_and_the_card_need_not_lie_there(later: CardCode | None) -> None:
    people = older()
    people.hold(1)
    shows(people, later)
    if later == RIGHT:
        assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)
        return
    people.send(lost())
    assert people.table.at(Verifying).agreed == (1,)
    people.wait(WAIT_FOR)
    assert ruled(people).checked == PrintedAnswer(55.0)


# --- what may come between ------------------------------------------------------------------------


def test_a_host_settles_it_or_goes_on() -> None:
    people = wanted()
    people.send(Wished(Wish.GO_ON, people.now))
    assert ruled(people).checked == PrintedAnswer()
    people = wanted()
    people.send(Chosen(Settle(truth=True), people.now))
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.HOST


def test_a_neutral_pauses_and_the_card_is_asked_for_anew() -> None:
    people = wanted()
    shows(people, OTHER)
    people.press(0, LONG_AFTER + 100 * MS)
    assert people.paused()
    people.wait(60 * SECOND)
    people.hold(0)
    assert people.at(Verifying)
    assert people.table.at(Verifying).card is None
    assert [effect.request for effect in people.effects if isinstance(effect, ReadCode)] == [2, 3]
    people.wait(SECOND)
    shows(people, RIGHT)
    assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)


def test_a_question_that_is_discarded_in_a_pause_wants_no_card_any_more() -> None:
    people = wanted()
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Discard(), people.now))
    people.wait(10 * MS)
    assert people.at(Asking)
    assert StopReading() in people.effects


def test_after_a_power_cut_the_card_is_asked_for() -> None:
    people = wanted()
    assert ReadCode(people.table.request) in restart_effects(people.table)
    people.send(Resumed(people.now))
    assert people.paused()
    people.wait(SECOND)
    people.hold(0)
    people.wait(100 * MS)
    shows(people, RIGHT)
    assert ruled(people).checked == PrintedAnswer(29.2, agrees=True)


def test_the_verdict_can_be_disputed_as_any_other() -> None:
    people = wanted()
    shows(people, ALIKE)
    people.wait(ANSWER_AFTER)
    people.down(1)
    people.wait(LONG_AFTER)
    people.up(1)
    people.wait(50 * MS)
    people.hold(1)
    people.hold(2)
    assert people.game.points == (100, 100, 80)


CARDS = st.sampled_from([None, RIGHT, OTHER, ALIKE, ROUND])
STEPS = st.lists(
    st.tuples(st.just("card"), CARDS)
    | st.tuples(st.sampled_from(["tap", "hold", "wait"]), st.integers(0, 2)),
    max_size=12,
)


@given(STEPS)
def test_whatever_lies_there_and_whoever_presses_ours_decides_or_nothing_does(
    steps: list[tuple[str, CardCode | int | None]],
) -> None:
    people = wanted()
    for what, which in (*steps, ("wait", 31)):
        if not people.at(Verifying):
            break
        if what == "card" and not isinstance(which, int):
            shows(people, which)
        elif isinstance(which, int):
            act = {"tap": people.press, "hold": people.hold}.get(what)
            people.wait(which * SECOND) if act is None else act(which)
    if people.at(Asking):
        assert people.game.points == (100, 100, 100)
    else:
        ruled(people)

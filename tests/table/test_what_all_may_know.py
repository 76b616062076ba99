"""What everybody may know of a table: facts follow it, and hide what is hidden."""

from dataclasses import replace

from at_table import HOLD, People, playing

from appliance.core.question import Kind, Question
from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import GestureKind
from appliance.rules.actions import Play
from appliance.rules.cards import Rank
from appliance.table import Table, TableSettings
from appliance.table.facts import (
    Facts,
    Health,
    Item,
    LobbyFacts,
    Prompt,
    Role,
    TurnsFacts,
    facts_of,
    items_of,
    taken_by_hold,
    way_to,
)


def facts(people: People) -> Facts:
    return facts_of(people.table, people.now)


def turns(people: People) -> TurnsFacts:
    about = facts(people).about
    assert isinstance(about, TurnsFacts)
    return about


def test_who_sits_down_is_told_to_be_ready_and_then_how_to_leave() -> None:
    people = People(Table(TableSettings(buzzers=3)))
    assert {seat.role for seat in facts(people).seats} == {Role.EMPTY}
    people.press(1)
    seats = facts(people).seats
    assert [seat.prompt for seat in seats] == [Prompt.SIT, Prompt.READY, Prompt.SIT]
    assert seats[1].health is Health.GOOD
    people.hold(1)
    assert facts(people).seats[1].prompt is Prompt.STAND_UP
    assert facts(people).about == LobbyFacts(ready=(1,))


def test_a_turn_a_claim_and_a_doubt_window_in_facts() -> None:
    people = playing(3)
    mover = turns(people).on_turn
    assert mover is not None
    before = facts(people)
    assert before.seats[mover].prompt is Prompt.COUNT
    wanted = Play(mover, 2, before.playing.required or Rank.ACE)
    assert way_to(before, wanted, mover) == (GestureKind.TAP, GestureKind.TAP, GestureKind.HOLD)
    assert taken_by_hold(before, mover) is None, "no card was counted yet"
    assert items_of(before, mover)[0] is Item.GO_ON
    people.lay(mover, 2)
    people.wait(1300 * MS)
    after = facts(people)
    assert after.claim is not None
    assert (after.claim.seat, after.claim.count) == (mover, 2)
    assert turns(people).race
    assert turns(people).slaps == {0, 1, 2} - {mover}
    others = {after.seats[seat].prompt for seat in turns(people).slaps}
    assert others == {Prompt.SLAP}
    assert after.seats[mover].prompt is Prompt.WRONG_NUMBER
    assert after.window is not None
    assert after.window[1] - after.window[0] == 5 * SECOND


def test_a_hold_is_timed_and_facts_are_the_same_for_the_same_moment() -> None:
    people = playing(3)
    mover = turns(people).on_turn
    assert mover is not None
    people.wait(SECOND)
    people.down(people.table.buzzers[mover])
    began = people.now
    people.wait(HOLD // 2)
    assert facts(people).seats[mover].hold == (began, began + 700 * MS)
    assert facts(people) == facts(people)


def test_no_fact_tells_the_answer_of_a_question_before_it_is_turned_up() -> None:
    people = playing(3)
    asked = Question("pack", "one", Kind.FACT, "How much?", 41.625, "the almanac", "1987")
    turns = people.table.turns
    people.put(replace(turns, match=replace(turns.match, question=asked)))
    known = facts(people).question
    assert known is not None
    assert (known.text, known.percent, known.source) == ("How much?", None, "")

"""What everybody may know of a table: facts follow it, and hide what is hidden."""

from dataclasses import replace
from random import Random

import pytest
from at_table import HOLD, People, playing
from extent import tries
from random_evenings import steps

from appliance.core.question import Kind, Question
from appliance.core.signals import MS, NEVER, SECOND
from appliance.table import Table, TableSettings
from appliance.table.elements import Pending
from appliance.table.facts import (
    Facts,
    Health,
    Prompt,
    Role,
    TurnsFacts,
    facts_of,
    facts_until,
    of_table,
)
from appliance.table.moves import Same
from appliance.table.stages import Judged, Revealing, Turns
from bluffing.actions import Play
from bluffing.cards import Rank
from bluffing.message import message


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
    assert seats[1].button.health is Health.GOOD
    people.hold(1)
    assert facts(people).seats[1].prompt is Prompt.STAND_UP
    assert [seat.role for seat in facts(people).seats] == [Role.EMPTY, Role.READY, Role.EMPTY]


def test_a_turn_a_claim_and_a_doubt_window_in_facts() -> None:
    people = playing(3)
    mover = turns(people).on_turn
    assert mover is not None
    before = facts(people)
    assert before.seats[mover].prompt is Prompt.COUNT
    people.lay(mover, 2)
    people.wait(1300 * MS)
    after = facts(people)
    assert after.play.claim is not None
    assert (after.play.claim.seat, after.play.claim.count) == (mover, 2)
    assert turns(people).race
    assert turns(people).slaps == {0, 1, 2} - {mover}
    others = {after.seats[seat].prompt for seat in turns(people).slaps}
    assert others == {Prompt.SLAP}
    assert after.seats[mover].prompt is Prompt.WRONG_NUMBER
    assert after.play.window is not None
    assert after.play.window[1] - after.play.window[0] == 5 * SECOND


def test_a_hold_is_timed_and_facts_are_the_same_for_the_same_moment() -> None:
    people = playing(3)
    mover = turns(people).on_turn
    assert mover is not None
    people.wait(SECOND)
    people.down(people.table.buzzers[mover])
    began = people.now
    people.wait(HOLD // 2)
    assert facts(people).seats[mover].button.hold == (began, began + 700 * MS)
    assert facts(people) == facts(people)


def derived_anew(people: People) -> Facts:
    """The facts of this very moment, whatever was derived before."""
    table, now = people.table, people.now
    newest = {press.buzzer: press for press in table.buttons.presses(now)}
    return of_table._facts.__wrapped__(Same(table), tuple(newest.values()), now)


@pytest.mark.thorough
def test_facts_that_are_kept_are_those_of_the_moment() -> None:
    """From a lobby to a dispute, with looks between all that happens and at each limit of time."""
    people, looks = People(Table(TableSettings(buzzers=4))), 0

    def look(ns: int, step: int = 20 * MS) -> None:
        nonlocal looks
        until = people.now + ns
        while people.now < until:
            for _ in range(3):
                assert facts(people) == derived_anew(people), f"{people.now}, {people.table.inner}"
                people.now += 1
            people.wait(step)
            looks += 1

    for buzzer in range(3):
        people.press(buzzer)
        people.hold(buzzer)
    people.down(3)  # sits down and leaves, and is stuck
    look(11 * SECOND, 500 * MS)
    people.up(3)
    look(3 * SECOND, 100 * MS)
    for hold in (0, 0):
        people.hold(hold)
    mover = turns(people).on_turn
    assert mover is not None
    people.lay(mover, 2)
    look(7 * SECOND)
    assert people.table.paused is None
    people.down((mover + 1) % 3)
    look(600 * MS)
    people.up((mover + 1) % 3)
    look(2 * SECOND)
    assert people.at(Revealing) or people.at(Turns)
    if people.at(Turns):
        people.lay((mover + 1) % 3, 1)
        look(SECOND)
        people.press((mover + 2) % 3)
    look(4 * SECOND)
    people.show("K", "2")
    assert people.at(Judged)
    look(SECOND)
    people.press(0, 2600 * MS)
    assert people.disputed()
    look(9 * SECOND, 100 * MS)
    assert looks > 600


def test_who_may_drop_a_move_is_told_so_for_as_long_as_he_may() -> None:
    people = playing(3)
    move = Pending(Play(1, 1, Rank.ACE), people.now, free_until=people.now + SECOND)
    people.put(replace(people.table.turns, pending=move))
    told = []
    for people.now in (move.at - 1, move.at, move.free_until - 1, move.free_until):
        told.append(turns(people).takes_back)
    assert told == [None, 1, 1, None]


def test_the_same_moment_is_told_by_the_very_same_facts() -> None:
    people = playing(3)
    before = facts(people)
    people.now += 40 * MS
    assert facts(people) is before
    people.down(2)
    assert facts(people) is not before


def test_no_fact_tells_the_answer_of_a_question_before_it_is_turned_up() -> None:
    people = playing(3)
    asked = Question("pack", "one", Kind.FACT, "How much?", 41.625, "the almanac", "1987")
    turns = people.table.turns
    people.put(replace(turns, match=replace(turns.match, question=asked)))
    known = facts(people).guess.question
    assert known is not None
    assert (known.text, known.percent, known.source) == ("How much?", None, "")


def test_a_claim_of_no_card_is_not_offered_as_a_play() -> None:
    people = playing(3, zero_claim=True)
    seat = turns(people).on_turn
    assert seat is not None
    shown = facts(people).seats[seat]
    assert shown.prompt is Prompt.COUNT_OR
    assert shown.option == (message("move.none", rank=Rank.ACE),)


@pytest.mark.untraced
def test_nothing_is_known_anew_before_it_is_said_when() -> None:
    people = playing(3)
    mover = turns(people).on_turn
    assert mover is not None
    people.lay(mover, 2)
    until, passed = facts_until(people.table, people.now), 0
    began = people.now
    for after in range(0, 12 * SECOND, 7 * MS):
        people.now = began + after
        if people.now > until:
            until, passed = facts_until(people.table, people.now), passed + 1
            assert until >= people.now
        elif until < NEVER:
            here = facts(people)
            assert facts_of(people.table, until) is here
    assert passed


@pytest.mark.examples
@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(tries(6, of=120)))
def test_no_fact_is_stale_in_a_random_evening(seed: int) -> None:
    """What is kept until `facts_until` is what the table would say at every moment before."""
    rng = Random(f"stale {seed}")
    for people in steps(seed):
        table, now = people.table, people.now
        until = min(facts_until(table, now), now + 60 * SECOND)
        for at in (now, until, *(rng.randint(now, until) for _ in range(2))):
            newest = {press.buzzer: press for press in table.buttons.presses(at)}
            here = of_table._facts.__wrapped__(Same(table), tuple(newest.values()), at)
            assert here == facts_of(table, now), (at - now, until - now)

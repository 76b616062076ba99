"""A decision appears when its show says so: no prompt, lamp or seat gives it away before."""

from dataclasses import replace

import pytest
from at_table import People, playing
from said import ENGLISH

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Wish, Wished
from appliance.display import show
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.table import suspense
from appliance.table.facts import Prompt, Role, facts_of
from appliance.table.parts import rhythms
from appliance.table.stages import Doubting, Judged, Revealing, Turns
from appliance.table.stages.doubt.play import READ_FINISH, SHOW_FINISH
from appliance.table.state import Outside
from bluffing.events import Took

DECIDED = {Role.TAKER, Role.LOSES}


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def doubted(*, tie: bool = False) -> People:
    """Seat 1 laid two aces, and seat 3 doubts it; in a tie seat 0 as well."""
    people = playing()
    people.lay(1, 2)
    people.wait(400 * MS)
    people.down(3)
    if tie:
        people.down(0)
    people.wait_for(lambda table: isinstance(table.inner, Doubting), SECOND)
    people.up(3)
    if tie:
        people.up(0)
    return people


def judged(*ranks: str) -> People:
    people = doubted()
    people.wait(SHOW_FINISH)
    people.show(*ranks)
    assert people.at(Judged)
    return people


def test_two_verdicts_look_the_same_until_they_are_told() -> None:
    """But for the cards, which come up one by one, and the word, which the show holds back."""
    told = []
    for ranks in (("A", "A"), ("A", "K")):
        people = judged(*ranks)
        at = people.tells_at()
        assert at == show.lands_at(seen(people))
        people.wait(at - people.now - 1)
        told.append((facts_of(people.table, people.now).seats, rhythms(people.table)))
        assert all(seat.prompt is None for seat in told[-1][0])
        people.wait(1)
        seats = facts_of(people.table, people.now).seats
        [taker] = [seat for seat in seats if seat.role in DECIDED]
        assert taker.prompt is Prompt.PICK_UP
        assert rhythms(people.table)[taker.seat] is Rhythm.LOSE
    assert told[0] == told[1]


@pytest.mark.parametrize("presses", [0, 1, 2, 3])
def test_a_press_of_anybody_tells_it_at_once(presses: int) -> None:
    people = judged("A", "K")
    people.wait(100 * MS)
    people.down(presses)
    people.wait(10 * MS)
    assert seen(people).show.told
    assert [seat.prompt for seat in seen(people).seats] == [None, Prompt.PICK_UP, None, None]


def test_the_rules_wait_for_nothing() -> None:
    people = judged("A", "K")
    assert people.game.hands == (13, 13, 13, 13)
    assert any(isinstance(event, Took) for event in people.happened)
    people.wait(20 * MS)
    people.hold(1)
    assert people.at(Turns)


def test_what_people_entered_themselves_and_a_calm_table_have_no_suspense() -> None:
    people = doubted()
    people.wait(SHOW_FINISH)
    calm = Outside("display.reduced_motion", value=True, choices=(False, True))
    people.table = replace(people.table, settings=replace(people.table.settings, outside=(calm,)))
    people.show("A", "K")
    assert seen(people).show.told


def test_nobody_is_answered_with_what_is_not_told() -> None:
    people = doubted()
    people.wait(SHOW_FINISH)
    people.press(2)
    people.show("A", "K")
    assert people.at(Judged)
    assert seen(people).seats[2].reply is None


def test_who_won_a_tie_is_told_with_the_photo() -> None:
    people = doubted(tie=True)
    assert not seen(people).show.told
    assert {seat.role for seat in seen(people).seats} == {Role.SEATED, Role.CLAIMANT}
    assert rhythms(people.table).count(Rhythm.SOLID) == 3
    assert all(seat.prompt is None for seat in seen(people).seats)
    people.wait(suspense.RACE)
    assert seen(people).show.told
    assert [seat.role for seat in seen(people).seats].count(Role.DOUBTER) == 1
    assert rhythms(people.table).count(Rhythm.SOLID) == 2


def test_who_doubts_is_no_secret_where_it_takes_no_rule_to_say_so() -> None:
    people = doubted()
    assert seen(people).show.told


def test_the_photo_of_several_stands_long_enough_to_be_read_and_a_press_skips_it() -> None:
    people = doubted(tie=True)
    began = people.table.stage.since
    people.wait(began + suspense.RACE + READ_FINISH - 1 - people.now)
    assert people.at(Doubting)
    people.wait(1)
    assert people.at(Revealing)
    people = doubted(tie=True)
    people.press(2)
    assert people.at(Doubting), "this press belongs to the race still"
    people.wait(suspense.RACE)
    people.press(2)
    assert people.at(Revealing)


@pytest.mark.parametrize("tie", [False, True])
def test_a_pause_in_the_middle_tells_nothing_and_the_suspense_begins_anew(tie: bool) -> None:
    """The hold that goes on is no press that wants to see the end."""
    people = doubted(tie=True) if tie else judged("A", "K")
    people.wait(people.tells_at() - people.now - 50 * MS)
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(20 * SECOND)
    assert not seen(people).show.told
    people.hold(2)
    assert not seen(people).paused
    tells = people.tells_at()
    people.wait(tells - people.now - 1)
    staged = show.staged(seen(people), people.now)
    assert staged.show.suspense
    assert not staged.detail
    assert show.lands_at(seen(people)) == tells
    people.wait(1)
    assert seen(people).show.told
    assert seen(people).show.skipped is None


def test_what_is_not_told_is_never_shown_whatever_was_pressed() -> None:
    view = seen(judged("A", "K"))
    skipped = replace(view, show=replace(view.show, skipped=view.show.began))
    assert show.staged(skipped, (view.show.began or 0) + 60 * SECOND).show.suspense

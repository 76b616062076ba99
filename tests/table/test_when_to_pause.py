"""Moments for a pause, which is never a way out of a doubt."""

from at_table import playing, race_ruleset
from test_pausing import LONG, choose

from appliance.core.signals import MS, SECOND, Wish, Wished
from appliance.presses.gestures import LONG_AFTER
from appliance.table.elements import Item
from appliance.table.stages import Doubting, Judged, Revealing
from bluffing.events import Adjusted


def test_while_others_doubt_by_any_press_the_claimant_pauses() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(2 * SECOND)
    people.press(1, LONG)
    people.wait(100 * MS)
    assert people.paused()
    assert people.pause.seat == 1
    assert people.table.turns.correction is None
    choose(people, Item.MOVE)
    people.hold(1)
    people.hold(1)
    people.hold(2)
    assert isinstance(people.happened[0], Adjusted)
    people.hold(1)
    people.wait(50 * MS)
    people.press(3)
    assert people.game.doubter == 3


def test_the_hold_that_lays_cards_pauses_nothing_when_it_lasts() -> None:
    people = playing(4, race_ruleset())
    people.press(1)
    people.press(1, 4 * SECOND)
    assert not people.paused()


def test_no_wish_for_a_pause_escapes_a_doubt_that_was_pressed_before() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(2 * SECOND)
    pressed = people.now
    people.wait(10 * MS)
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(10 * MS)
    people.down(3, at=pressed)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert people.at(Doubting)
    assert not people.paused()


def test_nor_does_the_claimants_long_hold() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(2 * SECOND)
    people.down(1)
    people.wait(LONG_AFTER - 5 * MS)
    people.down(3)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert not people.paused()


def test_a_neutral_seat_pauses_while_cards_are_turned_up() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    people.press(0, LONG)
    assert people.paused()
    people.wait(60 * SECOND)
    people.hold(0)
    assert people.at(Revealing)
    people.show("A")
    assert people.at(Judged)

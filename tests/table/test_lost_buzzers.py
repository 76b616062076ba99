"""Without buzzers nothing goes on, and the screen says why until they are back."""

import pytest
from at_table import HOLD, TAP, People, playing, race_ruleset
from said import ENGLISH, told
from test_dealing import gathered

from appliance.core.signals import (
    MS,
    SECOND,
    DriverBack,
    DriverLost,
    EdgesLost,
    Resumed,
    Wish,
    Wished,
)
from appliance.display.view_of import view_of
from appliance.presses.gestures import HOLD_AFTER
from appliance.table import Table, TableSettings
from appliance.table.stages import Doubting, Lobby, Turns, WhoDeals

GONE = "the seat hub is gone: plug it in again"


def lose(people: People) -> None:
    people.send(DriverLost("buzzers", told(GONE), people.now))


def says(people: People) -> str:
    return view_of(people.table, people.now, ENGLISH).notice.text


def test_before_the_game_it_says_so_too() -> None:
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    lose(people)
    assert says(people) == GONE
    people.send(DriverBack("buzzers", people.now))
    assert says(people) == ""


def test_the_lobby_does_not_deal_without_buzzers() -> None:
    people = gathered(race_ruleset())
    assert people.at(WhoDeals)
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    for buzzer in range(4):
        people.press(buzzer)
    for buzzer in range(4):
        people.hold(buzzer)
    assert people.at(Lobby)
    lose(people)
    people.wait(10 * SECOND)
    assert people.at(Lobby)
    assert says(people) == GONE
    people.send(DriverBack("buzzers", people.now))
    people.wait(3 * SECOND)
    assert people.at(WhoDeals)


def test_the_reason_stays_whatever_else_is_said() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    lose(people)
    people.send(Wished(Wish.MORE_TIME, people.now))
    assert says(people) == GONE


def test_a_finger_does_not_go_on_without_buzzers() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    lose(people)
    people.send(Wished(Wish.GO_ON, people.now))
    assert people.paused()
    assert says(people) == GONE
    people.send(DriverBack("buzzers", people.now))
    people.send(Wished(Wish.GO_ON, people.now))
    assert not people.paused()


def test_what_was_not_yet_registered_is_laid_again() -> None:
    """A play is held when the hub is unplugged. A hold to go on afterwards doubts nothing."""
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.press(2)
    people.down(2)
    people.wait_for(lambda table: table.turns.pending is not None, HOLD)
    people.up(2)
    lose(people)
    people.wait(3 * SECOND)
    people.send(DriverBack("buzzers", people.now))
    people.wait(SECOND)
    people.hold(3)
    people.wait(3 * SECOND)
    assert people.at(Turns)
    assert people.game.claim is not None
    assert people.game.claim.seat == 1
    people.wait(3 * SECOND)
    people.lay(2, 1)
    people.wait(SECOND)
    assert people.game.claim.seat == 2
    people.hold(3)
    assert people.at(Doubting)


@pytest.mark.parametrize("told", [True, False])
def test_a_doubt_that_the_hub_takes_with_it_can_be_pressed_again(told: bool) -> None:
    """A press just before the next play is committed; then the cable goes, before it is judged."""
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.press(2)
    people.down(2)
    people.wait(HOLD_AFTER - 20 * MS)
    people.down(3)
    people.wait_for(lambda table: table.turns.pending is not None, HOLD)
    people.wait(20 * MS)
    if told:
        people.send(EdgesLost(people.now, people.now))
    lose(people)
    people.up(2)
    people.up(3)
    people.wait(3 * SECOND)
    people.send(DriverBack("buzzers", people.now))
    people.wait(SECOND)
    people.hold(0)
    people.wait(SECOND)
    assert people.at(Turns)
    assert people.game.claim is not None
    assert people.game.claim.seat == 1, "what was committed over the doubt does not count"
    people.hold(3)
    assert people.at(Doubting)
    assert people.game.doubter == 3


@pytest.mark.parametrize("driver", ["buzzers", "camera"])
def test_after_a_restart_only_what_is_lost_then_counts(driver: str) -> None:
    """The drivers are opened again: a part that still doesn't work says so again."""
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.send(DriverLost(driver, told("it is gone"), people.now))
    people.send(Resumed(people.now))
    assert people.table.lost == {}
    view = view_of(people.table, people.now, ENGLISH)
    assert "it is gone" not in (view.notice.text, view.box.camera)
    people.wait(TAP)
    people.hold(2)
    assert not people.paused()

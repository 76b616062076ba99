"""Without buzzers nothing goes on, and as long as they are gone the screen says why."""

import pytest
from at_table import TAP, People, playing, race_ruleset
from test_dealing import gathered

from appliance.display.view_of import view_of
from appliance.signals import SECOND, DriverBack, DriverLost, Resumed, Wish, Wished
from appliance.table import Stage, Table, TableSettings

GONE = "the seat hub is gone: plug it in again"


def lose(people: People) -> None:
    people.send(DriverLost("buzzers", GONE, people.now))


def says(people: People) -> str:
    return view_of(people.table, people.now).notice


def test_before_the_game_it_says_so_too() -> None:
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    lose(people)
    assert says(people) == GONE
    people.send(DriverBack("buzzers", people.now))
    assert says(people) == ""


def test_the_lobby_does_not_deal_without_buzzers() -> None:
    people = gathered(race_ruleset())
    assert people.at(Stage.DEAL)
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    for buzzer in range(4):
        people.press(buzzer)
    for buzzer in range(4):
        people.hold(buzzer)
    assert people.at(Stage.LOBBY)
    lose(people)
    people.wait(10 * SECOND)
    assert people.at(Stage.LOBBY)
    assert says(people) == GONE
    people.send(DriverBack("buzzers", people.now))
    people.wait(3 * SECOND)
    assert people.at(Stage.DEAL)


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


@pytest.mark.parametrize("driver", ["buzzers", "camera"])
def test_after_a_restart_only_what_is_lost_then_counts(driver: str) -> None:
    """The drivers are opened anew: what still doesn't work says so again."""
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.send(DriverLost(driver, "it is gone", people.now))
    people.send(Resumed(people.now))
    assert people.table.lost == ()
    view = view_of(people.table, people.now)
    assert "it is gone" not in (view.notice, view.camera)
    people.wait(TAP)
    people.hold(2)
    assert not people.paused()

"""Without a screen the requests are invisible: a game waits, paused, until it is back."""

import pytest
from at_table import People, playing, race_ruleset
from said import ENGLISH, told

from appliance.core.signals import (
    LOUDSPEAKER,
    SECOND,
    SPEECH,
    DriverBack,
    DriverLost,
    Resumed,
    Wish,
    Wished,
)
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.table.stages import Attract, Lobby, Turns, WhoDeals

PULLED = "the screen was pulled"


def pull(people: People, why: str = PULLED) -> None:
    people.send(DriverLost("screen", told(why), people.now))


def plug(people: People) -> None:
    people.send(DriverBack("screen", people.now))


def says(people: People) -> str:
    return view_of(people.table, people.now, ENGLISH).notice.text


def test_a_game_is_paused_and_goes_on_by_a_hold_once_the_screen_is_back() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    pull(people)
    assert people.paused()
    assert says(people) == PULLED
    people.hold(2)
    people.send(Wished(Wish.GO_ON, people.now))
    assert people.paused()
    plug(people)
    assert people.paused()
    assert says(people) == "the screen was gone: check the counts, then hold to go on"
    people.hold(2)
    assert people.at(Turns)
    assert people.game.claim is not None
    assert people.game.claim.seat == 1


def test_another_reason_is_told_and_drops_nothing_of_the_pause() -> None:
    people = playing(4, race_ruleset())
    pull(people)
    people.press(1)  # who pauses goes round what can be set right
    ring = people.table.paused
    assert ring is not None
    pull(people, "the display can't open")
    assert says(people) == "the display can't open"
    assert people.table.paused == ring


def test_nothing_is_paused_where_nobody_plays() -> None:
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    pull(people)
    assert people.at(Attract)
    people.press(1)
    plug(people)
    assert people.at(Lobby)


def test_no_game_begins_unseen_and_not_at_once_when_it_is_seen() -> None:
    people = People(Table(TableSettings(race_ruleset())), now=SECOND)
    pull(people)
    for buzzer in range(4):
        people.press(buzzer)
    for buzzer in range(4):
        people.hold(buzzer)
    people.wait(10 * SECOND)
    assert people.at(Lobby)
    plug(people)
    people.wait(SECOND)
    assert people.at(Lobby)
    people.wait(2 * SECOND)
    assert people.at(WhoDeals)


def test_a_screen_that_is_still_missing_after_a_restart_says_so_again() -> None:
    people = playing(4, race_ruleset())
    pull(people)
    people.send(Resumed(people.now))
    assert people.table.lost == {}
    pull(people)
    people.hold(2)
    assert people.paused()


@pytest.mark.parametrize("part", [LOUDSPEAKER, SPEECH])
def test_a_loudspeaker_that_is_gone_is_named_until_it_is_back(part: str) -> None:
    people = playing(4, race_ruleset())
    people.send(DriverLost(part, told("no sound"), people.now))
    assert says(people) == "no sound"
    assert people.at(Turns)
    people.send(DriverBack(part, people.now))
    assert not says(people)
    pull(people)
    people.send(DriverBack(part, people.now))
    assert says(people) == PULLED

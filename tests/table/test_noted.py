"""A working driver's note to people is on the screen until the next move."""

from at_table import playing
from said import ENGLISH, noticed, told

from appliance.core.signals import LAMPS, MS, DriverBack, DriverLost, Noted
from appliance.display.view_of import view_of


def test_it_is_one_passing_line_and_nothing_else_changes() -> None:
    people = playing()
    before = people.table
    people.wait(10 * MS)
    people.send(
        Noted("camera", told("the camera was bumped by 12 mm: calibrated again"), people.now)
    )
    assert view_of(people.table, people.now, ENGLISH).notice.text.startswith(
        "the camera was bumped by 12 mm"
    )
    assert people.table.lost == before.lost
    assert people.table.stage == before.stage
    people.lay(people.table.buzzers[people.table.game.turn], 1)
    assert "bumped" not in noticed(people.table)


def test_lamps_that_are_lost_are_named_once_and_gone_when_they_are_back() -> None:
    people = playing()
    for _ in range(20):
        people.send(DriverLost(LAMPS, told("the lamps don't answer"), people.now))
        assert view_of(people.table, people.now, ENGLISH).notice.text == "the lamps don't answer"
        assert not people.paused()
        people.send(DriverBack(LAMPS, people.now))
        assert view_of(people.table, people.now, ENGLISH).notice.text == ""

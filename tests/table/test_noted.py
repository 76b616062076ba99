"""What people should know of a driver that works is on the screen until the next move."""

from at_table import playing
from said import ENGLISH, noticed, told

from appliance.core.signals import MS, Noted
from appliance.display.view_of import view_of


def test_it_is_one_passing_line_and_nothing_else_changes() -> None:
    people = playing()
    before = people.table
    people.wait(10 * MS)
    people.send(
        Noted("camera", told("the camera was bumped by 12 mm: calibrated anew"), people.now)
    )
    assert view_of(people.table, people.now, ENGLISH).notice.startswith(
        "the camera was bumped by 12 mm"
    )
    assert people.table.lost == before.lost
    assert people.table.stage == before.stage
    people.lay(people.table.buzzers[people.table.game.turn], 1)
    assert "bumped" not in noticed(people.table)

"""Where points are paid, the table keeps what everybody has won and paid over the evening."""

from at_table import People, playing, ruleset_with
from said import ENGLISH

from appliance.core.signals import MS, SECOND
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table.stages import Deal, Judged, Over


def last_card(hands: tuple[int, ...]) -> People:
    people = playing(len(hands), ruleset_with("points"), hands, points=True)
    people.lay(1, 1)
    return people


def test_who_pays_is_added_up_over_the_evening() -> None:
    people = last_card((3, 1, 4))
    people.wait(9 * SECOND)
    assert people.at(Over)
    assert people.table.chips == {0: -3, 1: 7, 2: -4}
    words = [
        standing.words
        for standing in require(view_of(people.table, people.now, ENGLISH).end).standings
    ]
    assert words == [
        "0 cards, +7 this evening",
        "pays 3, -3 this evening",
        "pays 4, -4 this evening",
    ]
    people.hold(0)
    assert people.at(Deal)
    assert people.table.chips == {0: -3, 1: 7, 2: -4}, "they are kept for the next game"


def test_what_was_paid_goes_back_when_the_verdict_is_disputed() -> None:
    people = last_card((3, 1, 4))
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    people.show("A")
    people.wait(100 * MS)
    people.hold(2)
    assert people.at(Over)
    assert people.table.chips == {0: -3, 1: 8, 2: -5}
    people.press(0, LONG_AFTER + 50 * MS)
    assert people.at(Judged)
    assert people.table.chips == {0: 0, 1: 0, 2: 0}
    assert people.table.games == 0

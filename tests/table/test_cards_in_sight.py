"""For how long the picture of the cards is shown, or may be yet: no longer is it kept."""

import pytest
from at_table import HOLD, People, playing, race_ruleset
from said import ENGLISH

from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.core.signals import MS, SECOND, CardsSeen
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings
from appliance.table.objections import WITHIN, shows_cards, until
from appliance.table.stages import Judged, Revealing, Turns
from appliance.table.stages.reveal.state import UNHURRIED
from bluffing.message import message

PLACE: Quad = ((64.0, 48.0), (128.0, 48.0), (128.0, 96.0), (64.0, 96.0))


def doubted() -> People:
    """Seat 3 doubts seat 1's first play."""
    people = playing(4, race_ruleset())
    people.lay(1, 2)
    people.wait(SECOND)
    assert not in_sight(people)
    people.press(3)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    return people


def lied() -> People:
    people = doubted()
    people.show("Q", "Q")
    assert people.at(Judged)
    people.wait(100 * MS)
    return people


def in_sight(people: People) -> bool:
    return shows_cards(people.table, people.now)


def test_at_the_reveal_and_the_verdict_for_as_long_as_they_last() -> None:
    people = doubted()
    assert in_sight(people)
    people.show("Q", "Q")
    people.wait(60 * SECOND)
    assert people.at(Judged)
    assert in_sight(people)


def test_who_takes_the_cards_may_dispute_with_the_same_hold() -> None:
    people = lied()
    people.down(1)
    people.wait(800 * MS)
    assert people.at(Turns)
    assert in_sight(people)
    people.wait(2 * SECOND)
    assert people.disputed()
    assert in_sight(people)


def test_when_nobody_can_dispute_any_more_they_are_gone() -> None:
    people = lied()
    judged = people.table.ruling
    assert judged is not None
    people.hold(1)
    assert people.at(Turns)
    assert until(people.table, judged) > judged.at + WITHIN
    assert shows_cards(people.table, until(people.table, judged) + LONG_AFTER)
    assert not shows_cards(people.table, until(people.table, judged) + LONG_AFTER + 1)


def test_when_the_game_goes_on_they_are_gone() -> None:
    people = lied()
    people.hold(1)
    people.wait(SECOND)
    turn = people.table.game.turn
    assert turn is not None
    people.lay(turn, 1)
    people.wait(200 * MS)
    assert not in_sight(people)


def test_when_the_verdict_stands_for_good_they_are_gone() -> None:
    people = lied()
    people.press(0, LONG_AFTER + 50 * MS)
    people.press(3)
    assert people.at(Judged)
    people.hold(1)
    assert people.at(Turns)
    assert not in_sight(people)


def test_nobody_has_turned_anything_up_yet() -> None:
    assert not shows_cards(Table(TableSettings()), 0)


@pytest.mark.parametrize("named", [True, False])
def test_the_screen_knows_where_the_camera_has_its_question(*, named: bool) -> None:
    people = doubted()
    ask = Ask(message("ask.unsure"), PLACE) if named else None
    cards = (SeenCard(None, 0.2, PLACE),)
    reading = Reading(cards, 640, 480, ask)
    people.send(CardsSeen(people.table.request, reading, people.now))
    seen = view_of(people.table, people.now, ENGLISH)
    assert seen.box.ask
    assert seen.box.asks_at == seen.box.cards[0].quad, "the card, whoever asks about it"
    people.show("A")
    assert view_of(people.table, people.now, ENGLISH).box.asks_at == (), (
        "the missing card is in no place"
    )
    people.hold(3)
    people.to_ranks(3)
    people.press(3, HOLD)
    assert view_of(people.table, people.now, ENGLISH).box.cards[0].quad == (), "entered by hand"


def test_people_have_time_to_turn_the_cards_up_before_the_table_asks() -> None:
    people = doubted()
    began = people.table.at(Revealing).since
    empty = Reading((), 640, 480, Ask(message("ask.no-cards")))
    people.send(CardsSeen(people.table.request, empty, people.now))
    assert not view_of(people.table, people.now, ENGLISH).box.ask
    people.wait(began + UNHURRIED - people.now - MS)
    assert not view_of(people.table, people.now, ENGLISH).box.ask
    people.wait(2 * MS)
    assert (
        view_of(people.table, people.now, ENGLISH).box.ask
        == "no cards seen: spread them in the box, face up"
    )

"""A score that people put right by hand in a pause, between two questions."""

import pytest
from at_table import People
from said import ENGLISH, noticed
from test_guess_clock import asked
from test_pausing import choose, enter

from appliance.core.signals import MS, Chosen
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table.elements import Item
from appliance.table.facts import Prompt, facts_of
from appliance.table.stages import Over
from appliance.table.stages.pause.facts import items
from bluffing.actions import Guess, Rescore
from bluffing.events import Rescored
from lab.sim.change import Change, Score
from lab.sim.referee import PointsCheck

LONG = LONG_AFTER + 50 * MS


def paused(seat: int = 0) -> People:
    """Three people have 100 points each; seat 1 has a question and has not guessed."""
    people = asked(guess_seconds="off")
    people.press(seat, LONG)
    assert people.paused()
    return people


def corrects(people: People, whose: int, points: int) -> None:
    """Seat 0 paused: it taps to the score of `whose`, and enters it."""
    choose(people, Item.SCORE)
    for _ in range(whose):
        people.press(0)
    people.hold(0)
    enter(people, 0, points)


@pytest.mark.rule("D26")
def test_the_player_who_loses_points_by_it_agrees() -> None:
    people = paused()
    corrects(people, 2, 65)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline == "Ana: Cleo has 65 points, not 100?"
    people.hold(1)
    assert people.game.points == (100, 100, 100), "seat 2 must agree"
    people.hold(2)
    assert people.happened == (Rescored(2, 100, 65),)
    assert people.game.points == (100, 100, 65)
    assert people.paused()
    people.hold(0)
    assert people.game.turn == 1
    assert people.table.match.question is not None, "the question stays"


@pytest.mark.rule("D26")
def test_points_come_back_if_all_three_agree() -> None:
    people = paused()
    corrects(people, 0, 40)
    people.hold(1)
    assert people.game.points == (40, 100, 100)
    corrects(people, 0, 50)
    people.hold(1)
    assert people.game.points == (40, 100, 100), "two players alone win nothing by it"
    people.hold(2)
    assert people.game.points == (50, 100, 100)


def test_the_screen_asks_for_the_number() -> None:
    people = paused()
    choose(people, Item.SCORE)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline == "Whose score is wrong?"
    people.hold(0)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline == "The points of Ana"
    assert view.seats[0].prompt is Prompt.SCORE
    assert view.seats[0].entering is not None
    assert view.seats[0].entering.digits == 11, "0 to 10 tens"


def test_the_score_that_it_is_changes_nothing_and_too_high_a_score_is_refused() -> None:
    people = paused()
    corrects(people, 1, 100)
    assert noticed(people.table) == "the counts are right"
    corrects(people, 1, 105)
    assert "0 to 100 points" in noticed(people.table)
    assert people.pause.counts[0].number is None, "it is entered again"


@pytest.mark.rule("D26", "D16")
def test_a_score_of_nothing_ends_the_game_if_all_agree_but_who_wins() -> None:
    people = paused()
    corrects(people, 0, 40)
    people.hold(1)
    corrects(people, 1, 0)
    people.hold(1)
    assert people.at(Over)
    assert people.game.winner == 2


@pytest.mark.rule("D26", "D17")
def test_all_agree_to_a_sudden_death() -> None:
    people = paused()
    corrects(people, 1, 0)
    people.hold(1)
    assert not getattr(people.game, "sudden_death", False)
    people.hold(2)
    assert getattr(people.game, "sudden_death", False)


def test_a_correction_is_undone_like_a_recount() -> None:
    people = paused()
    corrects(people, 2, 65)
    people.hold(2)
    choose(people, Item.UNDO)
    people.hold(2)
    people.hold(1)
    assert people.game.points == (100, 100, 100)


def test_no_score_is_put_right_while_a_guess_stands() -> None:
    people = asked(guess_seconds="off")
    people.send(Chosen(Guess(1, 40, 20), people.now))
    people.wait(1500 * MS)
    people.press(0, LONG)
    assert Item.SCORE not in items(people.table, 0, people.now)
    people.send(Chosen(Rescore(0, 90), people.now))
    assert "between two questions" in noticed(people.table)


@pytest.mark.parametrize("points", [65, 0])
def test_the_referee_of_the_simulator_believes_a_score_set_by_hand(points: int) -> None:
    people = paused()
    check, table = PointsCheck(Score()), people.table
    before = facts_of(table, people.now)
    assert check.saw(Change(before, before, (), people.now, (table, table))) == []
    corrects(people, 2, points)
    people.hold(2)
    people.hold(1)
    after, news = facts_of(people.table, people.now), people.happened
    assert Rescored(2, 100, points) in news
    assert check.saw(Change(before, after, news, people.now, (table, people.table))) == []

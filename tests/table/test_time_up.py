"""By house option a game ends after some rounds or minutes: the fewest cards win."""

from at_table import People, playing, race_ruleset
from said import ENGLISH

from appliance.core.signals import SECOND, Wish, Wished
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.table.stages import Over
from bluffing.actions import TimeUp
from bluffing.events import Tied, Won
from bluffing.game import Phase

MINUTE = 60 * SECOND


def laid(people: People, count: int = 1) -> None:
    people.lay(people.game.turn, count)
    people.wait(9 * SECOND)


def test_after_so_many_rounds_the_fewest_cards_win_once_nobody_can_doubt() -> None:
    people = playing(3, race_ruleset(), (6, 4, 6), game_rounds=1)
    laid(people)
    laid(people)
    people.lay(people.game.turn, 1)
    people.wait(4 * SECOND)
    assert people.game.phase is Phase.OPEN, "the newest play can still be doubted"
    people.wait(2 * SECOND)
    assert people.at(Over)
    assert people.happened == (TimeUp(), Won(1))


def test_a_doubt_in_time_comes_before_the_end() -> None:
    people = playing(3, race_ruleset(), (6, 4, 6), game_rounds=1)
    laid(people)
    laid(people)
    people.lay(people.game.turn, 1)
    people.wait(4 * SECOND)
    people.press(1)
    people.wait(2 * SECOND)
    assert people.game.doubter == 1


def test_ties_share_the_win_and_the_screen_says_so() -> None:
    people = playing(3, race_ruleset(), (5, 5, 5), game_rounds=1)
    for _ in range(3):
        laid(people)
    assert people.at(Over)
    assert people.happened == (TimeUp(), Tied((0, 1, 2)))
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline == "Ana, Ben and Cleo share the win with 4 cards each"
    assert [standing.place for standing in require(view.end).standings] == ["1st"] * 3


def test_minutes_are_counted_without_the_pauses() -> None:
    people = playing(3, race_ruleset(), (6, 4, 6), game_minutes=5)
    laid(people)
    people.wait(4 * MINUTE)
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(30 * MINUTE)
    people.send(Wished(Wish.GO_ON, people.now))
    people.wait(30 * SECOND)
    assert not people.at(Over)
    people.wait(MINUTE)
    assert people.at(Over)
    assert people.game.winner == 1

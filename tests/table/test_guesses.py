"""Guesses, wagers and picks, as buttons make them, in every game that has them."""

import pytest
from at_table import People
from by_button import label, labels, say, stands
from test_turns import at_table

from appliance.core.signals import MS, SECOND, Chosen
from appliance.table.stages import Doubting
from bluffing.actions import Doubt, Guess, Pick
from bluffing.game import Phase, Setup
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

WAGERING = [name for name, game in RULESETS.items() if isinstance(game, WagerGame)]

each_wagering = pytest.mark.parametrize("name", WAGERING)


def bid_of(people: People) -> Guess:
    bid = getattr(people.game, "bid", None)
    assert isinstance(bid, Guess)
    return bid


def asked(name: str, players: int = 4, points: int = 100) -> People:
    """A question is asked and seat 1 starts."""
    game = RULESETS[name]
    setup = Setup(players, 0, lead=1, points=(points,) * players)
    return at_table(game, game.start(setup, {}))


@each_wagering
def test_a_guess_by_its_digits_a_wager_and_whom_the_light_stops_at(name: str) -> None:
    people = asked(name)
    for _ in range(4):
        people.press(1)  # 0_, 10_ .. 40_
    people.hold(1)
    for _ in range(7):
        people.press(1)
    people.hold(1)
    people.press(1)  # MIN, HALF
    people.hold(1)
    people.wait(60 * MS)
    bid = bid_of(people)
    assert (bid.seat, bid.guess, bid.wager) == (1, 47, 50)
    assert label(people, 1) == "seat 2"
    people.press(1)
    assert label(people, 1) == "seat 3"
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.turn == 3


@each_wagering
def test_who_was_picked_raises_or_doubts(name: str) -> None:
    people = asked(name)
    people.send(Chosen(Guess(1, 40, 10), people.now))
    people.wait(60 * MS)
    people.send(Chosen(Pick(1, 3), people.now))
    people.wait(60 * MS)
    assert labels(people, 3) == ("GUESS", "WAGER", "BOTH", "DOUBT")
    people.press(2)
    assert stands(people) == (None, Phase.READY), "nobody else may doubt"
    say(people, Doubt(3))
    assert stands(people) == (3, Phase.ANSWER)
    assert people.at(Doubting)


@each_wagering
def test_who_is_short_of_points_goes_all_in_or_doubts(name: str) -> None:
    game = RULESETS[name]
    setup = Setup(4, 0, lead=1, points=(100, 100, 100, 5))
    people = at_table(game, game.start(setup, {}))
    people.send(Chosen(Guess(1, 40, 10), people.now))
    people.wait(60 * MS)
    people.send(Chosen(Pick(1, 3), people.now))
    people.wait(60 * MS)
    assert labels(people, 3) == ("ALL IN", "DOUBT")
    say(people, Guess(3, 40, 5))
    bid = bid_of(people)
    assert (bid.seat, bid.wager) == (3, 5)


@each_wagering
def test_a_guess_can_be_changed_until_somebody_is_picked(name: str) -> None:
    people = asked(name)
    say(people, Guess(1, 47, 50))
    say(people, Guess(1, 48, 50))
    say(people, Pick(1, 2))
    assert people.game.turn == 2
    bid = bid_of(people)
    assert bid.guess == 48


@each_wagering
def test_the_only_one_to_pick_is_picked_by_itself_and_a_tap_before_takes_the_guess_back(
    name: str,
) -> None:
    people = asked(name, players=3)
    say(people, Guess(1, 47, 50))
    say(people, Pick(1, 2))
    say(people, Guess(2, 50, 50))
    assert people.game.turn == 2
    people.press(2)
    assert bid_of(people).guess == 47
    say(people, Guess(2, 60, 50))
    people.wait(2 * SECOND)
    assert people.game.turn == 2
    people.wait(2 * SECOND)
    assert people.game.turn == 0, "seat 1 picked seat 2, so only seat 0 is left"

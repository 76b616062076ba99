"""What every ruleset promises, played at random and counted out, whatever its rules.

`PYTHONPATH=tests python -m proof.games` plays thousands of such games; here are a few of each.
"""

from collections.abc import Callable
from typing import Any

import pytest
from extent import often, tries
from proof.games import prove
from proof.positions import FOLDER, report
from said import refuses, wrong_option

from bluffing.game import Middle, Setup
from bluffing.rulesets import RULESETS

EVERY = pytest.mark.parametrize("name", RULESETS)


@EVERY
@pytest.mark.examples
def test_random_games_keep_every_promise(name: str) -> None:
    for number in range(tries(3, of=15)):
        prove(name, seed=3, number=number, short=False)


@EVERY
@pytest.mark.examples
def test_short_random_games_keep_every_promise(name: str) -> None:
    for number in range(tries(3, of=20)):
        prove(name, seed=4, number=number, short=True, full=4)


@pytest.mark.parametrize("name", often(RULESETS, {"bicycle"}))
@pytest.mark.untraced
def test_as_many_positions_as_counted_before(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.exists(), "count them with `make positions`, and read the numbers"
    assert report(name) == golden.read_text(encoding="utf-8")


@EVERY
def test_a_story_can_set_what_the_game_names_and_nothing_else(name: str) -> None:
    game = RULESETS[name]
    state = game.start(Setup(game.seats[-1]), {})
    assert {*game.middle} < Middle.__annotations__.keys()
    for key in Middle.__annotations__.keys() - {*game.middle}:
        given: dict[str, Any] = {key: ()}
        with pytest.raises(AssertionError):
            game.midgame(state, **given)


WRONG: dict[str, Callable[[range], Setup]] = {
    "too few": lambda seats: Setup(seats[0] - 1),
    "too many": lambda seats: Setup(seats[-1] + 1),
    "nobody": lambda _: Setup(0),
    "no dealer": lambda seats: Setup(seats[-1], dealer=seats[-1]),
    "a dealer before the first": lambda seats: Setup(seats[-1], dealer=-1),
    "no such lead": lambda seats: Setup(seats[-1], lead=seats[-1]),
    "a lead before the first": lambda seats: Setup(seats[-1], lead=-1),
    "no packs": lambda seats: Setup(seats[-1], packs=0),
    "too many packs": lambda seats: Setup(seats[-1], packs=99),
    "a hand too few": lambda seats: Setup(seats[-1], hands=(2,) * (seats[-1] - 1)),
    "a hand too many": lambda seats: Setup(seats[-1], hands=(2,) * (seats[-1] + 1)),
    "an empty hand": lambda seats: Setup(seats[-1], hands=(0,) + (2,) * (seats[-1] - 1)),
    "half a card": lambda seats: Setup(seats[-1], hands=(2.5,) * seats[-1]),  # type: ignore[arg-type]
    "true players": lambda _: Setup(True),  # noqa: FBT003
    "a word of players": lambda _: Setup("4"),  # type: ignore[arg-type]
    "a word for a dealer": lambda seats: Setup(seats[-1], dealer="0"),  # type: ignore[arg-type]
    "half a lead": lambda seats: Setup(seats[-1], lead=0.5),  # type: ignore[arg-type]
    "a point too few": lambda seats: Setup(seats[-1], points=(2,) * (seats[-1] - 1)),
    "no points": lambda seats: Setup(seats[-1], points=(0,) * seats[-1]),
}


@EVERY
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_refuses_a_setup_that_cannot_be(name: str, wrong: Callable[[range], Setup]) -> None:
    game = RULESETS[name]
    with refuses(r"^[A-Z].*[.]$"):
        game.start(wrong(game.seats), {})


@EVERY
def test_every_house_option_is_checked(name: str) -> None:
    game, players = RULESETS[name], RULESETS[name].seats[-1]
    assert game.house({}) == {option.key: option.default for option in game.options}
    for option in game.options:
        for wrong in (-1, 10**9, "sometimes", 2.5, None):
            with wrong_option(option.key):
                game.house({option.key: wrong})
            with refuses(option.key):
                game.start(Setup(players), {option.key: wrong})
    with wrong_option("moonshine"):
        game.house({"moonshine": 1})


@EVERY
def test_no_taker_leads_where_no_player_takes_cards(name: str) -> None:
    game = RULESETS[name]
    if "loser_takes" in game.house({}):
        with wrong_option("gives cards to no player, so after_challenge can't be taker_leads"):
            game.house({"loser_takes": "none", "after_challenge": "taker_leads"})

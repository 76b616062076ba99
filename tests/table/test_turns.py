"""Turns of every game at a real table: by one button, and by touch."""

import random
from typing import Any

import pytest
from at_table import People
from extent import often
from said import noticed
from test_menu import as_chosen, moves, states
from way_to import way_to

from appliance.core.question import Kind as Ask
from appliance.core.question import Question
from appliance.core.signals import MS, SECOND, Chosen
from appliance.presses.gestures import GestureKind
from appliance.table import Table, TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Over, Revealing, Turns
from appliance.table.windows import TAKE_BACK, menu_of, race_of
from bluffing.actions import Doubt, Force, Leave, LetStand, Move, Show, Void
from bluffing.game import Phase, Ruleset, State
from bluffing.rulesets import RULESETS

SEATS = 11
"""As many as there are buzzers."""


def at_table(game: Ruleset[Any], state: State) -> People:
    """People at a table that has just come to `state`, long after its newest play."""
    seats = tuple(range(len(state.hands)))
    settings = TableSettings(game.name, buzzers=len(seats))
    closes_at = 5 * SECOND if state.phase is Phase.OPEN else None
    asked = getattr(state, "question", None)  # where questions are asked, this one has been
    question = Question("test", "q", Ask.FACT, "How many?", 50, "Us", "2026")
    match = Match(state, question=question, question_of=asked, moved_at=59 * SECOND)
    turns = Turns(match=match, closes_at=closes_at)
    return People(Table(settings, turns, buzzers=seats, names=seats), now=60 * SECOND)


def some(game: Ruleset[Any], seed: int) -> list[tuple[State, Move]]:
    """Some states of a game, and a legal move of a live seat in each."""
    rng = random.Random(f"turns/{seed}")
    fitting = [state for state in states(game, seed) if len(state.hands) <= SEATS]
    return [
        (state, move) for state in fitting[:6] for move in rng.sample(moves(game, state, rng), 1)
    ]


def check(people: People, game: Ruleset[Any], state: State, move: Move) -> None:
    """The table has done `move` and nothing else."""
    if isinstance(move, Show):
        people.wait(TAKE_BACK + 100 * MS)
        assert people.table.at(Revealing).showing == move.seat
        return
    after, _ = game.apply(state, move)
    people.wait((TAKE_BACK if after.phase is Phase.REVEAL else 0) + 150 * MS)
    assert people.game == after, noticed(people.table)


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.untraced
def test_every_move_is_made_with_the_seats_own_button(name: str) -> None:
    game = RULESETS[name]
    for seed in range(8):
        for state, move in some(game, seed):
            people = at_table(game, state)
            keys = way_to(menu_of(people.table, move.seat), as_chosen(state, move))
            assert keys is not None
            for key in keys:
                if key is GestureKind.TAP:
                    people.press(move.seat)
                else:
                    people.hold(move.seat)
            check(people, game, state, move)


@pytest.mark.parametrize("name", often(RULESETS))
def test_every_move_is_made_by_touch_but_a_doubt_where_anyone_may(name: str) -> None:
    game = RULESETS[name]
    for seed in range(20):
        for state, move in some(game, seed):
            people = at_table(game, state)
            racing = isinstance(move, (Doubt, Force)) and race_of(people.table) is not None
            wanted = Show(move.seat, ()) if isinstance(move, Show) else move
            people.send(Chosen(wanted, people.now))
            if racing:
                people.wait(100 * MS)
                assert (people.game, noticed(people.table)) == (state, "doubt with your own buzzer")
            else:
                check(people, game, state, move)


@pytest.mark.parametrize("name", RULESETS)
def test_a_host_may_end_the_game_or_let_somebody_leave_in_the_middle_of_a_turn(name: str) -> None:
    game = RULESETS[name]
    for state in [state for state in states(game, 0) if len(state.hands) <= SEATS]:
        people = at_table(game, state)
        people.send(Chosen(Void(), people.now))
        people.wait(100 * MS)
        assert people.at(Over)
        for seat in range(len(state.hands)):
            people = at_table(game, state)
            people.send(Chosen(Leave(seat), people.now))
            people.wait(100 * MS)
            left = game.refusal(state, Leave(seat)) is None
            assert (seat in people.game.gone) == (left or seat in state.gone)


@pytest.mark.parametrize("name", RULESETS)
def test_the_end_of_a_window_is_nobodys_choice(name: str) -> None:
    game = RULESETS[name]
    for state, _ in some(game, 1):
        people = at_table(game, state)
        people.send(Chosen(LetStand(), people.now))
        assert people.game == state

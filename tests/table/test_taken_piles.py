"""Verish' ne verish': the taker of a pile lays sets of four away before anybody leads."""

from dataclasses import replace

import pytest
from at_table import People, playing
from said import ENGLISH, noticed

from appliance.core.signals import SECOND, Chosen
from appliance.display.view_of import view_of
from appliance.table.windows import on_turn
from bluffing.actions import Doubt, LayAway, Play, Reveal
from bluffing.cards import Rank
from bluffing.rulesets import RULESETS
from bluffing.stack import StackState

NINE, KING, TWO = Rank.NINE, Rank.KING, Rank.TWO
LEADS = Play(1, 1, TWO)


def taken(*, sets: str = "after_pick_up") -> People:
    """Seat 0 has just taken the pile, and seat 1 leads."""
    people = playing(3, "verish", (9, 9, 9))
    game, turns = RULESETS["verish"], people.table.turns
    assert isinstance(turns.game, StackState)
    state = replace(turns.game, turn=0)
    house = replace(state.terms.house, sets_of_four=sets)
    state = replace(state, terms=replace(state.terms, house=house))
    for action in (Play(0, 2, NINE), Doubt(1), Reveal((NINE, KING))):
        state, _ = game.apply(state, action)
    people.put(replace(turns, match=replace(turns.match, game=state)).opened(people.now))
    people.wait(SECOND)
    return people


@pytest.mark.rule("VE6")
def test_the_leader_keeps_the_turn_until_the_taker_presses() -> None:
    people = taken()
    assert on_turn(people.table) == 1
    people.press(0)
    people.wait(SECOND)
    assert on_turn(people.table) == 0


@pytest.mark.rule("VE6")
def test_a_fast_leader_waits_while_the_taker_may_lay_sets_away() -> None:
    people = taken()
    people.send(Chosen(LEADS, people.now))
    assert "may lay four alike away" in noticed(people.table)
    people.send(Chosen(LayAway(0, KING), people.now))
    people.wait(SECOND)
    assert people.table.game.hands == (5, 9, 9)
    people.wait(3 * SECOND)
    people.send(Chosen(LEADS, people.now))
    people.wait(SECOND)
    assert people.table.game.hands == (5, 8, 9)


@pytest.mark.rule("VE6", "sets_of_four")
def test_a_leader_need_not_wait_where_sets_stay_in_the_hand() -> None:
    people = taken(sets="off")
    people.send(Chosen(LEADS, people.now))
    people.wait(SECOND)
    assert people.table.game.hands == (9, 8, 9)


@pytest.mark.rule("VE6")
def test_the_headline_says_that_the_taker_lays_away_and_another_seat_leads() -> None:
    people = taken()
    people.press(0)
    people.wait(SECOND)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline.endswith("was first and lays four of a kind away")

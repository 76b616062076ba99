"""Verish' ne verish' with "I believe": the next player has the newest cards turned up."""

from dataclasses import replace

import pytest
from at_table import People, playing
from said import ENGLISH

from appliance.core.signals import SECOND, Chosen
from appliance.display.view_of import view_of
from appliance.table.elements import Basis
from appliance.table.stages.turns.state import Ruling, Turns
from appliance.table.verdict import Parties, judged_parties
from bluffing.actions import Believe, Play, Settle
from bluffing.cards import Rank
from bluffing.changed import changed
from bluffing.stack import StackState

SEVEN = Rank.SEVEN


def laid() -> People:
    """Seat 1 has laid a seven, and seat 2 may lay cards, doubt, or believe."""
    people = playing(3, "verish", (9, 9, 9), believe=True)
    seat = people.table.game.turn
    people.send(Chosen(Play(seat, 1, SEVEN), people.now))
    people.wait(4 * SECOND)
    return people


def screen(people: People) -> str:
    view = view_of(people.table, people.now, ENGLISH)
    return f"{view.headline} {view.detail}"


@pytest.mark.rule("believe")
def test_the_screen_lists_belief_among_the_moves() -> None:
    assert "believes" in screen(laid())


@pytest.mark.rule("believe")
def test_a_true_pile_leaves_and_its_believer_leads() -> None:
    people = laid()
    people.send(Chosen(Believe(2), people.now))
    people.wait(4 * SECOND)
    people.send(Chosen(Settle(truth=True), people.now))
    people.wait(2 * SECOND)
    assert "1 card leaves the game" in screen(people)
    assert people.table.game.removed == 1
    assert people.table.game.turn == 2


@pytest.mark.rule("believe")
def test_the_believer_is_a_party_even_if_another_seat_is_next() -> None:
    people = laid()
    assert isinstance(people.table.game, StackState)
    game = changed(people.table.game, doubter=0, believed=True)
    after, events = people.table.ruleset.apply(game, Settle(truth=True))
    assert isinstance(people.table.stage, Turns)
    turns = replace(people.table.stage, match=replace(people.table.stage.match, game=game))
    ruling = Ruling(people.now, turns, after, events, Basis.PARTIES)
    assert judged_parties(ruling) == Parties(1, 0)

"""The world follows an evening from game to game, whoever is left."""

from dataclasses import replace

import pytest
from at_table import seated

from appliance.rules import RULESETS
from appliance.rules.game import Setup
from appliance.runtime.journal import Journal
from appliance.runtime.rows import Standing
from appliance.sim.games import SimulatedGame, invite
from appliance.sim.people.characters import POLICIES
from appliance.sim.people.players import Players
from appliance.sim.world import World
from appliance.table.facts import Stage, facts_of


def test_a_game_with_questions_begins_again_with_who_is_left() -> None:
    """Nothing is dealt in it: it goes from one game's end straight to the next one's question."""
    people = seated("doubt_it")
    facts = facts_of(people.table, people.now)
    world = World(Players(1, [*POLICIES.values()][:4], range(4)))
    for stage, seats in (
        (Stage.DEAL, 4),
        (Stage.QUESTION, 4),
        (Stage.OVER, 4),
        (Stage.QUESTION, 3),
    ):
        game = RULESETS["doubt_it"].start(Setup(players=seats), {})
        world.follow(replace(facts, stage=stage, game=game))
        counts = world.people.held.counts() if stage is not Stage.DEAL else game.hands
        assert counts == game.hands


def test_whoever_has_sat_there_is_known_and_who_left_is_not_invited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To follow the games before, the world asks everybody who played in them what he wanted."""
    last = seated("doubt_it").table
    deal = {"buzzers": [*last.buzzers, 3, 4]}
    monkeypatch.setattr(Journal, "resume", lambda _: Standing(last))
    monkeypatch.setattr(Journal, "of_games", lambda _self, _kind: [deal])
    people, journal = invite(SimulatedGame(1, "doubt_it", players=3))
    journal.close()
    assert len(people.policies) == 5
    assert people.buzzers == last.buzzers

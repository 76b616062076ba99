"""The world follows an evening from game to game, whoever is left."""

from dataclasses import replace

from at_table import seated

from appliance.rules import RULESETS
from appliance.rules.game import Setup
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

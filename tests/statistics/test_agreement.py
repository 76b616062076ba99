"""What is counted of simulated evenings is what the simulator knows of them."""

from contextlib import closing

import pytest
from extent import tries
from true_eye import OFTEN, evening
from truth_count import TruthCount

from appliance.rules import RULESETS
from appliance.runtime.journal import Journal
from appliance.statistics.tally import TalliedGame, tallied
from appliance.table import TableSettings

FEW, ALL_OF_THEM = 10, 1000
GAMES = sorted(RULESETS)


def counted(seed: int) -> tuple[list[TalliedGame], TruthCount]:
    """A simulated evening of one game by its journal, and by who knows the cards."""
    ruleset = GAMES[seed % len(GAMES)]
    settings = TableSettings(ruleset, buzzers=11)
    truth = TruthCount()
    with closing(Journal.open(None, settings)) as journal:
        habits = OFTEN if seed % 3 == 0 else None
        night = evening(
            seed,
            ruleset,
            players=3 + seed % 2,
            habits=habits,
            journal=journal,
            watchers=(truth.saw,),
        )
        truth.world = night.world
        night.open()
        night.run()
        night.close()
        return list(tallied((row.now, table) for row, table in journal.replay())), truth


@pytest.mark.examples
def test_counts_agree_with_the_truth_of_simulated_evenings() -> None:
    for seed in range(tries(FEW, of=ALL_OF_THEM)):
        games, truth = counted(seed)
        assert len(games) == len(truth.over), seed
        for game, seats in zip(games, truth.over, strict=True):
            for tally, count in zip(game.tallies, seats, strict=True):
                assert tally.claims == len(count.told), (seed, tally, count)
                assert tally.lies == sum(count.told), (seed, tally, count)
                assert tally.innocent == count.longest, (seed, tally, count)
                assert tally.caught == count.caught, (seed, tally, count)
                assert (tally.right, tally.wrong) == (count.right, count.wrong), seed
                assert tally.won == count.won, seed

"""The counts of simulated evenings agree with the simulator's own."""

from collections.abc import Iterable
from contextlib import closing

import pytest
from extent import EXPLORES
from steps_recorded import parts
from true_eye import BUZZERS, OFTEN, evening
from truth_count import TruthCount

from appliance.runtime.journal import Step
from appliance.statistics.tally import TalliedGame, tallied
from appliance.table import Table, TableSettings
from bluffing.rulesets import RULESETS
from lab.sim.invitation import Forgetful

EVENINGS = 1000 if EXPLORES else 24
GAMES = sorted(RULESETS)
IN_ROUNDS = [name for name in GAMES if "game_rounds" in RULESETS[name].house({})]
SHORT = (("game_rounds", 3),)
"""Of these rounds is a game unless a test is thorough: half a second in place of five."""


class Noted(Forgetful):
    """Remembers its steps, and writes nothing down."""

    def begin(self, steps: Iterable[Step]) -> None:
        self.noted = [*getattr(self, "noted", ()), *((now, table) for now, _, table in steps)]


def counted(seed: int, *, whole: bool = True) -> tuple[list[TalliedGame], TruthCount]:
    """A simulated evening of one game by its steps, and by who knows the cards."""
    games = GAMES if whole else IN_ROUNDS
    ruleset, truth = games[seed % len(games)], TruthCount()
    journal = Noted.open(None, TableSettings(ruleset, () if whole else SHORT, BUZZERS))
    assert isinstance(journal, Noted)
    habits = OFTEN if seed % 3 == 2 else None
    night = evening(
        seed,
        ruleset,
        players=4,
        habits=habits,
        journal=journal,
        watchers=(truth.saw,),
    )
    truth.world = night.world
    with closing(night):
        night.open()
        night.run()
    journal.close()
    first = Table(journal.settings)
    return list(tallied(*parts(journal.noted, first))), truth


@pytest.mark.thorough
def test_counts_agree_with_the_truth_of_simulated_evenings() -> None:
    for seed in range(EVENINGS):
        games, truth = counted(seed, whole=seed < len(GAMES))
        assert len(games) == len(truth.over), seed
        for game, seats in zip(games, truth.over, strict=True):
            for tally, count in zip(game.tallies, seats, strict=True):
                assert tally.claims == len(count.told), (seed, tally, count)
                assert tally.lies == sum(count.told), (seed, tally, count)
                assert tally.innocent == count.longest, (seed, tally, count)
                assert tally.caught == count.caught, (seed, tally, count)
                assert (tally.right, tally.wrong) == (count.right, count.wrong), seed
                assert tally.won == count.won, seed

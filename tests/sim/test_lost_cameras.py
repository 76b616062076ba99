"""Evenings whose camera fails in every way, at any moment: they end, and no verdict is wrong."""

import random

import pytest
from true_eye import BUZZERS

from appliance.core.signals import MS, SECOND, DriverBack, DriverLost
from appliance.drivers.camera.watched import Checked
from appliance.runtime.journal import Journal
from appliance.table import TableSettings
from bench.sheet import Sheet, newest, read
from bluffing.rulesets import RULESETS
from lab.sim.evening import Evening
from lab.sim.faulty_camera import CameraFault, FaultyCamera, Spell
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.world import World


def failing(seed: int) -> tuple[Spell, ...]:
    """One fault after the other, with pauses between them, for two hours."""
    chance, at, spells = random.Random(seed), 0, []
    while at < 7200 * SECOND:
        at += chance.randrange(100 * MS, 20 * SECOND)
        until = at + chance.randrange(100 * MS, 30 * SECOND)
        spells.append(Spell(chance.choice(list(CameraFault)), at, until))
        at = until
    return tuple(spells)


@pytest.mark.usefixtures("journals_are_closed")
@pytest.mark.thorough
@pytest.mark.parametrize("name", RULESETS)
def test_no_verdict_is_wrong_whatever_the_camera_does(name: str) -> None:
    seed = list(RULESETS).index(name)
    people, clock = Players(seed, list(POLICIES.values())[:4], [2, 5, 7, 9]), VirtualClock()
    faulty = FaultyCamera(Sheet(people, clock), clock, failing(seed))
    camera = Checked(faulty, clock, noisy=False)
    journal = Journal.open(None, TableSettings(name, buzzers=BUZZERS))
    evening = Evening(World(people), journal, (camera, read, newest), clock)
    evening.open()
    evening.run()
    evening.close()
    assert evening.referee.score.faults == []
    told = [type(entry.signal) for entry in journal.entries()]
    assert told.count(DriverLost) - told.count(DriverBack) in (0, 1)
    score = evening.referee.score
    if RULESETS[name].deck(evening.loop.table.game):
        assert DriverLost in told
        assert score.asked < score.challenges  # it isn't blind all the time

"""Evenings whose camera fails in every way, at any moment: they end, and no verdict is wrong."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from true_eye import BUZZERS, QUAD, last

from appliance.drivers import Frame, Image
from appliance.drivers.checked import Checked, Limits
from appliance.drivers.faulty_camera import Fault, FaultyCamera, Spell
from appliance.journal import Journal
from appliance.rules import RULESETS
from appliance.rules.cards import Rank
from appliance.signals import MS, SECOND, DriverBack, DriverLost
from appliance.sim.evening import Clock, Evening
from appliance.sim.people import POLICIES
from appliance.sim.world import World
from appliance.table import TableSettings
from appliance.vision.reading import Reading, SeenCard

GROUND = np.linspace(60, 200, 64 * 64 * 3).reshape(64, 64, 3).astype(np.uint8)
RANKS = tuple(Rank)


class Sheet:
    """A camera whose pictures say in their first row which cards lie in the box."""

    def __init__(self, world: World, clock: Callable[[], int]) -> None:
        self._world, self._clock = world, clock

    def open(self) -> None: ...

    def close(self) -> None: ...

    def capture(self) -> Frame:
        picture, box = GROUND.copy(), self._world.box
        for place, card in enumerate(box.cards if box is not None else ()):
            picture[0, place] = 1 + RANKS.index(card.rank)
        return Frame(picture, self._clock())


def read(image: Image) -> Reading:
    """What such a picture says; a dark one says nothing."""
    named = [int(pixel) for pixel in image[0, :, 0] if 0 < pixel <= len(RANKS)]
    cards = tuple(SeenCard(RANKS[number - 1], 0.99, QUAD) for number in named)
    return Reading(cards, 64, 64, "no cards seen" if not cards else None)


def failing(seed: int) -> tuple[Spell, ...]:
    """One fault after the other, with pauses between them, for two hours."""
    chance, at, spells = random.Random(seed), 0, []
    while at < 7200 * SECOND:
        at += chance.randrange(100 * MS, 20 * SECOND)
        until = at + chance.randrange(100 * MS, 30 * SECOND)
        spells.append(Spell(chance.choice(list(Fault)), at, until))
        at = until
    return tuple(spells)


@pytest.mark.usefixtures("journals_are_closed")
@pytest.mark.parametrize(("seed", "name"), tuple(enumerate(RULESETS)))
def test_no_verdict_is_wrong_whatever_the_camera_does(seed: int, name: str) -> None:
    world, clock = World(seed, list(POLICIES.values())[:4], [2, 5, 7, 9]), Clock()
    faulty = FaultyCamera(Sheet(world, clock), clock, failing(seed))
    camera = Checked(faulty, clock, Limits(noisy=False))
    journal = Journal.open(None, TableSettings(name, buzzers=BUZZERS))
    evening = Evening(world, journal, (camera, read, last), clock)
    evening.open()
    evening.run()
    evening.close()
    assert evening.referee.score.faults == []
    told = [type(entry.signal) for entry in journal.entries()]
    assert told.count(DriverLost) - told.count(DriverBack) in (0, 1)
    if RULESETS[name].deck(evening.loop.table.game):
        assert DriverLost in told

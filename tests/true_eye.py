"""A card reader that knows the truth, so that evenings test the table and not the model."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from appliance.core.reading import Quad, Reading, SeenCard
from appliance.drivers import Frame, Image
from appliance.runtime.journal import Journal
from appliance.runtime.reader import Fuse, Read
from appliance.table import TableSettings
from bluffing.cards import Rank
from bluffing.game import Setup
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from lab.sim.change import Watch
from lab.sim.evening import Evening
from lab.sim.invitation import Forgetful
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES, Habits
from lab.sim.people.players import Players
from lab.sim.world import World

BUZZERS = 11
RACE = next(
    name
    for name, game in RULESETS.items()
    if game.races and game.start(Setup(4), {}).required is not None
)
"""A game in which anyone may doubt, and no player chooses the rank."""

Misread = Callable[[tuple[Rank, ...]], tuple[Rank, ...]]


class TrueEye:
    """Camera and reader in one: sees the ranks in the box, or what `misread` makes of them."""

    def __init__(
        self, people: Players, clock: VirtualClock, misread: Misread | None = None
    ) -> None:
        self._people, self._clock, self._misread = people, clock, misread

    def open(self) -> None:
        pass

    def capture(self) -> Frame:
        return Frame(np.zeros((8, 8, 3), np.uint8), self._clock.now)

    def close(self) -> None:
        pass

    def read(self, image: Image) -> Reading:
        del image
        box = self._people.box
        lying = box.cards if box is not None else ()
        if self._misread is None:
            cards = [SeenCard(one.rank, 0.99, apart(at), one.suit) for at, one in enumerate(lying)]
        else:
            ranks = self._misread(tuple(card.rank for card in lying))
            cards = [SeenCard(rank, 0.99, apart(at)) for at, rank in enumerate(ranks)]
        return Reading(tuple(cards), 10, 10)


def apart(at: int) -> Quad:
    return ((at, 0.0), (at + 0.7, 0.0), (at + 0.7, 1.0), (at, 1.0))


def last(readings: tuple[Reading, ...]) -> Reading:
    return readings[-1]


def evening(
    seed: int,
    ruleset: str,
    *,
    players: int = 4,
    habits: Habits | None = None,
    journal: Journal | None = None,
    misread: Misread | None = None,
    watchers: tuple[Watch, ...] = (),
    games: int = 1,
    options: tuple[tuple[str, Value], ...] = (),
) -> Evening:
    """An evening with one player of each policy, not opened yet."""
    policies = [list(POLICIES.values())[place % len(POLICIES)] for place in range(players)]
    buzzers = [(3 * place + seed) % BUZZERS for place in range(players)]
    people, clock = Players(seed, policies, buzzers, habits, games), VirtualClock()
    eye = TrueEye(people, clock, misread)
    triple: tuple[TrueEye, Read, Fuse] = (eye, eye.read, last)
    if journal is None:
        journal = Forgetful.open(None, TableSettings(ruleset, options, BUZZERS))
    return Evening(World(people), journal, triple, clock, watchers)


OFTEN = replace(
    Habits(),
    miscount=0.15,
    takes_back=0.15,
    edge=0.15,
    pauses=0.1,
    glitch=0.3,
    hides=0.3,
    withdraws=0.1,
    disputes=0.1,
    recounts=0.05,
    leaves=0.01,
    discards=0.05,
)
"""People who go wrong all the time."""

"""Random evenings: people sit down and play a game or more, with slips of every kind."""

import random
from collections.abc import Iterator
from itertools import islice

from at_table import People, reading_of

from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    Chosen,
    Edge,
    QuestionDrawn,
    Signal,
    Wish,
    Wished,
)
from appliance.table import Table, TableSettings
from appliance.table.part import PROCEDURES
from appliance.table.stages import Judged
from appliance.table.state import Outside
from bluffing.actions import Settle
from bluffing.cards import Rank
from bluffing.rulesets import RULESETS

FACT = Question("test", "one", Kind.FACT, "How much?", 41.5, "us", "2026")
WAITS = (0, 30 * MS, 90 * MS, 720 * MS, 2600 * MS, 9000 * MS)
SIGNALS = 40


def signal(people: People, rng: random.Random) -> Signal:
    """A possible signal, so that games go on, are doubted, corrected, disputed and void."""
    table, now, kind = people.table, people.now, rng.random()
    if isinstance(table.stage, Judged) and kind < 0.2:
        return Chosen(Settle(rng.random() < 0.5), now)
    if kind < 0.1:
        return Edge(rng.randrange(6), rng.random() < 0.5, now)
    if kind < 0.8 and table.stage.match is not None:
        legal = list(islice(table.ruleset.legal_actions(table.game), 80))
        wrong = tuple(procedure for procedure in PROCEDURES if rng.random() < 0.05)
        likely = [one for one in legal if not isinstance(one, PROCEDURES) or isinstance(one, wrong)]
        if likely:
            wanted = rng.choice(sorted({type(one).__name__ for one in likely}))
            return Chosen(rng.choice([one for one in likely if type(one).__name__ == wanted]), now)
    if kind < 0.9:
        return CardsSeen(table.request, reading_of([rng.choice(list(Rank))]), now)
    if kind < 0.95:
        return QuestionDrawn(table.request, FACT, now)
    return Wished(
        rng.choice((Wish.GO_ON, Wish.GO_ON, Wish.GO_ON, Wish.PAUSE, Wish.DEAL_AGAIN)), now
    )


def steps(seed: int, outside: tuple[Outside, ...] = ()) -> Iterator[People]:
    """Yield the same people after each step of a game or more, which they play at random."""
    rng = random.Random(f"evening {seed}")
    game = RULESETS[rng.choice(sorted(RULESETS))]
    options = rng.choice(game.presets).options
    settings = TableSettings(game.name, options, buzzers=6, outside=outside)
    people = People(Table(settings), now=SECOND)
    for buzzer in range(rng.choice([number for number in game.seats if 3 <= number <= 6])):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    for _ in range(2):
        people.send(Wished(Wish.GO_ON, people.now))
    for _ in range(SIGNALS):
        people.wait(rng.choice(WAITS))
        people.send(signal(people, rng))
        if rng.random() < 0.1:
            people.press(rng.randrange(6))
        yield people


def evening(seed: int, outside: tuple[Outside, ...] = ()) -> People:
    """People sit down and play a game or more, at random."""
    *_, people = steps(seed, outside)
    return people

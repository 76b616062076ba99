"""Whatever people do at the real table, in every game: nothing breaks and no card is lost."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from at_table import People, reading_of
from extent import often, tries
from said import ENGLISH, told

from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    CardsSeen,
    Chosen,
    CodeSeen,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    LetterTyped,
    QuestionDrawn,
    Resumed,
    RowTouched,
    Signal,
    Tick,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings, deadline, restart_effects, step
from appliance.table.elements import Match
from appliance.table.part import PROCEDURES
from appliance.table.stages import (
    Deal,
    Doubting,
    Judged,
    Over,
    Turns,
    Verifying,
    WhoDeals,
)
from bluffing.cards import Rank
from bluffing.game import Phase, Setup, State
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

SEEDS, SIGNALS = 60, 200
ENOUGH = tries(3, of=10)
"""Seeds after which it is enough that each stage of `SEEN` was seen."""

SEEN = {Turns, Doubting, Judged}
FACT = Question("test", "one", Kind.FACT, "How much?", 41.5, "us", "2026")
WAITS = (0, MS, 30 * MS, 90 * MS, 300 * MS, 720 * MS, 1600 * MS, 2600 * MS, 9000 * MS)


def table_of(name: str, rng: random.Random) -> People:
    """A table of this game in the hands of some people, dealt or not."""
    ruleset = RULESETS[name]
    players = rng.choice([n for n in ruleset.seats if 3 <= n <= 6])
    seats = tuple(range(players))
    options = {"printed_cards": rng.random() < 0.5} if isinstance(ruleset, WagerGame) else {}
    settings = TableSettings(name, tuple(options.items()), buzzers=6)
    table = Table(settings, WhoDeals(), buzzers=seats, names=seats)
    if rng.random() < 0.9:
        game = ruleset.start(Setup(players), options)
        if ruleset.deck(game) and rng.random() < 0.6:
            game = ruleset.start(Setup(players, hands=(2,) * players), {})
        table = replace(table, stage=Turns(match=Match(game)))
    return People(table, now=1000 * MS)


def cards(game: State) -> int:
    return sum(game.hands) + sum(game.heaps) + game.removed + game.stock


def signal(people: People, rng: random.Random) -> Signal:
    """Return an act of people or the world; likely acts come more often."""
    table, now = people.table, people.now
    kind = rng.random()
    if table.paused is not None and kind < 0.3:
        return Wished(Wish.GO_ON, now)
    if kind < 0.45:
        return Edge(rng.randrange(6), rng.random() < 0.5, now - rng.choice((0, 0, 5 * MS)))
    if kind < 0.7 and table.stage.match is not None:
        legal = list(islice(table.ruleset.legal_actions(table.game), 80))
        # counts are many, and many end the game
        wrong = tuple(kind for kind in PROCEDURES if rng.random() < 0.03)
        likely = [
            action
            for action in legal
            if not isinstance(action, PROCEDURES) or isinstance(action, wrong)
        ]
        if likely:
            wanted = rng.choice(sorted({type(action).__name__ for action in likely}))
            return Chosen(
                rng.choice([action for action in likely if type(action).__name__ == wanted]), now
            )
    if kind < 0.8:
        ranks = [rng.choice(list(Rank)) for _ in range(rng.randrange(4))]
        ask = rng.choice((None, None, "glare"))
        return CardsSeen(table.request, reading_of(ranks, ask), now)
    if kind < 0.86 and isinstance(table.inner, Verifying):
        older = replace(FACT.code, percent=float(rng.randrange(101)))
        card = rng.choice((None, FACT.code, older, replace(older, id="another")))
        return CodeSeen(table.request, card, now)
    if kind < 0.86:
        return QuestionDrawn(table.request, FACT, now)
    if kind < 0.93:
        return Wished(rng.choice(list(Wish)), now)
    if kind < 0.945:
        told_of = Told(rng.choice(list(Task)), (told("one"),), rng.random() < 0.5, now)
        return rng.choice((RowTouched(rng.randrange(12), now), LetterTyped("A", now), told_of))
    driver = "screen" if kind > 0.99 else rng.choice(("camera", "questions", "buzzers"))
    return rng.choice(
        (
            DriverLost(driver, told("gone"), now),
            DriverBack(driver, now),
            EdgesLost(now - rng.randrange(200 * MS), now),
            Resumed(now),
            Tick(now),
        )
    )


def fits(table: Table, total: int) -> None:
    """No card is lost, and the stage is one for where the game stands."""
    game = table.game
    assert cards(game) == total
    assert min(game.hands) >= 0
    if isinstance(table.inner, Over):
        assert game.phase is Phase.OVER
    if isinstance(table.inner, Turns) and table.paused is None:
        assert game.phase not in (Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER)


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
def test_no_signals_lose_a_card_or_break_the_table_and_a_replay_is_the_same(name: str) -> None:
    stages: set[type] = set()
    for seed in range(SEEDS):
        if seed >= ENOUGH and stages >= SEEN:
            break
        rng = random.Random(f"{name} {seed}")
        people = table_of(name, rng)
        for _ in range(SIGNALS):
            if rng.random() < 0.6:
                people.wait(rng.choice(WAITS))
            people.send(signal(people, rng))
            view_of(people.table, people.now, ENGLISH)
            restart_effects(people.table)
            deadline(people.table, people.now)
        stages |= {type(table.inner) for _, _, table in people.handled}
        total = cards(people.first.game) if people.first.stage.match is not None else 0
        for _, _, table in people.handled:
            if table.stage.match is not None:
                total = cards(table.game) if isinstance(table.inner, Deal) else total
                fits(table, total)
        replayed = people.first
        for now, handled, after in people.handled:
            replayed, _ = step(replayed, handled, now)
            assert replayed == after
    assert stages >= SEEN

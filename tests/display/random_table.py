"""Tables at random: in the middle of any game, and what might happen to them next."""

import random
from dataclasses import replace
from itertools import islice

from at_table import People, reading_of
from said import told

from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    CardsSeen,
    Chosen,
    CodeSeen,
    DriverLost,
    Edge,
    QuestionDrawn,
    Signal,
    Wish,
    Wished,
)
from appliance.table import Table, TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns, Verifying, WhoDeals
from bluffing.actions import Action, Discard, Leave, Void
from bluffing.cards import Rank
from bluffing.game import Refused, Setup
from bluffing.options import Preset
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

SECRET = Question(
    "pack", "one", Kind.FACT, "How much of it?", 41.625, "the almanac", "1987", "N.B."
)
WAITS = (0, MS, 30 * MS, 90 * MS, 300 * MS, 720 * MS, 1600 * MS, 2600 * MS, 9000 * MS)


def dealt(name: str, rng: random.Random) -> People:
    """A table of this game, often near its end, under house options of all kinds."""
    ruleset = RULESETS[name]
    preset = rng.choice(ruleset.presets)
    players = rng.choice([n for n in ruleset.seats if n <= 6 and starts(name, n, preset)])
    seats = tuple(range(players))
    chosen = preset.options
    if isinstance(ruleset, WagerGame):
        chosen = (*chosen, ("printed_cards", rng.random() < 0.5))
    settings = TableSettings(name, chosen, buzzers=6)
    table = Table(settings, WhoDeals(), buzzers=seats, names=seats)
    if rng.random() < 0.9 and players > 2:
        options = dict(chosen)
        game = ruleset.start(Setup(players), options)
        if ruleset.deck(game) and rng.random() < 0.7:
            game = ruleset.start(Setup(players, hands=(2,) * players), options)
        table = replace(table, stage=Turns(match=Match(game)))
    return People(table, now=1000 * MS)


def starts(name: str, players: int, preset: Preset) -> bool:
    """Return True if so many may play it by that preset."""
    try:
        RULESETS[name].start(Setup(players), dict(preset.options))
    except Refused:
        return False
    return True


def likely(people: People, rng: random.Random) -> Action | None:
    """A legal action, each kind as often as the others, and rarely the end of the game."""
    table = people.table
    if table.stage.match is None:
        return None
    legal = list(islice(table.ruleset.legal_actions(table.game), 60))
    ends = (Void, Discard, Leave)
    legal = [action for action in legal if not isinstance(action, ends) or rng.random() < 0.03]
    kinds = sorted({type(action).__name__ for action in legal})
    if not kinds:
        return None
    kind = rng.choice(kinds)
    chosen: Action = rng.choice([action for action in legal if type(action).__name__ == kind])
    return chosen


def signal(people: People, rng: random.Random) -> Signal:
    """Return what might come in now."""
    table, now, kind = people.table, people.now, rng.random()
    if table.paused is not None and kind < 0.2:
        return Wished(Wish.GO_ON, now)
    if kind < 0.5:
        return Edge(rng.randrange(6), rng.random() < 0.5, now)
    action = likely(people, rng) if kind < 0.75 else None
    if action is not None:
        return Chosen(action, now)
    if kind < 0.85:
        ranks = [rng.choice(list(Rank)) for _ in range(rng.randrange(4))]
        return CardsSeen(table.request, reading_of(ranks, rng.choice((None, "glare"))), now)
    if kind < 0.9 and isinstance(table.inner, Verifying):
        older = replace(SECRET.code, percent=float(rng.randrange(101)))
        card = rng.choice((None, SECRET.code, older, replace(older, id="another")))
        return CodeSeen(table.request, card, now)
    if kind < 0.9:
        return QuestionDrawn(table.request, SECRET, now)
    if kind < 0.97:
        return Wished(rng.choice(list(Wish)), now)
    return DriverLost("camera", told("gone"), now)

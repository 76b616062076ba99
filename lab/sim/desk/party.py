"""The players at the desk: the person, and the requested number and kind of bots."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

from appliance.display.layout import MOST_SEATS, Layout, Places, plan
from appliance.errors import ConfigError
from appliance.questions.pack import ENGLISH, kinds_of, questions_of
from appliance.runtime.journal import Journal
from appliance.table.facts import TableSettings
from bluffing.message import message
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called
from bluffing.study.personas import EASY, PERSONAS
from lab.sim.desk.outside import around
from lab.sim.invitation import LIVE_SETTLE_MS, SimulatedGame, how_many
from lab.sim.people.characters import CALM, STRONG, Policy
from lab.sim.people.players import Players

LEVELS = {"cautious": 0.15, "normal": 0.45, "bold": 0.85}
"""Names for a bot's boldness, usable instead of a number."""

LEARNED = "strong"
"""Name for bots that play as they have learned to."""

BOTS = {
    **{name: replace(STRONG, persona=persona) for name, persona in PERSONAS.items()},
    "easy": replace(STRONG, persona=EASY),
    LEARNED: STRONG,
}
"""Bots by name, usable instead of their number: characters, one for beginners, and a strong one."""

ALL_EVENING = 10_000
"""Number of games after which bots would go home."""


@dataclass(frozen=True, slots=True)
class Party:
    """The requested party. `mine` are the person's buzzers, 0 and up; `speed` is one of SPEEDS.

    `bold` is the boldness of bots, 0 to 1; with None they play as they have learned to. The first
    bots are those of `bots`, names of BOTS, instead.

    `layout` is the picture's first layout; a `quiet` desk makes no sound until the person switches
    it on. `deck` is a kind of deck (sim.photo.faces), `language` the table's first language.
    """

    seed: int
    ruleset: str
    options: tuple[tuple[str, Value], ...]
    buzzers: int
    mine: frozenset[int]
    bold: float | None
    journal: Path | None = None
    speed: float = 1.0
    layout: Layout = "tv"
    quiet: bool = False
    deck: str = "any"
    language: str = "en"
    bots: tuple[str, ...] = ()

    def characters(self) -> dict[int, str]:
        """Return the names of the bots that have one, by buzzer, 0 and up."""
        bots = (buzzer for buzzer in range(self.buzzers) if buzzer not in self.mine)
        return dict(zip(bots, self.bots, strict=False))


def place_of_one(buzzers: int) -> int:
    """Best place of one person among others: below the table's picture, in both layouts."""
    slots = plan("tabletop", (1920, 1080), Places.all(min(buzzers, MOST_SEATS))).seats
    return next(place for place, slot in enumerate(slots) if slot.turn == 0)


def sit_down(party: Party) -> tuple[Players, Journal]:
    """Return the people and the table.

    Raises: ConfigError: there is no such ruleset, or it does not allow this number of players or
    these options. JournalError: the journal can't be read or written.
    """
    called = game_called(party.ruleset)
    if called is None:
        known = ", ".join((*RULESETS, *NAMED_GAMES))
        raise ConfigError(message("sim.no-ruleset", name=party.ruleset, known=known))
    rules, preset = called
    party = replace(party, options=tuple({**dict(preset.options), **dict(party.options)}.items()))
    asked = SimulatedGame(party.seed, rules.name, party.buzzers, party.options)
    how_many(asked, rules, party.buzzers)
    settings = TableSettings(
        rules.name,
        party.options,
        party.buzzers,
        settle_ms=LIVE_SETTLE_MS,
        kinds=kinds_of(questions_of(ENGLISH)),
        outside=around(party.layout, party.language),
    )
    rng = random.Random(f"bots/{party.seed}")
    named = party.characters()
    policies = [
        BOTS[named[buzzer]] if buzzer in named else character(party.bold, rng)
        for buzzer in range(party.buzzers)
    ]
    habits = replace(CALM, crowd=0.25, by_hold=0.15, edge=0.02)
    people = Players(party.seed, policies, range(party.buzzers), habits, ALL_EVENING)
    journal = Journal.open(party.journal, settings)
    journal.resume()  # what is broken is mended before it is looked at
    return people, journal


def character(bold: float | None, rng: random.Random) -> Policy:
    """Return a bot of about that boldness, 0 to 1: how much it lies, doubts and wagers.

    With None the bot plays as it has learned to.
    """
    if bold is None:
        return STRONG
    nerve = min(max(rng.gauss(bold, 0.12), 0.0), 1.0)
    return Policy(
        pads=0.05 + 0.5 * nerve,
        bluffs=0.1 + 0.7 * nerve,
        doubts=0.01 + 0.05 * nerve,
        last=0.1 + 0.3 * nerve,
        forces=0.2 + 0.4 * nerve,
        courage=0.15 + 0.5 * nerve,
        vague=6 + 14 * rng.random(),
    )

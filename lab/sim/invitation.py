"""Invitations: a simulated game, its people by its seed, and the empty table for them."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from appliance.box.mat.lanes import LANES
from appliance.errors import ConfigError
from appliance.questions.pack import ENGLISH, kinds_of, questions_of
from appliance.record.entry import EntryKind
from appliance.runtime.journal import Journal, Step
from appliance.table import TableSettings
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset, Refused, Setup
from bluffing.house import players
from bluffing.message import message
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.wiring import PLACES_TO_SIT

SETTLE_MS, LIVE_SETTLE_MS = 30, 80
"""Maximum delay of an edge in milliseconds; a frame in a window may delay it longer."""


MIXED = "mixed"
"""Name that lets the seed choose the ruleset."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """Settings of one simulated game; they determine everything about it.

    `journal` is the file that keeps it; without one it is `kept` in memory, and replayed at its end
    to check that every bit is the same, or not at all. `deck` is a kind of deck (photo.faces).
    Questions are in `language`. A `scale` lies below the reveal box, and a mat with `lanes` in it.
    """

    seed: int
    ruleset: str = MIXED
    players: int | None = None
    options: tuple[tuple[str, Value], ...] = ()
    journal: Path | None = None
    kept: bool = False
    deck: str = "any"
    language: str = "en"
    scale: bool = False
    lanes: bool = False


def invite(game: SimulatedGame, settle_ms: int = SETTLE_MS) -> tuple[Players, Journal]:
    """Return the people and the empty (or resumed) table for `game`.

    Raises: ConfigError: there is no such ruleset, or it does not allow this number of players or
    these options. JournalError: the journal is broken or can't be written.
    """
    rng = random.Random(f"guests/{game.seed}")
    name = rng.choice(sorted(RULESETS)) if game.ruleset == MIXED else game.ruleset
    called = game_called(name)
    if called is None:
        known = ", ".join((*RULESETS, *NAMED_GAMES, MIXED))
        raise ConfigError(message("sim.no-ruleset", name=name, known=known))
    ruleset, preset = called
    game = replace(game, options=tuple({**dict(preset.options), **dict(game.options)}.items()))
    count = how_many(game, ruleset, rng.randint(3, 6))
    kinds = kinds_of(questions_of(ENGLISH))
    settings = TableSettings(
        ruleset.name, game.options, PLACES_TO_SIT, settle_ms=settle_ms, kinds=kinds
    )
    kind = Journal if game.journal is not None or game.kept else Forgetful
    journal = kind.open(game.journal, settings)
    table = journal.resume().table
    deals = (len(deal.data["buzzers"]) for deal in journal.of_games(EntryKind.DEALT))
    most = max([count, len(table.buzzers), *deals])
    buzzers = tuple(rng.sample(range(PLACES_TO_SIT), count))  # even if others sit there already
    if table.stage.match is not None:
        buzzers = table.buzzers
    policies = [POLICIES[rng.choice(sorted(POLICIES))] for _ in range(most)]  # one may have left
    # an evening that goes on finishes its game, or plays one more
    people = Players(game.seed, policies, buzzers, games=table.games + 1)
    people.lanes = len(LANES) if game.lanes else 0
    return people, journal


def how_many(game: SimulatedGame, ruleset: AnyRuleset, some: int) -> int:
    """Number of players: as wished, or `some` if the ruleset allows that."""
    seats = range(ruleset.seats[0], min(ruleset.seats[-1], PLACES_TO_SIT) + 1)
    count = min(max(some, seats[0]), seats[-1]) if game.players is None else game.players
    if count not in seats:
        many = players(seats)
        raise ConfigError(message("sim.players", count=count, name=ruleset.name, players=many))
    try:
        ruleset.house(dict(game.options))
        ruleset.start(Setup(count), dict(game.options))
    except SettingError as error:
        raise ConfigError(message("sim.option", why=error.why)) from error
    except Refused as error:
        raise ConfigError(message("sim.refused", count=count, why=error.why)) from error
    return count


class Forgetful(Journal):
    """A journal that writes nothing, for thousands of games without a replay."""

    def begin(self, steps: Iterable[Step]) -> None:
        """Forget `steps`."""

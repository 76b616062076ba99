"""The players at the desk, by the flags of the command."""

import argparse

from appliance.commands.rules import option_of
from appliance.errors import ConfigError
from appliance.words import Words
from bluffing.message import message
from bluffing.rulesets import RULESETS
from lab.sim.desk.clock import SPEEDS
from lab.sim.desk.party import LEARNED, LEVELS, Party, place_of_one
from lab.sim.invitation import MIXED

FOUR = 4
"""Default number of players at the desk."""


def party_of(args: argparse.Namespace, words: Words) -> Party:
    """Return the players at the desk. Raises ConfigError for flags that do not go together."""
    try:
        mine = frozenset(int(number) - 1 for number in args.you.split(",") if number)
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-you", given=args.you)) from error
    persons = len(mine) or 1
    bots = args.bots
    if bots is None:
        bots = args.players - persons if args.players is not None else max(0, FOUR - persons)
    count = persons + bots
    if bots < 0 or any(one not in range(count) for one in mine):
        raise ConfigError(
            message("command.simulate.wrong-you-of", given=args.you or "1", count=count)
        )
    if args.speed not in SPEEDS:
        speeds = ", ".join(f"{speed:g}" for speed in SPEEDS)
        raise ConfigError(message("command.simulate.wrong-speed", given=args.speed, speeds=speeds))
    return Party(
        args.seed,
        next(iter(RULESETS)) if args.ruleset in {None, MIXED} else args.ruleset,
        tuple(map(option_of, args.option)),
        count,
        mine or frozenset({place_of_one(count)}),
        _boldness(args.bold),
        args.journal,
        args.speed,
        args.layout,
        args.quiet,
        args.deck,
        words.language,
    )


def _boldness(given: str) -> float | None:
    if given == LEARNED:
        return None
    try:
        bold = LEVELS[given] if given in LEVELS else float(given)
    except ValueError:
        bold = -1.0
    if not 0 <= bold <= 1:
        levels = ", ".join((*LEVELS, LEARNED))
        raise ConfigError(message("command.simulate.wrong-bold", given=given, levels=levels))
    return bold

"""The desk by the flags of the command: its window and its players."""

import argparse
import sys
from contextlib import suppress

from appliance.commands.rules import option_of
from appliance.config import LEAST_LONG, LEAST_SHORT, Display
from appliance.display.window import Window
from appliance.errors import ConfigError, DriverError
from appliance.words import Words
from bluffing.message import message
from bluffing.rulesets import RULESETS
from lab.sim.desk.clock import SPEEDS
from lab.sim.desk.loop import size_here
from lab.sim.desk.party import BOTS, LEARNED, LEVELS, Party, place_of_one
from lab.sim.desk.places import SMALLEST_DESK
from lab.sim.invitation import MIXED
from lab.sim.live import has_screen

LARGEST = 7680
"""Maximum width and height of a window, in pixels."""


def _display(args: argparse.Namespace, size: tuple[int, int]) -> Display:
    """Return the requested window, or a desk of `size` by default."""
    if args.size is None:
        if args.watch:
            return Display(layout=args.layout)
        return Display(*size, args.layout)
    try:
        width, height = map(int, args.size.lower().split("x"))
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-size", given=args.size)) from error
    least, given = SMALLEST_DESK, (width, height)
    if args.watch:
        least, given = (LEAST_LONG, LEAST_SHORT), (max(given), min(given))
    if given[0] < least[0] or given[1] < least[1] or max(given) > LARGEST:
        too_small = message(
            "command.simulate.wrong-size-of", given=args.size, width=least[0], height=least[1]
        )
        raise ConfigError(too_small)
    return Display(width, height, args.layout)


def open_window(args: argparse.Namespace, words: Words) -> Window | None:
    """Open a window; return None if the machine has no screen or none that answers."""
    visible = has_screen()
    display = _display(args, size_here() if visible and args.size is None else SMALLEST_DESK)
    if not visible:
        return None
    window = Window(display)
    try:
        window.open()
    except DriverError as error:
        print(words("command.simulate.no-window", error=error.says), file=sys.stderr)
        return None
    return window


FOUR = 4
"""Default number of players at the desk."""


def party_of(args: argparse.Namespace, words: Words) -> Party:
    """Return the players at the desk. Raises ConfigError for flags that do not go together."""
    try:
        mine = frozenset(int(number) - 1 for number in args.you.split(",") if number)
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-you", given=args.you)) from error
    persons = len(mine) or 1
    bots, names = _bots(args.bots)
    if bots is None:
        bots = args.players - persons if args.players is not None else max(0, FOUR - persons)
    count = persons + bots
    if bots < 0 or any(seat not in range(count) for seat in mine):
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
        names,
    )


def _bots(given: str | None) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of bots, if given, and the names of characters."""
    if given is None:
        return None, ()
    with suppress(ValueError):
        return int(given), ()
    names = tuple(given.split(","))
    if not BOTS.keys() >= {*names}:
        raise ConfigError(
            message("command.simulate.wrong-bots", given=given, names=", ".join(BOTS))
        )
    return len(names), names


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

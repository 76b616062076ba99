"""The window of the command, set up by its flags."""

import argparse
import sys

from appliance.config import LEAST_LONG, LEAST_SHORT, Display
from appliance.display.window import Window
from appliance.errors import ConfigError, DriverError
from appliance.words import Words
from bluffing.message import message
from lab.sim.desk.loop import size_here
from lab.sim.desk.places import SMALLEST_DESK
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
    seen = has_screen()
    display = _display(args, size_here() if seen and args.size is None else SMALLEST_DESK)
    if not seen:
        return None
    window = Window(display)
    try:
        window.open()
    except DriverError as error:
        print(words("command.simulate.no-window", error=error.says), file=sys.stderr)
        return None
    return window

"""`doubtit run`: the table itself, as the service starts it."""

import argparse
from pathlib import Path

from appliance.drivers import DriverNames
from appliance.errors import LoadError
from appliance.service.appliance import play
from appliance.service.fault import show_fault
from appliance.service.settled import Wishes
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--buzzers", choices=DriverNames("buzzers"), metavar="DRIVER")
    parser.add_argument("--screen", metavar="NAME")
    parser.add_argument("--no-display", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Play until people leave or the service is stopped; a fault that ends it is shown first."""
    window = not args.no_display
    wishes = Wishes(args.config, args.journal, args.buzzers, args.screen, window=window)
    try:
        return play(wishes, words)
    except LoadError:
        raise  # the command line shows it, with as much of the program as can be loaded
    except Exception as error:
        show_fault(error, words)
        raise

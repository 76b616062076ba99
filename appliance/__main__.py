"""The command line, and the only place that wires everything together."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from appliance.errors import DoubtItError

COMMANDS = {
    "run": "the table itself: buzzers, camera, display, as the service starts it",
    "check": "a self-test: what is wrong with the hardware, and how to put it right",
    "keys": "which key of which USB device is which buzzer, learned by pressing them",
    "hub": "the serial seat hub's firmware: which one is on the board, and putting it there",
    "calibrate": "where the reveal box is: print its mat, measure it, check it",
    "read": "which cards a photograph shows",
    "verdict": "whether a claim such as 3x7 is true of a photograph",
    "enrol": "let the card reader know a deck with odd letters, signs or jokers",
    "check-deck": "which cards of a deck are missing or double",
    "simulate": "an evening on a simulated table, no hardware needed",
    "rules": "how each game is played, with its house options",
    "scenario": "check the rules against stories in TOML files",
    "replay": "play an evening's journal again, bit for bit",
}
"""Each command is one module of appliance.commands with `add_arguments` and `execute`; a dash in
its name is an underscore there."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `doubtit`; gives the exit code."""
    parser = argparse.ArgumentParser(
        prog="doubtit", description="A referee for bluffing card games of the I Doubt It family."
    )
    parser.add_argument(
        "--version", action="version", version=f"Doubt It! table {version('doubt-it-table')}"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    words = list(sys.argv[1:] if argv is None else argv)
    for name, says in COMMANDS.items():
        child = commands.add_parser(name, help=says, description=says)
        if name in words[:1]:
            module = import_module(f"appliance.commands.{name.replace('-', '_')}")
            module.add_arguments(child)
            child.set_defaults(execute=module.execute)
    args = parser.parse_args(words)
    try:
        code: int = args.execute(args)
    except DoubtItError as error:
        print(f"doubtit: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("doubtit: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "DOUBTIT_TRACE" in os.environ:
            raise
        print(
            f"doubtit: a fault of its own ({error!r}): please report it, with what "
            "DOUBTIT_TRACE=1 prints and the journal",
            file=sys.stderr,
        )
        return 70
    return code


if __name__ == "__main__":
    sys.exit(main())

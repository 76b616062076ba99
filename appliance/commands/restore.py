"""`doubtit restore FILE`: what a backup holds, in the place of what is there."""

import argparse
from pathlib import Path

from appliance.service.restoring import restore
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Check all of it, and restore it; the settings only where they are named."""
    done = restore(args.file, args.config, args.journal)
    for what in done.told:
        print(words.line(what))
    print(words("command.restore.done", path=str(args.file), version=done.version))
    if done.aside is not None:
        print(words("command.restore.aside", aside=str(done.aside)))
    return 0

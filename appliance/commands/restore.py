"""`doubtit restore FILE`: restore a backup; replaced files are kept."""

import argparse
from pathlib import Path

from appliance.service.restoring import restore
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Check the whole backup, and restore it; the settings only if their file is named."""
    done = restore(args.file, args.config, args.journal)
    for news in done.messages:
        print(words.line(news))
    print(words("command.restore.done", path=str(args.file), version=done.version))
    if done.aside is not None:
        print(words("command.restore.aside", aside=str(done.aside)))
    return 0

"""`doubtit restore FILE`: what a backup holds, in the place of what is there."""

import argparse
from pathlib import Path

from appliance.service.archive import unpack
from appliance.service.backup import BACKUP, restore, restored_places
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Check all of it, and restore it; the settings only where they are named."""
    archive = unpack(args.file, BACKUP)
    aside = restore(archive, restored_places(archive, args.config, args.journal))
    print(words("command.restore.done", path=str(args.file), version=archive.version))
    if aside.exists():
        print(words("command.restore.aside", aside=str(aside)))
    return 0

"""`doubtit backup FILE`: settings, decks, calibration, packs and evenings in one file."""

import argparse
from pathlib import Path

from appliance.kept import in_force
from appliance.service.archive import pack
from appliance.service.backup import backup_of, left_out
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Write it, and say what settings name and it leaves out; the table may be running."""
    start = in_force(args.config, args.journal)
    archive = backup_of(start)
    pack(args.file, archive)
    print(words("command.backup.done", path=str(args.file), n=len(archive.files)))
    for path in left_out(start):
        print(words("command.backup.left-out", path=str(path)))
    return 0

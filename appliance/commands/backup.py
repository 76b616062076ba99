"""`doubtit backup FILE`: settings, decks, calibration, packs and evenings in one file."""

import argparse
from importlib.metadata import version
from pathlib import Path

from appliance.service.archive import new_file, pack
from appliance.service.backup import BACKUP, backup_of, own_files
from appliance.service.rights import at_table
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Write the backup, and report named files that it leaves out; the table may be running."""
    ours = version("doubt-it-table")
    with new_file(args.file) as new, at_table(args.config, args.journal) as start:
        files = own_files(start)
        count = pack(new, BACKUP, ours, backup_of(start, files))
    print(words("command.backup.done", path=str(args.file), n=count))
    for path in files.left_out:
        print(words("command.backup.left-out", path=str(path)))
    return 0

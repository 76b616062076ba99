"""`doubtit replay FILE`: an evening again from its journal, checked bit for bit."""

import argparse
from contextlib import closing
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.display.view_of import view_of
from appliance.runtime.journal import Journal, digest
from appliance.table import Table
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--quiet", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Tell the evening's headlines as they came; fails at the first row that differs."""
    with closing(Journal.read(args.file)) as journal:
        table, rows, began, headline = Table(journal.settings), 0, None, ""
        for entry, after in journal.replay():
            table, rows = after, entry.number
            began = entry.now if began is None else began
            view = view_of(table, entry.now, words)
            if view.headline != headline and not args.quiet:
                headline = view.headline
                told = {"headline": headline, "detail": view.detail}
                after_s = (entry.now - began) / SECOND
                print(words("command.replay.row", after_s=after_s, **told))
    if not journal.bookmarked:
        print(words("command.replay.no-bookmark"))
    counts = {"steps": rows, "games": table.games}
    print(words("command.replay.told", file=str(args.file), digest=digest(table).hex(), **counts))
    return 0

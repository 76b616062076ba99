"""`doubtit report`: write a report for a helper, in one file."""

import argparse
import os
import time
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from appliance.errors import ArchiveError, JournalError
from appliance.kept import InForce
from appliance.owner import as_owner
from appliance.selftest.observe import LOOKS, look
from appliance.selftest.observe.room import Room
from appliance.selftest.report import Found, as_json
from appliance.service.archive import new_file, pack
from appliance.service.backup import nobody_plays
from appliance.service.clock import TableClock
from appliance.service.equip import equipment, hardware_of
from appliance.service.rights import at_table
from appliance.service.support import PACKAGE, REPORT, names_in, report_of, texts_of
from appliance.words import Words

UNDISTURBING = ("permissions", "disk", "supply", "machine", "reader")
"""The parts of the self-test that need nothing which a running table has in its hands."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")
    parser.add_argument("--with-names", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Write it; the table may be running, and is not disturbed."""
    ours = version(PACKAGE)
    path = args.file or Path(time.strftime("doubtit-report-%Y%m%d-%H%M%S.zip"))
    with new_file(path) as new:
        with at_table(args.config, args.journal) as start:
            names = names_in(start, words, said=args.with_names)
        checked = as_json(_findings(start, words), words)
        texts = texts_of(start, names, checked, map(words.line, start.wrong))
        journal = Path(start.config.journal)
        with as_owner(journal.parent):
            pack(new, REPORT, ours, report_of(texts, journal, names))
    print(words("command.report.done", path=str(path)))
    print(words("command.report.names" if names.said else "command.report.no-names"))
    return 0


def _findings(start: InForce, words: Words) -> list[Found]:
    """Run the self-test without questions and return its findings."""
    journal = Path(start.config.journal)
    with ExitStack() as stack:
        try:
            with as_owner(journal.parent):
                stack.enter_context(nobody_plays(journal))
            parts, config = tuple(LOOKS), equipment(start).config
        except (ArchiveError, JournalError, OSError):
            parts, config = UNDISTURBING, start.config
        clock = TableClock()
        room = Room(
            config=config,
            hardware=hardware_of(config, clock),
            clock=clock,
            pause=time.sleep,
            env=dict(os.environ),
            words=words,
        )
        return [(part, finding) for part in parts for finding in look(part, room)]

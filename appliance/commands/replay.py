"""`doubtit replay FILE`: replay an evening from its journal, checked bit for bit.

With --window it plays in a window, with speed, seek and a timeline of the doubts. A file of games
in the notation (docs/notation.md) is replayed by the rules.
"""

import argparse
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

from appliance.commands.telling import tell_games, told_evening
from appliance.config import Display
from appliance.core.signals import SECOND
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.errors import ConfigError
from appliance.owner import as_owner, drop
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.service.playback import PACES, Playback, Recording, play_again
from appliance.table import Table
from appliance.words import Words
from bluffing.message import message

GAMES = ".games"
"""Suffix of files with games in the notation."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Print the evening's headlines in order, and fail at the first row that differs.

    For games in the notation print the result of each, and for an evening in another format its
    story.
    """
    if args.file.suffix == GAMES:
        tell_games(args.file, words, quiet=args.quiet)
        return 0
    if not args.window:
        drop(args.file.parent)
    with as_owner(args.file.parent), KeptEvening.open(args.file) as evening:
        if evening.note is not None:  # of another format
            told_evening(evening, (lambda _: None) if args.quiet else print, words)
            print(words.say(evening.note), file=sys.stderr)
            return 0
    if args.window:
        _play(args.file, args.speed, words)
        return 0
    with closing(Journal.read(args.file)) as journal:
        table, rows, began, headline = Table(journal.settings), 0, None, ""
        for entry, after in journal.replay():
            table, rows = after, entry.number
            began = entry.now if began is None else began
            view = view_of(table, entry.now, words)
            if view.headline != headline and not args.quiet:
                headline = view.headline
                line = {"headline": headline, "detail": view.detail}
                after_s = (entry.now - began) / SECOND
                print(words("command.replay.row", after_s=after_s, **line))
    if not journal.bookmarked:
        print(words("command.replay.no-bookmark"))
    counts = {"steps": rows, "games": table.games}
    print(words("command.replay.told", file=str(args.file), digest=digest(table).hex(), **counts))
    return 0


def _play(path: Path, speed: float, words: Words) -> None:
    """Play the evening again in a window, until that is closed.

    Raises:
        ConfigError: there is no such speed.
        DriverError: there is no screen.
    """
    if speed not in PACES:
        paces = ", ".join(f"{pace:g}" for pace in PACES)
        raise ConfigError(message("command.simulate.wrong-speed", given=speed, speeds=paces))
    with ExitStack() as stack:
        with as_owner(path.parent):
            recording = Recording(stack.enter_context(closing(Journal.read(path))))
        window = Window(Display())
        window.open()
        stack.enter_context(closing(window))
        play_again(window, Playback(recording, time.monotonic_ns(), speed), words)

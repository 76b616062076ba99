"""`doubtit replay FILE`: an evening again from its journal, checked bit for bit.

A file of games in the notation (docs/notation.md) is played again by the rules.
"""

import argparse
from contextlib import closing
from pathlib import Path

from appliance.bounded_files import read_text
from appliance.core.signals import SECOND
from appliance.display.view_of import view_of
from appliance.errors import NotationError, UnfitFileError
from appliance.message import Message, message
from appliance.rules.notation.read import read
from appliance.rules.notation.record import Record, result
from appliance.runtime.journal import Journal, digest
from appliance.table import Table
from appliance.words import Words

GAMES = ".games"
"""What files of games in the notation are called."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--quiet", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Tell the evening's headlines as they came; fails at the first row that differs.

    Of games in the notation tell how each ended.
    """
    if args.file.suffix == GAMES:
        _tell_games(args.file, words, quiet=args.quiet)
        return 0
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


def _tell_games(path: Path, words: Words, *, quiet: bool) -> None:
    """Play the games of a text again, and tell how each ended."""
    try:
        records = read(read_text(path))
    except UnfitFileError as error:
        raise NotationError(
            message("notation.cannot-read", path=str(path), error=error.why)
        ) from error
    except NotationError as error:
        raise NotationError(
            message("notation.in-file", path=str(path), error=error.seen)
        ) from error
    if not quiet:
        for number, record in enumerate(records, 1):
            print(words.say(_game(number, record)))
    moves = sum(len(record.lines) for record in records)
    print(words("command.replay.games", file=str(path), games=len(records), moves=moves))


def _game(number: int, record: Record) -> Message:
    *_, last = record.states()
    return message(
        "command.replay.game",
        number=number,
        title=record.game.title,
        seats=record.setup.players,
        moves=len(record.lines),
        result=result(last),
    )

"""`doubtit statistics`: count claims, lies and doubts by name and game."""

import argparse
import csv
import datetime as dt
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from appliance.errors import StatisticsError
from appliance.kept import InForce
from appliance.service.erasing import erase
from appliance.service.past import evenings_of
from appliance.service.rights import at_table, leave_root
from appliance.statistics.gather import gather
from appliance.statistics.store import STATISTICS, Counted, Store
from appliance.statistics.tally import Tally, by_name, liars
from appliance.text import key
from appliance.words import Words
from bluffing.message import Message, message
from bluffing.rulesets import ruleset_named

HEADINGS = ("claims", "lies", "caught", "right", "wrong", "slap", "innocent", "won")
"""Shown counts of a name; the catalogue has a heading for each."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.description = words("command.statistics.about")
    parser.add_argument("action", nargs="?", choices=tuple(_ACTIONS), default="show")
    parser.add_argument("what", nargs="?", metavar="FILE|NAME")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("--game", metavar="GAME")
    parser.add_argument("--new", action="store_true")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true")
    form.add_argument("--json", action="store_true")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Show, recount, export, merge or erase."""
    if args.action != "erase":  # from the settings file too, which may be root's
        leave_root(args.config, args.journal)
    with at_table(args.config, args.journal) as start:
        pass
    return _ACTIONS[args.action](args, start, words)


def _store_path(start: InForce) -> Path:
    return Path(start.config.journal).with_name(STATISTICS)


def _selected_rows(args: argparse.Namespace, start: InForce) -> list[Counted]:
    """Return the kept counts of the wanted name and game."""
    game = args.game
    if game is not None:
        ruleset = ruleset_named(game)
        game = game if ruleset is None else ruleset.name
    name = None if args.name is None else key(args.name)
    with Store.open(_store_path(start)) as store:
        return [
            row
            for row in store.rows()
            if name in (None, key(row.name)) and game in (None, row.ruleset)
        ]


def _show(args: argparse.Namespace, start: InForce, words: Words) -> int:
    if args.csv or args.json:
        return _export(args, start, words)
    rows = _selected_rows(args, start)
    tallies = by_name((row.name, row.tally) for row in rows)
    if not tallies:
        print(words("command.statistics.nothing"))
        return 0
    lines = [("", *(words(f"command.statistics.column.{heading}") for heading in HEADINGS))]
    lines += [(name, *_cells(tally, words)) for name, tally in tallies.items()]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for name, *cells in lines:
        ends = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        print("  ".join((name.ljust(widths[0]), *ends)).rstrip())
    games = len({(row.evening, row.number) for row in rows})
    print(words("command.statistics.games", n=games))
    if args.name is None and (worst := liars(tallies)):
        print(words("statistics.liar", names=" + ".join(worst), lies=tallies[worst[0]].lies))
    return 0


def _cells(tally: Tally, words: Words) -> Iterable[str]:
    """Yield the cells of a row."""
    for heading in HEADINGS:
        if heading == "slap":
            slap = tally.slap_us
            yield "-" if slap is None else words("command.statistics.ms", ms=slap / 1000)
        else:
            yield str(getattr(tally, heading))


def _rebuild(args: argparse.Namespace, start: InForce, words: Words) -> int:
    journal = Path(start.config.journal)
    paths = [Path(args.what)] if args.what is not None else evenings_of(journal)[::-1]

    def tell(what: Message) -> None:
        print(words("command.statistics.not-counted", why=what), file=sys.stderr)

    def progress(done: int, every: int) -> None:
        if sys.stderr.isatty() and every > 1:
            line = words("command.statistics.progress", done=done, all=every)
            print(f"\r{line}", end="\n" * (done == every), file=sys.stderr, flush=True)

    with Store.open(_store_path(start), write=True) as store:
        done = gather(store, paths, tell, new=args.new, progress=progress)
    print(words("command.statistics.rebuilt", n=done.evenings, games=done.games))
    return 0


def _export(args: argparse.Namespace, start: InForce, _: Words) -> int:
    rows = [_plain(row) for row in _selected_rows(args, start)]
    if args.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return 0
    table = csv.writer(sys.stdout)
    head = ("evening", "number", "began", "game", "seat", "name", *asdict(Tally()))
    table.writerow(head)
    table.writerows(row.values() for row in rows)
    return 0


def _plain(row: Counted) -> dict[str, object]:
    """Return a row for other programs: `began` in ISO 8601 (None if unknown), seats from 1."""
    began = dt.datetime.fromtimestamp(row.began, dt.UTC).isoformat() if row.began else None
    return {
        "evening": row.evening,
        "number": row.number,
        "began": began,
        "game": row.ruleset,
        "seat": row.seat + 1,
        "name": row.name,
        **asdict(row.tally),
    }


def _merge(args: argparse.Namespace, start: InForce, words: Words) -> int:
    path = Path(_subject(args))
    with Store.open(path) as source, Store.open(_store_path(start), write=True) as store:
        added = store.merge(source)
    print(words("command.statistics.merged", n=added, path=str(path)))
    return 0


def _erase(args: argparse.Namespace, start: InForce, words: Words) -> int:
    name = _subject(args)
    done = erase(name, start, lambda place: words("statistics.erased", number=place + 1))
    for news in done.messages:
        print(words.say(news), file=sys.stderr)
    for path in done.removed:
        print(words("command.statistics.removed", path=str(path)))
    if done.left:
        left = ", ".join(map(str, done.left))
        raise StatisticsError.of("statistics.left", name=name, path=left)
    files = len(done.changed) + len(done.removed)
    print(words("command.statistics.erased", n=files, name=name))
    return 0


def _subject(args: argparse.Namespace) -> str:
    """Return the file or the name of the action. Raises StatisticsError if it is missing."""
    if not (args.what or "").strip():
        raise StatisticsError(message(f"command.statistics.{args.action}.what"))
    subject: str = args.what
    return subject


_ACTIONS: dict[str, Callable[[argparse.Namespace, InForce, Words], int]] = {
    "show": _show,
    "rebuild": _rebuild,
    "export": _export,
    "merge": _merge,
    "erase": _erase,
}

"""`doubtit evenings`: list the kept evenings; print the story, steps or games of one."""

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from appliance.core.signals import SECOND, QuestionDrawn
from appliance.errors import JournalError
from appliance.runtime.evening import KeptEvening
from appliance.runtime.records import records_of
from appliance.service.past import PastEvening, evenings_of, past_evening
from appliance.service.rights import at_table, leave_root
from appliance.words import Words
from bluffing.errors import NotationError
from bluffing.game import Refused
from bluffing.message import Message, message
from bluffing.notation.write import write

if TYPE_CHECKING:
    from appliance.display.chart import Course
    from appliance.service.keepsake import Keepsake

MINUTE = 60


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("evening", nargs="?", metavar="NAME")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true")
    form.add_argument("--csv", action="store_true")
    form.add_argument("--notation", action="store_true")
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--journal", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """List all evenings, the newest first; or print the story, the steps or the games of one."""
    if args.out is None:  # pictures are the caller's own
        leave_root(args.config, args.journal)
    courses: list[Course] = []
    ends: list[Keepsake] = []
    with at_table(args.config, args.journal) as start:
        journal = Path(start.config.journal)
        if args.evening is None:
            _list(journal, words)
            return 0
        path = _path_of(args.evening, journal)
        if args.notation:
            _write_games(path, words)
        elif args.csv or args.json:
            _export(path, as_csv=args.csv)
        else:
            courses, ends = _tell(path, words, ends=args.out is not None)
    if args.out is not None:
        _draw(courses, ends, path.name, args.out, words)
    return 0


def _list(journal: Path, words: Words) -> None:
    paths = evenings_of(journal)
    for path in paths:
        print(words.say(_row(past_evening(path))))
    if not paths:
        print(words("command.evenings.none", journal=str(journal)))


def _path_of(name: str, journal: Path) -> Path:
    """Return the path of a listed evening by its name, or the given path."""
    listed = {path.name: path for path in evenings_of(journal)}
    path = listed.get(name, Path(name))
    if not path.is_file():
        raise JournalError.of("command.evenings.unknown", name=name, journal=str(journal))
    return path


def _row(evening: PastEvening) -> Message:
    summary = message("command.evenings.no-game")
    if evening.games:
        summary = message("command.evenings.games", n=evening.over, games=evening.listed)
    elif evening.wrong is not None:
        summary = evening.wrong
    minutes = round(evening.played_s / MINUTE)
    about = {"name": evening.path.name, "date": str(evening.date)}
    return message("command.evenings.row", **about, minutes=minutes, n=evening.steps, told=summary)


def _tell(path: Path, words: Words, *, ends: bool) -> "tuple[list[Course], list[Keepsake]]":
    """Print the evening as a story, with a chart of each game in letters; return their courses.

    Return the `ends` of its games, too, if they are wanted and this version can replay it.
    """
    # a list of evenings draws nothing, and is there before pygame is imported
    from appliance.commands.telling import chart_lines, told_evening  # noqa: PLC0415
    from appliance.service.keepsake import ends_of  # noqa: PLC0415

    with KeptEvening.open(path) as evening:
        replays = evening.note is None
        if evening.note is not None:
            print(words.say(evening.note), file=sys.stderr)
        courses = told_evening(evening, print, words)
    for course in courses:
        print("", *chart_lines(course, words), sep="\n")
    return courses, ends_of(path, words) if ends and replays else []


def _draw(
    courses: "list[Course]", ends: "list[Keepsake]", name: str, out: Path, words: Words
) -> None:
    """Draw the chart and the end of each game of the evening called `name` in the folder `out`."""
    from appliance.display.chart import drawn_chart  # noqa: PLC0415
    from appliance.service.keepsake import save  # noqa: PLC0415 - as above

    for number, course in enumerate(courses, 1):
        save(drawn_chart(course), out / f"{name}-{number}.png", words)
    for number, end in enumerate(ends, 1):
        save(end.picture(), out / f"{name}-end-{number}.png", words)


def _write_games(path: Path, words: Words) -> None:
    """Print the games of an evening in the notation of docs/notation.md."""
    with KeptEvening.open(path) as evening:
        if evening.note is not None:
            print(words.say(evening.note), file=sys.stderr)
        try:
            print(write(records_of(evening)), end="")
        except Refused as refused:
            code = "command.evenings.other-rules"
            raise NotationError(message(code, path=str(path), why=refused.why)) from refused


def _export(path: Path, *, as_csv: bool) -> None:
    """Print each step on a line: number, seconds since the first step, kind, fields.

    The answer of the newest question is left out: a guess at it may still be open.
    """
    with KeptEvening.open(path) as evening:
        drawn = (row.number for row in evening.rows() if row.kind == QuestionDrawn.__name__)
        newest = max(drawn, default=None)
        table, first = csv.writer(sys.stdout), evening.span[1]
        if as_csv:
            table.writerow(("step", "seconds", "signal", "fields"))
        for row in evening.rows():
            seconds = (row.now - first) / SECOND
            fields = _without_answer(row.fields) if row.number == newest else row.fields
            if as_csv:
                table.writerow((row.number, f"{seconds:.3f}", row.kind, json.dumps(fields)))
            else:
                values = {"step": row.number, "seconds": seconds, "signal": row.kind}
                print(json.dumps({**values, "fields": fields}, ensure_ascii=False))


def _without_answer(fields: object) -> object:
    """Return the fields of a QuestionDrawn up to the question's text; the answer follows it."""
    match fields:
        case [request, {"Question": [pack, id_, kind, text, *_]}, at]:
            return [request, {"Question": [pack, id_, kind, text]}, at]
    return []  # another version wrote it

"""`doubtit questions`: check, list and convert packs for their authors, and print cards.

The exit code is 0, or that of QuestionError if `check` reports a fault.
"""

import argparse
import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path

from appliance.errors import QuestionError
from appliance.questions.check import spread_of, warnings
from appliance.questions.drawer import key_of
from appliance.questions.memory import NAME, Memory
from appliance.questions.pack import PACKS, Contents, contents, read_pack, refuse_unreadable
from appliance.questions.sheet import PackSheet, csv_of, pack_text, sheet_of, title_of
from appliance.questions.shelf import FOLDER
from appliance.service.clock import today_here
from appliance.service.printing import (
    CARDS,
    line_of,
    packs_named,
    print_cards,
    read_cards,
    write_file,
)
from appliance.service.rights import at_table
from appliance.words import Words
from bluffing.message import message

MOST_FAULTS = 50
"""Maximum number of faults of sheets that `import` prints in a row; it counts the rest."""

MOST_DAYS = 36_525
"""Days of a century: `list` looks no further ahead."""

LONGEST_BAR = 40
"""Columns of the longest bar of `stats`."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.description = words("command.questions.about")
    parser.add_argument("action", choices=tuple(_ACTIONS), metavar="ACTION")
    parser.add_argument("packs", nargs="*", metavar="PACK")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--flagged", action="store_true")
    parser.add_argument("--expired", action="store_true")
    parser.add_argument("--stale-within", type=int, metavar="DAYS")
    parser.add_argument("--answers", action="store_true")
    parser.add_argument("--title", default="", metavar="TEXT")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--language", default=argparse.SUPPRESS, metavar="CODE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Check, list, count, import, export, print, or read a printed card."""
    code: int = _ACTIONS[args.action](args, words)
    return code


def _check(args: argparse.Namespace, words: Words) -> int:
    wrong: list[QuestionError] = []
    packs: list[Contents] = []
    for name in args.packs or PACKS:
        try:
            path = contents(name).path if name in PACKS else Path(name)
            packs.append(read_pack(path, name, wrong))
        except QuestionError as error:
            wrong.append(error)
    better = list(warnings(packs, today_here()))
    for fault in wrong:
        print(words("questions.error", what=fault.says))
    for line in better:
        print(words("questions.warning", what=line))
    count = sum(len(pack.entries) for pack in packs)
    print(words("questions.checked", n=count, errors=len(wrong), warnings=len(better)))
    return QuestionError.exit_code if wrong or better else 0


def _list(args: argparse.Namespace, words: Words) -> int:
    today = today_here()
    with at_table(args.config) as start:
        memory = Memory(Path(start.config.journal).with_name(NAME), lambda _: None)
    own_packs = [
        pack for folder in start.folders for pack in sorted((folder / FOLDER).glob("*.toml"))
    ]
    packs = (
        *packs_named(args.packs),
        *(contents(str(path)) for path in own_packs if not args.packs),
    )
    entries = [entry for pack in packs for entry in pack.entries]
    if args.stale_within is not None:
        days = {entry.where: entry.stale_from or dt.date.max for entry in entries}
        last = today + dt.timedelta(days=max(0, min(args.stale_within, MOST_DAYS)))
        entries = [entry for entry in entries if days[entry.where] <= last]
        entries.sort(key=lambda entry: days[entry.where])
    for entry in entries:
        put_aside = bool(entry.flagged) or key_of(entry.question) in memory.flagged
        if (put_aside or not args.flagged) and (entry.expired(today) or not args.expired):
            line = words.say(line_of(entry, answer=args.answers))
            print(line if args.stale_within is None else f"{entry.stale_from} {line}")
    return 0


def _stats(args: argparse.Namespace, words: Words) -> int:
    for pack in packs_named(args.packs):
        spread = spread_of(pack.entries)
        print(words("questions.pack", name=pack.name, title=pack.title, n=len(pack.entries)))
        for language, count in spread.languages.most_common():
            print(f"  {language:22} {count:4}")
        for kind, count in spread.kinds.most_common():
            print(f"  {words(f'question.{kind}'):22} {count:4}")
        for topic, count in spread.topics.most_common():
            name = words(f"menu.value.topic.{topic}") if topic else "-"
            print(f"  {name:22} {count:4}")
        for region, count in spread.regions.most_common():
            print(f"  {region:22} {count:4}")
        for year, count in sorted(spread.years.items(), reverse=True):
            print(f"  {year:<22} {count:4}")
        for ten, count in enumerate(spread.tens):
            bar = "#" * round(LONGEST_BAR * count / max(spread.tens))
            print(f"  {10 * ten:3} - {10 * ten + (10 if ten == 9 else 9):3} % {count:4} {bar}")
    return 0


def _import(args: argparse.Namespace, words: Words) -> int:
    """All sheets are read, and each pack can be read again, before one is written."""
    if args.out is not None and len(args.packs) > 1:
        raise QuestionError(message("questions.one-out"))
    language = re.split("[_.@-]", args.language or words.language, maxsplit=1)[0].lower()
    wrong: list[QuestionError] = []
    packs: list[tuple[Path, str, PackSheet]] = []
    for path in map(Path, args.packs):
        out, title = args.out or path.with_suffix(".toml"), args.title or path.stem
        try:
            sheet = sheet_of(path, language, wrong)
            text = pack_text(title_of(path, title), language, sheet.rows)
            if not wrong:
                refuse_unreadable(text, out)
        except QuestionError as error:
            wrong.append(error)
        else:
            packs.append((out, text, sheet))
    if wrong:
        return _refuse(wrong, words)
    for out, text, sheet in packs:
        for line in sheet.doubtful:
            print(words("questions.warning", what=line))
        write_file(text.encode(), out)
        print(words("questions.imported", n=len(sheet.rows), path=str(out)))
    return 0


def _refuse(wrong: list[QuestionError], words: Words) -> int:
    """Tell all faults of sheets, a line each; return the exit code."""
    if len(wrong) == 1:
        raise wrong[0]
    for error in wrong[:MOST_FAULTS]:
        print(words("questions.error", what=error.says))
    if len(wrong) > MOST_FAULTS:
        print(words("questions.more-faults", n=len(wrong) - MOST_FAULTS))
    return QuestionError.exit_code


def _export(args: argparse.Namespace, words: Words) -> int:
    text = "".join(_without_heads(csv_of(pack) for pack in packs_named(args.packs)))
    if args.out is None:
        print(text, end="")
        return 0
    write_file(text.encode(), args.out)
    print(words("questions.exported", path=str(args.out)))
    return 0


def _without_heads(sheets: Iterator[str]) -> Iterator[str]:
    """Several sheets one below the other, with the first one's head."""
    yield next(sheets, "")
    for sheet in sheets:
        yield sheet.partition("\n")[2]


def _print(args: argparse.Namespace, words: Words) -> int:
    print_cards(args.packs, args.paper, args.out or CARDS, words)
    return 0


def _read(args: argparse.Namespace, words: Words) -> int:
    read_cards(list(map(Path, args.packs)), words)
    return 0


_ACTIONS = {
    "check": _check,
    "list": _list,
    "stats": _stats,
    "import": _import,
    "export": _export,
    "print": _print,
    "read": _read,
}

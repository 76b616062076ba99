"""The command line, and the only place that wires everything together."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from appliance.errors import DoubtItError
from appliance.words import LANGUAGES, Words, words_of

COMMANDS = (
    "run", "check", "keys", "hub", "calibrate", "read", "verdict", "enrol", "check-deck",
    "simulate", "rules", "scenario", "replay", "evenings",
)  # fmt: skip
"""Each command is one module of appliance.commands with `add_arguments` and `execute`; a dash in
its name is an underscore there. The catalogue's `command.NAME` says what it is for, and
`command.NAME.ARGUMENT` what an argument is for, unless that has a help of its own."""


JOURNAL, KEPT_FILE = "evening.journal", "kept.toml"
"""Where an evening is written and, beside it, what was changed at the table; settings may say."""


def main(argv: Sequence[str] | None = None, words: Words | None = None) -> int:
    """Run `doubtit`; gives the exit code. Without a word it says what it can do.

    `words` is the language to say everything in; None: what `argv` and its settings ask for.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    words = words or words_of(_language(given))
    with _argparse_says(words):
        args = parser_of(given, words).parse_args(given or ["--help"])
    try:
        code: int = args.execute(args, words)
    except DoubtItError as error:
        print(f"doubtit: {words.say(error.says)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"doubtit: {words('command.stopped')}", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "DOUBTIT_TRACE" in os.environ:
            raise
        print(f"doubtit: {words('command.fault', error=repr(error))}", file=sys.stderr)
        return 70
    return code


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes 30 ms."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and end."""
        version = import_module("importlib.metadata").version("doubt-it-table")
        print(f"Doubt It! table {version}")
        parser.exit()


def parser_of(given: list[str], words: Words) -> argparse.ArgumentParser:
    """The parser of the whole line. Only the command that is `given` is imported."""
    about, first = words("command"), words("command.first")
    parser = argparse.ArgumentParser(prog="doubtit", description=about, epilog=first)
    parser.add_argument("--version", action=_Version, nargs=0, help=words("command.version"))
    parser.add_argument(
        "--language", choices=LANGUAGES, metavar="CODE", help=words("command.language")
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        says = words(f"command.{name}")
        child = commands.add_parser(name, help=says, description=says)
        if name in given:
            module = import_module(f"appliance.commands.{name.replace('-', '_')}")
            module.add_arguments(child, words)
            child.set_defaults(execute=module.execute)
            for one in child._actions:  # noqa: SLF001 - argparse has no list of them for others
                one.help = one.help or words(f"command.{name}.{one.dest.replace('_', '-')}")
    return parser


def _language(given: list[str]) -> str:
    """The language that the line asks for, or the settings that it names; English at a loss.

    What is wrong with either is said later, when it is parsed for good. Settings are imported
    only where a file is named or something was changed at the table: `doubtit --help` needs none.
    """
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--language", nargs="?")
    early.add_argument("--config", nargs="?", type=Path)
    early.add_argument("--journal", nargs="?", type=Path)
    args, _ = early.parse_known_args(given)
    language, kept = args.language, (args.journal or Path(JOURNAL)).with_name(KEPT_FILE)
    if language is None and (args.config is not None or kept.exists()):
        try:
            found = import_module("appliance.kept").in_force(args.config, args.journal)
        except DoubtItError:
            return "en"
        language = found.config.language
    return language if language in LANGUAGES else "en"


@contextmanager
def _argparse_says(words: Words) -> Iterator[None]:
    """Let argparse say its own sentences in this language (`argparse.po`).

    argparse looks each of them up by two functions of gettext that it imported by name, and
    offers no other way to hand it a catalogue.
    """
    theirs = vars(argparse)
    was = theirs["_"], theirs["ngettext"]
    theirs["_"], theirs["ngettext"] = words.catalogue.gettext, words.catalogue.ngettext
    try:
        yield
    finally:
        theirs["_"], theirs["ngettext"] = was


if __name__ == "__main__":
    sys.exit(main())

"""The command line: which command is meant, and how it ends, whatever happens in it."""

import argparse
import gc
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Timer, current_thread, main_thread
from typing import Any, NoReturn

from appliance.errors import DoubtItError, LoadError, message_and_code
from appliance.package import loaded
from appliance.words import LANGUAGES, LINE_LETTERS, Words, words_of
from bluffing.message import shortened

COMMANDS = (
    "run", "check", "keys", "hub", "calibrate", "read", "verdict", "enrol", "check-deck",
    "rules", "questions", "replay", "evenings", "statistics", "report", "backup", "restore",
)  # fmt: skip
"""Commands, each a module of appliance.commands with `add_arguments` and `execute`.

A dash in a name is an underscore in the module's. The catalogue's `command.NAME` describes the
command, and `command.NAME.ARGUMENT` an argument without a help of its own.
"""

LABORATORY = ("simulate", "scenario", "screens")
"""Commands of the package doubtit-lab; without it a message names the package."""

COMMAND_PLUG_INS, WORD_PLUG_INS = "doubtit.commands", "doubtit.words"
"""Groups of entry points for other packages' commands and their sentences.

An entry of the first group has a command's name and its module, one of the second a module with the
folder of its catalogues, as in `shelf = "doubtit_shelf.commands.shelf"` and
`shelf = "doubtit_shelf.words"` with `CATALOGUES`.
"""

JOURNAL, KEPT_FILE = "evening.journal", "kept.toml"
"""Default files of the evening and of the settings that were changed at the table."""


LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the messages' language; the first that is set counts, as in POSIX (The
Open Group Base Specifications, 8.2 Internationalization Variables)."""


def run(argv: Sequence[str], words: Words | None = None) -> int:
    """Run the command of the line `argv`; return the exit code. An empty line prints the help.

    `words` is the language of all output; None: the language of `argv`, its settings or else the
    environment.
    """
    given = list(argv)
    words = words or words_for(given)
    heard, unloaded = Heard(), None
    try:
        try:
            with _argparse_says(words):
                args = parser_of(given, words).parse_args(given or ["--help"])
            if not gc.isenabled():
                gc.freeze()
                gc.enable()
            with heard.listening():
                code: int = args.execute(args, words)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        line, code = words("command.stopped"), heard.code
    except BrokenPipeError:  # the reader of the output has closed it
        line, code = "", 0
    except Exception as error:
        if "DOUBTIT_TRACE" in os.environ:
            raise
        report, code = message_and_code(error)
        line = words.line(report)
        unloaded = error if isinstance(error, LoadError) else None
        if heard.signal:
            line, code = "", heard.code
    else:
        return code
    if line:
        with suppress(OSError):
            print(f"doubtit: {line}", file=sys.stderr)
    if unloaded is not None and "NOTIFY_SOCKET" in os.environ:
        _show(unloaded, words)
    _let_go_of_output()
    return code


def _show(error: LoadError, words: Words) -> None:
    """Show the fault to people at the table, with the loadable part of the program."""
    try:
        import_module("appliance.service.fault").show_fault(error, words)
    except (Exception, SystemExit):  # noqa: BLE001 - the screen's part may be what is broken
        lines = [words.say(part) for part in (error.seen, error.todo) if part is not None]
        with suppress(Exception, SystemExit):
            import_module("appliance.display.last_screen").show(lines)


def _let_go_of_output() -> None:
    """Flush the output, and drop a broken one: Python's own flush would print a traceback."""
    for file in (sys.stdout, sys.stderr):
        try:
            file.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())


class Heard:
    """Handler of signals: SIGINT (Ctrl-C) and SIGTERM end the command.

    It raises KeyboardInterrupt in the main thread, so that all open resources are closed. A second
    signal ends the process at once. `signal` is the received signal, or 0.
    """

    def __init__(self) -> None:
        self.signal = 0
        self._again = False

    @property
    def code(self) -> int:
        """The exit code, as a shell has it."""
        return 128 + (self.signal or signal.SIGINT)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle the signals for a while; has no effect outside the main thread."""
        if current_thread() is not main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self._hear) for number in (signal.SIGINT, signal.SIGTERM)
        }
        hook, sys.unraisablehook = sys.unraisablehook, self._unraisable
        threads_hook, threading.excepthook = threading.excepthook, self._in_thread
        self._hook, self._threads_hook = hook, threads_hook
        try:
            yield
        finally:
            sys.unraisablehook, threading.excepthook = hook, threads_hook
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, _frame: object) -> None:
        if self.signal and not self._again:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        self.signal, self._again = number, False
        raise KeyboardInterrupt

    def _in_thread(self, what: threading.ExceptHookArgs) -> None:
        """Ignore an error in a library's thread while the command ends."""
        if not self.signal:
            self._threads_hook(what)

    def _unraisable(self, what: "sys.UnraisableHookArgs") -> None:
        """Raise the signal again: it came where Python can raise nothing, as in a weakref."""
        if what.exc_type is KeyboardInterrupt and self.signal:
            self._again = True
            again = Timer(0.005, os.kill, (os.getpid(), self.signal))  # here it would be lost, too
            again.daemon = True
            again.start()
        else:
            self._hook(what)


class _Version(argparse.Action):
    """Prints the version; looks it up only on request, since that takes 30 ms."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and end."""
        version = import_module("importlib.metadata").version("doubt-it-table")
        print(f"Doubt It! table {version}")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that fails if its help can't be printed, and quotes no value at length."""

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401 - argparse's own type is private
        """Print it."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Print the fault of the line, and exit."""
        super().error(shortened(message, LINE_LETTERS))


class _Command(_Parser):
    """A command's parser: options may be before, between and after its arguments."""

    _mixed = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        """Parse with options anywhere, unless a "--" ends them.

        argparse does so only for a parser that has no commands.
        """
        if self._mixed or "--" in (args or ()):  # its own two looks; Python 3.11 loses the "--"
            return super().parse_known_args(args, namespace)
        self._mixed, usage = True, self.usage
        # Python 3.11 cuts seven letters off its usage, as "usage: " has in English
        self.usage = self.format_usage().removeprefix(vars(argparse)["_"]("usage: "))
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixed, self.usage = False, usage


def parser_of(given: list[str], words: Words) -> argparse.ArgumentParser:
    """Return the parser of the whole line. Only the command that is `given` is imported.

    Raises:
        LoadError: the command is one of the laboratory, which is not installed, or can't be loaded.
    """
    modules, command = command_modules(given), command_of(given)
    if command in LABORATORY and command not in modules:
        raise LoadError.of("command.no-laboratory", command=command)
    simulate = words("command.first.simulate") if "simulate" in modules else ""
    first = words("command.first", simulate=simulate)
    parser = _Parser(prog="doubtit", description=words("command"), epilog=first)
    parser.add_argument("--version", action=_Version, nargs=0, help=words("command.version"))
    parser.add_argument(
        "--language", choices=LANGUAGES, metavar="CODE", help=words("command.language")
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Command
    )
    for name, place in modules.items():
        summary = words(f"command.{name}")
        child = commands.add_parser(name, help=summary, description=summary)
        if name in given:
            module = loaded(place)
            module.add_arguments(child, words)
            child.set_defaults(execute=module.execute)
            if "--language" not in child._option_string_actions:  # noqa: SLF001 - as below
                child.add_argument(
                    "--language",
                    choices=LANGUAGES,
                    default=argparse.SUPPRESS,
                    metavar="CODE",
                    help=words("command.language"),
                )
            for action in child._actions:  # noqa: SLF001 - argparse has no list of them for others
                action.help = action.help or words(
                    f"command.{name}.{action.dest.replace('_', '-')}"
                )
    return parser


def command_of(given: Sequence[str]) -> str:
    """Return the command that a line names, or "" without one."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--language", nargs="?")
    early.add_argument("command", nargs=argparse.REMAINDER)
    rest = early.parse_known_args(given)[0].command
    return rest[0] if rest else ""


def command_modules(given: Sequence[str] = ()) -> dict[str, str]:
    """Return the module of each command by its name: the table's own, then those of plug-ins.

    Plug-ins are searched only if `given` names no command of the table: that takes 20 ms.
    """
    modules = {name: f"appliance.commands.{name.replace('-', '_')}" for name in COMMANDS}
    if command_of(given) not in COMMANDS:
        for entry in _entry_points(COMMAND_PLUG_INS):
            modules.setdefault(entry.name, entry.module)
    return modules


def words_for(given: list[str]) -> Words:
    """Return the language of a line, with the sentences of plug-ins for their commands.

    A plug-in with an unreadable catalogue has no sentences: other commands still work.
    """
    language, folders = _language(given, os.environ), list[Path]()
    words = None
    for entry in () if command_of(given) in COMMANDS else _entry_points(WORD_PLUG_INS):
        with suppress(Exception, SystemExit):  # whatever another package does
            more = import_module(entry.module).CATALOGUES
            words = words_of(language, *folders, more)
            folders.append(more)
    return words or words_of(language)


def _entry_points(group: str) -> Any:  # noqa: ANN401 - its type needs the slow import
    return import_module("importlib.metadata").entry_points(group=group)


def _language(given: list[str], env: Mapping[str, str]) -> str:
    """Return the language of the line, else of the settings that it names, else of `env`.

    Faults of the line or its settings are reported later by the real parser. Settings are imported
    only if the line names a file or the table has changed some: `doubtit --help` needs none.
    """
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--language", nargs="?")
    early.add_argument("--config", nargs="?", type=Path)
    early.add_argument("--journal", nargs="?", type=Path)
    args, _ = early.parse_known_args(given)
    language = args.language
    if language not in LANGUAGES:
        try:
            kept = (args.journal or Path(JOURNAL)).with_name(KEPT_FILE)
            if args.config is None and not kept.exists():
                return language_of(env)
            settings = loaded("appliance.kept").in_force(args.config, args.journal)
        except (DoubtItError, OSError, ValueError):
            return language_of(env)
        if not settings.sets("language"):
            return language_of(env)
        language = settings.config.language
    return language if language in LANGUAGES else "en"


def language_of(env: Mapping[str, str]) -> str:
    """Return the language of the locale in the environment `env`; English for an unknown one.

    A service of systemd (NOTIFY_SOCKET is set) uses its settings alone: the locale of the machine
    is not that of a table.
    """
    if "NOTIFY_SOCKET" in env:
        return "en"
    locale = next(filter(None, map(env.get, LOCALE)), "")
    language = re.split("[_.@-]", locale, maxsplit=1)[0].lower()
    return language if language in LANGUAGES else "en"


@contextmanager
def _argparse_says(words: Words) -> Iterator[None]:
    """Translate argparse's own sentences into this language (`argparse.po`).

    argparse looks each of them up by two functions of gettext that it imported by name, and offers
    no other way to give it a catalogue.
    """
    theirs = vars(argparse)
    was = theirs["_"], theirs["ngettext"]
    theirs["_"], theirs["ngettext"] = words.catalogue.gettext, words.catalogue.ngettext
    try:
        yield
    finally:
        theirs["_"], theirs["ngettext"] = was

"""The command line: `doubtit-board` shows the board; its other commands are an organiser's."""

import argparse
import getpass
import signal
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from board.access import set_password
from board.demo import demo
from board.facts import BoardFacts
from board.pairings import PairingError, meetings_of, night
from board.people import PeopleError, add_season, erase, merge, seat_person, stored_of
from board.server import serve
from board.words import words_of
from venue.database import Database, StorageError
from venue.settings import BoardSettings, SettingsError, VenueSettings

DEFAULT = Path("/etc/doubtit-venue/venue.toml")


def main() -> int:
    """Carry out a command, and return its status: 2 for settings, 1 for values and a database."""
    args = argument_parser().parse_args()
    try:
        own = args.carry_out is _demo
        settings = VenueSettings() if own else VenueSettings.load(args.config)
        return int(args.carry_out(settings, args))
    except SettingsError as error:
        return _say(str(error), 2)
    except (PairingError, StorageError) as error:
        return _say(str(error), 1)
    except PeopleError as error:
        return _say(words_of("en")(error.code, **error.values), 1)


def _serve(settings: VenueSettings, _args: argparse.Namespace) -> int:
    _end_in_order()
    serve(settings)
    return 0


def _demo(_settings: VenueSettings, args: argparse.Namespace) -> int:
    _end_in_order()
    board = replace(BoardSettings(), port=args.port)
    demo(VenueSettings(board=board), lambda line: _say(line, 0))
    return 0


def _end_in_order() -> None:
    """Let a request to end close all that is open: uvicorn raises the signal again at its end."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))


def _seat(settings: VenueSettings, args: argparse.Namespace) -> int:
    with closing(Database(settings.store)) as database:
        seat_person(database, args.table, args.seat, args.name)
    return 0


def _season(settings: VenueSettings, args: argparse.Namespace) -> int:
    with closing(Database(settings.store)) as database:
        add_season(database, args.league, args.season, args.first, args.last, ruleset=args.ruleset)
    return 0


def _people(settings: VenueSettings, args: argparse.Namespace) -> int:
    with closing(Database(settings.store, read_only=True)) as database:
        for line in stored_of(database, args.name):
            sys.stdout.write(f"{line}\n")
    return 0


def _erase(settings: VenueSettings, args: argparse.Namespace) -> int:
    with closing(Database(settings.store)) as database:
        count = erase(database, args.name)
    sys.stdout.write(f"{count} entries of {args.name} erased\n")
    return 0 if count else 1


def _merge(settings: VenueSettings, args: argparse.Namespace) -> int:
    with closing(Database(settings.store)) as database:
        merge(database, args.name, args.into)
    return 0


def _pair(settings: VenueSettings, args: argparse.Namespace) -> int:
    before = meetings_of([])
    if args.league:
        with closing(Database(settings.store, read_only=True)) as database:
            before = meetings_of(BoardFacts(database).tables_of(args.league))
    for number, seated in enumerate(night(args.names, args.tables, args.rounds, before), 1):
        sys.stdout.write(f"round {number}\n")
        for table, players in enumerate(seated, 1):
            sys.stdout.write(f"  table {table}: {', '.join(players)}\n")
    return 0


def _password(settings: VenueSettings, _args: argparse.Namespace) -> int:
    by_hand = sys.stdin.isatty()
    password = getpass.getpass() if by_hand else sys.stdin.readline().rstrip("\n")
    if by_hand and getpass.getpass("again: ") != password:
        return _say("the two passwords differ", 1)
    with closing(Database(settings.store)) as database:
        set_password(database, password)
    return 0


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="doubtit-board", description="The board of a venue.")
    parser.add_argument("--config", type=Path, default=DEFAULT, help="settings, in TOML")
    parser.set_defaults(carry_out=_serve)
    commands = parser.add_subparsers(title="commands")
    serving = commands.add_parser("serve", help="show the board (also without a command)")
    serving.set_defaults(carry_out=_serve)
    trying = commands.add_parser("demo", help="show three tables that play recorded evenings")
    trying.add_argument("--port", type=int, default=BoardSettings().port, help="the page's port")
    trying.set_defaults(carry_out=_demo)
    seat = commands.add_parser("seat", help="write down who sits at a table, after asking them")
    seat.add_argument("table", help="the table's name")
    seat.add_argument("seat", type=int, help="the seat, from 1")
    seat.add_argument("name", help="the name that the board may show")
    seat.set_defaults(carry_out=_seat)
    season = commands.add_parser("season", help="add a season of a league, or change it")
    season.add_argument("league")
    season.add_argument("season")
    season.add_argument("first", help="its first day, as 2026-09-01")
    season.add_argument("last", help="its last day")
    season.add_argument("--ruleset", default="", help="the game that counts; any")
    season.set_defaults(carry_out=_season)
    people = commands.add_parser("people", help="list all that is stored of a person, or of all")
    people.add_argument("name", nargs="?", default="")
    people.set_defaults(carry_out=_people)
    erasing = commands.add_parser("erase", help="erase all that is stored of a person")
    erasing.add_argument("name")
    erasing.set_defaults(carry_out=_erase)
    merging = commands.add_parser("merge", help="give all games of a name to another one")
    merging.add_argument("name", help="this name goes")
    merging.add_argument("into", help="this name stays")
    merging.set_defaults(carry_out=_merge)
    pairing = commands.add_parser("pair", help="seat players at the tables of a night")
    pairing.add_argument("names", nargs="+", metavar="name", help="a player")
    pairing.add_argument("--tables", type=int, default=1, help="the number of tables")
    pairing.add_argument("--rounds", type=int, default=1, help="the number of rounds")
    pairing.add_argument("--league", default="", help="a league, whose newest season counts, too")
    pairing.set_defaults(carry_out=_pair)
    password = commands.add_parser("password", help="set the organiser's password")
    password.set_defaults(carry_out=_password)
    return parser


def _say(line: str, code: int) -> int:
    sys.stderr.write(f"doubtit-board: {line}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())

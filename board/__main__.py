"""The command line: `doubtit-board` shows the board; its other commands are an organiser's."""

import argparse
import sys
from contextlib import closing
from pathlib import Path

import uvicorn

from board.app import board_app
from board.people import PeopleError, add_season, erase, seat_person, stored_of
from venue.database import Database, StorageError
from venue.settings import SettingsError, VenueSettings

DEFAULT = Path("/etc/doubtit-venue/venue.toml")

SHUTDOWN_S = 1
"""Seconds that open pages have when the board is stopped."""

MOST_CONNECTIONS = 1000


def main() -> int:
    """Carry out a command; 1 where there is nothing to do it with, 2 for wrong settings."""
    args = _parser().parse_args()
    try:
        settings = VenueSettings.load(args.config)
        return int(args.carry_out(settings, args))
    except (SettingsError, StorageError) as error:
        return _say(str(error), 2)
    except PeopleError as error:
        return _say(str(error), 1)


def serve(settings: VenueSettings, _args: argparse.Namespace) -> int:
    """Show the board until it is stopped. It keeps no list of who reads it."""
    board = settings.board
    with closing(Database(settings.store, read_only=True)) as database:
        uvicorn.run(
            board_app(database, board), host=board.host, port=board.port, ws="none",
            lifespan="off", access_log=False, log_level="warning", server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_S, limit_concurrency=MOST_CONNECTIONS,
        )  # fmt: skip
    return 0


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="doubtit-board", description="The board of a venue.")
    parser.add_argument("--config", type=Path, default=DEFAULT, help="settings, in TOML")
    parser.set_defaults(carry_out=serve)
    commands = parser.add_subparsers(title="commands")
    serving = commands.add_parser("serve", help="show the board (also without a command)")
    serving.set_defaults(carry_out=serve)
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
    return parser


def _say(line: str, code: int) -> int:
    sys.stderr.write(f"doubtit-board: {line}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())

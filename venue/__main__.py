"""The command line: `doubtit-venue publish` beside a table, `doubtit-venue store` once a venue."""

import argparse
import signal
import sys
from pathlib import Path
from threading import Event

from venue.database import StorageError
from venue.service import Service, publish, store
from venue.settings import SettingsError, VenueSettings

DEFAULT = Path("/etc/doubtit-venue/venue.toml")

SERVICES: dict[str, Service] = {"publish": publish, "store": store}


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="doubtit-venue", description="The venue of some tables.")
    parser.add_argument("service", choices=SERVICES, help="what to run")
    parser.add_argument("--config", type=Path, default=DEFAULT, help="settings, in TOML")
    return parser


def main() -> int:
    """Run a service until it is stopped; 2 for settings that can't be used, 1 for a database."""
    args = argument_parser().parse_args()
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        SERVICES[args.service](VenueSettings.load(args.config), stop, _say)
    except (SettingsError, OSError) as error:
        _say(str(error))
        return 2
    except StorageError as error:
        _say(f"the database can't be used: {error}")
        return 1
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"doubtit-venue: {line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())

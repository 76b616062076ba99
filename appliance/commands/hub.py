"""`doubtit hub`: the seat hub's firmware: which one is on the board, and putting it there."""

import argparse
import time
from pathlib import Path

from appliance.config import Config, DriverChoice, load_config
from appliance.core.signals import SECOND
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.firmware import SHIPPED, version_of
from appliance.drivers.seat_hub.install import AWAY, COMES_BACK, install
from appliance.drivers.seat_hub.protocol import FAULT
from appliance.drivers.seat_hub.restart import why
from appliance.drivers.seat_hub.serial_line import BY_ID, find_port
from appliance.errors import DriverError
from appliance.words import Words

GLANCE = 0.2
"""Seconds between two looks for a board that was reset."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("what", choices=("status", "install"), help=words("command.hub.what"))
    parser.add_argument("--config", type=Path, metavar="FILE", help=words("command.hub.config"))
    parser.add_argument(
        "--port", metavar="DEVICE", help=words("command.hub.port", by_id=str(BY_ID))
    )


def execute(args: argparse.Namespace, words: Words) -> int:  # noqa: ARG001 - to come
    """Look or install; 0 only if the board has this table's firmware in the end."""
    config = load_config(args.config) if args.config is not None else Config()
    port = args.port or _set(config.buzzers) or _port(new=args.what == "install")
    if args.what == "install":
        print(f"installing firmware {SHIPPED} on {port}", flush=True)
        install(port, lambda words: print(words, flush=True))
        hub = _opened(port, time.monotonic_ns() + int(COMES_BACK * SECOND))
    else:
        hub = _opened(port, 0)
    return _tell(hub, port)


def _set(buzzers: DriverChoice) -> str:
    """The port that the settings name, if they are a hub's."""
    match buzzers.settings:
        case Settings(port=port):
            return port
        case _:
            return ""


def _port(*, new: bool) -> str:
    """The one board that is plugged in; one that is being reset is waited for."""
    until = time.monotonic() + AWAY
    while True:
        try:
            return find_port()
        except DriverError as error:
            if "more than one" in str(error) or (time.monotonic() >= until and not new):
                raise
            if time.monotonic() >= until:
                raise DriverError(
                    f"no board in {BY_ID}: plug it in, or name its device with --port; a new "
                    "board needs MicroPython first (docs/seat-hub.md)"
                ) from error
            time.sleep(GLANCE)


def _opened(port: str, until: int) -> Hub:
    """The hub, answering; it is waited for until then (ns).

    Raises:
        DriverError: it does not answer.
    """
    while True:
        hub = Hub(Settings(port), 1, time.monotonic_ns)
        try:
            hub.take()
        except DriverError:
            if hub.link.fault or time.monotonic_ns() >= until:
                raise
            time.sleep(GLANCE)
        else:
            return hub


def _tell(hub: Hub, port: str) -> int:
    hello, restart = hub.link.hello, hub.link.restart
    hub.give_back()
    if hello is None:
        raise DriverError(f"the seat hub on {port} went away: plug it in again")
    version = version_of(hello.firmware)
    print(
        f"{port}: board {hello.board.hex()}, firmware {version}, protocol {hello.protocol}, "
        f"{hello.seats} seats"
    )
    if restart is not None:
        print(f"the seat hub {why(restart)}")
    if version != SHIPPED:
        print(f"this table brings firmware {SHIPPED}: install it with doubtit hub install")
    return int(version != SHIPPED or (restart is not None and restart.cause == FAULT))

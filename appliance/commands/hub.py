"""`doubtit hub`: report the seat hub's firmware, or install it."""

import argparse
import time
from pathlib import Path

from appliance.config import load_config
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.install import AWAY, COMES_BACK, insist, install
from appliance.drivers.seat_hub.link import SHIPPED, restart_message, version_of
from appliance.drivers.seat_hub.protocol import FAULT
from appliance.drivers.seat_hub.serial_line import BY_ID, SEVERAL, find_port
from appliance.errors import DriverError
from appliance.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", choices=("status", "install"))
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument(
        "--port", metavar="DEVICE", help=words("command.hub.port", by_id=str(BY_ID))
    )


def execute(args: argparse.Namespace, words: Words) -> int:
    """Look or install; 0 only if the board has this table's firmware in the end."""
    buzzers = load_config(args.config).buzzers.settings
    named = buzzers.port if isinstance(buzzers, Settings) else ""
    port = args.port or named or _port(new=args.what == "install")
    if args.what == "install":
        print(words("driver.install.on", firmware=SHIPPED, port=port), flush=True)
        install(port, lambda what: print(words.say(what), flush=True))
    hub = Hub(Settings(port), 1, time.monotonic_ns)
    within = COMES_BACK if args.what == "install" else 0
    insist(lambda: hub.take("command"), within, lambda _: bool(hub.link.fault))
    return _tell(hub, port, words)


def _port(*, new: bool) -> str:
    """Return the one board that is plugged in, after waiting for one that is being reset."""
    try:
        return insist(find_port, AWAY, lambda error: error.seen.code == SEVERAL)
    except DriverError as error:
        if error.seen.code == SEVERAL or not new:
            raise
        raise DriverError.of("driver.hub.no-board", folder=str(BY_ID)) from error


def _tell(hub: Hub, port: str, words: Words) -> int:
    hello, restart = hub.link.hello, hub.link.restart
    hub.give_back("command")
    if hello is None:
        raise DriverError.of("driver.hub.went-away", port=port)
    version = version_of(hello.firmware)
    facts = {"board": hello.board.hex(), "protocol": hello.protocol, "seats": hello.seats}
    print(words("hub.board", port=port, firmware=version, **facts))
    if restart is not None:
        print(words.say(restart_message(restart)))
    if version != SHIPPED:
        print(words("hub.other-firmware", ours=SHIPPED))
    return int(version != SHIPPED or (restart is not None and restart.cause == FAULT))

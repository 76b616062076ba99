"""`doubtit keys FILE`: which key of which USB device is which buzzer, learned by pressing them."""

import argparse
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.drivers.usb.all_keys import AllKeys
from appliance.drivers.usb.keymap import SEATS, Key, keys_text
from appliance.errors import ConfigError, reason
from appliance.message import message
from appliance.owner import as_owner
from appliance.whole_file import write_whole
from appliance.words import Words

ESCAPE = 1  # KEY_ESC in linux/input-event-codes.h
KEY_GLANCE = 0.02
"""Seconds between two looks at what was pressed."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE")
    buzzers = words("command.keys.buzzers", seats=SEATS)
    parser.add_argument("--buzzers", type=int, default=SEATS, metavar="N", help=buzzers)
    parser.add_argument("--wait", type=int, default=20, metavar="SECONDS")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Ask for each buzzer, and write down which keys came."""
    if not 1 <= args.buzzers <= SEATS:
        raise ConfigError(message("config.buzzers-argument", count=args.buzzers, most=SEATS))
    if args.wait < 1:
        raise ConfigError(message("config.wait-argument", seconds=args.wait))
    keys = AllKeys()
    keys.open()
    try:
        for name in keys.names:
            print(words("keys.listening", device=name))
        patience = args.wait * SECOND
        found = learn(keys.pressed, args.buzzers, patience, time.monotonic_ns, time.sleep, words)
    finally:
        keys.close()
        if sys.stdin.isatty():  # what was pressed is no command for the shell
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    if not found:
        raise ConfigError(message("config.no-key"))
    try:
        with as_owner(args.file.parent):
            write_whole(keys_text(found).encode(), args.file)
    except OSError as error:
        why = message("config.not-written", path=str(args.file), error=reason(error))
        raise ConfigError(why) from error
    print(words("keys.written", path=str(args.file), n=len(found)))
    return 0


def learn(  # noqa: PLR0917 - time comes in, and a language
    pressed: Callable[[], list[Key]],
    count: int,
    patience: int,
    clock: Callable[[], int],
    pause: Callable[[float], None],
    words: Words,
) -> tuple[Key, ...]:
    """The keys of up to `count` buzzers, in the order in which they were pressed.

    Ends early by the key Escape, or when nothing new is pressed for `patience` (ns of `clock`).
    """
    found: list[Key] = []
    pressed()  # from before
    for buzzer in range(1, count + 1):
        print(words("keys.press", buzzer=buzzer), flush=True)
        until, new = clock() + patience, None
        while new is None and clock() < until:
            for key in pressed():
                if key.code == ESCAPE:
                    return tuple(found)
                if key not in found:
                    new = key
                    break
                print(words("keys.taken", buzzer=found.index(key) + 1), flush=True)
            else:
                pause(KEY_GLANCE)
        if new is None:
            break
        found.append(new)
        code = "keys.found.lamp" if new.lamp else "keys.found"
        print(words(code, buzzer=buzzer, place=new.place, lamp=new.lamp), flush=True)
    return tuple(found)

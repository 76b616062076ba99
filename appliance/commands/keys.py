"""`doubtit keys FILE`: which key of which USB device is which buzzer, learned by pressing them."""

import argparse
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.drivers.usb.keymap import SEATS, Key, keys_text
from appliance.drivers.usb.learn import AllKeys
from appliance.errors import ConfigError
from appliance.words import Words

ESCAPE = 1  # KEY_ESC in linux/input-event-codes.h
GLANCE = 0.02
"""Seconds between two looks at what was pressed."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help=words("command.keys.file"))
    parser.add_argument(
        "--buzzers",
        type=int,
        default=SEATS,
        metavar="N",
        help=words("command.keys.buzzers", seats=SEATS),
    )
    parser.add_argument(
        "--wait", type=int, default=20, metavar="SECONDS", help=words("command.keys.wait")
    )


def execute(args: argparse.Namespace, words: Words) -> int:  # noqa: ARG001 - to come
    """Ask for each buzzer, and write down which keys came."""
    if not 1 <= args.buzzers <= SEATS:
        raise ConfigError(f"--buzzers {args.buzzers}: allowed is 1 to {SEATS}")
    if args.wait < 1:
        raise ConfigError(f"--wait {args.wait}: needs 1 or more")
    keys = AllKeys()
    keys.open()
    try:
        for name in keys.names:
            print(f"listening to {name}")
        found = learn(keys.pressed, args.buzzers, args.wait * SECOND, time.monotonic_ns, time.sleep)
    finally:
        keys.close()
        if sys.stdin.isatty():  # what was pressed is no command for the shell
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    if not found:
        raise ConfigError("no key was pressed: nothing is written")
    try:
        args.file.write_text(keys_text(found), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{args.file} can't be written ({error.strerror or error})") from error
    print(
        f'{args.file}: {len(found)} buzzers; under [buzzers] set driver = "evdev" and keys = '
        f'"{args.file}"'
    )
    return 0


def learn(
    pressed: Callable[[], list[Key]],
    count: int,
    patience: int,
    clock: Callable[[], int],
    pause: Callable[[float], None],
) -> tuple[Key, ...]:
    """The keys of up to `count` buzzers, in the order in which they were pressed.

    Ends early by the key Escape, or when nothing new is pressed for `patience` (ns of `clock`).
    """
    found: list[Key] = []
    pressed()  # from before
    while len(found) < count:
        print(f"press buzzer {len(found) + 1} (Escape: there are no more)", flush=True)
        key = _next(pressed, tuple(found), patience, clock, pause)
        if key is None:
            break
        found.append(key)
        lamp = f", with the lamp {key.lamp}" if key.lamp else ""
        print(f"  buzzer {len(found)}: {key.place}{lamp}", flush=True)
    return tuple(found)


def _next(
    pressed: Callable[[], list[Key]],
    taken: tuple[Key, ...],
    patience: int,
    clock: Callable[[], int],
    pause: Callable[[float], None],
) -> Key | None:
    """The next key that is no buzzer yet; None when there are no more."""
    until = clock() + patience
    while clock() < until:
        for key in pressed():
            if key.code == ESCAPE:
                return None
            if key not in taken:
                return key
            print(f"  that one is buzzer {taken.index(key) + 1} already", flush=True)
        pause(GLANCE)
    return None

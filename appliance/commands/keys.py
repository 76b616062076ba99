"""`doubtit keys FILE`: learn the keys of USB devices that act as buzzers, by pressing them."""

import argparse
import sys
import termios
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from pathlib import Path

from appliance.core.signals import SECOND
from appliance.drivers.usb.all_keys import AllKeys
from appliance.drivers.usb.keymap import SEATS, Key, keys_text
from appliance.errors import ConfigError, reason
from appliance.owner import as_owner
from appliance.whole_file import write_whole
from appliance.words import Words
from bluffing.message import message

ESCAPE = 1  # KEY_ESC in linux/input-event-codes.h
KEY_GLANCE = 0.02
"""Seconds between two looks at the pressed keys."""

FIRST_BUTTON = 0x100  # BTN_MISC in linux/input-event-codes.h
"""Lowest code of a button with a wire of its own; lower codes are keys of a keyboard."""

TOGETHER = 3
"""Number of keys held together that a keyboard may confuse: its matrix of wires always reports two,
but may drop a third, or add one."""

KEYS_REST = 2 * SECOND
"""Time without a change (ns) after which all asked players have pressed."""

MOST_TRIED = 20
"""Maximum number of combinations that people are asked to press: all of six keys."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE")
    buzzers = words("command.keys.buzzers", seats=SEATS)
    parser.add_argument("--buzzers", type=int, default=SEATS, metavar="N", help=buzzers)
    parser.add_argument("--wait", type=int, default=20, metavar="SECONDS")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Ask for each buzzer, and write its keys to the file."""
    if not 1 <= args.buzzers <= SEATS:
        raise ConfigError(message("config.buzzers-argument", count=args.buzzers, most=SEATS))
    if args.wait < 1:
        raise ConfigError(message("config.wait-argument", seconds=args.wait))
    keys = AllKeys()
    keys.open()
    try:
        for name in keys.names:
            print(words("keys.listening", device=name))
        for sleeper in keys.sleepers:
            print(words("keys.sleeps", device=sleeper))
        patience = args.wait * SECOND
        learned = learn(keys.pressed, args.buzzers, patience, time.monotonic_ns, time.sleep, words)
        _write(learned, args.file, words)
        people = People(keys, patience, time.monotonic_ns, time.sleep, words)
        for group in keyboards(learned):
            try_together(people, group)
    finally:
        keys.close()
        if sys.stdin.isatty():  # these keys are no command for the shell
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return 0


def _write(found: tuple[Key, ...], path: Path, words: Words) -> None:
    """Write the map. Raises ConfigError: it is empty, or can't be written."""
    if not found:
        raise ConfigError(message("config.no-key"))
    try:
        with as_owner(path.parent):
            write_whole(keys_text(found).encode(), path, folders=False)
    except OSError as error:
        why = message("config.not-written", path=str(path), error=reason(error))
        raise ConfigError(why) from error
    print(words("keys.written", path=str(path), n=len(found)))


def learn(  # noqa: PLR0917 - time comes in, and a language
    pressed: Callable[[], list[Key]],
    count: int,
    patience: int,
    clock: Callable[[], int],
    pause: Callable[[float], None],
    words: Words,
) -> tuple[Key, ...]:
    """Return the keys of up to `count` buzzers, in the order of their presses.

    Ends early by the key Escape, or when nothing new is pressed for `patience` (ns of `clock`).
    """
    keys: list[Key] = []
    pressed()  # from before
    for buzzer in range(1, count + 1):
        print(words("keys.press", buzzer=buzzer), flush=True)
        until, new = clock() + patience, None
        while new is None and clock() < until:
            for key in pressed():
                if key.code == ESCAPE:
                    return tuple(keys)
                if key not in keys:
                    new = key
                    break
                print(words("keys.taken", buzzer=keys.index(key) + 1), flush=True)
            else:
                pause(KEY_GLANCE)
        if new is None:
            break
        keys.append(new)
        code = "keys.found.lamp" if new.lamp else "keys.found"
        print(words(code, buzzer=buzzer, place=new.place, lamp=new.lamp), flush=True)
    return tuple(keys)


# --- keys that are pressed together -------------------------------------------------------------

Group = Mapping[int, Key]
"""The buzzers on one keyboard, by their number."""


def keyboards(found: tuple[Key, ...]) -> list[Group]:
    """Return the keyboards with enough of these keys to confuse some that are held together."""
    groups: dict[tuple[str, str], dict[int, Key]] = {}
    for number, key in enumerate(found, 1):
        if key.code < FIRST_BUTTON:
            groups.setdefault((key.name, key.port), {})[number] = key
    return [group for group in groups.values() if len(group) >= TOGETHER]


@dataclass(frozen=True, slots=True)
class People:
    """People who press, observed through `keys`, within `patience` (ns of `clock`)."""

    keys: AllKeys
    patience: int
    clock: Callable[[], int]
    pause: Callable[[float], None]
    words: Words

    def hold(self, numbers: tuple[int, ...], group: Group) -> frozenset[int] | None:
        """Ask for these buzzers at once; return those that arrived, or None if people quit."""
        print(self.words("keys.hold", buzzers=listed(numbers)), flush=True)
        self.keys.pressed()  # from before
        until = changed = self.clock()
        until += self.patience
        down: frozenset[int] = frozenset()
        while self.clock() < until:
            if any(key.code == ESCAPE for key in self.keys.pressed()):
                return None
            now = self._down(group)
            if now != down:
                down, changed = now, self.clock()
            if down.issuperset(numbers) or (len(down) > 1 and self.clock() >= changed + KEYS_REST):
                self._let_go(group)
                return down
            self.pause(KEY_GLANCE)
        return None

    def _let_go(self, group: Group) -> None:
        print(self.words("keys.let-go"), flush=True)
        until = self.clock() + self.patience
        while self._down(group) and self.clock() < until:
            self.pause(KEY_GLANCE)

    def _down(self, group: Group) -> frozenset[int]:
        held = self.keys.held()
        return frozenset(number for number, key in group.items() if key in held)


def try_together(people: People, group: Group) -> None:
    """Find the buzzers of a keyboard that it confuses when they are pressed together."""
    words, numbers = people.words, tuple(group)
    device = next(iter(group.values())).name
    down = people.hold(numbers, group)
    if down is None:
        print(words("keys.together.untried", device=device))
        return
    if down.issuperset(numbers):
        print(words("keys.together.fine", device=device))
        return
    bad, tried = list[str](), 0
    for three in islice(combinations(numbers, TOGETHER), MOST_TRIED):
        down = people.hold(three, group)
        if down is None:
            break
        tried += 1
        if down != frozenset(three):
            bad.append(listed(three))
    if bad:
        print(words("keys.together.bad", device=device, n=len(bad), which="; ".join(bad)))
    else:
        print(words("keys.together.three", device=device))
    if tried < comb(len(numbers), TOGETHER):
        print(words("keys.together.rest", n=comb(len(numbers), TOGETHER) - tried))


def listed(numbers: tuple[int, ...]) -> str:
    """Return numbers of buzzers as people read them: "1 + 3 + 4"."""
    return " + ".join(map(str, numbers))

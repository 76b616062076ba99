"""`doubtit screens`: pictures of every screen, in every language, layout and number of seats."""

import argparse
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path

from appliance.config import LEAST_LONG, LEAST_SHORT, Config
from appliance.display.layout import LAYOUTS
from appliance.display.shades import CONTRASTS
from appliance.display.sizes import TEXT_SCALES
from appliance.errors import ConfigError
from appliance.service.fault import fault_of, view_of_fault
from appliance.service.outside import outside_of
from appliance.themes import THEMES
from appliance.words import LANGUAGES, Words
from bluffing.message import message
from lab.gallery.moments import Moment
from lab.gallery.pictures import Manner, Shown, draw, index, page
from lab.gallery.tour import at_usual, with_seats
from lab.words import words_of

SEATS_DRAWN = range(2, 12)
"""Numbers of seats that can be asked for."""

USUAL_SIZES = ("1280x720", "800x480")
"""Default sizes in pixels: a usual screen, and the smallest screen of a table."""

USUAL_TEXTS = ("normal", "largest")
"""Default sizes of letters."""

MOST_WIDE = 7680
"""Pixels: no picture is wider or higher."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """The command's own arguments."""
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    # the command line's own --language is said before the command, and is another
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, metavar="CODE", dest="languages"
    )
    parser.add_argument("--layout", action="append", choices=LAYOUTS)
    parser.add_argument("--size", action="append", metavar="WxH")
    parser.add_argument("--seats", action="append", type=int, choices=SEATS_DRAWN, metavar="N")
    parser.add_argument("--text", action="append", choices=list(TEXT_SCALES))
    parser.add_argument("--contrast", action="append", choices=CONTRASTS)
    parser.add_argument("--theme", default=THEMES[0], metavar="NAME")
    parser.add_argument("--touch", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Draw the requested pictures, and the pages that show them.

    All moments are drawn once in each layout, in the first requested size, text and contrast; those
    that depend on the number of seats are drawn in all of them.
    """
    layouts, sizes = args.layout or LAYOUTS, tuple(map(size_of, args.size or USUAL_SIZES))
    texts, contrasts = args.text or USUAL_TEXTS, args.contrast or ["normal"]
    usual = [*at_usual(outside_of(Config(), screens=2)), *faults()]
    seated = [moment for count in args.seats or SEATS_DRAWN for moment in with_seats(count)]
    work: list[tuple[Manner, Sequence[Moment]]] = []
    for layout, size, text, contrast in product(layouts, sizes, texts, contrasts):
        manner = Manner(layout, size, text, contrast, args.theme, args.touch)
        if (size, text, contrast) == (sizes[0], texts[0], contrasts[0]):
            work.append((manner, usual))
        work.append((manner, seated))
    languages = [words_of(language) for language in args.languages or LANGUAGES]
    count = len(languages) * sum(len(moments) for _, moments in work)
    with progress(words, count) as tell:
        for spoken in languages:
            shown: list[Shown] = []
            for manner, moments in work:
                for picture in draw(args.out / spoken.language, moments, manner, spoken):
                    shown.append(picture)
                    tell()
            page(args.out / spoken.language, shown, spoken)
    first = index(args.out, languages, words)
    print(words("command.screens.told", n=count, index=str(first.resolve())))
    return 0


def faults() -> list[Moment]:
    """Return the screens of faults that stop a table: a full disk, and a mistake of the program."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), Config().journal)
    known = map(fault_of, (full, RuntimeError()))
    return [
        Moment(f"fault-{number:02}", partial(view_of_fault, fault), 0)
        for number, fault in enumerate(known, 1)
    ]


def size_of(given: str) -> tuple[int, int]:
    """Parse width and height in pixels. Raises ConfigError if no table has such a screen."""
    try:
        width, height = map(int, given.lower().split("x"))
    except ValueError as error:
        raise ConfigError(message("command.simulate.wrong-size", given=given)) from error
    long, short = max(width, height), min(width, height)
    if long < LEAST_LONG or short < LEAST_SHORT or long > MOST_WIDE:
        least = {"width": LEAST_LONG, "height": LEAST_SHORT}
        raise ConfigError(message("command.simulate.wrong-size-of", given=given, **least))
    return width, height


@contextmanager
def progress(words: Words, total: int) -> Iterator[Callable[[], None]]:
    """Print the progress on stderr from time to time; at a terminal the line stays in place."""
    terminal, done, shown = sys.stderr.isatty(), 0, time.monotonic()

    def tell() -> None:
        nonlocal done, shown
        done, now = done + 1, time.monotonic()
        if done == total or now - shown >= (0.5 if terminal else 10.0):
            shown = now
            line = words("command.screens.progress", done=done, n=total)
            print(line, end="\r" if terminal else "\n", file=sys.stderr, flush=True)

    yield tell
    if terminal:
        print(file=sys.stderr)

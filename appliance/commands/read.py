"""`doubtit read PHOTO...`: read the cards in photographs.

The exit code is 0 if every photo was read, even if a reading asks; 2 if one of them is no picture
or can't be drawn: the others are read all the same.
"""

import argparse
import json
import sys
from functools import partial
from pathlib import Path

from appliance.commands.drawings import overlay, save, targets
from appliance.core.reading import Quad, Reading, unclear
from appliance.drivers.camera.pictures import load_reduced
from appliance.errors import ConfigError, PictureError
from appliance.service.memory import give_back_large
from appliance.service.runner_line import say_runner
from appliance.vision.read import CardReader, enlarged
from appliance.words import Words
from bluffing.message import Message, message

ENOUGH = 1920
"""Longer side of a photo, in pixels, that is enough to read it; a larger one is reduced to that.

With 4,000 pixels a side as with 2,000 the same cards are read: bench/vision-lab-log.md.
"""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.description = words("command.read.about", bad=ConfigError.exit_code)
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--draw", type=Path, metavar="OUT.png")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Read each photo and print its cards."""
    photos: list[Path] = args.photos
    places = targets(args.draw, photos) if args.draw is not None else [None] * len(photos)
    give_back_large()
    say_runner(words)
    reader, bad = CardReader(), False
    for photo, place in zip(photos, places, strict=True):
        try:
            image, factor = load_reduced(photo, ENOUGH)
            reading = reader.read(image)
            describe = _json if args.json else _line
            print(describe(photo, _undo(reading, factor), words), flush=True)
            if place is not None:
                asks = unclear(reading)
                reason, at = (words.say(asks.reason), asks.at) if asks is not None else ("", None)
                save(place, overlay(image, reading, reason, at))
        except PictureError as error:
            bad = True
            print(f"doubtit: {words.line(error.says)}", file=sys.stderr, flush=True)
    return ConfigError.exit_code if bad else 0


def _undo(reading: Reading, factor: int) -> Reading:
    """Return `reading` in pixels of the photo, which was smaller by `factor` when it was read."""
    size = reading.width * factor, reading.height * factor
    return reading.moved(*size, partial(enlarged, factor=factor))


def name_of(path: Path) -> str:
    """Return `path` in letters that any terminal can print."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def _line(photo: Path, reading: Reading, words: Words) -> str:
    """Return a line for people: the cards, from left to right, and the reader's doubt."""
    asks = unclear(reading)
    cards = sorted(reading.cards, key=lambda card: sum(x for x, _ in card.quad))
    names = ", ".join(f"{card.rank or '?'}{card.suit or ''} ({card.sure:.0%})" for card in cards)
    file, shown = name_of(photo), names or message("command.read.no-cards")
    if asks is None:
        return words("command.read.shows", file=file, cards=shown)
    return words("command.read.asks", file=file, cards=shown, why=placed(asks.reason, asks.at))


def placed(what: Message, quad: Quad | None) -> Message:
    """Describe a place by its middle in pixels."""
    if quad is None:
        return what
    x, y = (sum(corner[axis] for corner in quad) / len(quad) for axis in (0, 1))
    return message("command.read.placed", what=what, where=message("command.read.at", x=x, y=y))


def _json(photo: Path, reading: Reading, words: Words) -> str:
    """Return the reading for programs."""
    asks = unclear(reading)
    cards = [
        {
            "rank": card.rank,
            "sure": round(card.sure, 4),
            "suit": card.suit,
            "quad": [[round(x, 1), round(y, 1)] for x, y in card.quad],
        }
        for card in reading.cards
    ]
    ask = None if asks is None else words.say(asks.reason)
    return json.dumps({"file": str(photo), "cards": cards, "count": len(cards), "ask": ask})

"""`doubtit enrol NAME`: teach the card reader a deck with odd letters or jokers."""

import argparse
import re
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from appliance.decks import enrol
from appliance.decks.file import save
from appliance.decks.lesson import DeckLesson, ranks_of
from appliance.decks.looks import Looks
from appliance.drivers import opened
from appliance.drivers.camera.pictures import PICTURE_ENDINGS, load_picture
from appliance.errors import ConfigError, DeckError, PictureError, reason
from appliance.owner import as_owner
from appliance.service.equip import camera_of, for_camera
from appliance.vision.find.grouping import LETTERS
from appliance.words import Words
from bluffing.cards import Rank, Suit
from bluffing.message import message, quoted

_NAME = re.compile(r"(joker|10|[2-9ajqk]) ?([cdhs12]?)(?:[-_. ].*)?", re.IGNORECASE)
_PLAIN = re.compile(r"[\w][\w .-]{0,60}")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.description = words("command.enrol.about")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--photos", type=Path, nargs="+", metavar="PATH")
    parser.add_argument("--letters", choices=tuple(LETTERS), default="")
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--jokers", type=int, default=2, choices=(0, 1, 2))
    parser.add_argument("--suits", action="store_true")
    parser.add_argument("--no-fan", action="store_true")
    parser.add_argument("--out", type=Path, metavar="FILE")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Look, ask, save; return 0 only if all shown cards are known."""
    if not _PLAIN.fullmatch(args.name):
        raise ConfigError(message("command.enrol.bad-name", name=quoted(args.name)))
    config = for_camera(args.config)
    path = args.out or Path(f"{args.name}.deck.png")
    start = enrol.begin(args.name, args.letters, args.jokers, suits=args.suits)
    lesson = DeckLesson(start, lambda news: print(words.say(news), flush=True))
    began = time.monotonic()
    unclear = False
    if args.photos is not None:
        unclear = _from_photos(lesson, pictures(args.photos))
    elif not args.letters or args.look:  # otherwise letters are enough
        with opened(camera_of(config, "command.enrol.no-camera")) as camera:
            fan, once = not (args.no_fan or args.suits), not camera.live
            unclear = lesson.from_camera(Looks(camera), once=once, fan=fan)
    deck, wanted = lesson.known.deck, lesson.known.wanted
    if not (deck.indices or deck.wholes or deck.letters):
        raise DeckError(message("command.enrol.nothing"))
    with as_owner(path.parent):
        save(deck, path)
    pictures_seen = len(deck.indices) + len(deck.wholes)
    took = time.monotonic() - began
    counts = {"ranks": len(deck.ranks), "pictures": pictures_seen, "seconds": took}
    print(words("command.enrol.saved", path=str(path), **counts))
    if wanted and pictures_seen:
        print(words("command.enrol.not-shown", ranks=ranks_of(wanted)))
    if config.reader.deck != str(path):
        print(words("command.enrol.use", path=str(path.resolve())))
    return int(unclear)


def pictures(paths: list[Path]) -> list[Path]:
    """Return the picture files in `paths`, those of a folder sorted by name.

    Raises:
        ConfigError: a folder has none, or can't be read.
    """
    files: list[Path] = []
    for path in paths:
        inside = [path]
        try:
            if path.is_dir():
                entries = path.iterdir()
                inside = sorted(path for path in entries if path.suffix.lower() in PICTURE_ENDINGS)
        except OSError as error:
            why = message("command.enrol.unreadable", path=str(path), error=reason(error))
            raise ConfigError(why) from error
        if not inside:
            raise ConfigError(message("command.enrol.no-pictures", path=str(path)))
        files += inside
    return files


def named(path: Path) -> enrol.Wanted | None:
    """The card that a file is named after, such as QH.jpg, 10.png or joker2.jpg."""
    match = _NAME.fullmatch(path.stem)
    if match is None:
        return None
    word, mark = match[1].lower(), match[2].upper()
    if word.isdecimal() and not mark.isalpha():
        return None  # photos are numbered too
    rank = Rank.JOKER if word == "joker" else Rank(word.upper())
    if rank is Rank.JOKER:
        return enrol.Wanted(rank, Suit.HEARTS if mark in ("2", "H") else Suit.SPADES)
    return enrol.Wanted(rank, Suit(mark) if mark.isalpha() else None)


def _from_photos(lesson: DeckLesson, paths: Iterable[Path]) -> bool:
    """Learn from photographs; True if one of them was unclear."""
    unclear = False
    for path in paths:
        try:
            picture = load_picture(path)
        except PictureError as error:
            raise ConfigError(error.seen, error.todo) from error
        look = lesson.look(picture)
        card = named(path)
        lesson.known = replace(lesson.known, last=None)  # each photo is another card
        if card is None and enrol.cards_in(look[1]) >= enrol.FAN_CARDS:
            lesson.take_fan(path.name, look)
            continue
        asked = card or next(iter(lesson.known.wanted), None)
        if asked is None:
            lesson.say(message("command.enrol.not-needed", file=path.name))
            continue
        answer = enrol.learn_card(lesson.known, asked, *look)
        lesson.known = answer.enrolment
        unclear |= not answer.got
        news = message("command.enrol.got", card=asked.request) if answer.got else answer.says
        if news is not None:
            lesson.say(message("command.enrol.photo", file=path.name, what=news))
    return unclear

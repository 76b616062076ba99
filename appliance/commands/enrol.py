"""`doubtit enrol NAME`: teach the card reader a deck with odd letters or jokers."""

import argparse
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from appliance.decks import enrol
from appliance.decks.file import save
from appliance.decks.looks import PATIENCE, Looks
from appliance.drivers import Camera, Image, opened
from appliance.drivers.camera.pictures import PICTURE_ENDINGS, load_picture
from appliance.errors import ConfigError, DeckError, PictureError, reason
from appliance.owner import as_owner
from appliance.service.equip import camera_of, for_camera
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.find.grouping import LETTERS
from appliance.vision.read import reduced
from appliance.words import Words
from bluffing.cards import Rank, Suit
from bluffing.message import Message, Spoken, message, quoted

FANS = 3
"""Number of looks at a fan after which the missing cards are requested."""

SHOW_TRIES = 3
"""Looks at a card without an index before it is learned by its picture."""

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
    learner = _Learner(enrol.begin(args.name, args.letters, args.jokers, suits=args.suits), words)
    began = time.monotonic()
    unclear = False
    if args.photos is not None:
        unclear = learner.from_photos(pictures(args.photos))
    elif not args.letters or args.look:  # otherwise letters are enough
        with opened(camera_of(config, "command.enrol.no-camera")) as camera:
            unclear = learner.from_camera(camera, fan=not (args.no_fan or args.suits))
    deck, wanted = learner.known.deck, learner.known.wanted
    if not (deck.indices or deck.wholes or deck.letters):
        raise DeckError(message("command.enrol.nothing"))
    with as_owner(path.parent):
        save(deck, path)
    pictures_seen = len(deck.indices) + len(deck.wholes)
    took = time.monotonic() - began
    counts = {"ranks": len(deck.ranks), "pictures": pictures_seen, "seconds": took}
    print(words("command.enrol.saved", path=str(path), **counts))
    if wanted and pictures_seen:
        print(words("command.enrol.not-shown", ranks=_ranks(wanted)))
    if config.reader.deck != str(path):
        print(words("command.enrol.use", path=str(path.resolve())))
    return int(unclear)


def _ranks(wanted: Iterable[enrol.Wanted]) -> str:
    """Return the ranks of these cards, each once, in their order."""
    ranks = {card.rank for card in wanted}
    return ", ".join(rank for rank in Rank if rank in ranks)


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


Sight = tuple[Image, list[Detection], CardMaps]
"""A picture, the indices that were found in it, and its areas."""


class _Learner:
    """Learns one deck, and reports the progress; `known` is the enrolment."""

    def __init__(self, start: enrol.Enrolment, words: Words) -> None:
        self.known, self._words, self._finder = start, words, Finder()
        self._card_height: float | None = None
        """Height of the last taken card, pixels: the scale at which the next card is read."""
        self._taken_at = -1
        """`Looks.moves` when it was taken: until something moves it still lies there."""

    def from_photos(self, paths: Iterable[Path]) -> bool:
        """Learn from photographs; True if one of them was unclear."""
        unclear = False
        for path in paths:
            try:
                picture = load_picture(path)
            except PictureError as error:
                raise ConfigError(error.seen, error.todo) from error
            look = self._look(picture)
            card = named(path)
            self.known = replace(self.known, last=None)  # each photo is another card
            if card is None and enrol.cards_in(look[1]) >= enrol.FAN_CARDS:
                self._take_fan(path.name, look)
                continue
            asked = card or next(iter(self.known.wanted), None)
            if asked is None:
                self._say("command.enrol.not-needed", file=path.name)
                continue
            answer = enrol.learn_card(self.known, asked, *look)
            self.known = answer.enrolment
            unclear |= not answer.got
            news = message("command.enrol.got", card=asked.request) if answer.got else answer.says
            if news is not None:
                self._say("command.enrol.photo", file=path.name, what=news)
        return unclear

    def from_camera(self, camera: Camera, *, fan: bool) -> bool:
        """Learn from the camera; return True if a requested card is missing."""
        looks, once = Looks(camera), not camera.live
        if fan:
            self._see_fan(looks, 1 if once else FANS)
        while self.known.wanted:
            before = self.known.wanted
            self._ask(looks, 1 if once else SHOW_TRIES)
            if self.known.wanted == before:
                self._say("command.enrol.nothing-came", card=before[0].request)
                return True
        return False

    def _look(self, image: Image) -> Sight:
        """The picture, reduced if it is huge, its indices and areas."""
        sharp, _ = reduced(image)
        return sharp, *self._finder.find(sharp, self._card_height)

    def _say(self, code: str, /, **values: Spoken) -> None:
        print(self._words(code, **values), flush=True)

    def _take_fan(self, where: Spoken, seen: Sight, *, quiet: bool = False) -> None:
        """Learn from a picture of many cards; with `quiet` report only news."""
        before = self.known.wanted
        self.known = enrol.learn_fan(self.known, *seen)
        read = _ranks(set(before) - set(self.known.wanted))
        if read:
            self._say("command.enrol.fan", where=where, ranks=read)
        elif not quiet:
            self._say("command.enrol.fan-unread", where=where)

    def _see_fan(self, looks: Looks, most: int) -> None:
        self._say("command.enrol.lay-out")
        count = 0
        for look in self._sights(looks):
            if enrol.cards_in(look[1]) < enrol.FAN_CARDS:
                continue
            self._take_fan(message("command.enrol.the-fan"), look, quiet=True)
            count += 1
            if not self.known.wanted or count == most:
                return
        if not looks.over:
            self._say("command.enrol.no-fan-seen")

    def _sights(self, looks: Looks) -> Iterator[Sight]:
        """Yield the cards that people show while the command waits; not the last card again."""
        began = time.monotonic()
        for image in looks:
            if time.monotonic() - began > PATIENCE:
                return
            if looks.moves != self._taken_at:
                yield self._look(image)

    def _ask(self, looks: Looks, patient: int) -> None:
        """Ask for the next card until it is known, or the time is over."""
        shown: Message | None = None
        wanted, misses = self.known.wanted, 0
        self._say("command.enrol.show", card=wanted[0].request, left=len(wanted))
        for look in self._sights(looks):
            if enrol.cards_in(look[1]) >= enrol.FAN_CARDS:
                self._take_fan(message("command.enrol.the-fan"), look)
            else:
                answer = enrol.learn_card(self.known, wanted[0], *look, whole=misses + 1 >= patient)
                self.known = answer.enrolment
                misses += answer.says == enrol.NO_INDEX_FOUND
                if answer.got:
                    sizes = [index.card_height for index in look[1] if index.confidence >= 0.5]
                    self._card_height = float(np.median(sizes)) if sizes else None
                    self._taken_at = looks.moves
                    self._say("command.enrol.got", card=wanted[0].request)
                elif answer.says is not None:
                    self._card_height = None
                    if answer.says != shown:
                        shown = answer.says
                        print(f"  {self._words.say(shown)}", flush=True)
            if self.known.wanted != wanted:
                break

"""`doubtit enrol NAME`: let the card reader know a deck whose letters or jokers are odd."""

import argparse
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.commands.hardware import camera_of
from appliance.config import Config, load_config
from appliance.decks.deck import LETTERS
from appliance.decks.enrol import (
    FAN_CARDS,
    NO_INDEX_FOUND,
    Enrolment,
    Wanted,
    begin,
    cards_in,
    fanned,
    taught,
)
from appliance.decks.file import save
from appliance.drivers import Camera, Image
from appliance.drivers.camera.folder import PICTURE_ENDINGS
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import ConfigError, DeckError, PictureError
from appliance.message import Message, Spoken, message
from appliance.rules.cards import Rank, Suit
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.read import reduced
from appliance.words import Words

FANS = 3
"""Looks at a fan after which whatever it has not told is asked for."""

PATIENCE = 60.0
"""Seconds for which each card is waited for."""

SHOW_TRIES = 3
"""Looks at a card without an index before it is learned by its picture; broken pictures too."""

STILL = 4.0
"""Two pictures that differ by less than so many grey levels show something that lies still."""

_NAME = re.compile(r"(joker|10|[2-9ajqk]) ?([cdhs12]?)(?:[-_. ].*)?", re.IGNORECASE)
_PLAIN = re.compile(r"[\w][\w .-]{0,60}")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    parser.description = words("command.enrol.about")
    add = parser.add_argument
    add("name", metavar="NAME", help=words("command.enrol.name"))
    add("--config", type=Path, metavar="FILE", help=words("command.enrol.config"))
    add("--photos", type=Path, nargs="+", metavar="PATH", help=words("command.enrol.photos"))
    add("--letters", choices=tuple(LETTERS), default="", help=words("command.enrol.letters"))
    add("--look", action="store_true", help=words("command.enrol.look"))
    add("--jokers", type=int, default=2, choices=(0, 1, 2), help=words("command.enrol.jokers"))
    add("--suits", action="store_true", help=words("command.enrol.suits"))
    add("--no-fan", action="store_true", help=words("command.enrol.no-fan-seen"))
    add("--out", type=Path, metavar="FILE", help=words("command.enrol.out"))


def execute(args: argparse.Namespace, words: Words) -> int:
    """Look, ask, save; gives 0 only if everything that was shown is known."""
    if not _PLAIN.fullmatch(args.name):
        raise ConfigError(message("command.enrol.bad-name", name=repr(args.name)))
    config = load_config(args.config) if args.config is not None else Config()
    path = args.out or Path(f"{args.name}.deck.png")
    start = begin(args.name, args.letters, args.jokers, suits=args.suits)
    began = time.monotonic()
    unclear = False
    if args.photos is not None:
        enrolment, unclear = _from_photos(start, pictures(args.photos), words)
    elif args.letters and not args.look:
        enrolment = start  # letters say enough
    else:
        fan = not (args.no_fan or args.suits)
        enrolment, unclear = _from_camera(start, config, words, fan=fan)
    deck = enrolment.deck
    if not (deck.indices or deck.wholes or deck.letters):
        raise DeckError(message("command.enrol.nothing"))
    save(deck, path)
    seen = len(deck.indices) + len(deck.wholes)
    took = time.monotonic() - began
    told = {"ranks": len(deck.ranks), "pictures": seen, "seconds": took}
    print(words("command.enrol.saved", path=str(path), **told))
    if enrolment.wanted and seen:
        rest = ", ".join(sorted({str(one.rank) for one in enrolment.wanted}, key=_order))
        print(words("command.enrol.not-shown", ranks=rest))
    if config.reader.deck != str(path):
        print(words("command.enrol.use", path=str(path.resolve())))
    return int(unclear)


def _order(name: str) -> int:
    return list(Rank).index(Rank(name))


def pictures(paths: list[Path]) -> list[Path]:
    """The picture files that `paths` name, those of a folder by name.

    Raises:
        ConfigError: a folder has none, or can't be read.
    """
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        try:
            inside = sorted(one for one in path.iterdir() if one.suffix.lower() in PICTURE_ENDINGS)
        except OSError as error:
            why = {"path": str(path), "error": error.strerror or str(error)}
            raise ConfigError(message("command.enrol.unreadable", **why)) from error
        if not inside:
            raise ConfigError(message("command.enrol.no-pictures", path=str(path)))
        found += inside
    return found


def named(path: Path) -> Wanted | None:
    """The card that a file is named after, such as QH.jpg, 10.png or joker2.jpg."""
    match = _NAME.fullmatch(path.stem)
    if match is None:
        return None
    word, mark = match[1].lower(), match[2].upper()
    if word.isdecimal() and not mark.isalpha():
        return None  # photos are numbered too
    rank = Rank.JOKER if word == "joker" else Rank(word.upper())
    if rank is Rank.JOKER:
        return Wanted(rank, Suit.HEARTS if mark in ("2", "H") else Suit.SPADES)
    return Wanted(rank, Suit(mark) if mark.isalpha() else None)


class _Eye:
    """Looks with the index finder, at the scale of the last card that was taken."""

    def __init__(self) -> None:
        self._finder = Finder()
        self.card: float | None = None
        self.taken_at = -1
        """`Looks.moves` when a card was taken: until something moves it still lies there."""

    def look(self, image: Image) -> tuple[Image, list[Detection], CardMaps]:
        """The picture, reduced if it is huge, its indices and areas."""
        sharp, _ = reduced(image)
        return sharp, *self._finder.find(sharp, self.card)

    def keep(self, spots: list[Detection]) -> None:
        """Remember how large cards are."""
        sizes = [spot.card_height for spot in spots if spot.confidence >= 0.5]
        self.card = float(np.median(sizes)) if sizes else None


def _from_photos(enrolment: Enrolment, paths: list[Path], words: Words) -> tuple[Enrolment, bool]:
    """What photographs tell; True if one of them was unclear."""
    eye, unclear = _Eye(), False
    for path in paths:
        try:
            picture = load_picture(path)
        except PictureError as error:
            raise ConfigError(error.seen, error.todo) from error
        image, spots, areas = eye.look(picture)
        card = named(path)
        enrolment = replace(enrolment, last=None)  # each photo is another card
        if card is None and cards_in(spots) >= FAN_CARDS:
            before = enrolment.wanted
            enrolment = fanned(enrolment, image, spots, areas)
            _tell_fan(path.name, before, enrolment, words)
            continue
        asked = card or (enrolment.wanted[0] if enrolment.wanted else None)
        if asked is None:
            print(words("command.enrol.not-needed", file=path.name))
            continue
        answer = taught(enrolment, asked, image, spots, areas)
        enrolment = answer.enrolment
        unclear |= not answer.got
        what = message("command.enrol.got", card=asked.said) if answer.got else answer.says
        if what is not None:
            print(words("command.enrol.photo", file=path.name, what=what), flush=True)
    return enrolment, unclear


def _tell_fan(
    where: Spoken, before: tuple[Wanted, ...], enrolment: Enrolment, words: Words
) -> None:
    known = sorted({str(one.rank) for one in set(before) - set(enrolment.wanted)}, key=_order)
    code = "command.enrol.fan" if known else "command.enrol.fan-unread"
    print(words(code, where=where, ranks=", ".join(known)), flush=True)


def _from_camera(
    enrolment: Enrolment, config: Config, words: Words, *, fan: bool
) -> tuple[Enrolment, bool]:
    """What the configured camera is shown; True if not all that was asked for came."""
    camera = camera_of(config, time.monotonic_ns)
    if camera is None:
        raise ConfigError(message("command.enrol.no-camera"))
    camera.open()
    try:
        looks, eye = Looks(camera), _Eye()
        once = not camera.live
        if fan:
            enrolment = _fan(enrolment, looks, eye, words, 1 if once else FANS)
        while enrolment.wanted:
            before = enrolment.wanted
            enrolment = _ask(enrolment, looks, eye, words, 1 if once else SHOW_TRIES)
            if enrolment.wanted == before:
                print(words("command.enrol.nothing-came", card=before[0].said))
                return enrolment, True
        return enrolment, False
    finally:
        camera.close()


class Looks:
    """The camera's pictures of what lies still, one after the other.

    A folder's pictures all count, and end. None comes after `patience` s without any.
    """

    def __init__(
        self,
        camera: Camera,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._camera, self._clock, self._patience = camera, clock, patience
        self._before: npt.NDArray[np.float32] | None = None
        self._over = False
        self.moves = 0
        """How often something has moved so far: a card that was taken away must have."""

    def __iter__(self) -> "Looks":
        return self

    def __next__(self) -> Image | None:
        """The next one. Raises PictureError after many broken ones in a row."""
        since, broken = self._clock(), 0
        while not self._over:
            try:
                image = self._camera.capture().image
            except PictureError:
                broken += 1
                if broken == 20 * SHOW_TRIES or not self._camera.next():
                    raise
                continue
            if not self._camera.live:
                self.moves += 1
                self._over = not self._camera.next()
                return image
            if self._lies_still(image):
                return image
            self.moves += 1
            if self._clock() - since > self._patience:
                return None
        raise StopIteration

    def _lies_still(self, image: Image) -> bool:
        """Whether `image` shows what the one before did."""
        small = np.asarray(cv2.resize(image, (96, 72), interpolation=cv2.INTER_AREA), np.float32)
        before, self._before = self._before, small
        return before is not None and float(np.abs(small - before).mean()) < STILL


def _fan(enrolment: Enrolment, looks: Looks, eye: _Eye, words: Words, most: int) -> Enrolment:
    print(words("command.enrol.lay-out"), flush=True)
    count, began = 0, time.monotonic()
    for image in looks:
        if image is None or time.monotonic() - began > PATIENCE:
            print(words("command.enrol.no-fan-seen"))
            break
        seen = eye.look(image)
        if cards_in(seen[1]) < FAN_CARDS:
            continue
        before = enrolment.wanted
        enrolment = fanned(enrolment, *seen)
        count += 1
        if enrolment.wanted != before:
            _tell_fan(message("command.enrol.the-fan"), before, enrolment, words)
        if enrolment.done or count == most:
            break
    return enrolment


def _ask(enrolment: Enrolment, looks: Looks, eye: _Eye, words: Words, patient: int) -> Enrolment:
    """Ask for the next card until it is known, or nobody shows it."""
    told: Message | None = None
    wanted, misses = enrolment.wanted, 0
    print(words("command.enrol.show", card=wanted[0].said, left=len(wanted)), flush=True)
    began = time.monotonic()
    for image in looks:
        if image is None or time.monotonic() - began > PATIENCE:
            break
        if looks.moves == eye.taken_at:
            continue
        seen = eye.look(image)
        if cards_in(seen[1]) >= FAN_CARDS:
            enrolment = fanned(enrolment, *seen)
            _tell_fan(message("command.enrol.the-fan"), wanted, enrolment, words)
            if enrolment.wanted != wanted:
                break
            continue
        answer = taught(enrolment, wanted[0], *seen, whole=misses + 1 >= patient)
        enrolment = answer.enrolment
        misses += answer.says == NO_INDEX_FOUND
        if answer.got:
            eye.keep(seen[1])
            eye.taken_at = looks.moves
            print(words("command.enrol.got", card=wanted[0].said), flush=True)
        elif answer.says is not None:
            eye.card = None
            if answer.says != told:
                told = answer.says
                print(f"  {words.say(told)}", flush=True)
        if enrolment.wanted != wanted:
            break
    return enrolment

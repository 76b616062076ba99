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
from appliance.decks.enrol import (
    FAN,
    NO_INDEX,
    Enrolment,
    Wanted,
    begin,
    cards_in,
    fanned,
    shown,
    taught,
)
from appliance.decks.file import save
from appliance.decks.letters import LETTERS
from appliance.drivers import Camera, Image
from appliance.drivers.camera.folder import ENDINGS
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import ConfigError, DeckError, PictureError
from appliance.rules.cards import Rank, Suit
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.read import reduced
from appliance.words import Words

FANS = 3
"""Looks at a fan after which whatever it has not told is asked for."""

PATIENCE = 60.0
"""Seconds for which each card is waited for."""

TRIES = 3
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
    add("--no-fan", action="store_true", help=words("command.enrol.no-fan"))
    add("--out", type=Path, metavar="FILE", help=words("command.enrol.out"))


def execute(args: argparse.Namespace, words: Words) -> int:  # noqa: ARG001 - to come
    """Look, ask, save; gives 0 only if everything that was shown is known."""
    if not _PLAIN.fullmatch(args.name):
        raise ConfigError(f"NAME {args.name!r}: letters, digits, spaces, dots and dashes only")
    config = load_config(args.config) if args.config is not None else Config()
    path = args.out or Path(f"{args.name}.deck.png")
    start = begin(args.name, args.letters, args.jokers, suits=args.suits)
    began = time.monotonic()
    unclear = False
    if args.photos is not None:
        enrolment, unclear = _from_photos(start, pictures(args.photos))
    elif args.letters and not args.look:
        enrolment = start  # letters say enough
    else:
        enrolment, unclear = _from_camera(start, config, fan=not (args.no_fan or args.suits))
    deck = enrolment.deck
    if not (deck.indices or deck.wholes or deck.letters):
        raise DeckError("nothing of the deck was learned: nothing is saved")
    save(deck, path)
    seen = len(deck.indices) + len(deck.wholes)
    print(f"{path}: {len(deck.ranks)} ranks, {seen} pictures, {time.monotonic() - began:.0f} s")
    if enrolment.wanted and seen:
        rest = ", ".join(sorted({str(one.rank) for one in enrolment.wanted}, key=_order))
        print(f"not shown, so read as in any deck: {rest}")
    if config.reader.deck != str(path):
        print(f'for the table to use it: deck = "{path.resolve()}" under [reader]')
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
            inside = sorted(one for one in path.iterdir() if one.suffix.lower() in ENDINGS)
        except OSError as error:
            raise ConfigError(f"{path} can't be read ({error.strerror or error})") from error
        if not inside:
            raise ConfigError(f"{path} has no pictures: put .jpg or .png files in")
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


def _from_photos(enrolment: Enrolment, paths: list[Path]) -> tuple[Enrolment, bool]:
    """What photographs tell; True if one of them was unclear."""
    eye, unclear = _Eye(), False
    for path in paths:
        try:
            picture = load_picture(path)
        except PictureError as error:
            raise ConfigError(str(error)) from error
        image, spots, areas = eye.look(picture)
        card = named(path)
        enrolment = replace(enrolment, last=None)  # each photo is another card
        if card is None and cards_in(spots) >= FAN:
            before = enrolment.wanted
            enrolment = fanned(enrolment, image, spots, areas)
            _tell_fan(path.name, before, enrolment)
            continue
        asked = card or (enrolment.wanted[0] if enrolment.wanted else None)
        if asked is None:
            print(f"{path.name}: not needed, all is known")
            continue
        answer = taught(enrolment, asked, image, spots, areas)
        enrolment = answer.enrolment
        unclear |= not answer.got
        print(f"{path.name}: {'got ' + asked.words if answer.got else answer.words}", flush=True)
    return enrolment, unclear


def _tell_fan(where: str, before: tuple[Wanted, ...], enrolment: Enrolment) -> None:
    known = sorted({str(one.rank) for one in set(before) - set(enrolment.wanted)}, key=_order)
    told = f"can be read as they are: {', '.join(known)}" if known else "nothing read surely"
    print(f"{where}: {told}", flush=True)


def _from_camera(enrolment: Enrolment, config: Config, *, fan: bool) -> tuple[Enrolment, bool]:
    """What the configured camera is shown; True if not all that was asked for came."""
    camera = camera_of(config, time.monotonic_ns)
    if camera is None:
        raise ConfigError(
            'no camera is configured: name --photos, or settings with [camera] driver = "..." by '
            "--config FILE"
        )
    camera.open()
    try:
        looks, eye = Looks(camera), _Eye()
        once = not camera.live
        if fan:
            enrolment = _fan(enrolment, looks, eye, 1 if once else FANS)
        while enrolment.wanted:
            before = enrolment.wanted
            enrolment = _ask(enrolment, looks, eye, 1 if once else TRIES)
            if enrolment.wanted == before:
                print(f"nothing came for {before[0].words}")
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
                if broken == 20 * TRIES or not self._camera.next():
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


def _fan(enrolment: Enrolment, looks: Looks, eye: _Eye, most: int) -> Enrolment:
    print(
        "Lay the whole deck out in two or three rows, fanned, so that a corner of each card shows.",
        flush=True,
    )
    count, began = 0, time.monotonic()
    for image in looks:
        if image is None or time.monotonic() - began > PATIENCE:
            print("no fan seen: then card by card")
            break
        seen = eye.look(image)
        if cards_in(seen[1]) < FAN:
            continue
        before = enrolment.wanted
        enrolment = fanned(enrolment, *seen)
        count += 1
        if enrolment.wanted != before:
            _tell_fan("the fan", before, enrolment)
        if enrolment.done or count == most:
            break
    return enrolment


def _ask(enrolment: Enrolment, looks: Looks, eye: _Eye, patient: int) -> Enrolment:
    """Ask for the next card until it is known, or nobody shows it."""
    wanted, told, misses = enrolment.wanted, "", 0
    print(f"show {wanted[0].words} ({len(wanted)} to go)", flush=True)
    began = time.monotonic()
    for image in looks:
        if image is None or time.monotonic() - began > PATIENCE:
            break
        if looks.moves == eye.taken_at:
            continue
        seen = eye.look(image)
        if cards_in(seen[1]) >= FAN:
            enrolment = fanned(enrolment, *seen)
            _tell_fan("the fan", wanted, enrolment)
            if enrolment.wanted != wanted:
                break
            continue
        answer = shown(enrolment, *seen, whole=misses + 1 >= patient)
        enrolment = answer.enrolment
        misses += answer.words == NO_INDEX
        if answer.got:
            eye.keep(seen[1])
            eye.taken_at = looks.moves
            print(f"got {wanted[0].words}", flush=True)
        elif answer.words:
            eye.card = None
            if answer.words != told:
                told = answer.words
                print(f"  {told}", flush=True)
        if enrolment.wanted != wanted:
            break
    return enrolment

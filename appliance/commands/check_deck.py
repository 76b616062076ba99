"""`doubtit check-deck [PHOTO...]`: find missing and double cards of a deck."""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from appliance.commands.drawings import overlay, save, targets
from appliance.commands.read import name_of
from appliance.config import Config
from appliance.core.reading import Reading
from appliance.decks.completeness import Check, as_json, count, lines
from appliance.decks.fan import Fan, FanReader, best_look
from appliance.decks.file import load
from appliance.decks.looks import Looks
from appliance.drivers import Image, opened
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import ConfigError, DriverError, PictureError
from appliance.runtime.reader import FRAMES
from appliance.service.equip import camera_of, for_camera
from appliance.words import Words
from bluffing.message import message

Shot = tuple[str, Image, Fan]
"""A picture: its name, its pixels and its cards."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""
    parser.description = words("command.check-deck.about")
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--deck", type=Path, metavar="FILE")
    parser.add_argument("--packs", type=int, default=1, metavar="N")
    parser.add_argument("--jokers", type=int, metavar="N")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--draw", type=Path, metavar="OUT.png")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Count the cards; return 0 only for a deck that is known to be complete."""
    for name, least in (("packs", 1), ("jokers", 0)):
        value = getattr(args, name)
        if value is not None and not least <= value <= 16:
            raise ConfigError(
                message("command.between", option=f"--{name}", value=value, least=least, most=16)
            )
    config = for_camera(args.config)
    places = targets(args.draw, args.photos) if args.draw is not None and args.photos else []
    path = args.deck or (Path(config.reader.deck) if config.reader.deck else None)
    reader = FanReader(None if path is None else load(path))
    try:
        shots = _photos(reader, args.photos) if args.photos else _live(reader, config, args, words)
    except PictureError as error:
        raise ConfigError(error.seen, error.todo) from error
    if args.draw is not None:
        places = places or targets(args.draw, [Path(name) for name, *_ in shots])
        for place, (_, image, fan) in zip(places, shots, strict=True):
            save(place, _marks(image, fan, words))
    check, names = _counted(shots, args), [name for name, *_ in shots]
    if args.json:
        print(json.dumps(as_json(check, names, words.say)))
    else:
        print("\n".join(map(words.say, lines(check, names))))
    return int(not check.complete)


def _marks(image: Image, fan: Fan, words: Words) -> Image:
    """Return the cards, and every doubtful place."""
    height, width = image.shape[:2]
    drawn = overlay(image, Reading(fan.cards, width, height))
    for doubt in fan.doubts:
        drawn = overlay(drawn, Reading((), width, height), words.say(doubt.reason), doubt.at)
    return drawn


def _counted(shots: Sequence[Shot], args: argparse.Namespace) -> Check:
    return count([fan for *_, fan in shots], args.packs, args.jokers)


def _photos(reader: FanReader, paths: Sequence[Path]) -> list[Shot]:
    images = [(name_of(path), load_picture(path)) for path in paths]
    return [(name, image, reader.look(image)) for name, image in images]


def _live(reader: FanReader, config: Config, args: argparse.Namespace, words: Words) -> list[Shot]:
    """Yield the camera's pictures: at a terminal one part after the other, until complete."""
    shots: list[Shot] = []
    with opened(camera_of(config, "command.check-deck.no-camera")) as camera:
        looks = Looks(camera)
        for image in looks:
            votes = islice(looks, FRAMES - 1 if camera.live else 0)
            fans = [reader.look(look) for look in (image, *votes)]
            shots.append((f"camera-{len(shots) + 1}", image, best_look(fans)))
            if camera.live and not _goes_on(shots, _counted(shots, args), words):
                break
    if not shots:
        raise DriverError(message("command.check-deck.nothing-still"))
    return shots


def _goes_on(shots: Sequence[Shot], check: Check, words: Words) -> bool:
    """Ask for more cards at a terminal; without one return False."""
    if check.complete or not sys.stdin.isatty():
        return False
    result = lines(check, [name for name, *_ in shots])
    print("\n".join(map(words.say, result)), file=sys.stderr)
    print(words("command.check-deck.more"), file=sys.stderr)
    answer = sys.stdin.readline()
    return answer != "" and answer.strip().lower() != "q"

"""`doubtit verdict PHOTO... --claim 3x7`: check a claim by the cards in the picture.

The exit code is 0 for a verdict, true or false; EXIT_ASKED if the table asks; 2 for a file that is
no picture, or a malformed claim.
"""

import argparse
import re
from pathlib import Path

from appliance.commands.drawings import one_target, overlay, save
from appliance.commands.read import placed
from appliance.core.fuse import fuse
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import ConfigError, PictureError
from appliance.service.runner_line import say_runner
from appliance.table.judge import Judgement, Proof, weigh
from appliance.vision.read import CardReader
from appliance.words import Words
from bluffing.cards import Rank, Suit, Trait, pack
from bluffing.message import message, quoted

EXIT_ASKED = 11
"""The exit code of a verdict that asks: no error has it."""

MOST = 54
"""Maximum number of cards in a claim: those of a pack."""

_CLAIM = re.compile(r"(\d{1,3})\s*[x\u00d7*]\s*(.+)", re.IGNORECASE)
_TRAITS: dict[str, Trait] = {trait.lower(): trait for trait in (*Rank, *Suit)}


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the arguments of the command."""

    def claim(text: str) -> tuple[int, Trait]:
        try:
            return claim_of(text)
        except ConfigError as error:
            raise argparse.ArgumentTypeError(words.say(error.says)) from error

    parser.description = words("command.verdict.about", asked=EXIT_ASKED, bad=ConfigError.exit_code)
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--claim", required=True, type=claim, metavar="NUMBERxCARD")
    parser.add_argument("--packs", type=int, choices=range(1, 9))
    parser.add_argument("--draw", type=Path, metavar="OUT.png")


def claim_of(text: str) -> tuple[int, Trait]:
    """Parse a claim such as "3x7" or "1xH" into its number and its rank or suit.

    Raises:
        ConfigError: the format is wrong.
    """
    match = _CLAIM.fullmatch(text.strip())
    trait = _TRAITS.get(match[2].strip().lower()) if match else None
    if match is None or trait is None:
        names = {"ranks": ", ".join(Rank), "suits": ", ".join(Suit)}
        raise ConfigError(message("command.verdict.no-claim", claim=quoted(text), **names))
    count = int(match[1])
    if not 1 <= count <= MOST:
        raise ConfigError(message("command.verdict.too-many", claim=quoted(text), most=MOST))
    return count, trait


def execute(args: argparse.Namespace, words: Words) -> int:
    """Read the photos, let them vote and print their verdict on the claim."""
    photos: list[Path] = args.photos
    count, claimed = args.claim
    each = 2 if claimed is Rank.JOKER else sum(claimed in card for card in pack())
    packs = -(-count // each) if args.packs is None else args.packs
    if count > each * packs:
        cards = claimed.counted(count)
        raise ConfigError(message("command.verdict.packs-too-few", cards=cards, packs=packs))
    out = one_target(args.draw, photos) if args.draw is not None else None
    say_runner(words)
    reader = CardReader()
    try:
        images = [load_picture(photo) for photo in photos]
        readings = [reader.read(image) for image in images]
        reading = fuse(readings)
        judgement = weigh(reading, count, claimed, pack() * packs)
        if out is not None:
            index = next(
                (at for at, look in enumerate(readings) if look.cards == reading.cards), -1
            )
            save(out, overlay(images[index], reading, _describe(judgement, words), judgement.at))
    except PictureError as error:
        raise ConfigError(error.seen, error.todo) from error
    print(_describe(judgement, words))
    return EXIT_ASKED if judgement.proof is Proof.ASK else 0


def _describe(judgement: Judgement, words: Words) -> str:
    why = placed(judgement.why, judgement.at)
    return words(f"command.verdict.{judgement.proof}", why=why)

"""Stores an enrolled deck as one PNG that people can look at, with its data in a text chunk.

The picture is a strip of everything that is kept of the deck, each piece over its card's name, so
that its owner sees what is kept. The text chunk lists the pieces. PNG has a checksum for each
chunk, and the text has one for the pixels, so a file that was cut off, damaged or painted over is
refused with one line: the table then continues without it.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from appliance.bounded_files import json_of
from appliance.decks.deck import Deck, Sample
from appliance.decks.likeness import THUMBNAIL_SIZE
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import DeckError, PictureError, UnfitFileError, reason
from appliance.vision.arrays import Image
from appliance.vision.find.grouping import LETTERS
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH
from appliance.whole_file import write_whole
from bluffing.cards import Rank, Suit
from bluffing.message import Spoken, message, quoted

FORMAT = 1

MAX_SAMPLES = 400
"""Maximum number of pictures of a deck; a file with more is refused. 54 cards have 108 ends."""

_COLUMNS, _CELL, _TOP = 12, (52, 92), 24
_LIST = b"tEXtdoubtit-deck\0"
_HEAD = 8 + 25
"""Offset of the first chunk after a PNG's header."""


def save(deck: Deck, path: Path) -> None:
    """Write `deck` to `path`, whole or not at all.

    Raises:
        DeckError: the file can't be written.
    """
    try:
        write_whole(to_bytes(deck), path)
    except OSError as error:
        raise DeckError.of("file.unwritable", path=str(path), error=reason(error)) from error


def load(path: Path) -> Deck:
    """Load the deck in the file `path`.

    Raises:
        DeckError: the file is missing or damaged.
    """
    try:
        strip = load_picture(path)
        text = _text(path.read_bytes())
    except OSError as error:
        raise _unusable("unreadable", path, reason(error)) from error
    except PictureError as error:
        raise DeckError(message("deck.no-picture", why=error.says)) from error
    if text is None:
        raise _unusable("no-deck", path, message("deck.file.no-list"))
    try:
        return _deck(json_of(text.decode()), strip)
    except DeckError as error:
        raise _unusable("damaged", path, error.seen) from error
    except UnfitFileError as error:
        raise _unusable("damaged", path, error.why) from error
    except (ValueError, TypeError, KeyError) as error:
        raise _unusable("damaged", path, str(error)) from error


def _unusable(code: str, path: Path, why: Spoken) -> DeckError:
    return DeckError(message(f"deck.{code}", path=str(path), why=why), message("deck.again"))


def to_bytes(deck: Deck) -> bytes:
    """The file's content."""
    looks = (*deck.indices, *deck.wholes)
    rows = -(-len(looks) // _COLUMNS)
    strip = np.full((_TOP + rows * _CELL[1] + 8, _COLUMNS * _CELL[0], 3), 236, np.uint8)
    head = f"{deck.name} {deck.letters} - {len(looks)} pictures, kept to read this deck"
    _write(strip, head, (6, 16))
    for number, look in enumerate(looks):
        x, y = _place(number)
        height, width = look.picture.shape[:2]
        strip[y : y + height, x : x + width] = look.picture
        _write(strip, f"{look.rank}{look.suit or ''}", (x, y + height + 12))
    done, packed = cv2.imencode(".png", strip)
    if not done:
        raise ValueError("OpenCV could not write a PNG")
    about = {
        "format": FORMAT,
        "name": deck.name,
        "letters": deck.letters,
        "indices": [_words(look) for look in deck.indices],
        "wholes": [_words(look) for look in deck.wholes],
        "sha256": hashlib.sha256(strip.tobytes()).hexdigest(),
    }
    chunk = _LIST + json.dumps(about).encode("ascii")
    data = packed.tobytes()
    sealed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return data[:_HEAD] + sealed + data[_HEAD:]


def _place(number: int) -> tuple[int, int]:
    row, column = divmod(number, _COLUMNS)
    return column * _CELL[0] + 2, _TOP + row * _CELL[1]


def _write(strip: Image, words: str, at: tuple[int, int]) -> None:
    plain = words.encode("ascii", "replace").decode()
    cv2.putText(strip, plain, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)


def _words(look: Sample) -> str:
    return f"{look.rank} {look.suit or ''}".strip()


def _text(data: bytes) -> bytes | None:
    """Return the text of the deck's own chunk, or None; the PNG itself is known to be whole."""
    (length,) = struct.unpack_from(">I", data, _HEAD)
    chunk = data[_HEAD + 4 : _HEAD + 8 + length]
    return chunk.removeprefix(_LIST) if chunk.startswith(_LIST) else None


def _deck(about: Mapping[str, Any], strip: Image) -> Deck:  # JSON has values of any kind
    if about["format"] != FORMAT:
        why = message("deck.file.format", format=quoted(about["format"]), ours=FORMAT)
        raise DeckError(why)
    if about["sha256"] != hashlib.sha256(strip.tobytes()).hexdigest():
        raise DeckError(message("deck.file.changed"))
    letters = about["letters"]
    if letters and letters not in LETTERS:
        known = ", ".join(LETTERS)
        raise DeckError(message("deck.file.letters", letters=quoted(letters), known=known))
    names = [*about["indices"], *about["wholes"]]
    if len(names) > MAX_SAMPLES:
        raise DeckError(message("deck.file.pictures", pictures=len(names), most=MAX_SAMPLES))
    indices = _looks(about["indices"], strip, 0, (INDEX_WIDTH, INDEX_HEIGHT))
    wholes = _looks(about["wholes"], strip, len(indices), THUMBNAIL_SIZE)
    return Deck(str(about["name"]), letters, indices, wholes)


def _looks(
    names: Sequence[str], strip: Image, start: int, size: tuple[int, int]
) -> tuple[Sample, ...]:
    looks = []
    for number, name in enumerate(names, start=start):
        rank, _, suit = str(name).partition(" ")
        x, y = _place(number)
        picture = strip[y : y + size[1], x : x + size[0]].copy()
        looks.append(Sample(Rank(rank), Suit(suit) if suit else None, picture))
    return tuple(looks)

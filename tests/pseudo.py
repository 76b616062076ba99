"""An invented language: English in letters that English has not, longer and marked.

Whatever is said in it and still has a plain Latin letter never came out of the catalogue. So a
sentence in the code shows up wherever a test meets it.
"""

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from catalogues import CATALOGUE_FOLDERS

from appliance.words import Words, catalogue
from bluffing.cards import Rank
from bluffing.message import AtSeat, Message, Spoken
from bluffing.words import files_of
from lab.words import CATALOGUES, words_of

LANGUAGE = "eo"
"""It takes the place of one that has as many plural forms as English."""

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ODD = "áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _ODD)
_KEPT = re.compile(r"\{\{|\}\}|\{[^{}]*\}|%\(\w+\)[sd]|%[sd]")
"""Values, as `str.format` and argparse put them in, and braces that are braces."""

_RIGHT_TO_LEFT, _BACK = "\u200f", "\u200e"
_ENGLISH = re.compile(r"[A-Za-z]{2,}")


def translated(text: str) -> str:
    """`text` in that language: odd letters, about 40 % longer, between marks."""
    if not text:
        return text
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[at : kept.start()].translate(_LETTERS), kept[0]]
        at = kept.end()
    whole = "".join([*parts, text[at:].translate(_LETTERS)])
    end = "\n" * (len(whole) - len(whole.rstrip("\n")))
    return f"{_RIGHT_TO_LEFT}⟦{whole.rstrip(chr(10))}{'·' * (len(whole) * 2 // 5)}⟧{_BACK}{end}"


def write_language(
    folder: Path,
    translate: Callable[[str], str] = translated,
    folders: tuple[Path, ...] = CATALOGUE_FOLDERS,
) -> None:
    """Write the language into `folder` as one more folder of PO files."""
    place = folder / LANGUAGE
    place.mkdir(parents=True)
    for part in files_of("en", folders):
        with part.open("rb") as file:
            theirs = read_po(file, locale="en")
        said = Catalog(locale=LANGUAGE)
        for entry in theirs:
            if entry.id:
                strings = (
                    (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
                )
                odd = tuple(map(translate, strings))
                said.add(entry.id, odd if isinstance(entry.id, tuple) else odd[0])
        with (place / part.name).open("wb") as file:
            write_po(file, said)


def pseudo() -> Words:
    """The language, made once of the English that there is now."""
    return _made((*catalogue.FOLDERS, CATALOGUES))


@cache
def _made(folders: tuple[Path, ...]) -> Words:
    folder = Path(tempfile.mkdtemp(prefix="doubtit-words-"))
    atexit.register(shutil.rmtree, folder)
    write_language(folder, folders=folders)
    return catalogue.words_of(LANGUAGE, folder)


def english_in(text: str, data: tuple[str, ...] = ()) -> list[str]:
    """The English words left in `text`, but for what is `data`: names, keys, numbers, paths."""
    if not _ENGLISH.search(text):
        return []
    shown = {repr(text)[1:-1] for text in data}  # a control character is shown as its number
    for english in sorted({*data, *shown}, key=len, reverse=True):
        text = text.replace(english, " ") if len(english) > 1 else text
    return _ENGLISH.findall(text)


def data_of(what: Spoken) -> tuple[str, ...]:
    """The texts that a message carries unchanged."""
    match what:
        case Rank() | AtSeat():
            return ()
        case str():
            return (what,)
        case Message(_, values):
            return tuple(text for _, value in values for text in data_of(value))
        case tuple():
            return tuple(text for value in what for text in data_of(value))
        case _:
            return ()


def has_sentence(code: str) -> bool:
    """Return True if English has a sentence of that code."""
    return words_of("en").catalogue.gettext(code) != code


def unsaid(what: Spoken) -> list[str]:
    """The codes in a message that have no sentence."""
    match what:
        case Message(code, values):
            own = [] if has_sentence(code) else [code]
            return own + [text for _, value in values for text in unsaid(value)]
        case tuple():
            return [text for value in what for text in unsaid(value)]
        case _:
            return []


def assert_in_catalogue(what: Message, names: tuple[str, ...] = ()) -> None:
    """All of `what` is said out of the catalogue, but for its data."""
    assert not unsaid(what), f"no sentence for {unsaid(what)}"
    said = pseudo().named(names).say(what)
    left = english_in(said, (*data_of(what), *names))
    assert not left, f"{what.code}: {left} in {said!r}"

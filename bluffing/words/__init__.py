"""The languages of the games: message catalogues, and the sentences of messages.

A language is a folder of gettext's PO files, named by its ISO 639 code. Codes replace gettext's
English sentences, so English is a catalogue like any other. English fills in all sentences that a
language has not translated yet.

PO files are read straight from the text without a step that compiles them: no contexts (`msgctxt`),
and only the rule of plurals in the header. Fuzzy entries count as not translated.
"""

import gettext
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from bluffing.message import AtSeat, Message, Noun, Spoken, in_a_row, message, shortened

__all__ = ["CATALOGUES", "LINE_LETTERS", "Words", "files_of", "words_of"]

_PLURAL = re.compile(r"\bplural=([^;]+)")
_ESCAPED = re.compile(r"\\(.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


class Catalogue(gettext.NullTranslations):
    """Sentences of one language by their codes, out of some PO files.

    Raises:
        ValueError: a line of a file can't be understood.
    """

    def __init__(self, parts: Iterable[Path]) -> None:
        super().__init__()
        self._forms: dict[str, list[str]] = {}
        self._counted: set[str] = set()  # the codes that have plurals
        for part in parts:
            for entry in _entries(part):
                code = entry.pop("msgid")
                if entry.pop("msgid_plural", None) is not None:
                    self._counted.add(code)
                if all(entry.values()):
                    self._forms[code] = list(entry.values())
        [header] = self._forms.pop("", [""])
        rule = _PLURAL.search(header)
        self._plural = gettext.c2py(rule[1] if rule else "n != 1")

    def gettext(self, message: str) -> str:
        """Return the sentence of a code, or that of the fallback."""
        forms = self._forms.get(message)
        return forms[0] if forms else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a sentence that goes with `n`; without plurals it has only one."""
        forms = self._forms.get(msgid1, [])
        form = self._plural(n) if msgid1 in self._counted else 0
        return forms[form] if form < len(forms) else super().ngettext(msgid1, msgid2, n)


def _entries(part: Path) -> Iterator[dict[str, str]]:
    """Yield the fields of each entry, in their order: "msgid", then "msgstr" or "msgstr[0]" ..."""
    entry: dict[str, str] = {}
    field, fuzzy, next_is_fuzzy = "", False, False
    for line in (*part.read_text(encoding="utf-8").splitlines(), 'msgid ""'):
        if not line.strip() or line.startswith("#"):
            next_is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        keyword, _, string = line.rstrip().partition('"')
        field = keyword.rstrip() or field
        if not field.startswith(("msgid", "msgstr")) or not string.endswith('"'):
            raise ValueError(f"{part}: {line}")
        if keyword and field == "msgid":
            if entry and not (fuzzy and entry["msgid"]):
                yield {name: _plain(text) for name, text in entry.items()}
            entry, fuzzy, next_is_fuzzy = {}, next_is_fuzzy, False
        entry[field] = entry.get(field, "") + string[:-1]


def _plain(string: str) -> str:
    """Return `string` without backslashes."""
    if "\\" not in string:
        return string
    return _ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), string)


CATALOGUES = Path(__file__).parent
"""Folder of the library's own catalogues."""


UNSAID = "…"
"""Text for a message without a sentence in any catalogue and without values."""


LINE_LETTERS = 1000
"""Maximum number of letters in a line that explains an error, which may quote much of a file."""

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that would break a line, control a terminal, or can't be written as UTF-8."""


NOUN_FORMS = ("short", "one", "a", "many")
"""Every form of a noun that sentences need, beside its counts."""


class SpokenName(SimpleNamespace):
    """A name and its other forms: `{rank}` is "A", `{rank.a}` "an ace", `{rank.many}` "aces".

    `{seat}` is "seat 3" or a player's name, `{seat.first}` begins a sentence.
    """

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """Number in the language's form: `{x:,.2f}` of 1234.5 is "1,234.50" or "1.234,50"."""

    value: float
    group: str
    decimal: str

    def __format__(self, spec: str) -> str:
        """Format like a Python number, with the signs of the language."""
        return format(self.value, spec).translate({44: self.group, 46: self.decimal})


@dataclass(frozen=True, slots=True)
class Words:
    """One language, by its code. `names` are the names of the players at seats 0..n-1."""

    catalogue: gettext.NullTranslations
    language: str
    names: tuple[str, ...] = ()

    def named(self, names: tuple[str, ...]) -> "Words":
        """Return the same language at a table with these players."""
        return replace(self, names=names)

    def say(self, what: Message) -> str:
        """Return the sentence of a message."""
        values = dict(what.values)
        n = values.get("n")
        text = (
            self.catalogue.ngettext(what.code, what.code, n)
            if isinstance(n, int)
            else self.catalogue.gettext(what.code)
        )
        spoken = {name: self._spoken(value) for name, value in values.items()}
        if text == what.code:  # in no catalogue: people read its values, never the code
            return " ".join(map(format, spoken.values())) or UNSAID
        return text.format(**spoken)

    def __call__(self, code: str, /, **values: Spoken) -> str:
        """Return the sentence of `code` with `values`."""
        return self.say(Message(code, tuple(values.items())))

    def line(self, what: Message) -> str:
        """Return the sentence of a message, cut to the length of a line of a log or a terminal."""
        return shortened(self.say(what), LINE_LETTERS)

    def _spoken(self, value: Spoken) -> SpokenNumber | str | SpokenName:
        match value:
            case Noun():
                forms = {form: self.say(value.form(form)) for form in NOUN_FORMS}
                return SpokenName(name=forms["short"], **forms)
            case AtSeat(number):
                if 0 <= number < len(self.names):
                    return SpokenName(name=self.names[number], first=self.names[number])
                first = self("seat.first", number=number)
                return SpokenName(name=self("seat", number=number), first=first)
            case int() | float():
                sign = self.catalogue.gettext
                return SpokenNumber(value, sign("number.group"), sign("number.decimal"))
            case Message():
                return self.say(value)
            case str() if _UNPRINTABLE.search(value):
                return _UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], value)
            case tuple():
                *before, last = value or ("",)
                row = message("list.last", left=in_a_row(before), right=last) if before else last
                return self._spoken(row)
            case _:
                return value


def files_of(language: str, folders: tuple[Path, ...] = (CATALOGUES,)) -> list[Path]:
    """Return the PO files of a language in each folder, by their names."""
    return [part for folder in folders for part in sorted((folder / language).glob("*.po"))]


@cache
def words_of(
    language: str, folders: tuple[Path, ...] = (CATALOGUES,), shared: tuple[Path, ...] = ()
) -> Words:
    """Return the language of that ISO 639 code, with English for all that it leaves out.

    `folders` hold catalogues of languages; if two sentences have one code, that of the last folder
    counts. `shared` are PO files whose sentences every language has.

    Raises:
        KeyError: no folder has such a language.
    """
    files = files_of(language, folders)
    if not files:
        raise KeyError(language)
    catalogue = Catalogue([*shared, *files])
    if language != "en":
        catalogue.add_fallback(words_of("en", folders, shared).catalogue)
    return Words(catalogue, language)

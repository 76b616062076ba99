"""Catalogues in PO files, read straight from the text without a step that compiles them.

This reads the part of the format that catalogues use: no contexts (`msgctxt`), and only the rule of
plurals in the header. Fuzzy entries count as not translated.
"""

import gettext
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

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

"""The public form of a record: its entries as lines of JSON that other programs may read.

`public-1.json`, a JSON Schema, is both the documentation and the filter: a kind or a field that it
does not name never leaves the table. docs/venue.md describes the lines.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any  # JSON's own types

from appliance.record.entry import EntryKind, RecordEntry

FORM = 1
"""Number of the form. It changes when a reader of the former one would misunderstand a line."""

SCHEMA = Path(__file__).with_name(f"public-{FORM}.json")
"""The JSON Schema of a line."""

LINE_BYTES = 4096
"""Maximum size of a line. An entry that needs more, such as an endless question, is left out."""

CUT, FILLED = "cut", "full"
"""The types of lines about the file itself: entries behind `entry` count no more; it is full."""


@cache
def public_fields() -> Mapping[str, frozenset[str]]:
    """Return the public fields of each public kind of entry, as the schema names them."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    kinds = schema["definitions"].items()
    return {kind: frozenset(definition["properties"]) for kind, definition in kinds}


@dataclass(slots=True)
class PublicLines:
    """Turns the entries of one `evening` into lines; `n` and `entry` are those of the newest line.

    While the people at the table have not `agreed`, no entry becomes a line.
    """

    evening: str
    n: int = 0
    entry: int = 0
    agreed: bool = False

    @classmethod
    def behind(cls, line: Mapping[str, Any]) -> "PublicLines":  # JSON's own types
        """Return what continues an evening behind its newest `line`."""
        withdrawn = line["type"] == EntryKind.AGREEMENT and not line["data"]["public"]
        return cls(line["evening"], line["n"], line["entry"], not withdrawn)

    def lines(self, number: int, entry: RecordEntry) -> Iterator[bytes]:
        """Yield the line of entry `number`, if it is public."""
        was_agreed = self.agreed
        if entry.kind == EntryKind.AGREEMENT:
            self.agreed = entry.data["public"] is True
        if was_agreed or self.agreed:
            yield from self._line(number, entry)

    def cut(self, count: int) -> Iterator[bytes]:
        """Yield the line that takes back all entries behind `count`, which the journal has lost."""
        yield from self._line(count, RecordEntry(0, 0, 0, CUT, {"entry": count}))

    def full(self) -> Iterator[bytes]:
        """Yield the last line of a full file."""
        yield from self._line(self.entry, RecordEntry(0, 0, 0, FILLED, {}))

    def _line(self, number: int, entry: RecordEntry) -> Iterator[bytes]:
        fields = public_fields().get(entry.kind)
        if fields is None:
            return
        line = {
            "v": FORM, "evening": self.evening, "n": self.n + 1, "entry": number,
            "at_ms": entry.at_ms, "game": entry.game, "type": entry.kind,
            "data": {name: value for name, value in entry.data.items() if name in fields},
        }  # fmt: skip
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        written = text.encode("utf-8", "replace") + b"\n"
        if len(written) <= LINE_BYTES:
            self.n, self.entry = self.n + 1, number
            yield written


def read_lines(written: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:  # JSON's own types
    """Yield the whole lines at the start of `written` with their values, up to the first damage."""
    before = None
    for text in written.splitlines(keepends=True):
        try:
            line = json.loads(text)
            number, known = line["n"], isinstance(line["data"], dict) and line["type"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return
        whole = text.endswith(b"\n") and known and isinstance(line.get("entry"), int)
        if not whole or (before is not None and number != before + 1):
            return
        before = number
        yield text, line

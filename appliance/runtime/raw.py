"""The rows of a journal of any version, as they are written: nothing in them is played again."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from appliance.runtime import database as files
from appliance.runtime.database import fault, wrong


@dataclass(frozen=True, slots=True)
class RawRow:
    """The signal `kind` was handled at `now` (ns); `fields` are its own, or the text as it is."""

    number: int
    now: int
    kind: str
    fields: object


def raw_rows(path: Path) -> Iterator[RawRow]:
    """Every row of the journal at `path`, oldest first, as far as they can be read.

    Raises:
        UnreachableError: it can't be read.
        JournalError: there is none, or it is none; or it can't be read any further.
    """
    if not path.is_file():
        raise wrong("missing", path)
    try:
        with files.connected(path, "ro") as database, closing(database):
            files.version_of(database, path)
            for number, now, text, _ in files.rows_of(database):
                yield RawRow(number, now, *_parsed(text))
    except sqlite3.Error as error:
        raise fault(error, path, "cant-read") from error


def _parsed(text: object) -> tuple[str, object]:
    try:
        [(kind, fields)] = json.loads(str(text)).items()
    except (ValueError, AttributeError, RecursionError):
        return "?", str(text)
    return kind, fields

"""Packs as tables: from CSV, as spreadsheets write it, and to CSV; and a pack's file written."""

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from appliance.errors import QuestionError, reason
from appliance.message import message
from appliance.questions.entry import ENTRY_KEYS, Story, entry_of
from appliance.questions.lines import Lines
from appliance.questions.pack import FORMAT, Contents, table_of, text_of_file

Value = str | int | float | dt.date

_WHOLE = ("n", "ages")
_DAYS = ("expires", "checked")
_YEARS = ("date", "as_of", "fielded")


def rows_of(path: Path) -> tuple[Mapping[str, Value], ...]:
    """The questions in a CSV file whose first line has the keys; empty cells are left out.

    Raises:
        QuestionError: it can't be read, or something in it is not allowed.
    """
    reader = csv.reader(io.StringIO(text_of_file(path)), strict=True)
    try:
        lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        why = {"path": str(path), "error": f"{error}, line {reader.line_num}"}
        raise QuestionError(message("questions.unreadable", **why)) from error
    lines = [(line, row) for line, row in lines if any(row)]
    if len(lines) < 2:
        raise QuestionError(message("questions.no-rows", path=str(path)))
    (_, head), *rest = lines
    unknown = [key for key in head if key not in ENTRY_KEYS]
    if unknown or len(set(head)) < len(head):
        one = repr(unknown[0] if unknown else max(head, key=head.count))[:60]
        known = ", ".join(ENTRY_KEYS)
        raise QuestionError(message("questions.column", path=str(path), column=one, known=known))
    found, where = [], Lines(questions=tuple({"": line} for line, _ in rest))
    seen: set[Value] = set()
    for number, (_, row) in enumerate(rest, 1):
        if len(row) > len(head):
            raise Story(str(path), where, number, {}).wrong("questions.cells", columns=len(head))
        cells = {key: _cell(key, text) for key, text in zip(head, row, strict=False) if text}
        story = Story(str(path), where, number, cells)
        entry_of(story, path.stem, "en")
        if cells["id"] in seen:
            raise story.wrong("questions.twice")
        seen.add(cells["id"])
        found.append(cells)
    return tuple(found)


def _cell(key: str, text: str) -> Value:
    """What stands in a cell, as TOML would have it; what is no such thing stays a text."""
    try:
        if key in _WHOLE or (key in _YEARS and text.isdecimal() and len(text) <= 4):
            return int(text[:20])
        if key in _DAYS + _YEARS and text.count("-") == 2:
            return dt.date.fromisoformat(text)
        if key == "answer" and "/" not in text and len(text) < 20:
            return float(text) if "." in text else int(text)
    except ValueError:
        pass
    return text


def csv_of(pack: Contents) -> str:
    """All questions of a pack as CSV, those that are flagged or have expired too."""
    out = io.StringIO()
    writer = csv.DictWriter(out, ENTRY_KEYS, restval="", lineterminator="\n")
    writer.writeheader()
    files = sorted(pack.path.glob("*.toml")) if pack.path.is_dir() else [pack.path]
    for file in files:
        writer.writerows(table_of(file)["question"])
    return out.getvalue()


def pack_text(title: str, language: str, rows: Iterable[Mapping[str, Value]]) -> str:
    """A pack's file of these questions."""
    head: Mapping[str, Value] = {"format": FORMAT, "title": title, "language": language}
    parts = ["".join(f"{key} = {as_toml(value)}\n" for key, value in head.items())]
    for row in rows:
        lines = (f"{key} = {as_toml(row[key])}\n" for key in ENTRY_KEYS if key in row)
        parts.append("\n[[question]]\n" + "".join(lines))
    return "".join(parts)


def as_toml(value: Value) -> str:
    """Return `value` as a TOML file has it."""
    if isinstance(value, str):  # JSON's text is TOML's, but for one control character
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return value.isoformat() if isinstance(value, dt.date) else repr(value)


def unwritable(path: Path, error: OSError) -> QuestionError:
    """What to say of a file that can't be written."""
    return QuestionError(message("questions.unwritable", path=str(path), error=reason(error)))

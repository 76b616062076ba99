"""Packs as tables: from CSV, as spreadsheets write it, and to CSV; and a pack's file written."""

import csv
import datetime as dt
import html
import io
import json
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from appliance.bounded_files import FILE_BYTES, read_bytes
from appliance.errors import QuestionError, UnfitFileError, reason
from appliance.questions.check import doubtful
from appliance.questions.entry import ENTRY_KEYS, NEEDED_KEYS, Story, entry_of, faults_of
from appliance.questions.lines import Lines
from appliance.questions.pack import FORMAT, Contents, table_of, unreadable
from appliance.text import neat, plain, spelt, unshown
from appliance.typefaces import installed
from bluffing.message import Message, Spoken, message, quoted

Value = str | int | float | dt.date

_WHOLE = ("n", "ages", "laugh")
_DAYS = ("expires", "checked")
_YEARS = ("date", "as_of", "fielded")
_SEPARATORS = ",;\t|"

_HEADS = {
    "id": "key identifier schlüssel kennung clave identificador clé identifiant sleutel chave",
    "kind": "type art typ tipo clase genre sorte soort",
    "text": "question frage pregunta vraag pergunta texto texte tekst",
    "answer": "correct_answer percent percentage antwort lösung prozent respuesta porcentaje"
    " réponse pourcentage antwoord procent resposta percentagem porcentagem",
    "source": "quelle herkunft fuente origen provenance bron fonte origem",
    "date": "year datum jahr stand fecha año année jaar data ano",
    "note": "notes remark comment story anmerkung bemerkung hinweis notiz nota comentario remarque"
    " opmerking noot notitie observação",
    "flagged": "markiert marcada signalée afgekeurd marcado",
    "topic": "category thema kategorie tema categoría thème sujet catégorie onderwerp categorie"
    " categoria",
    "region": "country land país pays regio région región região",
    "ages": "age alter edad âge leeftijd idade",
    "denominator": "nenner denominador dénominateur noemer",
    "as_of": "asof geltendam",
    "expires": "expiry ablauf läuftab caduca expire verloopt expira",
    "url": "link address adresse enlace lien adres ligação web website",
    "checked": "geprüft comprobada vérifiée gecontroleerd verificada",
    "pollster": "institut encuestador sondeur peiler inquiridor",
    "fielded": "befragtam feldzeit",
    "n": "sample befragte encuestados interrogés ondervraagden inquiridos",
    "population": "bevölkerung población bevolking população",
}
"""Heads of columns in the languages that the table speaks, beside the keys themselves."""

_KEYS = {plain(word): key for key in ENTRY_KEYS for word in (key, *_HEADS.get(key, "").split())}

_WORDS = {
    "kind": {
        "fact": "fakt tatsache hecho dato fait feit facto fato",
        "fun": "survey poll umfrage encuesta sondage peiling enquete sondagem inquérito"
        " lustig witzig divertido amusant drôle grappig leuk engraçado",
    },
    "region": {"world": "welt mundo monde wereld"},
}
"""Other words for values that have only a few."""

_VALUES = {
    key: {plain(word): value for value, words in values.items() for word in words.split()}
    for key, values in _WORDS.items()
}

_SEP_LINE = re.compile(r'"?sep=(.)"?[ \t]*\r?\n', re.IGNORECASE)
"""Line of a spreadsheet above the head that names the separator of the cells."""

_PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d{1,12}))?\s*(%?)")
_GROUPED = re.compile(r"\d{1,3}(?:[ .,'\u2019]\d{3})+")
_DAY = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_WHOLE_YEAR = re.compile(r"(\d{1,4})(?:[.,]0)?")


@dataclass(frozen=True, slots=True)
class Cells(Story):
    """A row of a sheet; `letters` are those of its columns, by key."""

    letters: Mapping[str, str] = field(default_factory=dict)

    def wrong(self, code: str, place: str = "", /, **more: Spoken) -> QuestionError:
        """Return the error as `Story.wrong`, with the column."""
        error = Story.wrong(self, code, place, **more)
        return _in_column(error, self.letters[place]) if place in self.letters else error


@dataclass(frozen=True, slots=True)
class PackSheet:
    """Questions of a sheet in the format of a pack, and doubts about them."""

    rows: tuple[Mapping[str, Value], ...]
    doubtful: tuple[Message, ...]


def sheet_of(path: Path, language: str, wrong: list[QuestionError]) -> PackSheet:
    """Return the questions in a CSV file whose first line names the columns.

    Cells may be separated by commas, semicolons, tabs or bars, and be written in UTF-8, UTF-16 or
    Windows-1252. Faults of single columns and rows are added to `wrong`.

    Raises:
        QuestionError: it can't be read at all.
    """
    text, guessed = _decode(path)
    if "\0" in text:  # a workbook, or UTF-32
        raise unreadable(path, message("questions.no-encoding"))
    lines = _lines(path, text)
    if len(lines) < 2:
        raise QuestionError(message("questions.no-rows", path=str(path)))
    (_, head), *rest = lines
    keys, faults = _keys(path, head, [row for _, row in rest])
    wrong += faults
    lacks = NEEDED_KEYS - set(keys)
    line_numbers = Lines(questions=tuple({"": line} for line, _ in rest))
    columns = {key: _letter(place) for place, key in enumerate(keys) if key}
    rows, doubts = list[Mapping[str, Value]](), list[Message]()
    ids: set[object] = set()
    if guessed:
        doubts.append(message("questions.guessed-encoding", path=str(path)))
    for number, (_, row) in enumerate(rest, 1):
        pairs = zip(keys, row, strict=False)
        cells = {key: _cell(key, cell, language) for key, cell in pairs if key and cell}
        story = Cells(str(path), line_numbers, number, cells, columns)
        faults = _faults(story, row, len(head), lacks)
        if cells.get("id", number) in ids:
            faults.append(story.wrong("questions.twice"))
        ids.add(cells.get("id"))
        wrong += faults
        if not faults and not lacks:
            doubts += doubtful(entry_of(story, path.stem, language))
            rows.append(cells)
    return PackSheet(tuple(rows), tuple(doubts))


def _faults(
    story: Cells, row: list[str], width: int, lacks: AbstractSet[str]
) -> list[QuestionError]:
    """Return all faults of a row, under a head of `width` columns."""
    if any(row[width:]):  # its cells may belong to other columns
        return [story.wrong("questions.cells", columns=width)]
    cells = {key: cell for key, cell in story.table.items() if isinstance(cell, str)}
    lost = {key: unshown(cell, installed()) for key, cell in cells.items() if key != "id"}
    lost = {key: letters for key, letters in lost.items() if letters}
    faults = [
        story.wrong("questions.unshown", key, key=key, letters=spelt(letters))
        for key, letters in lost.items()
    ]
    legible = {key: cell for key, cell in story.table.items() if key not in lost}
    return faults + faults_of(replace(story, table=legible), lacks | lost.keys())


def _decode(path: Path) -> tuple[str, bool]:
    """Return the text of a file from a spreadsheet, and whether its encoding was guessed."""
    try:
        data = read_bytes(path, 2 * FILE_BYTES)
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return data.decode("utf-16"), False
        if b"\0" in data[:200]:
            return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be"), False
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8-sig"), False
        return data.decode("cp1252"), True
    except UnfitFileError as error:
        raise unreadable(path, error.why) from error
    except UnicodeDecodeError as error:
        raise unreadable(path, message("questions.no-encoding")) from error


def _lines(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that aren't empty, each with the number of its first line."""
    skipped = 0
    if sentence := _SEP_LINE.match(text):
        text, separator, skipped = text[sentence.end() :], sentence[1], 1
    else:
        separator = max(_SEPARATORS, key=lambda one: _known_heads(text, one))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines, line = list[tuple[int, list[str]]](), 1
    try:
        for row in reader:
            cells = [_tidy(cell) for cell in row]
            if any(cells):
                lines.append((line + skipped, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise unreadable(path, f"{error}, line {reader.line_num + skipped}") from error
    return lines


def _tidy(cell: str) -> str:
    """Return a cell in one line, without the entities of web pages."""
    return neat(" ".join(html.unescape(cell).split()))


def _known_heads(text: str, separator: str) -> tuple[int, int]:
    """Count the heads that we know, and all heads, if this separates the cells."""
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        head = next((row for row in rows if any(map(str.strip, row))), [])
    except csv.Error:
        return 0, 0
    return sum(_key(name) is not None for name in head), len(head)


def _key(head: str) -> str | None:
    """Return the key that a column's head means: "Antwort in %" is `answer`."""
    whole = _tidy(head)
    first = whole.split()[:1]
    return _KEYS.get(plain(whole)) or _KEYS.get(plain("".join(first)))


def _keys(
    path: Path, head: list[str], rows: list[list[str]]
) -> tuple[list[str], list[QuestionError]]:
    """Return the key of each column, "" for an empty one, and the faults of the head."""
    keys, faults = list[str](), list[QuestionError]()
    known = ", ".join(ENTRY_KEYS)
    for place, name in enumerate(head):
        key = _key(name)
        empty = not name and not any(row[place] for row in rows if len(row) > place)
        if (key is None or key in keys) and not empty:
            values = {"path": str(path), "column": quoted(name), "known": known}
            error = QuestionError(message("questions.column", **values))
            faults.append(_in_column(error, _letter(place)))
            key = None
        keys.append(key or "")
    if lacks := [key for key in ENTRY_KEYS if key in NEEDED_KEYS - set(keys)]:
        values = {"path": str(path), "keys": ", ".join(lacks)}
        faults.append(QuestionError(message("questions.lacks-columns", **values)))
    return keys, faults


def _letter(place: int) -> str:
    """Return what spreadsheets call a column: A, B ... Z, AA ..."""
    before = _letter(place // 26 - 1) if place >= 26 else ""
    return before + chr(ord("A") + place % 26)


def _in_column(error: QuestionError, letter: str) -> QuestionError:
    return QuestionError(message("questions.in-column", what=error.says, column=letter))


def _cell(key: str, text: str, language: str) -> Value:
    """Return a cell as a TOML value, or else as text."""
    if key == "answer":
        return _percent(text)
    if key in _WHOLE:
        digits = "".join(filter(str.isdigit, text)) if _GROUPED.fullmatch(text) else text
        return int(digits) if digits.isdecimal() and len(digits) < 20 else text
    if key in _DAYS + _YEARS:
        return _date(key, text, language)
    if key in {"kind", "topic", "region"}:
        return _VALUES.get(key, {}).get(plain(text), text.strip("!").lower())
    return re.sub(r"[\s_]+", "-", text.lower()) if key == "id" else text


def _percent(text: str) -> Value:
    """Return "71 %" and "71,0" as numbers, and "0.5 %" as a share: it is less than one, surely."""
    reading = _PERCENT.fullmatch(unicodedata.normalize("NFKC", text))
    if reading is None:
        return text
    whole, part, sign = reading[1], reading[2] or "", reading[3]
    if sign and part and not int(whole):
        return f"{int(part)}/{10 ** (len(part) + 2)}"
    return float(f"{whole}.{part}") if part else int(whole)


def _date(key: str, text: str, language: str) -> Value:
    """Return a year or a day, also as 31.1.2026, 31-01-2026 and 31/01/2026.

    In English 02/03/2026 is March here and February there: it stays a text, which is refused.
    """
    if (year := _WHOLE_YEAR.fullmatch(text)) and key in _YEARS:
        return int(year[1])
    with suppress(ValueError):
        if text.count("-") == 2 and len(text) == 10 and text[4] == "-":
            return dt.date.fromisoformat(text)
        if reading := _DAY.fullmatch(text):
            first, second = int(reading[1]), int(reading[3])
            american = reading[2] == "/" and language == "en"
            if american and first <= 12 and second > 12:
                first, second = second, first
            elif american and first <= 12 and first != second:
                return text
            return dt.date(int(reading[4]), second, first)
    return text


def csv_of(pack: Contents) -> str:
    """Return all questions of a pack as CSV, including flagged and expired ones."""
    out = io.StringIO()
    writer = csv.DictWriter(out, ENTRY_KEYS, restval="", lineterminator="\n")
    writer.writeheader()
    files = sorted(pack.path.glob("*.toml")) if pack.path.is_dir() else [pack.path]
    for file in files:
        writer.writerows(table_of(file)["question"])
    return out.getvalue()


def title_of(path: Path, given: str) -> str:
    """Return the title of an imported pack. Raises QuestionError: no pack can have it."""
    story = Story(str(path), Lines(), None, {"title": given})
    title = story.text("title")
    if lost := unshown(title, installed()):
        raise story.wrong("questions.unshown", "title", key="title", letters=spelt(lost))
    return title


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
    """Return the error for a file that can't be written."""
    return QuestionError(message("questions.unwritable", path=str(path), error=reason(error)))

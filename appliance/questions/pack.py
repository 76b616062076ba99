"""Packs of questions: loads TOML files and folders of them, or reports a fault in one line."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from appliance.bounded_files import FILE_BYTES, read_text, toml_of
from appliance.core.question import Kind, Pack, Question
from appliance.errors import QuestionError, UnfitFileError
from appliance.questions.entry import PackEntry, Story, entry_of, faults_of
from appliance.questions.lines import Lines, lines_of
from bluffing.message import Spoken, message, quoted

ENGLISH = ("facts", "fun")
"""The shipped packs of more than one file, all of them in English."""

FIRST_EVENINGS = ("de", "en", "es", "fr", "nl", "pt")
"""Shipped packs of one language each, by its code, for a table's first evenings."""

PACKS = (*ENGLISH, *FIRST_EVENINGS)
"""Shipped packs: each is a folder beside this file, whose TOML files together are the pack."""

FORMAT = 1

_UNDECODED = re.compile("[\ud800-\udfff]")
"""Bytes of a file's name that are no UTF-8, as Python has them."""

FOREVER = dt.date.min
"""A day before any question expires."""

_PACK_KEYS = ("format", "title", "language", "nerds", "question")


@dataclass(frozen=True, slots=True)
class Contents:
    """All of a pack, flagged and expired questions too; `path` is its file or folder."""

    name: str
    path: Path
    title: str
    language: str
    entries: tuple[PackEntry, ...]

    def drawn(self, today: dt.date = FOREVER) -> tuple[PackEntry, ...]:
        """Return the questions that can be drawn on that day.

        None of them is flagged, has expired, or has letters that no screen shows.
        """
        return tuple(
            entry
            for entry in self.entries
            if not entry.flagged and not entry.expired(today) and not entry.unshown
        )


def questions_of(names: Iterable[str], today: dt.date = FOREVER) -> tuple[Question, ...]:
    """Return the questions of the named packs: names of shipped packs, or paths of files.

    Raises:
        QuestionError: there is no such pack, it is wrong, or no question is left to draw.
    """
    questions = tuple(entry.question for name in names for entry in contents(name).drawn(today))
    if not questions:
        raise QuestionError(message("questions.none-to-draw"))
    return questions


def contents(name: str) -> Contents:
    """All of the pack that settings call so.

    Raises:
        QuestionError: there is no such pack, or it is wrong.
    """
    if name in PACKS:
        return _shipped(name)
    if not name.endswith(".toml"):
        raise QuestionError(
            message("questions.no-pack", pack=quoted(name), shipped=", ".join(PACKS))
        )
    return read_pack(Path(name), name)


@lru_cache(maxsize=len(PACKS))
def _shipped(name: str) -> Contents:
    return read_pack(Path(__file__).with_name(name), name)


def pack_of(found: Contents, drawn: Sequence[PackEntry]) -> Pack:
    """Describe a pack whose questions to draw are `drawn`. Raises QuestionError: there are none."""
    if not drawn:
        raise QuestionError(message("questions.all-flagged", path=str(found.path)))
    kinds = kinds_of(entry.question for entry in drawn)
    return Pack(found.name, found.title, kinds, len(drawn))


def kinds_of(questions: Iterable[Question]) -> tuple[Kind, ...]:
    """Return the kinds of the questions."""
    kinds = {question.kind for question in questions}
    return tuple(kind for kind in Kind if kind in kinds)


def read_pack(path: Path, name: str = "", wrong: list[QuestionError] | None = None) -> Contents:
    """Read the pack in the TOML file at `path`, or in all files of a folder, which have one title.

    The pack's name is that of the file or folder. With `wrong`, faults of single questions are
    added to it and these questions are left out.

    Raises:
        QuestionError: it can't be read, or a key or value in it is not allowed.
    """
    if _UNDECODED.search(str(path)):  # no journal and no terminal allows this name
        raise QuestionError(
            message("questions.unreadable", path=str(path), error=message("questions.name"))
        )
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise QuestionError(message("questions.no-files", path=str(path)))
    parts = [_part(file, path.stem, wrong) for file in files]
    title, language = parts[0][0], parts[0][1]
    entries: dict[str, PackEntry] = {}
    for file, (part_title, spoken, part_entries) in zip(files, parts, strict=True):
        if (part_title, spoken) != (title, language):
            raise QuestionError(message("questions.other-title", path=str(file), title=title))
        for entry in part_entries:
            if entry.question.id in entries:
                _fail(QuestionError(message("questions.twice", where=entry.where)), wrong)
            entries[entry.question.id] = entry
    return Contents(name or str(path), path, title, language, tuple(entries.values()))


def _part(
    path: Path, pack: str, wrong: list[QuestionError] | None
) -> tuple[str, str, tuple[PackEntry, ...]]:
    """Title, language and questions of one file."""
    return _part_of(text_of_file(path), path, pack, wrong)


def refuse_unreadable(text: str, path: Path) -> None:
    """Raise QuestionError if a table couldn't read `text` as the pack of the file `path`."""
    size = len(text.encode())
    if size > FILE_BYTES:
        raise QuestionError(
            message("questions.too-large", path=str(path), bytes=size, most=FILE_BYTES)
        )
    _part_of(text, path, path.stem, None)


def _part_of(
    text: str, path: Path, pack: str, wrong: list[QuestionError] | None
) -> tuple[str, str, tuple[PackEntry, ...]]:
    table, lines = _table(path, text), lines_of(text)
    whole = Story(str(path), lines, None, table)
    whole.refuse_unknown(_PACK_KEYS)
    if table.get("format") != FORMAT:
        raise whole.not_allowed("format", "questions.format", format=FORMAT)
    title, language = whole.text("title"), whole.text("language")
    if not language.isalpha() or not 2 <= len(language) <= 3:
        raise whole.not_allowed("language", "questions.language")
    nerds = table.get("nerds", False)
    if type(nerds) is not bool:
        raise whole.not_allowed("nerds", "questions.nerds")
    stories = table.get("question")
    if not isinstance(stories, list) or not stories:
        raise whole.wrong("questions.empty")
    entries: list[PackEntry] = []
    for number, raw in enumerate(stories, 1):
        try:
            story = _story(str(path), lines, number, raw)
        except QuestionError as error:
            _fail(error, wrong)
            continue
        try:
            entries.append(entry_of(story, pack, language, nerds=nerds))
        except QuestionError as error:
            for fault in faults_of(story) or [error]:
                _fail(fault, wrong)
    return title, language, tuple(entries)


def _fail(error: QuestionError, wrong: list[QuestionError] | None) -> None:
    """Collect the fault in `wrong`, or raise it."""
    if wrong is None:
        raise error
    wrong.append(error)


def _story(path: str, lines: Lines, number: int, table: object) -> Story:
    if not isinstance(table, dict):
        raise Story(path, lines, number, {}).wrong("questions.no-table")
    return Story(path, lines, number, table)


def table_of(path: Path) -> dict[str, Any]:  # any TOML
    """Read the TOML file at `path`. Raises QuestionError: it can't be read."""
    return _table(path, text_of_file(path))


def text_of_file(path: Path) -> str:
    """The text of a file of questions, within the bounds of all files."""
    try:
        return read_text(path).removeprefix("\ufeff")  # with which some spreadsheets begin
    except UnfitFileError as error:
        raise unreadable(path, error.why) from error


def _table(path: Path, text: str) -> dict[str, Any]:  # any TOML
    try:
        return toml_of(text)
    except UnfitFileError as error:
        raise unreadable(path, error.why) from error


def unreadable(path: Path, why: Spoken) -> QuestionError:
    """Return the error for a file that can't be read."""
    return QuestionError(message("questions.unreadable", path=str(path), error=why))

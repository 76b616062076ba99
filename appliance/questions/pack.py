"""Packs of questions: a TOML file to frozen questions, or one line that says what is wrong in it.

docs/add-a-question-pack.md tells the format to people who write one.
"""

import datetime as dt
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from appliance.core.question import Kind, Question
from appliance.errors import QuestionError
from appliance.message import Message, Spoken, message

PACKS = {
    "facts": "facts.toml",
}
"""Every shipped pack by its name: a file beside this one."""

FORMAT = 1
MOST_LETTERS = 200
"""Letters in a question: more can't be read across a table."""

_PACK_KEYS = {"format", "title", "language", "question"}
_KEYS = {"id", "kind", "text", "answer", "source", "date", "note", "flagged"}
_NEEDED = ("id", "kind", "text", "answer", "source", "date")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: `questions` can be drawn, `flagged` ones are kept out until somebody mends them."""

    name: str
    title: str
    language: str
    questions: tuple[Question, ...]
    flagged: tuple[Question, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of which it has questions to draw."""
        return tuple(kind for kind in Kind if any(one.kind is kind for one in self.questions))


def shipped(name: str) -> Pack:
    """The shipped pack `name`, a key of PACKS."""
    return load_pack(Path(__file__).with_name(PACKS[name]))


def packs_of(names: Iterable[str]) -> tuple[Pack, ...]:
    """The packs that settings name: shipped ones by their names, others by the file's path.

    Raises:
        QuestionError: there is no such pack, it is wrong, or no question is left to draw.
    """
    packs = []
    for name in names:
        if name not in PACKS and not name.endswith(".toml"):
            raise QuestionError(
                message("questions.no-pack", pack=repr(name), shipped=", ".join(PACKS))
            )
        packs.append(shipped(name) if name in PACKS else load_pack(Path(name)))
    if not any(pack.questions for pack in packs):
        raise QuestionError(message("questions.none-to-draw"))
    return tuple(packs)


def load_pack(path: Path) -> Pack:
    """The pack in the TOML file at `path`, which is called by the file's name.

    Raises:
        QuestionError: it can't be read, or a key or value in it is not allowed.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise QuestionError(
            message("questions.unreadable", path=str(path), error=str(error))
        ) from error
    return _pack(path, table)


def _pack(path: Path, table: Mapping[str, Any]) -> Pack:  # TOML as it is
    _refuse_unknown(f"{path}", table, _PACK_KEYS)
    if table.get("format") != FORMAT:
        given = table.get("format")
        raise _not_allowed(str(path), "format", given, "questions.format", format=FORMAT)
    title = _text(f"{path}", table, "title")
    language = _text(f"{path}", table, "language")
    stories = table.get("question")
    if not isinstance(stories, list) or not stories:
        raise QuestionError(message("questions.empty", where=str(path)))
    questions: dict[str, Question] = {}
    flagged: list[str] = []
    for number, story in enumerate(stories, 1):
        question = _question(path, number, story)
        if question.id in questions:
            raise QuestionError(message("questions.twice", where=_where(path, question.id)))
        questions[question.id] = question
        if "flagged" in story:
            _text(_where(path, question.id), story, "flagged")
            flagged.append(question.id)
    return Pack(
        path.stem,
        title,
        language,
        tuple(one for one in questions.values() if one.id not in flagged),
        tuple(questions[id_] for id_ in flagged),
    )


def _question(path: Path, number: int, story: object) -> Question:
    unnamed = message("questions.numbered", path=str(path), number=number)
    if not isinstance(story, dict):
        raise QuestionError(message("questions.no-table", where=unnamed))
    where = _where(path, story["id"]) if "id" in story else unnamed
    _refuse_unknown(where, story, _KEYS)
    for key in _NEEDED:
        if key not in story:
            raise QuestionError(message("questions.missing", where=where, key=key))
    id_ = _text(where, story, "id")
    if not _ID.fullmatch(id_):
        raise _not_allowed(where, "id", id_, "questions.id")
    if story["kind"] not in list(Kind):
        raise _not_allowed(where, "kind", story["kind"], "questions.kind")
    kind = Kind(story["kind"])
    text = _text(where, story, "text")
    if not text.endswith("?") or len(text) > MOST_LETTERS:
        raise _not_allowed(where, "text", text, "questions.question", letters=MOST_LETTERS)
    return Question(
        path.stem,
        id_,
        kind,
        text,
        _answer(where, kind, story["answer"]),
        _text(where, story, "source"),
        _date(where, story["date"]),
        _text(where, story, "note") if "note" in story else "",
    )


def _where(path: Path, id_: object) -> Message:
    """The question of that id, for people."""
    return message("questions.named", path=str(path), id=str(id_))


def _not_allowed(
    where: Spoken, key: str, value: object, allowed: str, **more: Spoken
) -> QuestionError:
    """A value that its key can't have; `allowed` is the catalogue's code of what it can."""
    what = message(allowed, **more)
    return QuestionError(
        message("questions.not-allowed", where=where, key=key, value=repr(value), allowed=what)
    )


def _refuse_unknown(where: Spoken, table: Iterable[str], known: set[str]) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        key, all_ = repr(unknown[0]), ", ".join(sorted(known))
        raise QuestionError(message("questions.unknown-key", where=where, key=key, known=all_))


def _text(where: Spoken, table: Mapping[str, Any], key: str) -> str:  # TOML as it is
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _not_allowed(where, key, value, "questions.text")
    return value.strip()


def _answer(where: Spoken, kind: Kind, value: object) -> float:
    """The percentage: a number as it is, or a share such as "25/100" worked out exactly."""
    wrong = _not_allowed(where, "answer", value, "questions.answer")
    percent: float
    if isinstance(value, str):
        try:
            percent = float(Fraction(value) * 100)
        except (ValueError, ZeroDivisionError) as error:
            raise wrong from error
    elif isinstance(value, int | float) and type(value) is not bool:
        percent = float(value)
    else:
        raise wrong
    if not isfinite(percent) or not 0 <= percent <= 100:
        raise wrong
    if kind is Kind.FUN and not percent.is_integer():
        raise _not_allowed(where, "answer", value, "questions.whole-answer")
    return percent


def _date(where: Spoken, value: object) -> str:
    """A year or a day, as text."""
    if type(value) is int and 1 <= value <= 9999:
        return str(value)
    if type(value) is dt.date:
        return value.isoformat()
    raise _not_allowed(where, "date", value, "questions.date")

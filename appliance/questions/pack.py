"""Packs of questions, each a TOML file, or one line that says what is wrong in it; and drawing one.

docs/add-a-question-pack.md tells the format to people who write one.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from appliance.bounded_files import read_toml
from appliance.core.effects import DrawQuestion, Effect
from appliance.core.question import Kind, Pack, Question
from appliance.core.signals import QuestionDrawn, Signal
from appliance.errors import QuestionError, UnfitFileError
from appliance.message import Spoken, message, quoted

PACKS = {
    "facts": "facts.toml",
}
"""Every shipped pack by its name: a file beside this one."""

FORMAT = 1
MOST_LETTERS = 200
"""Letters in a question: more can't be read across a table."""
LONGEST_WORDS = 400
"""Letters in any other text of a pack, at most."""

_PACK_KEYS = {"format", "title", "language", "question"}
_KEYS = {"id", "kind", "text", "answer", "source", "date", "note", "flagged"}
_NEEDED = ("id", "kind", "text", "answer", "source", "date")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHARE = re.compile(r"[0-9]{1,12}(/[0-9]{1,12}|\.[0-9]{1,12})?")
"""A share as text. Fraction also takes "1e99999999", and is busy for minutes then."""


def questions_of(names: Iterable[str]) -> tuple[Question, ...]:
    """The questions of the packs that settings name: shipped ones, or else the file's path.

    Raises:
        QuestionError: there is no such pack, it is wrong, or no question is left to draw.
    """
    questions = tuple(one for name in names for one in load_pack(_file_of(name)))
    if not questions:
        raise QuestionError(message("questions.none-to-draw"))
    return questions


def open_pack(name: str) -> tuple[Pack, tuple[Question, ...]]:
    """The pack that settings call so, with its questions.

    Raises:
        QuestionError: there is no such pack, it is wrong, or it has no question to draw.
    """
    file = _file_of(name)
    table = _read(file)
    questions = _pack(file, table)
    if not questions:
        raise QuestionError(message("questions.all-flagged", path=str(file)))
    title = _Entry(str(file), table).text("title")
    return Pack(name, title, kinds_of(questions), len(questions)), questions


def _file_of(name: str) -> Path:
    if name not in PACKS and not name.endswith(".toml"):
        raise QuestionError(
            message("questions.no-pack", pack=quoted(name), shipped=", ".join(PACKS))
        )
    return Path(__file__).with_name(PACKS[name]) if name in PACKS else Path(name)


def kinds_of(questions: Iterable[Question]) -> tuple[Kind, ...]:
    """The kinds of which there are questions to draw."""
    there = {one.kind for one in questions}
    return tuple(kind for kind in Kind if kind in there)


def load_pack(path: Path) -> tuple[Question, ...]:
    """The questions of the TOML file at `path`, whose pack is called by the file's name.

    Flagged ones are kept out until somebody mends them.

    Raises:
        QuestionError: it can't be read, or a key or value in it is not allowed.
    """
    return _pack(path, _read(path))


def _read(path: Path) -> dict[str, Any]:  # TOML as it is
    try:
        return read_toml(path)
    except UnfitFileError as error:
        raise QuestionError(
            message("questions.unreadable", path=str(path), error=error.why)
        ) from error


def _pack(path: Path, table: Mapping[str, Any]) -> tuple[Question, ...]:  # TOML as it is
    pack = _Entry(str(path), table)
    pack.refuse_unknown(_PACK_KEYS)
    if table.get("format") != FORMAT:
        raise pack.not_allowed("format", "questions.format", format=FORMAT)
    for key in ("title", "language"):
        pack.text(key)
    stories = table.get("question")
    if not isinstance(stories, list) or not stories:
        raise QuestionError(message("questions.empty", where=pack.where))
    questions, flagged = dict[str, Question](), set[str]()
    for number, story in enumerate(stories, 1):
        entry = _entry(path, number, story)
        question = _question(path, entry)
        if question.id in questions:
            raise QuestionError(message("questions.twice", where=entry.where))
        questions[question.id] = question
        if "flagged" in story:
            entry.text("flagged")
            flagged.add(question.id)
    return tuple(one for one in questions.values() if one.id not in flagged)


def _entry(path: Path, number: int, story: object) -> "_Entry":
    """The question of that number, with all the keys that it needs and no other."""
    where = message("questions.numbered", path=str(path), number=number)
    if not isinstance(story, dict):
        raise QuestionError(message("questions.no-table", where=where))
    if "id" in story:
        where = message("questions.named", path=str(path), id=quoted(story["id"]).strip("'"))
    entry = _Entry(where, story)
    entry.refuse_unknown(_KEYS)
    for key in _NEEDED:
        if key not in story:
            raise QuestionError(message("questions.missing", where=where, key=key))
    return entry


def _question(path: Path, entry: "_Entry") -> Question:
    id_ = entry.text("id")
    if not _ID.fullmatch(id_):
        raise entry.not_allowed("id", "questions.id")
    if entry.table["kind"] not in list(Kind):
        raise entry.not_allowed("kind", "questions.kind")
    kind, text = Kind(entry.table["kind"]), entry.text("text")
    if not text.endswith("?") or len(text) > MOST_LETTERS:
        raise entry.not_allowed("text", "questions.question", letters=MOST_LETTERS)
    answer, source, date = entry.answer(kind), entry.text("source"), entry.date()
    note = entry.text("note") if "note" in entry.table else ""
    return Question(path.stem, id_, kind, text, answer, source, date, note)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A pack's table, or a question's; `where` names it for people."""

    where: Spoken
    table: Mapping[str, Any]  # TOML as it is

    def not_allowed(self, key: str, allowed: str, **more: Spoken) -> QuestionError:
        """Its value can't be so; `allowed` is the catalogue's code of what it can be."""
        value, what = quoted(self.table.get(key)), message(allowed, **more)
        return QuestionError(
            message("questions.not-allowed", where=self.where, key=key, value=value, allowed=what)
        )

    def refuse_unknown(self, known: set[str]) -> None:
        unknown = sorted(set(self.table) - known)
        if unknown:
            keys = {"key": quoted(unknown[0]), "known": ", ".join(sorted(known))}
            raise QuestionError(message("questions.unknown-key", where=self.where, **keys))

    def text(self, key: str) -> str:
        """Its words, in one line."""
        value = self.table.get(key)
        said = " ".join(value.split()) if isinstance(value, str) else ""
        if not 0 < len(said) <= LONGEST_WORDS or not said.isprintable():
            raise self.not_allowed(key, "questions.text", letters=LONGEST_WORDS)
        return said

    def answer(self, kind: Kind) -> float:
        """The percentage: a number as it is, or a share such as "25/100" worked out exactly."""
        percent = self.table["answer"]
        if isinstance(percent, str):
            if not _SHARE.fullmatch(percent):
                raise self.not_allowed("answer", "questions.answer")
            try:
                percent = Fraction(percent) * 100
            except ZeroDivisionError as error:
                raise self.not_allowed("answer", "questions.answer") from error
        if type(percent) not in {int, float, Fraction} or not 0 <= percent <= 100:
            raise self.not_allowed("answer", "questions.answer")
        if kind is Kind.FUN and percent % 1:
            raise self.not_allowed("answer", "questions.whole-answer")
        return float(percent)

    def date(self) -> str:
        """A year or a day, as text."""
        value = self.table["date"]
        if type(value) is int and 1 <= value <= 9999:
            return str(value)
        if type(value) is dt.date:
            return value.isoformat()
        raise self.not_allowed("date", "questions.date")


# --- drawing them ----------------------------------------------------------------------------


class Drawer:
    """Answers every DrawQuestion effect with a QuestionDrawn signal.

    `chance` decides, so the same one draws the same evening. `asked` are questions that were
    drawn earlier in the evening, as the journal tells after a power cut. `clock` gives the
    table's time in nanoseconds.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        chance: Random,
        post: Callable[[Signal], object],
        clock: Callable[[], int],
        asked: Iterable[Question] = (),
    ) -> None:
        if not questions:
            raise ValueError("there must be a question to draw")
        self._questions = questions
        self._chance, self._post, self._clock = chance, post, clock
        self._asked = {_key(question) for question in asked}

    def perform(self, effect: Effect) -> None:
        """Take DrawQuestion; leave the rest to others."""
        if isinstance(effect, DrawQuestion):
            self._post(QuestionDrawn(effect.request, self.draw(effect.kind), self._clock()))

    def take(self, questions: Sequence[Question]) -> None:
        """Draw from these from now on."""
        self._questions = questions

    def draw(self, kind: Kind | None) -> Question:
        """A question of `kind`, or of any; of another kind where the packs have none of it.

        When all that could be drawn have been asked, they can be asked again.
        """
        fitting = [one for one in self._questions if kind in (None, one.kind)]
        fitting = fitting or list(self._questions)
        fresh = [one for one in fitting if _key(one) not in self._asked]
        if not fresh:
            self._asked -= {_key(one) for one in fitting}
            fresh = fitting
        question = self._chance.choice(fresh)
        self._asked.add(_key(question))
        return question


def _key(question: Question) -> tuple[str, str]:
    return question.pack, question.id

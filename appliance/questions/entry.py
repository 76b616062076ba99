"""One question in a pack's format, and the checks of its keys.

docs/add-a-question-pack.md describes the format for authors.
"""

import datetime as dt
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from appliance.core.question import Kind, Question, Survey
from appliance.errors import QuestionError
from appliance.questions.lines import Lines
from appliance.text import letters, neat, unshown
from appliance.typefaces import installed
from bluffing.message import Spoken, any_of, message, quoted

TOPICS = (
    "numbers", "chance", "games", "calendar", "words", "science", "space", "nature", "world",
    "people", "culture", "food", "everyday", "beliefs", "holidays", "house",
)  # fmt: skip
"""Topics of questions; the catalogue names them by `topic.NAME`. `house`: the own group."""

WORLD = "world"
"""The region of a question that is about no country."""

MOST_LETTERS = 200
"""Letters in a question: more can't be read across a table."""

MOST_OTHER_LETTERS = 400
"""Letters in any other text of a pack."""

FEWEST_ASKED = 10
"""Minimum number of people in a survey: the answers of fewer are not representative."""

ADULT = 18
"""Age in years from which questions for adults are fit."""

LOUDEST = 3
"""Highest mark of a question for its laugh: 0 is homework, 3 sets the table laughing."""

_NEEDED = ("id", "kind", "text", "answer", "source", "date")
NEEDED_KEYS = frozenset(_NEEDED)
"""Keys that every question has."""

_SURVEY = ("pollster", "fielded", "n", "n_all", "population")
_MORE = (
    "note",
    "flagged",
    "topic",
    "region",
    "ages",
    "denominator",
    "as_of",
    "expires",
    "url",
    "laugh",
)
ENTRY_KEYS = (*_NEEDED, *_MORE, "checked", *_SURVEY)
"""Keys of a question, in their order in a file."""

POLL_YEARS = 10
"""Years after which people may answer a poll in another way."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHARE = re.compile(r"\s*(\d{1,15})\s*/\s*(\d{1,15})\s*")
_NUMBER = re.compile(r"\s*\d{1,3}(\.\d{1,12})?\s*")
_REGION = re.compile(r"world|[a-z]{2}")
_GREEK = re.compile("[\u0370-\u03ff].*;$")
"""Pattern of a question in Greek, with its own question mark."""

_MONTH = re.compile(r"(19|20)\d\d-(0[1-9]|1[0-2])")
_URL = re.compile(r"https?://[^\s<>\"]{3,300}")


@dataclass(frozen=True, slots=True)
class PackEntry:
    """A question with the data that only its pack needs.

    `topic` is one of TOPICS or "", `region` WORLD or a country's code of ISO 3166 in small letters
    ("eu" for the Union), `ages` the minimum age (years) of its players. `denominator` describes the
    100 %. The question is held back from the day `expires`. `url` and `checked` are the source and
    the day of the last check of the answer. `flagged` is its fault. `laugh` is the lower of two
    readers' marks for it, 0 to 3, or None. `hundredths` is True if the answer is a number below 1,
    as spreadsheets have it for 71 %. `nerds` marks a question for people who like sums: it is drawn
    only on request.
    """

    question: Question
    language: str
    topic: str = ""
    region: str = WORLD
    ages: int = 0
    denominator: str = ""
    expires: dt.date | None = None
    url: str = ""
    checked: dt.date | None = None
    flagged: str = ""
    laugh: int | None = None
    hundredths: bool = False
    nerds: bool = False
    where: Spoken = ""

    @property
    def texts(self) -> dict[str, str]:
        """Texts that screens show, by key."""
        question, survey = self.question, self.question.survey
        asked = (
            {}
            if survey is None
            else {
                "pollster": survey.pollster,
                "population": survey.population,
                "n_all": survey.n_all,
            }
        )
        return {"text": question.text, "source": question.source, "note": question.note, **asked}

    @property
    def year(self) -> int:
        """Year of its poll, or else of its source."""
        survey = self.question.survey
        return int((survey.fielded if survey else self.question.date)[:4])

    @property
    def unshown(self) -> str:
        """The letters in it that no screen shows; with one it is never drawn."""
        return "".join(unshown(text, installed()) for text in self.texts.values())

    def expired(self, today: dt.date) -> bool:
        """Return True if its answer is no longer true on that day."""
        return self.expires is not None and self.expires <= today

    @property
    def stale_from(self) -> dt.date | None:
        """First day on which its answer is out of date, or None.

        That is `expires`, or for a poll POLL_YEARS after it, unless the question names the year.
        """
        survey = self.question.survey
        if self.expires is not None or survey is None:
            return self.expires
        year, *rest = survey.fielded.split("-")
        if year in self.question.text:
            return None
        month = int(rest[0]) if rest else 12
        return dt.date(min(int(year) + POLL_YEARS, dt.MAXYEAR), month, 1)


@dataclass(frozen=True, slots=True)
class Story:
    """A table of a pack's file: question `number` (from 1), or the pack itself for None."""

    path: str
    lines: Lines
    number: int | None
    table: Mapping[str, Any]  # any TOML

    def where(self, key: str = "") -> Spoken:
        """Name the place of that key for people: the file, its line and the question."""
        line = self.lines.of(self.number, key)
        file = self.path if line is None else message("questions.line", path=self.path, line=line)
        if self.number is None:
            return file
        if isinstance(self.table.get("id"), str):
            return message("questions.named", file=file, id=quoted(self.table["id"]))
        return message("questions.numbered", file=file, number=self.number)

    def wrong(self, code: str, place: str = "", /, **more: Spoken) -> QuestionError:
        """Return the error `code` at the key `place`."""
        return QuestionError(message(code, where=self.where(place), **more))

    def not_allowed(self, key: str, allowed: str, **more: Spoken) -> QuestionError:
        """Return the error for a value; `allowed` is the catalogue's code of the allowed ones."""
        value, allowed_values = quoted(self.table.get(key)), message(allowed, **more)
        return self.wrong(
            "questions.not-allowed", key, key=key, value=value, allowed=allowed_values
        )

    def refuse_unknown(self, known: tuple[str, ...]) -> None:
        """Raises QuestionError for a key that is not `known`."""
        unknown = sorted(set(self.table) - set(known))
        if unknown:
            unknown_key = unknown[0]
            keys = {"key": quoted(unknown_key), "known": ", ".join(sorted(known))}
            raise self.wrong("questions.unknown-key", unknown_key, **keys)

    def text(self, key: str, longest: int = MOST_OTHER_LETTERS) -> str:
        """A text that people can read: not empty, and of letters that can be seen."""
        value = self.table.get(key)
        text = neat(value) if isinstance(value, str) else ""
        if not text or not text.isprintable():
            raise self.not_allowed(key, "questions.text")
        if len(text) > longest and letters(text) > longest:  # the second takes time
            raise self.not_allowed(key, "questions.short", letters=longest)
        return text

    def number_of(self, key: str, least: int, most: int) -> int:
        """A whole number."""
        value = self.table[key]
        if type(value) is not int or not least <= value <= most:
            raise self.not_allowed(key, "questions.number", least=least, most=most)
        return value

    def day(self, key: str) -> dt.date:
        """A day."""
        value = self.table[key]
        if type(value) is not dt.date:
            raise self.not_allowed(key, "questions.day")
        return value

    def date(self, key: str) -> str:
        """A year or a day, as text."""
        value = self.table[key]
        if type(value) is int and 1 <= value <= 9999:
            return str(value)
        if type(value) is dt.date:
            return value.isoformat()
        raise self.not_allowed(key, "questions.date")


def entry_of(story: Story, pack: str, language: str, *, nerds: bool = False) -> PackEntry:
    """The question of a [[question]] table, in a file that is for number `nerds` or for everybody.

    Raises:
        QuestionError: a key is missing or unknown, or its value is not allowed.
    """
    story.refuse_unknown(ENTRY_KEYS)
    for key in _NEEDED:
        if key not in story.table:
            raise story.wrong("questions.missing", "", key=key)
    optional: dict[str, Any] = {  # each key has its own type
        key: read(story, key) for key, read in _OPTIONAL.items() if key in story.table
    }
    question = _question(story, pack, optional.pop("as_of", ""), optional.pop("note", ""))
    hundredths = isinstance(story.table["answer"], float) and 0 < question.percent < 1
    return PackEntry(
        question, language, hundredths=hundredths, nerds=nerds, where=story.where(), **optional
    )


def faults_of(story: Story, lacks: Collection[str] = ()) -> list[QuestionError]:
    """Return all faults of a [[question]] table, key by key, except those in `lacks`."""
    faults: list[QuestionError] = []
    for key in ENTRY_KEYS:
        try:
            if key in story.table:
                _READERS[key](story, key)
            elif key in _NEEDED and key not in lacks:
                raise story.wrong("questions.missing", "", key=key)
        except QuestionError as error:
            faults.append(error)
    try:
        story.refuse_unknown(ENTRY_KEYS)
        if not faults and not lacks:
            _survey(story, _kind(story, "kind"))
    except QuestionError as error:
        faults.append(error)
    return faults


def _question(story: Story, pack: str, as_of: str, note: str) -> Question:
    id_, kind, text = _id(story, "id"), _kind(story, "kind"), _text(story, "text")
    answer, source, date = _answer(story, "answer"), story.text("source"), story.date("date")
    return Question(
        pack, id_, kind, text, answer, source, as_of or date, note, _survey(story, kind)
    )


def _id(story: Story, key: str) -> str:
    id_ = story.text(key)
    if not _ID.fullmatch(id_):
        raise story.not_allowed(key, "questions.id")
    return id_


def _kind(story: Story, key: str) -> Kind:
    if story.table[key] not in list(Kind):
        raise story.not_allowed(key, "questions.kind")
    return Kind(story.table[key])


def _text(story: Story, key: str) -> str:
    text = story.text(key, MOST_LETTERS)
    if not text.endswith("?") and not _GREEK.search(text):
        raise story.not_allowed(key, "questions.question", letters=MOST_LETTERS)
    return text


def _answer(story: Story, key: str) -> float:
    """Return the percentage: a number, or a share such as "25/100" converted exactly.

    The length of a share is limited: Fraction would compute a huge power of ten for ever.
    """
    value = story.table[key]
    percent: float | Fraction
    if isinstance(value, str) and (share := _SHARE.fullmatch(value)) and int(share[2]):
        percent = Fraction(int(share[1]), int(share[2])) * 100
    elif isinstance(value, str) and _NUMBER.fullmatch(value):
        percent = Fraction(value.strip()) * 100
    elif type(value) in {int, float}:
        percent = value
    else:
        raise story.not_allowed(key, "questions.answer")
    if not 0 <= percent <= 100:
        raise story.not_allowed(key, "questions.answer")
    if story.table.get("kind") == Kind.FUN and percent % 1:
        raise story.not_allowed(key, "questions.whole-answer")
    return float(percent)


def _survey(story: Story, kind: Kind) -> Survey | None:
    """Read the survey of a question, if any: all its keys, with one of `n` and `n_all`."""
    present = [key for key in _SURVEY if key in story.table]
    if not present:
        return None
    if kind is not Kind.FUN:
        raise story.wrong("questions.only-fun", present[0], key=present[0])
    count = "n_all" if "n_all" in present else "n"
    for key in ("pollster", "fielded", count, "population"):
        if key not in present:
            raise story.wrong("questions.missing", present[0], key=key)
    if {"n", "n_all"} <= set(present):
        raise story.wrong("questions.n-twice", "n_all")
    return Survey(
        story.text("pollster"),
        _field_date(story, "fielded"),
        _n(story, "n") if count == "n" else 0,
        story.text("population"),
        story.text("n_all") if count == "n_all" else "",
    )


def _field_date(story: Story, key: str) -> str:
    value = story.table[key]
    if isinstance(value, str) and _MONTH.fullmatch(value):
        return value
    if isinstance(value, str):
        raise story.not_allowed(key, "questions.fielded")
    return story.date(key)


def _n(story: Story, key: str) -> int:
    return story.number_of(key, FEWEST_ASKED, 10**9)


def _topic(story: Story, key: str) -> str:
    if story.table[key] not in TOPICS:
        raise story.not_allowed(key, "questions.topic", topics=any_of(TOPICS))
    return str(story.table[key])


def _region(story: Story, key: str) -> str:
    value = story.table[key]
    if not isinstance(value, str) or not _REGION.fullmatch(value):
        raise story.not_allowed(key, "questions.region")
    return value


def _url(story: Story, key: str) -> str:
    value = story.text(key)
    if not _URL.fullmatch(value):
        raise story.not_allowed(key, "questions.url")
    return value


_OPTIONAL: dict[str, Callable[[Story, str], object]] = {
    "note": Story.text,
    "flagged": Story.text,
    "topic": _topic,
    "region": _region,
    "ages": lambda story, key: story.number_of(key, 0, ADULT),
    "denominator": Story.text,
    "as_of": Story.date,
    "expires": Story.day,
    "url": _url,
    "checked": Story.day,
    "laugh": lambda story, key: story.number_of(key, 0, LOUDEST),
}
"""Readers of the optional keys."""

_READERS: Mapping[str, Callable[[Story, str], object]] = {
    "id": _id,
    "kind": _kind,
    "text": _text,
    "answer": _answer,
    "source": Story.text,
    "date": Story.date,
    **_OPTIONAL,
    "pollster": Story.text,
    "fielded": _field_date,
    "n": _n,
    "n_all": Story.text,
    "population": Story.text,
}
"""Readers of all keys of ENTRY_KEYS."""

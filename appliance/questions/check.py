"""Advice for authors of readable packs, and the spread of their answers."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from appliance.core.question import Kind
from appliance.questions.entry import PackEntry
from appliance.questions.pack import Contents
from appliance.text import folded, letters, spelt, unshown
from appliance.typefaces import installed
from bluffing.message import Message, message

ALIKE = 0.85
"""Least share of words that two doubles with the same answer have in common."""

TWINS, SHARED = 0.60, 4
"""Least share and number of words that make two questions of a language sound like one."""

MANY = 100
"""Smallest pack whose answers have to spread over the range."""

LEAST_OF_A_TENTH, MOST_OF_A_TENTH = 0.04, 0.20
"""Minimum and maximum share of a pack's answers in each tenth of the range."""

ONE_BREATH = 90
"""Most letters of a question that people keep in mind when it is read aloud once."""

LEAST_ANSWER, MOST_ANSWER = 3, 97
"""Percentages between which answers leave room for a lower and a higher guess."""

OWN_GROUP = "house"
"""Topic of questions about the players themselves, without a source."""

LAUGHS = 2
"""Lowest mark of a question that a table laughs at."""

_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_SMALL = (
    "a all an and are as at be by do does for from have has how if in is it its many much of on or "
    "out people percentage said that the their them there they to was what were which who with"
)
_SMALL_WORDS = frozenset(_SMALL.split())


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers of questions by language, kind, topic, region, year, and tenth of the range."""

    languages: Counter[str]
    kinds: Counter[str]
    topics: Counter[str]
    regions: Counter[str]
    years: Counter[int]
    tens: tuple[int, ...]


def spread_of(entries: Iterable[PackEntry]) -> Spread:
    """The spread of these questions."""
    entries = tuple(entries)
    tens = Counter(min(int(entry.question.percent // 10), 9) for entry in entries)
    return Spread(
        Counter(entry.language for entry in entries),
        Counter(entry.question.kind.value for entry in entries),
        Counter(entry.topic for entry in entries),
        Counter(entry.region for entry in entries),
        Counter(entry.year for entry in entries),
        tuple(tens[ten] for ten in range(10)),
    )


def warnings(packs: Iterable[Contents], today: dt.date) -> Iterator[Message]:
    """Yield warnings about these packs, a line each."""
    every: list[PackEntry] = []
    for pack in packs:
        every += pack.entries
        for entry in pack.entries:
            yield from _of_entry(entry, today)
        yield from _of_all(pack)
    yield from _doubles(every)
    yield from _twins(every)


def doubtful(entry: PackEntry) -> Iterator[Message]:
    """Yield probable mistakes in a question: letters that no screen has, marks of web pages."""
    for key, text in entry.texts.items():
        if lost := unshown(text, installed()):
            yield message("questions.unshown", where=entry.where, key=key, letters=spelt(lost))
        if entity := _ENTITY.search(text):
            yield message("questions.entity", where=entry.where, key=key, entity=entity[0])
    if entry.hundredths:
        percent = entry.question.percent
        hundred = f"{100 * percent:.6g}"
        yield message("questions.hundredths", where=entry.where, percent=percent, hundred=hundred)


def _of_entry(entry: PackEntry, today: dt.date) -> Iterator[Message]:
    yield from doubtful(entry)
    asked_elsewhere = entry.question.kind is Kind.FUN and entry.topic != OWN_GROUP
    lacks = {
        "topic": not entry.topic,
        "checked": entry.checked is None and entry.topic != OWN_GROUP,
        "url": asked_elsewhere and not entry.url,
        "n": asked_elsewhere and entry.question.survey is None,
    }
    for key, lacking in lacks.items():
        if lacking:
            yield message(f"questions.lacks.{key}", where=entry.where)
    if not entry.nerds:
        yield from _at_a_party(entry)
    if entry.expired(today):
        yield message("questions.expired", where=entry.where, day=str(entry.expires))
    elif (day := entry.stale_from) is not None and day <= today:
        yield message("questions.old-poll", where=entry.where, year=entry.year)
    if entry.checked is not None and entry.checked > today:
        yield message("questions.from-tomorrow", where=entry.where, day=str(entry.checked))
    if entry.flagged:
        yield message("questions.is-flagged", where=entry.where, why=entry.flagged)


def _at_a_party(entry: PackEntry) -> Iterator[Message]:
    """Yield what makes a question hard to follow, dull, or without a bluff."""
    length = letters(entry.question.text)
    if length > ONE_BREATH:
        yield message("questions.long", where=entry.where, letters=length, most=ONE_BREATH)
    if any(letter.isdecimal() for letter in _YEAR.sub("", entry.question.text)):
        yield message("questions.figure", where=entry.where)
    if not LEAST_ANSWER <= entry.question.percent <= MOST_ANSWER:
        yield message("questions.no-room", where=entry.where, low=LEAST_ANSWER, high=MOST_ANSWER)
    if not entry.question.note and entry.topic != OWN_GROUP:
        yield message("questions.lacks.note", where=entry.where)
    if entry.laugh is not None and entry.laugh < LAUGHS:
        yield message("questions.dull", where=entry.where, least=LAUGHS)


def _of_all(pack: Contents) -> Iterator[Message]:
    if lost := unshown(pack.title, installed()):
        values = {"key": "title", "letters": spelt(lost)}
        yield message("questions.unshown", where=str(pack.path), **values)
    count = len(pack.entries)
    for ten, answers in enumerate(spread_of(pack.entries).tens):
        if count >= MANY and not LEAST_OF_A_TENTH <= answers / count <= MOST_OF_A_TENTH:
            low, high = 10 * ten, 10 * ten + (10 if ten == 9 else 9)
            span = {"low": low, "high": high, "percent": 100 * answers / count}
            yield message("questions.bunched", path=str(pack.path), **span)


def _doubles(entries: Iterable[PackEntry]) -> Iterator[Message]:
    """Questions that ask the same: in the same words, or in nearly the same with the same answer.

    The same words in another order may ask the opposite.
    """
    by_text: dict[tuple[str, ...], PackEntry] = {}
    by_answer: dict[float, list[PackEntry]] = {}
    for entry in entries:
        first = by_text.setdefault(words_of(entry.question.text), entry)
        if first is not entry:
            yield message("questions.double", where=entry.where, other=first.where)
        else:
            by_answer.setdefault(entry.question.percent, []).append(entry)
    for same in by_answer.values():
        for first, second in combinations(same, 2):
            mine, yours = (set(words_of(double.question.text)) for double in (first, second))
            alike = len(mine & yours) >= ALIKE * len(mine | yours)
            if alike and _numbers(mine) == _numbers(yours):
                yield message("questions.double", where=second.where, other=first.where)


def _twins(entries: Iterable[PackEntry]) -> Iterator[Message]:
    """Yield questions in the words of an earlier one with another answer, as a series has them."""
    by_language: dict[str, list[tuple[PackEntry, set[str]]]] = {}
    for entry in entries:
        if entry.nerds or entry.topic == OWN_GROUP:
            continue
        mine = set(words_of(entry.question.text))
        earlier = by_language.setdefault(entry.language, [])
        for twin, yours in earlier:
            shared = len(mine & yours)
            if shared >= SHARED and TWINS * len(mine | yours) <= shared < len(mine | yours):
                yield message("questions.twin", where=entry.where, other=twin.where)
                break
        earlier.append((entry, mine))


def words_of(text: str) -> tuple[str, ...]:
    """The words of a question that matter, without the plural, in any script."""
    words = (word for word in _WORD.findall(folded(text)) if word not in _SMALL_WORDS)
    kept = tuple(word.removesuffix("s") if len(word) > 3 else word for word in words)
    return kept or (folded(text),)


def _numbers(words: set[str]) -> set[str]:
    return {word for word in words if word.isdecimal()}

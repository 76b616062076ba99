"""What should be better in packs that can be read, for who writes them; and how they spread."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from appliance.core.question import Kind
from appliance.questions.entry import PackEntry
from appliance.questions.pack import Contents
from appliance.text import folded, unshown
from bluffing.message import Message, message

ALIKE = 0.85
"""Least share of words that two questions of one answer have in common to be told as doubles."""

MANY = 100
"""Questions of a pack from which on its answers have to be spread over the range."""

LEAST_OF_A_TENTH, MOST_OF_A_TENTH = 0.04, 0.20
"""Shares of a pack's answers between which those of each tenth of the range have to be."""

_WORD = re.compile(r"[^\W_]+")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_SMALL = (
    "a all an and are as at be by do does for from have has how if in is it its many much of on or "
    "out people percentage said that the their them there they to was what were which who with"
)
_SMALL_WORDS = frozenset(_SMALL.split())


@dataclass(frozen=True, slots=True)
class Spread:
    """How many questions there are of each kind, topic and region, and in each tenth of answers."""

    kinds: Counter[str]
    topics: Counter[str]
    regions: Counter[str]
    tens: tuple[int, ...]


def spread_of(entries: Iterable[PackEntry]) -> Spread:
    """The spread of these questions."""
    entries = tuple(entries)
    tens = Counter(min(int(one.question.percent // 10), 9) for one in entries)
    return Spread(
        Counter(one.question.kind.value for one in entries),
        Counter(one.topic for one in entries),
        Counter(one.region for one in entries),
        tuple(tens[ten] for ten in range(10)),
    )


def warnings(packs: Iterable[Contents], today: dt.date) -> Iterator[Message]:
    """Yield the warnings about these packs, one line each."""
    every: list[PackEntry] = []
    for pack in packs:
        every += pack.entries
        for one in pack.entries:
            yield from _of_one(one, today)
        yield from _of_all(pack)
    yield from _doubles(every)


def doubtful(one: PackEntry) -> Iterator[Message]:
    """Yield what is hardly meant so in a question: letters no screen has, marks of web pages."""
    for key, text in one.texts.items():
        if lost := unshown(text):
            yield message("questions.unshown", where=one.where, key=key, letters=" ".join(lost))
        if entity := _ENTITY.search(text):
            yield message("questions.entity", where=one.where, key=key, entity=entity[0])
    if one.hundredths:
        percent = one.question.percent
        hundred = f"{100 * percent:.6g}"
        yield message("questions.hundredths", where=one.where, percent=percent, hundred=hundred)


def _of_one(one: PackEntry, today: dt.date) -> Iterator[Message]:
    yield from doubtful(one)
    lacks = {
        "topic": not one.topic,
        "checked": one.checked is None,
        "url": one.question.kind is Kind.FUN and not one.url and one.topic != "house",
        "n": one.question.kind is Kind.FUN and one.question.survey is None,
    }
    for key, lacking in lacks.items():
        if lacking:
            yield message(f"questions.lacks.{key}", where=one.where)
    if one.expired(today):
        yield message("questions.expired", where=one.where, day=str(one.expires))
    if one.checked is not None and one.checked > today:
        yield message("questions.from-tomorrow", where=one.where, day=str(one.checked))
    if one.flagged:
        yield message("questions.is-flagged", where=one.where, why=one.flagged)


def _of_all(pack: Contents) -> Iterator[Message]:
    if lost := unshown(pack.title):
        values = {"key": "title", "letters": " ".join(lost)}
        yield message("questions.unshown", where=str(pack.path), **values)
    count = len(pack.entries)
    for ten, there in enumerate(spread_of(pack.entries).tens):
        if count >= MANY and not LEAST_OF_A_TENTH <= there / count <= MOST_OF_A_TENTH:
            low, high = 10 * ten, 10 * ten + (10 if ten == 9 else 9)
            span = {"low": low, "high": high, "percent": 100 * there / count}
            yield message("questions.bunched", path=str(pack.path), **span)


def _doubles(entries: Iterable[PackEntry]) -> Iterator[Message]:
    """Questions that ask the same: in the same words, or in nearly the same with the same answer.

    The same words in another order may ask the opposite.
    """
    by_text: dict[tuple[str, ...], PackEntry] = {}
    by_answer: dict[float, list[PackEntry]] = {}
    for one in entries:
        first = by_text.setdefault(words_of(one.question.text), one)
        if first is not one:
            yield message("questions.double", where=one.where, other=first.where)
        else:
            by_answer.setdefault(one.question.percent, []).append(one)
    for same in by_answer.values():
        for first, second in combinations(same, 2):
            mine, other = (set(words_of(one.question.text)) for one in (first, second))
            alike = len(mine & other) >= ALIKE * len(mine | other)
            if alike and _numbers(mine) == _numbers(other):
                yield message("questions.double", where=second.where, other=first.where)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a question that matter, without the plural, in any script."""
    words = (word for word in _WORD.findall(folded(text)) if word not in _SMALL_WORDS)
    kept = tuple(word.removesuffix("s") if len(word) > 3 else word for word in words)
    return kept or (folded(text),)


def _numbers(words: set[str]) -> set[str]:
    return {word for word in words if word.isdecimal()}

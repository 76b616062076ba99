"""The shipped packs as a whole: enough of them, spread over the range, fit for everybody."""

import datetime as dt
import re
from collections import Counter
from pathlib import Path

import pytest

from appliance.core.question import Kind
from appliance.display.screens.question import asked
from appliance.questions.entry import WORLD, PackEntry
from appliance.questions.pack import FIRST_EVENINGS, PACKS, contents, kinds_of, questions_of
from appliance.words import words_of

EVERY = [entry for name in PACKS for entry in contents(name).entries]


def of_kind(kind: Kind) -> list[PackEntry]:
    return [question for question in EVERY if question.question.kind is kind]


def test_there_are_facts_over_ten_topics_and_what_people_said() -> None:
    facts, funs = of_kind(Kind.FACT), of_kind(Kind.FUN)
    topics = Counter(fact.topic for fact in facts)
    assert len(facts) >= 300
    assert sum(count >= 10 for count in topics.values()) >= 10
    assert len(funs) >= 100
    assert kinds_of(questions_of(PACKS)) == (Kind.FACT, Kind.FUN)


@pytest.mark.parametrize("kind", Kind)
def test_no_tenth_of_the_range_is_rare_or_common(kind: Kind) -> None:
    percents = [question.question.percent for question in of_kind(kind)]
    tens = Counter(min(int(percent // 10), 9) for percent in percents)
    for ten in range(10):
        assert 0.04 <= tens[ten] / len(percents) <= 0.20, (ten, tens[ten], len(percents))


def test_ids_and_texts_are_there_once_in_all_packs() -> None:
    """The simulator knows answers by ids alone."""
    for what in ("id", "text"):
        again = Counter(getattr(question.question, what) for question in EVERY)
        assert [text for text, count in again.items() if count > 1] == []


def test_what_people_said_tells_who_was_asked_and_where_it_was_read() -> None:
    for question in of_kind(Kind.FUN):
        survey = question.question.survey
        assert survey is not None, question.question.id
        assert survey.n >= 500 or survey.n_all
        assert survey.population
        assert question.url
        assert question.checked is not None
        assert question.region != WORLD


def test_what_people_said_in_english_is_short_and_funny_and_has_a_story() -> None:
    """And no poll is asked more than twice, and an old one says its year."""
    surveys = []
    for entry in contents("fun").entries:
        question, survey = entry.question, entry.question.survey
        assert survey is not None, question.id
        assert len(question.text) <= 90, question.text
        assert question.note, question.id
        assert entry.laugh is not None, question.id
        assert entry.laugh >= 2, question.id
        assert 3 <= question.percent <= 97, question.id
        assert len(asked(words_of("en"), survey)) <= 90, "too small to be read"
        assert survey.fielded >= "2016-12" or survey.fielded[:4] in question.text, question.id
        surveys.append((survey.pollster, survey.fielded, survey.n, survey.n_all))
    assert max(Counter(surveys).values()) <= 2


def test_every_shipped_question_is_for_everybody() -> None:
    for question in EVERY:
        assert question.ages <= 12, question.question.id
        assert question.language in {"en", *FIRST_EVENINGS}
        assert not question.flagged


def test_none_is_out_of_date_on_the_day_of_the_newest_release() -> None:
    """Between two releases that day is the newest one on which a question was checked."""
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = map(dt.date.fromisoformat, re.findall(r"^## .* - (\S+)$", changelog, re.MULTILINE))
    day = max(*released, *(entry.checked for entry in EVERY if entry.checked is not None))
    stale = [entry.question.id for entry in EVERY if (entry.stale_from or dt.date.max) <= day]
    assert stale == []

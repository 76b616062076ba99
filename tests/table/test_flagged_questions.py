"""A question that people find wrong is put aside; and nothing tells an answer before the doubt."""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import People
from said import ENGLISH
from test_asking import FUN, answer, asked, doubted, draws, guessed
from test_pausing import choose

from appliance.__main__ import main
from appliance.core.effects import FlagQuestion
from appliance.core.signals import MS, Chosen, QuestionDrawn, Wish, Wished
from appliance.display.view_of import view_of
from appliance.runtime.journal import Journal
from appliance.table import Table, TableSettings, facts, step
from appliance.table.elements import Item
from appliance.table.stages import Asking, Judged
from appliance.table.stages.pause.facts import items
from bluffing.actions import Answer
from bluffing.game import Phase
from lab.sim.change import Change
from lab.sim.transcript import Transcript

SECRET = dataclasses.replace(FUN, percent=61.7283, source="a hidden drawer", note="nobody knows it")
TOLD = ("61.7283", "61.7", "hidden drawer", "nobody knows it")


def flag(people: People) -> None:
    """Seat 0 pauses and says that the question is wrong; seat 1 agrees."""
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(100 * MS)
    people.press(0)
    choose(people, Item.FLAG)
    people.wait(100 * MS)
    people.hold(1)


def flags(people: People) -> list[FlagQuestion]:
    return [effect for effect in people.effects if isinstance(effect, FlagQuestion)]


def test_a_wrong_question_is_put_aside_and_the_same_seat_asks_anew() -> None:
    people = guessed()
    flag(people)
    assert flags(people) == [FlagQuestion("test", "land")]
    assert people.at(Asking)
    assert not people.paused()
    assert people.game.points == (100, 100, 100)


def test_who_alone_finds_it_wrong_puts_nothing_aside() -> None:
    people = guessed()
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(100 * MS)
    people.press(0)
    choose(people, Item.FLAG)
    people.wait(100 * MS)
    people.press(1)
    assert not flags(people)
    assert people.paused()


@pytest.mark.rule("D21")
@pytest.mark.parametrize("goes_on", [False, True])
def test_after_the_answer_it_is_put_aside_and_the_verdict_is_void(*, goes_on: bool) -> None:
    people = doubted()
    people.wait(2000 * MS)
    people.hold(1)
    people.wait(5000 * MS)
    if not people.at(Judged):
        people.wait(5000 * MS)
    assert people.game.phase is not Phase.ANSWER
    assert people.game.points != (100, 100, 100)
    if goes_on:
        people.send(Wished(Wish.GO_ON, people.now))
        assert people.at(Asking)
    flag(people)
    assert flags(people) == [FlagQuestion("test", "land")]
    assert people.game.points == (100, 100, 100)
    assert people.game.turn == 1, "the same starter asks anew"
    assert people.at(Asking)
    assert not people.paused()


@pytest.mark.rule("D21")
def test_the_right_answer_can_be_entered_instead() -> None:
    people = doubted()
    people.wait(2500 * MS)
    assert people.at(Judged)
    lost = people.game.points.index(80)
    people.send(Chosen(Answer(39 if lost == 2 else 41), people.now))
    assert people.game.points[lost] == 100
    assert sorted(people.game.points) == [80, 100, 100]
    assert people.game.turn == 2, "the question counts"


def test_before_the_first_question_there_is_none_to_put_aside() -> None:
    people = asked()
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(100 * MS)
    assert Item.FLAG not in items(people.table, 0, people.now)


# --- nothing tells the answer before the doubt ---------------------------------------------------


def seen(people: People) -> Iterator[str]:
    """The table's whole output: its views, facts, requests to the world and messages."""
    table, now = people.table, people.now
    yield re.sub(r" at 0x\w+", "", repr(view_of(table, now, ENGLISH)))
    yield repr(facts.facts_of(table, now))
    yield repr(people.effects)
    lines: list[str] = []
    empty = Table(table.settings)
    known = facts.facts_of(empty, 0), facts.facts_of(table, now)
    Transcript(lines.append, ENGLISH).saw(Change(*known, (), now, (empty, table)))
    yield "\n".join(lines)


def tells(people: People) -> list[str]:
    return [word for word in TOLD for text in seen(people) if word in text]


def test_no_view_fact_effect_or_transcript_tells_the_answer_before_the_doubt() -> None:
    people = asked()
    people.hold(1)
    assert tells(people) == []
    answer(people, SECRET)
    assert tells(people) == []
    people.send(Wished(Wish.PAUSE, people.now))
    assert tells(people) == []


def test_a_replay_tells_no_answer_that_nobody_has_doubted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal keeps the question, or a power cut would lose it; what it prints does not."""
    people = asked()
    people.hold(1)
    path = tmp_path / "evening.journal"
    settings: TableSettings = people.table.settings
    journal = Journal.open(path, settings)
    table = Table(settings)
    drawn = QuestionDrawn(draws(people)[-1].request, SECRET, people.now)
    for signal, now in ((Wished(Wish.PAUSE, 5), 5), (drawn, 9)):
        table, _ = step(table, signal, now)
        journal.append([(now, signal, table)])
    journal.close()
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert not [word for word in TOLD if word in out + err]

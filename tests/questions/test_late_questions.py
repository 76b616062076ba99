"""Questions are read behind the first screen, and the table learns what it can ask."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from said import ENGLISH
from test_pack import PACK

from appliance.config import Config
from appliance.core.effects import DrawQuestion
from appliance.core.signals import Noted, QuestionDrawn, Signal, Stocked
from appliance.drivers.keyboard import BY_WINDOW
from appliance.questions.pack import PACKS
from appliance.questions.shelf import FOLDER
from appliance.runtime.journal import Journal
from appliance.service.context import TableContext
from appliance.service.late_questions import LateQuestions
from appliance.service.outside import settings_of
from appliance.table import Table
from appliance.table.step import step

ROUNDS = len(PACKS) + 3
"""Rounds in which all questions are read, and some more."""


class Post:
    """A table's loop that only collects what is posted."""

    def __init__(self) -> None:
        self.posted: list[Signal] = []

    def post(self, signal: Signal) -> None:
        self.posted.append(signal)


@pytest.fixture
def loop() -> Post:
    return Post()


@pytest.fixture
def questions(tmp_path: Path, loop: Post) -> Iterator[LateQuestions]:
    context = TableContext.of(Config(journal=str(tmp_path / "e.journal")), ENGLISH)
    context.loop = loop  # type: ignore[assignment]
    with closing(Journal.open(None, context.config.table(30))) as journal:
        yield LateQuestions(context, [tmp_path], journal)


def drawn(loop: Post) -> list[int]:
    return [signal.request for signal in loop.posted if isinstance(signal, QuestionDrawn)]


def stocks(loop: Post) -> list[Stocked]:
    return [signal for signal in loop.posted if isinstance(signal, Stocked)]


@pytest.mark.parametrize("rounds", [0, 1, len(PACKS), ROUNDS])
def test_a_question_that_is_asked_early_comes_at_once_and_once(
    questions: LateQuestions, loop: Post, rounds: int
) -> None:
    for _ in range(rounds):
        questions.read_on()
    questions.perform(DrawQuestion(7, None))
    assert drawn(loop) == [7]
    for _ in range(ROUNDS):
        questions.read_on()
    assert drawn(loop) == [7]
    assert len(stocks(loop)) == 1


def test_the_table_learns_once_what_it_can_ask(questions: LateQuestions, loop: Post) -> None:
    for _ in range(len(PACKS)):
        questions.read_on()
    assert not loop.posted
    for _ in range(ROUNDS):
        questions.read_on()
    [stock] = stocks(loop)
    table = Table(settings_of(Config(), BY_WINDOW, 1))
    after, effects = step(table, stock, 0)
    settings = after.settings
    assert tuple(pack.name for pack in settings.packs) == settings.questions == PACKS
    assert not effects
    [topics] = [setting for setting in settings.outside if setting.key == "questions.topic"]
    assert topics.value == "any"
    assert {"any", "food", "science"} <= set(topics.choices)
    assert step(after, stock, 0)[0] is after


def test_a_broken_pack_of_people_is_told(
    questions: LateQuestions, loop: Post, tmp_path: Path
) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "bad.toml").write_text(PACK.replace("format = 1", "format = 9"))
    for _ in range(ROUNDS):
        questions.read_on()
    [note] = [signal for signal in loop.posted if isinstance(signal, Noted)]
    assert "bad.toml" in ENGLISH.say(note.note)

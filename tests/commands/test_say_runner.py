"""What reads the cards: its library is one line where a table starts, and a new deck reaches it."""

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from said import ENGLISH

from appliance.box.reader import BoxReader
from appliance.config import Config
from appliance.core.effects import NewDeck
from appliance.decks.noticed import Noticed, NoticingReader
from appliance.service import card_reader, reading, runner_line
from appliance.service.context import TableContext
from appliance.service.late import Late
from appliance.service.reading import reader_of
from appliance.service.runner_line import say_runner
from appliance.vision.find.runner import RUNNERS, Trial
from bluffing.message import message

FIRST, SECOND = RUNNERS
WORKS = Trial(FIRST, "1.27.0")
CRASHES = Trial(FIRST, "1.21.0", message("runner.ends", status=3))
INSTEAD = Trial(SECOND, "4.1")
BROKEN = Trial(SECOND, "4.6.0", message("runner.no-numbers"))


@pytest.mark.parametrize(
    ("tried", "always", "works", "line"),
    [
        ((WORKS,), True, True, "doubtit: cards are read with ONNX Runtime 1.27.0\n"),
        ((WORKS,), False, True, ""),
        (
            (CRASHES, INSTEAD),
            False,
            True,
            "doubtit: cards are read with OpenCV 4.1, since ONNX Runtime 1.21.0 ends with code 3\n",
        ),
        ((CRASHES, BROKEN), True, False, ""),
    ],
)
def test_it_is_one_line(
    *,
    tried: tuple[Trial, ...],
    always: bool,
    works: bool,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(runner_line, "try_all", lambda: tried)
    assert say_runner(ENGLISH, always=always) is works
    assert capsys.readouterr() == ("", line)


def test_a_new_deck_reaches_the_reader_of_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    known = NoticingReader()
    known.noticed = Noticed(two=7)
    read = BoxReader(known, None)
    made = Event()

    def prepared(*_: object) -> BoxReader:
        made.set()
        return read

    monkeypatch.setattr(card_reader, "prepared_reader", prepared)
    monkeypatch.setattr(reading, "SIGN_OF_LIFE", None)
    nobody: Any = SimpleNamespace(words=None, post=None)
    context = TableContext(Config(), nobody, late=Late(parts=()))
    context.loop = nobody
    reader_of(context, nobody)
    context.performers[0](NewDeck())
    context.late.open()
    assert made.wait(10)
    context.late.close()
    assert known.noticed == Noticed()

"""Votes are kept, become a pack with ten answers, and are played like any other."""

import datetime as dt
import os
import stat
from pathlib import Path

import pytest
from said import ENGLISH, said

from appliance.__main__ import main
from appliance.core.effects import CountVotes, StopReading
from appliance.core.question import Kind, Question, Survey
from appliance.core.signals import Signal, VotesCounted
from appliance.questions.check import warnings
from appliance.questions.house import PACK_FILE, VOTES, Ballots
from appliance.questions.pack import read_pack
from appliance.questions.shelf import FOLDER, shelf
from appliance.questions.sieve import Sieve
from appliance.runtime.codec import decode, encode
from bluffing.message import Message

TODAY = dt.date(2026, 11, 26)


class Box(Ballots):
    """Ballots in a folder, and what is posted and told."""

    def __init__(self, folder: Path) -> None:
        self.posted: list[Signal] = []
        self.told: list[Message] = []
        super().__init__(
            folder,
            self.posted.append,
            lambda: 7,
            today=lambda: TODAY,
            say=ENGLISH.say,
            tell=self.told.append,
            language="en",
        )


def pack_in(folder: Path) -> Path:
    return folder / FOLDER / PACK_FILE


def test_answers_of_several_rounds_and_evenings_add_up(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.perform(StopReading())
    box.perform(CountVotes("ghost"))
    box.perform(CountVotes("ghost", 2, 4))
    assert not pack_in(tmp_path).exists(), "fewer than ten answers make no question"
    again = Box(tmp_path)
    again.perform(CountVotes("ghost", 1, 2))
    assert not pack_in(tmp_path).exists()
    again.perform(CountVotes("ghost", 1, 0))
    counted = [(0, 10), (6, 4), (9, 1), (10, 0)]
    posted = [*box.posted, *again.posted]
    assert posted == [VotesCounted("ghost", asked, missing, 7) for asked, missing in counted]
    assert decode(encode(posted[0])) == posted[0]
    [entry] = read_pack(pack_in(tmp_path)).entries
    assert entry.question == Question(
        "house",
        "ghost",
        Kind.FUN,
        "Do you believe in ghosts? What percentage of us said yes?",
        40,
        "this table, 2026-11-26, 10 asked",
        "2026-11-26",
        "",
        Survey("this table", "2026-11-26", 10, "answers given at this table"),
    )


@pytest.mark.parametrize(
    ("yes", "no", "percent"), [(0, 10, 0), (10, 0, 100), (1, 2, 33), (5, 3, 63)]
)
def test_the_answer_is_the_nearest_whole_percentage(
    tmp_path: Path, yes: int, no: int, percent: int
) -> None:
    Box(tmp_path).perform(CountVotes("sing", 10 * yes, 10 * no))
    assert read_pack(pack_in(tmp_path)).entries[0].question.percent == percent


def test_the_pack_is_played_like_any_other_and_has_no_warning(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.perform(CountVotes("ghost", 9, 5))
    box.perform(CountVotes("sing", 3, 3))
    box.perform(CountVotes("cook", 4, 8))
    found = shelf((), (tmp_path / FOLDER,), TODAY)
    pack = found.packs[-1]
    assert (pack.title, pack.kinds, pack.count) == ("Asked at this table", (Kind.FUN,), 2)
    assert [question.id for question in found.questions([pack.name], Sieve(topic="house"))] == [
        "ghost",
        "cook",
    ]
    assert list(warnings([read_pack(pack_in(tmp_path))], TODAY)) == []


def test_the_list_of_questions_has_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Box(tmp_path).perform(CountVotes("ghost", 9, 5))
    settings = tmp_path / "settings.toml"
    settings.write_text(f"journal = {str(tmp_path / 'evening.journal')!r}\n")
    assert main(["questions", "list", "--config", str(settings)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "house/ghost (fun): Do you believe in ghosts? What percentage of us said yes?"
    )


@pytest.mark.parametrize(
    "text",
    ["= no", "ghost = 3", "ghost = [1, -1]", "ghost = [true]", "ghost = [true, false]", "\x00"],
)
def test_broken_votes_are_set_aside_with_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / VOTES).write_text(text)
    box = Box(tmp_path)
    [line] = map(said, box.told)
    assert "the file is set aside" in line
    assert (tmp_path / f"{VOTES}.broken-1").read_text() == text
    box.perform(CountVotes("ghost", 1, 1))
    assert box.posted == [VotesCounted("ghost", 2, 8, 7)]


def test_votes_of_a_survey_that_this_version_has_not_are_kept(tmp_path: Path) -> None:
    (tmp_path / VOTES).write_text('ghost = [9, 1]\n"a b" = [99, 1]\n')
    box = Box(tmp_path)
    box.perform(CountVotes("ghost", 1, 1))
    assert Box(tmp_path).counted == {"ghost": (10, 2), "a b": (99, 1)}
    assert [entry.question.id for entry in read_pack(pack_in(tmp_path)).entries] == ["ghost"]
    assert box.told == []


def test_votes_that_are_no_file_stay_and_are_said(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / VOTES)
    box = Box(tmp_path)
    box.perform(CountVotes("ghost", 4, 6))
    assert all("not a regular file" in said(line) for line in box.told)
    assert stat.S_ISFIFO((tmp_path / VOTES).stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == [VOTES]


def test_votes_that_cannot_be_written_are_counted_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    box = Box(tmp_path / "file")
    box.told.clear()
    box.perform(CountVotes("ghost", 4, 6))
    assert box.posted == [VotesCounted("ghost", 10, 0, 7)]
    [line] = map(said, box.told)
    assert "can't write what was voted" in line

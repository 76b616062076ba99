"""Packs: everything a file may say, and every mistake told with file, question and key."""

import re
from pathlib import Path

import pytest
from said import fails

from appliance.core.question import Kind, Question
from appliance.errors import QuestionError
from appliance.questions.pack import PACKS, kinds_of, load_pack, questions_of

PACK = """
format = 1
title = "Ours"
language = "en"

[[question]]
id = "aces"
kind = "fact"
text = "What percentage of a pack are aces?"
answer = "4/52"
source = "Counted"
date = 2026-01-31
note = "One in thirteen."

[[question]]
id = "olives"
kind = "fun"
text = "How many of a hundred people like olives?"
answer = 41
source = "Asked at our village fair"
date = 2025
"""


def load(tmp_path: Path, text: str) -> tuple[Question, ...]:
    path = tmp_path / "ours.toml"
    path.write_text(text)
    return load_pack(path)


def test_a_pack_of_both_kinds(tmp_path: Path) -> None:
    pack = load(tmp_path, PACK)
    assert kinds_of(pack) == (Kind.FACT, Kind.FUN)
    aces, olives = pack
    assert aces == Question(
        "ours",
        "aces",
        Kind.FACT,
        "What percentage of a pack are aces?",
        100 / 13,
        "Counted",
        "2026-01-31",
        "One in thirteen.",
    )
    assert (olives.percent, olives.date, olives.note) == (41, "2025", "")


def test_a_share_is_worked_out_exactly(tmp_path: Path) -> None:
    for hundredths in range(101):
        pack = load(tmp_path, PACK.replace("4/52", f"{hundredths}/100"))
        assert pack[0].percent == hundredths


def test_a_flagged_question_is_kept_out(tmp_path: Path) -> None:
    pack = load(tmp_path, PACK.replace('id = "aces"', 'id = "aces"\nflagged = "which pack?"'))
    assert [question.id for question in pack] == ["olives"]
    assert kinds_of(pack) == (Kind.FUN,)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("format = 1", "format = 2", "ours.toml: format = 2: allowed is 1"),
        ("format = 1", "", "ours.toml: format = None: allowed is 1"),
        ('title = "Ours"', 'title = ""', "ours.toml: title = '': allowed is a text"),
        ('language = "en"', "", "language = None"),
        ('language = "en"', 'langage = "en"', "unknown key 'langage'; known are format"),
        ("[[question]]", "[[questions]]", "unknown key 'questions'"),
        ('id = "aces"', "", "question number 1: id is missing"),
        ('id = "aces"', "id = 7", "question 7: id = 7: allowed is a text"),
        ('id = "aces"', 'id = "Two Aces"', "allowed is small letters, digits and -"),
        ('id = "aces"', 'id = "olives"', "question olives: id is there twice"),
        ('"fact"', '"facts"', """question aces: kind = 'facts': allowed is "fact" or "fun\""""),
        ("aces?", "aces", "question aces: text = 'What percentage of a pack are aces': allowed"),
        ("pack are", "pack " + "really " * 30 + "are", "a question of 200 letters or fewer"),
        ('"4/52"', "101", "question aces: answer = 101: allowed is 0 to 100, or a share such as"),
        ('"4/52"', '"53/52"', "answer = '53/52': allowed is 0 to 100"),
        ('"4/52"', '"4 of 52"', "answer = '4 of 52': allowed is 0 to 100"),
        ('"4/52"', '"4/0"', "answer = '4/0': allowed is 0 to 100"),
        ('"4/52"', "nan", "answer = nan: allowed is 0 to 100"),
        ('"4/52"', "-0.5", "answer = -0.5: allowed is 0 to 100"),
        ('"4/52"', "true", "answer = True: allowed is 0 to 100"),
        ('"4/52"', "[4, 52]", "answer = [4, 52]: allowed is 0 to 100"),
        ("answer = 41", "answer = 41.5", "question olives: answer = 41.5"),
        ("answer = 41", "", "question olives: answer is missing"),
        ('"Counted"', '" "', "question aces: source = ' ': allowed is a text"),
        ('source = "Counted"', "", "question aces: source is missing"),
        ("2026-01-31", '"January"', "date = 'January': allowed is a year or a day"),
        ("2026-01-31", "2026-01-31T12:00:00", "allowed is a year or a day, as 2026-01-31"),
        ("2026-01-31", "0", "date = 0: allowed is a year or a day"),
        ('"One in thirteen."', "13", "question aces: note = 13: allowed is a text"),
        ("note", "notes", "question aces: unknown key 'notes'; known are answer, date"),
        ('id = "aces"', 'id = "aces"\nflagged = true', "flagged = True: allowed is a text"),
    ],
)
def test_a_mistake_is_told_with_file_question_and_key(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in PACK
    with fails(QuestionError, f"ours\\.toml.*{re.escape(says.removeprefix('ours.toml'))}"):
        load(tmp_path, PACK.replace(old, new, 1))


def test_what_is_no_pack_at_all(tmp_path: Path) -> None:
    head = PACK.split("[[question]]", maxsplit=1)[0]
    for text in ("[[question", head, head + "question = []", head + "question = 5"):
        with fails(QuestionError, r"ours\.toml"):
            load(tmp_path, text)
    for text in ("question = [5]", 'question = ["aces"]'):
        with fails(QuestionError, r"ours\.toml question number 1: a question is"):
            load(tmp_path, head + text)
    with fails(QuestionError, "can't read the questions"):
        load_pack(tmp_path / "none.toml")


def test_shipped_packs_are_files_of_their_own_name() -> None:
    for name, file in PACKS.items():
        assert file == f"{name}.toml"
        assert questions_of([name])

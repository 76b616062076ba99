"""Packs: everything a file may say, and every mistake told with file, line, question and key."""

import datetime as dt
import os
from pathlib import Path

import pytest
from said import fails, said

from appliance.bounded_files import FILE_BYTES
from appliance.core.question import Kind, Question, Survey
from appliance.errors import QuestionError
from appliance.questions.entry import PackEntry
from appliance.questions.pack import (
    FOREVER,
    contents,
    kinds_of,
    questions_of,
    read_pack,
)

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
SURVEY = 'pollster = "Us"\nfielded = "2025-06"\nn = 100\npopulation = "people at the fair"\n'
TODAY = dt.date(2026, 6, 1)


def load(tmp_path: Path, text: str) -> tuple[PackEntry, ...]:
    path = tmp_path / "ours.toml"
    path.write_text(text)
    return read_pack(path).entries


def refused(tmp_path: Path, text: str) -> str:
    with pytest.raises(QuestionError) as error:
        load(tmp_path, text)
    return said(error.value.says)


def test_a_pack_of_both_kinds(tmp_path: Path) -> None:
    entries = load(tmp_path, PACK)
    aces, olives = (entry.question for entry in entries)
    assert kinds_of([aces, olives]) == (Kind.FACT, Kind.FUN)
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
    assert (olives.percent, olives.date, olives.note, olives.survey) == (41, "2025", "", None)


def test_all_else_that_a_question_may_have(tmp_path: Path) -> None:
    more = (
        'topic = "food"\nregion = "de"\nages = 6\ndenominator = "people at the fair"\n'
        'as_of = 2025-06-01\nexpires = 2026-06-01\nurl = "https://example.org/fair"\n'
        f"checked = 2026-01-01\n{SURVEY}"
    )
    olives = load(tmp_path, PACK + more)[1]
    assert olives.question.survey == Survey("Us", "2025-06", 100, "people at the fair")
    assert olives.question.date == "2025-06-01", "of when the answer is, not of the source"
    assert (olives.topic, olives.region, olives.ages) == ("food", "de", 6)
    assert olives.url == "https://example.org/fair"
    assert olives.checked == dt.date(2026, 1, 1)
    assert olives.denominator == "people at the fair"
    assert olives.language == "en"


def test_a_poll_of_several_countries_counts_all_that_it_asked(tmp_path: Path) -> None:
    everybody = 'n_all = "26,827 people in 27 countries"\n'
    more = SURVEY.replace("n = 100\n", everybody)
    assert more != SURVEY
    survey = load(tmp_path, PACK + more)[1].question.survey
    assert survey == Survey("Us", "2025-06", 0, "people at the fair", everybody[9:-2])
    with pytest.raises(QuestionError, match="not both"):
        load(tmp_path, PACK + SURVEY + everybody)


def test_two_readers_mark_how_much_a_table_laughs(tmp_path: Path) -> None:
    assert load(tmp_path, PACK + "laugh = 2\n")[1].laugh == 2
    with pytest.raises(QuestionError, match="0 to 3"):
        load(tmp_path, PACK + "laugh = 4\n")


def test_what_has_expired_is_held_back_from_that_day_on(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(f"{PACK}expires = {TODAY}\n")
    found = read_pack(path)
    for today, left in ((TODAY - dt.timedelta(1), 2), (TODAY, 1), (FOREVER, 2)):
        assert len(found.drawn(today)) == left
        assert len(questions_of([str(path)], today)) == left


def test_a_share_is_worked_out_exactly(tmp_path: Path) -> None:
    for hundredths in range(101):
        pack = load(tmp_path, PACK.replace("4/52", f"{hundredths}/100"))
        assert pack[0].question.percent == hundredths


def test_a_flagged_question_is_kept_out(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(PACK.replace('id = "aces"', 'id = "aces"\nflagged = "which pack?"'))
    found = read_pack(path)
    assert [question.question.id for question in found.drawn()] == ["olives"]
    assert [entry.flagged for entry in found.entries] == ["which pack?", ""]


def test_a_folder_is_one_pack_whose_files_have_one_title(tmp_path: Path) -> None:
    folder = tmp_path / "both"
    folder.mkdir()
    (folder / "one.toml").write_text(PACK)
    other = PACK.replace('"aces"', '"jacks"').replace('"olives"', '"figs"')
    (folder / "two.toml").write_text(other)
    ids = [entry.question.id for entry in read_pack(folder).entries]
    assert ids == ["aces", "olives", "jacks", "figs"]
    assert {entry.question.pack for entry in read_pack(folder).entries} == {"both"}
    (folder / "two.toml").write_text(PACK)
    with pytest.raises(QuestionError, match="twice"):
        read_pack(folder)
    (folder / "two.toml").write_text(other.replace("Ours", "Theirs"))
    with pytest.raises(QuestionError, match="title and language"):
        read_pack(folder)


def test_a_file_that_an_editor_on_windows_wrote_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(b"\xef\xbb\xbf" + PACK.replace("\n", "\r\n").encode())
    assert len(read_pack(path).entries) == 2


WRONG = (  # a text, its replacement, the resulting message
    ("format = 1", "format = 2", "ours.toml, line 2: format = 2: allowed is 1"),
    ("format = 1", "", "ours.toml: format = None: allowed is 1"),
    ("format = 1", 'format = "1"', "line 2: format = '1'"),
    ('title = "Ours"', 'title = ""', "line 3: title = '': allowed is a text"),
    ('title = "Ours"', "title = 1", "line 3: title = 1"),
    ('title = "Ours"', 'titel = "Ours"', "line 3: unknown key 'titel'; known are"),
    ('language = "en"', 'language = "english"', "line 4: language = 'english'"),
    ('language = "en"', 'language = "e1"', "line 4: language = 'e1'"),
    (
        'language = "en"',
        'language = "en"\nnerds = 1',
        "line 5: nerds = 1: allowed is true or false",
    ),
    ('id = "aces"', 'id = "Aces!"', "id = 'Aces!'"),
    ('id = "aces"', "id = 7", "line 7, question number 1: id = 7"),
    ('id = "aces"', 'id = ""', "id = '': allowed is a text"),
    ('id = "aces"', "", "line 6, question number 1: id is missing"),
    ('id = "olives"', 'id = "aces"', "question 'aces': the pack has this id twice"),
    ('kind = "fact"', 'kind = "joke"', 'kind = \'joke\': allowed is "fact" or "fun"'),
    ('kind = "fact"', "kind = true", "kind = True"),
    ('kind = "fact"', "", "question 'aces': kind is missing"),
    ("are aces?", "are aces", "line 9, question 'aces': text = "),
    ("are aces?", "x" * 200 + "?", "200 letters or fewer"),
    ("are aces?", "are \\u0007 aces?", "letters that can be seen"),
    ("are aces?", "are \\u202e aces?", "letters that can be seen"),
    ("are aces?", "are\\naces?", "in one line"),
    ('answer = "4/52"', 'answer = "4/0"', "line 10, question 'aces': answer = '4/0': allowed is 0"),
    ('answer = "4/52"', 'answer = "53/52"', "answer = '53/52'"),
    ('answer = "4/52"', 'answer = "-4/52"', "answer = '-4/52'"),
    ('answer = "4/52"', 'answer = "4 of 52"', "answer = '4 of 52'"),
    ('answer = "4/52"', 'answer = "1e99999999"', "answer = '1e99999999'"),
    ('answer = "4/52"', 'answer = "1/1e99999999"', "answer = '1/1e99999999'"),
    ('answer = "4/52"', f'answer = "{"9" * 5000}/1"', "answer = '999"),
    ('answer = "4/52"', "answer = 1e99999999", "answer = inf"),
    ('answer = "4/52"', "answer = nan", "answer = nan"),
    ('answer = "4/52"', "answer = -1", "answer = -1"),
    ('answer = "4/52"', "answer = 100.1", "answer = 100.1"),
    ('answer = "4/52"', "answer = true", "answer = True"),
    ('answer = "4/52"', "answer = [4]", "answer = [4]"),
    ('answer = "4/52"', f"answer = 0x{'f' * 9000}", "can't read the questions"),
    ('answer = "4/52"', f"answer = {'9' * 9000}", "can't read the questions"),
    ("answer = 41", "answer = 41.5", "where people were asked it is a whole number"),
    ("answer = 41", 'answer = "1/3"', "where people were asked it is a whole number"),
    ('source = "Counted"', 'source = " "', "line 11, question 'aces': source = ' '"),
    ('source = "Counted"', f'source = "{"x" * 500}"', "a text of 400 letters or fewer"),
    ('source = "Counted"', "", "source is missing"),
    ("date = 2026-01-31", "date = 0", "date = 0: allowed is a year or a day"),
    ("date = 2026-01-31", 'date = "today"', "date = 'today'"),
    ("date = 2026-01-31", "date = 2026-01-31T10:00:00", "date = datetime"),
    ("date = 2026-01-31", "date = 2026-02-30", "can't read the questions"),
    ("date = 2025", "date = 2025\nnote = 3", "line 22, question 'olives': note = 3"),
    ("date = 2025", "date = 2025\nflagged = true", "flagged = True"),
    ("date = 2025", 'date = 2025\ntopic = "cheese"', "topic = 'cheese': allowed is numbers or "),
    ("date = 2025", 'date = 2025\nregion = "Germany"', "region = 'Germany': allowed is"),
    ("date = 2025", "date = 2025\nages = 99", "ages = 99: allowed is a whole number from 0 to 18"),
    ("date = 2025", "date = 2025\nages = 6.5", "ages = 6.5"),
    ("date = 2025", "date = 2025\nexpires = 2026", "expires = 2026: allowed is a day"),
    ("date = 2025", 'date = 2025\nchecked = "yes"', "checked = 'yes'"),
    ("date = 2025", 'date = 2025\nurl = "ftp://example.org"', "url = 'ftp://example.org'"),
    ("date = 2025", 'date = 2025\nurl = "javascript:alert(1)"', "url = 'javascript:alert(1)'"),
    ("date = 2025", 'date = 2025\nas_of = "now"', "as_of = 'now'"),
    ("date = 2025", "date = 2025\nn = 100", "question 'olives': pollster is missing"),
    ("date = 2025", f"date = 2025\n{SURVEY.replace('n = 100', 'n = 9')}", "from 10 to"),
    ("date = 2025", f"date = 2025\n{SURVEY.replace('n = 100', 'n = 1e3')}", "n = 1000.0"),
    ("date = 2025", f"date = 2025\n{SURVEY.replace('2025-06', '2025-13')}", "fielded = '2025-13'"),
    ("date = 2026-01-31", f"date = 2026\n{SURVEY}", 'pollster is for questions of the kind "fun"'),
    ("date = 2025", 'date = 2025\nid = "figs"', "can't read the questions"),
    ("date = 2025", "date = 2025\n[question.more]\na = 1", "unknown key 'more'"),
    ("[[question]]", "[question]", "can't read the questions"),
    ('kind = "fact"', 'kind = "fact', "can't read the questions"),
    ("date = 2025", f"date = {'[' * 9000}", "can't read the questions"),
    ("date = 2025", f"date = 2025\n{'a.' * 9000}b = 1", "can't read the questions"),
)


@pytest.mark.parametrize(("old", "new", "says"), WRONG)
def test_a_broken_or_hostile_pack_is_refused_in_one_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in PACK
    line = refused(tmp_path, PACK.replace(old, new, 1))
    assert says in line
    assert "ours.toml" in line
    assert "\n" not in line
    assert len(line) < 900


def test_there_are_sixty_kinds_of_broken_packs() -> None:
    assert len({new for _, new, _ in WRONG}) >= 60


def test_no_question_at_all_is_told_with_the_file(tmp_path: Path) -> None:
    head = PACK.partition("[[question]]")[0]
    for text in (head, f"{head}question = []", f"{head}question = 1"):
        assert "a pack holds one [[question]] or more" in refused(tmp_path, text)
    assert "a question is a [[question]] table" in refused(tmp_path, f"{head}question = [1]")


def test_what_is_no_file_of_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    with fails(QuestionError, "can't read the questions in .*: No such file"):
        read_pack(path)
    path.write_bytes(b"\xff\xfe\x00")
    with fails(QuestionError, "can't read the questions in"):
        read_pack(path)
    path.write_bytes(b"#" * (FILE_BYTES + 1))
    with fails(QuestionError, "can't read the questions in .*bytes"):
        read_pack(path)
    path.unlink()
    os.mkfifo(path)
    with fails(QuestionError, "can't read the questions in .*no file"):
        read_pack(path)
    folder = tmp_path / "empty"
    folder.mkdir()
    with fails(QuestionError, "has no .toml file of questions"):
        read_pack(folder)


def test_there_is_no_such_pack(tmp_path: Path) -> None:
    with fails(QuestionError, "shipped are facts, fun"):
        contents("nothing")
    path = tmp_path / "ours.toml"
    path.write_text(
        f"{PACK.partition('[[question]]')[0]}[[question]]{PACK.split('[[question]]')[1]}"
    )
    path.write_text(path.read_text() + 'flagged = "old"\n')
    with fails(QuestionError, "no pack of questions has one to draw"):
        questions_of([str(path)])

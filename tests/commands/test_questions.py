"""`doubtit questions`: packs are checked, listed, counted, read from CSV and written as CSV."""

import csv
import datetime as dt
import io
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.__main__ import main
from appliance.commands import questions
from appliance.core.question import CardCode
from appliance.errors import QuestionError
from appliance.questions.code import CODE_EDGE, modules
from appliance.questions.memory import NAME
from appliance.questions.pack import PACKS, contents, read_pack
from appliance.words import words_of

PACK = """format = 1
title = "Ours"
language = "en"

[[question]]
id = "aces"
kind = "fact"
text = "What percentage of a pack of cards are aces?"
answer = "4/52"
source = "Counted"
date = 2026
topic = "games"
note = "There is one of each suit."
checked = 2026-01-31
"""
SHEET = """id,kind,text,answer,source,date,topic,note,checked,pollster,fielded,n,population,url
aces,fact,"How many of the cards, in percent, are aces?",4/52,Counted,2026,games,4.,2026-01-31,,,,,
olives,fun,How many like olives?,41,Fair,2026-01-02,food,More.,2026-02-01,Us,2026-01,120,guests,https://a.org
"""


ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "own-questions"
POLLS = (("queens", '"2098-05"'), ("jacks", "9999"), ("kings", "2001"))
"""The names of two questions, and when people were asked."""


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    code = main(["questions", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out + err


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.untraced
def test_what_ships_has_no_error_and_no_warning_on_the_day_of_a_release(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## \[[\d.]+\] - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    read = (entry.checked for name in PACKS for entry in contents(name).entries)
    day = max(*map(dt.date.fromisoformat, released), *filter(None, read))
    monkeypatch.setattr(questions, "today_here", lambda: day)
    code, told = run(capsys, "check")
    assert (code, told) == (0, "906 questions: 0 errors, 0 warnings\n")


def test_all_errors_of_a_pack_are_told_with_line_and_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = PACK.partition("[[question]]")[2].replace("aces", "kings")
    text = f"{PACK}\n[[question]]{other}\n[[question]]{other}"
    (tmp_path / "ours.toml").write_text(text.replace('"4/52"', "101", 1))
    code, told = run(capsys, "check", "ours.toml", "gone.toml")
    first, second, third, last = told.splitlines()
    assert code == 7
    assert first.startswith("error: ours.toml, line 9, question 'aces': answer = 101")
    assert second.startswith(
        "error: ours.toml, line 27, question 'kings': the pack has this id twice"
    )
    assert "gone.toml" in third
    assert last == "1 question: 3 errors, 0 warnings"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('topic = "games"\n', "", "no topic"),
        ("checked = 2026-01-31\n", "", "checked is missing"),
        ("checked = 2026-01-31", "checked = 2999-01-31", "is not over yet"),
        ("checked = 2026-01-31", "checked = 2026-01-31\nexpires = 2020-01-01", "has expired on"),
        ("checked = 2026-01-31", 'checked = 2026-01-31\nflagged = "old"', "flagged and never"),
        ('"fact"', '"fun"', "url is missing"),
        ('note = "There is one of each suit."\n', "", "note is missing"),
        ("are aces?", f"are {'very ' * 9}fine aces?", "94 letters; after 90 people"),
        ("a pack of cards", "52 cards", "figures are forgotten"),
        ('"4/52"', "98", "between 3 and 97 %"),
        ("checked = 2026-01-31", "checked = 2026-01-31\nlaugh = 1", "laugh is under 2"),
        (
            '"fact"',
            '"fun"\npollster = "Us"\nfielded = "2001-02"\nn = 900\npopulation = "guests"',
            "a poll of 2001, over ten years ago",
        ),
    ],
)
def test_what_should_be_better_is_a_warning(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, says: str
) -> None:
    (tmp_path / "ours.toml").write_text(PACK.replace(old, new).replace('"4/52"', "8"))
    code, told = run(capsys, "check", "ours.toml")
    assert code == 7
    assert f"warning: ours.toml, line 5, question 'aces': {says}" in told or says in told


def test_a_question_that_another_asks_is_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    body = PACK.partition("[[question]]")[2]
    same = body.replace('"aces"', '"ace"').replace(
        "What percentage of a pack", "In a pack, how many"
    )
    far = body.replace('"aces"', '"jacks"').replace("are aces", "are jacks of clubs")
    near = body.replace('"aces"', '"near"').replace("of cards", "of cards in 1953")
    text = "".join(f"\n[[question]]{question}" for question in (same, far, near))
    (tmp_path / "ours.toml").write_text(PACK + text)
    code, told = run(capsys, "check", "ours.toml")
    doubles = [line for line in told.splitlines() if "asks the same" in line]
    assert code == 7
    [line] = doubles
    assert "question 'ace': asks the same as ours.toml, line 5, question 'aces'" in line


def test_a_series_in_the_same_words_is_found_but_not_of_the_own_group(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    body = PACK.partition("[[question]]")[2].replace("a pack of cards", "very old Dutch cards")
    series = (
        body.replace('"aces"', f'"{name}"')
        .replace("are aces", f"are {name}")
        .replace("4/52", share)
        for name, share in (("kings", "8/52"), ("queens", "12/52"))
    )
    text = PACK + "".join(f"\n[[question]]{question}" for question in series)
    (tmp_path / "ours.toml").write_text(text)
    code, told = run(capsys, "check", "ours.toml")
    [line] = [line for line in told.splitlines() if "in the words of" in line]
    assert code == 7
    assert "question 'queens': asks in the words of ours.toml" in line
    (tmp_path / "ours.toml").write_text(text.replace('"games"', '"house"'))
    assert "in the words of" not in run(capsys, "check", "ours.toml")[1]


def test_answers_that_lie_together_are_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    body = PACK.partition("[[question]]")[2]
    many = (
        f"\n[[question]]{body}".replace('"aces"', f'"q{n}"').replace("of cards", f"of cards in {n}")
        for n in range(1900, 2000)
    )
    (tmp_path / "ours.toml").write_text(PACK.partition("[[question]]")[0] + "".join(many))
    _, told = run(capsys, "check", "ours.toml")
    assert "100.0 % of the answers are from 0 to 9 %" in told
    assert "0.0 % of the answers are from 90 to 100 %" in told
    assert len(told.splitlines()) == 11


def test_a_list_tells_no_answer_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "list", "facts")
    assert code == 0
    assert "facts/primes-to-100 (fact): What percentage" in told
    assert len(told.splitlines()) == 413
    assert all(line.endswith("?") for line in told.splitlines())
    assert "? 25 %" in run(capsys, "list", "facts", "--answers")[1]


def test_a_list_of_what_was_flagged_at_the_table_or_has_expired(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / NAME).write_text('asked = []\nflagged = ["fun/olives", "fun/atlantis"]\n')
    [line] = run(capsys, "list", "--flagged")[1].splitlines()
    assert line.startswith("fun/atlantis (fun): What percentage of Americans")
    assert run(capsys, "list", "--expired") == (0, "")
    (tmp_path / "ours.toml").write_text(f"{PACK}expires = 2020-01-01\n")
    assert run(capsys, "list", "ours.toml", "--expired")[1].startswith("ours/aces")


def test_a_list_of_what_is_soon_out_of_date_begins_with_the_oldest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    poll = 'pollster = "Us"\nfielded = {}\nn = 900\npopulation = "guests"\n'
    body = PACK.partition("[[question]]")[2].replace('"fact"', '"fun"').replace('"4/52"', "8")
    new, never, old = (body.replace("aces", name) + poll.format(day) for name, day in POLLS)
    dated = old.replace('"kings"', '"named"').replace("What", "In 2001, what")
    polls = "".join(f"\n[[question]]{question}" for question in (new, never, old, dated))
    (tmp_path / "ours.toml").write_text(PACK + polls)
    assert run(capsys, "list", "ours.toml", "--stale-within=-99999999")[1].splitlines() == [
        "2011-12-01 ours/kings (fun): What percentage of a pack of cards are kings?"
    ]
    both = run(capsys, "list", "ours.toml", "--stale-within", 10**9)[1].splitlines()
    assert [line[:22] for line in both] == ["2011-12-01 ours/kings ", "2108-05-01 ours/queens"]


def test_how_a_pack_is_spread(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "stats", "fun")
    assert code == 0
    assert told.startswith("fun: What people said, 34 questions\n")
    assert "luck and ghosts" in told
    assert " 90 - 100 %" in told


def test_a_sheet_becomes_a_pack_and_a_pack_a_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "ours.csv").write_text(SHEET)
    assert run(capsys, "import", "ours.csv", "--title", "Our fair") == (
        0,
        "2 questions in ours.toml\n",
    )
    found = read_pack(tmp_path / "ours.toml")
    assert found.title == "Our fair"
    aces, olives = found.entries
    assert aces.question.percent == 100 / 13
    assert olives.question.survey is not None
    assert (olives.question.survey.n, olives.question.survey.fielded) == (120, "2026-01")
    assert run(capsys, "check", "ours.toml")[0] == 0
    assert run(capsys, "export", "ours.toml", "--out", "again.csv")[0] == 0
    assert run(capsys, "import", "again.csv", "--title", "Our fair")[0] == 0
    assert (tmp_path / "again.toml").read_text() == (tmp_path / "ours.toml").read_text()


@pytest.mark.parametrize("title", ["\udcff", "a\x01b", " ", "x" * 500])
def test_a_title_that_no_pack_can_have_is_refused_and_nothing_is_written(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "ours.csv"
    sheet.write_text("id,kind,text,answer,source,date\na,fact,How much?,5,us,2026\n")
    code = main(["questions", "import", str(sheet), "--title", title])
    assert (code, len(capsys.readouterr().err.splitlines())) == (QuestionError.exit_code, 1)
    assert list(tmp_path.iterdir()) == [sheet]


@pytest.mark.untraced
def test_every_shipped_question_goes_through_a_sheet_and_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in PACKS:
        assert run(capsys, "export", name, "--out", f"{name}.csv")[0] == 0
        assert run(capsys, "import", f"{name}.csv")[0] == 0
        there = read_pack(tmp_path / f"{name}.toml").entries
        rows = list(csv.DictReader(io.StringIO(run(capsys, "export", name)[1])))
        assert [question.question.id for question in there] == [row["id"] for row in rows]


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_the_page_on_own_questions_can_be_followed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, page: Path
) -> None:
    text = page.read_text("utf-8")
    head, _, row = (line.strip(" |") for line in text.splitlines() if line.startswith("   |"))
    create, check = (line.split() for line in text.splitlines() if "doubtit questions" in line)
    rows = (line.split(" | ") for line in (head, row))
    (tmp_path / create[3]).write_text("\n".join(map(";".join, rows)), "utf-8")
    assert create[4:6] == ["--language", page.stem]
    assert run(capsys, *create[2:6])[0] == 0
    code, told = run(capsys, *check[2:])
    assert (code, told) == (0, "1 question: 0 errors, 0 warnings\n")
    assert words_of(page.stem)("menu.surveys") in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the first line has the keys"),
        ("id,kind\n", "the first line has the keys"),
        (SHEET.replace("topic", "cheese"), "column 'cheese' is unknown"),
        (SHEET.replace("topic", "id"), "column 'id' is unknown, or there twice"),
        (SHEET.replace("4/52", "400"), "ours.csv, line 2, question 'aces': answer = 400"),
        (SHEET.replace(",120,", ",9,"), "ours.csv, line 3, question 'olives': n = 9"),
        (SHEET.replace(",120,", ",many,"), "n = 'many'"),
        (SHEET.replace("olives", "aces"), "line 3, question 'aces': the pack has this id twice"),
        (SHEET + "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o\n", "more cells than the 14 columns"),
        (SHEET.replace("https://a.org", '"https'), "can't read the questions in ours.csv"),
        (SHEET.replace("2026-01-02", "2026-13-02"), "date = '2026-13-02'"),
    ],
)
def test_a_broken_sheet_is_one_line_and_writes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "ours.csv").write_text(text)
    code, told = run(capsys, "import", "ours.csv")
    assert code == 7
    assert says in told
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "ours.toml").exists()


def test_what_cannot_be_written_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "ours.csv").write_text(SHEET)
    for words in (("import", "ours.csv"), ("export", "fun")):
        code, told = run(capsys, *words, "--out", "file/out")
        assert code == 7
        assert told.startswith("doubtit: can't write file/out")


def test_cards_are_printed_without_what_is_flagged_or_expired(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = PACK.partition("[[question]]")[2].replace("aces", "kings")
    text = f"{PACK}\n[[question]]{other}flagged = 'wrong'\n"
    text += f"\n[[question]]{other.replace('kings', 'queens')}expires = 2026-02-01\n"
    (tmp_path / "ours.toml").write_text(text)
    code, told = run(capsys, "print", "ours.toml", "--paper", "letter")
    assert code == 0
    assert told.startswith("1 card in cards.pdf: print on both sides of LETTER")
    pdf = (tmp_path / "cards.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.count(b"are aces?") == 1
    assert pdf.count(b"(7.69231%) Tj") == 1
    assert b"kings" not in pdf
    assert b"queens" not in pdf


def test_a_question_that_cards_have_no_letters_for_is_left_out_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = PACK.partition("[[question]]")[2].replace("aces", "kings")
    text = f"{PACK}\n[[question]]{other.replace('Counted', chr(0x416))}"
    (tmp_path / "ours.toml").write_text(text, "utf-8")
    code, told = run(capsys, "print", "ours.toml")
    left_out, printed = told.splitlines()
    assert code == 0
    assert "question 'kings': left out" in left_out
    assert left_out.endswith("and not \u0416")
    assert printed.startswith("1 card in cards.pdf")


def picture(path: Path, pack: str, id_: str, percent: float = 40.0) -> None:
    rows = np.pad(np.array(modules(CardCode(pack, id_, percent))), CODE_EDGE)
    grey = np.where(rows, 20, 240).astype(np.uint8).repeat(5, axis=0).repeat(5, axis=1)
    path.write_bytes(cv2.imencode(".png", cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))[1].tobytes())


def test_a_printed_card_is_read_from_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture(tmp_path / "card.png", "facts", "dominoes-doubles", 18.18)
    code, told = run(capsys, "read", "card.png")
    assert code == 0
    assert told.startswith("facts/dominoes-doubles (")
    assert told.endswith("are doubles? 18.1818 %\n")
    picture(tmp_path / "older.png", "facts", "dominoes-doubles", 20.0)
    code, older = run(capsys, "read", "older.png")
    assert (code, older) == (0, told + "printed with 20 %: an older print of this card\n")


@pytest.mark.parametrize("name", [("facts", "gone"), ("ours", "aces"), ("../fun", "a")])
def test_a_card_that_nobody_knows_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: tuple[str, str]
) -> None:
    picture(tmp_path / "card.png", *name)
    code, told = run(capsys, "read", "card.png")
    assert code == 7
    assert told.startswith(f"doubtit: card.png: the card is {'/'.join(name)}, and no shipped pack")
    assert len(told.splitlines()) == 1


def test_a_picture_without_a_code_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    grey = np.full((200, 300, 3), 128, np.uint8)
    (tmp_path / "grey.png").write_bytes(cv2.imencode(".png", grey)[1].tobytes())
    code, told = run(capsys, "read", "grey.png")
    assert code == 7
    assert told.startswith("doubtit: grey.png: no code of a printed question")
    assert len(told.splitlines()) == 1

"""Sheets as spreadsheets of other countries write them: read, or all that is wrong with them."""

import csv
import datetime as dt
import io
import json
from pathlib import Path

import pytest
from fonts_made import install
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from said import said

from appliance import typefaces
from appliance.__main__ import main
from appliance.bounded_files import FILE_BYTES
from appliance.errors import QuestionError
from appliance.questions.entry import PackEntry
from appliance.questions.pack import read_pack
from appliance.questions.sheet import pack_text, sheet_of
from appliance.questions.shelf import shelf
from appliance.text import neat
from appliance.words import LANGUAGES

HEADS = {
    "en": ("ID", "Kind", "Question", "Answer (%)", "Source", "Year"),
    "de": ("Kennung", "Art", "Frage", "Antwort in %", "Quelle", "Stand"),
    "es": ("Clave", "Tipo", "PREGUNTA", "Respuesta", "Fuente", "A\xf1o"),
    "fr": ("Cl\xe9", "Genre", "Question", "R\xe9ponse", "Source", "Ann\xe9e"),
    "nl": ("Sleutel", "Soort", "Vraag", "Antwoord %", "Bron", "Jaar"),
    "pt": ("Chave", "Tipo", "Pergunta", "Resposta", "Fonte", "Ano"),
}
KINDS = {"en": "Fact", "de": "Fakt", "es": "Hecho", "fr": "Fait", "nl": "FEIT", "pt": "Facto"}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252")
HEAD = "id,kind,text,answer,source,date\n"

letters = st.text(
    st.characters(codec="cp1252", exclude_categories=("Cc", "Cf"), exclude_characters="&"),
    min_size=1,
    max_size=40,
).filter(lambda text: neat(text).strip(";?") != "")
answers = st.one_of(
    st.integers(0, 100).map(lambda whole: (str(whole), float(whole))),
    st.integers(0, 100).map(lambda whole: (f"{whole}\xa0%", float(whole))),
    st.integers(10, 999).map(lambda tenths: (f"{tenths // 10},{tenths % 10}", tenths / 10)),
    st.integers(1, 99).map(lambda part: (f"0.{part:02} %", float(f"0.{part:02}"))),
)


def imported(path: Path, *words: str) -> int:
    return main(["questions", "import", str(path), *words])


def sheet(folder: Path, row: str, head: str = HEAD) -> Path:
    path = folder / "ours.csv"
    path.write_text(head + row, "utf-8")
    return path


def pack_entries(folder: Path, row: str) -> tuple[PackEntry, ...]:
    assert imported(sheet(folder, f"{row}\n")) == 0
    return read_pack(Path("ours.toml")).entries


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_table_comes_through_every_separator_encoding_and_language(
    tmp_path: Path, language: str, data: st.DataObject
) -> None:
    separator, encoding = data.draw(st.sampled_from(",;\t|")), data.draw(st.sampled_from(ENCODINGS))
    rows = data.draw(st.lists(st.tuples(letters, answers, letters), min_size=1, max_size=4))
    out = io.StringIO()
    dialect = data.draw(st.sampled_from(("excel", "unix")))  # quotes where it must, or all
    table = csv.writer(out, dialect, delimiter=separator)
    table.writerow(HEADS[language])
    for number, (text, (answer, _), source) in enumerate(rows):
        table.writerow((f"q{number}", KINDS[language], f"{text}?", answer, source, "2019"))
    path, written = tmp_path / "t.csv", out.getvalue().encode(encoding)
    if encoding == "cp1252":  # "à" before two hard spaces are the bytes of one letter in UTF-8
        assume(written.decode("utf-8", "replace").count("\ufffd") or written.isascii())
    path.write_bytes(written)
    found = sheet_of(path, language, wrong := list[QuestionError]())
    assert not wrong
    pack = tmp_path / "t.toml"
    pack.write_text(pack_text("T", language, found.rows), "utf-8")
    there = [entry.question for entry in read_pack(pack).entries]
    wanted = [(neat(f"{text}?"), percent, neat(source)) for text, (_, percent), source in rows]
    assert [(question.text, question.percent, question.source) for question in there] == wanted
    assert {question.date for question in there} == {"2019"}


def test_what_a_spreadsheet_says_of_its_separator_is_heard(tmp_path: Path) -> None:
    path = sheet(tmp_path, "\n\na;fact;How many; in percent?;71,5 %;us;2019;;\n", '"sep=;"\r\n')
    path.write_text(path.read_text().replace("How many; in", '"How many; in').replace("?;", '?";'))
    path.write_text(path.read_text().replace("\n\na", "\nid;kind;text;answer;source;date;;\n\na"))
    found = sheet_of(path, "de", wrong := list[QuestionError]())
    assert not wrong
    assert found.rows[0]["text"] == "How many; in percent?"
    assert found.rows[0]["answer"] == 71.5


@pytest.mark.parametrize(
    ("cell", "language", "date"),
    [
        ("2019", "en", "2019"),
        ("2019.0", "en", "2019"),
        ("2026-01-31", "en", "2026-01-31"),
        ("31.1.2026", "de", "2026-01-31"),
        ("31-01-2026", "nl", "2026-01-31"),
        ("02/03/2026", "fr", "2026-03-02"),
        ("1/31/2026", "en", "2026-01-31"),
        ("31/1/2026", "en", "2026-01-31"),
        ("3/3/2026", "en", "2026-03-03"),
    ],
)
def test_days_are_read_as_each_language_writes_them(
    tmp_path: Path, cell: str, language: str, date: str
) -> None:
    path = sheet(tmp_path, f"a,fact,How much?,7,us,{cell}\n")
    assert imported(path, "--language", language) == 0
    assert read_pack(tmp_path / "ours.toml").entries[0].question.date == date


@pytest.mark.parametrize("cell", ["02/03/2026", "31/02/2026", "13/13/2026", "12345", "Jan 26"])
def test_a_day_that_may_be_another_is_refused(
    tmp_path: Path, cell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(sheet(tmp_path, f"a,fact,How much?,7,us,{cell}\n")) == 7
    assert f"date = '{cell}'" in capsys.readouterr().err


def test_other_words_numbers_and_entities_are_read(tmp_path: Path) -> None:
    text = "Tea &amp; &quot;cake&quot;\n at 100&deg;C?"
    row = f'Tea time,FUN!,"{text}",41 %,Fair,2026,Food,US,1.204,Us,2026-01,g\n'
    head = "id,kind,text,answer,source,date,Thema,Land,n,pollster,fielded,population\n"
    path = sheet(tmp_path, row, head)
    assert imported(path) == 0
    [entry] = read_pack(tmp_path / "ours.toml").entries
    assert entry.question.text == 'Tea & "cake" at 100\xb0C?'
    assert (entry.question.id, entry.question.kind, entry.topic, entry.region) == (
        "tea-time",
        "fun",
        "food",
        "us",
    )
    assert entry.question.survey is not None
    assert entry.question.survey.n == 1204


def test_all_faults_are_told_at_once_with_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "id;kind;text;answer;date;cheese;id\n"
    rows = "a;fact;How much;x%;2019\nb;guess;How?;101;never\nb;fact;How?;1;2019;;;;9\n"
    assert imported(sheet(tmp_path, rows, head)) == 7
    told = capsys.readouterr()
    wanted = [
        ("line 1", "'cheese' is unknown", "(column F)"),
        ("line 1", "'id' is unknown, or there twice", "(column G)"),
        ("line 1", "no column for source", ""),
        ("line 2, question 'a'", "text = 'How much'", "(column C)"),
        ("line 2, question 'a'", "answer = 'x%'", "(column D)"),
        ("line 3, question 'b'", "kind = 'guess'", "(column B)"),
        ("line 3, question 'b'", "answer = 101", "(column D)"),
        ("line 3, question 'b'", "date = 'never'", "(column E)"),
        ("line 4, question 'b'", "more cells", ""),
        ("line 4, question 'b'", "twice", ""),
    ]
    lines = told.out.splitlines()
    assert told.err == ""
    assert len(lines) == len(wanted)
    for line, parts in zip(lines, wanted, strict=True):
        assert line.startswith("error: ")
        assert all(part in line for part in parts), line
    assert not (tmp_path / "ours.toml").exists()


def test_of_very_many_faults_the_number_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"q{number},fact,How much,7,us,2019\n" for number in range(60))
    assert imported(sheet(tmp_path, rows)) == 7
    lines = capsys.readouterr().out.splitlines()
    assert (len(lines), lines[-1]) == (51, "and 10 more")


def test_a_pack_that_no_table_could_read_is_never_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(sheet(tmp_path, "a,fact,How much?,7,us,2019\n")) == 0
    good = (tmp_path / "ours.toml").read_bytes()
    long = "What percentage of thing " + "x" * 150
    rows = (f"q{number},fact,{long}?,7,source,2019\n" for number in range(FILE_BYTES // 200))
    assert imported(sheet(tmp_path, "".join(rows))) == 7
    assert "split it into several packs" in capsys.readouterr().err
    assert (tmp_path / "ours.toml").read_bytes() == good
    assert imported(sheet(tmp_path, "a,fact,How much?,7,us,2019\n"), "--title", "\u05d0") == 7
    assert (tmp_path / "ours.toml").read_bytes() == good


def test_several_sheets_are_written_when_all_can_be_and_never_into_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet(tmp_path, "a,fact,How much?,7,us,2019\n").rename(tmp_path / "good.csv")
    bad = sheet(tmp_path, "a,fact,How much?,700,us,2019\n")
    line = ["questions", "import", "good.csv", str(bad)]
    assert main(line) == 7
    assert not (tmp_path / "good.toml").exists()
    assert main([*line, "--out", "x.toml"]) == 7
    assert "--out is for one sheet" in capsys.readouterr().err
    bad.write_text(f"{HEAD}a,fact,How much?,70,us,2019\n")
    assert main(line) == 0
    assert (tmp_path / "good.toml").exists() == (tmp_path / "ours.toml").exists() is True


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ([], "nl"),
        (["--language", "it"], "it"),
        (["--language", "de-AT"], "de"),
        (["--language", "PT"], "pt"),
    ],
)
def test_a_pack_has_the_language_that_is_given_or_the_tables(
    tmp_path: Path, words: list[str], language: str
) -> None:
    (tmp_path / "kept.toml").write_text('language = "nl"\n')
    assert imported(sheet(tmp_path, "a,fact,How much?,7,us,2019\n"), *words) == 0
    assert read_pack(tmp_path / "ours.toml").language == language


def test_a_language_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(sheet(tmp_path, "a,fact,How much?,7,us,2019\n"), "--language", "klingon") == 7
    assert "a language's code of ISO 639" in capsys.readouterr().err
    assert not (tmp_path / "ours.toml").exists()


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("\u05db\u05de\u05d4 \u05d0\u05d7\u05d5\u05d6\u05d9\u05dd?", "\u05db"),
        ("\u0645\u0627 \u0647\u064a\u061f", "\u061f"),
        ("\u0e01\u0e35\u0e48?", "\u0e01"),
        ("\u5730\u7403?", "\u5730"),
        ("How many \U0001f602?", "\U0001f602"),
    ],
)
def test_letters_that_the_typeface_lacks_are_refused_and_named(
    tmp_path: Path, text: str, lost: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(sheet(tmp_path, f"a,fact,{text},7,us,2019\n")) == 7
    [line] = capsys.readouterr().err.splitlines()
    assert lost in line
    assert "Latin, Greek or Cyrillic" in line
    assert "(column C)" in line


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ("a,fact,A?,\uff17\uff11\uff05,us,\uff12\uff10\uff11\uff19", 71),
        ("a,dr\xf4le,A?,71,us,2019", 71),
        ("a,fact,A?,\u202f71\u202f%\xa0,us,2019", 71),
    ],
)
def test_cells_of_other_countries_are_read(tmp_path: Path, row: str, answer: int) -> None:
    [entry] = pack_entries(tmp_path, row)
    assert entry.question.percent == answer


def test_a_letter_that_turns_the_line_round_is_named_and_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(sheet(tmp_path, "a,fact,\u202eA?,7,us,2019\n")) == 7
    line = capsys.readouterr().err
    assert "U+202E" in line
    assert "\u202e" not in line


def test_letters_of_an_installed_font_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, tmp_path, CJK="\u5730")
    assert imported(sheet(tmp_path, "a,fact,\u5730\u7403?,7,us,2019\n")) == 0
    assert not capsys.readouterr().err
    [entry] = read_pack(Path("ours.toml")).entries
    shown = entry.unshown
    assert not shown
    monkeypatch.setattr(typefaces, "SYSTEM_FONTS", tmp_path / "none")
    assert entry.unshown == "\u5730\u7403"


def test_a_sheet_of_an_unknown_encoding_says_how_to_save_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.csv"
    path.write_bytes(HEAD.encode() + b"a,fact,How \x81\x8d much?,7,us,2019\n")
    assert imported(path) == 7
    assert "CSV UTF-8" in capsys.readouterr().err
    for data in (f"{HEAD}a,fact,How much?,7,us,2019\n".encode("utf-32"), b"PK\3\4" + bytes(200)):
        path.write_bytes(data)
        assert imported(path) == 7
        assert "CSV UTF-8" in capsys.readouterr().err


def test_an_answer_below_one_is_doubted_unless_it_is_surely_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = 'a,fact,How much?,"0,71",us,2019\nb,fact,How many?,0.71 %,us,2019\n'
    assert imported(sheet(tmp_path, rows)) == 0
    line, _ = capsys.readouterr().out.splitlines()
    assert "line 2, question 'a': the answer is 0.71 %" in line
    assert "is 71 % meant" in line
    first, second = read_pack(tmp_path / "ours.toml").entries
    assert first.question.percent == second.question.percent == 0.71
    main(["questions", "check", "ours.toml"])
    assert capsys.readouterr().out.count("is 71 % meant") == 1


def pack(**more: object) -> str:
    keys = {"id": "a", "kind": "fact", "text": "How much?", "answer": 7, "source": "us"}
    rows = {**keys, "date": 2019, **more}
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in rows.items())


def test_a_question_that_no_screen_shows_is_told_and_never_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    head = 'format = 1\ntitle = "Ours"\nlanguage = "en"\n'
    rows = [pack(id="b"), pack(text="\u5730\u7403?"), pack(id="c", note="&copy; us")]
    file.write_text(head + "".join(f"\n[[question]]\n{row}" for row in rows), "utf-8")
    assert main(["questions", "check", "ours.toml"]) == 7
    told = capsys.readouterr().out
    assert "question 'a': text has \u5730 \u7403" in told
    assert "question 'c': note has &copy;" in told
    file.write_text(file.read_text("utf-8").replace('"Ours"', '"\u05d0"'), "utf-8")
    main(["questions", "check", "ours.toml"])
    assert "ours.toml: title has \u05d0" in capsys.readouterr().out
    drawn = read_pack(file).drawn(dt.date(2026, 1, 1))
    assert [question.question.id for question in drawn] == ["b", "c"]
    [held] = shelf([str(file)]).held
    assert said(held).startswith(f"1 question of the pack {file} is never drawn")


def test_questions_in_cyrillic_and_greek_are_doubles_only_where_they_ask_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = 'format = 1\ntitle = "Ours"\nlanguage = "el"\n'
    texts = (
        "\u041a\u0430\u043a\u043e\u0439 \u043f\u0440\u043e\u0446\u0435\u043d\u0442?",
        "\u0421\u043a\u043e\u043b\u044c\u043a\u043e?",
        "\u03a0\u03cc\u03c3\u03b1;",
        "\u03a0\u03cc\u03c3\u03b1;",
    )
    rows = (pack(id=f"q{number}", text=text) for number, text in enumerate(texts))
    (tmp_path / "ours.toml").write_text(
        head + "".join(f"\n[[question]]\n{row}" for row in rows), "utf-8"
    )
    main(["questions", "check", "ours.toml"])
    doubles = [line for line in capsys.readouterr().out.splitlines() if "asks the same" in line]
    assert len(doubles) == 1
    assert "question 'q3'" in doubles[0]


def test_all_that_is_wrong_with_a_question_of_a_pack_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = 'format = 1\ntitle = "Ours"\nlanguage = "en"\n\n[[question]]\n'
    (tmp_path / "ours.toml").write_text(head + pack(kind="x", answer=101, ages=40, cheese=1))
    assert main(["questions", "check", "ours.toml"]) == 7
    told = capsys.readouterr().out
    for says in ("kind = 'x'", "answer = 101", "ages = 40", "unknown key 'cheese'", "4 errors"):
        assert says in told

"""Evenings of every format that there was are listed, counted and told by this version."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kept_journals import JOURNALS, loaded

from appliance.__main__ import main
from appliance.runtime.database import VERSION
from appliance.runtime.evening import KeptEvening, keep_record
from appliance.runtime.records import played_games
from appliance.words import words_of
from bluffing.message import Message

KEPT = sorted(path.stem for path in JOURNALS.glob("format-*.sql"))
WHOLE = [name for name in KEPT if int(name.split("-")[1]) >= 6]
"""Those in which a game came to its end; of formats 1 and 3 only a deal was kept."""


RECORDED = 7
"""The first format in which a journal holds its record."""


def test_there_is_an_evening_of_this_version() -> None:
    assert f"format-{VERSION}" in KEPT


@pytest.mark.parametrize("name", KEPT)
def test_an_evening_of_each_format_is_listed_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = loaded(name, tmp_path / "e.journal")
    whole = path.read_bytes()
    assert main(["evenings", "--journal", str(path)]) == 0
    [row] = capsys.readouterr().out.splitlines()
    assert ("1 game: Bluff" in row) is (name in WHOLE)
    for command in (["evenings", str(path)], ["replay", str(path)]):
        assert main(command) == 0
        out, err = capsys.readouterr()
        assert "damaged" not in err
        assert ("has format" in err) is (f"format-{VERSION}" != name)
        assert len(out.splitlines()) > (30 if name in WHOLE else 2)
    assert path.read_bytes() == whole, "whoever reads changes nothing"


@pytest.mark.parametrize("name", WHOLE)
def test_an_evening_of_each_format_is_counted_and_written_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = loaded(name, tmp_path / "e.journal")
    at = ["--journal", str(path)]
    assert main(["statistics", "rebuild", *at]) == 0
    assert capsys.readouterr().out == "1 evening counted, games: 1\n"
    assert main(["statistics", *at]) == 0
    assert "Kai" in capsys.readouterr().out
    assert main(["evenings", str(path), "--notation"]) == 0
    games = tmp_path / "e.games"
    games.write_text(capsys.readouterr().out)
    assert main(["replay", str(games)]) == 0
    assert "won" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in WHOLE if int(name.split("-")[1]) < RECORDED])
def test_what_was_made_of_older_steps_is_kept_and_needs_them_no_more(
    tmp_path: Path, name: str
) -> None:
    path = loaded(name, tmp_path / "e.journal")
    with KeptEvening.open(path) as evening:
        made, games = list(evening.record()), played_games(evening, 3)
        names, recorded = evening.names(), evening.recorded
    assert recorded is (evening.version >= 7), "since format 7 each evening has its record"
    assert keep_record(path) is not recorded
    assert not keep_record(path), "once is enough"
    with closing(sqlite3.connect(path)) as database, database:
        for trigger in ("signals_stay", "signals_last"):
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE signals SET signal = 'of a version that nobody has'")
    with KeptEvening.open(path) as evening:
        assert list(evening.record()) == made
        assert evening.names() == names
        assert played_games(evening, 3) == games
        assert not evening.exact


def test_an_evening_that_this_version_does_not_understand_to_its_end_is_told_until_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = loaded(WHOLE[0], tmp_path / "e.journal")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER signals_stay")
        database.execute("UPDATE signals SET signal = '{\"Sneeze\":[]}' WHERE number = 400")
    assert main(["evenings", str(path)]) == 0
    out, err = capsys.readouterr()
    assert "understands its first 399 steps only" in err
    assert "sits down" in out


@pytest.mark.parametrize("name", WHOLE)
def test_every_sentence_that_an_evening_holds_is_in_the_catalogue(
    tmp_path: Path, name: str
) -> None:
    path = loaded(name, tmp_path / "e.journal")
    words = words_of("en")
    with KeptEvening.open(path) as evening:
        lines = [entry.line for _, entry in evening.record() if entry.line is not None]
    assert lines
    for line in lines:
        assert isinstance(line, Message)
        assert words.say(line) != line.code


def test_a_damaged_record_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = loaded(f"format-{VERSION}", tmp_path / "e.journal")
    for number, damage in enumerate(("data = '[1]'", "data = 'x'", "line = '[', kind = 'told'")):
        copy = tmp_path / f"{number}.journal"
        shutil.copy(path, copy)
        with closing(sqlite3.connect(copy)) as database, database:
            database.execute("DROP TRIGGER record_stays")
            database.execute(f"UPDATE record SET {damage} WHERE number = 9")  # noqa: S608 - ours
        assert main(["evenings", str(copy)]) == 5
        err = capsys.readouterr().err
        assert "the record of the evening" in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("kind", ["dealt", "decided", "ended", "played", "verdict", "doubted"])
def test_an_entry_without_its_fields_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    path = loaded(f"format-{VERSION}", tmp_path / "e.journal")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER record_stays")
        database.execute("UPDATE record SET data = '{\"seat\":[]}' WHERE kind = ?", (kind,))
    for command in (["evenings"], ["evenings", str(path)], ["statistics", "rebuild"]):
        at = ["--journal", str(path)]
        assert main([*command, *at]) in {0, 5}
        assert main(["evenings", str(path), "--notation"]) in {0, 5, 14}
        assert capsys.readouterr().err.count("\n") <= 2


def test_a_game_by_rules_that_have_changed_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = loaded("format-7", tmp_path / "e.journal")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER record_stays")
        database.execute(
            """UPDATE record SET data = '{"index":0,"action":"1 lay-away K"}' WHERE number =
            (SELECT min(number) FROM record WHERE kind = 'decided')"""
        )
    assert main(["evenings", str(path), "--notation"]) == 14
    assert "by other rules" in capsys.readouterr().err

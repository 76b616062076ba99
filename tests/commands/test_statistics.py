"""`doubtit statistics`: shown, rebuilt, exported, merged, and names erased from every file."""

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from at_table import People
from older_journal import older_journal

from appliance.__main__ import main
from appliance.core.signals import SECOND, Chosen, Wish, Wished
from appliance.errors import JournalError
from appliance.runtime.aside import set_aside
from appliance.runtime.journal import Journal
from appliance.runtime.rows import JournalRow
from appliance.statistics.store import STATISTICS
from appliance.table import Table, TableSettings
from bluffing.actions import Reveal, Void
from bluffing.cards import Rank

BEGAN = 1_790_000_000


def evening(path: Path, began: int = BEGAN, ben: str = "Ben") -> None:
    """Ben lies and Cleo doubts; then the game is given up."""
    settings = TableSettings("bicycle", buzzers=3, names=("Ana", ben, "Cleo"))
    people = People(Table(settings), now=SECOND)
    for buzzer in range(3):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    people.wait(SECOND)
    people.hold(0)
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(3 * SECOND)
    people.send(Chosen(Reveal((Rank.KING,)), people.now))
    people.wait(9 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))
    people.wait(9 * SECOND)
    people.send(Chosen(Void(), people.now))
    with closing(Journal.open(path, people.first.settings, began)) as journal:
        journal.append(people.handled)


def run(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> list[str]:
    assert main(["statistics", *words, "--journal", str(folder / "e.journal")]) == 0
    return capsys.readouterr().out.splitlines()


def test_what_was_counted_is_made_from_journals_shown_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path)
    set_aside(path, "evening")
    evening(path, BEGAN + 86_400)
    older_journal(tmp_path / "e.journal.other-version-1", 3)
    assert run(capsys, tmp_path, "rebuild") == ["3 evenings counted, games: 2"]
    assert run(capsys, tmp_path, "rebuild", "--new") == ["0 evenings counted, games: 0"]
    head, ana, ben, cleo, games, liar = run(capsys, tmp_path)
    assert head.split("  ")[-1] == "won"
    assert [len(line) for line in (ana, ben, cleo)] == [len(head)] * 3
    assert ana.split() == ["Ana", "0", "0", "0", "0", "0", "-", "0", "0"]
    assert ben.split() == ["Ben", "2", "2", "2", "0", "0", "-", "0", "0"]
    assert cleo.split()[:6] == ["Cleo", "0", "0", "0", "2", "0"]
    assert cleo.split()[7] == "ms"
    assert (games, liar) == ("2 games", "Liar of the night: Ben (2)")
    assert len(run(capsys, tmp_path, "--name", "BEN", "--game", "bicycle")) == 3
    assert run(capsys, tmp_path, "--game", "idi") == ["nothing has been counted yet"]
    lines = [json.loads(line) for line in run(capsys, tmp_path, "export", "--json")]
    assert [(line["seat"], line["name"], line["lies"]) for line in lines[:3]] == [
        (1, "Ana", 0),
        (2, "Ben", 1),
        (3, "Cleo", 0),
    ]
    assert lines[0]["began"].startswith("2026-09-21T")
    table = list(csv.DictReader(run(capsys, tmp_path, "export", "--name", "ben")))
    for form in ("--json", "--csv"):
        assert run(capsys, tmp_path, form) == run(capsys, tmp_path, "export", form)
    assert [(row["name"], row["claims"], row["slap_us"]) for row in table] == [("Ben", "1", "")] * 2


def test_another_table_is_merged_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for number, folder in enumerate((ours, theirs)):
        folder.mkdir()
        evening(folder / "e.journal", BEGAN + number)
        run(capsys, folder, "rebuild")
    file = str(theirs / STATISTICS)
    assert run(capsys, ours, "merge", file) == [f"1 game of {file} was new"]
    assert run(capsys, ours, "merge", file) == [f"0 games of {file} were new"]
    assert run(capsys, ours)[4] == "2 games"
    run(capsys, ours, "rebuild")
    assert run(capsys, ours)[4] == "2 games", "what is no evening of this table stays"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show"], "no statistics at"),
        (["merge"], "name the statistics"),
        (["erase"], "say whose"),
        (["merge", "nowhere"], "no statistics at nowhere"),
    ],
)
def test_what_is_missing_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["statistics", *words, "--journal", str(tmp_path / "e.journal")]) == 15
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def found(folder: Path, name: str) -> list[str]:
    """All files below in which these bytes are."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return [file.name for file in files if name.casefold().encode() in file.read_bytes().lower()]


def test_a_name_is_erased_from_every_file_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "Zbigniewa"
    path, settings = tmp_path / "e.journal", tmp_path / "table.toml"
    settings.write_text(
        f'journal = "{path}"\n[seats]\nbuzzers = 3\nnames = ["Ana", "{name}", "Cleo"]\n'
    )
    at = ["--config", str(settings)]
    for word in ("evening", "broken"):
        evening(path, BEGAN, name)
        set_aside(path, word)
    evening(path, BEGAN + 1, name)
    garbage = tmp_path / "e.journal.broken-2"
    garbage.write_bytes(b"SQLite format 3\0" + garbage.read_bytes()[900:])
    older_journal(tmp_path / "e.journal.other-version-1", 3)
    (tmp_path / "kept.toml").write_text(f'[seats]\nnames = ["Ana", "{name}", "Cleo"]\n')
    (tmp_path / "kept.toml.broken-1").write_text(f'[seats]\nnames = ["{name}"\n')
    (tmp_path / "before-restore-1" / "table").mkdir(parents=True)
    shutil.copy(tmp_path / "e.journal.evening-1", tmp_path / "before-restore-1/table/e.journal")
    assert main(["statistics", "rebuild", *at]) == 0
    assert main(["backup", str(tmp_path / "all.zip"), *at]) == 0
    capsys.readouterr()
    assert len(found(tmp_path, name)) > 7

    assert main(["statistics", "erase", name.upper(), *at]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith(f"{name.upper()} is erased from ")
    assert found(tmp_path, name) == []
    assert not garbage.exists()
    for file in ("e.journal", "e.journal.evening-1", "before-restore-1/table/e.journal"):
        assert main(["replay", "--quiet", str(tmp_path / file)]) == 0
    assert (
        main(["restore", str(tmp_path / "all.zip"), "--journal", str(tmp_path / "r/e.journal")])
        == 0
    )
    assert main(["replay", "--quiet", str(tmp_path / "r/e.journal")]) == 0
    capsys.readouterr()
    assert main(["statistics", *at]) == 0
    assert "Seat 2" in capsys.readouterr().out
    assert main(["statistics", "rebuild", *at]) == 0
    assert found(tmp_path, name) == []
    assert main(["statistics", "erase", name, *at]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"{name} is erased from 0 files, and no file has it now"
    )


def test_a_name_that_the_program_has_by_itself_is_given_to_nobody_any_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, tmp_path, "erase", "Ben")
    assert '"Ana", "Seat 2", "Cleo"' in (tmp_path / "kept.toml").read_text()


def test_a_word_of_something_else_is_told_and_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.txt").write_text("who is Zoltana? nobody knows\n")
    words = ["statistics", "erase", "Zoltana", "--journal", str(tmp_path / "e.journal")]
    assert main(words) == 15
    assert "Zoltana is still in" in capsys.readouterr().err


def _spoil(path: Path) -> int:
    """Overwrite a row in the middle, and what lies around it; return the last step before it."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        [(page,)] = database.execute("PRAGMA page_size")
        rows = "SELECT digest FROM signals ORDER BY number"
        digests = [digest for (digest,) in database.execute(rows)]
    at = path.read_bytes().index(digests[len(digests) // 2]) // page * page
    with path.open("r+b") as file:
        file.seek(at)
        file.write(b"\xff" * page)
    played = list[JournalRow]()
    with closing(Journal.read(path)) as journal, pytest.raises(JournalError):
        played.extend(row for row, _ in journal.replay())
    return len(played)


def test_a_damaged_evening_keeps_the_steps_before_the_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path, ben="Zoltana")
    steps = _spoil(path)
    assert main(["statistics", "erase", "Zoltana", "--journal", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err == f"{path} is damaged; its first {steps} steps are kept\n"
    assert all(b"Zoltana" not in path.read_bytes() for path in tmp_path.iterdir())
    with closing(Journal.read(path)) as journal:
        assert (journal.began, len(list(journal.replay()))) == (BEGAN, steps)
    assert main(["statistics", "erase", "Zoltana", "--journal", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_damaged_evening_without_the_name_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path)
    _spoil(path)
    before = path.read_bytes()
    assert main(["statistics", "erase", "Zoltana", "--journal", str(path)]) == 0
    assert path.read_bytes() == before
    assert capsys.readouterr().err == ""


def test_an_evening_whose_first_page_is_only_in_its_log_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As SQLite reads it: the main file alone is no database."""
    path, whole = tmp_path / "e.journal", tmp_path / "whole" / "e.journal"
    whole.parent.mkdir()
    evening(whole, ben="Zoltana")
    with closing(Journal.read(whole)) as journal:
        steps = journal.steps
    with closing(sqlite3.connect(whole)) as database:
        [(version,)] = database.execute("PRAGMA user_version").fetchall()
        database.execute(f"PRAGMA user_version = {version}")
        for suffix in ("", "-wal"):
            shutil.copy(f"{whole}{suffix}", f"{path}{suffix}")
    with path.open("r+b") as file:
        file.write(b"\xff" * 512)
    assert main(["backup", str(tmp_path / "all.zip"), "--journal", str(path)]) == 0
    with ZipFile(tmp_path / "all.zip") as archive:
        assert archive.read("table/e.journal").startswith(b"SQLite format 3")
    (tmp_path / "all.zip").unlink()
    shutil.rmtree(whole.parent)
    assert main(["statistics", "erase", "Zoltana", "--journal", str(path)]) == 0
    assert capsys.readouterr().err == ""
    with closing(Journal.read(path)) as journal:
        assert len(list(journal.replay())) == steps


SPELLINGS = ("Zo\xeb", "Zoe\u0308", "ZO\xcb", "Zo\u200b\xeb")


def test_a_name_in_another_spelling_is_the_same_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, name in enumerate(SPELLINGS):
        evening(tmp_path / "e.journal", BEGAN + number, name)
        set_aside(tmp_path / "e.journal", "evening")
    run(capsys, tmp_path, "rebuild")
    _, ana, cleo, zoe, games, liar = run(capsys, tmp_path)
    assert (ana.split()[0], cleo.split()[0], zoe.split()[:3]) == (
        "Ana",
        "Cleo",
        [zoe[:3], "4", "4"],
    )
    assert (games, liar) == ("4 games", f"Liar of the night: {zoe[:3]} (4)")
    for name in SPELLINGS:
        assert len(run(capsys, tmp_path, "export", "--csv", "--name", name)) == 5


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_name_is_erased_in_every_spelling(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "e.journal"
    evening(path, BEGAN, SPELLINGS[1])
    set_aside(path, "evening")
    evening(path, BEGAN + 1, SPELLINGS[0])
    older_journal(tmp_path / "e.journal.other-version-1", 3)
    quoted = '["Ana", "Zo\\u00EB", "Cl\\U00000065o"]'
    (tmp_path / "kept.toml").write_text(f"[seats]\nbuzzers = 3\nnames = {quoted}\n")
    run(capsys, tmp_path, "rebuild")
    run(capsys, tmp_path, "erase", name)
    for file in tmp_path.iterdir():
        said = file.read_bytes().decode("utf-8", "ignore")
        assert not any(spelling in said for spelling in (*SPELLINGS[:2], "u00EB"))
    assert "Seat 2" in (tmp_path / "kept.toml").read_text()
    assert main(["replay", "--quiet", str(path)]) == 0


def test_what_still_has_the_name_in_another_spelling_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.txt").write_text("who is Zoltane\u0308? nobody knows\n", "utf-8")
    words = ["statistics", "erase", "Zoltan\xeb", "--journal", str(tmp_path / "e.journal")]
    assert main(words) == 15
    assert "note.txt" in capsys.readouterr().err

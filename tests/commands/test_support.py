"""Reports, backups and restoring: what is in them, what must not be, and what is refused."""

import fcntl
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.core.signals import Chosen, Edge, LetterTyped, Noted
from appliance.errors import ArchiveError
from appliance.runtime.journal import Journal
from appliance.service.archive import MANIFEST, stays_within
from appliance.service.rights import WORK
from appliance.service.support import Names, _without
from appliance.table import Table, TableSettings, step
from bluffing.actions import Reveal
from bluffing.cards import Rank
from bluffing.message import message

NAMES = ("Quentin", "Zora", "Xaver Y", "Q")
SETTINGS = f"""\
journal = "JOURNAL"
[seats]
buzzers = 4
names = {list(NAMES)!r}
[buzzers]
driver = "keyboard"
[reader]
deck = "TABLE/deck.png"
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table with all that people put there: its settings file; its evening is in `state`."""
    state, home = tmp_path / "state", tmp_path / "etc"
    for folder in (state / "questions", home / "questions"):
        folder.mkdir(parents=True)
    config, journal = home / "table.toml", state / "evening.journal"
    text = SETTINGS.replace("JOURNAL", str(journal)).replace("TABLE", str(state))
    config.write_text(text, encoding="utf-8")
    (state / "kept.toml").write_text(
        '[seats]\nnames = ["Quentin", "Zora", "Xaver Y", "Walpurga"]\n'
    )
    (state / "deck.png").write_bytes(b"a deck of Zora's")
    (state / "box.toml").write_text("format = 1\n")
    (state / "questions/ours.toml").write_text("format = 1\n")
    (state / "questions.toml").write_text("asked = []\n")
    (state / "surveys.toml").write_text("")
    (home / "questions/theirs.toml").write_text("format = 1\n")
    play(journal, NAMES)
    play(state / "evening.journal.evening-1", ("Quentin", "Ottilie", "Zora", "Q"))
    return config


def play(path: Path, names: tuple[str, ...], presses: int = 3) -> None:
    settings = TableSettings(buzzers=4, names=names)
    with closing(Journal.open(path, settings)) as journal:
        there = Table(settings)
        for number in range(1, presses + 1):
            signal = Edge(number % 2, number % 3 != 0, number * 10**8)
            there, _ = step(there, signal, number * 10**8)
            journal.append([(number * 10**8, signal, there)])
        typed = LetterTyped("W", 10**9)
        there, _ = step(there, typed, 10**9)
        journal.append([(10**9, typed, there)])


def rows(path: Path) -> int:
    with closing(Journal.read(path)) as journal:
        return sum(1 for _ in journal.replay())


def whole(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but those of a lock, and SQLite's own."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-lock", "-wal", "-shm"))
    }


# --- reports -------------------------------------------------------------------------------------


def report(config: Path, tmp_path: Path, *more: str) -> Path:
    out = tmp_path / f"report{len(more)}.zip"
    assert main(["report", str(out), "--config", str(config), *more]) == 0
    folder = tmp_path / f"unpacked{len(more)}"
    with zipfile.ZipFile(out) as packed:
        packed.extractall(folder)
    return folder


def test_no_byte_of_a_report_is_a_players_name(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "doubtit: kept.toml: seats.names = ['Ottilie']: hello Zora, hello Walpurga\n"
    monkeypatch.setattr("appliance.service.support.log", lambda: said)
    folder = report(table, tmp_path)
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            for name in (*NAMES[:3], "Walpurga", "Ottilie"):
                assert name.encode() not in data, (path, name)
    assert "Seat 2" in (folder / "log.txt").read_text()
    assert rows(folder / "evening.journal") == rows(table.parents[1] / "state/evening.journal")
    about = json.loads((folder / "versions.json").read_text())
    assert {"table", "python", "kernel", "libraries"} <= set(about)
    assert {
        finding["part"] for finding in json.loads((folder / "check.json").read_text())["findings"]
    }
    assert not list(folder.rglob("*.png"))


def test_a_report_says_how_the_machine_is_while_people_play(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def playing(_journal: Path) -> None:
        raise ArchiveError(message("text", text="people play"))

    monkeypatch.setattr("appliance.commands.report.nobody_plays", playing)
    folder = report(table, tmp_path)
    found = json.loads((folder / "check.json").read_text())["findings"]
    assert {"supply", "machine"} <= {name["part"] for name in found}


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The self-test looks at nothing."""
    monkeypatch.setattr("appliance.commands.report.LOOKS", {})


@pytest.mark.usefixtures("no_looks")
def test_names_are_in_a_report_where_people_agree(table: Path, tmp_path: Path) -> None:
    folder = report(table, tmp_path, "--with-names")
    assert "Walpurga" in (folder / "settings.toml").read_text()
    with closing(Journal.read(folder / "evening.journal")) as journal:
        assert journal.settings.names == NAMES


@pytest.mark.usefixtures("no_looks")
def test_a_report_of_a_journal_that_is_broken_says_so(table: Path, tmp_path: Path) -> None:
    (table.parents[1] / "state/evening.journal").write_bytes(b"Quentin" * 1000)
    folder = report(table, tmp_path)
    assert not (folder / "evening.journal").exists()
    assert "evening.journal" in (folder / "evening-journal.txt").read_text()


# --- backups -------------------------------------------------------------------------------------


@pytest.fixture
def saved(table: Path, tmp_path: Path) -> Path:
    """A backup of the table."""
    out = tmp_path / "backup.zip"
    assert main(["backup", str(out), "--config", str(table)]) == 0
    return out


def test_a_backup_is_restored_where_nothing_is_left(
    table: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = table.parents[1] / "state"
    before = {**whole(state), **whole(table.parent)}
    steps = rows(state / "evening.journal")
    for folder in (state, table.parent):
        for path in folder.rglob("*"):
            if path.is_file():
                path.unlink()
    line = ["restore", str(saved), "--config", str(table)]
    assert main(line) == ArchiveError.exit_code  # nothing says where the evenings are
    assert "--journal" in capsys.readouterr().err
    assert main([*line, "--journal", str(state / "evening.journal")]) == 0
    after = {**whole(state), **whole(table.parent)}
    assert set(after) == set(before)
    assert {name for name in before if after[name] != before[name]} <= {
        "evening.journal", "evening.journal.evening-1"
    }  # fmt: skip
    assert rows(state / "evening.journal") == steps


def test_what_was_there_before_is_kept_and_nothing_of_it_is_taken_for_the_new(
    table: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = table.parents[1] / "state"
    for path in state.glob("evening.journal*"):
        path.unlink()
    play(state / "evening.journal", NAMES, presses=7)
    (state / "evening.journal-wal").write_bytes(b"of another")
    (state / "evening.journal.broken-3").write_bytes(b"of another")
    (state / "kept.toml").write_text("[seats]\nbuzzers = 2\n")
    assert main(["restore", str(saved), "--config", str(table)]) == 0
    assert "before-restore-1" in capsys.readouterr().out
    aside = state / "before-restore-1"
    assert rows(state / "evening.journal") == 4
    assert (aside / "table/kept.toml").read_text() == "[seats]\nbuzzers = 2\n"
    assert (aside / "table/evening.journal.broken-3").exists()
    assert not (state / "evening.journal.broken-3").exists()
    assert "Walpurga" in (state / "kept.toml").read_text()
    assert not (state / WORK).exists()


def test_a_backup_of_a_table_that_runs_has_what_is_in_the_log(table: Path, tmp_path: Path) -> None:
    journal = table.parents[1] / "state/evening.journal"
    with closing(sqlite3.connect(journal)) as running:
        running.execute("PRAGMA wal_autocheckpoint = 0")
        running.execute("DROP TRIGGER signals_last")
        running.commit()
        assert Path(f"{journal}-wal").stat().st_size
        out = tmp_path / "b.zip"
        assert main(["backup", str(out), "--config", str(table)]) == 0
    with zipfile.ZipFile(out) as packed:
        assert not [name for name in packed.namelist() if name.endswith(("-wal", "-shm"))]
        (tmp_path / "copy").write_bytes(packed.read("table/evening.journal"))
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        triggers = copy.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    assert ("signals_last",) not in triggers


# --- what is no backup ---------------------------------------------------------------------------


def rewritten(path: Path, saved: Path, **manifest: object) -> Path:
    """The backup again, with other values in its manifest."""
    with zipfile.ZipFile(saved) as packed, zipfile.ZipFile(path, "w") as other:
        about = json.loads(packed.read(MANIFEST)) | manifest
        other.writestr(MANIFEST, json.dumps(about))
        for name in packed.namelist()[1:]:
            other.writestr(name, packed.read(name))
    return path


@pytest.mark.usefixtures("no_looks")
def test_what_cannot_be_restored_is_one_line_and_changes_nothing(
    table: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = table.parents[1] / "state"
    before, data = whole(state), saved.read_bytes()
    text = tmp_path / "text"
    text.write_text("hello")
    cut, flipped = tmp_path / "cut", tmp_path / "flipped"
    cut.write_bytes(data[: len(data) // 2])
    with zipfile.ZipFile(saved) as packed:
        largest = max(packed.infolist(), key=lambda member: member.compress_size)
    at = largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2
    flipped.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    report_ = tmp_path / "report.zip"
    assert main(["report", str(report_), "--config", str(table)]) == 0
    leaves = tmp_path / "leaves.zip"
    with zipfile.ZipFile(leaves, "w") as packed:
        digest = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        about = {"format": 1, "kind": "backup", "files": {"table/../../x": digest}}
        packed.writestr(MANIFEST, json.dumps(about))
        packed.writestr("table/../../x", "hello")
    capsys.readouterr()
    for path, says in (
        (tmp_path / "none", "there is no file"),
        (tmp_path, "can't be read"),
        (text, "is no backup"),
        (cut, "is no backup"),
        (flipped, "damaged"),
        (report_, "is no backup"),
        (rewritten(tmp_path / "newer", saved, format=2), "update the table first"),
        (rewritten(tmp_path / "sums", saved, files={}), "damaged"),
        (rewritten(tmp_path / "list", saved, files=[1]), "damaged"),
        (leaves, "outside of the table's folders"),
    ):
        assert main(["restore", str(path), "--config", str(table)]) == ArchiveError.exit_code, path
        [line] = capsys.readouterr().err.splitlines()
        assert says in line
    assert whole(state) == before


def test_a_running_table_is_not_overwritten(
    table: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = table.parents[1] / "state/evening.journal-lock"
    with lock.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert main(["restore", str(saved), "--config", str(table)]) == ArchiveError.exit_code
    assert "a table is running" in capsys.readouterr().err


def test_a_backup_says_what_it_leaves_out(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "packs of others"
    elsewhere.mkdir()
    text = table.read_text()
    assert "[game]" not in text
    table.write_text(f"{text}\n[game]\nquestions = ['facts', {str(elsewhere)!r}]\n")
    assert main(["backup", str(tmp_path / "b.zip"), "--config", str(table)]) == 0
    written, *rest = capsys.readouterr().out.splitlines()
    assert "b.zip is written" in written
    assert len(rest) == 1
    assert f"left out: {elsewhere}" in rest[0]


def test_no_file_is_overwritten_by_a_backup(table: Path, saved: Path) -> None:
    before = saved.read_bytes()
    assert main(["backup", str(saved), "--config", str(table)]) == ArchiveError.exit_code
    assert main(["backup", "/dev/full/x", "--config", str(table)]) == ArchiveError.exit_code
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../../x", "a/./b", "a//b", "", ".", "a\\b", "a\nb", "a/.."]
)
def test_a_member_that_leaves_the_folder_is_known(name: str) -> None:
    assert not stays_within(name)
    assert stays_within("table/questions/ours.toml")


def test_a_card_stays_a_card_where_somebody_is_called_as_it_is() -> None:
    names = Names(("K", "S"), ("Seat 1", "Seat 2"))
    signal = Chosen(Reveal((Rank.KING,)), 1)
    assert _without(signal, names) == signal
    assert _without(Noted("camera", message("text", text="K moved it"), 1), names) == Noted(
        "camera", message("text", text="Seat 1 moved it"), 1
    )

"""Root works as the owner of a table's folder: it follows no link and leaves nothing behind."""

import json
import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from extent import some
from owned import NOBODY, as_root, give, play, reachable, rows

from appliance import owner
from appliance.__main__ import main
from appliance.errors import ConfigError, UnreachableError
from appliance.owner import as_owner, owner_of
from appliance.runtime.lock import Lock, TakenError
from appliance.service.settled import settled

pytestmark = pytest.mark.untraced

UNNAMED = 54_321
"""An account that has no name."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with reachable() as made:
        yield made


@pytest.fixture
def theirs(folder: Path) -> Path:
    """A folder of the user "nobody"."""
    made = folder / "theirs"
    made.mkdir()
    give(made, NOBODY)
    return made


# --- whose a folder is ---------------------------------------------------------------------------


def uid(path: Path) -> int:
    found = owner_of(path)
    return 0 if found is None else found.uid


@as_root
def test_a_folder_is_whoever_may_change_what_it_leads_to(
    folder: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = folder / "ours"
    ours.mkdir()
    assert uid(folder) == uid(ours) == uid(ours / "missing") == uid(Path("/")) == 0
    assert uid(theirs) == uid(theirs / "missing/deeper") == uid(ours / "../theirs") == NOBODY
    (theirs / "link").symlink_to(ours)  # root's link, but the user "nobody" may put another there
    (ours / "link").symlink_to(theirs)
    (folder / "link").symlink_to("ours")
    (folder / "nobody's").symlink_to("ours")
    os.chown(folder / "nobody's", NOBODY, NOBODY, follow_symlinks=False)
    (folder / "around").symlink_to("around")
    (theirs / "file").write_text("")
    assert uid(theirs / "link") == uid(theirs / "link/deeper") == NOBODY
    assert uid(ours / "link") == uid(folder / "nobody's") == uid(theirs / "file") == NOBODY
    assert uid(folder / "link") == uid(folder / "around") == 0
    monkeypatch.chdir(theirs)
    assert uid(Path()) == uid(Path("missing")) == NOBODY
    assert uid(Path("../ours")) == 0


@as_root
def test_an_account_without_a_name_has_no_group_of_roots(folder: Path) -> None:
    os.chown(folder, UNNAMED, 0)
    found = owner_of(folder)
    assert found is not None
    assert (found.uid, found.gid, found.groups) == (UNNAMED, UNNAMED, (UNNAMED,))
    os.chown(folder, UNNAMED, 7)
    found = owner_of(folder)
    assert found is not None
    assert (found.gid, found.groups) == (7, (7,))


@as_root
def test_root_acts_as_the_owner_for_a_while(folder: Path, theirs: Path) -> None:
    secret = folder / "secret"
    secret.write_text("precious")
    secret.chmod(0o600)
    rights = os.getegid(), os.getgroups()
    with as_owner(theirs):
        (theirs / "new").write_text("")
        with pytest.raises(PermissionError):
            secret.read_text()
        with as_owner(folder):  # it is root no more, and can't become another user
            assert os.geteuid() == NOBODY
        assert 0 not in os.getgroups()
    assert (theirs / "new").stat().st_uid == NOBODY
    assert (os.geteuid(), os.getegid(), os.getgroups()) == (0, *rights)
    with pytest.raises(ZeroDivisionError), as_owner(theirs):
        _ = 1 / 0
    assert os.geteuid() == 0
    with as_owner(folder):
        assert os.geteuid() == 0


@as_root
def test_the_table_itself_is_root_no_more(theirs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []
    monkeypatch.setattr(os, "setgroups", lambda groups: asked.append(tuple(groups)))
    monkeypatch.setattr(os, "setresgid", lambda *ids: asked.append(ids))
    monkeypatch.setattr(os, "setresuid", lambda *ids: asked.append(ids))
    monkeypatch.setattr(os, "environ", {})
    settled(None, theirs / "evening.journal", print)
    assert asked[1:] == [(NOBODY,) * 3] * 2
    assert 0 not in asked[0]
    assert os.environ["HOME"] != "/root"
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ConfigError, match="can't read the program"):
        owner.drop(theirs, loads=True)


def test_nobody_else_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "setgroups", None)
    owner.drop(tmp_path)
    with as_owner(tmp_path):
        assert owner_of(tmp_path) is None


# --- the lock ------------------------------------------------------------------------------------


def lock_in_the_way(path: Path, kind: str) -> None:
    match kind:
        case "link" | "dangling link":
            path.symlink_to(path.with_name("precious" if kind == "link" else "nowhere"))
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/null")


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "pipe", "device"])
def test_a_lock_that_is_no_plain_file_is_told_and_left(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, precious = tmp_path / "evening.journal", tmp_path / "precious"
    precious.write_text("precious")
    play(journal)
    lock = tmp_path / "evening.journal-lock"
    lock.unlink()
    lock_in_the_way(lock, kind)
    with pytest.raises(UnreachableError, match=r"evening\.journal-lock is no plain file"):
        Lock(journal)
    assert main(["statistics", "erase", "Zoe", "--journal", str(journal)]) == 5
    [line] = capsys.readouterr().err.splitlines()
    assert "remove it" in line
    assert precious.read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()


def test_a_lock_that_is_another_file_too_is_not_written(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (tmp_path / "e.journal-lock").hardlink_to(precious)
    lock = Lock(tmp_path / "e.journal")
    with pytest.raises(TakenError):
        Lock(tmp_path / "e.journal")
    lock.close()
    assert precious.read_text() == "precious"


@as_root
def test_a_lock_of_roots_stops_nobody(theirs: Path) -> None:
    lock = theirs / "e.journal-lock"
    lock.write_text("")
    with as_owner(theirs):
        Lock(theirs / "e.journal").close()
    lock.chmod(0o600)
    with as_owner(theirs), pytest.raises(UnreachableError, match=f"--reference={theirs}"):
        Lock(theirs / "e.journal")
    lock.unlink()
    theirs.chmod(0o500)
    with as_owner(theirs), pytest.raises(PermissionError):
        Lock(theirs / "e.journal")


# --- commands ------------------------------------------------------------------------------------

NAMES = (
    "evening.journal-lock", "evening.journal", "evening.journal-bookmark", "evening.journal-wal",
    "evening.journal-shm", "evening.journal.new", "evening.journal.evening-9", "kept.toml",
    "kept.toml.new", "questions.toml", "surveys.toml", "statistics.sqlite",
    "statistics.sqlite-journal", "box.toml", "box.toml.new", "deck.png", "questions", ".restoring",
    "before-restore-1", "backup.zip",
)  # fmt: skip
"""Names that are links in the folder of a table."""

COMMANDS = {
    "backup": ("backup", "OUT"),
    "report": ("report", "OUT"),
    "restore": ("restore", "SAVED"),
    "counting": ("statistics", "rebuild"),
    "erasing": ("statistics", "erase", "Ana"),
    "listing": ("evenings",),
    "telling": ("evenings", "evening.journal"),
    "packs": ("questions", "list"),
    "disk": ("check", "--no-ask", "--part", "disk"),
}


@pytest.fixture
def as_nobody(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A command by root, which is root again when it has ended."""

    def line(*words: object) -> int:
        with ExitStack() as stack:
            monkeypatch.setattr(
                "appliance.service.rights.drop",
                lambda path, **_: stack.enter_context(as_owner(path)),
            )
            return main([str(word) for word in words])

    monkeypatch.setattr("appliance.commands.report.LOOKS", {})
    monkeypatch.setattr("appliance.commands.report.UNDISTURBING", ())
    return line


@as_root
@pytest.mark.examples
@pytest.mark.parametrize("command", COMMANDS)
def test_root_follows_no_link_in_the_folder_of_a_table(
    command: str, folder: Path, as_nobody: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of the names is a link to a file of root's, or to one that is not there yet."""
    secrets = folder / "root"
    config, var, saved = folder / "table.toml", folder / "var", folder / "saved.zip"
    var.mkdir()
    deck = f'[reader]\ndeck = "{var}/deck.png"\n'
    config.write_text(f'journal = "{var}/evening.journal"\n{deck}')
    play(var / "evening.journal")
    assert as_nobody("backup", saved, "--config", config) == 0
    data = (var / "evening.journal").read_bytes()
    for number, name in enumerate(some(NAMES, every=4)):
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.is_relative_to(var) or path.is_relative_to(secrets):
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        var.mkdir(exist_ok=True)
        secrets.mkdir(exist_ok=True)
        secrets.chmod(0o700)
        precious = secrets / "precious.toml"
        precious.write_text('[seats]\nnames = ["precious", "b", "c", "d", "e", "f"]\n')
        (var / "evening.journal").write_bytes(data)
        (var / name).unlink(missing_ok=True)
        (var / name).symlink_to(precious if number % 2 else secrets / "none")
        give(var, NOBODY)
        before = precious.read_bytes()
        out = folder / f"{number}.zip"
        words = {"OUT": out, "SAVED": saved}
        line = [words.get(command_line, command_line) for command_line in COMMANDS[command]]
        code = as_nobody(*line, "--config", config)
        err = capsys.readouterr().err
        assert code != 70, (name, err)
        assert precious.read_bytes() == before, name
        assert [path.name for path in secrets.iterdir()] == ["precious.toml"], name
        found = [path for path in var.rglob("*") if path.lstat().st_uid == 0]
        assert not found, name
        if out.exists():
            assert stat.S_IMODE(out.stat().st_mode) == 0o600
            assert out.stat().st_uid == 0
            with zipfile.ZipFile(out) as packed:
                for member in packed.namelist():
                    assert b"precious" not in packed.read(member), (name, member)


@as_root
def test_what_root_makes_at_a_table_is_its_owners(
    folder: Path, as_nobody: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    config, var, charts = folder / "table.toml", folder / "var", folder / "charts"
    var.mkdir()
    config.write_text(f'journal = "{var}/evening.journal"\n')
    give(var, UNNAMED, 0)
    for words in (("report", folder / "r.zip"), ("backup", folder / "b.zip"),
                  ("restore", folder / "b.zip"), ("statistics", "rebuild"),
                  ("statistics", "erase", "Ana"), ("evenings",)):  # fmt: skip
        assert as_nobody(*words, "--config", config) == 0, capsys.readouterr().err
        found = {path.stat().st_uid for path in var.rglob("*")}
        assert found <= {UNNAMED}, words
    assert {path.name for path in var.iterdir()} >= {"evening.journal-lock", "statistics.sqlite"}
    with as_owner(var):
        play(var / "evening.journal")
    assert as_nobody("evenings", "evening.journal", "--out", charts, "--config", config) == 0
    assert {path.stat().st_uid for path in folder.glob("*.zip")} == {0}


@as_root
@pytest.mark.parametrize("command", ["backup", "report", "restore", "counting", "listing"])
def test_settings_that_the_owner_may_not_read_are_told(
    command: str, folder: Path, as_nobody: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    config, var = folder / "table.toml", folder / "var"
    var.mkdir()
    config.write_text(f'journal = "{var}/evening.journal"\n')
    assert as_nobody("backup", folder / "saved.zip", "--config", config) == 0
    config.chmod(0o600)
    give(var, NOBODY)
    words = {"OUT": folder / "out.zip", "SAVED": folder / "saved.zip"}
    line = [words.get(command_line, command_line) for command_line in COMMANDS[command]]
    assert as_nobody(*line, "--config", config) == 2
    assert "let everybody read that file" in capsys.readouterr().err
    assert not list(var.iterdir())
    assert sorted(folder.glob("*.zip")) == [folder / "saved.zip"]


@as_root
def test_settings_of_roots_are_erased_in_and_stay_roots(
    folder: Path, as_nobody: Callable[..., int]
) -> None:
    config, var = folder / "table.toml", folder / "var"
    var.mkdir()
    names = '["Zoe", "Ben", "Cleo", "D", "E", "F"]'
    config.write_text(f'journal = "{var}/evening.journal"\n[seats]\nnames = {names}\n')
    config.chmod(0o644)
    (var / "kept.toml").write_text(f"[seats]\nnames = {names}\n")
    give(var, NOBODY)
    assert as_nobody("statistics", "erase", "Zoe", "--config", config) == 0
    assert "Zoe" not in config.read_text() + (var / "kept.toml").read_text()
    assert (config.stat().st_uid, config.stat().st_mode & 0o777) == (0, 0o644)
    assert (var / "kept.toml").stat().st_uid == NOBODY


@as_root
def test_a_file_that_the_owner_may_not_read_is_told_when_a_name_is_erased(
    folder: Path, as_nobody: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    var = folder / "var"
    var.mkdir()
    play(var / "evening.journal", names=("Zoe", "Ben", "Cleo"))
    give(var, NOBODY)
    line = ("--journal", var / "evening.journal")
    assert as_nobody("backup", var / "of-root.zip", *line) == 0
    assert as_nobody("statistics", "erase", "Zoe", *line) == 15
    assert "of-root.zip" in capsys.readouterr().err
    assert rows(var / "evening.journal") == 3


@as_root
def test_a_process_of_roots_leaves_nothing_of_roots(theirs: Path) -> None:
    """The command itself, as a process that can't be root again."""
    journal = theirs / "evening.journal"
    play(journal)
    give(theirs, NOBODY)
    (theirs / "evening.journal-lock").unlink()
    line = [sys.executable, "-m", "appliance", "statistics", "rebuild", "--journal", str(journal)]
    done = subprocess.run(  # noqa: S603 - our own words
        line, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.stat().st_uid for path in theirs.iterdir()} == {NOBODY}


# --- archives that are written -------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "pipe", "device"])
def test_nothing_is_overwritten_by_a_new_archive(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    precious, out = tmp_path / "precious", tmp_path / "out.zip"
    precious.write_text("precious")
    lock_in_the_way(out, kind)
    play(tmp_path / "evening.journal")
    line = ["--journal", str(tmp_path / "evening.journal")]
    before = sorted(path.name for path in tmp_path.iterdir())
    assert main(["backup", str(out), *line]) == 13
    assert "is there already" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert precious.read_text() == "precious"


def test_an_archive_is_whole_or_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "var").mkdir()
    play(tmp_path / "var/evening.journal")
    line = ["backup", str(tmp_path / "b.zip"), "--journal", str(tmp_path / "var/evening.journal")]

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert main(line) == 13
    assert "No space left" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["var"]

    def without_links(*_: object) -> None:
        raise PermissionError(1, os.strerror(1))

    monkeypatch.setattr(os, "link", without_links)  # as on a USB stick
    assert main(line) == 0
    assert main(line) == 13
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        assert json.loads(packed.read("manifest.json"))["kind"] == "backup"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip", "var"]

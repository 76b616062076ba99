"""Restoring a backup: all or nothing at each cut, and only at the table's own places."""

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from extent import some, tries
from owned import NOBODY, as_root, give, play, reachable, rows, whole

from appliance.__main__ import main
from appliance.kept import in_force
from appliance.owner import as_owner
from appliance.plain_files import rewrite
from appliance.runtime.journal import Journal
from appliance.service.restoring import (
    BROKEN,
    COMMIT,
    COMMIT_FORMAT,
    PREPARED,
    finish,
    restore,
)
from appliance.service.rights import WORK
from appliance.table import TableSettings

PACK = """\
format = 1
"""


class House:
    """A table in `folder`: settings in `etc`, which may be root's, and evenings in `var`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.etc, self.var = folder, folder / "etc", folder / "var"
        self.config, self.journal = self.etc / "table.toml", self.var / "evening.journal"

    def furnish(self) -> None:
        for folder in (self.etc / "questions", self.var / "questions"):
            folder.mkdir(parents=True)
        self.settings("bicycle")
        (self.etc / "questions/theirs.toml").write_text(PACK)
        (self.var / "questions/ours.toml").write_text(PACK)
        (self.var / "kept.toml").write_text("[seats]\nbuzzers = 3\n")
        play(self.journal)
        play(self.var / "evening.journal.evening-1")

    def settings(self, game: str) -> None:
        self.config.write_text(f'# ours\njournal = "{self.journal}"\n[game]\nruleset = "{game}"\n')

    def play_on(self) -> None:
        """Make it another table than it was when its backup was taken."""
        self.settings("idi")
        (self.etc / "questions/theirs.toml").write_text(f"{PACK}# newer\n")
        (self.var / "kept.toml").write_text("[seats]\nbuzzers = 2\n")
        for path in self.var.glob("evening.journal*"):
            path.unlink()
        play(self.journal, presses=7)
        (self.var / "evening.journal-wal").write_bytes(b"")

    @property
    def files(self) -> dict[str, bytes]:
        """Its files, but for what restoring left behind that it does not read."""
        found = whole(self.etc, self.var)
        return {name: data for name, data in found.items() if not name.endswith(".table.toml.new")}

    def start(self) -> int:
        """Start it as its service does, with the rights of the owner of `var`; gives the steps."""
        with as_owner(self.var):
            finish(self.journal, self.config)
            start = in_force(self.config)
            with closing(
                Journal.open(Path(start.config.journal), TableSettings(buzzers=3))
            ) as journal:
                assert journal.loss is None
                return journal.steps


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "house")
    made.furnish()
    return made


@pytest.fixture
def saved(house: House, tmp_path: Path) -> Path:
    """A backup of the house, which is another afterwards."""
    path = tmp_path / "backup.zip"
    assert main(["backup", str(path), "--config", str(house.config)]) == 0
    house.play_on()
    return path


# --- cuts ----------------------------------------------------------------------------------------

PRIMITIVES = (
    "open", "mkdir", "rename", "replace", "link", "unlink", "rmdir", "fsync", "fchmod", "fchown",
)  # fmt: skip


class Power:
    """Power that goes at the n-th operation of a disk: no later one happens.

    Written data that is not on the disk by then is lost.
    """

    def __init__(self, patch: pytest.MonkeyPatch, goes_at: int) -> None:
        self.done, self._goes_at = 0, goes_at
        self._unsafe: dict[int, Path] = {}
        for name in PRIMITIVES:
            patch.setattr(os, name, self._counted(name, getattr(os, name)))

    def _counted(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def act(*args: object, **named: object) -> object:
            if name == "open" and not int(str(args[1])) & (os.O_CREAT | os.O_WRONLY):
                return real(*args, **named)
            self.done += 1
            if self.done >= self._goes_at:
                raise OSError(errno.EIO, "the power is gone")
            done = real(*args, **named)
            if name == "open":
                self._unsafe[int(str(done))] = Path(str(args[0]))
            elif name == "fsync":
                self._unsafe.pop(int(str(args[0])), None)
            return done

        return act

    def is_gone(self) -> bool:
        for path in self._unsafe.values():
            if path.is_file() and not path.name.endswith("-lock"):
                os.truncate(path, 0)
        return self.done >= self._goes_at


def cut_at_each(house: House, saved: Path, copy: Callable[[], object]) -> tuple[int, int]:
    """Restore with a cut at each step; how often the table was as before, and as after."""
    before, after = 0, 0
    old = house.files
    for goes_at in some(range(1, 1000), every=6):
        shutil.rmtree(house.folder)
        copy()
        with pytest.MonkeyPatch.context() as patch:
            power = Power(patch, goes_at)
            try:
                restore(saved, house.config, None)
            except OSError as error:
                assert error.errno == errno.EIO  # noqa: PT017 - or else it is no cut
        gone = power.is_gone()
        seen = house.config.read_text()
        steps = house.start()
        now = house.files
        if steps == 7:
            assert {name: now.get(name) for name in old if "evening.journal" not in name} == {
                name: data for name, data in old.items() if "evening.journal" not in name
            }, goes_at
            assert "idi" in seen
            assert not list(house.var.glob("before-*"))
            before += 1
        else:
            assert steps == 3, goes_at
            assert "bicycle" in seen
            assert (house.var / "kept.toml").read_text() == "[seats]\nbuzzers = 3\n"
            assert rows(house.var / "evening.journal.evening-1") == 3
            aside = house.var / "before-restore-1"
            assert rows(aside / "table/evening.journal") == 7
            assert (aside / "table/kept.toml").read_text() == "[seats]\nbuzzers = 2\n"
            assert (aside / "settings/table.toml").read_text() == old[str(house.config)].decode()
            assert house.config.parent.stat().st_uid == 0 or os.geteuid()
            after += 1
        assert not (house.var / WORK).exists()
        if not gone:
            return before, after
    raise AssertionError("it never ends")


@pytest.mark.examples
def test_restoring_that_is_cut_anywhere_leaves_the_table_as_before_or_after(
    house: House, saved: Path, tmp_path: Path
) -> None:
    shutil.copytree(house.folder, tmp_path / "kept")
    before, after = cut_at_each(
        house, saved, lambda: shutil.copytree(tmp_path / "kept", house.folder)
    )
    assert min(before, after) >= tries(5, of=30)


@as_root
@pytest.mark.examples
def test_the_service_ends_what_root_began(tmp_path: Path) -> None:
    with reachable() as folder:
        house, saved, kept = House(folder / "house"), tmp_path / "b.zip", tmp_path / "kept"
        house.furnish()
        assert main(["backup", str(saved), "--config", str(house.config)]) == 0
        house.play_on()
        shutil.copytree(house.folder, kept)

        def copy() -> None:
            shutil.copytree(kept, house.folder)
            give(house.var, NOBODY)

        give(house.var, NOBODY)
        before, after = cut_at_each(house, saved, copy)
        assert min(before, after) >= tries(5, of=30)
        assert {path.stat().st_uid for path in house.var.rglob("*")} == {NOBODY}
        assert {path.stat().st_uid for path in (house.etc, *house.etc.rglob("*"))} == {0}


@pytest.mark.parametrize("decided", [True, False])
def test_a_restore_that_is_cut_again_and_again_comes_to_its_end(
    decided: bool, house: House, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = house.config.read_text()
    real = rewrite

    def kept(data: bytes, path: Path) -> None:
        real(data, path)
        shutil.copytree(house.var, tmp_path / "kept")

    monkeypatch.setattr("appliance.service.restoring.rewrite", kept)
    restore(saved, house.config, None)
    shutil.rmtree(house.var)
    shutil.copytree(tmp_path / "kept", house.var)
    if not decided:
        house.config.write_text(text)
    for goes_at in range(2, 200):
        with pytest.MonkeyPatch.context() as patch:
            power = Power(patch, goes_at)
            with suppress(OSError):
                finish(house.journal, house.config)
        if not power.is_gone():
            break
    assert house.start() == (3 if decided else 7)
    assert rows(house.journal) == (3 if decided else 7)
    assert (house.var / "before-restore-1/table/evening.journal").exists() == decided
    assert not (house.var / WORK).exists()


def test_what_fails_before_it_is_decided_is_undone_at_once(
    house: House, saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = house.files

    def full(_data: bytes, _path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(house.config))

    monkeypatch.setattr("appliance.service.restoring.rewrite", full)
    assert main(["restore", str(saved), "--config", str(house.config)]) == 71
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert house.files == old


# --- where ---------------------------------------------------------------------------------------


def restored(house: House, saved: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["restore", str(saved), "--config", str(house.config), *more]) == 0
    return capsys.readouterr().out


def test_only_the_settings_file_is_written_in_the_folder_of_settings(
    house: House, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house.config.chmod(0o640)
    said = restored(house, saved, capsys)
    assert (house.etc / "questions/theirs.toml").read_text().endswith("# newer\n")
    assert (house.var / "questions/theirs.toml").read_text() == PACK
    assert "questions/theirs.toml from the settings' folder is now" in said
    assert house.config.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in house.etc.iterdir()) == ["questions", "table.toml"]


def test_files_of_the_settings_folder_are_named_where_they_are_now(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, box = house.etc / "mine.png", house.etc / "box.toml"
    deck.write_bytes(b"a deck")
    box.write_text("format = 1\n")
    text = house.config.read_text()
    house.config.write_text(f'{text}[reader]\ndeck = "{deck}"\ncalibration = "{box}"\n')
    saved = tmp_path / "b.zip"
    assert main(["backup", str(saved), "--config", str(house.config)]) == 0
    deck.unlink()
    restored(house, saved, capsys)
    config = in_force(house.config).config
    assert config.reader.deck == str(house.var / "mine.png")
    assert config.reader.calibration == str(box)
    assert (house.var / "mine.png").read_bytes() == b"a deck"


@pytest.mark.parametrize("key", ["journal", "kept"])
def test_the_places_of_the_settings_here_are_kept(
    key: str, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, saved = house.config.read_text(), tmp_path / "b.zip"
    there = tmp_path / "elsewhere" / "evening.journal"
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(key)]
    house.config.write_text(f'{key} = "{there}"\n{"".join(lines)}')
    line = ["backup", str(saved), "--config", str(house.config), "--journal", str(house.journal)]
    assert main(line) == 0
    house.config.write_text(text)
    said = restored(house, saved, capsys)
    assert f"{key} stays " in said
    assert not there.parent.exists()
    config = in_force(house.config).config
    assert (config.journal, config.kept) == (str(house.journal), "")
    assert "# ours" in house.config.read_text()


@pytest.mark.parametrize("place", ["/etc/cron.d/x", "FOLDER/passwd", "FOLDER/../x.toml", "x"])
def test_a_calibration_elsewhere_is_not_where_root_would_write(
    place: str, house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, saved = house.config.read_text(), tmp_path / "b.zip"
    there = place.replace("FOLDER", str(house.etc))
    house.config.write_text(f'{text}[reader]\ncalibration = "{there}"\n')
    assert main(["backup", str(saved), "--config", str(house.config)]) == 0
    house.config.write_text(text)
    assert "reader.calibration stays" in restored(house, saved, capsys)
    assert in_force(house.config).config.reader.calibration == ""


def test_an_evening_of_another_name_is_this_tables(
    house: House, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = house.var / "table.journal"
    house.config.write_text(f'journal = "{other}"\n')
    restored(house, saved, capsys)
    assert rows(other) == 3
    assert rows(house.var / "table.journal.evening-1") == 3
    assert in_force(house.config).config.journal == str(other)


def test_settings_here_that_cannot_be_used_need_a_journal(
    house: House, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house.config.write_text("nonsense = 1\n")
    assert main(["restore", str(saved), "--config", str(house.config)]) == 2
    capsys.readouterr()
    restored(house, saved, capsys, "--journal", str(house.journal))
    assert house.start() == 3


IN_THE_WAY = [
    (kind, name)
    for kind in ("link", "folder", "pipe")
    for name in ("kept.toml", "evening.journal", "questions")
]


@pytest.mark.parametrize("what", IN_THE_WAY, ids="-".join)
def test_whatever_lies_in_the_place_of_a_file_is_moved_aside_and_not_followed(
    what: tuple[str, str],
    house: House,
    saved: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kind, name = what
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "ours.toml").write_text("precious")
    target = house.var / name
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink()
    if kind == "link":
        target.symlink_to(outside if name == "questions" else outside / "ours.toml")
    elif kind == "folder":
        target.mkdir()
    else:
        os.mkfifo(target)
    if name == "kept.toml" and kind == "folder":
        target.rmdir()  # settings can't be read then
    restored(house, saved, capsys)
    assert (outside / "ours.toml").read_text() == "precious"
    assert (house.var / "kept.toml").read_text() == "[seats]\nbuzzers = 3\n"
    assert (house.var / "questions/ours.toml").read_text() == PACK
    assert house.start() == 3


def test_a_settings_file_that_is_a_link_is_not_replaced(
    house: House, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real = tmp_path / "real.toml"
    house.config.rename(real)
    house.config.symlink_to(real)
    old = house.files
    assert main(["restore", str(saved), "--config", str(house.config)]) == 13
    assert "is no plain file" in capsys.readouterr().err
    assert house.files == old


# --- commits that no restore has written ---------------------------------------------------------


def commit(**fields: object) -> str:
    there = {"format": COMMIT_FORMAT, "new": ["kept.toml"], "old": [], "number": 1}
    return json.dumps({**there, "before": None, "after": None, **fields})


FOREIGN = {
    "not JSON": "{",
    "a list": "[]",
    "nothing": "",
    "null": "null",
    "deep": "[" * 10_000,
    "long digits": "9" * 5_000,
    "format 1, with paths": json.dumps(
        {"new": {"x": "/etc/cron.d/x"}, "old": {}, "aside": "/etc/aside"}
    ),
    "no names": commit(new=5),
    "a text of names": commit(new="kept.toml"),
    "names of another type": commit(new=[1]),
    "a path": commit(new=["/etc/cron.d/x"]),
    "up": commit(new=["../x"]),
    "hidden": commit(new=[".bashrc"]),
    "its own folder": commit(new=[".restoring/commit"]),
    "what was before": commit(new=["before-restore-1/x"]),
    "an old one elsewhere": commit(old=["../x"]),
    "an old one that is no evening": commit(old=["kept.toml"]),
    "a number that is none": commit(number="1"),
    "a number of a path": commit(number="../../etc"),
    "truth": commit(number=True),
    "below one": commit(number=0),
    "beyond all": commit(number=10**9),
    "a sum of another type": commit(before=1, after=2),
    "half a sum": commit(before="x"),
    "more than it has": commit(aside="/etc"),
    "a list of lists": commit(new=[["kept.toml"]]),
}


def planted(house: House, text: str) -> None:
    work = house.var / WORK
    (work / PREPARED).mkdir(parents=True)
    (work / PREPARED / "kept.toml").write_text("[seats]\nbuzzers = 4\n")
    (work / COMMIT).write_text(text)


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_commit_is_set_aside_and_told(kind: str, house: House) -> None:
    old = house.files
    planted(house, FOREIGN[kind])
    [told] = finish(house.journal, house.config)
    assert told.code == "command.restore.foreign"
    assert not (house.var / WORK).exists()
    now = house.files
    assert {name: now[name] for name in old} == old
    assert all(f"/{BROKEN}1/" in name for name in now.keys() - old.keys())
    assert finish(house.journal, house.config) == ()


def lies(make: Callable[[Path], object]) -> Callable[[House], None]:
    def put(house: House) -> None:
        make(house.var / WORK)

    return put


def linked_commit(house: House) -> None:
    planted(house, "")
    (house.var / WORK / COMMIT).unlink()
    (house.folder / "commit").write_text(commit())
    (house.var / WORK / COMMIT).symlink_to(house.folder / "commit")


def piped_commit(house: House) -> None:
    planted(house, "")
    (house.var / WORK / COMMIT).unlink()
    os.mkfifo(house.var / WORK / COMMIT)


def aside_that_is_a_link(house: House) -> None:
    planted(house, commit())
    (house.var / "before-restore-1").symlink_to(house.folder)


@pytest.mark.parametrize(
    "put",
    [
        lies(lambda path: path.write_text("x")),
        lies(lambda path: path.symlink_to("/etc")),
        lies(lambda path: path.symlink_to("nowhere")),
        lies(os.mkfifo),
        linked_commit,
        piped_commit,
        aside_that_is_a_link,
    ],
)
def test_what_lies_in_the_place_of_a_restore_is_not_followed(
    put: Callable[[House], None], house: House
) -> None:
    put(house)
    [told] = finish(house.journal, house.config)
    assert told.code == "command.restore.foreign"
    assert house.start() == 3
    assert in_force(house.config).config.seats.buzzers == 3


def test_a_planted_commit_renames_below_its_folder_alone(house: House) -> None:
    planted(house, commit())
    [told] = finish(house.journal, house.config)
    assert told.code == "command.restore.finished"
    assert in_force(house.config).config.seats.buzzers == 4


def test_nothing_is_decided_with_other_settings(house: House) -> None:
    planted(house, commit(before="0", after="1"))
    for given in (None, house.config):
        [told] = finish(house.journal, given)
        assert told.code == "command.restore.open"
    assert in_force(house.config).config.seats.buzzers == 3


def test_nothing_is_finished_while_somebody_plays(house: House) -> None:
    planted(house, commit())
    with closing(Journal.open(house.journal, TableSettings(buzzers=3))):
        assert finish(house.journal, house.config) == ()
    assert in_force(house.config).config.seats.buzzers == 3


@pytest.fixture(autouse=True)
def _masked() -> Iterator[None]:
    was = os.umask(0o022)
    yield
    os.umask(was)

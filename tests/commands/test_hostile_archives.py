"""Archives from anyone: each is refused in one line, and nothing is touched."""

import hashlib
import io
import json
import os
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK

import pytest
from owned import play, whole

from appliance.__main__ import main
from appliance.service.archive import MANIFEST, MEMBERS

pytestmark = pytest.mark.untraced

Files = list[tuple[str, bytes]]
Make = Callable[[Path], object]

TOML = b"format = 1\n"
SETTINGS = b'[game]\nruleset = "bicycle"\n'
GOOD: Files = [("settings/table.toml", SETTINGS), ("table/kept.toml", b""), ("table/x.toml", TOML)]


def manifest(members: Iterable[tuple[str, bytes]], **other: object) -> bytes:
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in members}
    return json.dumps(
        {"format": 1, "kind": "backup", "version": "0.1.0", "files": sums, **other}
    ).encode()


def packed(
    path: Path, files: Files, about: bytes | None = None, how: int = zipfile.ZIP_DEFLATED
) -> None:
    with zipfile.ZipFile(path, "w", how) as archive:
        archive.writestr(MANIFEST, manifest(files) if about is None else about)
        for name, data in files:
            info = zipfile.ZipInfo("x")
            info.filename, info.compress_type = name, how
            archive.writestr(info, data)


def of(*more: tuple[str, bytes]) -> Make:
    """An archive with these files as well."""
    return lambda path: packed(path, [*GOOD, *more])


def about(**other: object) -> Make:
    """An archive with such a manifest."""
    return lambda path: packed(path, GOOD, manifest(GOOD, **other))


def said(data: bytes) -> Make:
    """An archive with that manifest."""
    return lambda path: packed(path, GOOD, data)


def settings(data: bytes) -> Make:
    """An archive with such settings."""
    return lambda path: packed(path, [("settings/table.toml", data), *GOOD[1:]])


def changed(change: Callable[[bytes], bytes]) -> Make:
    """An archive whose bytes are others."""

    def make(path: Path) -> None:
        packed(path, GOOD)
        path.write_bytes(change(path.read_bytes()))

    return make


def marked(**values: int) -> Make:
    """An archive whose directory says this of a member."""

    def make(path: Path) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(MANIFEST, manifest(GOOD))
            for name, data in GOOD:
                archive.writestr(name, data)
            for key, value in values.items():
                setattr(archive.infolist()[-1], key, value)

    return make


def mode(kind: int) -> Make:
    """An archive with a member that is a link, a device or the like."""
    return marked(external_attr=(kind | 0o777) << 16)


NAMES = (
    "../x.toml", "table/../../x.toml", "table/../x.toml", "/etc/x.toml", "//etc/x.toml",
    "table//x.toml", "table/./y.toml", "./table/y.toml", "table/", "table", "settings", "settings/",
    "x.toml", "other/x.toml", "TABLE/y.toml", "~/x.toml", "C:/x.toml", "file:///etc/x.toml",
    "table/a\\b.toml", "table/..\\x.toml", "table/a\nb.toml", "table/\x1b[2J.toml",
    "table/\u202ex.toml", "table/a\tb.toml", "table/\x7f.toml", "table/.bashrc", "table/.x.toml",
    "table/.ssh/x.toml", "table/.restoring/commit", "table/.restoring/new/x.toml",
    "table/before-restore-1/table/kept.toml", "table/evening.journal-lock",
    "table/evening.journal-wal", "table/evening.journal-shm", "table/evening.journal-journal",
    "table/evening.journal.new", "table/evening.journal.evening-1-wal", "table/evil",
    "table/cron.d/x", "table/bin/ls", "table/statistics.sqlite-journal", "table/other.sqlite",
    "table/a/b/c/d/e.toml", f"table/{'a' * 250}.toml", f"table/{'ä' * 120}.toml",
    f"{'table/' * 50}x.toml", "settings/passwd", "settings/cron.d/x", "settings/../x.toml",
    "settings/.x.toml", "settings/evening.journal-lock", "settings/table.toml/x",
    "settings/table.toml/x.toml", "table/kept.toml/x", "table/kept.toml/x.toml",
    "table/evening.journal/x", "table/x.toml/y.toml/z.toml", "table/kept.toml",
    "settings/table.toml", MANIFEST, "table/x.toml/", "table/ ", "table/...",
)  # fmt: skip

MANIFESTS: dict[str, Make] = {
    "no JSON": said(b"{"),
    "nothing": said(b""),
    "no UTF-8": said(b"\xff\xfe"),
    "a list": said(b"[]"),
    "null": said(b"null"),
    "a number": said(b"1"),
    "a text": said(b'"backup"'),
    "deep": said(b"[" * 100_000),
    "long digits": said(b'{"format": ' + b"9" * 5_000 + b"}"),
    "large": said(b" " * 2_000_000 + manifest(GOOD)),
    "format truth": about(format=True),
    "format with a point": about(format=1.0),
    "format a text": about(format="1"),
    "format null": about(format=None),
    "format a list": about(format=[1]),
    "format 0": about(format=0),
    "format -1": about(format=-1),
    "format 2": about(format=2),
    "format 2 of a version with an escape": about(format=2, version="\x1b[2J"),
    "format 2 of a long version": about(format=2, version="9" * 100_000),
    "format 2 of a listed version": about(format=2, version=[[1]]),
    "kind null": about(kind=None),
    "kind a report": about(kind="report"),
    "kind a list": about(kind=["backup"]),
    "kind missing": said(b'{"format": 1, "files": {}}'),
    "no files": about(files={}),
    "files null": about(files=None),
    "files a list": about(files=["table/kept.toml"]),
    "files a text": about(files="table/kept.toml"),
    "files a number": about(files=3),
    "sums that are numbers": about(files={name: 1 for name, _ in GOOD}),
    "sums that are null": about(files={name: None for name, _ in GOOD}),
    "sums of others": about(files={name: "0" * 64 for name, _ in GOOD}),
    "one too many": said(manifest([*GOOD, ("table/none.toml", b"")])),
    "one too few": said(manifest(GOOD[:-1])),
}


def without_manifest(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("table/kept.toml", "")


def manifest_last(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("table/kept.toml", "")
        archive.writestr(MANIFEST, manifest([("table/kept.toml", b"")]))


def bomb(path: Path) -> None:
    """A hundred megabytes of nothing in a hundred kilobytes."""
    files = [*GOOD, ("table/large.toml", bytes(100_000_000))]
    packed(path, files)


def bomb_that_lies(path: Path) -> None:
    """It says that it is small."""
    packed(path, [*GOOD, ("table/large.toml", bytes(1_000_000))])
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 100)
    path.write_bytes(data)


def many(path: Path) -> None:
    packed(path, [(f"table/{at}.toml", b"") for at in range(MEMBERS)])


def wide_directory(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(MANIFEST, manifest([]))
        for at in range(50):
            archive.writestr(f"table/{at}{'a' * 60_000}.toml", b"")


def end(**fields: int) -> Make:
    """An archive whose end says another size or place of the directory."""
    places = {"size": 12, "place": 16}

    def change(data: bytes) -> bytes:
        other, at = bytearray(data), data.rindex(b"PK\x05\x06")
        for key, value in fields.items():
            struct.pack_into("<I", other, at + places[key], value)
        return bytes(other)

    return changed(change)


def flipped(where: bytes, after: int) -> Make:
    """An archive in which one bit is another, `after` so many bytes from the first `where`."""

    def change(data: bytes) -> bytes:
        other = bytearray(data)
        other[data.index(where) + after] ^= 1
        return bytes(other)

    return changed(change)


def hidden_name(path: Path) -> None:
    """A name that goes on after a zero, where zipfile does not look."""
    packed(path, [*GOOD, ("table/y.tomlXhidden", b"")])
    path.write_bytes(path.read_bytes().replace(b"y.tomlXhidden", b"y.toml\0hidden"))


ZIPS: dict[str, Make] = {
    "without a manifest": without_manifest,
    "manifest last": manifest_last,
    "empty": lambda path: path.write_bytes(b""),
    "no members": lambda path: zipfile.ZipFile(path, "w").close(),
    "text": lambda path: path.write_text("hello"),
    "gzip": lambda path: path.write_bytes(b"\x1f\x8b\x08\0" + bytes(100)),
    "an SQLite file": lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(4000)),
    "cut in the middle": changed(lambda data: data[: len(data) // 2]),
    "cut by one byte": changed(lambda data: data[:-1]),
    "its end alone": changed(lambda data: data[data.rindex(b"PK\x05\x06") :]),
    "its directory alone": changed(lambda data: data[data.index(b"PK\x01\x02") :]),
    "with a password": marked(flag_bits=1),
    "bzip2": lambda path: packed(path, GOOD, how=zipfile.ZIP_BZIP2),
    "LZMA": lambda path: packed(path, GOOD, how=zipfile.ZIP_LZMA),
    "an unknown method": marked(compress_type=97),
    "a link": mode(S_IFLNK),
    "a device": mode(S_IFCHR),
    "a pipe": mode(S_IFIFO),
    "a folder": mode(S_IFDIR),
    "a wrong checksum": marked(CRC=1),
    "a place beyond the end": marked(header_offset=10_000_000),
    "a larger size": marked(file_size=1_000_000),
    "a size beyond all": marked(file_size=2**40),
    "a bomb": bomb,
    "a bomb that lies": bomb_that_lies,
    "too many members": many,
    "a wide directory": wide_directory,
    "a large directory": end(size=2**31),
    "a directory elsewhere": end(place=2**31),
    "a directory of nothing": end(size=0),
    "a bit of data": flipped(b"PK\x03\x04", 60),
    "a bit of a name": flipped(b"table/kept", 3),
    "a name with a zero": hidden_name,
}

CONTENTS: dict[str, Make] = {
    "settings that are no TOML": settings(b"[["),
    "settings that are no text": settings(b"\xff\xff = 1"),
    "settings with a key that is none": settings(b"nonsense = 1\n"),
    "settings of a game that is none": settings(b'[game]\nruleset = "chess"\n'),
    "settings of a build that is none": settings(b'[build]\nname = "x"\nfile = "/etc/passwd"\n'),
    "large settings": settings(b"#" * 2_000_000),
    "deep settings": settings(b"x = " + b"[" * 100_000),
    "a journal that is a number": settings(b"journal = 1\n"),
}


def pipe(path: Path) -> None:
    os.mkfifo(path)


def to_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


INPUTS: dict[str, Make] = {
    "a pipe": pipe,
    "a folder": lambda path: path.mkdir(),
    "a link to nowhere": to_nowhere,
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a device that never ends": lambda path: path.symlink_to("/dev/zero"),
    "a device with nothing": lambda path: path.symlink_to("/dev/null"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "missing": lambda _: None,
}

KINDS = {
    **{f"name {name[:40]!r} {len(name)}": of((name, TOML)) for name in NAMES},
    **{f"manifest: {name}": make for name, make in MANIFESTS.items()},
    **{f"zip: {name}": make for name, make in ZIPS.items()},
    **{f"contents: {name}": make for name, make in CONTENTS.items()},
    **{f"input: {name}": make for name, make in INPUTS.items()},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that stays unchanged."""
    folder = tmp_path_factory.mktemp("house")
    for name in ("etc", "var", "outside"):
        (folder / name).mkdir()
    journal = folder / "var/evening.journal"
    (folder / "etc/table.toml").write_text(f'journal = "{journal}"\n')
    (folder / "etc/passwd").write_text("precious")
    play(journal)
    return folder


def refused(house: Path, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that is said of an archive which is refused and changes nothing."""
    before = whole(house)
    code = main(["restore", str(path), "--config", str(house / "etc/table.toml")])
    out, err = capsys.readouterr()
    assert code in {2, 13}, err
    assert not out
    [line] = err.splitlines()
    assert line.isprintable()
    assert len(line) < 1_000
    assert whole(house) == before
    return line


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_backup_is_one_line_and_changes_nothing(
    kind: str, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    KINDS[kind](tmp_path / "a.zip")
    assert "fault" not in refused(house, tmp_path / "a.zip", capsys)


def test_what_the_kinds_are_made_of_is_restored(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "a.zip", tmp_path / "table.toml"
    packed(path, GOOD)
    other.write_text((house / "etc/table.toml").read_text().replace(str(house), str(tmp_path)))
    assert main(["restore", str(path), "--config", str(other)]) == 0
    assert not capsys.readouterr().err
    assert (tmp_path / "var/x.toml").read_bytes() == TOML


def test_memory_stays_level_with_what_an_archive_holds(tmp_path: Path) -> None:
    """A file of 60 MB is packed and unpacked in less than 8 MB."""
    journal, saved = tmp_path / "evening.journal", tmp_path / "b.zip"
    play(journal)
    large = tmp_path / "evening.journal.broken-1"
    with large.open("wb") as file:
        file.truncate(60_000_000)
    line = ["--journal", str(journal)]
    tracemalloc.start()
    try:
        assert main(["backup", str(saved), *line]) == 0
        assert main(["restore", str(saved), *line]) == 0
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert large.stat().st_size == 60_000_000
    assert most < 8_000_000


def test_members_have_a_date_that_every_clock_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "evening.journal"
    play(journal)
    for when in (0.0, 4_500_000_000.0):  # 1970, 2112
        monkeypatch.setattr("time.time", lambda when=when: when)
        saved = tmp_path / f"{when}.zip"
        assert main(["backup", str(saved), "--journal", str(journal)]) == 0
        with zipfile.ZipFile(io.BytesIO(saved.read_bytes())) as archive:
            assert {member.date_time[0] for member in archive.infolist()} == {1980}
